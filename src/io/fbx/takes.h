// SPDX-License-Identifier: MIT
//
// How the stacks of an FBX file become takes: what drives a property in each layer, tracks
// of bones, curves.

#pragma once

#include "io/fbx/read.h"

/// A layer of a stack.
typedef struct MieniFbxLayering {
    double weight;       ///< 1 for 100.
    MieniFbxCurve curve; ///< Of the weight, in hundredths; count 0: it stays.
    int mode;            ///< 0 adds, 1 replaces, 2 lets through what is below by its weight.
    bool composes_rotation, composes_scale; ///< Turns are made one after the other; scales multiply.
    int cursor;
} MieniFbxLayering;

/// What drives one property in one layer.
typedef struct MieniFbxDriver {
    int object;
    const char *property;
    int layer, node; ///< node: object of the curves.
    int order;
} MieniFbxDriver;

/// The curves of a property in one layer.
typedef struct MieniFbxDrive {
    int layer, width; ///< width: 3 for a vector, 1 for a number.
    MieniFbxCurve curves[3];
    bool has[3];
    double fallback[3]; ///< Where there is no curve.
    int cursors[3];
} MieniFbxDrive;

/// All that drives a property.
typedef struct MieniFbxDriven {
    int count;
    MieniFbxDrive *drives; ///< By layer.
    double rest[3];        ///< What it is without.
} MieniFbxDriven;

/// A stack that becomes a take.
typedef struct MieniFbxTake {
    MieniFbxReader *reader;
    int stack; ///< Object.
    MieniArena temp;
    int layer_count;
    MieniFbxLayering *layers;
    int driver_count;
    MieniFbxDriver *drivers; ///< By object, property and layer.
    int64_t start, stop;     ///< In units.
    MienAuthorClip *clip;
} MieniFbxTake;

/// What a property is, for layers.
typedef enum MieniFbxSort {
    MIENI_FBX_TRANSLATION,
    MIENI_FBX_ROTATION,
    MIENI_FBX_SCALING,
    MIENI_FBX_PLAIN
} MieniFbxSort;

/// layers, drivers, start and stop.
MienStatus mieni_fbx_take_open(MieniFbxTake *take);
/// The first driver of an object's property, and how many there are.
int mieni_fbx_find_drivers(const MieniFbxTake *take, int object, const char *property, int *out_count);
/// Reads count curves' nodes from first on; out->rest must be set.
MienStatus mieni_fbx_driven_read(const MieniFbxTake *take, int first, int count, MieniArena *arena,
                                 MieniFbxDriven *out);
/// The value at a time in units.
void mieni_fbx_driven_at(MieniFbxTake *take, MieniFbxDriven *driven, double time, MieniFbxSort sort,
                         double out[3]);
/// Units of a frame.
double mieni_fbx_frame(const MieniFbxTake *take);

/// clip->tracks and clip->curves.
MienStatus mieni_fbx_take_tracks(MieniFbxTake *take);
MienStatus mieni_fbx_take_curves(MieniFbxTake *take);
