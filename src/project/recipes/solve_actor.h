// SPDX-License-Identifier: MIT
//
// An actor's own poses, measured in a take in which they are held one after the other.

#pragma once

#include "project/recipes/solve_face.h"
#include "project/recipes/solve_points.h"

/// What a solver of the actor's points needs.
typedef struct MieniSolveActor {
    MienVec3 *neutral;
    const MienVec3 **poses; ///< Per pose of the asset or morph target; NULL in it: not measured.
    double noise;
} MieniSolveActor;

/// Measures the poses that the settings name. desc is of the solver without them, head the bone that moves
/// with the head, or -1. All memory is the recipe's.
MienStatus mieni_solve_actor_open(MieniClipMaking *making, const MieniSolveView *settings,
                                  const MieniSolveFace *face, const MienSolverDesc *desc, int head,
                                  const MieniSolvePoints *points, MieniSolveActor *out_actor);
