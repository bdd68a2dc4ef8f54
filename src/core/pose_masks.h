// SPDX-License-Identifier: MIT
//
// Which mask weakens a control: for programs that say why less is applied than was asked for.

#pragma once

#include "mien/pose_asset.h"

typedef struct MieniMaskEffect {
    int source;  ///< The control that weakens; -1: none does.
    float taken; ///< The part of what is asked for that this mask alone takes away, from 0 to 1.
} MieniMaskEffect;

/// The mask that takes most of a control, by rule A3.3; of equal ones that of the first source. asked
/// is per control, as a job gave it.
MieniMaskEffect mieni_pose_strongest_override(const MienPoseAsset *asset, int control, const float *asked);
