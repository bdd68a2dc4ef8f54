// SPDX-License-Identifier: MIT
//
// Cooking bundles: packs that are already cooked become one file, each under a name.
//
// Ownership  Names and packs are the caller's and only read. The result is yours
//            to release.
// Threads    No state: cook on as many threads as you like.
// Memory     The allocator passed is used for the result and while working.
// Determinism The same packs under the same names give the same bytes, in whatever
//            order they are given.

#pragma once

#include "mien_author/pose_asset.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A pack and what it shall be called.
typedef struct MienAuthorBundleMember {
    const char *name; ///< Such as "faces/ada.poses"; no two alike.
    const void *data; ///< A whole pack of any kind but a bundle, at any address.
    size_t size;
} MienAuthorBundleMember;

/// A bundle, whole.
typedef struct MienAuthorBundle {
    int member_count; ///< At most MIEN_MAX_MEMBERS.
    const MienAuthorBundleMember *members;
} MienAuthorBundle;

/// Cooks a bundle. Members are stored in order of name, those with the same bytes
/// once. Header, hash and section table of every member are checked. On failure
/// out_pack is empty and error, if given, names the place ("members[3].data").
MIEN_API MienStatus mien_author_bundle_cook(const MienAuthorBundle *bundle, const MienAllocator *allocator,
                                            MienAuthorPack *out_pack, MienError *error);

#ifdef __cplusplus
}
#endif
