// SPDX-License-Identifier: MIT
//
// How animations become takes: keys of channels, tracks of bones, curves.

#pragma once

#include "io/file_names.h"
#include "io/gltf/gltf.h"

/// The keys of a channel.
typedef struct MieniGltfSampled {
    int count, width; ///< width: numbers per key, of a cubic per part of a key.
    const float *times;
    const float *values; ///< Of a cubic three parts per key: slope before, value, slope after.
    MienAuthorInterpolation interpolation;
    bool is_rotation;
} MieniGltfSampled;

/// What a channel drives.
typedef enum MieniGltfDrives {
    MIENI_GLTF_NOTHING = 0, ///< That is kept.
    MIENI_GLTF_BONE,        ///< part: 0 translation, 1 rotation, 2 scale.
    MIENI_GLTF_WEIGHTS,     ///< Of all targets of a node, or of one of them.
    MIENI_GLTF_EXPRESSION,  ///< Of a VRM animation: the x of a node's translation.
    MIENI_GLTF_OWN_CURVE,   ///< One that is no morph, named in extras.mien.curveNames.
} MieniGltfDrives;

typedef struct MieniGltfTarget {
    MieniGltfDrives drives;
    int node;         ///< -1 for an own curve.
    int part;         ///< Of a bone; of weights the target, -1: all; of an own curve its index.
    const char *name; ///< Of an expression or own curve.
} MieniGltfTarget;

/// A node that carries the value of an expression.
typedef struct MieniGltfExpressionNode {
    int node, order;
    const char *name;
} MieniGltfExpressionNode;

/// What all takes of a file share.
typedef struct MieniGltfActors {
    double extent; ///< Of the skeleton.
    int expression_count;
    MieniGltfExpressionNode *expressions; ///< Sorted by node.
    const MieniJson *own_curves;          ///< extras.mien.curveNames, or NULL.
    const char **own_names;               ///< What they are called here.
} MieniGltfActors;

/// An animation that becomes a take.
typedef struct MieniGltfTake {
    MieniGltfReader *reader;
    const MieniGltfActors *actors;
    MieniArena temp; ///< Freed when the take is done.
    int index;       ///< Of the animation.
    const MieniJson *channels, *samplers;
    MienAuthorClip *clip;
} MieniGltfTake;
MieniGltfTarget mieni_gltf_target(const MieniGltfTake *take, int channel);
/// A time on the clip's frames, if it is as near to one as a float can be, and which frame;
/// otherwise as it is, and -1.
double mieni_gltf_take_time(const MieniGltfTake *take, float time, int64_t *out_frame);
