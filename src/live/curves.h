// SPDX-License-Identifier: MIT
//
// The curves of a live face, to find by name.

#pragma once

#include "base/arena.h"
#include "mien_live/live.h"

/// Rotations of head and eyes: yaw, pitch, roll of each.
#define MIENI_LIVE_ANGLES 9

typedef struct MieniLiveCurves {
    const char *const *names;
    int count;
    int *sorted;                   ///< By name.
    int angles[MIENI_LIVE_ANGLES]; ///< Curves of the rotations, or -1.
} MieniLiveCurves;

/// Copies the names.
void mieni_live_curves_fill(MieniArena *arena, const char *const *names, int count,
                            MieniLiveCurves *out_curves);
/// The name of a rotation's curve: HeadYaw, HeadPitch, HeadRoll, LeftEyeYaw, ...
const char *mieni_live_angle_name(int index);
/// Yaw, pitch and roll of a head or an eye, in radians, as those curves have them; false if there are none.
bool mieni_live_turns(const MienLiveTransform *transform, float out_turns[3]);
/// The curve of a name: by bytes, otherwise without case; -1.
int mieni_live_curves_find(const MieniLiveCurves *curves, const char *name);
