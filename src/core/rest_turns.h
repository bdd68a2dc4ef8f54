// SPDX-License-Identifier: MIT
//
// Rule A13: how rotations of one rest pose become another's.

#pragma once

#include "core/pose_data.h"

/// Turns the entries of a pose asset to the target's rest pose, which has a transform per bone of the
/// skeleton. Leaves target->data alone where no bone is turned.
MienStatus mieni_target_turn(MieniTarget *target, const MienSkeleton *skeleton, const MienTransform *rest);
void mieni_target_release_turned(MieniTarget *target);
