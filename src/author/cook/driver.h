// SPDX-License-Identifier: MIT
//
// Cooks a pose driver: from settings and targets as the text has them to the numbers
// that a pack holds and evaluation reads (docs/drivers.md). Private to author.

#pragma once

#include "base/arena.h"
#include "core/graph/nodes.h"

/// Where a target wants one source bone. Without a turn, q counts.
typedef struct MieniDriverAt {
    bool has_turn;
    double q[4];    ///< Of any length but 0; {0, 0, 0, 1} where the text says nothing.
    double t[3];    ///< Metres.
    double turn[3]; ///< Degrees about X, then Y, then Z, all of them the parent's axes.
} MieniDriverAt;

typedef struct MieniDriverTargetSource {
    double gain;             ///< 1 where the text says nothing.
    double radius;           ///< Degrees or metres; 0: the driver's.
    int kernel, distance;    ///< MieniKernel, MieniDistance; -1: the driver's.
    const MieniDriverAt *at; ///< Per source bone.
    int curve_count;         ///< Points of a curve of its own; 0: none.
    const double *curve;     ///< x y of each.
} MieniDriverTargetSource;

typedef struct MieniDriverSource {
    bool is_unreal;
    bool reads_translation;
    MieniSolver solver;
    MieniKernel kernel;
    MieniDistance distance;
    MieniNormalise normalise;
    double axis[3];
    double radius; ///< Degrees or metres; 0: automatic.
    int bone_count, target_count;
    const MieniDriverTargetSource *targets;
} MieniDriverSource;

/// What goes into the pack beside what was copied from the text. Arrays are the arena's.
typedef struct MieniDriverCooked {
    double axis[3];        ///< MIENI_DRIVER_AXIS, of length 1.
    float radius;          ///< MIENI_DRIVER_RADIUS.
    float *radii;          ///< MIENI_TARGET_RADIUS, per target.
    int *kernels;          ///< MIENI_TARGET_KERNEL, per target.
    int *distances;        ///< MIENI_TARGET_DISTANCE, per target.
    double *at;            ///< MIENI_TARGET_AT: seven numbers per bone, target after target.
    int inverse_count;     ///< target_count squared, or 0: this solver needs none.
    const double *inverse; ///< MIENI_DRIVER_INVERSE.
    double health[4];      ///< MIENI_DRIVER_HEALTH.
} MieniDriverCooked;

/// What a refusal is about, so that the caller can say the line.
typedef struct MieniDriverFault {
    int target;      ///< -1: the driver itself.
    const char *key; ///< In the text: "radius"; or NULL: the whole target.
} MieniDriverFault;

/// Checks and cooks. What fails is refused with MIEN_ERROR_DATA (MEMORY, LIMIT), a
/// sentence and the place "targets[3].radius"; fault says the same for programs.
MienStatus mieni_cook_driver(const MieniDriverSource *source, MieniArena *arena, MieniDriverCooked *out,
                             MieniDriverFault *out_fault, MienError *error);
