// SPDX-License-Identifier: MIT
//
// What changed between two versions of a text asset, in the words of those who edit
// it: "pose jaw_open: bone jaw moves (0, 0.1, 0) -> (0, 0.2, 0)".

#pragma once

#include "asset/asset.h"

typedef enum MieniChangeCode {
    MIENI_CHANGE_VALUE = 0, ///< Something has another value.
    MIENI_CHANGE_ADDED,
    MIENI_CHANGE_REMOVED,
    MIENI_CHANGE_RENAMED, ///< A pose of the same id has another name.
    MIENI_CHANGE_MOVED,   ///< A row stands elsewhere in its list.
    MIENI_CHANGE_ORDER,   ///< Many do; told once for the list.
} MieniChangeCode;

typedef struct MieniAssetChange {
    MieniChangeCode code;
    const char *subject; ///< "pose jaw_open"; the key of a member of the asset.
    const char *text;    ///< "range [0, 1] -> [0, 1.5]".
    int line_a, line_b;  ///< Where it stands in either text; 0 for not at all.
} MieniAssetChange;

typedef struct MieniAssetDiff {
    const MieniAssetChange *changes; ///< As they stand in b; what was removed comes first in its list.
    int count;
    MieniJsonDocument memory; ///< Private: holds the texts.
} MieniAssetDiff;

/// Compares two assets of one kind. The same two give the same list everywhere; time
/// grows with n log n of their rows. On failure the list is empty. Nothing in the list
/// points into the assets.
MienStatus mieni_asset_diff(MieniAssetDiff *out_diff, const MieniAsset *a, const MieniAsset *b,
                            const MienAllocator *allocator, MienError *error);
void mieni_asset_diff_release(MieniAssetDiff *diff);
/// A change as one line, without a line break.
void mieni_asset_change_put(MieniTextOut *out, const MieniAssetChange *change);
