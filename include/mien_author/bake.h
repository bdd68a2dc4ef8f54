// SPDX-License-Identifier: MIT
//
// Baking: turns a clip on one face into bone tracks and morph weights only, for programs
// that support neither curves nor pose assets. The runtime evaluates every frame.
//
// Ownership  Descriptions belong to the caller and are only read. The result is one block
//            of memory; free it with mien_author_clip_destroy.
// Threads    No state: bake on any number of threads.
// Errors     The same as for cooking, with the same locations.
// Determinism The same descriptions give the same bits on every platform.

#pragma once

#include "mien_author/clip.h"
#include "mien_author/mesh.h"
#include "mien_author/pose_asset.h"
#include "mien_author/skeleton.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What to bake. Zero-initialise: zero is every field's default.
typedef struct MienAuthorBaking {
    const MienAuthorClip *clip;
    const MienAuthorSkeleton *skeleton; ///< Its bones; its curve table is ignored.
    const MienAuthorMesh *mesh;         ///< Its rest pose and morph targets; NULL: none.
    const MienAuthorPoseAsset *poses; ///< The poses that curves drive; NULL: curves drive only morph targets.
    int rate, rate_divisor;           ///< Frames per second; 0: the clip's.
} MienAuthorBaking;

/// Bakes a clip. The result has tracks for the bones that leave the mesh's rest pose, curves
/// for the morph targets that leave their default weight, and the clip's events. If a curve
/// drives a pose and is also set by poses, only the poses' value counts (rule A6), so it is
/// not applied twice. allocator may be NULL. On failure *out_clip is NULL.
MIEN_API MienStatus mien_author_clip_bake(const MienAuthorBaking *baking, const MienAllocator *allocator,
                                          MienAuthorClip **out_clip, MienError *error);

#ifdef __cplusplus
}
#endif
