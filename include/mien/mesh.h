// SPDX-License-Identifier: MIT
//
// Meshes: vertices and triangles, what binds them to bones, and morphs, which move
// vertices as the curves of their names say. Everything lies in the pack as a
// graphics interface takes it.
//
// Ownership  You destroy what a load or create function gave you. Names and arrays
//            live as long as the mesh; destroy bindings first.
// Threads    Meshes and bindings never change once made: read them from any thread.
// Memory     Loading and binding may allocate; nothing else does.
// Errors     Hostile bytes are refused on load. Readers return a neutral value
//            ("", zeros or identity) for a bad index.

#pragma once

#include "mien/base.h"
#include "mien/math.h"
#include "mien/pack.h"
#include "mien/skeleton.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MienMesh MienMesh;

/// Reads a packed mesh. Accepts untrusted bytes: everything is checked once, here.
/// On failure *out_mesh is NULL and error, if given, says what and where.
MIEN_API MienStatus mien_mesh_load(const void *data, size_t size, const MienLoadOptions *options,
                                   MienMesh **out_mesh, MienError *error);
MIEN_API void mien_mesh_destroy(MienMesh *mesh); ///< NULL is fine.

/// What the mesh as a whole is.
typedef struct MienMeshInfo {
    int vertex_count;
    int index_count;      ///< Three per triangle.
    int influence_count;  ///< Most binds that move one vertex, 1 to MIEN_MAX_INFLUENCES.
    int influence_stride; ///< Places per vertex in the arrays of influences: 4 or 8.
    int bind_count;
    int bone_count;      ///< Bones that the mesh names.
    int reference_count; ///< Of the bones the first so many: they have a place of their own.
    int morph_count;
    int morph_vertex_count; ///< Vertices that morphs move, all morphs together.
    int part_count, material_count, image_count;
    bool has_normals, has_uvs, has_colors;
    MienVec3 min, max; ///< What the positions are within, without morphs and bones.
    MienIsa isa;       ///< The kernels in use.
} MienMeshInfo;

/// The mesh's counts and properties.
MIEN_API MienMeshInfo mien_mesh_info(const MienMesh *mesh);

/// vertex_count positions, metres.
MIEN_API const MienVec3 *mien_mesh_positions(const MienMesh *mesh);
/// vertex_count normals, or NULL.
MIEN_API const MienVec3 *mien_mesh_normals(const MienMesh *mesh);
/// Two numbers per vertex, (0, 0) is the image's upper left; or NULL.
MIEN_API const float *mien_mesh_uvs(const MienMesh *mesh);
/// Four numbers per vertex: linear red, green, blue, and opacity, 65535 is 1. They multiply
/// the material's base colour. NULL: all 1.
MIEN_API const uint16_t *mien_mesh_colors(const MienMesh *mesh);
/// index_count vertices, three per triangle, anticlockwise seen from outside.
MIEN_API const uint32_t *mien_mesh_indices(const MienMesh *mesh);
/// influence_stride binds per vertex. Unused places repeat the first.
MIEN_API const uint16_t *mien_mesh_vertex_binds(const MienMesh *mesh);
/// influence_stride weights per vertex, >= 0, together near 1. Unused ones are 0 and last.
MIEN_API const float *mien_mesh_vertex_weights(const MienMesh *mesh);

/// Triangles of one material: a range of the indices. Parts cover them in order.
typedef struct MienMeshPart {
    const char *name; ///< Several may have the same.
    int material;     ///< -1: none.
    int first_index, index_count;
} MienMeshPart;

/// One part by index.
MIEN_API MienMeshPart mien_mesh_part(const MienMesh *mesh, int part);

typedef struct MienMeshMaterial {
    const char *name;    ///< Several may have the same.
    float base_color[4]; ///< Linear red, green, blue, and opacity.
    float roughness, metallic;
    int image; ///< Multiplies the base colour; -1: none.
} MienMeshMaterial;

/// One material by index.
MIEN_API MienMeshMaterial mien_mesh_material(const MienMesh *mesh, int material);
/// Where an image is: "faces/skin.png", or "faces/ada.glb#images/0" for one within a file.
MIEN_API const char *mien_mesh_image_name(const MienMesh *mesh, int image);

/// What some vertices do when a morph is at 1.
typedef struct MienMorph {
    const char *name; ///< Of the curve that drives it. Unique within the mesh.
    float weight;     ///< While no curve drives it.
    int vertex_count;
    const uint32_t *vertices;  ///< Ascending.
    const MienVec3 *positions; ///< Offsets, one per vertex listed.
    const MienVec3 *normals;   ///< Offsets, or NULL.
} MienMorph;

/// One morph by index.
MIEN_API MienMorph mien_mesh_morph(const MienMesh *mesh, int morph);
MIEN_API int mien_mesh_find_morph(const MienMesh *mesh, const char *name); ///< -1 if absent.

/// Name of a bone that binds or the reference pose name.
MIEN_API const char *mien_mesh_bone_name(const MienMesh *mesh, int bone);
MIEN_API int mien_mesh_find_bone(const MienMesh *mesh, const char *name); ///< -1 if absent.
/// The mesh's own reference pose: local transforms of the first reference_count bones.
MIEN_API const MienTransform *mien_mesh_reference(const MienMesh *mesh);

/// What vertices are bound by: a bone, and where the mesh was when it was bound. The
/// same bone may be there several times with different places.
typedef struct MienMeshBind {
    int bone;             ///< Of the mesh.
    MienMatrix34 inverse; ///< From the space of the vertices to that of the bone.
} MienMeshBind;

/// One bind by index.
MIEN_API MienMeshBind mien_mesh_bind(const MienMesh *mesh, int bind);

/// A binding: the mesh's names turned into a skeleton's indices, once.
typedef struct MienMeshBinding MienMeshBinding;

/// How to bind. Zero-initialise: zero is the default of every field.
typedef struct MienMeshBindingOptions {
    const MienAllocator *allocator; ///< NULL for malloc and free. Must outlive the binding.
} MienMeshBindingOptions;

/// Binds a mesh to a skeleton's bones and curve table. Missing names are no error:
/// they are listed in the binding. What is bound to a missing bone follows the
/// skeleton's first bone as if it were fixed to it where the mesh has it; a morph
/// without a curve keeps its own weight. The binding refers to the mesh, which must
/// outlive it, and copies what it needs of the skeleton.
MIEN_API MienStatus mien_mesh_binding_create(const MienMesh *mesh, const MienSkeleton *skeleton,
                                             const MienMeshBindingOptions *options,
                                             MienMeshBinding **out_binding, MienError *error);
MIEN_API void mien_mesh_binding_destroy(MienMeshBinding *binding); ///< NULL is fine.

/// The mesh's reference pose on the skeleton: the skeleton's own with the mesh's laid
/// over it, a local transform per bone of the skeleton. Fits mesh_reference of
/// MienPoseBindingOptions and MienClipBindingOptions.
MIEN_API const MienTransform *mien_mesh_binding_reference(const MienMeshBinding *binding);
/// The skeleton's bone that a bind goes to; -1 if it is missing.
MIEN_API int mien_mesh_binding_bone(const MienMeshBinding *binding, int bind);
/// The skeleton's curve that drives a morph; -1 if it is missing.
MIEN_API int mien_mesh_binding_curve(const MienMeshBinding *binding, int morph);

/// What a binding found out about one name.
typedef enum MienMeshFinding {
    MIEN_MESH_MISSING_BONE = 1, ///< index: the mesh's bone; the skeleton lacks it.
    MIEN_MESH_MISSING_CURVE,    ///< index: the morph; no curve of its name: never driven.
} MienMeshFinding;

typedef struct MienMeshReport {
    MienMeshFinding finding;
    int index;
    const char *name; ///< Belongs to the mesh.
} MienMeshReport;

/// Rows of the report: names not found. 0 if all fits.
MIEN_API int mien_mesh_binding_report_count(const MienMeshBinding *binding);
/// One row of the report.
MIEN_API MienMeshReport mien_mesh_binding_report(const MienMeshBinding *binding, int row);

#ifdef __cplusplus
}
#endif
