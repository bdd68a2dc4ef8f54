// SPDX-License-Identifier: MIT
//
// The kernels with SSE2, which every x86-64 processor has.

#include "core/float_rules.h"

#if defined(__SSE2__)
#include "core/simd/vec_sse2.h"

#define KERNELS mieni_kernels_sse2
#include "core/simd/kernels.inc.h"
#endif
