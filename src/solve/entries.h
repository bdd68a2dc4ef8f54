// SPDX-License-Identifier: MIT
//
// What the poses of an asset do to one bone.

#pragma once

#include "base/arena.h"
#include "core/pose_data.h"

/// One pose's offset of a bone.
typedef struct MieniEntry {
    int pose;
    double turn[4], shift[3], scale[3];
} MieniEntry;

/// The entries of an asset's bone, poses ascending; NULL without memory.
MieniEntry *mieni_entries_read(MieniArena *arena, const MieniPoseData *data, int asset_bone);
