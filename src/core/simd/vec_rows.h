// SPDX-License-Identifier: MIT
//
// Rows of four floats for vectors of four lanes and more: vector k holds rows k,
// k + 4, k + 8, ... as its 128-bit parts, so turning rows into lanes is one 4 x 4
// transposition within each part.

#pragma once

typedef vf vr;
#define VR_N 4

static inline vr vr_add(vr a, vr b) { return vf_add(a, b); }
static inline vr vr_mul(vr a, vr b) { return vf_mul(a, b); }
static inline void vr_to_lanes(const vr in[VR_N], vf out[4])
{
    vf a = in[0], b = in[1], c = in[2], d = in[3];
    vec_transpose4(&a, &b, &c, &d);
    out[0] = a;
    out[1] = b;
    out[2] = c;
    out[3] = d;
}
static inline void vr_from_lanes(const vf in[4], vr out[VR_N]) { vr_to_lanes(in, out); }
