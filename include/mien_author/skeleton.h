// SPDX-License-Identifier: MIT
//
// Cooking skeletons into packs: bones with their rest pose, and a curve table.
//
// Ownership  Descriptions belong to the caller and are only read. You release the
//            MienAuthorPack.
// Threads    No state: cook on any number of threads.
// Memory     The given allocator is used for the result and for temporary memory.
// Determinism The same description gives the same bytes on every platform.

#pragma once

#include "mien_author/pack.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One bone. Zero-initialise and fill. A max_lod (max LOD) of zero means "LOD 0 only";
/// use MIEN_ALL_LODS for a bone that every LOD has.
typedef struct MienAuthorBone {
    const char *name;
    int parent; ///< Index of an earlier bone, -1 for a root.
    MienTransform rest;
    int max_lod;
} MienAuthorBone;

/// One curve of a curve table.
typedef struct MienAuthorCurve {
    const char *name;
    int max_lod;
} MienAuthorCurve;

/// A skeleton, parents before children.
typedef struct MienAuthorSkeleton {
    int bone_count;
    const MienAuthorBone *bones;
    int curve_count;
    const MienAuthorCurve *curves;
} MienAuthorSkeleton;

/// Cooks a skeleton into a pack. Bones are sorted by descending max LOD, otherwise in the
/// given order. On failure out_pack is empty and error, if given, has the location
/// ("bones[3].name").
MIEN_API MienStatus mien_author_skeleton_cook(const MienAuthorSkeleton *skeleton,
                                              const MienAllocator *allocator, MienAuthorPack *out_pack,
                                              MienError *error);

#ifdef __cplusplus
}
#endif
