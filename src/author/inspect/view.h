// SPDX-License-Identifier: MIT
//
// Packs opened for reading back: loaded, so that everything in them is sound, and
// their sections at hand for what no public function tells.

#pragma once

#include "base/transform.h"
#include "core/pose_format.h"
#include "mien/mien.h"

/// One pack. Which of the six is there depends on the kind.
typedef struct MieniPackView {
    const MienAllocator *allocator;
    MienPackInfo info;
    MieniBytes bytes;
    MienSkeleton *skeleton;
    MienPoseAsset *poses;
    MienClip *clip;
    MienBundle *bundle;
    MienMesh *mesh;
    MienGraph *graph;
} MieniPackView;

/// Loads a pack of any kind from untrusted bytes. prefix is put before the place of
/// an error: "first, " or "".
MienStatus mieni_view_open(MieniPackView *out_view, const void *data, size_t size, const char *prefix,
                           const MienAllocator *allocator, MienError *error);
void mieni_view_close(MieniPackView *view);
/// A section of the kind; never NULL. out_count may be NULL.
const void *mieni_view_section(const MieniPackView *view, uint32_t tag, int *out_count);

/// The sections of a pose asset.
typedef struct MieniPackPoseView {
    const MienPoseAsset *asset;
    const MieniPoseHeader *info;
    bool is_additive, is_unreal, has_scale;
    const MieniPoseRole *roles;
    const float *min, *max, *gain, *offset;
    const uint8_t *remap;
    const uint32_t *control_pose;
    const MieniMask *masks;
    const MieniGroup *groups;
    const uint32_t *members;
    const MieniCombination *combinations;
    const MieniInput *inputs;
    int mask_count, group_count, combination_count;
    const MienTransform *base;
    const float *reference; ///< Translations, three floats per bone.
    const MieniRest *rest;
    const uint8_t *bone_levels, *curve_levels;
    const float *curve_base;
    const uint32_t *group_first; ///< Per pose, and the end.
    const uint16_t *group_bones; ///< Four per entry group; bone_count where there is none.
    const float *turn, *scale;
    const uint32_t *curve_first; ///< Per pose, and the end.
    const uint16_t *curve_ids;
    const float *curve_values;
} MieniPackPoseView;

MieniPackPoseView mieni_view_poses(const MieniPackView *view);
const char *mieni_view_pose_name(const MieniPackPoseView *poses, int pose);
/// The name of a control's own pose, which is that of its curve.
const char *mieni_view_control_name(const MieniPackPoseView *poses, uint32_t control);
/// The combination of a pose, or NULL.
const MieniCombination *mieni_view_combination(const MieniPackPoseView *poses, int pose);
/// The name of the pose that an input of a combination stands for.
const char *mieni_view_input_name(const MieniPackPoseView *poses, const MieniInput *input);
/// What an entry (group * 4 + place) does: the offset in additive assets, what the bone
/// is in absolute ones.
MieniPlace mieni_view_entry(const MieniPackPoseView *poses, size_t entry);
