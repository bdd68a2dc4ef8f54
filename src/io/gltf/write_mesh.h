// SPDX-License-Identifier: MIT
//
// How a mesh is cut into what glTF has, for the sources that do it: shapes (meshes) of
// parts (primitives) over blocks of vertices, each moved by one skin.

#pragma once

#include "io/gltf/write.h"

/// Vertices that the attributes of one or several primitives hold.
typedef struct MieniGltfBlock {
    int first_part, part_count;
    int first_vertex, vertex_count;
    int skin;
} MieniGltfBlock;

/// A mesh with a node that shows it.
typedef struct MieniGltfShape {
    int first_block, block_count;
    int first_part, part_count;
    const char *name;
    int target_count;
    int *targets; ///< Morphs.
    float *weights;
} MieniGltfShape;

typedef struct MieniGltfSkin {
    int joint_count;
    int *binds;    ///< Per joint, ascending.
    int *joint_of; ///< Per bind: the joint, or -1.
} MieniGltfSkin;

typedef struct MieniGltfShaping {
    MieniGltfWriter *writer;
    const MienAuthorMesh *mesh;
    int *bone_of_bind;
    int block_count, shape_count, skin_count;
    MieniGltfBlock *blocks;
    MieniGltfShape *shapes;
    MieniGltfSkin *skins;
} MieniGltfShaping;

/// Blocks and shapes.
MienStatus mieni_gltf_shape_parts(MieniGltfShaping *shaping);
/// Skins, and which one each block has; blocks of one shape have one.
MienStatus mieni_gltf_shape_skins(MieniGltfShaping *shaping);
/// Which morphs each shape has.
MienStatus mieni_gltf_shape_morphs(MieniGltfShaping *shaping);
