// SPDX-License-Identifier: MIT
//
// How the meshes of an FBX file become one, for the sources that do it. Each mesh as a
// model shows it is a piece, which is made alone; then all are put together.

#pragma once

#include "io/binds.h"
#include "io/fbx/read.h"
#include "io/influences.h"

/// Triangles of one material.
typedef struct MieniFbxPart {
    int material; ///< Of the file, or -1.
    int first_index, index_count;
} MieniFbxPart;

/// A mesh as one model shows it. Points are what the file counts, vertices what Mien does:
/// a point with several normals or texture coordinates becomes several vertices.
typedef struct MieniFbxPiece {
    int model, object; ///< object: the mesh.
    int point_count, vertex_count, index_count, part_count;
    MienVec3 *points;
    int *first_vertex; ///< Per point, and one more.
    MienVec3 *normals; ///< Per vertex; NULL: none.
    float *uvs;        ///< Two per vertex; NULL: none.
    uint32_t *indices; ///< Of vertices of this piece.
    MieniFbxPart *parts;
    MieniInfluences *influences;   ///< Per point.
    int vertex_start, index_start; ///< In the whole mesh.
} MieniFbxPiece;

typedef struct MieniFbxMeshing {
    MieniFbxReader *reader;
    MienAuthorMesh *mesh;
    int piece_count;
    MieniFbxPiece *pieces;
    int candidate_count, candidate_room;
    MieniBindCandidate *candidates;
    const int *material_of; ///< Per object: which material, or -1.
    double (*worlds)[12];   ///< Per model: where it rests, in the space of the file.
    bool *is_mirrored;      ///< Per model: what hangs from it is seen as in a mirror.
} MieniFbxMeshing;

/// Fails at a node of a mesh.
MienStatus mieni_fbx_mesh_fail(const MieniFbxMeshing *meshing, const MieniFbxNode *node, MienStatus status,
                               const char *sentence);

/// Points, vertices, triangles and parts of a piece.
MienStatus mieni_fbx_piece_read(MieniFbxMeshing *meshing, MieniFbxPiece *piece);
/// Influences of a piece; binds are candidates.
MienStatus mieni_fbx_piece_bind(MieniFbxMeshing *meshing, MieniFbxPiece *piece);
/// mesh->binds, and what candidates are there.
MienStatus mieni_fbx_mesh_bind(MieniFbxMeshing *meshing, int **out_bind_of);
MienStatus mieni_fbx_mesh_read_morphs(MieniFbxMeshing *meshing);
/// mesh->materials and material_of.
MienStatus mieni_fbx_mesh_read_materials(MieniFbxMeshing *meshing);

/// Numbers that corners, points or polygons of a mesh have.
typedef struct MieniFbxLayer {
    int width;    ///< Numbers of an element; 0: there is no such layer.
    size_t count; ///< Elements.
    double *values;
    size_t index_count;
    int64_t *indices; ///< NULL: elements are as they come.
    enum { MIENI_FBX_BY_CORNER, MIENI_FBX_BY_POINT, MIENI_FBX_BY_POLYGON, MIENI_FBX_ALL_SAME } by;
} MieniFbxLayer;

/// The first layer of normals, texture coordinates or materials.
MienStatus mieni_fbx_normals(const MieniFbxScene *scene, const MieniFbxNode *mesh, MieniArena *arena,
                             MieniFbxLayer *out_layer);
MienStatus mieni_fbx_uvs(const MieniFbxScene *scene, const MieniFbxNode *mesh, size_t corners,
                         MieniArena *arena, MieniFbxLayer *out_layer);
MienStatus mieni_fbx_materials(const MieniFbxScene *scene, const MieniFbxNode *mesh, MieniArena *arena,
                               MieniFbxLayer *out_layer);
/// Which element a corner has, or -1 if the file gives it none.
int64_t mieni_fbx_layer_element(const MieniFbxLayer *layer, size_t corner, size_t point, size_t polygon);
