// SPDX-License-Identifier: MIT
//
// From text assets to what cooking takes: poses, skeletons, modifiers. Every asset
// passed its check; every take and skeleton passed its own.
//
// Ownership  What is described lives in the arena and points at the asset, the
//            skeleton and the takes.
// Errors     Places are those of the text: "line 12, poses[3].on".

#pragma once

#include "asset/asset.h"
#include "mien_author/clip.h"
#include "mien_author/modifiers.h"
#include "mien_author/pose_asset.h"

/// A take that poses come from: what was read of a file.
typedef struct MieniPosesTake {
    const char *file;           ///< As the asset spells it.
    const char *take;           ///< Within the file; "" where the asset names none.
    const MienAuthorClip *clip; ///< NULL: not read.
} MieniPosesTake;

/// A moment of a take.
typedef struct MieniMoment {
    int frame;   ///< Or -1: at the time.
    double time; ///< Also of the frame.
} MieniMoment;

enum { MIENI_HASH_ROOM = 17 }; ///< Sixteen digits and the closing zero.

/// Every take that the asset's poses and skipped frames come from, once, without
/// clips; the asset's own source first, if it has one. *out_takes is the arena's.
MienStatus mieni_poses_takes(const MieniAsset *asset, MieniArena *arena, MieniPosesTake **out_takes,
                             int *out_count, MienError *error);

/// The curves that drive a pose, by index: its own, that of the pose it is on, or all that a
/// combination needs. NULL behind the last; the base pose has none.
const char *mieni_pose_driver(const MieniJson *root, const MieniJson *row, int index);
/// Whether case does not count in names of curves that drive poses.
bool mieni_pose_drivers_fold_case(const MieniJson *root);

/// What describing did not use.
typedef struct MieniPosesNotes {
    int ignored_count;         ///< Tracks of bones that the skeleton lacks, over all takes used.
    const char *first_ignored; ///< The first of these bones, or NULL.
} MieniPosesNotes;

/// What cooking takes. What a pose does not say, neither by its source nor by hand, is
/// as the base; what the base does not say is as the skeleton's reference. A pose
/// defines the curves that it lists, and those of its take that are not 0 there, or
/// not 0 in the base. out_notes may be NULL.
MienStatus mieni_poses_describe(const MieniAsset *asset, const MienAuthorSkeleton *skeleton,
                                const MieniPosesTake *takes, int take_count, MieniArena *arena,
                                MienAuthorPoseAsset *out_poses, MieniPosesNotes *out_notes, MienError *error);

/// A skeleton asset as cooking takes it: parents by name, before their children.
MienStatus mieni_skeleton_describe(const MieniAsset *asset, MieniArena *arena,
                                   MienAuthorSkeleton *out_skeleton, MienError *error);
/// Writes bones and curves into a skeleton asset, in place of those it has; what is
/// as by default is left out. On failure the asset is as it was.
MienStatus mieni_skeleton_fill(MieniAsset *asset, const MienAuthorSkeleton *skeleton, MienError *error);

/// Whether a name says that a pose is the face at rest: "neutral", "Rest_Pose".
bool mieni_poses_is_rest_name(const char *name);
