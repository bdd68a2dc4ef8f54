// SPDX-License-Identifier: MIT
//
// The vector interface in plain C: one lane. It is the definition that every
// other vec_*.h must match bit for bit.
//
//   vf       VF_W floats, one per lane      vm   a truth value per lane
//   v4, v8   4 and 8 floats of one bone     vr   VR_N of them hold a row of 4 floats
//                                           per lane; vr_to_lanes and vr_from_lanes
//                                           turn them into 4 vectors and back
//   v8_halves: the low half of one, the high half of the other
//   v12      three rows of four floats; stored or loaded, four more may be touched
//   vr_load_every: the row of lane n is at p + n * stride
//   vf_load3, vf_store3: three floats per lane, lane after lane, as three vectors
//
// Vectors of four lanes also have, to cut fields out of bytes:
//
//   vi       four whole numbers of 32 bits; vi_power: 2 to the power of each, 0 to 22;
//            vi_inverse_power: the same with a minus; vi_of_bytes: four of eight bytes
//   vp       where eight words of four bytes begin, from 0 to 14; vp_words: four of them
//
// Comparisons with not-a-number are false, except vf_ne.

#pragma once

#include "core/square_root.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define VF_W 1

typedef float vf;
typedef bool vm;

static inline vf vf_load(const float *p) { return *p; }
static inline void vf_store(float *p, vf a) { *p = a; }
static inline vf vf_set1(float a) { return a; }
static inline vf vf_add(vf a, vf b) { return a + b; }
static inline vf vf_sub(vf a, vf b) { return a - b; }
static inline vf vf_mul(vf a, vf b) { return a * b; }
static inline vf vf_div(vf a, vf b) { return a / b; }
static inline vf vf_sqrt(vf a) { return mieni_sqrtf(a); }
static inline vf vf_abs(vf a) { return a < 0.0f ? -a : a + 0.0f; }
static inline vm vf_lt(vf a, vf b) { return a < b; }
static inline vm vf_ge(vf a, vf b) { return a >= b; }
static inline vm vf_eq(vf a, vf b) { return a == b; }
static inline vm vf_ne(vf a, vf b) { return !(a == b); }
static inline vf vf_select(vm m, vf yes, vf no) { return m ? yes : no; }
static inline vf vf_negate_where(vm m, vf a) { return m ? -a : a; }
static inline vm vm_or(vm a, vm b) { return a || b; }
static inline vm vm_and(vm a, vm b) { return a && b; }
static inline vm vm_not(vm a) { return !a; }
static inline vm vm_none(void) { return false; }
static inline uint32_t vm_bits(vm a) { return a ? 1u : 0u; }
static inline vm vm_from_bits(uint32_t bits) { return (bits & 1) != 0; } ///< Higher bits do not count.

/// table[index[k]] in lane k.
static inline vf vf_lookup(const float *table, const uint16_t *index) { return table[index[0]]; }

typedef struct v4 {
    float f[4];
} v4;

static inline v4 v4_load(const float *p)
{
    v4 a;
    memcpy(a.f, p, sizeof a.f);
    return a;
}
static inline void v4_store(float *p, v4 a) { memcpy(p, a.f, sizeof a.f); }
static inline v4 v4_set1(float a) { return (v4){{a, a, a, a}}; }
static inline v4 v4_add(v4 a, v4 b)
{
    return (v4){{a.f[0] + b.f[0], a.f[1] + b.f[1], a.f[2] + b.f[2], a.f[3] + b.f[3]}};
}
static inline v4 v4_mul(v4 a, v4 b)
{
    return (v4){{a.f[0] * b.f[0], a.f[1] * b.f[1], a.f[2] * b.f[2], a.f[3] * b.f[3]}};
}

#include "core/simd/vec_v12_rows.h"
#include "core/simd/vec_v8_pair.h"

typedef v4 vr;
#define VR_N 1

static inline vr vr_load(const float *const row[VF_W], int at, int k) { return v4_load(row[k] + at); }
static inline void vr_store(float *const row[VF_W], int at, int k, vr a) { v4_store(row[k] + at, a); }
static inline vr vr_load_at(const float *base, const size_t at[VF_W], int k) { return v4_load(base + at[k]); }
static inline vr vr_load_every(const float *p, size_t stride, int k)
{
    return v4_load(p + stride * (size_t)k);
}
static inline void vr_store_at(float *base, const size_t at[VF_W], int k, vr a) { v4_store(base + at[k], a); }
static inline vr vr_add(vr a, vr b) { return v4_add(a, b); }
static inline vr vr_mul(vr a, vr b) { return v4_mul(a, b); }
static inline void vr_from_lanes(const vf in[4], vr out[VR_N]) { memcpy(out, in, sizeof *out); }
static inline void vr_to_lanes(const vr in[VR_N], vf out[4]) { memcpy(out, in, sizeof *in); }

static inline void vf_load3(const float *p, vf out[3]) { memcpy(out, p, 3 * sizeof *p); }
static inline void vf_store3(float *p, const vf in[3]) { memcpy(p, in, 3 * sizeof *p); }
