// SPDX-License-Identifier: MIT
//
// What the sources that make clips share.

#pragma once

#include "base/arena.h"
#include "mien_author/clip.h"

/// Beyond these, for curves and bones alike, an int could not count frames, or
/// memory would not hold them.
enum { MIENI_MOST_CURVES = 10000, MIENI_MOST_FRAMES_PER_SECOND = 1000, MIENI_MOST_SECONDS = 3600 };

/// How a bone moves about its reference.
typedef struct MieniMotion {
    float turn;  ///< Radians, the most about one axis.
    float shift; ///< Metres, the most along one axis.
    float swing; ///< Radians to the front and back with each stride.
    float phase; ///< Of the swing, in strides.
    bool rests;  ///< Holds still for a while, time and again.
} MieniMotion;

/// A rotation by the length of (x, y, z) radians about it.
MienQuat mieni_turn_by(double x, double y, double z);
