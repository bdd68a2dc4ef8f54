// SPDX-License-Identifier: MIT
//
// Skeletons: bones with parents and a reference pose, and a table of curves.
// Bones are in order of descending last level of detail, parents first, so a
// level is a prefix.
//
// Ownership  You destroy what load gave you. Names live as long as the skeleton.
// Threads    A skeleton never changes once loaded: read it from any thread.
// Memory     Loading may allocate; nothing else does.
// Errors     Readers return a neutral value ("" or identity) for a bad index.

#pragma once

#include "mien/base.h"
#include "mien/math.h"
#include "mien/pack.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MienSkeleton MienSkeleton;

/// Reads a packed skeleton. Accepts untrusted bytes: everything is checked
/// once, here. On failure *out_skeleton is NULL and error, if given, says what
/// and where.
MIEN_API MienStatus mien_skeleton_load(const void *data, size_t size, const MienLoadOptions *options,
                                       MienSkeleton **out_skeleton, MienError *error);
MIEN_API void mien_skeleton_destroy(MienSkeleton *skeleton); ///< NULL is fine.

MIEN_API int mien_skeleton_bone_count(const MienSkeleton *skeleton);  ///< Bones at level 0.
MIEN_API int mien_skeleton_curve_count(const MienSkeleton *skeleton); ///< Curves of the table.
/// Bones present at a level of detail: the first so many.
MIEN_API int mien_skeleton_bone_count_at(const MienSkeleton *skeleton, int level);

/// Name of a bone.
MIEN_API const char *mien_skeleton_bone_name(const MienSkeleton *skeleton, int bone);
MIEN_API int mien_skeleton_bone_parent(const MienSkeleton *skeleton, int bone); ///< -1 for a root.
/// The last level of detail a bone is present at, or MIEN_ALL_LEVELS.
MIEN_API int mien_skeleton_bone_last_level(const MienSkeleton *skeleton, int bone);
/// Name of a curve of the table.
MIEN_API const char *mien_skeleton_curve_name(const MienSkeleton *skeleton, int curve);
/// The last level of detail a curve counts at, or MIEN_ALL_LEVELS.
MIEN_API int mien_skeleton_curve_last_level(const MienSkeleton *skeleton, int curve);
/// The reference pose: bone_count local transforms.
MIEN_API const MienTransform *mien_skeleton_reference(const MienSkeleton *skeleton);

/// Index of the bone called name, or -1. Look up once and keep the index.
MIEN_API int mien_skeleton_find_bone(const MienSkeleton *skeleton, const char *name);
/// Index of the curve called name, or -1. Look up once and keep the index.
MIEN_API int mien_skeleton_find_curve(const MienSkeleton *skeleton, const char *name);

/// SHA-256 over bone names and parents: equal for skeletons that poses and
/// clips can move between. Curves and reference pose are no part of it.
MIEN_API void mien_skeleton_interface_hash(const MienSkeleton *skeleton, uint8_t out_hash[32]);

/// Local to model space for count bones of skeleton order. local and out_model
/// may be the same array. Refuses a count above bone_count.
MIEN_API MienStatus mien_skeleton_model_pose(const MienSkeleton *skeleton, const MienTransform *local,
                                             int count, MienTransform *out_model);

#ifdef __cplusplus
}
#endif
