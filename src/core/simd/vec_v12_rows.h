// SPDX-License-Identifier: MIT
//
// Three rows of four floats as three v4, for instruction sets of four lanes.

#pragma once

typedef struct v12 {
    v4 row[3];
} v12;

static inline v12 v12_zero(void) { return (v12){{v4_set1(0.0f), v4_set1(0.0f), v4_set1(0.0f)}}; }
static inline v12 v12_add_scaled(v12 sum, float by, const float *p)
{
    const v4 w = v4_set1(by);
    return (v12){{v4_add(sum.row[0], v4_mul(w, v4_load(p))), v4_add(sum.row[1], v4_mul(w, v4_load(p + 4))),
                  v4_add(sum.row[2], v4_mul(w, v4_load(p + 8)))}};
}
static inline void v12_store(float *p, v12 a)
{
    v4_store(p, a.row[0]);
    v4_store(p + 4, a.row[1]);
    v4_store(p + 8, a.row[2]);
}
