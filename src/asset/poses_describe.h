// SPDX-License-Identifier: MIT
//
// A pose asset while it is described.

#pragma once

#include "asset/poses_parts.h"

/// A take that some pose uses.
typedef struct MieniUsedTake {
    const MienAuthorClip *clip;
    bool is_used;
    int *bones;      ///< Per track, the skeleton's bone or -1.
    int first_curve; ///< Its curves among all candidates.
} MieniUsedTake;

typedef struct MieniDescribe {
    const MieniAsset *asset;
    const MieniJson *root;
    MieniJson *const *rows; ///< Of poses.
    int pose_count;
    const MienAuthorSkeleton *skeleton;
    const MieniPosesTake *takes;
    int take_count;
    MieniArena *arena;
    MienError *error;

    MieniNameEntry *bone_names, *pose_names; ///< Sorted.
    MieniUsedTake *used;                     ///< Per take.
    int *take_of;                            ///< Per pose, or -1.
    MieniMoment *moments;                    ///< Per pose with a take.
    int base;                                ///< The base pose, or -1.
    MienAuthorPose *poses;
    MienTransform *base_bones; ///< Of the base pose; NULL without one.
    MieniPosesNotes notes;
} MieniDescribe;

/// A pose by its name, or -1.
static inline int mieni_describe_find(const MieniDescribe *describe, const char *name)
{
    return mieni_names_search(describe->pose_names, describe->pose_count, name);
}

static inline MienStatus mieni_describe_no_memory(const MieniDescribe *describe)
{
    return mieni_poses_no_memory(describe->error);
}

/// Whether what refers to what makes sense: roles, base, masks, groups. Needs no take.
MienStatus mieni_poses_check(const MieniAsset *asset, MienError *error);
