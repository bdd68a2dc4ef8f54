// SPDX-License-Identifier: MIT
//
// What a camera is to the renderer. Include core/float_rules.h first.

#pragma once

#include "render/camera.h"
#include "render/vectors.h"

/// Axes of the view (z towards the viewer), distance to the target, and half the height
/// seen at distance 1. False if the camera sees nothing.
bool mieni_camera_axes(const MieniCamera *camera, Axes *out_axes, float *out_distance, float *out_slope);
