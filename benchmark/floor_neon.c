// SPDX-License-Identifier: MIT
//
// The floor with neon.

#include "core/float_rules.h"

#if defined(__aarch64__)
#include "core/simd/vec_neon.h"

#define FLOOR bench_floor_neon
#include "floor.inc.h"
#endif
