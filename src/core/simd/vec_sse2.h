// SPDX-License-Identifier: MIT
//
// The vector interface of vec_scalar.h with SSE2: four lanes.

#pragma once

#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define VF_W 4

typedef __m128 vf;
typedef __m128 vm;

static inline vf vf_load(const float *p) { return _mm_loadu_ps(p); }
static inline void vf_store(float *p, vf a) { _mm_storeu_ps(p, a); }
static inline vf vf_set1(float a) { return _mm_set1_ps(a); }
static inline vf vf_add(vf a, vf b) { return _mm_add_ps(a, b); }
static inline vf vf_sub(vf a, vf b) { return _mm_sub_ps(a, b); }
static inline vf vf_mul(vf a, vf b) { return _mm_mul_ps(a, b); }
static inline vf vf_div(vf a, vf b) { return _mm_div_ps(a, b); }
static inline vf vf_sqrt(vf a) { return _mm_sqrt_ps(a); }
static inline vf vf_abs(vf a) { return _mm_andnot_ps(_mm_set1_ps(-0.0f), a); }
static inline vm vf_lt(vf a, vf b) { return _mm_cmplt_ps(a, b); }
static inline vm vf_ge(vf a, vf b) { return _mm_cmpge_ps(a, b); }
static inline vm vf_eq(vf a, vf b) { return _mm_cmpeq_ps(a, b); }
static inline vm vf_ne(vf a, vf b) { return _mm_cmpneq_ps(a, b); }
static inline vf vf_select(vm m, vf yes, vf no)
{
    return _mm_or_ps(_mm_and_ps(m, yes), _mm_andnot_ps(m, no));
}
static inline vf vf_negate_where(vm m, vf a) { return _mm_xor_ps(a, _mm_and_ps(m, _mm_set1_ps(-0.0f))); }
static inline vm vm_or(vm a, vm b) { return _mm_or_ps(a, b); }
static inline vm vm_and(vm a, vm b) { return _mm_and_ps(a, b); }
static inline vm vm_not(vm a) { return _mm_xor_ps(a, _mm_castsi128_ps(_mm_set1_epi32(-1))); }
static inline vm vm_none(void) { return _mm_setzero_ps(); }
static inline uint32_t vm_bits(vm a) { return (uint32_t)_mm_movemask_ps(a); }
static inline vm vm_from_bits(uint32_t bits)
{
    const __m128i place = _mm_setr_epi32(1, 2, 4, 8);
    return _mm_castsi128_ps(_mm_cmpeq_epi32(_mm_and_si128(_mm_set1_epi32((int)bits), place), place));
}

static inline vf vf_lookup(const float *table, const uint16_t *index)
{
    return _mm_setr_ps(table[index[0]], table[index[1]], table[index[2]], table[index[3]]);
}

typedef __m128i vi;
typedef uint64_t vp; ///< Offsets, a byte each.

static inline vi vi_load(const uint32_t *p) { return _mm_loadu_si128((const __m128i *)p); }
static inline vi vi_and(vi a, vi b) { return _mm_and_si128(a, b); }
static inline vi vi_xor(vi a, vi b) { return _mm_xor_si128(a, b); }
static inline vi vi_sub(vi a, vi b) { return _mm_sub_epi32(a, b); }
static inline vi vi_half(vi a) { return _mm_srli_epi32(a, 1); }
static inline vm vi_is_zero(vi a) { return _mm_castsi128_ps(_mm_cmpeq_epi32(a, _mm_setzero_si128())); }
static inline vf vi_to_vf(vi a) { return _mm_cvtepi32_ps(a); }
static inline vi vi_of_bytes(uint64_t bytes, int half)
{
    const __m128i zero = _mm_setzero_si128();
    const __m128i four = _mm_cvtsi32_si128((int)(uint32_t)(bytes >> 32 * half));
    return _mm_unpacklo_epi16(_mm_unpacklo_epi8(four, zero), zero);
}
static inline vi vi_power(vi a)
{
    const __m128i bits = _mm_slli_epi32(_mm_add_epi32(a, _mm_set1_epi32(127)), 23);
    return _mm_cvttps_epi32(_mm_castsi128_ps(bits));
}
static inline vf vi_inverse_power(vi a)
{
    return _mm_castsi128_ps(_mm_slli_epi32(_mm_sub_epi32(_mm_set1_epi32(127), a), 23));
}
static inline vp vp_of(uint64_t bytes) { return bytes; }
static inline __m128i vp_word(const uint8_t *p, uint64_t offset)
{
    int32_t word;
    memcpy(&word, p + (offset & 255), sizeof word);
    return _mm_cvtsi32_si128(word);
}
static inline vi vp_words(const uint8_t *p, vp offsets, int half)
{
    const uint64_t at = offsets >> 32 * half;
    return _mm_unpacklo_epi64(_mm_unpacklo_epi32(vp_word(p, at), vp_word(p, at >> 8)),
                              _mm_unpacklo_epi32(vp_word(p, at >> 16), vp_word(p, at >> 24)));
}

static inline vf vr_load(const float *const row[VF_W], int at, int k) { return _mm_loadu_ps(row[k] + at); }
static inline void vr_store(float *const row[VF_W], int at, int k, vf a) { _mm_storeu_ps(row[k] + at, a); }
static inline void vec_transpose4(vf *a, vf *b, vf *c, vf *d) { _MM_TRANSPOSE4_PS(*a, *b, *c, *d); }

static inline vf vr_load_at(const float *base, const size_t at[VF_W], int k)
{
    return _mm_loadu_ps(base + at[k]);
}
static inline vf vr_load_every(const float *p, size_t stride, int k)
{
    return _mm_loadu_ps(p + stride * (size_t)k);
}
static inline void vr_store_at(float *base, const size_t at[VF_W], int k, vf a)
{
    _mm_storeu_ps(base + at[k], a);
}

#include "core/simd/vec_rows.h"

#define VEC_SHUFFLE(a, b, p, q, r, s) _mm_shuffle_ps(a, b, _MM_SHUFFLE(s, r, q, p))
static inline vf vec_load_parts(const float *p) { return _mm_loadu_ps(p); }
static inline void vec_store_parts(float *p, vf a) { _mm_storeu_ps(p, a); }

#include "core/simd/vec_threes.h"

typedef __m128 v4;

static inline v4 v4_load(const float *p) { return _mm_loadu_ps(p); }
static inline void v4_store(float *p, v4 a) { _mm_storeu_ps(p, a); }
static inline v4 v4_set1(float a) { return _mm_set1_ps(a); }
static inline v4 v4_add(v4 a, v4 b) { return _mm_add_ps(a, b); }
static inline v4 v4_mul(v4 a, v4 b) { return _mm_mul_ps(a, b); }

#include "core/simd/vec_v12_rows.h"
#include "core/simd/vec_v8_pair.h"
