// SPDX-License-Identifier: MIT
//
// Transforms of glTF nodes.

#pragma once

#include "base/json.h"
#include "mien/math.h"

/// Where a node is, in its parent's space. False if its matrix is no rotation, translation
/// and scale; then it is the nearest that is.
bool mieni_gltf_transform(const MieniJson *node, MienTransform *out_transform);

/// A rotation of length 1. One that is so within rounding stays as it is, so that what was
/// written comes back equal; one of zeros is none.
MienQuat mieni_gltf_rotation(const double q[4]);
