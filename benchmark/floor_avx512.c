// SPDX-License-Identifier: MIT
//
// The floor with avx512.

#include "core/float_rules.h"

#if defined(__AVX512F__)
#include "core/simd/vec_avx512.h"

#define FLOOR bench_floor_avx512
#include "floor.inc.h"
#endif
