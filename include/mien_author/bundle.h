// SPDX-License-Identifier: MIT
//
// Cooking bundles: combines cooked packs into one file, each with a name.
//
// Ownership  Names and packs belong to the caller and are only read. You release the
//            result.
// Threads    No state: cook on any number of threads.
// Memory     The given allocator is used for the result and for temporary memory.
// Determinism The same packs with the same names give the same bytes, in any order.

#pragma once

#include "mien_author/pack.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A pack and its name.
typedef struct MienAuthorBundleMember {
    const char *name; ///< Such as "faces/ada.poses"; unique.
    const void *data; ///< A complete pack of any kind except bundle, at any address.
    size_t size;
} MienAuthorBundleMember;

/// A bundle.
typedef struct MienAuthorBundle {
    int member_count; ///< At most MIEN_MAX_MEMBERS.
    const MienAuthorBundleMember *members;
} MienAuthorBundle;

/// Cooks a bundle. Members are sorted by name; identical packs are stored once. Checks the
/// header, hash and section table of every member. On failure out_pack is empty and error,
/// if given, has the location ("members[3].data").
MIEN_API MienStatus mien_author_bundle_cook(const MienAuthorBundle *bundle, const MienAllocator *allocator,
                                            MienAuthorPack *out_pack, MienError *error);

#ifdef __cplusplus
}
#endif
