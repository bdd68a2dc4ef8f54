// SPDX-License-Identifier: MIT
//
// The kernels with NEON, which every AArch64 processor has.

#include "core/float_rules.h"

#if defined(__aarch64__)
#include "core/simd/vec_neon.h"

#define KERNELS mieni_kernels_neon
#include "core/simd/kernels.inc.h"
#endif
