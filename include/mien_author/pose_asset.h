// SPDX-License-Identifier: MIT
//
// Cooking: from skeletons and poses as people make them to packs. A pose is
// given as what the bones are in it (absolute), whatever the asset becomes.
//
// Ownership  Descriptions are the caller's and only read. A MienAuthorPack is
//            yours to release.
// Threads    No state: cook on as many threads as you like.
// Memory     The allocator passed is used for the result and while working.
// Determinism The same description gives the same bytes on every platform.

#pragma once

#include "mien/mien.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A cooked pack: bytes that the load functions read, 64-byte aligned.
typedef struct MienAuthorPack {
    uint8_t *data;
    size_t size;
    const MienAllocator *allocator; ///< Who made data; NULL for malloc and free.
} MienAuthorPack;

/// Frees the bytes and zeroes the struct. NULL and empty packs are fine.
MIEN_API void mien_author_pack_release(MienAuthorPack *pack);

/// One bone. Zero-initialise and fill; a zero last_level means "level 0 only",
/// use MIEN_ALL_LEVELS for a bone that is always there.
typedef struct MienAuthorBone {
    const char *name;
    int parent; ///< Index of an earlier bone, -1 for a root.
    MienTransform reference;
    int last_level;
} MienAuthorBone;

/// One curve of a table.
typedef struct MienAuthorCurve {
    const char *name;
    int last_level;
} MienAuthorCurve;

/// A skeleton, parents before children.
typedef struct MienAuthorSkeleton {
    int bone_count;
    const MienAuthorBone *bones;
    int curve_count;
    const MienAuthorCurve *curves;
} MienAuthorSkeleton;

/// Cooks a skeleton into a pack. Bones are stored by descending last level,
/// otherwise in the order given. On failure out_pack is empty and error, if
/// given, names the place ("bones[3].name").
MIEN_API MienStatus mien_author_skeleton_cook(const MienAuthorSkeleton *skeleton,
                                              const MienAllocator *allocator, MienAuthorPack *out_pack,
                                              MienError *error);

typedef enum MienAuthorRole {
    MIEN_AUTHOR_CONTROL = 0, ///< Driven by the curve of its name.
    MIEN_AUTHOR_INBETWEEN,   ///< Placed on the control `control` at `position`.
    MIEN_AUTHOR_COMBINATION, ///< Weight is the product of `inputs`.
} MienAuthorRole;

/// How a control reads its curve. All zero is the default: range [0, 1], value
/// as it is.
typedef struct MienAuthorControl {
    bool has_range;     ///< Use min and max; otherwise [0, 1].
    float min, max;     ///< min <= 0 <= max; min is 0 in absolute assets.
    bool has_remap;     ///< Use gain and offset; otherwise 1 and 0.
    float gain, offset; ///< asked = clamp(gain * value + offset).
    bool is_smooth;     ///< The value is first saturated and eased, 3v^2 - 2v^3.
    bool is_binary;     ///< 1 above 0.5, otherwise 0. With no other setting.
} MienAuthorControl;

/// What a pose does to one curve (a morph, a material value).
typedef struct MienAuthorCurveValue {
    int curve; ///< Index into the asset's curves.
    float value;
} MienAuthorCurveValue;

/// One pose. Poses are referred to by their index.
typedef struct MienAuthorPose {
    const char *name;
    const MienTransform *bones;         ///< Per skeleton bone, what it is in this pose. NULL: as the base.
    const MienAuthorCurveValue *curves; ///< What the pose defines; what is not listed it leaves alone.
    int curve_count;
    const int *hold; ///< Absolute assets: bones that have an entry although they are as the base.
    int hold_count;

    MienAuthorRole role;
    MienAuthorControl control_settings; ///< For a control.
    int control;                        ///< For an in-between: the pose of the control it sits on.
    float position;                     ///< For an in-between: not 0 or 1.
    const int *inputs;                  ///< For a combination: poses, controls or in-betweens.
    int input_count;
} MienAuthorPose;

typedef enum MienAuthorMaskKind {
    MIEN_AUTHOR_MASK_MULTIPLY = 0, ///< 1 - amount * source, multiplied.
    MIEN_AUTHOR_MASK_SUM,          ///< 1 - the sum of all amount * source (VRM).
    MIEN_AUTHOR_MASK_BLOCK,        ///< 1 - amount while the source is above threshold (KHR).
} MienAuthorMaskKind;

/// One control weakens another, by its asked value.
typedef struct MienAuthorMask {
    int target, source; ///< Poses that are controls, not the same.
    MienAuthorMaskKind kind;
    float amount;    ///< 0 to 1.
    float threshold; ///< For block.
} MienAuthorMask;

typedef enum MienAuthorGroupKind {
    MIEN_AUTHOR_GROUP_CAP = 0,   ///< Above limit, scaled down to it.
    MIEN_AUTHOR_GROUP_NORMALISE, ///< Scaled to limit.
    MIEN_AUTHOR_GROUP_TOP,       ///< Only the `keep` largest stay.
} MienAuthorGroupKind;

/// Controls whose weights are limited together. A control is in one at most.
typedef struct MienAuthorGroup {
    MienAuthorGroupKind kind;
    const int *members; ///< Poses that are controls.
    int member_count;   ///< At most 256 for TOP.
    float limit;        ///< For cap and normalise, above 0.
    int keep;           ///< For top, at least 1.
} MienAuthorGroup;

/// A pose asset, whole.
typedef struct MienAuthorPoseAsset {
    const MienAuthorSkeleton *skeleton; ///< The authoring skeleton: its reference pose gives the extent.
    const MienTransform *base;          ///< Per skeleton bone; NULL for the reference pose.
    int base_pose;                      ///< One plus the pose that base was taken from; 0 if none.
    bool is_absolute;                   ///< Poses replace the input instead of adding to it.
    bool is_unreal;                     ///< Evaluate as Unreal does: every bone is a track; controls only.

    int pose_count;
    const MienAuthorPose *poses;
    int curve_count;
    const MienAuthorCurve *curves; ///< Curves that poses define.
    const float *base_curves;      ///< Per curve; NULL for zeros.
    int mask_count;
    const MienAuthorMask *masks;
    int group_count;
    const MienAuthorGroup *groups;
} MienAuthorPoseAsset;

/// What cooking kept and dropped.
typedef struct MienAuthorCookReport {
    int entries;                       ///< (pose, bone) pairs stored.
    int dropped;                       ///< Pairs that differ from the base, but by less than matters.
    float largest_dropped_rotation;    ///< Length of the vector part of the rotation offset.
    float largest_dropped_translation; ///< Metres.
    float largest_dropped_scale;
    int curve_entries;
    bool has_scale;
    float extent; ///< Longest side of the box around the reference pose's bones, metres.
} MienAuthorCookReport;

/// Cooks a pose asset into a pack. On failure out_pack is empty and error, if
/// given, names the place ("poses[3].bones[12].scale"). out_report may be NULL.
MIEN_API MienStatus mien_author_pose_asset_cook(const MienAuthorPoseAsset *asset,
                                                const MienAllocator *allocator, MienAuthorPack *out_pack,
                                                MienAuthorCookReport *out_report, MienError *error);

#ifdef __cplusplus
}
#endif
