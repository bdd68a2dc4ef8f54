// SPDX-License-Identifier: MIT
//
// Square roots, correctly rounded, as one instruction. sqrt and sqrtf of
// <math.h> mean the same, but unoptimised builds, and builds that keep errno,
// would call libm for them, which core does not link.

#pragma once

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#else
#include <math.h>
#endif

static inline float mieni_sqrtf(float x)
{
#if defined(__SSE2__)
    return _mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(x)));
#elif defined(__aarch64__)
    return vget_lane_f32(vsqrt_f32(vdup_n_f32(x)), 0);
#else
    return sqrtf(x);
#endif
}

static inline double mieni_sqrt(double x)
{
#if defined(__SSE2__)
    const __m128d all = _mm_set1_pd(x);
    return _mm_cvtsd_f64(_mm_sqrt_sd(all, all));
#elif defined(__aarch64__)
    return vget_lane_f64(vsqrt_f64(vdup_n_f64(x)), 0);
#else
    return sqrt(x);
#endif
}
