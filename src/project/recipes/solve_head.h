// SPDX-License-Identifier: MIT
//
// The motion of a tracked head: the track of a bone, instead of poses that turn it.

#pragma once

#include "project/recipes/solve_face.h"

/// Keeps the curves at 0 whose poses move the head's bone or one above it.
void mieni_solve_head_leave_out(const MieniSolveFace *face, int bone, MienSolver *solver);
/// The track of the head's bone, at the clip's rate, from where the head is in each frame. False without
/// memory.
bool mieni_solve_head_track(const MienSkeleton *skeleton, int bone, const MienTransform *heads,
                            int frame_count, MieniArena *arena, MienAuthorClipTrack *out_track);
