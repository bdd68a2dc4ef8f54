// SPDX-License-Identifier: MIT
//
// Baking: what a clip comes to on one face, as bone tracks and weights of morphs alone, for
// those who have neither curves nor pose assets. The runtime evaluates it, frame by frame.
//
// Ownership  Descriptions are the caller's and only read. What baking gives is one block of
//            memory: mien_author_clip_destroy frees it.
// Threads    No state: bake on as many threads as you like.
// Errors     Those of cooking, with its places.
// Determinism The same descriptions give the same bits on every platform.

#pragma once

#include "mien_author/clip.h"
#include "mien_author/mesh.h"
#include "mien_author/pose_asset.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What to bake. Zero-initialise: zero is the default of every field.
typedef struct MienAuthorBaking {
    const MienAuthorClip *clip;
    const MienAuthorSkeleton *skeleton; ///< Its bones; the curves of its table do not matter.
    const MienAuthorMesh *mesh;         ///< Its reference pose and morphs; NULL: none.
    const MienAuthorPoseAsset *poses;   ///< What the curves drive; NULL: nothing but morphs.
    int rate, rate_divisor;             ///< Frames per second; 0: the clip's.
} MienAuthorBaking;

/// Bakes a clip. The result has tracks for the bones that are ever away from the mesh's
/// reference pose, curves for the morphs that are ever away from their default weight, and
/// the clip's events. A curve that drives a pose and is also what poses define ends at the
/// pose (rule A6), so that it does not count twice. allocator may be NULL. On failure *out_clip is NULL.
MIEN_API MienStatus mien_author_clip_bake(const MienAuthorBaking *baking, const MienAllocator *allocator,
                                          MienAuthorClip **out_clip, MienError *error);

#ifdef __cplusplus
}
#endif
