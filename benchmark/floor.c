// SPDX-License-Identifier: MIT
//
// Which floor belongs to which instruction set.

#include "bench.h"

extern const BenchFloor bench_floor_scalar;
extern const BenchFloor bench_floor_sse2;
extern const BenchFloor bench_floor_avx2;
extern const BenchFloor bench_floor_avx512;
extern const BenchFloor bench_floor_neon;

const BenchFloor *bench_floor(MienIsa isa)
{
    switch (isa) {
#if defined(__x86_64__)
    case MIEN_ISA_SSE2:
        return &bench_floor_sse2;
    case MIEN_ISA_AVX2:
        return &bench_floor_avx2;
    case MIEN_ISA_AVX512:
        return &bench_floor_avx512;
#elif defined(__aarch64__)
    case MIEN_ISA_NEON:
        return &bench_floor_neon;
#endif
    default:
        return &bench_floor_scalar;
    }
}
