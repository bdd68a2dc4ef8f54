// SPDX-License-Identifier: MIT
//
// How the meshes of a file become one, for the sources that do it: first everything is
// counted, then memory is taken once, then each part is filled in.

#pragma once

#include "io/file_names.h"
#include "io/gltf/gltf.h"

/// A primitive of triangles as one node shows it.
typedef struct MieniGltfPart {
    const MieniJson *primitive;
    int node, mesh, index; ///< index: of the primitive in the mesh.
    int skin;              ///< -1: none.
    int owner;             ///< The part that has the vertices: itself, or an earlier one of the node.
    int mode;              ///< 4 to 6: triangles, strip, fan.
    int uv_set;            ///< Which TEXCOORD, or -1.
    int set_count;         ///< Pairs of JOINTS and WEIGHTS.
    int normals, colors;   ///< Accessors, or -1.
    bool is_mirrored;      ///< The node turns the triangles inside out.
    int first_vertex, vertex_count;
    int first_index, index_count;
} MieniGltfPart;

typedef struct MieniGltfMeshing {
    MieniGltfReader *reader;
    MienAuthorMesh *mesh;
    int part_count;
    MieniGltfPart *parts;
    bool has_normals, has_uvs, has_colors; ///< Some part has.
    int influence_room;                    ///< Per vertex, while filling.
    MienVec3 *positions, *normals;
    float *uvs;
    uint16_t *colors;
    uint16_t *vertex_binds;
    float *vertex_weights;
    uint32_t *indices;
    const int *bind_of_node;         ///< Per node that no skin moves.
    const int *const *binds_of_skin; ///< Per skin and joint.
    const int *joint_count;          ///< Per skin.
} MieniGltfMeshing;

MienStatus mieni_gltf_mesh_no_memory(const MieniGltfMeshing *meshing);
/// Fails at a part of a primitive: ".indices", ".attributes.NORMAL".
MienStatus mieni_gltf_part_fail(const MieniGltfMeshing *meshing, const MieniGltfPart *part, MienStatus status,
                                const char *where, const char *sentence);

/// meshing->parts, and how much there is of everything. Places of parts are known then.
MienStatus mieni_gltf_mesh_plan(MieniGltfMeshing *meshing);
/// What vertices can be bound by.
MienStatus mieni_gltf_mesh_bind(MieniGltfMeshing *meshing);
/// Positions, normals, texture coordinates and colours of a part that has vertices of its own.
MienStatus mieni_gltf_part_read_vertices(MieniGltfMeshing *meshing, const MieniGltfPart *part);
MienStatus mieni_gltf_part_read_weights(MieniGltfMeshing *meshing, const MieniGltfPart *part);
MienStatus mieni_gltf_part_read_indices(MieniGltfMeshing *meshing, const MieniGltfPart *part);
/// Normals of parts that have none, where others have.
MienStatus mieni_gltf_mesh_make_normals(MieniGltfMeshing *meshing);
/// As many influences per vertex as are used.
void mieni_gltf_mesh_pack_weights(MieniGltfMeshing *meshing);
MienStatus mieni_gltf_mesh_read_morphs(MieniGltfMeshing *meshing);
/// Materials and images of the whole file, so that their numbers stay.
MienStatus mieni_gltf_mesh_read_materials(MieniGltfMeshing *meshing);
