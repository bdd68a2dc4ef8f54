// SPDX-License-Identifier: MIT
//
// Jobs: from curve values to a posed skeleton. One character at a time, or a
// crowd over one asset. The same inputs give the same bits on every platform,
// instruction set and layout.
//
// Ownership  The caller owns every array and the scratch block.
// Threads    A job is yours; any number of threads may run jobs on one asset,
//            each with its own scratch. A job runs in the default floating-
//            point environment and restores the caller's.
// Memory     Running a job never allocates.
// Errors     MIEN_ERROR_ARGUMENT for a NULL, a wrong count or too little
//            scratch, before anything is written.

#pragma once

#include "mien/base.h"
#include "mien/curves.h"
#include "mien/math.h"
#include "mien/pose_asset.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Which stored form to use. All give the same bits; automatic picks the faster.
typedef enum MienPoseLayout {
    MIEN_LAYOUT_AUTO = 0,
    MIEN_LAYOUT_POSES, ///< Pose by pose: best while few poses are active.
    MIEN_LAYOUT_ROWS,  ///< Bone by bone: best while many are.
} MienPoseLayout;

/// A weight given directly, instead of through curves.
typedef struct MienPoseWeight {
    int pose;
    float weight;
} MienPoseWeight;

/// One evaluation for one character. Zero-initialise, then fill.
///
/// Bones and curves are in the order of what the asset is bound to; without a
/// binding, bones are the asset's own bones, curves its controls followed by
/// the curves its poses define.
typedef struct MienPoseJob {
    const MienPoseAsset *asset;
    const MienPoseBinding *binding; ///< NULL: the asset's own order.
    int level;                      ///< Level of detail, 0 is all.

    int bone_count;             ///< Length of input and out_bones: the target's bones, or those of the level.
    const MienTransform *input; ///< In: per bone, local space.
    MienTransform *out_bones;   ///< Out: may be input, then only influenced bones are written.

    MienCurveSet curves;     ///< In: drives the controls. Not-a-number counts as 0.
    MienCurveSet out_curves; ///< Out: gets the curves that active poses define; the rest is copied from
                             ///< curves. May be the same arrays. count 0: not wanted.

    const MienPoseWeight *weights; ///< In: used instead of curves if not NULL. In mien assets, weights of
    int weight_count;              ///< one pose add up; what is not listed is 0.

    MienPoseLayout layout;
    bool allow_negative; ///< Unreal assets only: negative weights count.
    bool write_delta;    ///< Unreal additive assets only: write the offset itself (rotation, translation,
                         ///< scale minus one) instead of applying it to the input.

    float *out_asked;   ///< Out: per control, before masks and groups. May be NULL.
    float *out_applied; ///< Out: per control, after them. May be NULL.
    float *out_weights; ///< Out: per pose. May be NULL.

    void *scratch;       ///< Working memory, 64-byte aligned.
    size_t scratch_size; ///< At least mien_pose_job_scratch_size().
} MienPoseJob;

/// Bytes of scratch that any job on this asset needs.
MIEN_API size_t mien_pose_job_scratch_size(const MienPoseAsset *asset);
/// Runs the job. Never allocates.
MIEN_API MienStatus mien_pose_job_run(const MienPoseJob *job);

/// Crowds keep characters in tiles of 16, so that one vector holds one channel
/// of several characters.
#define MIEN_TILE          16
#define MIEN_TILE_CHANNELS 10 ///< Rotation x y z w, translation x y z, scale x y z.

/// Floats of one tile of bones: channel c of bone b of the tile's character k is
/// at [(b * MIEN_TILE_CHANNELS + c) * MIEN_TILE + k].
MIEN_API size_t mien_tile_size(int bone_count);
/// Copies a character's pose into place k of a tile.
MIEN_API void mien_tile_write(float *tile, int bone_count, int k, const MienTransform *pose);
/// Copies place k of a tile out into a character's pose.
MIEN_API void mien_tile_read(const float *tile, int bone_count, int k, MienTransform *out_pose);

/// One evaluation for many characters over one asset. Every array is tiles one
/// after another, MIEN_TILE characters each, the last one whole even if fewer
/// characters remain. Zero-initialise, then fill.
typedef struct MienCrowdJob {
    const MienPoseAsset *asset;
    const MienPoseBinding *binding; ///< NULL: the asset's own order.
    int level;                      ///< Level of detail, 0 is all.
    int character_count;

    int bone_count;     ///< The target's bones, or those of the level.
    const float *input; ///< In: tiles, 64-byte aligned.
    float *out_bones;   ///< Out: tiles, 64-byte aligned. May be input.

    int curve_count;         ///< The binding's curves.
    const float *curves;     ///< In: [tile][curve][MIEN_TILE] values, 64-byte aligned; absent is 0.
    const uint16_t *present; ///< In: [tile][curve], bit k for character k; may be NULL.
    float *out_curves;       ///< Out: as curves; may be curves, or NULL.
    uint16_t *out_present;   ///< Out: as present; may be present, or NULL.

    float *out_weights; ///< Out: [tile][pose][MIEN_TILE]. May be NULL.

    void *scratch;       ///< Working memory, 64-byte aligned.
    size_t scratch_size; ///< At least mien_crowd_job_scratch_size().
} MienCrowdJob;

/// Bytes of scratch that any crowd job on this asset needs.
MIEN_API size_t mien_crowd_job_scratch_size(const MienPoseAsset *asset);
/// Runs the job. Never allocates. Bit for bit what mien_pose_job_run gives each
/// character.
MIEN_API MienStatus mien_crowd_job_run(const MienCrowdJob *job);

#ifdef __cplusplus
}
#endif
