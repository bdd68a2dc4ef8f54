// SPDX-License-Identifier: MIT
//
// Eight floats of one bone as two v4, for instruction sets of four lanes.

#pragma once

typedef struct v8 {
    v4 low, high;
} v8;

static inline v8 v8_load(const float *p) { return (v8){v4_load(p), v4_load(p + 4)}; }
static inline void v8_store(float *p, v8 a)
{
    v4_store(p, a.low);
    v4_store(p + 4, a.high);
}
static inline v8 v8_set1(float a) { return (v8){v4_set1(a), v4_set1(a)}; }
static inline v8 v8_add(v8 a, v8 b) { return (v8){v4_add(a.low, b.low), v4_add(a.high, b.high)}; }
static inline v8 v8_mul(v8 a, v8 b) { return (v8){v4_mul(a.low, b.low), v4_mul(a.high, b.high)}; }
static inline v8 v8_halves(v8 low, v8 high) { return (v8){low.low, high.high}; }
static inline v8 v8_join(v4 low, v4 high) { return (v8){low, high}; }
