// SPDX-License-Identifier: MIT
//
// Meshes as people make them: vertices, triangles, what binds them to bones, morphs,
// materials, and the mesh's own reference pose. Cooking makes packs of them.
//
// Ownership  Descriptions are the caller's and only read.
// Threads    No state: use different meshes from different threads.
// Errors     Checking names the place ("morphs[3].vertices[12]").

#pragma once

#include "mien_author/pose_asset.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What vertices are bound by: a bone and where the mesh was when it was bound. The
/// same bone may be there several times with different places.
typedef struct MienAuthorMeshBind {
    const char *bone;
    float inverse[12]; ///< Three rows of four: from the space of the vertices to that of the bone.
} MienAuthorMeshBind;

/// What some vertices do when a morph is at 1. Vertices that are not listed stay.
typedef struct MienAuthorMorph {
    const char *name; ///< Of the curve that drives it.
    float weight;     ///< While no curve drives it.
    int count;
    const uint32_t *vertices;  ///< Ascending.
    const MienVec3 *positions; ///< Offsets, one per vertex listed.
    const MienVec3 *normals;   ///< Offsets, or NULL.
} MienAuthorMorph;

/// Triangles of one material: a range of the indices.
typedef struct MienAuthorMeshPart {
    const char *name;
    int material; ///< -1: none.
    int first_index, index_count;
} MienAuthorMeshPart;

typedef struct MienAuthorMaterial {
    const char *name;
    float base_color[4]; ///< Linear red, green, blue, and opacity.
    float roughness, metallic;
    int image; ///< Multiplies the base colour; -1: none.
} MienAuthorMaterial;

/// Where an image is: a file, or a part of one.
typedef struct MienAuthorImage {
    const char *name; ///< "faces/skin.png", or "faces/ada.glb#images/0" for the first within a file.
} MienAuthorImage;

/// Where a bone is in the mesh's own reference pose.
typedef struct MienAuthorMeshBone {
    const char *name;
    MienTransform reference; ///< Local, as in the skeleton.
} MienAuthorMeshBone;

/// A mesh, whole. Zero-initialise and fill.
typedef struct MienAuthorMesh {
    int vertex_count;
    const MienVec3 *positions;
    const MienVec3 *normals; ///< Of length 1; or NULL.
    const float *uvs;        ///< Two per vertex, (0, 0) is the image's upper left; or NULL.
    /// Four per vertex: linear red, green, blue, and opacity, 65535 is 1. They multiply the
    /// material's base colour. NULL: all 1.
    const uint16_t *colors;

    int influence_count;          ///< Per vertex, 1 to MIEN_MAX_INFLUENCES.
    const uint16_t *vertex_binds; ///< influence_count per vertex, indices of binds.
    const float *vertex_weights;  ///< Likewise; >= 0, their sum is 1. Unused ones are 0 of bind 0, last.
    int bind_count;
    const MienAuthorMeshBind *binds;

    int index_count;
    const uint32_t *indices; ///< Three per triangle, anticlockwise seen from outside.
    int part_count;
    const MienAuthorMeshPart *parts; ///< Cover the indices in order, without gaps.

    int morph_count;
    const MienAuthorMorph *morphs;
    int bone_count;
    const MienAuthorMeshBone *bones; ///< Those that are not as in the skeleton, or all.
    int material_count;
    const MienAuthorMaterial *materials;
    int image_count;
    const MienAuthorImage *images;
} MienAuthorMesh;

/// Checks names, indices and values.
MIEN_API MienStatus mien_author_mesh_check(const MienAuthorMesh *mesh, MienError *error);

/// Checks the mesh and makes a pack. On failure *out_pack is empty. allocator may be
/// NULL and must outlive the pack.
MIEN_API MienStatus mien_author_mesh_cook(const MienAuthorMesh *mesh, const MienAllocator *allocator,
                                          MienAuthorPack *out_pack, MienError *error);

#ifdef __cplusplus
}
#endif
