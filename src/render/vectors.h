// SPDX-License-Identifier: MIT
//
// Arithmetic of three numbers, for the sources of this module. Include
// core/float_rules.h first.

#pragma once

#include "core/square_root.h"
#include "mien/math.h"

static inline MienVec3 vec(float x, float y, float z) { return (MienVec3){x, y, z}; }
static inline MienVec3 vec_add(MienVec3 a, MienVec3 b) { return vec(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline MienVec3 vec_sub(MienVec3 a, MienVec3 b) { return vec(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline MienVec3 vec_scale(MienVec3 a, float s) { return vec(a.x * s, a.y * s, a.z * s); }
static inline float vec_dot(MienVec3 a, MienVec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline float vec_length(MienVec3 a) { return mieni_sqrtf(vec_dot(a, a)); }
static inline MienVec3 vec_cross(MienVec3 a, MienVec3 b)
{
    return vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/// Length 1; other where there is no direction.
static inline MienVec3 vec_normal(MienVec3 a, MienVec3 other)
{
    const float length = vec_length(a);
    return length > 1e-20f ? vec_scale(a, 1 / length) : other;
}

static inline MienVec3 matrix_point(const MienMatrix34 *a, MienVec3 p)
{
    const float *m = a->m;
    return vec(m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3], m[4] * p.x + m[5] * p.y + m[6] * p.z + m[7],
               m[8] * p.x + m[9] * p.y + m[10] * p.z + m[11]);
}

static inline MienVec3 matrix_direction(const MienMatrix34 *a, MienVec3 p)
{
    const float *m = a->m;
    return vec(m[0] * p.x + m[1] * p.y + m[2] * p.z, m[4] * p.x + m[5] * p.y + m[6] * p.z,
               m[8] * p.x + m[9] * p.y + m[10] * p.z);
}

static inline bool vec_is_finite(MienVec3 a)
{
    const float zero = (a.x - a.x) + (a.y - a.y) + (a.z - a.z); // NaN unless all are finite
    return zero == 0;
}

/// Three directions at right angles, the last one along z, which has length 1.
typedef struct Axes {
    MienVec3 x, y, z;
} Axes;

static inline Axes axes_along(MienVec3 z)
{
    const bool is_steep = z.y > 0.95f || z.y < -0.95f;
    const MienVec3 up = is_steep ? vec(0, 0, -1) : vec(0, 1, 0);
    const MienVec3 x = vec_normal(vec_cross(up, z), vec(1, 0, 0));
    return (Axes){x, vec_cross(z, x), z};
}
