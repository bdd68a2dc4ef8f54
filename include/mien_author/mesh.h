// SPDX-License-Identifier: MIT
//
// Meshes as they are authored: vertices, triangles, joints that bind them to bones, morph
// targets, materials, and the mesh's own rest pose. Cooking turns them into packs.
//
// Ownership  Descriptions belong to the caller and are only read.
// Threads    No state: use different meshes from different threads.
// Errors     The check reports the location ("morphs[3].vertices[12]").

#pragma once

#include "mien_author/pack.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A joint: a bone and its inverse bind matrix. Several joints may use the same bone with
/// different matrices.
typedef struct MienAuthorMeshJoint {
    const char *bone;
    float inverse[12]; ///< Inverse bind matrix, three rows of four: from vertex space to bone space.
} MienAuthorMeshJoint;

/// A morph target: vertex offsets at weight 1. Unlisted vertices do not move.
typedef struct MienAuthorMorph {
    const char *name; ///< Name of its curve.
    float weight;     ///< Weight if no curve drives it.
    int count;
    const uint32_t *vertices;  ///< Ascending.
    const MienVec3 *positions; ///< Offsets, one per vertex in vertices.
    const MienVec3 *normals;   ///< Offsets, or NULL.
} MienAuthorMorph;

/// A submesh: triangles with one material, as a range of the indices.
typedef struct MienAuthorSubmesh {
    const char *name;
    int material; ///< -1: none.
    int first_index, index_count;
} MienAuthorSubmesh;

typedef struct MienAuthorMaterial {
    const char *name;
    float base_color[4]; ///< Linear red, green, blue and opacity.
    float roughness, metallic;
    int image; ///< Multiplies the base colour; -1: none.
} MienAuthorMaterial;

/// Location of an image: a file, or an image inside a file.
typedef struct MienAuthorImage {
    const char *name; ///< "faces/skin.png", or "faces/ada.glb#images/0" for the first one inside a file.
} MienAuthorImage;

/// A bone's transform in the mesh's own rest pose.
typedef struct MienAuthorMeshBone {
    const char *name;
    MienTransform rest; ///< Local, as in the skeleton.
} MienAuthorMeshBone;

/// A mesh. Zero-initialise and fill.
typedef struct MienAuthorMesh {
    int vertex_count;
    const MienVec3 *positions;
    const MienVec3 *normals; ///< Normalised; or NULL.
    const float *uvs;        ///< Two per vertex, (0, 0) is the image's upper left corner; or NULL.
    /// Four per vertex: linear red, green, blue and opacity; 65535 is 1. They multiply the
    /// material's base colour. NULL: all 1.
    const uint16_t *colors;

    int influence_count;           ///< Per vertex, 1 to MIEN_MAX_INFLUENCES.
    const uint16_t *vertex_joints; ///< influence_count per vertex, joint indices.
    const float *vertex_weights;   ///< influence_count per vertex, >= 0, sum 1. Unused: 0 with joint 0, last.
    int joint_count;
    const MienAuthorMeshJoint *joints;

    int index_count;
    const uint32_t *indices; ///< Three per triangle, counterclockwise seen from outside.
    int submesh_count;
    const MienAuthorSubmesh *submeshes; ///< Cover the indices in order, without gaps.

    int morph_count;
    const MienAuthorMorph *morphs;
    int bone_count;
    const MienAuthorMeshBone *bones; ///< The bones that differ from the skeleton, or all.
    int material_count;
    const MienAuthorMaterial *materials;
    int image_count;
    const MienAuthorImage *images;
} MienAuthorMesh;

/// Checks names, indices and values.
MIEN_API MienStatus mien_author_mesh_check(const MienAuthorMesh *mesh, MienError *error);

/// Checks the mesh and cooks a pack. On failure *out_pack is empty. allocator may be
/// NULL and must outlive the pack.
MIEN_API MienStatus mien_author_mesh_cook(const MienAuthorMesh *mesh, const MienAllocator *allocator,
                                          MienAuthorPack *out_pack, MienError *error);

#ifdef __cplusplus
}
#endif
