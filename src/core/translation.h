// SPDX-License-Identifier: MIT
//
// Rule A13: how translations of one skeleton become another's.

#pragma once

#include "core/internal.h"
#include "mien/math.h"

float mieni_length(MienVec3 v);
/// How much longer the target's bone is than the asset's own; 1 where that says
/// nothing. extent is the size of the asset's skeleton.
float mieni_translation_factor(MienVec3 mesh, MienVec3 own, float extent);
/// Refuses a mesh's reference pose that makes no sense. NULL is fine.
MienStatus mieni_check_mesh_rest_pose(const MienTransform *reference, int count, MienError *error);
