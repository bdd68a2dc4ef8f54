// SPDX-License-Identifier: MIT
//
// Finds the override that reduces a pose, weighted as in evaluation.

#pragma once

#include <stdbool.h>

#include "mien/pose_asset.h"

typedef struct StudioMask {
    const char *source; ///< The overriding pose; owned by the asset.
    float asked;        ///< Its input weight.
    float taken;        ///< The fraction that it removes, from 0 to 1.
} StudioMask;

/// Finds the override that reduces a pose most; asked has the input weight per curve-driven pose,
/// as a job gave it. False if none has a visible effect, or no curve drives the pose.
bool studio_mask_find(const MienPoseAsset *asset, const char *pose, const float *asked, StudioMask *out_mask);
