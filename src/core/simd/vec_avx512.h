// SPDX-License-Identifier: MIT
//
// The vector interface of vec_scalar.h with AVX-512: sixteen lanes.

#pragma once

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

#define VF_W 16

typedef __m512 vf;
typedef __mmask16 vm;

static inline vf vf_load(const float *p) { return _mm512_loadu_ps(p); }
static inline void vf_store(float *p, vf a) { _mm512_storeu_ps(p, a); }
static inline vf vf_set1(float a) { return _mm512_set1_ps(a); }
static inline vf vf_add(vf a, vf b) { return _mm512_add_ps(a, b); }
static inline vf vf_sub(vf a, vf b) { return _mm512_sub_ps(a, b); }
static inline vf vf_mul(vf a, vf b) { return _mm512_mul_ps(a, b); }
static inline vf vf_div(vf a, vf b) { return _mm512_div_ps(a, b); }
static inline vf vf_sqrt(vf a) { return _mm512_sqrt_ps(a); }
static inline vf vf_abs(vf a) { return _mm512_andnot_ps(_mm512_set1_ps(-0.0f), a); }
static inline vm vf_lt(vf a, vf b) { return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ); }
static inline vm vf_ge(vf a, vf b) { return _mm512_cmp_ps_mask(a, b, _CMP_GE_OQ); }
static inline vm vf_eq(vf a, vf b) { return _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ); }
static inline vm vf_ne(vf a, vf b) { return _mm512_cmp_ps_mask(a, b, _CMP_NEQ_UQ); }
static inline vf vf_select(vm m, vf yes, vf no) { return _mm512_mask_blend_ps(m, no, yes); }
static inline vf vf_negate_where(vm m, vf a) { return _mm512_mask_xor_ps(a, m, a, _mm512_set1_ps(-0.0f)); }
static inline vm vm_or(vm a, vm b) { return (vm)(a | b); }
static inline vm vm_and(vm a, vm b) { return (vm)(a & b); }
static inline vm vm_not(vm a) { return (vm)~a; }
static inline vm vm_none(void) { return 0; }
static inline uint32_t vm_bits(vm a) { return a; }
static inline vm vm_from_bits(uint32_t bits) { return (vm)bits; }

// Each 128-bit quarter is transposed by itself: quarter l of register k holds
// row 4 l + k.
static inline void vec_transpose4(vf *a, vf *b, vf *c, vf *d)
{
    const vf ab_low = _mm512_unpacklo_ps(*a, *b), ab_high = _mm512_unpackhi_ps(*a, *b);
    const vf cd_low = _mm512_unpacklo_ps(*c, *d), cd_high = _mm512_unpackhi_ps(*c, *d);
    *a = _mm512_shuffle_ps(ab_low, cd_low, _MM_SHUFFLE(1, 0, 1, 0));
    *b = _mm512_shuffle_ps(ab_low, cd_low, _MM_SHUFFLE(3, 2, 3, 2));
    *c = _mm512_shuffle_ps(ab_high, cd_high, _MM_SHUFFLE(1, 0, 1, 0));
    *d = _mm512_shuffle_ps(ab_high, cd_high, _MM_SHUFFLE(3, 2, 3, 2));
}
static inline vf vr_load(const float *const row[VF_W], int at, int k)
{
    vf a = _mm512_castps128_ps512(_mm_loadu_ps(row[k] + at));
    a = _mm512_insertf32x4(a, _mm_loadu_ps(row[k + 4] + at), 1);
    a = _mm512_insertf32x4(a, _mm_loadu_ps(row[k + 8] + at), 2);
    return _mm512_insertf32x4(a, _mm_loadu_ps(row[k + 12] + at), 3);
}
static inline void vr_store(float *const row[VF_W], int at, int k, vf a)
{
    _mm_storeu_ps(row[k] + at, _mm512_castps512_ps128(a));
    _mm_storeu_ps(row[k + 4] + at, _mm512_extractf32x4_ps(a, 1));
    _mm_storeu_ps(row[k + 8] + at, _mm512_extractf32x4_ps(a, 2));
    _mm_storeu_ps(row[k + 12] + at, _mm512_extractf32x4_ps(a, 3));
}

static inline vf vr_load_at(const float *base, const size_t at[VF_W], int k)
{
    vf a = _mm512_castps128_ps512(_mm_loadu_ps(base + at[k]));
    a = _mm512_insertf32x4(a, _mm_loadu_ps(base + at[k + 4]), 1);
    a = _mm512_insertf32x4(a, _mm_loadu_ps(base + at[k + 8]), 2);
    return _mm512_insertf32x4(a, _mm_loadu_ps(base + at[k + 12]), 3);
}
static inline vf vr_load_every(const float *p, size_t stride, int k)
{
    p += stride * (size_t)k;
    vf a = _mm512_castps128_ps512(_mm_loadu_ps(p));
    a = _mm512_insertf32x4(a, _mm_loadu_ps(p + 4 * stride), 1);
    a = _mm512_insertf32x4(a, _mm_loadu_ps(p + 8 * stride), 2);
    return _mm512_insertf32x4(a, _mm_loadu_ps(p + 12 * stride), 3);
}
static inline void vr_store_at(float *base, const size_t at[VF_W], int k, vf a)
{
    _mm_storeu_ps(base + at[k], _mm512_castps512_ps128(a));
    _mm_storeu_ps(base + at[k + 4], _mm512_extractf32x4_ps(a, 1));
    _mm_storeu_ps(base + at[k + 8], _mm512_extractf32x4_ps(a, 2));
    _mm_storeu_ps(base + at[k + 12], _mm512_extractf32x4_ps(a, 3));
}

#include "core/simd/vec_rows.h"

#define VEC_SHUFFLE(a, b, p, q, r, s) _mm512_shuffle_ps(a, b, _MM_SHUFFLE(s, r, q, p))
static inline vf vec_load_parts(const float *p)
{
    vf a = _mm512_castps128_ps512(_mm_loadu_ps(p));
    a = _mm512_insertf32x4(a, _mm_loadu_ps(p + 12), 1);
    a = _mm512_insertf32x4(a, _mm_loadu_ps(p + 24), 2);
    return _mm512_insertf32x4(a, _mm_loadu_ps(p + 36), 3);
}
static inline void vec_store_parts(float *p, vf a)
{
    _mm_storeu_ps(p, _mm512_castps512_ps128(a));
    _mm_storeu_ps(p + 12, _mm512_extractf32x4_ps(a, 1));
    _mm_storeu_ps(p + 24, _mm512_extractf32x4_ps(a, 2));
    _mm_storeu_ps(p + 36, _mm512_extractf32x4_ps(a, 3));
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

typedef __m512 v12;

static inline v12 v12_zero(void) { return _mm512_setzero_ps(); }
static inline v12 v12_add_scaled(v12 sum, float by, const float *p)
{
    return _mm512_add_ps(sum, _mm512_mul_ps(_mm512_set1_ps(by), _mm512_loadu_ps(p)));
}
static inline void v12_store(float *p, v12 a) { _mm512_storeu_ps(p, a); }
