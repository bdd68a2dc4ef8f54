// SPDX-License-Identifier: MIT
//
// The floor with avx2.

#include "core/float_rules.h"

#if defined(__AVX2__)
#include "core/simd/vec_avx2.h"

#define FLOOR bench_floor_avx2
#include "floor.inc.h"
#endif
