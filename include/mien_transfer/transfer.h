// SPDX-License-Identifier: MIT
//
// Transfer: poses of one face for another face with bones of the same names. Rotations are
// carried in model space, translations are scaled by the size of the region around their bone,
// and corrected poses of the target teach the others.
//
// Both faces look in the same direction, with the same axis up.
//
// Ownership  A result owns its transforms; it refers to the source's names, curves and rules, and
//            to the target's skeleton, until it is destroyed.
// Memory     The given allocator is used for the result and for temporary memory.
// Threads    No state: run any number at a time.
// Determinism The same input gives the same bits on every platform.

#pragma once

#include "mien/mien.h"
#include "mien_author/pose_asset.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MienTransfer MienTransfer;

/// A pose that the target has already. It stays as it is, and teaches the other poses.
typedef struct MienTransferPin {
    int pose;                   ///< Index in the source.
    const MienTransform *bones; ///< One per bone of the target's skeleton.
    const bool *has_bone; ///< Which of them are given, one per bone; the others are transferred. NULL: all.
} MienTransferPin;

/// What to transfer. Zero-initialise: zero is every field's default.
typedef struct MienTransferDesc {
    /// The poses. The rest pose of their skeleton is that of the source's face.
    const MienAuthorPoseAsset *source;
    const MienAuthorSkeleton *target; ///< With the rest pose of the target's face.
    /// The skin of both faces. With both, lids and lips close as far as the source's do, and reports say
    /// what is seen of eyes and teeth; NULL: bones only.
    const MienMesh *source_mesh, *target_mesh;
    const MienTransferPin *pins;
    int pin_count;
    void *user;
    /// Called per pose with the part that is done, from 0 to 1. False cancels. May be NULL.
    bool (*progress)(void *user, double done);
    const MienAllocator *allocator;
} MienTransferDesc;

/// What became of a pose.
typedef struct MienTransferPose {
    bool is_pinned;
    /// Bones that the source's pose moves and the target does not have.
    int lost_bones;
    /// Whether the faces were looked at: both have a mesh, and the pose does not turn the head.
    bool is_seen;
    float source_eyes, target_eyes;   ///< How much is seen of the eyes, 1: as at rest, or no lid turns.
    float source_teeth, target_teeth; ///< How much is seen of the teeth, 1: all of them.
    /// How far lips are apart, beyond rest, in heights of the head; mouthClose is measured over an open jaw.
    float source_gap, target_gap;
} MienTransferPose;

/// Transfers all poses. On failure *out_transfer is NULL.
MIEN_API MienStatus mien_transfer_run(const MienTransferDesc *desc, MienTransfer **out_transfer,
                                      MienError *error);
MIEN_API void mien_transfer_destroy(MienTransfer *transfer); ///< Accepts NULL.

/// The target's poses: those of the source, in their order, with the target's bones.
MIEN_API const MienAuthorPoseAsset *mien_transfer_poses(const MienTransfer *transfer);
/// What became of one of these poses.
MIEN_API MienTransferPose mien_transfer_pose(const MienTransfer *transfer, int pose);

#ifdef __cplusplus
}
#endif
