// SPDX-License-Identifier: MIT
//
// A loaded mesh and its binding as core sees them.

#pragma once

#include "core/load.h"
#include "core/mesh_format.h"

struct MienMesh {
    const struct MieniKernels *kernels;
    MieniMeshHeader info;
    int influence_stride;
    const MienVec3 *positions, *normals; ///< normals, uvs and colors: NULL without.
    const float *uvs;
    const uint16_t *colors;
    const uint16_t *vertex_joints;
    const float *weights;
    const uint32_t *indices;
    const MieniMeshPart *parts;
    const uint32_t *bind_bones;
    const MienMatrix34 *inverses;
    const MienTransform *reference;
    const MieniMeshMaterial *materials;
    const uint32_t *images;
    const MieniMorph *morphs;
    const uint32_t *morph_vertices;
    const MienVec3 *morph_positions, *morph_normals;
    int morph_vertex_count, morph_normal_count;

    MieniNames morph_names, bone_names, labels;
    MieniLoaded loaded;
};

static inline MienMatrix34 mieni_matrix_identity(void)
{
    return (MienMatrix34){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
}

/// Checks a mesh's content once, so that nothing later needs to.
MienStatus mieni_mesh_check(const MienMesh *mesh, MieniReader *reader);

struct MienMeshBinding {
    const MienAllocator *allocator;
    const MienMesh *mesh;
    size_t size;
    int skeleton_bone_count, skeleton_curve_count;
    int bone_end;                 ///< One more than the last bone that a bind needs.
    int32_t *found;               ///< Per bone of the mesh: the skeleton's, or -1.
    uint32_t *bind_bones;         ///< Per bind: the skeleton's bone it follows.
    const MienMatrix34 *inverses; ///< Per bind, the mesh's own unless a bone is missing.
    MienMatrix34 *own_inverses;
    int32_t *curves;          ///< Per morph: the skeleton's curve, or -1.
    uint8_t *curve_levels;    ///< Per morph: the max LOD of its curve.
    MienTransform *reference; ///< Per bone of the skeleton.
    int report_count;
    MienFinding *reports;
};
