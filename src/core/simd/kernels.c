// SPDX-License-Identifier: MIT
//
// Which kernels belong to an instruction set.

#include "core/simd/kernels.h"

const MieniKernels *mieni_kernels_of(MienIsa isa)
{
    switch (isa) {
#if defined(__x86_64__) || defined(_M_X64)
    case MIEN_ISA_SSE2:
        return &mieni_kernels_sse2;
    case MIEN_ISA_AVX2:
        return &mieni_kernels_avx2;
    case MIEN_ISA_AVX512:
        return &mieni_kernels_avx512;
#elif defined(__aarch64__)
    case MIEN_ISA_NEON:
        return &mieni_kernels_neon;
#elif defined(__wasm_simd128__)
    case MIEN_ISA_WASM128:
        return &mieni_kernels_wasm128;
#endif
#if defined(MIEN_LEAN) && defined(__wasm_simd128__)
    default: // one set of kernels is enough where it is always there
        return &mieni_kernels_wasm128;
#else
    default:
        return &mieni_kernels_scalar;
#endif
    }
}
