// SPDX-License-Identifier: MIT
//
// Skeletons: bones with parents and a rest pose, and a curve table. Bones are
// sorted by descending max LOD, parents first, so the bones of an LOD are a prefix.
//
// Ownership  Destroy every skeleton you load or create. Names are valid as long as it.
// Threads    A loaded skeleton is immutable: any thread may read it.
// Memory     Loading and creating may allocate; nothing else does.
// Errors     Getters return a neutral value ("" or identity) for an invalid index.

#pragma once

#include "mien/base.h"
#include "mien/math.h"
#include "mien/pack.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MienSkeleton MienSkeleton;

/// Loads a skeleton pack. Input is untrusted and is checked completely, once. On
/// failure *out_skeleton is NULL and error, if given, describes the problem.
MIEN_API MienStatus mien_skeleton_load(const void *data, size_t size, const MienLoadOptions *options,
                                       MienSkeleton **out_skeleton, MienError *error);

/// A skeleton of your own engine: its bones and curves, in its own order.
typedef struct MienSkeletonDesc {
    int bone_count, curve_count;
    const char *const *bone_names; ///< bone_count names, all different.
    const int *bone_parents; ///< Index of each bone's parent, which comes before it, or -1. NULL: all -1.
    const MienTransform *rest_pose; ///< bone_count local transforms, in metres.
    const char *const *curve_names; ///< curve_count names, all different. May be NULL if there are none.
    const MienAllocator *allocator; ///< NULL for malloc and free. Must outlive the skeleton.
} MienSkeletonDesc;

/// Creates a skeleton without a pack, so that pose assets, clips, graphs and meshes can be
/// bound to the bones and curves of your engine: results are in your order. Everything is
/// copied. The bones are those of every LOD. On failure *out_skeleton is NULL and error, if
/// given, names the bone or curve.
MIEN_API MienStatus mien_skeleton_create(const MienSkeletonDesc *desc, MienSkeleton **out_skeleton,
                                         MienError *error);
MIEN_API void mien_skeleton_destroy(MienSkeleton *skeleton); ///< Accepts NULL.

MIEN_API int mien_skeleton_bone_count(const MienSkeleton *skeleton);  ///< Number of bones at LOD 0.
MIEN_API int mien_skeleton_curve_count(const MienSkeleton *skeleton); ///< Number of curves in the table.
/// Number of bones at an LOD. They are the first bones of the skeleton.
MIEN_API int mien_skeleton_bone_count_at(const MienSkeleton *skeleton, int lod);

/// Name of a bone.
MIEN_API const char *mien_skeleton_bone_name(const MienSkeleton *skeleton, int bone);
MIEN_API int mien_skeleton_bone_parent(const MienSkeleton *skeleton, int bone); ///< -1 for a root.
/// Max LOD of a bone: the last LOD that has it, or MIEN_ALL_LODS.
MIEN_API int mien_skeleton_bone_max_lod(const MienSkeleton *skeleton, int bone);
/// Name of a curve of the table.
MIEN_API const char *mien_skeleton_curve_name(const MienSkeleton *skeleton, int curve);
/// Max LOD of a curve: the last LOD that uses it, or MIEN_ALL_LODS.
MIEN_API int mien_skeleton_curve_max_lod(const MienSkeleton *skeleton, int curve);
/// The rest pose: bone_count local transforms.
MIEN_API const MienTransform *mien_skeleton_rest_pose(const MienSkeleton *skeleton);

/// Index of the bone with this name, or -1. Look it up once and store the index.
MIEN_API int mien_skeleton_find_bone(const MienSkeleton *skeleton, const char *name);
/// Index of the curve with this name, or -1. Look it up once and store the index.
MIEN_API int mien_skeleton_find_curve(const MienSkeleton *skeleton, const char *name);

/// SHA-256 of bone names and parents. Skeletons with equal hashes can exchange poses and
/// clips. Curves and the rest pose are not included.
MIEN_API void mien_skeleton_interface_hash(const MienSkeleton *skeleton, uint8_t out_hash[32]);

#ifdef __cplusplus
}
#endif
