// SPDX-License-Identifier: MIT
//
// Labels and icons of asset kinds.

#pragma once

#include "asset/asset.h"

/// A section of the browser.
typedef struct StudioKind {
    MieniAssetKind kind;  ///< MIENI_ASSET_NONE: sources.
    const char *one;      ///< "pose asset".
    const char *plural;   ///< "Pose assets".
    const char *icon;     ///< "face-smile-big-symbolic".
    const char *singular; ///< "Pose asset".
} StudioKind;

enum { STUDIO_KIND_COUNT = 8 };
/// In the order of the browser.
extern const StudioKind studio_kinds[STUDIO_KIND_COUNT];
/// The section of a kind; that of sources for what has none.
int studio_kind_index(MieniAssetKind kind);

enum { STUDIO_COUNT_ROOM = 16 };
/// "20,000". Returns out.
const char *studio_count_text(int count, char out[STUDIO_COUNT_ROOM]);
