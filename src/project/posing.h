// SPDX-License-Identifier: MIT
//
// New poses from what a face shows: bones of a viewport, weights of its own poses, a time in a clip.

#pragma once

#include "project/recipes/recipes.h"

/// A bone as it is shown.
typedef struct MieniPosedBone {
    const char *name;
    MienTransform transform; ///< Relative to its parent.
} MieniPosedBone;

/// What a bone of the skeleton is in a pose; pose -1 is the base.
const MienTransform *mieni_posed_bone(const MieniPosesRecipe *recipe, int pose, int bone);
/// Bones of the asset's skeleton as they are in a pose, with the given ones in
/// their place; bones that the skeleton lacks are ignored. out_bones has one per bone of the
/// skeleton. False without memory.
bool mieni_posed_bones(const MieniPosesRecipe *recipe, int pose, const MieniPosedBone *bones, int bone_count,
                       MienTransform *out_bones);

/// What the face shows. Zero-initialise and fill.
typedef struct MieniPoseMoment {
    const char *const *poses; ///< Curve-driven poses of the asset.
    const float *values;      ///< Of the curves with their names.
    int value_count;
    const MienAuthorClip *clip; ///< Or NULL.
    double time;                ///< In the clip, seconds.
} MieniPoseMoment;

/// Adds a pose with values at the end, which is what the moment gives: tracks of the clip are the
/// input pose, its curves and the values drive the poses of the asset, with overrides, groups and
/// correctives. Curves of the clip that drive no pose of the asset become curves of the pose. What is
/// as in the base is not written. Fails with MIEN_ERROR_DATA if the clip has nothing for the asset.
/// recipe is of the asset as it is in the project.
MienStatus mieni_poses_add_moment(MieniAsset *asset, const MieniPosesRecipe *recipe, const char *name,
                                  const MieniPoseMoment *moment, MienError *error);
