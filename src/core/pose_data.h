// SPDX-License-Identifier: MIT
//
// A loaded pose asset as evaluation sees it: pointers into the checked pack,
// and the tables of what it is bound to. Private to core.

#pragma once

#include "core/load.h"
#include "core/pose_format.h"
#include "mien/pose_job.h"

/// Pointers into a checked pack. Nothing here can lead out of bounds.
typedef struct MieniPoseData {
    int pose_count, driven_pose_count, bone_count, curve_count;
    int word_count; ///< Words of bone bits per pose.
    bool is_additive, is_unreal, has_scale;
    bool is_plain;  ///< Pose i is control i, and no masks, groups, in-betweens or combinations.
    bool has_remap; ///< Some control changes its value before clamping.
    int base_pose;
    float extent;

    MieniNames poses, bones, curves;
    const MieniPoseRole *roles;
    const uint32_t *control_pose;
    const float *control_min, *control_max, *control_gain, *control_offset;
    const uint8_t *control_remap;
    const int32_t *control_group;
    const MieniMask *masks;
    const MieniGroup *groups;
    const uint32_t *members;
    const MieniLadder *ladders;
    const MieniKnot *knots;
    const MieniCombination *combinations;
    const MieniInput *inputs;
    int mask_count, group_count, member_count, ladder_count, knot_count, combination_count, input_count;

    const MienTransform *base;
    const MienVec3 *reference;
    const MieniRest *rest;
    const uint8_t *bone_levels, *curve_levels;
    const float *curve_base;

    int entry_group_count, entry_count, curve_entry_count;
    const uint32_t *group_first; ///< Per pose, and the end.
    const uint16_t *group_bones; ///< Four per entry group.
    const float *group_turn, *group_scale;
    const uint64_t *bone_bits;
    int slice_count, step_count, channel_count;
    const uint32_t *slice_first; ///< Per slice, and the end.
    const uint16_t *slice_bones, *slice_poses;
    const float *slice_data;
    const MieniRow *rows; ///< Per bone.

    const uint32_t *curve_first; ///< Per pose, and the end.
    const uint16_t *curve_ids;
    const float *curve_values;
    const uint32_t *curve_row_first; ///< Per curve, and the end.
    const uint16_t *curve_row_poses;
    const float *curve_row_values;
} MieniPoseData;

/// A bone's first pose in the slices; the next one is MIENI_SLICE further.
static inline const uint16_t *mieni_row_poses(const MieniPoseData *data, int bone)
{
    const uint32_t place = data->rows[bone].place;
    return data->slice_poses + (size_t)data->slice_first[place / MIENI_SLICE] * MIENI_SLICE +
           place % MIENI_SLICE;
}

/// A bone's first channel in the slices; the next one is MIENI_SLICE further,
/// the next entry channel_count * MIENI_SLICE.
static inline const float *mieni_row_data(const MieniPoseData *data, int bone)
{
    const uint32_t place = data->rows[bone].place;
    return data->slice_data +
           (size_t)data->slice_first[place / MIENI_SLICE] * (size_t)data->channel_count * MIENI_SLICE +
           place % MIENI_SLICE;
}

#define MIENI_NOWHERE UINT32_MAX

/// What an asset is bound to: a skeleton with its curve table, or itself.
typedef struct MieniTarget {
    const MieniPoseData *data;       ///< The asset's, or turned: what jobs for this target read.
    int bone_count, curve_count;     ///< Lengths of the arrays a job brings.
    int bones_at[MIEN_MAX_LODS + 1]; ///< Bones of the target at each level.
    bool controls_in_order;          ///< Control i reads curve i.
    bool is_unscaled;                ///< Every factor is 1.
    bool is_whole;                   ///< It has every bone of the asset.

    // Per bone of the asset.
    uint32_t *offset;         ///< Floats from the first transform, or MIENI_NOWHERE.
    float *factor;            ///< Of translations.
    uint8_t *bone_last;       ///< Max LOD, the smaller of the target's and the asset's.
    uint64_t *bone_bits;      ///< Bones that the target has.
    MienTransform *reference; ///< The target's reference pose.
    // Per bone of the target.
    int32_t *asset_bone; ///< Or -1.
    // Per control and per curve of the asset.
    int32_t *control_curve; ///< Curve of the target, or -1.
    uint8_t *control_last;
    int32_t *curve_target; ///< Curve of the target, or -1.
    uint8_t *curve_last;

    const MienAllocator *allocator;
    void *block;
    size_t block_size;
    MieniPoseData turned; ///< If bones are turned in another way than in the asset (rest_turns.c).
    void *turned_block;
    size_t turned_size;
} MieniTarget;

struct MieniKernels;

/// Where the parts of a job's scratch block begin, in bytes (pose_job.c).
typedef struct MieniPoseParts {
    size_t values, asked, applied, weights, active_bits, active, runs, touched, bones, sums, loads, divisors,
        nowhere, curve_sums, curve_loads, curve_touched;
    size_t size; ///< Of the block.
} MieniPoseParts;

struct MienPoseAsset {
    MieniLoaded loaded;
    const struct MieniKernels *kernels;
    MieniPoseData data;
    MieniTarget own;      ///< Bound to itself.
    MieniPoseParts parts; ///< Of the scratch of a job for one character.
};

static inline int mieni_count_bits(const uint64_t *words, int count)
{
    int bits = 0;
    for (int i = 0; i < count; ++i) {
        uint64_t word = words[i];
        word -= word >> 1 & 0x5555555555555555u;
        word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
        word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
        bits += (int)(word * 0x0101010101010101u >> 56);
    }
    return bits;
}

/// Checks everything that the sections say against everything else
/// (pose_check.c).
MienStatus mieni_pose_check(const MieniPoseData *data, MieniReader *reader);
/// Place of a bone's entry in the groups (group * 4 + k), or -1.
int64_t mieni_pose_find_entry(const MieniPoseData *data, int pose, int bone);

/// Binds to a skeleton, or to the asset itself if skeleton is NULL.
MienStatus mieni_target_build(MieniTarget *target, const MieniPoseData *data, const MienSkeleton *skeleton,
                              const MienTransform *mesh_rest_pose, const MienAllocator *allocator);
void mieni_target_release(MieniTarget *target);
const MieniTarget *mieni_binding_target(const MienPoseBinding *binding, const MienPoseAsset *asset);

MieniPoseParts mieni_pose_parts(const MieniPoseData *data);

/// What a sound job does, once in the default float environment. controls are values per
/// control instead of the curves'; or NULL. level is at most MIEN_MAX_LODS.
void mieni_pose_run(const MienPoseJob *job, const MieniTarget *target, const float *controls, int level);

/// Evaluation of an unreal asset (pose_unreal.c), for one character.
typedef struct MieniUnreal {
    const MieniPoseData *data;
    const MieniTarget *target;
    float *weights;    ///< Scratch and result: per pose, 0 if not active.
    float *curve_sums; ///< Scratch and result: per curve of the asset.
    bool allow_negative, write_delta;
    bool is_single; ///< One weight was listed; Unreal treats that apart.
    bool is_active; ///< Some pose counts; otherwise the output is the input.
} MieniUnreal;

/// Decides which weights count and what they are. list may be NULL: then the
/// weights are those already in unreal->weights, all poses in order.
void mieni_unreal_weigh(MieniUnreal *unreal, const MienPoseWeight *list, int count);
/// One bone of the asset that the target has.
void mieni_unreal_bone(const MieniUnreal *unreal, int bone, const MienTransform *input, MienTransform *out);
