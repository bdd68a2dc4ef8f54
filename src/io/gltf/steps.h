// SPDX-License-Identifier: MIT
//
// The steps of opening a glTF file.

#pragma once

#include "io/gltf/gltf.h"

/// What the chunks of a .glb hold. bin.data is NULL without one.
typedef struct MieniGlb {
    MieniGltfBytes json, bin;
} MieniGlb;

/// Whether the bytes claim to be a .glb.
bool mieni_glb_is(const void *data, size_t size);
MienStatus mieni_glb_read(const void *data, size_t size, MieniGlb *out_glb, MienError *error);

/// Whether a URI holds its data itself.
bool mieni_uri_is_data(const char *uri);
/// What a data URI holds, decoded into the arena. The type that it names must be one of
/// count types, if types are given.
MienStatus mieni_uri_decode(const char *uri, const char *const *types, int type_count, const char *place,
                            MieniArena *arena, MieniGltfBytes *out_bytes, MienError *error);

/// What checking needs: the file that is being opened and memory for the length of it.
typedef struct MieniGltfCheck {
    MienIoGltf *gltf;
    MieniArena *scratch;
    MienError *error;
} MieniGltfCheck;

/// Types, ranges and references of everything that glTF 2.0 defines; then the version
/// and required extensions. Needs the tree alone.
MienStatus mieni_gltf_check_shape(const MieniGltfCheck *check);
MienStatus mieni_gltf_check_extensions(const MieniGltfCheck *check);
/// Buffer views within buffers, accessors within views; what the accessors hold. Both
/// need the buffers.
MienStatus mieni_gltf_check_accessors(const MieniGltfCheck *check);
MienStatus mieni_gltf_check_data(const MieniGltfCheck *check);
/// Nodes are trees, transforms are some; finds the parents. Scenes, skins.
MienStatus mieni_gltf_check_nodes(const MieniGltfCheck *check);
MienStatus mieni_gltf_check_skins(const MieniGltfCheck *check);
MienStatus mieni_gltf_check_meshes(const MieniGltfCheck *check);
MienStatus mieni_gltf_check_animations(const MieniGltfCheck *check);

/// Where an accessor's elements are. Everything lies within the buffers.
typedef struct MieniGltfLayout {
    MieniGltfAccessor info;
    const uint8_t *data; ///< NULL: zeros.
    size_t stride;
    int rows, columns;             ///< 3 and 1 for VEC3.
    size_t component_size;         ///< Bytes.
    size_t column_size, size;      ///< From one column to the next; of one element.
    const uint8_t *sparse_indices; ///< NULL: nothing is sparse.
    const uint8_t *sparse_values;
    size_t index_size;
    bool is_missing; ///< The buffer has no data: what is here are zeros that the file does not mean.
} MieniGltfLayout;

/// Only for accessors that passed mieni_gltf_check_accessors.
MieniGltfLayout mieni_gltf_layout(const MienIoGltf *gltf, int accessor);
/// How elements are stored: all but where.
void mieni_gltf_format(const MieniJson *accessor, MieniGltfLayout *out_layout);
uint32_t mieni_gltf_sparse_index(const MieniGltfLayout *layout, int i);
/// One element after the other. Start with a zero cursor; NULL for an element of zeros.
const uint8_t *mieni_gltf_element(const MieniGltfLayout *layout, int element, int *cursor);

/// Some elements as floats, normalised if the accessor is, for walks over all of them.
enum { MIENI_GLTF_BLOCK = 128 };
typedef struct MieniGltfBlock {
    int next, cursor; ///< Begin with zeros.
    int count;
    uint32_t elements[MIENI_GLTF_BLOCK]; ///< Which ones, ascending.
    float values[MIENI_GLTF_BLOCK * 16]; ///< As many for each as the accessor has components.
} MieniGltfBlock;
/// The next ones; false if there are no more. Zeros that a sparse accessor leaves out are not among
/// them.
bool mieni_gltf_next(const MieniGltfLayout *layout, MieniGltfBlock *block);

/// Component c of an element, as stored: not normalised.
double mieni_gltf_raw(const MieniGltfLayout *layout, const uint8_t *element, int c);
