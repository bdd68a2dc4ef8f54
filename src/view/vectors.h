// SPDX-License-Identifier: MIT
//
// Vector and box arithmetic for the sources of this module. Include core/float_rules.h first.

#pragma once

#include "core/square_root.h"
#include "view/face.h"

static inline MienVec3 minus(MienVec3 a, MienVec3 b) { return (MienVec3){a.x - b.x, a.y - b.y, a.z - b.z}; }

static inline MienVec3 plus(MienVec3 a, MienVec3 b) { return (MienVec3){a.x + b.x, a.y + b.y, a.z + b.z}; }

static inline float dot(MienVec3 a, MienVec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static inline MienVec3 cross(MienVec3 a, MienVec3 b)
{
    return (MienVec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline float square_of_way(MienVec3 from, MienVec3 to)
{
    const float x = to.x - from.x, y = to.y - from.y, z = to.z - from.z;
    return x * x + y * y + z * z;
}

static inline void box_grow(MieniBox *box, MienVec3 at)
{
    if (!box->is_known)
        *box = (MieniBox){at, at, true};
    box->min = (MienVec3){at.x < box->min.x ? at.x : box->min.x, at.y < box->min.y ? at.y : box->min.y,
                          at.z < box->min.z ? at.z : box->min.z};
    box->max = (MienVec3){at.x > box->max.x ? at.x : box->max.x, at.y > box->max.y ? at.y : box->max.y,
                          at.z > box->max.z ? at.z : box->max.z};
}

/// A box of a face that looks back, turned round.
static inline MieniBox box_in_scene(const MieniFace *face, MieniBox box)
{
    if (!face->looks_back)
        return box;
    return (MieniBox){{-box.max.x, box.min.y, -box.max.z}, {-box.min.x, box.max.y, -box.min.z}, box.is_known};
}
