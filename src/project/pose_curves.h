// SPDX-License-Identifier: MIT
//
// Curves of poses: a curve of its own name drives a pose, and characters know the curves in the
// table of their skeleton. So whatever adds a pose to an asset adds its curve to the table.

#pragma once

#include "asset/view.h"
#include "project/project.h"

/// The curve that drives a pose, which is called as the pose; NULL for the base, in-betweens and
/// correctives.
const char *mieni_pose_curve(const MieniPoseAssetView *poses, int index);

/// What saving a pose asset did to its skeleton.
typedef struct MieniPoseCurves {
    char skeleton[MIENI_PATH_ROOM]; ///< "" if it cannot be read: lint reports that.
    int added_count, removed_count;
} MieniPoseCurves;

/// Saves a pose asset, and the table of its skeleton with it: both files are replaced, or none.
/// Poses that are new or newly driven by a curve get one. Default curves (Pose_0) whose pose was
/// renamed or removed go, unless something else of the project uses them. out_curves may be NULL.
MienStatus mieni_pose_curves_save(const MieniProject *project, const char *path, const MieniAsset *asset,
                                  MieniPoseCurves *out_curves, MieniProblem *problem);
