// SPDX-License-Identifier: MIT
//
// The floor with scalar.

#include "core/float_rules.h"

#include "core/simd/vec_scalar.h"

#define FLOOR bench_floor_scalar
#include "floor.inc.h"
