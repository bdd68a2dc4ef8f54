// SPDX-License-Identifier: MIT
//
// Which instruction sets this build has kernels for and this processor can run.
// Nothing is cached: loading an asset detects it once and keeps the result.

#include "internal.h"

const char *mien_isa_name(MienIsa isa)
{
    switch (isa) {
    case MIEN_ISA_BEST:
        return "best";
    case MIEN_ISA_SCALAR:
        return "scalar";
    case MIEN_ISA_SSE2:
        return "sse2";
    case MIEN_ISA_AVX2:
        return "avx2";
    case MIEN_ISA_AVX512:
        return "avx512";
    case MIEN_ISA_NEON:
        return "neon";
    case MIEN_ISA_WASM128:
        return "wasm128";
    }
    return "unknown";
}

#if defined(__x86_64__)
// The compiler's runtime asks cpuid and also whether the operating system saves
// the wide registers. Initialising is for callers that run before constructors.
static bool has_avx2(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") != 0;
}

static bool has_avx512(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
#endif

bool mien_isa_is_available(MienIsa isa)
{
    switch (isa) {
    case MIEN_ISA_BEST:
        return true;
#if !defined(MIEN_LEAN) || !defined(__wasm_simd128__)
    case MIEN_ISA_SCALAR:
        return true;
#endif
#if defined(__x86_64__)
    case MIEN_ISA_SSE2:
        return true;
    case MIEN_ISA_AVX2:
        return has_avx2();
    case MIEN_ISA_AVX512:
        return has_avx512();
#elif defined(__aarch64__)
    case MIEN_ISA_NEON:
        return true;
#elif defined(__wasm_simd128__)
    case MIEN_ISA_WASM128:
        return true;
#endif
    default:
        return false;
    }
}

bool mieni_isa_resolve(MienIsa wish, MienIsa *out_isa)
{
    static const MienIsa best_first[] = {MIEN_ISA_AVX512, MIEN_ISA_AVX2,    MIEN_ISA_SSE2,
                                         MIEN_ISA_NEON,   MIEN_ISA_WASM128, MIEN_ISA_SCALAR};
    if (wish != MIEN_ISA_BEST) {
        if (!mien_isa_is_available(wish))
            return false;
        *out_isa = wish;
        return true;
    }
    const MienIsa *best = best_first;
    while (!mien_isa_is_available(*best))
        best++; // ends at scalar, which is everywhere
    *out_isa = *best;
    return true;
}
