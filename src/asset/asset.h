// SPDX-License-Identifier: MIT
//
// A text asset: what people edit and version control keeps. A tree that keeps to
// the schema of its kind, plus whatever unknown keys it came with.

#pragma once

#include "asset/schema.h"
#include "base/json.h"
#include "base/text_out.h"

typedef enum MieniAssetKind {
    MIENI_ASSET_NONE = 0,
    MIENI_ASSET_PROJECT, ///< mien.json
    MIENI_ASSET_SKELETON,
    MIENI_ASSET_MESH,
    MIENI_ASSET_CLIP,
    MIENI_ASSET_CLIPS,
    MIENI_ASSET_POSES,
    MIENI_ASSET_MODIFIERS,
    MIENI_ASSET_GRAPH,
    MIENI_ASSET_CHARACTER,
    MIENI_ASSET_MAP,
    MIENI_ASSET_CALIBRATION,
    MIENI_ASSET_KINDS,
} MieniAssetKind;

/// "poses"; "" for none.
const char *mieni_asset_kind_name(MieniAssetKind kind);
/// The kind that a file's name says: "faces/ada.poses.json"; none for other files.
MieniAssetKind mieni_asset_kind_of_path(const char *path);
const MieniSchema *mieni_asset_schema(MieniAssetKind kind);

typedef struct MieniAsset {
    MieniAssetKind kind;
    MieniJsonDocument json;
} MieniAsset;

/// Reads and checks untrusted text. kind is what its name says it is. On failure the
/// asset is empty and error's place is "line 12, poses[3].name".
MienStatus mieni_asset_read(MieniAsset *out_asset, MieniAssetKind kind, const void *bytes, size_t size,
                            const MienAllocator *allocator, MienError *error);
/// A new asset with nothing but its kind and version.
MienStatus mieni_asset_begin(MieniAsset *out_asset, MieniAssetKind kind, const MienAllocator *allocator);
void mieni_asset_release(MieniAsset *asset);

/// Checks a tree that was changed or made. Places as in reading; values made here have
/// no line.
MienStatus mieni_asset_check(const MieniAsset *asset, MienError *error);

/// Checks any tree with a kind and a version in the same way.
MienStatus mieni_schema_check(const MieniSchema *schema, const char *kind, const MieniJsonDocument *document,
                              MienError *error);

/// Checks one value of a tree.
MienStatus mieni_field_check(const MieniField *field, const MieniJson *value, const char *path,
                             const MienAllocator *allocator, MienError *error);

/// Writes the one canonical form: keys in the schema's order, then unknown ones as
/// they came; a row per line; LF.
void mieni_asset_write(const MieniAsset *asset, MieniTextOut *out);

/// Calls found for every key that the schema does not know.
typedef void MieniUnknownKey(void *user, const char *place, int line);
void mieni_asset_unknown_keys(const MieniAsset *asset, MieniUnknownKey *found, void *user);

/// Whether a text is a path within a project: relative, parts between single
/// slashes, none of them "." or "..", no backslash, no control characters.
bool mieni_path_is_valid(const char *path);

/// A rate of an asset as numbers; false if the text or number is none.
bool mieni_rate_of_json(const MieniJson *value, int *out_rate, int *out_divisor);
