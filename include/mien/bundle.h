// SPDX-License-Identifier: MIT
//
// Bundles: many named packs in one file. Ship one with a game or fetch it from
// a web page.
//
// Ownership  Destroy every bundle you load. Names and bytes of its members stay
//            valid until then; first destroy the assets that borrow them.
// Threads    A loaded bundle is immutable: any thread may read it.
// Memory     Loading may allocate; nothing else does.
// Errors     Getters return a neutral value ("" or zeros) for an invalid index.

#pragma once

#include "mien/base.h"
#include "mien/pack.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Maximum number of members in a bundle.
#define MIEN_MAX_MEMBERS 16777216

typedef struct MienBundle MienBundle;

/// Loads a bundle. Input is untrusted: the table, the names and each member's
/// header are checked here; a member's contents when you load that member. On
/// failure *out_bundle is NULL and error, if given, describes the problem.
MIEN_API MienStatus mien_bundle_load(const void *data, size_t size, const MienLoadOptions *options,
                                     MienBundle **out_bundle, MienError *error);
MIEN_API void mien_bundle_destroy(MienBundle *bundle); ///< Accepts NULL.

/// One pack in a bundle.
typedef struct MienBundleMember {
    const char *name;  ///< UTF-8, unique within the bundle: "faces/ada.poses".
    MienPackKind kind; ///< Never a bundle; may be a kind unknown to this library.
    uint32_t version;  ///< Format version of this kind.
    const void *data;  ///< A complete pack, 64-byte aligned: load it with borrow_data. Identical
                       ///< members share their bytes.
    size_t size;
} MienBundleMember;

MIEN_API int mien_bundle_count(const MienBundle *bundle); ///< Number of members. They are sorted by name.
/// Name of a member.
MIEN_API const char *mien_bundle_name(const MienBundle *bundle, int member);
/// Index of the member with this name, or -1. Case-sensitive.
MIEN_API int mien_bundle_find(const MienBundle *bundle, const char *name);
/// Member by index. The bundle's hash covers it: if that hash was checked, you can
/// load the member with trust_hash.
MIEN_API MienBundleMember mien_bundle_member(const MienBundle *bundle, int member);
/// Member by name. Returns MIEN_ERROR_DATA if the bundle has no such member:
/// *out_member is then empty, and the name is the error's location.
MIEN_API MienStatus mien_bundle_get(const MienBundle *bundle, const char *name, MienBundleMember *out_member,
                                    MienError *error);

#ifdef __cplusplus
}
#endif
