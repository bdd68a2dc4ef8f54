// SPDX-License-Identifier: MIT
//
// What the objects of a glTF file look like, as tables.

#pragma once

#include <stdbool.h>

typedef enum MieniGltfFieldType {
    MIENI_GLTF_BOOL,
    MIENI_GLTF_STRING,
    MIENI_GLTF_NUMBER,
    MIENI_GLTF_WHOLE,   ///< Whole, least to most.
    MIENI_GLTF_INDEX,   ///< Of an array of the root.
    MIENI_GLTF_INDICES, ///< Some of them, at least one.
    MIENI_GLTF_NUMBERS, ///< count numbers, or any number of them but none.
    MIENI_GLTF_STRINGS, ///< At least one.
    MIENI_GLTF_OBJECT,
    MIENI_GLTF_OBJECTS,    ///< At least one.
    MIENI_GLTF_INDEX_MAP,  ///< Names and indices, at least one.
    MIENI_GLTF_INDEX_MAPS, ///< At least one.
} MieniGltfFieldType;

typedef struct MieniGltfShape MieniGltfShape;

/// A key of an object.
typedef struct MieniGltfField {
    const char *key;
    MieniGltfFieldType type;
    bool is_required;
    double least, most;          ///< Of numbers; most 0: none, or the largest that is counted with.
    int count;                   ///< Of numbers in an array.
    const char *of;              ///< What an index is of.
    const MieniGltfShape *shape; ///< Of objects.
} MieniGltfField;

struct MieniGltfShape {
    const MieniGltfField *fields;
    int count;
};

/// Of the whole file.
extern const MieniGltfShape mieni_gltf_root_shape;
