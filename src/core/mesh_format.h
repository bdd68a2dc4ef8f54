// SPDX-License-Identifier: MIT
//
// Sections of a mesh pack, in their order; shared by loader and cook.
//
// Arrays of vertices are vertex after vertex, without padding but for the influences,
// as graphics interfaces take them. Influences come in whole rows of four, so that the
// weights of a vertex are one or two vector loads, and one or two attributes of four.
// Unused places repeat the vertex's first bind with weight 0: what a matrix that is
// not finite does stays with the vertices that use it.
//
// Morphs hold the vertices that they move and nothing for the others. Their offsets,
// positions and normals are three floats which kernels load as four: MVTX, and VBND,
// stand after them so that this never leads out of the pack.

#pragma once

#include "core/pack_format.h"
#include "mien/mesh.h"

#define MIENI_MESH_VERSION 2

enum {
    MIENI_MESH_NORMALS = 1, ///< Flags.
    MIENI_MESH_UVS = 2,
    MIENI_MESH_COLORS = 4,
    MIENI_MESH_FLAGS = 7, ///< All of them.
};

typedef struct MieniMeshHeader {
    uint32_t vertex_count, index_count;
    uint32_t influence_count; ///< The most places that a vertex uses, at least 1.
    uint32_t flags;
    uint32_t joint_count;
    uint32_t bone_count, rest_pose_count;
    uint32_t label_count; ///< Different names of parts, materials and images.
    uint32_t morph_count, part_count, material_count, image_count;
    float min[3], max[3];
} MieniMeshHeader;

typedef struct MieniMeshPart {
    uint32_t label;
    int32_t material; ///< -1: none.
    uint32_t first_index, index_count;
} MieniMeshPart;

typedef struct MieniMeshMaterial {
    uint32_t label;
    int32_t image; ///< -1: none.
    float base_color[4];
    float roughness, metallic;
} MieniMeshMaterial;

typedef struct MieniMorph {
    uint32_t first, count; ///< Of MVTX and MPOS.
    uint32_t first_normal; ///< Of MNRM; MIENI_NO_NORMALS without any.
    float weight;
} MieniMorph;

#define MIENI_NO_NORMALS UINT32_MAX

enum {
    MIENI_MESH_INFO = MIENI_TAG('I', 'N', 'F', 'O'),            ///< MieniMeshHeader, one.
    MIENI_MESH_TEXT = MIENI_TAG('T', 'E', 'X', 'T'),            ///< Bytes of all names.
    MIENI_MESH_MORPH_NAMES = MIENI_TAG('M', 'N', 'A', 'M'),     ///< u32 offsets into the text.
    MIENI_MESH_MORPH_SORTED = MIENI_TAG('M', 'S', 'R', 'T'),    ///< u32 morphs in order of name.
    MIENI_MESH_BONE_NAMES = MIENI_TAG('B', 'N', 'A', 'M'),      ///< u32 offsets into the text.
    MIENI_MESH_BONE_SORTED = MIENI_TAG('B', 'S', 'R', 'T'),     ///< u32 bones in order of name.
    MIENI_MESH_LABELS = MIENI_TAG('L', 'N', 'A', 'M'),          ///< u32 offsets into the text.
    MIENI_MESH_LABELS_SORTED = MIENI_TAG('L', 'S', 'R', 'T'),   ///< u32 labels in order of name.
    MIENI_MESH_POSITIONS = MIENI_TAG('V', 'P', 'O', 'S'),       ///< 3 floats per vertex.
    MIENI_MESH_NORMALS_OF = MIENI_TAG('V', 'N', 'R', 'M'),      ///< 3 floats per vertex, or none.
    MIENI_MESH_UVS_OF = MIENI_TAG('V', 'T', 'E', 'X'),          ///< 2 floats per vertex, or none.
    MIENI_MESH_COLORS_OF = MIENI_TAG('V', 'C', 'O', 'L'),       ///< 4 u16 per vertex, or none.
    MIENI_MESH_VERTEX_BINDS = MIENI_TAG('V', 'B', 'N', 'D'),    ///< 4 or 8 u16 per vertex.
    MIENI_MESH_WEIGHTS = MIENI_TAG('V', 'W', 'G', 'T'),         ///< 4 or 8 floats per vertex.
    MIENI_MESH_INDICES = MIENI_TAG('I', 'N', 'D', 'X'),         ///< u32.
    MIENI_MESH_PARTS = MIENI_TAG('P', 'A', 'R', 'T'),           ///< MieniMeshPart.
    MIENI_MESH_BIND_BONES = MIENI_TAG('B', 'B', 'O', 'N'),      ///< u32 bone per bind.
    MIENI_MESH_INVERSES = MIENI_TAG('B', 'I', 'N', 'V'),        ///< MienMatrix34 per bind.
    MIENI_MESH_REFERENCE = MIENI_TAG('B', 'R', 'E', 'F'),       ///< MienTransform of the first bones.
    MIENI_MESH_MATERIALS = MIENI_TAG('M', 'A', 'T', 'L'),       ///< MieniMeshMaterial.
    MIENI_MESH_IMAGES = MIENI_TAG('I', 'M', 'A', 'G'),          ///< u32 label.
    MIENI_MESH_MORPHS = MIENI_TAG('M', 'O', 'R', 'F'),          ///< MieniMorph.
    MIENI_MESH_MORPH_POSITIONS = MIENI_TAG('M', 'P', 'O', 'S'), ///< 3 floats per moved vertex.
    MIENI_MESH_MORPH_NORMALS = MIENI_TAG('M', 'N', 'R', 'M'),   ///< 3 floats per moved vertex, or none.
    MIENI_MESH_MORPH_VERTICES = MIENI_TAG('M', 'V', 'T', 'X'),  ///< u32, ascending per morph.
};

/// Places of influences per vertex.
static inline uint32_t mieni_influence_stride(uint32_t influence_count)
{
    return influence_count <= 4 ? 4 : 8;
}

/// Components of normals keep to this; they need not be of length 1 exactly.
#define MIENI_MOST_NORMAL 2.0f
/// Weights of a vertex, added in order, are this near 1.
#define MIENI_WEIGHTS_NEAR 1e-3f

/// Whether weights of a vertex are >= 0 and together near 1.
static inline bool mieni_weights_are_sound(const float *weights, int count)
{
    float sum = 0.0f;
    for (int i = 0; i < count; ++i) {
        if (!(weights[i] >= 0.0f))
            return false;
        sum += weights[i];
    }
    return sum >= 1.0f - MIENI_WEIGHTS_NEAR && sum <= 1.0f + MIENI_WEIGHTS_NEAR;
}

/// The box around positions, zeros if there are none. A zero has one sign, so that the
/// order of vertices does not show.
static inline void mieni_mesh_bounds(const MienVec3 *positions, size_t count, float min[3], float max[3])
{
    for (int k = 0; k < 3; ++k)
        min[k] = max[k] = 0.0f;
    for (size_t v = 0; v < count; ++v) {
        const float p[3] = {positions[v].x + 0.0f, positions[v].y + 0.0f, positions[v].z + 0.0f};
        for (int k = 0; k < 3; ++k) {
            min[k] = v == 0 || p[k] < min[k] ? p[k] : min[k];
            max[k] = v == 0 || p[k] > max[k] ? p[k] : max[k];
        }
    }
}
