// SPDX-License-Identifier: MIT
//
// The floor with sse2.

#include "core/float_rules.h"

#if defined(__SSE2__)
#include "core/simd/vec_sse2.h"

#define FLOOR bench_floor_sse2
#include "floor.inc.h"
#endif
