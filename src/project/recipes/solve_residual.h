// SPDX-License-Identifier: MIT
//
// What solved curves leave of a take, kept beside them: with both, the take is played as it was.

#pragma once

#include "mien_solve/solve.h"
#include "project/recipes/recipes.h"

/// Reads the bones of a frame of the take, one per bone of the skeleton.
typedef void (*MieniTakeFrame)(void *user, int frame, MienTransform *out_bones);

typedef struct MieniSolveResidual {
    const MienPoseAsset *poses;
    const MienSkeleton *skeleton;
    const float *values; ///< Per frame and curve-driven pose: the solved curves.
    int frame_count;
    double extent; ///< Height of what the poses move.
    void *user;
    MieniTakeFrame read;
    MieniArena *arena; ///< Where the results are.
    const MienAllocator *allocator;
} MieniSolveResidual;

/// The tracks that bones need in addition to the curves, at the clip's rate; those that need none have none.
/// has_bone says which bones of the skeleton the take has. False without memory.
bool mieni_solve_residual_tracks(const MieniSolveResidual *r, const bool *has_bone,
                                 MienAuthorClipTrack **out_tracks, int *out_count);
/// The same for curves of the take that the poses set, or that were solved: curves with a key per frame.
/// times has the time of each frame.
bool mieni_solve_residual_curves(const MieniSolveResidual *r, const MienAuthorClipCurve *taken, int count,
                                 const double *times, MienAuthorClipCurve **out_curves, int *out_count);
