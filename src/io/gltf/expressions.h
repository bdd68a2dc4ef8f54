// SPDX-License-Identifier: MIT
//
// Expressions while they are collected from what defines them, before their take is made.

#pragma once

#include "io/file_names.h"
#include "io/gltf/gltf.h"

/// An expression that adds to a morph.
typedef struct MieniGltfMorphing {
    int expression, morph, node, order; ///< node: that the file binds, if it binds several.
    double amount;
} MieniGltfMorphing;

/// An expression that places a bone.
typedef struct MieniGltfPlacing {
    int expression, bone;
    MienTransform transform;
} MieniGltfPlacing;

/// Rows in scratch memory that grow.
typedef struct MieniGltfRows {
    void *rows;
    int count, room;
} MieniGltfRows;

typedef struct MieniGltfExpressing {
    MieniGltfReader *reader;
    MieniFileNames names;
    MieniGltfRows items;     ///< MienIoExpression.
    MieniGltfRows masks;     ///< MienIoMask.
    MieniGltfRows morphings; ///< MieniGltfMorphing.
    MieniGltfRows placings;  ///< MieniGltfPlacing.
    int lost_count;          ///< What could not be kept: colours, textures, masks of other kinds.
} MieniGltfExpressing;

MienStatus mieni_gltf_express_no_memory(const MieniGltfExpressing *expressing);

/// A new expression, named like text. *out_expression is its number.
MienStatus mieni_gltf_express_add(MieniGltfExpressing *expressing, const char *text, MienIoExpression item,
                                  int *out_expression);
/// What it does. Amounts for one morph of one node add up; of several nodes that share the
/// morph, and are bound together, the first counts.
MienStatus mieni_gltf_express_morph(MieniGltfExpressing *expressing, int expression, int morph, int node,
                                    double amount);
MienStatus mieni_gltf_express_place(MieniGltfExpressing *expressing, int expression, int bone,
                                    const MienTransform *transform);
/// Masks of an expression with itself, and second ones between two, are lost.
MienStatus mieni_gltf_express_mask(MieniGltfExpressing *expressing, MienIoMask mask);

/// Collect from VRM 1 or VRM 0, and from KHR_character_expression.
MienStatus mieni_gltf_express_vrm(MieniGltfExpressing *expressing);
MienStatus mieni_gltf_express_khr(MieniGltfExpressing *expressing);

/// An index below count in an object that nobody has checked, or -1.
static inline int mieni_gltf_index_below(const MieniJson *object, const char *key, int count)
{
    const double number = mieni_json_get_number(object, key, -1.0);
    return number >= 0.0 && number < (double)count && number == (double)(int)number ? (int)number : -1;
}
