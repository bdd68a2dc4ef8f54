// SPDX-License-Identifier: MIT
//
// The text of a pose asset whose poses are transferred from another one.

#pragma once

#include "asset/asset.h"

/// What became of the rows of an asset.
typedef struct MieniTransferRows {
    int added;   ///< Poses of the source that it did not have.
    int removed; ///< Poses that the source no longer has.
    int freed;   ///< The same, but with edits by hand: they stay, without the source.
} MieniTransferRows;

/// Gives an asset a row per pose of a source, which is at a path. Rows that it has stay as they are; a
/// new asset also gets mode, base pose, overrides, groups and curves. Without memory the asset is
/// not to be used.
MienStatus mieni_poses_transfer_rows(MieniAsset *asset, const MieniAsset *source, const char *path,
                                     MieniTransferRows *out_rows, MienError *error);
