// SPDX-License-Identifier: MIT
//
// The vector interface of vec_scalar.h with WebAssembly SIMD: four lanes. Only
// the fixed operations; relaxed SIMD may fuse and is never used.

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <wasm_simd128.h>

#define VF_W 4

typedef v128_t vf;
typedef v128_t vm;

static inline vf vf_load(const float *p) { return wasm_v128_load(p); }
static inline void vf_store(float *p, vf a) { wasm_v128_store(p, a); }
static inline vf vf_set1(float a) { return wasm_f32x4_splat(a); }
static inline vf vf_add(vf a, vf b) { return wasm_f32x4_add(a, b); }
static inline vf vf_sub(vf a, vf b) { return wasm_f32x4_sub(a, b); }
static inline vf vf_mul(vf a, vf b) { return wasm_f32x4_mul(a, b); }
static inline vf vf_div(vf a, vf b) { return wasm_f32x4_div(a, b); }
static inline vf vf_sqrt(vf a) { return wasm_f32x4_sqrt(a); }
static inline vf vf_abs(vf a) { return wasm_f32x4_abs(a); }
static inline vm vf_lt(vf a, vf b) { return wasm_f32x4_lt(a, b); }
static inline vm vf_ge(vf a, vf b) { return wasm_f32x4_ge(a, b); }
static inline vm vf_eq(vf a, vf b) { return wasm_f32x4_eq(a, b); }
static inline vm vf_ne(vf a, vf b) { return wasm_f32x4_ne(a, b); }
static inline vf vf_select(vm m, vf yes, vf no) { return wasm_v128_bitselect(yes, no, m); }
static inline vf vf_negate_where(vm m, vf a)
{
    return wasm_v128_xor(a, wasm_v128_and(m, wasm_f32x4_splat(-0.0f)));
}
static inline vm vm_or(vm a, vm b) { return wasm_v128_or(a, b); }
static inline vm vm_and(vm a, vm b) { return wasm_v128_and(a, b); }
static inline vm vm_not(vm a) { return wasm_v128_not(a); }
static inline vm vm_none(void) { return wasm_i32x4_splat(0); }
static inline uint32_t vm_bits(vm a) { return wasm_i32x4_bitmask(a); }
static inline vm vm_from_bits(uint32_t bits)
{
    const v128_t place = wasm_i32x4_make(1, 2, 4, 8);
    return wasm_i32x4_eq(wasm_v128_and(wasm_i32x4_splat((int32_t)bits), place), place);
}

static inline vf vf_lookup(const float *table, const uint16_t *index)
{
    return wasm_f32x4_make(table[index[0]], table[index[1]], table[index[2]], table[index[3]]);
}

typedef v128_t vi;
typedef struct vp {
    v128_t half[2]; ///< Of every byte of a word, where it is.
} vp;

static inline vi vi_load(const uint32_t *p) { return wasm_v128_load(p); }
static inline vi vi_and(vi a, vi b) { return wasm_v128_and(a, b); }
static inline vi vi_xor(vi a, vi b) { return wasm_v128_xor(a, b); }
static inline vi vi_sub(vi a, vi b) { return wasm_i32x4_sub(a, b); }
static inline vi vi_half(vi a) { return wasm_u32x4_shr(a, 1); }
static inline vm vi_is_zero(vi a) { return wasm_i32x4_eq(a, wasm_i32x4_splat(0)); }
static inline vf vi_to_vf(vi a) { return wasm_f32x4_convert_i32x4(a); }
static inline vi vi_of_bytes(uint64_t bytes, int half)
{
    const v128_t wide = wasm_u16x8_extend_low_u8x16(wasm_i64x2_splat((int64_t)bytes));
    return half == 0 ? wasm_u32x4_extend_low_u16x8(wide) : wasm_u32x4_extend_high_u16x8(wide);
}
static inline vi vi_power(vi a)
{
    // As a float, whose last 23 bits are the number once 2^23 is added: faster than truncating.
    const v128_t power = wasm_i32x4_shl(wasm_i32x4_add(a, wasm_i32x4_splat(127)), 23);
    return wasm_i32x4_sub(wasm_f32x4_add(power, wasm_f32x4_splat(0x1p23f)), wasm_f32x4_splat(0x1p23f));
}
static inline vf vi_inverse_power(vi a)
{
    return wasm_i32x4_shl(wasm_i32x4_sub(wasm_i32x4_splat(127), a), 23);
}
static inline vp vp_of(uint64_t bytes)
{
    const v128_t all = wasm_i64x2_splat((int64_t)bytes), each = wasm_i32x4_splat(0x03020100);
    const v128_t low = wasm_i8x16_shuffle(all, all, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
    const v128_t high = wasm_i8x16_shuffle(all, all, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7);
    return (vp){{wasm_i8x16_add(low, each), wasm_i8x16_add(high, each)}};
}
static inline vi vp_words(const uint8_t *p, vp places, int half)
{
    return wasm_i8x16_swizzle(wasm_v128_load(p), places.half[half]);
}

static inline void vec_transpose4(vf *a, vf *b, vf *c, vf *d)
{
    const vf ab_low = wasm_i32x4_shuffle(*a, *b, 0, 4, 1, 5),
             ab_high = wasm_i32x4_shuffle(*a, *b, 2, 6, 3, 7);
    const vf cd_low = wasm_i32x4_shuffle(*c, *d, 0, 4, 1, 5),
             cd_high = wasm_i32x4_shuffle(*c, *d, 2, 6, 3, 7);
    *a = wasm_i32x4_shuffle(ab_low, cd_low, 0, 1, 4, 5);
    *b = wasm_i32x4_shuffle(ab_low, cd_low, 2, 3, 6, 7);
    *c = wasm_i32x4_shuffle(ab_high, cd_high, 0, 1, 4, 5);
    *d = wasm_i32x4_shuffle(ab_high, cd_high, 2, 3, 6, 7);
}
static inline vf vr_load(const float *const row[VF_W], int at, int k) { return wasm_v128_load(row[k] + at); }
static inline void vr_store(float *const row[VF_W], int at, int k, vf a) { wasm_v128_store(row[k] + at, a); }

static inline vf vr_load_at(const float *base, const size_t at[VF_W], int k)
{
    return wasm_v128_load(base + at[k]);
}
static inline vf vr_load_every(const float *p, size_t stride, int k)
{
    return wasm_v128_load(p + stride * (size_t)k);
}
static inline void vr_store_at(float *base, const size_t at[VF_W], int k, vf a)
{
    wasm_v128_store(base + at[k], a);
}

#include "core/simd/vec_rows.h"

#define VEC_SHUFFLE(a, b, p, q, r, s) wasm_i32x4_shuffle(a, b, p, q, (r) + 4, (s) + 4)
static inline vf vec_load_parts(const float *p) { return wasm_v128_load(p); }
static inline void vec_store_parts(float *p, vf a) { wasm_v128_store(p, a); }

#include "core/simd/vec_threes.h"

typedef v128_t v4;

static inline v4 v4_load(const float *p) { return wasm_v128_load(p); }
static inline void v4_store(float *p, v4 a) { wasm_v128_store(p, a); }
static inline v4 v4_set1(float a) { return wasm_f32x4_splat(a); }
static inline v4 v4_add(v4 a, v4 b) { return wasm_f32x4_add(a, b); }
static inline v4 v4_mul(v4 a, v4 b) { return wasm_f32x4_mul(a, b); }

#include "core/simd/vec_v12_rows.h"
#include "core/simd/vec_v8_pair.h"
