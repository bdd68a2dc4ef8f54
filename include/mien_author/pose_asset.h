// SPDX-License-Identifier: MIT
//
// Cooking pose assets into packs. A pose is always given as absolute bone transforms,
// whatever the asset's mode.
//
// Ownership  Descriptions belong to the caller and are only read. You release the
//            MienAuthorPack.
// Threads    No state: cook on any number of threads.
// Memory     The given allocator is used for the result and for temporary memory.
// Determinism The same description gives the same bytes on every platform.

#pragma once

#include "mien_author/pack.h"
#include "mien_author/skeleton.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum MienAuthorRole {
    MIEN_AUTHOR_CURVE_DRIVEN = 0, ///< Driven by the curve with its name.
    MIEN_AUTHOR_INBETWEEN,        ///< At `position` on the curve-driven pose `control`.
    MIEN_AUTHOR_COMBINATION,      ///< A corrective: its weight is the product of `inputs`.
} MienAuthorRole;

/// How a curve-driven pose uses its curve. The default is all zero: range [0, 1], value
/// unchanged.
typedef struct MienAuthorDrivenPose {
    bool has_range;     ///< Use min and max; otherwise [0, 1].
    float min, max;     ///< min <= 0 <= max; min is 0 in absolute assets.
    bool has_remap;     ///< Use gain and offset; otherwise 1 and 0.
    float gain, offset; ///< input weight = clamp(gain * value + offset).
    bool is_smooth;     ///< The value is first clamped to 0..1 and eased, 3v^2 - 2v^3.
    bool is_binary;     ///< 1 above 0.5, otherwise 0. Excludes all other settings.
} MienAuthorDrivenPose;

/// Value of one curve in a pose (a morph target, a material value).
typedef struct MienAuthorCurveValue {
    int curve; ///< Index into the asset's curves.
    float value;
} MienAuthorCurveValue;

/// One pose. Other poses refer to it by index.
typedef struct MienAuthorPose {
    const char *name;
    const MienTransform *bones;         ///< One transform per skeleton bone. NULL: as in the base pose.
    const MienAuthorCurveValue *curves; ///< The curves that the pose sets; it does not affect others.
    int curve_count;
    const int *hold; ///< Absolute assets: bones that have an entry although they match the base pose.
    int hold_count;

    MienAuthorRole role;
    MienAuthorDrivenPose driven_settings; ///< For a curve-driven pose.
    int driven_pose;                      ///< For an in-between: the index of its curve-driven pose.
    float position;                       ///< For an in-between: not 0 or 1.
    const int *inputs;                    ///< For a corrective: curve-driven poses or in-betweens.
    int input_count;
} MienAuthorPose;

typedef enum MienAuthorOverrideKind {
    MIEN_AUTHOR_OVERRIDE_MULTIPLY = 0, ///< 1 - amount * source, multiplied.
    MIEN_AUTHOR_OVERRIDE_SUM,          ///< 1 - the sum of all amount * source (VRM).
    MIEN_AUTHOR_OVERRIDE_BLOCK,        ///< 1 - amount while the source is above threshold (KHR).
} MienAuthorOverrideKind;

/// An override: one curve-driven pose weakens another by its input weight.
typedef struct MienAuthorOverride {
    int target, source; ///< Two different curve-driven poses.
    MienAuthorOverrideKind kind;
    float amount;    ///< 0 to 1.
    float threshold; ///< For block.
} MienAuthorOverride;

typedef enum MienAuthorGroupKind {
    MIEN_AUTHOR_GROUP_CAP = 0,   ///< Scales the sum down to limit if it exceeds it.
    MIEN_AUTHOR_GROUP_NORMALISE, ///< Scales the sum to limit.
    MIEN_AUTHOR_GROUP_TOP,       ///< Keeps only the `keep` largest.
} MienAuthorGroupKind;

/// Curve-driven poses with a joint limit on their weights. A pose is in one group at most.
typedef struct MienAuthorGroup {
    MienAuthorGroupKind kind;
    const int *members; ///< Curve-driven poses.
    int member_count;   ///< At most 256 for TOP.
    float limit;        ///< For cap and normalise, above 0.
    int keep;           ///< For top, at least 1.
} MienAuthorGroup;

/// A pose asset.
typedef struct MienAuthorPoseAsset {
    const MienAuthorSkeleton *skeleton; ///< The authoring skeleton: its rest pose defines the extent.
    const MienTransform *base;          ///< Per skeleton bone; NULL for the rest pose.
    int base_pose;    ///< One plus the index of the pose that base was copied from; 0 if none.
    bool is_absolute; ///< Poses replace the input instead of being added to it.
    bool is_unreal;   ///< Evaluate as in Unreal: every bone is a track; curve-driven poses only.

    int pose_count;
    const MienAuthorPose *poses;
    int curve_count;
    const MienAuthorCurve *curves; ///< Curves set by poses.
    const float *base_curves;      ///< Per curve; NULL for zeros.
    int override_count;
    const MienAuthorOverride *overrides;
    int group_count;
    const MienAuthorGroup *groups;
} MienAuthorPoseAsset;

/// What cooking stored and dropped.
typedef struct MienAuthorCookReport {
    int entries;                    ///< (pose, bone) pairs stored.
    int dropped;                    ///< Pairs that differ from the base pose, but by less than the threshold.
    float largest_dropped_rotation; ///< Length of the rotation offset's vector part.
    float largest_dropped_translation; ///< Metres.
    float largest_dropped_scale;
    int curve_entries;
    bool has_scale;
    float extent; ///< Longest side of the bounding box of the rest pose's bones, metres.
} MienAuthorCookReport;

/// Cooks a pose asset into a pack. On failure out_pack is empty and error, if given, has
/// the location ("poses[3].bones[12].scale"). out_report may be NULL.
MIEN_API MienStatus mien_author_pose_asset_cook(const MienAuthorPoseAsset *asset,
                                                const MienAllocator *allocator, MienAuthorPack *out_pack,
                                                MienAuthorCookReport *out_report, MienError *error);

#ifdef __cplusplus
}
#endif
