// SPDX-License-Identifier: MIT
//
// The kernels in plain C.

#include "core/float_rules.h"

#include "core/simd/vec_scalar.h"

#define KERNELS mieni_kernels_scalar
#include "core/simd/kernels.inc.h"
