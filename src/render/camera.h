// SPDX-License-Identifier: MIT
//
// Where a picture is seen from. Y is up; a face looks along +Z, so a positive yaw shows
// its left side.
//
// Ownership  Plain values; nothing to own.
// Threads    Every function here is pure.
// Errors     None: each function is defined for every finite input.

#pragma once

#include "mien/math.h"

/// Zero is no camera: use mieni_camera_frame, or fill all fields.
typedef struct MieniCamera {
    MienVec3 eye, target;
    float field; ///< Vertical field of view in degrees, above 0 and below 170.
} MieniCamera;

/// How to look at something. Zero is the default of every field.
typedef struct MieniFraming {
    float yaw, pitch; ///< Degrees. Taken as they are if is_turned, otherwise -16 and 4.
    bool is_turned;
    float field;  ///< Degrees; 0: 17, a long lens.
    float fill;   ///< Part of the picture's height that the box takes; 0: 0.8.
    float shift;  ///< Moves the box up by so much of the picture's height.
    float aspect; ///< Width through height of the picture; 0: 1. Narrow ones step back to keep the sides in.
} MieniFraming;

/// A camera that sees a box, such as the bounds of a head.
MieniCamera mieni_camera_frame(MienVec3 min, MienVec3 max, const MieniFraming *framing);

/// Bounds of positions; both ends 0 if there are none.
void mieni_bounds(const MienVec3 *positions, int count, MienVec3 *out_min, MienVec3 *out_max);

/// Where a point appears in a picture, in pixels from its upper left; out[2] is the
/// distance along the view. False if the point is not in front of the camera.
bool mieni_camera_project(const MieniCamera *camera, int width, int height, MienVec3 point, float out[3]);
/// The way that a place in a picture of a size stands for, in pixels from its upper left: it
/// begins at the eye, and its direction has length 1. False if the camera sees nothing.
bool mieni_camera_ray(const MieniCamera *camera, int width, int height, float x, float y,
                      MienVec3 *out_origin, MienVec3 *out_direction);
