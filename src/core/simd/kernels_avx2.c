// SPDX-License-Identifier: MIT
//
// The kernels with AVX2. Compiled with -mavx2, run only where the processor has it.

#include "core/float_rules.h"

#if defined(__AVX2__)
#include "core/simd/vec_avx2.h"

#define KERNELS mieni_kernels_avx2
#include "core/simd/kernels.inc.h"

void mieni_slices_avx2(const MieniSliceRun *run) { kernel_slices(run); }
#endif
