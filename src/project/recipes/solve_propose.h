// SPDX-License-Identifier: MIT
//
// Proposed poses of a solved take, as drafts for a pose asset.

#pragma once

#include "project/recipes/solve_face.h"

/// Memory for poses to propose, each on the asset's base pose. NULL without memory.
MienSolvePose *mieni_solve_propose_begin(const MieniSolveFace *face, int count, MieniArena *arena);
/// Keeps the bones that each pose moves enough to be seen on a face of this height. NULL without memory.
const MieniProposedPose *mieni_solve_propose_end(const MieniSolveFace *face, const MienSolvePose *poses,
                                                 int count, double extent, MieniArena *arena);
