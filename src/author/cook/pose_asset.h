// SPDX-License-Identifier: MIT
//
// Cooking a pose asset, in three parts that share this state: controls (roles,
// masks, groups: cook_controls.c), entries (what moves: cook_entries.c), and
// the pack itself (cook_pose_asset.c).

#pragma once

#include "author/cook/pack_writer.h"
#include "author/cook/skeleton.h"
#include "core/pose_format.h"

/// One (pose, bone) pair that moves, as it will be stored.
typedef struct MieniEntry {
    float turn[MIENI_TURN];
    float scale[MIENI_SCALE];
    int pose, bone; ///< bone: of the skeleton at first, then of the asset.
} MieniEntry;

typedef struct MieniCook {
    const MienAuthorPoseAsset *source;
    MieniArena arena;
    MienAuthorCookReport report;
    double extent;

    // Controls.
    int control_count;
    int *control_of; ///< Per pose: its control, or -1.
    MieniPoseRole *roles;
    uint32_t *control_pose;
    float *min, *max, *gain, *offset;
    uint8_t *remap;
    int32_t *group_of;
    MieniMask *masks;
    MieniGroup *groups;
    uint32_t *members;
    int member_count;
    MieniLadder *ladders;
    MieniKnot *knots;
    int ladder_count, knot_count;
    MieniCombination *combinations;
    MieniInput *inputs;
    int combination_count, input_count;

    // Entries, in order of pose, then of the asset's bone.
    MieniEntry *entries;
    int entry_count;
    int bone_count;   ///< Bones of the asset.
    int *bones;       ///< Per bone of the asset: of the skeleton.
    int *asset_bone;  ///< Per bone of the skeleton: of the asset, or -1.
    int *curve_order; ///< Per curve of the asset: as given.
    int *curve_place; ///< Per curve as given: of the asset.
    uint32_t *curve_first;
    uint16_t *curve_ids;
    float *curve_values;
    int curve_entry_count;
} MieniCook;

MienStatus mieni_cook_controls(MieniCook *cook, MienError *error);
MienStatus mieni_cook_entries(MieniCook *cook, MienError *error);
MienStatus mieni_cook_curves(MieniCook *cook, MienError *error);
/// The failure of an arena, as a status.
MienStatus mieni_cook_no_memory(MienError *error);
