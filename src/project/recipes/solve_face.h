// SPDX-License-Identifier: MIT
//
// The face that a solver works with: a pose asset with its skeleton and mesh, cooked in memory and
// loaded.

#pragma once

#include "project/recipes/recipes.h"

typedef struct MieniSolveFace {
    MieniPosesRecipe recipe;
    MienAuthorPack packs[3];
    MienSkeleton *skeleton; ///< NULL: a mesh asset names none.
    MienPoseAsset *poses;   ///< NULL: the morph targets are the poses.
    MienMesh *mesh;         ///< NULL: the pose asset names none.
} MieniSolveFace;

/// poses is a pose asset, or a mesh asset whose morph targets are the poses; then poses is NULL.
/// On failure there is nothing to close.
MienStatus mieni_solve_face_open(const MieniProject *project, const char *poses, MieniSolveFace *out_face,
                                 MieniProblem *problem);
void mieni_solve_face_close(MieniSolveFace *face); ///< Accepts one that was zeroed.

/// Poses, or morph targets without them.
int mieni_solve_face_pose_count(const MieniSolveFace *face);
int mieni_solve_face_find_pose(const MieniSolveFace *face, const char *name); ///< -1: there is none.
/// Reports a name that is no pose of the asset at poses, with the nearest one that is.
MienStatus mieni_solve_face_no_pose(const MieniSolveFace *face, const char *name, const char *poses,
                                    const char *path, MieniLocation place, MieniProblem *problem);
