// SPDX-License-Identifier: MIT
//
// The way of a camera that follows a character through a video.
//
// Ownership  Plain values; nothing to own.
// Threads    Pure.
// Memory     Never allocates.

#pragma once

#include "mien/math.h"

/// Shifts of the camera, MieniShot.shift, from the ways of the framed part, mieni_face_way, at each
/// frame. They are 0 while the part stays within the leash, mieni_shot_leash, through all frames.
/// Otherwise the camera goes with it smoothly, never farther from it than the leash. Where the part
/// jumps in one frame, as a clip that starts again makes it, the camera jumps too.
void mieni_follow(const MienVec3 *ways, int count, double rate, float leash, MienVec3 *out_shifts);
