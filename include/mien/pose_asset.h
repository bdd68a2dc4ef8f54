// SPDX-License-Identifier: MIT
//
// Pose assets: named poses over one skeleton, each driven by the curve of its
// name. Additive poses are offsets on the input, absolute ones replace it.
//
// Ownership  You destroy what a load or create function gave you. Whatever you
//            read out of an asset (names, infos) lives exactly as long as it.
// Threads    Assets and bindings never change once made: read them from any
//            thread.
// Memory     Loading and binding may allocate; nothing else does.
// Errors     Readers return a neutral value ("" or zeros) for a bad index.

#pragma once

#include "mien/base.h"
#include "mien/math.h"
#include "mien/pack.h"
#include "mien/skeleton.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MienPoseAsset MienPoseAsset;

/// Reads a packed pose asset. Accepts untrusted bytes: everything is checked
/// once, here. On failure *out_asset is NULL and error, if given, says what and
/// where.
MIEN_API MienStatus mien_pose_asset_load(const void *data, size_t size, const MienLoadOptions *options,
                                         MienPoseAsset **out_asset, MienError *error);
MIEN_API void mien_pose_asset_destroy(MienPoseAsset *asset); ///< NULL is fine.

/// What the asset as a whole is.
typedef struct MienPoseAssetInfo {
    int pose_count;
    int control_count; ///< Poses that a curve drives.
    int bone_count;    ///< Bones the asset knows, its tracks.
    int curve_count;   ///< Curves its poses define (morphs, materials).
    int entry_count;   ///< (pose, bone) pairs that move.
    bool is_additive;
    bool is_unreal; ///< Evaluated as Unreal does instead of by Mien's rules.
    bool has_scale; ///< Some pose changes scale; without, evaluation is cheaper.
    float extent;   ///< Size of the authoring reference pose, metres.
    MienIsa isa;    ///< The kernels in use.
} MienPoseAssetInfo;

/// The asset's counts and properties.
MIEN_API MienPoseAssetInfo mien_pose_asset_info(const MienPoseAsset *asset);

/// What one pose is and what it touches.
typedef struct MienPoseInfo {
    const char *name;  ///< UTF-8, never NULL, unique within the asset.
    int control;       ///< The control that drives it, -1 for a combination.
    bool is_inbetween; ///< Placed on a control at position, instead of at 1.
    float position;    ///< Where on the control it has full weight.
    int bone_count;    ///< Bones with a stored entry.
    int curve_count;   ///< Curves with a stored entry.
} MienPoseInfo;

/// One pose by index.
MIEN_API MienPoseInfo mien_pose_asset_pose(const MienPoseAsset *asset, int pose);
MIEN_API int mien_pose_asset_find_pose(const MienPoseAsset *asset, const char *name); ///< -1 if absent.

/// How one control reads its curve.
typedef struct MienControlInfo {
    int pose;       ///< Its own pose; the curve bears that pose's name.
    float min, max; ///< Range of the asked value.
    int group;      ///< The group it is in, or -1.
} MienControlInfo;

/// One control by index.
MIEN_API MienControlInfo mien_pose_asset_control(const MienPoseAsset *asset, int control);
/// Index of the control that a curve called name drives, or -1. ASCII case does
/// not matter in unreal assets.
MIEN_API int mien_pose_asset_find_control(const MienPoseAsset *asset, const char *name);

/// Name of a bone the asset knows.
MIEN_API const char *mien_pose_asset_bone_name(const MienPoseAsset *asset, int bone);
MIEN_API int mien_pose_asset_find_bone(const MienPoseAsset *asset, const char *name); ///< -1 if absent.
/// The base that poses are relative to: bone_count local transforms.
MIEN_API const MienTransform *mien_pose_asset_base(const MienPoseAsset *asset);
/// Name of a curve that poses define.
MIEN_API const char *mien_pose_asset_curve_name(const MienPoseAsset *asset, int curve);
MIEN_API int mien_pose_asset_find_curve(const MienPoseAsset *asset, const char *name); ///< -1 if absent.

/// A binding: the asset's names turned into a skeleton's indices, once.
typedef struct MienPoseBinding MienPoseBinding;

/// What to bind to. Zero-initialise: zero is the default of every field.
typedef struct MienPoseBindingOptions {
    const MienAllocator *allocator; ///< NULL for malloc and free. Must outlive the binding.
    /// The mesh's own reference pose, per skeleton bone; NULL for the skeleton's.
    /// Where its bone lengths differ from the asset's, translations are scaled.
    const MienTransform *mesh_reference;
} MienPoseBindingOptions;

/// Binds an asset to a skeleton's bones and curve table. Missing names are no
/// error: they are listed in the binding. The binding refers to the asset,
/// which must outlive it, and copies what it needs of the skeleton.
MIEN_API MienStatus mien_pose_binding_create(const MienPoseAsset *asset, const MienSkeleton *skeleton,
                                             const MienPoseBindingOptions *options,
                                             MienPoseBinding **out_binding, MienError *error);
MIEN_API void mien_pose_binding_destroy(MienPoseBinding *binding); ///< NULL is fine.

/// What a binding found out about one name.
typedef enum MienBindingFinding {
    MIEN_BINDING_MISSING_BONE = 1, ///< index: the asset's bone; the skeleton lacks it.
    MIEN_BINDING_MISSING_CONTROL,  ///< index: the control; no curve of its name: never driven.
    MIEN_BINDING_MISSING_CURVE,    ///< index: the asset's curve; the table lacks it: not written.
    MIEN_BINDING_NOT_A_CONTROL,    ///< index: the pose; a curve bears its name but cannot drive an
                                   ///< in-between or a combination.
    MIEN_BINDING_SCALED_BONE,      ///< index: the asset's bone; its translations are scaled.
} MienBindingFinding;

typedef struct MienBindingReport {
    MienBindingFinding finding;
    int index;
    const char *name;
    float factor; ///< The scale of translations, for a scaled bone.
} MienBindingReport;

/// Rows of the report: names not found, bones scaled. 0 if all fits.
MIEN_API int mien_pose_binding_report_count(const MienPoseBinding *binding);
/// One row of the report. Its name belongs to the asset.
MIEN_API MienBindingReport mien_pose_binding_report(const MienPoseBinding *binding, int row);

#ifdef __cplusplus
}
#endif
