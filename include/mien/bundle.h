// SPDX-License-Identifier: MIT
//
// Bundles: many packs in one, each under a name. What a game ships and a page
// fetches.
//
// Ownership  You destroy what load gave you. Names and bytes of members live as
//            long as the bundle; assets that borrow them are destroyed first.
// Threads    A bundle never changes once loaded: read it from any thread.
// Memory     Loading may allocate; nothing else does.
// Errors     Readers return a neutral value ("" or zeros) for a bad index.

#pragma once

#include "mien/base.h"
#include "mien/pack.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Members that a bundle may have.
#define MIEN_MAX_MEMBERS 16777216

typedef struct MienBundle MienBundle;

/// Reads a packed bundle. Accepts untrusted bytes: table, names and the header of
/// each member are checked here, what is in a member when that is loaded. On
/// failure *out_bundle is NULL and error, if given, says what and where.
MIEN_API MienStatus mien_bundle_load(const void *data, size_t size, const MienLoadOptions *options,
                                     MienBundle **out_bundle, MienError *error);
MIEN_API void mien_bundle_destroy(MienBundle *bundle); ///< NULL is fine.

/// One pack of a bundle.
typedef struct MienBundleMember {
    const char *name;  ///< UTF-8, unique within the bundle: "faces/ada.poses".
    MienPackKind kind; ///< Never a bundle; may be a kind that this library does not know.
    uint32_t version;  ///< Format version of that kind.
    const void *data;  ///< A whole pack, 64-byte aligned: load it with borrow_data. Members
                       ///< that are alike share their bytes.
    size_t size;
} MienBundleMember;

MIEN_API int mien_bundle_count(const MienBundle *bundle); ///< Members, in order of name.
/// Name of a member.
MIEN_API const char *mien_bundle_name(const MienBundle *bundle, int member);
/// Index of the member called name, or -1. Bytes decide: "Ada" is not "ada".
MIEN_API int mien_bundle_find(const MienBundle *bundle, const char *name);
/// One member by index. The hash of the bundle covers it: if that was compared,
/// the member may be loaded with trust_hash.
MIEN_API MienBundleMember mien_bundle_member(const MienBundle *bundle, int member);
/// The member called name. MIEN_ERROR_DATA if the bundle lacks it: *out_member is then
/// empty, and error's place, if given, that name.
MIEN_API MienStatus mien_bundle_get(const MienBundle *bundle, const char *name, MienBundleMember *out_member,
                                    MienError *error);

#ifdef __cplusplus
}
#endif
