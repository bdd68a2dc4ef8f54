// SPDX-License-Identifier: MIT
//
// The poses of another face as a take that a pose asset has its poses from.

#pragma once

#include "asset/asset.h"
#include "base/arena.h"
#include "mien_author/clip.h"
#include "mien_transfer/transfer.h"
#include "project/project.h"

/// What became of a transferred pose.
typedef struct MieniTransferred {
    const char *name; ///< Of the source's pose.
    MienTransferPose pose;
} MieniTransferred;

typedef struct MieniPosesTransfer {
    const MieniProject *project;
    const char *path;
    const MieniAsset *asset; ///< At the path; its own edits are pins.
    const MienAuthorPoseAsset *source;
    const MienAuthorSkeleton *target;
    const MienMesh *source_mesh, *target_mesh; ///< NULL: bones only.
    MieniArena *arena;                         ///< For what is made.
    // What is made.
    const MienAuthorClip *clip;          ///< A pose a second, each with a marker of its name.
    const MieniTransferred *transferred; ///< One per pose of the source.
} MieniPosesTransfer;

/// What a transfer depends on apart from the files that it reads: the bones of the target, what the asset
/// wants, and its pins. False without memory.
bool mieni_poses_transfer_key(const MieniAsset *asset, const MienAuthorSkeleton *target,
                              MieniContentHash *out_key);
/// Copies what was made into the arena of another transfer; false without memory.
bool mieni_poses_transfer_copy(const MieniPosesTransfer *from, MieniPosesTransfer *to);

MienStatus mieni_poses_transfer(MieniPosesTransfer *transfer, MieniProblem *problem);
