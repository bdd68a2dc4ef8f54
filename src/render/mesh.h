// SPDX-License-Identifier: MIT
//
// What a mesh to draw is inside. Names of OpenGL's objects are unsigned ints.

#pragma once

#include "render/render.h"

/// Triangles of one material.
typedef struct MieniMeshRange {
    int material, first_index, index_count;
    int closed_count; ///< Leading indices of triangles whose backs are never seen.
} MieniMeshRange;

typedef struct MieniMeshMaterial {
    MieniRenderMaterial given;
    unsigned texture; ///< 0: none.
    bool is_blended;  ///< Something of it is seen through.
} MieniMeshMaterial;

/// What every vertex keeps, as it lies in the buffer.
typedef struct MieniVertexPaint {
    float uv[2];
    uint16_t color[4];
} MieniVertexPaint;

struct MieniRenderMesh {
    MieniRenderer *renderer;
    size_t size; ///< Of this block, in which all arrays lie.
    int vertex_count, index_count, range_count, material_count, image_count;
    uint32_t *indices;
    MieniVertexPaint *paint; ///< Per vertex.
    MieniMeshRange *ranges;
    MieniMeshMaterial *materials;
    unsigned *textures; ///< Per image; 0: none.
    unsigned index_buffer, paint_buffer;
};
