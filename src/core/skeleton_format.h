// SPDX-License-Identifier: MIT
//
// Sections of a skeleton pack, in their order; shared by loader and cook.

#pragma once

#include "core/pack_format.h"
#include "mien/math.h"
#include "mien/skeleton.h"

#define MIENI_SKELETON_VERSION 1

typedef struct MieniSkeletonHeader {
    uint32_t bone_count;
    uint32_t curve_count;
} MieniSkeletonHeader;

enum {
    MIENI_SKELETON_INFO = MIENI_TAG('I', 'N', 'F', 'O'),         ///< MieniSkeletonHeader, one.
    MIENI_SKELETON_TEXT = MIENI_TAG('T', 'E', 'X', 'T'),         ///< Bytes of all names.
    MIENI_SKELETON_BONE_NAMES = MIENI_TAG('B', 'N', 'A', 'M'),   ///< u32 offsets into the text.
    MIENI_SKELETON_BONE_SORTED = MIENI_TAG('B', 'S', 'R', 'T'),  ///< u32 bones in order of name.
    MIENI_SKELETON_PARENTS = MIENI_TAG('B', 'P', 'A', 'R'),      ///< i32.
    MIENI_SKELETON_REFERENCE = MIENI_TAG('B', 'R', 'E', 'F'),    ///< MienTransform.
    MIENI_SKELETON_BONE_LODS = MIENI_TAG('B', 'L', 'V', 'L'),    ///< u8 max LOD, descending.
    MIENI_SKELETON_CURVE_NAMES = MIENI_TAG('C', 'N', 'A', 'M'),  ///< u32 offsets into the text.
    MIENI_SKELETON_CURVE_SORTED = MIENI_TAG('C', 'S', 'R', 'T'), ///< u32 curves in order of name.
    MIENI_SKELETON_CURVE_LODS = MIENI_TAG('C', 'L', 'V', 'L'),   ///< u8 max LOD, descending.
};

/// Whether a pack may contain this max LOD.
static inline bool mieni_level_is_valid(int level)
{
    return (level >= 0 && level < MIEN_MAX_LODS) || level == MIEN_ALL_LODS;
}

/// How many of count descending max LODs are present at a LOD.
int mieni_levels_prefix(const uint8_t *max_lods, int count, int level);
/// Checks that max LODs are valid and descending.
bool mieni_levels_descend(const uint8_t *max_lods, int count);
/// Per bone, its parent or -1.
const int32_t *mieni_skeleton_parents(const MienSkeleton *skeleton);
/// Checks stored transforms: unit rotations, sane lengths, zero padding.
bool mieni_transform_is_sane(const MienTransform *transform);
