// SPDX-License-Identifier: MIT
//
// Pose assets: named poses for one skeleton, each driven by the curve with its
// name. Additive poses are offsets to the input, absolute poses replace it.
//
// Ownership  Destroy what load and create functions return. Names and infos are
//            valid as long as their asset.
// Threads    Assets and bindings are immutable: read them from any thread.
// Memory     Loading and binding may allocate; nothing else does.
// Errors     Getters return a neutral value ("" or zeros) for an invalid index.

#pragma once

#include "mien/base.h"
#include "mien/math.h"
#include "mien/pack.h"
#include "mien/skeleton.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MienPoseAsset MienPoseAsset;

/// Loads a pose asset pack. Input is untrusted and is checked completely, once.
/// On failure *out_asset is NULL and error, if given, describes the problem.
MIEN_API MienStatus mien_pose_asset_load(const void *data, size_t size, const MienLoadOptions *options,
                                         MienPoseAsset **out_asset, MienError *error);
MIEN_API void mien_pose_asset_destroy(MienPoseAsset *asset); ///< Accepts NULL.

/// Properties of a pose asset.
typedef struct MienPoseAssetInfo {
    int pose_count;
    int driven_pose_count; ///< Number of curve-driven poses.
    int bone_count;        ///< Bones of the asset, its tracks.
    int curve_count;       ///< Curves set by its poses (morph targets, materials).
    int entry_count;       ///< (pose, bone) pairs that move.
    bool is_additive;
    bool is_unreal; ///< Evaluated as in Unreal instead of by Mien's rules.
    bool has_scale; ///< Some pose changes scale; otherwise evaluation is faster.
    float extent;   ///< Size of the rest pose it was authored on, metres.
    MienIsa isa;    ///< Kernels in use.
} MienPoseAssetInfo;

/// Properties of a pose asset.
MIEN_API MienPoseAssetInfo mien_pose_asset_info(const MienPoseAsset *asset);

/// Properties of a pose.
typedef struct MienPoseInfo {
    const char *name;  ///< UTF-8, never NULL, unique within the asset.
    int driven_pose;   ///< The curve-driven pose that drives it, -1 for a corrective.
    bool is_inbetween; ///< An in-between at position on a curve-driven pose, instead of at 1.
    float position;    ///< Weight of the curve-driven pose at which it has full weight.
    int bone_count;    ///< Number of bones with a stored entry.
    int curve_count;   ///< Number of curves with a stored entry.
} MienPoseInfo;

/// One pose by index.
MIEN_API MienPoseInfo mien_pose_asset_pose(const MienPoseAsset *asset, int pose);
MIEN_API int mien_pose_asset_find_pose(const MienPoseAsset *asset, const char *name); ///< -1 if absent.

/// Settings of a curve-driven pose.
typedef struct MienDrivenPose {
    int pose;       ///< Index of the pose; its curve has the pose's name.
    float min, max; ///< Range of the input weight.
    int group;      ///< Index of its group, or -1.
} MienDrivenPose;

/// One curve-driven pose by index.
MIEN_API MienDrivenPose mien_pose_asset_driven_pose(const MienPoseAsset *asset, int driven_pose);
/// Index of the curve-driven pose with this curve name, or -1. Ignores ASCII case in
/// unreal assets.
MIEN_API int mien_pose_asset_find_driven_pose(const MienPoseAsset *asset, const char *name);

/// Name of a bone of the asset.
MIEN_API const char *mien_pose_asset_bone_name(const MienPoseAsset *asset, int bone);
MIEN_API int mien_pose_asset_find_bone(const MienPoseAsset *asset, const char *name); ///< -1 if absent.
/// The base pose that poses are relative to: bone_count local transforms.
MIEN_API const MienTransform *mien_pose_asset_base(const MienPoseAsset *asset);
/// Name of a curve set by the poses.
MIEN_API const char *mien_pose_asset_curve_name(const MienPoseAsset *asset, int curve);
MIEN_API int mien_pose_asset_find_curve(const MienPoseAsset *asset, const char *name); ///< -1 if absent.

/// A binding: maps the asset's names to a skeleton's indices, once.
typedef struct MienPoseBinding MienPoseBinding;

/// How to bind. Zero-initialise: zero is every field's default.
typedef struct MienPoseBindingOptions {
    const MienAllocator *allocator; ///< NULL for malloc and free. Must outlive the binding.
    /// The mesh's own rest pose, per skeleton bone; NULL for the skeleton's.
    /// If its bone lengths differ from the asset's, translations are scaled; if its bones are
    /// turned in another way, poses turn bones alike in model space (rule A13).
    const MienTransform *mesh_rest_pose;
} MienPoseBindingOptions;

/// Binds an asset to a skeleton's bones and curve table. Missing names are not
/// errors; the binding lists them. The binding refers to the asset, which must
/// outlive it, and copies the skeleton's data.
MIEN_API MienStatus mien_pose_binding_create(const MienPoseAsset *asset, const MienSkeleton *skeleton,
                                             const MienPoseBindingOptions *options,
                                             MienPoseBinding **out_binding, MienError *error);
MIEN_API void mien_pose_binding_destroy(MienPoseBinding *binding); ///< Accepts NULL.

/// Number of rows in the report: missing names and scaled bones.
MIEN_API int mien_pose_binding_report_count(const MienPoseBinding *binding);
/// One row of the report. Its name belongs to the asset.
MIEN_API MienFinding mien_pose_binding_report(const MienPoseBinding *binding, int row);

#ifdef __cplusplus
}
#endif
