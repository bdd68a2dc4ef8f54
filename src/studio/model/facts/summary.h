// SPDX-License-Identifier: MIT
//
// A one-line summary of an asset for lists, from its text alone: "58 poses · additive".

#pragma once

#include "asset/asset.h"

enum { STUDIO_SUMMARY_ROOM = 200 };

/// Of a tree that was read. Returns out.
const char *studio_summary(const MieniAsset *asset, char out[STUDIO_SUMMARY_ROOM]);
