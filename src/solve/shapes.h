// SPDX-License-Identifier: MIT
//
// What a pose does to points by the morph targets that it sets, or what an actor's own does.

#pragma once

#include "base/arena.h"
#include "core/square_root.h"
#include "mien_solve/solve.h"

/// The offsets of one pose: only of points that it moves.
typedef struct MieniShape {
    int count;
    uint32_t *points; ///< Ascending.
    float *offsets;   ///< Three per point, times the root of the point's weight.
} MieniShape;

/// The shape of offsets of all points. False without memory.
bool mieni_shape_keep(MieniArena *arena, const float *offsets, int point_count, MieniShape *out_shape);
/// The shape of a pose; without poses, of a morph target. scratch has three numbers per point. False
/// without memory.
bool mieni_shape_create(MieniArena *arena, const MienSolverDesc *desc, int pose, int point_count,
                        float *scratch, MieniShape *out_shape);

/// Whether the actor's own pose is used.
static inline bool mieni_is_measured(const MienSolverDesc *desc, int pose)
{
    return desc->actor_poses != NULL && desc->actor_poses[pose] != NULL;
}

/// The root of a point's weight; weights NULL: 1.
static inline float mieni_point_weight(const float *weights, int point)
{
    return weights != NULL ? mieni_sqrtf(weights[point]) : 1.0f;
}
