// SPDX-License-Identifier: MIT
//
// Three floats per lane, for vectors of four lanes and more, over VEC_SHUFFLE(a, b, p,
// q, r, s), which gives floats p and q of a and r and s of b within each 128-bit part.
// vec_load_parts takes a part every twelve floats, so each part has its own four lanes.

#pragma once

static inline void vf_load3(const float *p, vf out[3])
{
    const vf a = vec_load_parts(p), b = vec_load_parts(p + 4), c = vec_load_parts(p + 8);
    const vf xy = VEC_SHUFFLE(b, c, 2, 3, 1, 2); // x2 y2 x3 y3
    const vf yz = VEC_SHUFFLE(a, b, 1, 2, 0, 1); // y0 z0 y1 z1
    out[0] = VEC_SHUFFLE(a, xy, 0, 3, 0, 2);
    out[1] = VEC_SHUFFLE(yz, xy, 0, 2, 1, 3);
    out[2] = VEC_SHUFFLE(yz, c, 1, 3, 0, 3);
}

static inline void vf_store3(float *p, const vf in[3])
{
    const vf xy = VEC_SHUFFLE(in[0], in[1], 0, 2, 0, 2); // x0 x2 y0 y2
    const vf yz = VEC_SHUFFLE(in[1], in[2], 1, 3, 1, 3); // y1 y3 z1 z3
    const vf zx = VEC_SHUFFLE(in[2], in[0], 0, 2, 1, 3); // z0 z2 x1 x3
    vec_store_parts(p, VEC_SHUFFLE(xy, zx, 0, 2, 0, 2));
    vec_store_parts(p + 4, VEC_SHUFFLE(yz, xy, 0, 2, 1, 3));
    vec_store_parts(p + 8, VEC_SHUFFLE(zx, yz, 1, 3, 1, 3));
}
