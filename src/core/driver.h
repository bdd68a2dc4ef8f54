// SPDX-License-Identifier: MIT
//
// Pose drivers: how near the bones are to each of several targets, as weights, by
// radial basis functions. docs/drivers.md has the formulas. Private to core; cooking
// computes with the same functions, so that what it inverted is what evaluation meets.
//
// All in double. A place is MIENI_DRIVER_PLACE numbers per source bone: rotation x y z w,
// of any length but 0, then translation x y z in metres.

#pragma once

#include "core/graph/nodes.h"

enum { MIENI_DRIVER_PLACE = 7 };

typedef struct MieniDriverTarget {
    double gain;
    double radius; ///< Degrees or metres, the actual one.
    MieniKernel kernel;
    MieniDistance distance;
    const double *at;    ///< A place per source bone.
    int curve_count;     ///< Points; 0: none.
    const double *curve; ///< x y of each, x ascending.
    bool is_excluded;    ///< Drives nothing, so it has no weight and no part in the total.
} MieniDriverTarget;

typedef struct MieniDriver {
    bool is_unreal;
    bool reads_translation;
    bool is_invalid; ///< All weights are 0.
    MieniSolver solver;
    MieniDistance distance; ///< Of the median.
    MieniNormalise normalise;
    double axis[3]; ///< Of length 1.
    double threshold;
    double median[5]; ///< Reference (degrees about X, Y, Z; or metres), least, most.
    int bone_count, target_count;
    const MieniDriverTarget *targets;
    const double *inverse; ///< [target][target]; NULL: the solver has none.
} MieniDriver;

/// Degrees about X, then Y, then Z, all of them the parent's axes, as a quaternion.
void mieni_driver_turn(const double degrees[3], double out_q[4]);

/// What a bone's place is in the frame of another: from, undone, after to. Scale is left
/// out, so that lengths stay metres.
void mieni_driver_relative(const double *from, const double *to, double *out);
/// Between two places: radians; metres, in unreal centimetres. Never negative.
double mieni_driver_distance(const MieniDriver *driver, MieniDistance distance, const double *a,
                             const double *b);
/// What a radius in degrees or metres is beside such a distance.
double mieni_driver_reach(const MieniDriver *driver, MieniDistance distance, double radius);
/// A target's kernel, through its curve, at a place.
double mieni_driver_kernel(const MieniDriver *driver, int target, const double *at);

/// What the solver gives each target, before gain and normalisation. kernels is room
/// for target_count numbers.
void mieni_driver_solve(const MieniDriver *driver, const double *at, double *kernels, double *out_weights);
/// The final weights, never not-a-number. work is room for 2 * target_count numbers. In
/// unreal a target that is not emitted has 0, and an emitted one more.
void mieni_driver_weights(const MieniDriver *driver, const double *at, double *work, float *out_weights);
