// SPDX-License-Identifier: MIT
//
// The lines of an asset's text, for those who write some of them in another way: a
// line is a member of the asset, or an item of a list that is broken into lines. It
// may hold further lines.

#pragma once

#include "asset/asset.h"

typedef struct MieniAssetLine {
    const MieniField *field; ///< Of the member, or of the list that the item is in; NULL for unknown keys.
    const char *key;         ///< Of a member; NULL for an item.
    const MieniJson *value;
    int depth;    ///< How far it is indented.
    bool is_last; ///< Nothing follows it, so neither does a comma.
} MieniAssetLine;

/// Writes a line and returns true, or leaves it to the canonical form.
typedef bool MieniPutLine(void *user, MieniTextOut *out, const MieniAssetLine *line);

/// mieni_asset_write, with put asked about every line.
void mieni_asset_write_lines(const MieniAsset *asset, MieniTextOut *out, MieniPutLine *put, void *user);
/// A line break, and the line in its canonical form.
void mieni_asset_put_line(MieniTextOut *out, const MieniAssetLine *line);
/// Whether the items of a value stand on lines of their own. depth is that of the
/// line it stands on.
bool mieni_asset_is_broken(const MieniField *field, const MieniJson *value, int depth);
