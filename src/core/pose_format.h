// SPDX-License-Identifier: MIT
//
// Sections of a pose-asset pack, in their order; shared by loader and cook.
//
// Entries (a pose moves a bone) are stored twice, because two orders are fast:
// by pose, in groups of four, for one face with few active poses; by bone, in
// slices of eight bones side by side (sliced ELLPACK), for many active poses and
// for crowds. Both give the same sums, in ascending order of pose.

#pragma once

#include "core/pack_format.h"
#include "mien/math.h"

#define MIENI_POSE_VERSION 2

enum {
    MIENI_POSE_ADDITIVE = 1,
    MIENI_POSE_UNREAL = 2,
    MIENI_POSE_SCALE = 4,
};

/// Stored floats of one entry: rotation 4, translation 3, one (or zero); and
/// scale 3, zero.
enum { MIENI_TURN = 8, MIENI_SCALE = 4 };

typedef struct MieniPoseHeader {
    uint32_t pose_count, driven_pose_count, bone_count, curve_count;
    uint32_t flags;
    int32_t base_pose; ///< The pose that the base was taken from, or -1.
    float extent;      ///< Metres.
    uint32_t reserved; ///< 0.
} MieniPoseHeader;

/// How a bone is turned in the authoring rest pose.
typedef struct MieniRest {
    MienQuat parent; ///< Its parent, in model space; (0, 0, 0, 1) without one.
    MienQuat own;    ///< The bone, in its parent's space.
} MieniRest;

enum { MIENI_ROLE_CONTROL = 0, MIENI_ROLE_INBETWEEN, MIENI_ROLE_COMBINATION };

typedef struct MieniPoseRole {
    uint32_t role;
    int32_t control; ///< -1 for a combination.
    float position;  ///< 1 for a control, 0 for a combination.
} MieniPoseRole;

enum { MIENI_CONTROL_SMOOTH = 1, MIENI_CONTROL_BINARY = 2 };

enum { MIENI_MASK_MULTIPLY = 0, MIENI_MASK_SUM, MIENI_MASK_BLOCK };

typedef struct MieniMask {
    uint32_t target, source; ///< Controls. Masks are in order of (target, source).
    uint32_t kind;
    float amount, threshold;
} MieniMask;

enum { MIENI_GROUP_CAP = 0, MIENI_GROUP_NORMALISE, MIENI_GROUP_TOP };
#define MIENI_MAX_TOP_MEMBERS 256 ///< Ranking is quadratic.

typedef struct MieniGroup {
    uint32_t kind, first, count; ///< Members, in the member section.
    uint32_t keep;               ///< For top.
    float limit;                 ///< For cap and normalise.
} MieniGroup;

/// A control with in-betweens: its knots ascend and include 0 and 1.
typedef struct MieniLadder {
    uint32_t control, first, count;
} MieniLadder;

typedef struct MieniKnot {
    float position;
    int32_t pose; ///< -1 for the base, at 0.
} MieniKnot;

/// Knots keep this distance, so that weights stay bounded.
#define MIENI_MIN_KNOT_GAP (1.0f / 1024.0f)

typedef struct MieniCombination {
    uint32_t pose, first, count;
} MieniCombination;

/// An input of a combination: a control, or the pose of an in-between.
typedef struct MieniInput {
    uint32_t is_inbetween;
    uint32_t index;
} MieniInput;

enum { MIENI_SLICE = 8 };

/// Where a bone's entries stand in the slices.
typedef struct MieniRow {
    uint32_t place; ///< Slice * 8 + lane.
    uint32_t count; ///< Entries, one per step, poses ascending.
} MieniRow;

/// Channels of the slices: rotation 4, translation 3, and scale 3 if there is
/// any.
static inline int mieni_channel_count(bool has_scale) { return has_scale ? 10 : 7; }

enum {
    MIENI_POSE_INFO = MIENI_TAG('I', 'N', 'F', 'O'),          ///< MieniPoseHeader, one.
    MIENI_POSE_TEXT = MIENI_TAG('T', 'E', 'X', 'T'),          ///< Bytes of all names.
    MIENI_POSE_NAMES = MIENI_TAG('P', 'N', 'A', 'M'),         ///< u32 offsets of pose names.
    MIENI_POSE_SORTED = MIENI_TAG('P', 'S', 'R', 'T'),        ///< u32 poses in order of name.
    MIENI_POSE_ROLES = MIENI_TAG('P', 'R', 'O', 'L'),         ///< MieniPoseRole per pose.
    MIENI_POSE_CONTROLS = MIENI_TAG('K', 'P', 'O', 'S'),      ///< u32 own pose per control, ascending.
    MIENI_POSE_MIN = MIENI_TAG('K', 'M', 'I', 'N'),           ///< float per control.
    MIENI_POSE_MAX = MIENI_TAG('K', 'M', 'A', 'X'),           ///< float per control.
    MIENI_POSE_GAIN = MIENI_TAG('K', 'G', 'A', 'I'),          ///< float per control.
    MIENI_POSE_OFFSET = MIENI_TAG('K', 'O', 'F', 'F'),        ///< float per control.
    MIENI_POSE_REMAP = MIENI_TAG('K', 'R', 'M', 'P'),         ///< u8 per control: smooth, binary.
    MIENI_POSE_CONTROL_GROUP = MIENI_TAG('K', 'G', 'R', 'P'), ///< i32 group per control, or -1.
    MIENI_POSE_MASKS = MIENI_TAG('M', 'A', 'S', 'K'),         ///< MieniMask.
    MIENI_POSE_GROUPS = MIENI_TAG('G', 'R', 'U', 'P'),        ///< MieniGroup.
    MIENI_POSE_MEMBERS = MIENI_TAG('G', 'M', 'E', 'M'),       ///< u32 controls, ascending in a group.
    MIENI_POSE_LADDERS = MIENI_TAG('L', 'A', 'D', 'R'),       ///< MieniLadder, ascending control.
    MIENI_POSE_KNOTS = MIENI_TAG('K', 'N', 'O', 'T'),         ///< MieniKnot.
    MIENI_POSE_COMBINATIONS = MIENI_TAG('C', 'O', 'M', 'B'),  ///< MieniCombination, ascending pose.
    MIENI_POSE_INPUTS = MIENI_TAG('C', 'I', 'N', 'P'),        ///< MieniInput.
    MIENI_POSE_BONE_NAMES = MIENI_TAG('B', 'N', 'A', 'M'),    ///< u32 offsets of bone names.
    MIENI_POSE_BONE_SORTED = MIENI_TAG('B', 'S', 'R', 'T'),   ///< u32 bones in order of name.
    MIENI_POSE_BASE = MIENI_TAG('B', 'B', 'A', 'S'),          ///< MienTransform per bone.
    MIENI_POSE_REFERENCE = MIENI_TAG('B', 'R', 'E', 'F'),     ///< MienVec3 reference translation per bone.
    MIENI_POSE_REST = MIENI_TAG('B', 'R', 'O', 'T'),          ///< MieniRest per bone.
    MIENI_POSE_BONE_LODS = MIENI_TAG('B', 'L', 'V', 'L'),     ///< u8 max LOD, descending.
    MIENI_POSE_CURVE_NAMES = MIENI_TAG('C', 'N', 'A', 'M'),   ///< u32 offsets of curve names.
    MIENI_POSE_CURVE_SORTED = MIENI_TAG('C', 'S', 'R', 'T'),  ///< u32 curves in order of name.
    MIENI_POSE_CURVE_BASE = MIENI_TAG('C', 'B', 'A', 'S'),    ///< float per curve.
    MIENI_POSE_CURVE_LODS = MIENI_TAG('C', 'L', 'V', 'L'),    ///< u8 max LOD, descending.
    MIENI_POSE_GROUP_FIRST = MIENI_TAG('E', 'G', 'R', 'P'), ///< u32 first entry group per pose, and the end.
    MIENI_POSE_GROUP_BONES =
        MIENI_TAG('E', 'G', 'B', 'N'), ///< 4 x u16 bone per entry group; unused: bone_count.
    MIENI_POSE_GROUP_TURN = MIENI_TAG('E', 'G', 'T', 'Q'), ///< 4 x 8 float: rotation 4, translation 3, one.
    MIENI_POSE_GROUP_SCALE =
        MIENI_TAG('E', 'G', 'S', 'C'), ///< 4 x 4 float: scale 3, zero. If MIENI_POSE_SCALE.
    MIENI_POSE_BONE_BITS = MIENI_TAG('E', 'B', 'I', 'T'),    ///< u64 words per pose: bones with an entry.
    MIENI_POSE_SLICE_FIRST = MIENI_TAG('S', 'L', 'I', 'C'),  ///< u32 first step per slice, and the end.
    MIENI_POSE_SLICE_BONES = MIENI_TAG('S', 'B', 'O', 'N'),  ///< 8 x u16 bone per slice; unused: bone_count.
    MIENI_POSE_SLICE_POSES = MIENI_TAG('S', 'P', 'O', 'S'),  ///< 8 x u16 pose per step; unused: pose_count.
    MIENI_POSE_SLICE_DATA = MIENI_TAG('S', 'D', 'A', 'T'),   ///< channels x 8 float per step.
    MIENI_POSE_ROWS = MIENI_TAG('B', 'R', 'O', 'W'),         ///< MieniRow per bone.
    MIENI_POSE_CURVE_FIRST = MIENI_TAG('P', 'C', 'R', 'V'),  ///< u32 first curve entry per pose, and the end.
    MIENI_POSE_CURVE_IDS = MIENI_TAG('P', 'C', 'I', 'D'),    ///< u16 curve, ascending in a pose.
    MIENI_POSE_CURVE_VALUES = MIENI_TAG('P', 'C', 'V', 'L'), ///< float.
    MIENI_POSE_CURVE_ROWS = MIENI_TAG('C', 'R', 'O', 'W'),   ///< u32 first entry per curve, and the end.
    MIENI_POSE_CURVE_ROW_POSES = MIENI_TAG('C', 'R', 'P', 'O'),  ///< u16 pose, ascending in a row.
    MIENI_POSE_CURVE_ROW_VALUES = MIENI_TAG('C', 'R', 'V', 'L'), ///< float.
};
