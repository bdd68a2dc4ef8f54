// SPDX-License-Identifier: MIT
//
// Meshes: vertices, triangles, joints that bind them to bones, and morph targets, which
// move vertices and are driven by curves of the same name. All arrays have the layout
// that graphics APIs expect.
//
// Ownership  Destroy what load and create functions return. Names and arrays are valid
//            as long as the mesh; destroy bindings first.
// Threads    Meshes and bindings are immutable: read them from any thread.
// Memory     Loading and binding may allocate; nothing else does.
// Errors     Hostile bytes are refused on load. Getters return a neutral value ("",
//            zeros or identity) for an invalid index.

#pragma once

#include "mien/base.h"
#include "mien/math.h"
#include "mien/pack.h"
#include "mien/skeleton.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MienMesh MienMesh;

/// Loads a mesh pack. Input is untrusted and is checked completely, once. On failure
/// *out_mesh is NULL and error, if given, describes the problem.
MIEN_API MienStatus mien_mesh_load(const void *data, size_t size, const MienLoadOptions *options,
                                   MienMesh **out_mesh, MienError *error);
MIEN_API void mien_mesh_destroy(MienMesh *mesh); ///< Accepts NULL.

/// Properties of a mesh.
typedef struct MienMeshInfo {
    int vertex_count;
    int index_count;      ///< Three per triangle.
    int influence_count;  ///< Maximum joints per vertex, 1 to MIEN_MAX_INFLUENCES.
    int influence_stride; ///< Elements per vertex in the influence arrays: 4 or 8.
    int joint_count;
    int bone_count;      ///< Bones named by the mesh.
    int rest_pose_count; ///< Number of bones, from the first, with their own rest transform.
    int morph_count;
    int morph_vertex_count; ///< Sum of all morph targets' vertices.
    int submesh_count, material_count, image_count;
    bool has_normals, has_uvs, has_colors;
    MienVec3 min, max; ///< Bounding box of the positions, without morph targets and bones.
    MienIsa isa;       ///< Kernels in use.
} MienMeshInfo;

/// Properties of a mesh.
MIEN_API MienMeshInfo mien_mesh_info(const MienMesh *mesh);

/// vertex_count positions, metres.
MIEN_API const MienVec3 *mien_mesh_positions(const MienMesh *mesh);
/// vertex_count normals, or NULL.
MIEN_API const MienVec3 *mien_mesh_normals(const MienMesh *mesh);
/// Two numbers per vertex, (0, 0) is the image's upper left corner; or NULL.
MIEN_API const float *mien_mesh_uvs(const MienMesh *mesh);
/// Four numbers per vertex: linear red, green, blue and opacity; 65535 is 1. They multiply
/// the material's base colour. NULL: all 1.
MIEN_API const uint16_t *mien_mesh_colors(const MienMesh *mesh);
/// index_count vertices, three per triangle, counterclockwise seen from outside.
MIEN_API const uint32_t *mien_mesh_indices(const MienMesh *mesh);
/// influence_stride joints per vertex. Unused elements repeat the first joint.
MIEN_API const uint16_t *mien_mesh_vertex_joints(const MienMesh *mesh);
/// influence_stride weights per vertex, >= 0, with a sum near 1. Unused weights are 0 and last.
MIEN_API const float *mien_mesh_vertex_weights(const MienMesh *mesh);

/// A submesh: triangles with one material, as a range of the indices. Submeshes cover the
/// indices in order.
typedef struct MienSubmesh {
    const char *name; ///< Not unique.
    int material;     ///< -1: none.
    int first_index, index_count;
} MienSubmesh;

/// One submesh by index.
MIEN_API MienSubmesh mien_mesh_submesh(const MienMesh *mesh, int submesh);

typedef struct MienMeshMaterial {
    const char *name;    ///< Not unique.
    float base_color[4]; ///< Linear red, green, blue and opacity.
    float roughness, metallic;
    int image; ///< Multiplies the base colour; -1: none.
} MienMeshMaterial;

/// One material by index.
MIEN_API MienMeshMaterial mien_mesh_material(const MienMesh *mesh, int material);
/// Location of an image: "faces/skin.png", or "faces/ada.glb#images/0" inside a file.
MIEN_API const char *mien_mesh_image_name(const MienMesh *mesh, int image);

/// A morph target: vertex offsets at weight 1.
typedef struct MienMorph {
    const char *name; ///< Name of its curve. Unique within the mesh.
    float weight;     ///< Weight if no curve drives it.
    int vertex_count;
    const uint32_t *vertices;  ///< Ascending.
    const MienVec3 *positions; ///< Offsets, one per vertex in vertices.
    const MienVec3 *normals;   ///< Offsets, or NULL.
} MienMorph;

/// One morph target by index.
MIEN_API MienMorph mien_mesh_morph(const MienMesh *mesh, int morph);
MIEN_API int mien_mesh_find_morph(const MienMesh *mesh, const char *name); ///< -1 if absent.

/// Name of a bone used by the joints or the rest pose.
MIEN_API const char *mien_mesh_bone_name(const MienMesh *mesh, int bone);
MIEN_API int mien_mesh_find_bone(const MienMesh *mesh, const char *name); ///< -1 if absent.
/// The mesh's own rest pose: local transforms of the first rest_pose_count bones.
MIEN_API const MienTransform *mien_mesh_rest_pose(const MienMesh *mesh);

/// A joint: a bone and its inverse bind matrix. Several joints may use the same bone with
/// different matrices.
typedef struct MienMeshJoint {
    int bone;             ///< Bone of the mesh.
    MienMatrix34 inverse; ///< Inverse bind matrix: from vertex space to bone space.
} MienMeshJoint;

/// One joint by index.
MIEN_API MienMeshJoint mien_mesh_joint(const MienMesh *mesh, int joint);

/// A binding: maps the mesh's names to a skeleton's indices, once.
typedef struct MienMeshBinding MienMeshBinding;

/// How to bind. Zero-initialise: zero is every field's default.
typedef struct MienMeshBindingOptions {
    const MienAllocator *allocator; ///< NULL for malloc and free. Must outlive the binding.
} MienMeshBindingOptions;

/// Binds a mesh to a skeleton's bones and curve table. Missing names are not errors; the
/// binding lists them. Vertices of a missing bone follow the skeleton's first bone, as if
/// fixed to it in the mesh's rest pose. A morph target without a curve keeps its own
/// weight. The binding refers to the mesh, which must outlive it, and copies the skeleton's
/// data.
MIEN_API MienStatus mien_mesh_binding_create(const MienMesh *mesh, const MienSkeleton *skeleton,
                                             const MienMeshBindingOptions *options,
                                             MienMeshBinding **out_binding, MienError *error);
MIEN_API void mien_mesh_binding_destroy(MienMeshBinding *binding); ///< Accepts NULL.

/// The mesh's rest pose on the skeleton: the skeleton's own, overridden by the mesh's, one
/// local transform per bone of the skeleton. Use it as mesh_rest_pose in
/// MienPoseBindingOptions and MienClipBindingOptions.
MIEN_API const MienTransform *mien_mesh_binding_rest_pose(const MienMeshBinding *binding);
/// The skeleton's bone for a joint; -1 if missing.
MIEN_API int mien_mesh_binding_bone(const MienMeshBinding *binding, int joint);
/// The skeleton's curve that drives a morph target; -1 if missing.
MIEN_API int mien_mesh_binding_curve(const MienMeshBinding *binding, int morph);

/// Number of rows in the report: missing names.
MIEN_API int mien_mesh_binding_report_count(const MienMeshBinding *binding);
/// One row of the report.
MIEN_API MienFinding mien_mesh_binding_report(const MienMeshBinding *binding, int row);

#ifdef __cplusplus
}
#endif
