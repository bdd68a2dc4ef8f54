// SPDX-License-Identifier: MIT
//
// The kernels with AVX-512 (F, BW, DQ, VL), run only where the processor has them.

#include "core/float_rules.h"

#if defined(__x86_64__)
#include "core/simd/vec_avx512.h"

#define KERNELS mieni_kernels_avx512
#include "core/simd/kernels.inc.h"
#endif
