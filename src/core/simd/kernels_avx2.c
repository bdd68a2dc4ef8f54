// SPDX-License-Identifier: MIT
//
// The kernels with AVX2. Compiled with -mavx2, run only where the processor has it.

#include "core/float_rules.h"

#if defined(__x86_64__)
#include "core/simd/vec_avx2.h"

#define KERNELS mieni_kernels_avx2
#include "core/simd/kernels.inc.h"

void mieni_slices_avx2(const MieniSliceRun *run) { KERNEL(slices)(run); }

size_t mieni_clip_sample_avx2(const MieniBlockRun *run) { return KERNEL(clip_sample)(run); }

size_t mieni_clip_keep_avx2(const MieniBlockRun *run, float *kept) { return KERNEL(clip_keep)(run, kept); }

void mieni_clip_mix_avx2(const MieniBlockRun *run, const float *kept) { KERNEL(clip_mix)(run, kept); }

void mieni_clip_rotations_avx2(const float *q, const float *const still[MIENI_LANES],
                               float *const out[MIENI_LANES])
{
    KERNEL(clip_rotations)(q, still, out);
}

void mieni_clip_offsets_avx2(const float *v, const float *const still[MIENI_LANES],
                             float *const out[MIENI_LANES], int at)
{
    KERNEL(clip_offsets)(v, still, out, at);
}
#endif
