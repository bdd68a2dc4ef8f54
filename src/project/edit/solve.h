// SPDX-License-Identifier: MIT
//
// Changes of assets that solving a clip makes: the recipe in the clip, and accepted poses in the pose asset.

#pragma once

#include "project/recipes/recipes.h"

/// How a clip is solved: docs/assets.md describes the keys.
typedef struct MieniSolveSettings {
    const char *poses;                       ///< Path of a pose asset; for points also of a mesh.
    const char *points, *head;               ///< For points; NULL: none.
    const char *calibrate, *labels;          ///< For points: the actor's own poses; NULL: none.
    const double *neutral, *smooth;          ///< Seconds; NULL: the defaults.
    bool has_residual;                       ///< Keeps what the poses cannot express.
    const char *const *only, *const *prefer; ///< Names of curves.
    int only_count, prefer_count;
} MieniSolveSettings;

/// Replaces how a clip asset is solved. False if out of memory.
bool mieni_solve_put(MieniAsset *clip, const MieniSolveSettings *settings);
/// Adds a proposed pose to a pose asset under a name.
MienStatus mieni_solve_accept(MieniAsset *poses, const char *name, const MieniProposedPose *pose,
                              MienError *error);
/// Adds a name to the curves that a clip is solved for, if it lists them: otherwise all are. False if out
/// of memory.
bool mieni_solve_also(MieniAsset *clip, const char *name);
