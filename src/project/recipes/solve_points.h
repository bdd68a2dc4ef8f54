// SPDX-License-Identifier: MIT
//
// Points of a tracker: a clip's curves, three per point, and where each point is on a face.

#pragma once

#include "project/recipes/clip_making.h"

/// The points that both the map and the clip have.
typedef struct MieniSolvePoints {
    int count;
    const char **names;
    uint32_t *vertices;
    int *bones; ///< Per point, -1: it is on its vertex. NULL: all are.
    float *weights;
    int (*curves)[3]; ///< The clip's curves of x, y and z.
    float unit;       ///< Metres.
    bool is_z_up;
    const char **missing; ///< Points of the map that the clip lacks.
    int missing_count;
} MieniSolvePoints;

/// Reads the map and finds its points in the clip that is assembled. skeleton and mesh are those of the
/// face. All memory is the recipe's.
MienStatus mieni_solve_points_open(MieniClipMaking *making, const MieniSolveView *settings,
                                   const MienSkeleton *skeleton, const MienMesh *mesh,
                                   MieniSolvePoints *out_points);
/// Finds the same points in another table of the tracker, at path.
MienStatus mieni_solve_points_again(MieniClipMaking *making, const char *path, const MienAuthorClip *clip,
                                    const MieniSolvePoints *points, MieniSolvePoints *out_points);
/// Where the points are at a time.
void mieni_solve_points_place(const MieniSolvePoints *points, const MienAuthorClip *clip, double time,
                              MienVec3 *out_positions);
