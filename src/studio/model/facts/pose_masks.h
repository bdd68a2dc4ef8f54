// SPDX-License-Identifier: MIT
//
// Which mask weakens a pose, as evaluation weighs it.

#pragma once

#include <stdbool.h>

#include "mien/pose_asset.h"

typedef struct StudioMask {
    const char *source; ///< The pose that weakens; the asset's.
    float asked;        ///< What is asked of it.
    float taken;        ///< The part that it takes away, from 0 to 1.
} StudioMask;

/// The mask that weakens a pose most; asked is per control, as a job gave it. False if none does
/// so visibly, or no curve drives the pose.
bool studio_mask_find(const MienPoseAsset *asset, const char *pose, const float *asked, StudioMask *out_mask);
