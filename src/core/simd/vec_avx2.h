// SPDX-License-Identifier: MIT
//
// The vector interface of vec_scalar.h with AVX2: eight lanes. FMA exists on
// these processors and is not used: it rounds once where the rules round twice.

#pragma once

#include <immintrin.h>
#include <stdint.h>

#define VF_W 8

typedef __m256 vf;
typedef __m256 vm;

static inline vf vf_load(const float *p) { return _mm256_loadu_ps(p); }
static inline void vf_store(float *p, vf a) { _mm256_storeu_ps(p, a); }
static inline vf vf_set1(float a) { return _mm256_set1_ps(a); }
static inline vf vf_add(vf a, vf b) { return _mm256_add_ps(a, b); }
static inline vf vf_sub(vf a, vf b) { return _mm256_sub_ps(a, b); }
static inline vf vf_mul(vf a, vf b) { return _mm256_mul_ps(a, b); }
static inline vf vf_div(vf a, vf b) { return _mm256_div_ps(a, b); }
static inline vf vf_sqrt(vf a) { return _mm256_sqrt_ps(a); }
static inline vf vf_abs(vf a) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a); }
static inline vm vf_lt(vf a, vf b) { return _mm256_cmp_ps(a, b, _CMP_LT_OQ); }
static inline vm vf_ge(vf a, vf b) { return _mm256_cmp_ps(a, b, _CMP_GE_OQ); }
static inline vm vf_eq(vf a, vf b) { return _mm256_cmp_ps(a, b, _CMP_EQ_OQ); }
static inline vm vf_ne(vf a, vf b) { return _mm256_cmp_ps(a, b, _CMP_NEQ_UQ); }
static inline vf vf_select(vm m, vf yes, vf no) { return _mm256_blendv_ps(no, yes, m); }
static inline vf vf_negate_where(vm m, vf a)
{
    return _mm256_xor_ps(a, _mm256_and_ps(m, _mm256_set1_ps(-0.0f)));
}
static inline vm vm_or(vm a, vm b) { return _mm256_or_ps(a, b); }
static inline vm vm_and(vm a, vm b) { return _mm256_and_ps(a, b); }
static inline vm vm_not(vm a) { return _mm256_xor_ps(a, _mm256_castsi256_ps(_mm256_set1_epi32(-1))); }
static inline vm vm_none(void) { return _mm256_setzero_ps(); }
static inline uint32_t vm_bits(vm a) { return (uint32_t)_mm256_movemask_ps(a); }

// Each 128-bit half is transposed by itself, so rows k and k + 4 share a register.
static inline void vec_transpose4(vf *a, vf *b, vf *c, vf *d)
{
    const vf ab_low = _mm256_unpacklo_ps(*a, *b), ab_high = _mm256_unpackhi_ps(*a, *b);
    const vf cd_low = _mm256_unpacklo_ps(*c, *d), cd_high = _mm256_unpackhi_ps(*c, *d);
    *a = _mm256_shuffle_ps(ab_low, cd_low, _MM_SHUFFLE(1, 0, 1, 0));
    *b = _mm256_shuffle_ps(ab_low, cd_low, _MM_SHUFFLE(3, 2, 3, 2));
    *c = _mm256_shuffle_ps(ab_high, cd_high, _MM_SHUFFLE(1, 0, 1, 0));
    *d = _mm256_shuffle_ps(ab_high, cd_high, _MM_SHUFFLE(3, 2, 3, 2));
}
static inline void vf_load_rows4(const float *base, const uint32_t *offset, vf out[4])
{
    for (int k = 0; k < 4; ++k)
        out[k] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(base + offset[k])),
                                      _mm_loadu_ps(base + offset[k + 4]), 1);
    vec_transpose4(&out[0], &out[1], &out[2], &out[3]);
}
static inline void vf_store_rows4(float *base, const uint32_t *offset, const vf in[4])
{
    vf row[4] = {in[0], in[1], in[2], in[3]};
    vec_transpose4(&row[0], &row[1], &row[2], &row[3]);
    for (int k = 0; k < 4; ++k) {
        _mm_storeu_ps(base + offset[k], _mm256_castps256_ps128(row[k]));
        _mm_storeu_ps(base + offset[k + 4], _mm256_extractf128_ps(row[k], 1));
    }
}

typedef __m128 v4;
typedef __m256 v8;

static inline v4 v4_load(const float *p) { return _mm_loadu_ps(p); }
static inline void v4_store(float *p, v4 a) { _mm_storeu_ps(p, a); }
static inline v4 v4_set1(float a) { return _mm_set1_ps(a); }
static inline v4 v4_add(v4 a, v4 b) { return _mm_add_ps(a, b); }
static inline v4 v4_mul(v4 a, v4 b) { return _mm_mul_ps(a, b); }

static inline v8 v8_load(const float *p) { return _mm256_loadu_ps(p); }
static inline void v8_store(float *p, v8 a) { _mm256_storeu_ps(p, a); }
static inline v8 v8_set1(float a) { return _mm256_set1_ps(a); }
static inline v8 v8_add(v8 a, v8 b) { return _mm256_add_ps(a, b); }
static inline v8 v8_mul(v8 a, v8 b) { return _mm256_mul_ps(a, b); }
