// SPDX-License-Identifier: MIT
//
// The vector interface of vec_scalar.h with AVX2: eight lanes. FMA exists on
// these processors and is not used: it rounds once where the rules round twice.

#pragma once

#include <immintrin.h>
#include <stddef.h>
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
static inline vm vm_from_bits(uint32_t bits)
{
    const __m256i place = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    return _mm256_castsi256_ps(
        _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32((int)bits), place), place));
}

static inline vf vf_lookup(const float *table, const uint16_t *index)
{
    return _mm256_setr_ps(table[index[0]], table[index[1]], table[index[2]], table[index[3]], table[index[4]],
                          table[index[5]], table[index[6]], table[index[7]]);
}

// Each 128-bit half is transposed by itself, so rows k and k + 4 share a
// register. Only with shufps: unpcklps has half its throughput on new processors.
static inline void vec_transpose4(vf *a, vf *b, vf *c, vf *d)
{
    const vf ab_low = _mm256_shuffle_ps(*a, *b, 0x44), ab_high = _mm256_shuffle_ps(*a, *b, 0xEE);
    const vf cd_low = _mm256_shuffle_ps(*c, *d, 0x44), cd_high = _mm256_shuffle_ps(*c, *d, 0xEE);
    *a = _mm256_shuffle_ps(ab_low, cd_low, 0x88);
    *b = _mm256_shuffle_ps(ab_low, cd_low, 0xDD);
    *c = _mm256_shuffle_ps(ab_high, cd_high, 0x88);
    *d = _mm256_shuffle_ps(ab_high, cd_high, 0xDD);
}
static inline vf vr_load(const float *const row[VF_W], int at, int k)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(row[k] + at)),
                                _mm_loadu_ps(row[k + 4] + at), 1);
}
static inline void vr_store(float *const row[VF_W], int at, int k, vf a)
{
    _mm_storeu_ps(row[k] + at, _mm256_castps256_ps128(a));
    _mm_storeu_ps(row[k + 4] + at, _mm256_extractf128_ps(a, 1));
}

static inline vf vr_load_at(const float *base, const size_t at[VF_W], int k)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(base + at[k])),
                                _mm_loadu_ps(base + at[k + 4]), 1);
}
static inline vf vr_load_every(const float *p, size_t stride, int k)
{
    p += stride * (size_t)k;
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(p)), _mm_loadu_ps(p + 4 * stride), 1);
}
static inline void vr_store_at(float *base, const size_t at[VF_W], int k, vf a)
{
    _mm_storeu_ps(base + at[k], _mm256_castps256_ps128(a));
    _mm_storeu_ps(base + at[k + 4], _mm256_extractf128_ps(a, 1));
}

#include "core/simd/vec_rows.h"

#define VEC_SHUFFLE(a, b, p, q, r, s) _mm256_shuffle_ps(a, b, _MM_SHUFFLE(s, r, q, p))
static inline vf vec_load_parts(const float *p)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(p)), _mm_loadu_ps(p + 12), 1);
}
static inline void vec_store_parts(float *p, vf a)
{
    _mm_storeu_ps(p, _mm256_castps256_ps128(a));
    _mm_storeu_ps(p + 12, _mm256_extractf128_ps(a, 1));
}

#include "core/simd/vec_threes.h"

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
static inline v8 v8_halves(v8 low, v8 high) { return _mm256_blend_ps(low, high, 0xF0); }
static inline v8 v8_join(v4 low, v4 high)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
}

typedef struct v12 {
    __m256 low;
    __m128 high;
} v12;

static inline v12 v12_zero(void) { return (v12){_mm256_setzero_ps(), _mm_setzero_ps()}; }
static inline v12 v12_add_scaled(v12 sum, float by, const float *p)
{
    const __m256 w = _mm256_set1_ps(by);
    sum.low = _mm256_add_ps(sum.low, _mm256_mul_ps(w, _mm256_loadu_ps(p)));
    sum.high = _mm_add_ps(sum.high, _mm_mul_ps(_mm256_castps256_ps128(w), _mm_loadu_ps(p + 8)));
    return sum;
}
static inline void v12_store(float *p, v12 a)
{
    _mm256_storeu_ps(p, a.low);
    _mm_storeu_ps(p + 8, a.high);
}
