// SPDX-License-Identifier: MIT
//
// The tables of what glTF 2.0 defines. Keys that are not here are ignored;
// name, extensions and extras are the same everywhere.

#include "io/gltf/shape.h"

#include <limits.h>
#include <stddef.h>

#define SHAPE(name) const MieniGltfShape name##_shape = {name, sizeof name / sizeof *name}

/// Offsets and lengths; larger ones than any file has.
#define MOST_BYTES 9007199254740992.0
/// So that sixteen components of each element can be counted.
#define MOST_ELEMENTS (INT_MAX / 16)

static const MieniGltfField asset[] = {
    {.key = "version", .type = MIENI_GLTF_STRING, .is_required = true},
    {.key = "minVersion", .type = MIENI_GLTF_STRING},
    {.key = "generator", .type = MIENI_GLTF_STRING},
    {.key = "copyright", .type = MIENI_GLTF_STRING},
};
static SHAPE(asset);

static const MieniGltfField buffer[] = {
    {.key = "uri", .type = MIENI_GLTF_STRING},
    {.key = "byteLength", .type = MIENI_GLTF_WHOLE, .is_required = true, .least = 1, .most = MOST_BYTES},
};
static SHAPE(buffer);

static const MieniGltfField view[] = {
    {.key = "buffer", .type = MIENI_GLTF_INDEX, .is_required = true, .of = "buffers"},
    {.key = "byteOffset", .type = MIENI_GLTF_WHOLE, .most = MOST_BYTES},
    {.key = "byteLength", .type = MIENI_GLTF_WHOLE, .is_required = true, .least = 1, .most = MOST_BYTES},
    {.key = "byteStride", .type = MIENI_GLTF_WHOLE, .least = 4, .most = 252},
    {.key = "target", .type = MIENI_GLTF_WHOLE, .most = INT_MAX},
};
static SHAPE(view);

static const MieniGltfField sparse_indices[] = {
    {.key = "bufferView", .type = MIENI_GLTF_INDEX, .is_required = true, .of = "bufferViews"},
    {.key = "byteOffset", .type = MIENI_GLTF_WHOLE, .most = MOST_BYTES},
    {.key = "componentType", .type = MIENI_GLTF_WHOLE, .is_required = true, .most = INT_MAX},
};
static SHAPE(sparse_indices);

static const MieniGltfField sparse_values[] = {
    {.key = "bufferView", .type = MIENI_GLTF_INDEX, .is_required = true, .of = "bufferViews"},
    {.key = "byteOffset", .type = MIENI_GLTF_WHOLE, .most = MOST_BYTES},
};
static SHAPE(sparse_values);

static const MieniGltfField sparse[] = {
    {.key = "count", .type = MIENI_GLTF_WHOLE, .is_required = true, .least = 1, .most = MOST_ELEMENTS},
    {.key = "indices", .type = MIENI_GLTF_OBJECT, .is_required = true, .shape = &sparse_indices_shape},
    {.key = "values", .type = MIENI_GLTF_OBJECT, .is_required = true, .shape = &sparse_values_shape},
};
static SHAPE(sparse);

static const MieniGltfField accessor[] = {
    {.key = "bufferView", .type = MIENI_GLTF_INDEX, .of = "bufferViews"},
    {.key = "byteOffset", .type = MIENI_GLTF_WHOLE, .most = MOST_BYTES},
    {.key = "componentType", .type = MIENI_GLTF_WHOLE, .is_required = true, .most = INT_MAX},
    {.key = "normalized", .type = MIENI_GLTF_BOOL},
    {.key = "count", .type = MIENI_GLTF_WHOLE, .is_required = true, .least = 1, .most = MOST_ELEMENTS},
    {.key = "type", .type = MIENI_GLTF_STRING, .is_required = true},
    {.key = "min", .type = MIENI_GLTF_NUMBERS},
    {.key = "max", .type = MIENI_GLTF_NUMBERS},
    {.key = "sparse", .type = MIENI_GLTF_OBJECT, .shape = &sparse_shape},
};
static SHAPE(accessor);

static const MieniGltfField primitive[] = {
    {.key = "attributes", .type = MIENI_GLTF_INDEX_MAP, .is_required = true, .of = "accessors"},
    {.key = "indices", .type = MIENI_GLTF_INDEX, .of = "accessors"},
    {.key = "material", .type = MIENI_GLTF_INDEX, .of = "materials"},
    {.key = "mode", .type = MIENI_GLTF_WHOLE, .most = 6},
    {.key = "targets", .type = MIENI_GLTF_INDEX_MAPS, .of = "accessors"},
};
static SHAPE(primitive);

static const MieniGltfField mesh[] = {
    {.key = "primitives", .type = MIENI_GLTF_OBJECTS, .is_required = true, .shape = &primitive_shape},
    {.key = "weights", .type = MIENI_GLTF_NUMBERS},
};
static SHAPE(mesh);

static const MieniGltfField node[] = {
    {.key = "camera", .type = MIENI_GLTF_INDEX, .of = "cameras"},
    {.key = "children", .type = MIENI_GLTF_INDICES, .of = "nodes"},
    {.key = "skin", .type = MIENI_GLTF_INDEX, .of = "skins"},
    {.key = "mesh", .type = MIENI_GLTF_INDEX, .of = "meshes"},
    {.key = "matrix", .type = MIENI_GLTF_NUMBERS, .count = 16},
    {.key = "rotation", .type = MIENI_GLTF_NUMBERS, .count = 4},
    {.key = "scale", .type = MIENI_GLTF_NUMBERS, .count = 3},
    {.key = "translation", .type = MIENI_GLTF_NUMBERS, .count = 3},
    {.key = "weights", .type = MIENI_GLTF_NUMBERS},
};
static SHAPE(node);

static const MieniGltfField skin[] = {
    {.key = "inverseBindMatrices", .type = MIENI_GLTF_INDEX, .of = "accessors"},
    {.key = "skeleton", .type = MIENI_GLTF_INDEX, .of = "nodes"},
    {.key = "joints", .type = MIENI_GLTF_INDICES, .is_required = true, .of = "nodes"},
};
static SHAPE(skin);

static const MieniGltfField scene[] = {{.key = "nodes", .type = MIENI_GLTF_INDICES, .of = "nodes"}};
static SHAPE(scene);

static const MieniGltfField target[] = {
    {.key = "node", .type = MIENI_GLTF_INDEX, .of = "nodes"},
    {.key = "path", .type = MIENI_GLTF_STRING, .is_required = true},
};
static SHAPE(target);

/// The index is of the animation's own samplers, which the check of animations knows.
static const MieniGltfField channel[] = {
    {.key = "sampler", .type = MIENI_GLTF_WHOLE, .is_required = true, .most = INT_MAX},
    {.key = "target", .type = MIENI_GLTF_OBJECT, .is_required = true, .shape = &target_shape},
};
static SHAPE(channel);

static const MieniGltfField sampler[] = {
    {.key = "input", .type = MIENI_GLTF_INDEX, .is_required = true, .of = "accessors"},
    {.key = "output", .type = MIENI_GLTF_INDEX, .is_required = true, .of = "accessors"},
    {.key = "interpolation", .type = MIENI_GLTF_STRING},
};
static SHAPE(sampler);

static const MieniGltfField animation[] = {
    {.key = "channels", .type = MIENI_GLTF_OBJECTS, .is_required = true, .shape = &channel_shape},
    {.key = "samplers", .type = MIENI_GLTF_OBJECTS, .is_required = true, .shape = &sampler_shape},
};
static SHAPE(animation);

static const MieniGltfField texture_info[] = {
    {.key = "index", .type = MIENI_GLTF_INDEX, .is_required = true, .of = "textures"},
    {.key = "texCoord", .type = MIENI_GLTF_WHOLE, .most = INT_MAX},
    {.key = "scale", .type = MIENI_GLTF_NUMBER},
    {.key = "strength", .type = MIENI_GLTF_NUMBER},
};
static SHAPE(texture_info);

static const MieniGltfField pbr[] = {
    {.key = "baseColorFactor", .type = MIENI_GLTF_NUMBERS, .count = 4},
    {.key = "baseColorTexture", .type = MIENI_GLTF_OBJECT, .shape = &texture_info_shape},
    {.key = "metallicFactor", .type = MIENI_GLTF_NUMBER},
    {.key = "roughnessFactor", .type = MIENI_GLTF_NUMBER},
    {.key = "metallicRoughnessTexture", .type = MIENI_GLTF_OBJECT, .shape = &texture_info_shape},
};
static SHAPE(pbr);

static const MieniGltfField material[] = {
    {.key = "pbrMetallicRoughness", .type = MIENI_GLTF_OBJECT, .shape = &pbr_shape},
    {.key = "normalTexture", .type = MIENI_GLTF_OBJECT, .shape = &texture_info_shape},
    {.key = "occlusionTexture", .type = MIENI_GLTF_OBJECT, .shape = &texture_info_shape},
    {.key = "emissiveTexture", .type = MIENI_GLTF_OBJECT, .shape = &texture_info_shape},
    {.key = "emissiveFactor", .type = MIENI_GLTF_NUMBERS, .count = 3},
    {.key = "alphaMode", .type = MIENI_GLTF_STRING},
    {.key = "alphaCutoff", .type = MIENI_GLTF_NUMBER},
    {.key = "doubleSided", .type = MIENI_GLTF_BOOL},
};
static SHAPE(material);

static const MieniGltfField texture[] = {
    {.key = "sampler", .type = MIENI_GLTF_INDEX, .of = "samplers"},
    {.key = "source", .type = MIENI_GLTF_INDEX, .of = "images"},
};
static SHAPE(texture);

static const MieniGltfField image[] = {
    {.key = "uri", .type = MIENI_GLTF_STRING},
    {.key = "mimeType", .type = MIENI_GLTF_STRING},
    {.key = "bufferView", .type = MIENI_GLTF_INDEX, .of = "bufferViews"},
};
static SHAPE(image);

static const MieniGltfField anything[] = {{.key = "name", .type = MIENI_GLTF_STRING}};
static SHAPE(anything);

static const MieniGltfField root[] = {
    {.key = "asset", .type = MIENI_GLTF_OBJECT, .is_required = true, .shape = &asset_shape},
    {.key = "extensionsUsed", .type = MIENI_GLTF_STRINGS},
    {.key = "extensionsRequired", .type = MIENI_GLTF_STRINGS},
    {.key = "buffers", .type = MIENI_GLTF_OBJECTS, .shape = &buffer_shape},
    {.key = "bufferViews", .type = MIENI_GLTF_OBJECTS, .shape = &view_shape},
    {.key = "accessors", .type = MIENI_GLTF_OBJECTS, .shape = &accessor_shape},
    {.key = "meshes", .type = MIENI_GLTF_OBJECTS, .shape = &mesh_shape},
    {.key = "nodes", .type = MIENI_GLTF_OBJECTS, .shape = &node_shape},
    {.key = "skins", .type = MIENI_GLTF_OBJECTS, .shape = &skin_shape},
    {.key = "scenes", .type = MIENI_GLTF_OBJECTS, .shape = &scene_shape},
    {.key = "scene", .type = MIENI_GLTF_INDEX, .of = "scenes"},
    {.key = "animations", .type = MIENI_GLTF_OBJECTS, .shape = &animation_shape},
    {.key = "materials", .type = MIENI_GLTF_OBJECTS, .shape = &material_shape},
    {.key = "textures", .type = MIENI_GLTF_OBJECTS, .shape = &texture_shape},
    {.key = "images", .type = MIENI_GLTF_OBJECTS, .shape = &image_shape},
    {.key = "samplers", .type = MIENI_GLTF_OBJECTS, .shape = &anything_shape},
    {.key = "cameras", .type = MIENI_GLTF_OBJECTS, .shape = &anything_shape},
};
const MieniGltfShape mieni_gltf_root_shape = {root, sizeof root / sizeof *root};
