// SPDX-License-Identifier: MIT
//
// The vector interface of vec_scalar.h with AArch64 NEON: four lanes. Products
// and sums stay apart (never vfmaq, vmlaq): fused ones round differently.

#pragma once

#include <arm_neon.h>
#include <stddef.h>
#include <stdint.h>

#define VF_W 4

typedef float32x4_t vf;
typedef uint32x4_t vm;

static inline vf vf_load(const float *p) { return vld1q_f32(p); }
static inline void vf_store(float *p, vf a) { vst1q_f32(p, a); }
static inline vf vf_set1(float a) { return vdupq_n_f32(a); }
static inline vf vf_add(vf a, vf b) { return vaddq_f32(a, b); }
static inline vf vf_sub(vf a, vf b) { return vsubq_f32(a, b); }
static inline vf vf_mul(vf a, vf b) { return vmulq_f32(a, b); }
static inline vf vf_div(vf a, vf b) { return vdivq_f32(a, b); }
static inline vf vf_sqrt(vf a) { return vsqrtq_f32(a); }
static inline vf vf_abs(vf a) { return vabsq_f32(a); }
static inline vm vf_lt(vf a, vf b) { return vcltq_f32(a, b); }
static inline vm vf_ge(vf a, vf b) { return vcgeq_f32(a, b); }
static inline vm vf_eq(vf a, vf b) { return vceqq_f32(a, b); }
static inline vm vf_ne(vf a, vf b) { return vmvnq_u32(vceqq_f32(a, b)); }
static inline vf vf_select(vm m, vf yes, vf no) { return vbslq_f32(m, yes, no); }
static inline vf vf_negate_where(vm m, vf a) { return vbslq_f32(m, vnegq_f32(a), a); }
static inline vm vm_or(vm a, vm b) { return vorrq_u32(a, b); }
static inline vm vm_and(vm a, vm b) { return vandq_u32(a, b); }
static inline vm vm_not(vm a) { return vmvnq_u32(a); }
static inline vm vm_none(void) { return vdupq_n_u32(0); }
static inline uint32_t vm_bits(vm a)
{
    static const uint32_t place[4] = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(a, vld1q_u32(place)));
}
static inline vm vm_from_bits(uint32_t bits)
{
    static const uint32_t place[4] = {1, 2, 4, 8};
    return vtstq_u32(vdupq_n_u32(bits), vld1q_u32(place));
}

static inline vf vf_lookup(const float *table, const uint16_t *index)
{
    vf a = vdupq_n_f32(table[index[0]]);
    a = vsetq_lane_f32(table[index[1]], a, 1);
    a = vsetq_lane_f32(table[index[2]], a, 2);
    return vsetq_lane_f32(table[index[3]], a, 3);
}

typedef uint32x4_t vi;
typedef struct vp {
    uint8x16_t half[2]; ///< Of every byte of a word, where it is.
} vp;

static inline vi vi_load(const uint32_t *p) { return vld1q_u32(p); }
static inline vi vi_and(vi a, vi b) { return vandq_u32(a, b); }
static inline vi vi_xor(vi a, vi b) { return veorq_u32(a, b); }
static inline vi vi_sub(vi a, vi b) { return vsubq_u32(a, b); }
static inline vi vi_half(vi a) { return vshrq_n_u32(a, 1); }
static inline vm vi_is_zero(vi a) { return vceqzq_u32(a); }
static inline vf vi_to_vf(vi a) { return vcvtq_f32_s32(vreinterpretq_s32_u32(a)); }
static inline vi vi_of_bytes(uint64_t bytes, int half)
{
    const uint16x8_t wide = vmovl_u8(vcreate_u8(bytes));
    return half == 0 ? vmovl_u16(vget_low_u16(wide)) : vmovl_high_u16(wide);
}
static inline vi vi_power(vi a) { return vshlq_u32(vdupq_n_u32(1), vreinterpretq_s32_u32(a)); }
static inline vf vi_inverse_power(vi a)
{
    return vreinterpretq_f32_u32(vshlq_n_u32(vsubq_u32(vdupq_n_u32(127), a), 23));
}
static inline vp vp_of(uint64_t bytes)
{
    const uint8x16_t all = vreinterpretq_u8_u64(vdupq_n_u64(bytes));
    const uint8x16_t each = vreinterpretq_u8_u32(vdupq_n_u32(0x03020100)), twos = vzip1q_u8(all, all);
    const uint8x16_t low = vzip1q_u8(twos, twos), high = vzip2q_u8(twos, twos);
    return (vp){{vaddq_u8(low, each), vaddq_u8(high, each)}};
}
static inline vi vp_words(const uint8_t *p, vp places, int half)
{
    return vreinterpretq_u32_u8(vqtbl1q_u8(vld1q_u8(p), places.half[half]));
}

static inline void vec_transpose4(vf *a, vf *b, vf *c, vf *d)
{
    const vf ac_low = vzip1q_f32(*a, *c), ac_high = vzip2q_f32(*a, *c);
    const vf bd_low = vzip1q_f32(*b, *d), bd_high = vzip2q_f32(*b, *d);
    *a = vzip1q_f32(ac_low, bd_low);
    *b = vzip2q_f32(ac_low, bd_low);
    *c = vzip1q_f32(ac_high, bd_high);
    *d = vzip2q_f32(ac_high, bd_high);
}
static inline vf vr_load(const float *const row[VF_W], int at, int k) { return vld1q_f32(row[k] + at); }
static inline void vr_store(float *const row[VF_W], int at, int k, vf a) { vst1q_f32(row[k] + at, a); }

static inline vf vr_load_at(const float *base, const size_t at[VF_W], int k)
{
    return vld1q_f32(base + at[k]);
}
static inline vf vr_load_every(const float *p, size_t stride, int k)
{
    return vld1q_f32(p + stride * (size_t)k);
}
static inline void vr_store_at(float *base, const size_t at[VF_W], int k, vf a)
{
    vst1q_f32(base + at[k], a);
}

#include "core/simd/vec_rows.h"

static inline void vf_load3(const float *p, vf out[3])
{
    const float32x4x3_t threes = vld3q_f32(p);
    out[0] = threes.val[0];
    out[1] = threes.val[1];
    out[2] = threes.val[2];
}
static inline void vf_store3(float *p, const vf in[3])
{
    const float32x4x3_t threes = {{in[0], in[1], in[2]}};
    vst3q_f32(p, threes);
}

typedef float32x4_t v4;

static inline v4 v4_load(const float *p) { return vld1q_f32(p); }
static inline void v4_store(float *p, v4 a) { vst1q_f32(p, a); }
static inline v4 v4_set1(float a) { return vdupq_n_f32(a); }
static inline v4 v4_add(v4 a, v4 b) { return vaddq_f32(a, b); }
static inline v4 v4_mul(v4 a, v4 b) { return vmulq_f32(a, b); }

#include "core/simd/vec_v12_rows.h"
#include "core/simd/vec_v8_pair.h"
