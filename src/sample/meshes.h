// SPDX-License-Identifier: MIT
//
// Meshes made in code, for tests, benchmarks and examples: a face bound to the bones
// of a skeleton, with morphs. The same options give the same bytes everywhere.

#pragma once

#include "mien_author/mesh.h"
#include "mien_author/skeleton.h"

/// What to make. Zero-initialise: zero is the default of every field.
typedef struct MienSampleMeshOptions {
    uint64_t seed;
    int vertex_count;       ///< At least 1.
    int influence_count;    ///< Bones that move a vertex, the nearest ones; 0: 4.
    int morph_count;        ///< Named as the skeleton's curves, then "morph_5".
    float morph_share;      ///< Of the vertices, what a morph moves; 0: a tenth.
    bool is_bare;           ///< Without normals and texture coordinates.
    bool has_colors;        ///< With a colour per vertex.
    bool has_own_rest_pose; ///< Bones are a little longer than the skeleton's.
} MienSampleMeshOptions;

typedef struct MienSampleMesh MienSampleMesh;

/// Makes a mesh for a skeleton with bones, which must outlive it; NULL without memory
/// or with counts that make no sense.
MienSampleMesh *mien_sample_mesh_create(const MienSampleMeshOptions *options,
                                        const MienAuthorSkeleton *skeleton);
void mien_sample_mesh_destroy(MienSampleMesh *sample); ///< NULL is fine.
/// The mesh as one would author it. Owned by the sample.
const MienAuthorMesh *mien_sample_mesh(const MienSampleMesh *sample);
