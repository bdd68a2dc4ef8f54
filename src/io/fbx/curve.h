// SPDX-License-Identifier: MIT
//
// Curves of FBX files: keys with tangents of all kinds, and what is beyond them.

#pragma once

#include "io/fbx/scene.h"

/// Units of a second in which files count time.
#define MIENI_FBX_SECOND INT64_C(46186158000)
#define MIENI_FBX_DAY    (86400 * MIENI_FBX_SECOND)
/// Times beyond this, before or after 0, are no times; sums of two have room.
#define MIENI_FBX_MOST_TIME (1000 * MIENI_FBX_DAY)

typedef enum MieniFbxMode {
    MIENI_FBX_HOLD = 0,  ///< The value of the key, until the next one.
    MIENI_FBX_HOLD_NEXT, ///< The value of the next key, from right after this one.
    MIENI_FBX_LINE,
    MIENI_FBX_CUBIC,
} MieniFbxMode;

/// A key. Slopes are values per second, weights are parts of the time between two keys.
typedef struct MieniFbxKey {
    int64_t time;
    float value;
    float arrive, leave;               ///< Slopes before and after the key.
    float arrive_weight, leave_weight; ///< One third unless the tangent is weighted.
    MieniFbxMode mode;                 ///< Of the segment after this key.
} MieniFbxKey;

/// What a curve is before its first or after its last key.
typedef struct MieniFbxBeyond {
    char type;  ///< 'C' holds, 'R' repeats, 'M' mirrors, 'K' keeps its slope, 'A' repeats from where it is.
    int repeat; ///< How often; -1: for ever.
} MieniFbxBeyond;

typedef struct MieniFbxCurve {
    int count;
    MieniFbxKey *keys;
    double fallback; ///< Without keys.
    MieniFbxBeyond before, after;
} MieniFbxCurve;

/// Reads the curve of an object, in an arena. Keys that do not ascend are left out.
MienStatus mieni_fbx_curve_read(const MieniFbxScene *scene, int object, MieniArena *arena,
                                MieniFbxCurve *out_curve);
/// The slopes of a key that make themselves. flags and data are those of the file.
void mieni_fbx_auto_slopes(MieniFbxKey *keys, int count, int key, uint32_t flags, const float data[3]);

/// The value at a time in units. cursor begins at 0 and makes ascending times quick.
double mieni_fbx_curve_at(const MieniFbxCurve *curve, double time, int *cursor);
