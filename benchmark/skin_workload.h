// SPDX-License-Identifier: MIT
//
// What mien-bench skin times.

#pragma once

#include "bench.h"

/// Skinning without the library's kernels. The mesh has four places per vertex.
typedef struct PlainSkin {
    const MienMesh *mesh;
    MienMeshInfo info;
    const MienMatrix34 *palette;
    const float *weights;
    MienVec3 *positions, *normals; ///< Work: morphed.
    MienVec3 *out_positions, *out_normals;
} PlainSkin;

void plain_skin_run(const PlainSkin *skin);
