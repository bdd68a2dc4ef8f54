// SPDX-License-Identifier: MIT
//
// Quaternions and transforms in float. The order of every operation is part of
// the contract: kernels and cooking must arrive at the same bits.

#include "float_rules.h"

#include "mien/math.h"

#include "square_root.h"

// Below this squared length a quaternion has no direction worth keeping.
static const float least_square = 0x1p-20f;

MienTransform mien_transform_identity(void)
{
    const MienTransform identity = {
        .rotation = {0.0f, 0.0f, 0.0f, 1.0f},
        .scale = {1.0f, 1.0f, 1.0f},
    };
    return identity;
}

MienQuat mien_quat_multiply(MienQuat a, MienQuat b)
{
    const MienQuat product = {
        .x = ((a.w * b.x + a.x * b.w) + a.y * b.z) - a.z * b.y,
        .y = ((a.w * b.y + a.y * b.w) + a.z * b.x) - a.x * b.z,
        .z = ((a.w * b.z + a.z * b.w) + a.x * b.y) - a.y * b.x,
        .w = ((a.w * b.w - a.x * b.x) - a.y * b.y) - a.z * b.z,
    };
    return product;
}

MienQuat mien_quat_normalize(MienQuat q)
{
    const float square = (q.x * q.x + q.y * q.y) + (q.z * q.z + q.w * q.w);
    // Written so that not-a-number is caught too.
    if (!(square >= least_square))
        return (MienQuat){0.0f, 0.0f, 0.0f, 1.0f};
    const float factor = 1.0f / mieni_sqrtf(square);
    return (MienQuat){q.x * factor, q.y * factor, q.z * factor, q.w * factor};
}

static MienVec3 cross(MienVec3 a, MienVec3 b)
{
    return (MienVec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// For q = (u, w) of length 1, q v q* = v + w t + u x t with t = 2 (u x v): half
// the multiplications of two quaternion products, and no matrix.
MienVec3 mien_quat_rotate(MienQuat q, MienVec3 v)
{
    const MienVec3 u = {q.x, q.y, q.z};
    const MienVec3 c = cross(u, v);
    const MienVec3 t = {c.x + c.x, c.y + c.y, c.z + c.z};
    const MienVec3 d = cross(u, t);
    return (MienVec3){(v.x + q.w * t.x) + d.x, (v.y + q.w * t.y) + d.y, (v.z + q.w * t.z) + d.z};
}

MienTransform mien_transform_compose(const MienTransform *parent, const MienTransform *child)
{
    const MienVec3 s = parent->scale, t = child->translation, o = parent->translation;
    const MienVec3 v = mien_quat_rotate(parent->rotation, (MienVec3){s.x * t.x, s.y * t.y, s.z * t.z});
    const MienTransform composed = {
        .rotation = mien_quat_multiply(parent->rotation, child->rotation),
        .translation = {o.x + v.x, o.y + v.y, o.z + v.z},
        .scale = {s.x * child->scale.x, s.y * child->scale.y, s.z * child->scale.z},
    };
    return composed;
}
