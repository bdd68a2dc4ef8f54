// SPDX-License-Identifier: MIT
//
// Opened glTF files, for those who read and write them: the tree, the buffers, numbers
// of accessors, and how nodes become bones and targets become morphs.

#pragma once

#include "base/json.h"
#include "mien_io/gltf.h"

/// Some bytes that live as long as the file.
typedef struct MieniGltfBytes {
    const uint8_t *data;
    size_t size;
} MieniGltfBytes;

/// A tree that passed the check of its structure: every index leads somewhere, every
/// accessor lies within its buffers, nodes are trees.
struct MienIoGltf {
    MieniJsonDocument json;  ///< json.root is the whole file, as it was.
    const char *source;      ///< "" if there is no name.
    MieniGltfBytes *buffers; ///< Per buffer; data is NULL if the file gives it none.
    MieniGltfBytes *images;  ///< Per image: what a data URI holds, otherwise data is NULL.
    int *parents;            ///< Per node: its parent, or -1.
    MienIoFiles files;
    MienAuthorLimits limits;
    uint64_t input_size; ///< Bytes of the file and of those that it names.
    bool is_binary;      ///< Was a .glb.
};

/// An array of the root ("nodes"), or NULL; its length; one of its items.
const MieniJson *mieni_gltf_array(const MienIoGltf *gltf, const char *key);
int mieni_gltf_count(const MienIoGltf *gltf, const char *key);
const MieniJson *mieni_gltf_item(const MienIoGltf *gltf, const char *key, int index);
/// An index in an object, or -1 if it is absent. Checked when the file was opened.
int mieni_gltf_index(const MieniJson *object, const char *key);
/// An extension of an object, or NULL.
const MieniJson *mieni_gltf_extension(const MieniJson *object, const char *name);

/// The path that a URI means, relative to the file's folder, without escapes, in scratch.
/// Refused if it leads anywhere else: absolute, with a scheme, a drive, or "..".
MienStatus mieni_gltf_path(const char *uri, const char *place, MieniArena *scratch, const char **out_path,
                           MienError *error);

/// What is stored where.
typedef struct MieniGltfAccessor {
    int count, components; ///< components: 1 for SCALAR to 16 for MAT4; 0 if the type is not known.
    int component_type;    ///< 5120 to 5126.
    bool is_normalized;
    bool is_only_sparse; ///< No buffer view: zeros but for the sparse part.
    int sparse_count;
} MieniGltfAccessor;

MieniGltfAccessor mieni_gltf_accessor(const MienIoGltf *gltf, int accessor);
/// All numbers of an accessor, decoded (normalised, strided, sparse), count * components
/// of them, in the arena. All are finite: files with others are not opened.
MienStatus mieni_gltf_floats(const MienIoGltf *gltf, int accessor, MieniArena *arena, float **out_values,
                             MienError *error);
/// The same of whole numbers, one component or four (joints).
MienStatus mieni_gltf_integers(const MienIoGltf *gltf, int accessor, MieniArena *arena, uint32_t **out_values,
                               MienError *error);
/// The elements of an accessor that are not all zero, ascending, so that morphs of large
/// meshes need no memory for what stands still. *out_elements are *out_count indices,
/// *out_values are components numbers for each.
MienStatus mieni_gltf_nonzero(const MienIoGltf *gltf, int accessor, MieniArena *arena,
                              uint32_t **out_elements, float **out_values, int *out_count, MienError *error);
/// The bytes of a buffer view.
void mieni_gltf_view(const MienIoGltf *gltf, int view, const uint8_t **out_data, size_t *out_size);

/// Which nodes are bones: joints, animated nodes, nodes with a mesh that no skin moves,
/// and their ancestors, except nodes that only stand at the root and do nothing. In
/// the order of a walk from the scene's roots, parents first.
typedef struct MieniGltfBones {
    int count;
    const MienAuthorBone *bones; ///< Unique names (rule A2).
    const int *nodes;            ///< The node of each bone.
    const int *bone_of_node;     ///< Per node of the file: its bone, or -1.
    const bool *is_in_scene;     ///< Per node of the file.
    int renamed_count, sheared_count;
} MieniGltfBones;

MienStatus mieni_gltf_bones(const MienIoGltf *gltf, const char *scene, MieniArena *arena,
                            MieniGltfBones *out_bones, MienError *error);

/// Which morphs there are: targets of one name, of all meshes in the scene, are one.
typedef struct MieniGltfMorphs {
    int count;
    const char *const *names;  ///< Unique (rule A2).
    const float *weights;      ///< While nothing drives them.
    const int *const *of_node; ///< Per node of the file: the morph of each of its targets; NULL: none.
    const int *target_count;   ///< Per node of the file.
    int renamed_count;
} MieniGltfMorphs;

MienStatus mieni_gltf_morphs(const MienIoGltf *gltf, const MieniGltfBones *bones, MieniArena *arena,
                             MieniGltfMorphs *out_morphs, MienError *error);

/// What the parts of reading share. Everything that stays goes into the source's arena.
typedef struct MieniGltfReader {
    const MienIoGltf *gltf;
    const MienIoGltfReading *reading; ///< Never NULL.
    MieniArena *arena;                ///< The source's.
    MieniArena *scratch;              ///< Freed when reading ends.
    MieniGltfBones bones;
    MieniGltfMorphs morphs;
    MienIoSource *source;
    MienIoGltfReport *report; ///< Never NULL.
    MienError *error;
} MieniGltfReader;

/// source->mesh, from all nodes of the scene that have one.
MienStatus mieni_gltf_read_mesh(MieniGltfReader *reader);
/// source->takes, one per animation. Those of `extras.poseNames` get markers.
MienStatus mieni_gltf_read_takes(MieniGltfReader *reader);
/// source->expressions and their take, which is added to the others: VRM 0 and 1,
/// KHR_character_expression. Runs last.
MienStatus mieni_gltf_read_expressions(MieniGltfReader *reader);
