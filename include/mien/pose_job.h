// SPDX-License-Identifier: MIT
//
// Jobs: compute a posed skeleton from curve values, for one character or for a crowd
// with one asset. The same inputs give the same bits on every platform, instruction
// set and layout.
//
// Ownership  The caller owns every array and the scratch block.
// Threads    Any number of threads may run jobs on one asset, each with its own job
//            and scratch. A job runs in the default floating-point environment and
//            restores the caller's.
// Memory     Running a job never allocates.
// Errors     MIEN_ERROR_ARGUMENT for a NULL, a wrong count or too little
//            scratch, before anything is written. The validate functions give the reason.

#pragma once

#include "mien/base.h"
#include "mien/curves.h"
#include "mien/math.h"
#include "mien/pose_asset.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Storage layout to use. All give the same bits; automatic selects the fastest.
typedef enum MienPoseLayout {
    MIEN_LAYOUT_AUTO = 0,
    MIEN_LAYOUT_POSES, ///< Pose by pose: fastest for few active poses.
    MIEN_LAYOUT_ROWS,  ///< Bone by bone: fastest for many active poses.
} MienPoseLayout;

/// A pose weight that is set directly, without curves.
typedef struct MienPoseWeight {
    int pose;
    float weight;
} MienPoseWeight;

/// Evaluates one character. Zero-initialise, then fill.
///
/// Bones and curves are in the order of the binding's skeleton. Without a binding, bones
/// are in the asset's order, and curves are its curve-driven poses followed by the curves
/// set by its poses.
typedef struct MienPoseJob {
    const MienPoseAsset *asset;
    const MienPoseBinding *binding; ///< NULL: the asset's own order.
    int lod;                        ///< LOD; 0 has all bones.

    int bone_count; ///< Length of input and out_bones: the skeleton's bone count, or that of the LOD.
    const MienTransform *input; ///< In: per bone, local space.
    MienTransform *out_bones;   ///< Out: may be input; then only affected bones are written.

    MienCurveSet curves;     ///< In: curves that drive poses. NaN counts as 0.
    MienCurveSet out_curves; ///< Out: the curves set by active poses; others are copied from
                             ///< curves. May be the same arrays. count 0: none.

    const MienPoseWeight *weights; ///< In: used instead of curves if not NULL. In mien assets, weights
    int weight_count;              ///< of the same pose add up; unlisted poses have weight 0.

    MienPoseLayout layout;
    bool allow_negative; ///< Unreal assets only: apply negative weights.
    bool write_delta;    ///< Unreal additive assets only: write the offset (rotation, translation,
                         ///< scale minus one) instead of applying it to the input.

    float *out_input_weights; ///< Out: input weight per curve-driven pose, before overrides and groups. May
                              ///< be NULL.
    float *out_final_weights; ///< Out: final weight per curve-driven pose. May be NULL.
    float *out_weights;       ///< Out: weight per pose. May be NULL.

    void *scratch;       ///< Working memory, 64-byte aligned.
    size_t scratch_size; ///< At least mien_pose_job_scratch_size().
} MienPoseJob;

/// Size of the scratch memory for any job on this asset, in bytes.
MIEN_API size_t mien_pose_job_scratch_size(const MienPoseAsset *asset);
/// Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
MIEN_API MienStatus mien_pose_job_validate(const MienPoseJob *job, MienError *error);
/// Runs the job. Never allocates.
MIEN_API MienStatus mien_pose_job_run(const MienPoseJob *job);

/// Crowds store characters in tiles of 16, so that a vector contains one channel of
/// several characters.
#define MIEN_TILE          16
#define MIEN_TILE_CHANNELS 10 ///< Rotation x y z w, translation x y z, scale x y z.

/// Number of floats in a tile of bones: channel c of bone b of character k in the tile is
/// at [(b * MIEN_TILE_CHANNELS + c) * MIEN_TILE + k].
MIEN_API size_t mien_tile_size(int bone_count);
/// Copies a character's pose into lane k of a tile.
MIEN_API void mien_tile_write(float *tile, int bone_count, int k, const MienTransform *pose);
/// Copies lane k of a tile into a character's pose.
MIEN_API void mien_tile_read(const float *tile, int bone_count, int k, MienTransform *out_pose);

/// Evaluates many characters with one asset. Every array consists of consecutive tiles
/// of MIEN_TILE characters; the last tile is complete even if fewer characters remain.
/// Zero-initialise, then fill.
typedef struct MienCrowdJob {
    const MienPoseAsset *asset;
    const MienPoseBinding *binding; ///< NULL: the asset's own order.
    int lod;                        ///< LOD; 0 has all bones.
    int character_count;

    int bone_count;     ///< The skeleton's bone count, or that of the LOD.
    const float *input; ///< In: tiles, 64-byte aligned.
    float *out_bones;   ///< Out: tiles, 64-byte aligned. May be input.

    int curve_count;         ///< The binding's curve count.
    const float *curves;     ///< In: [tile][curve][MIEN_TILE] values, 64-byte aligned; 0 if absent.
    const uint16_t *present; ///< In: [tile][curve], bit k for character k; may be NULL.
    float *out_curves;       ///< Out: same layout as curves; may be curves, or NULL.
    uint16_t *out_present;   ///< Out: same layout as present; may be present, or NULL.

    float *out_weights; ///< Out: [tile][pose][MIEN_TILE]. May be NULL.

    void *scratch;       ///< Working memory, 64-byte aligned.
    size_t scratch_size; ///< At least mien_crowd_job_scratch_size().
} MienCrowdJob;

/// Size of the scratch memory for any crowd job on this asset, in bytes.
MIEN_API size_t mien_crowd_job_scratch_size(const MienPoseAsset *asset);
/// Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
MIEN_API MienStatus mien_crowd_job_validate(const MienCrowdJob *job, MienError *error);
/// Runs the job. Never allocates. Gives the same bits as mien_pose_job_run per character.
MIEN_API MienStatus mien_crowd_job_run(const MienCrowdJob *job);

#ifdef __cplusplus
}
#endif
