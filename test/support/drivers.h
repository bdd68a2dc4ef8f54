// SPDX-License-Identifier: MIT
//
// Pose drivers made in code, cooked and asked without a graph around them.

#pragma once

#include "core/float_rules.h"

#include "support/check.h"

#include "author/cook/driver.h"
#include "core/driver.h"
#include "mien/math.h"

#include <math.h>

enum { DRIVER_TARGETS = 64, DRIVER_BONES = 4 };

static const double radians = 3.14159265358979323846 / 180.0;

/// A driver, from what it is made of to what evaluation sees.
typedef struct DriverRig {
    MieniDriverSource source;
    MieniDriverTargetSource targets[DRIVER_TARGETS];
    MieniDriverAt at[DRIVER_TARGETS][DRIVER_BONES];
    MieniArena arena;
    MieniDriverCooked cooked;
    MieniDriverFault fault;
    MienError error;
    MieniDriver driver;
    MieniDriverTarget made[DRIVER_TARGETS];
    double work[2 * DRIVER_TARGETS];
    float weights[DRIVER_TARGETS];
} DriverRig;

/// One bone, its rotation; all else as the text's defaults.
static inline void driver_begin(DriverRig *rig, bool is_unreal, MieniSolver solver, MieniDistance distance)
{
    memset(rig, 0, sizeof *rig);
    rig->source = (MieniDriverSource){.is_unreal = is_unreal,
                                      .solver = solver,
                                      .distance = distance,
                                      .reads_translation = distance == MIENI_DISTANCE_EUCLIDEAN,
                                      .axis = {1.0, 0.0, 0.0},
                                      .bone_count = 1,
                                      .targets = rig->targets};
}

/// Adds a target at rest; the place of its first bone, to be changed.
static inline MieniDriverAt *driver_target(DriverRig *rig)
{
    const int index = rig->source.target_count++;
    rig->targets[index] =
        (MieniDriverTargetSource){.gain = 1.0, .kernel = -1, .distance = -1, .at = rig->at[index]};
    for (int bone = 0; bone < DRIVER_BONES; ++bone)
        rig->at[index][bone] = (MieniDriverAt){.q = {0.0, 0.0, 0.0, 1.0}};
    return rig->at[index];
}

/// Adds a target that turns the first bone about an axis.
static inline void driver_turned(DriverRig *rig, int axis, double degrees)
{
    MieniDriverAt *at = driver_target(rig);
    at->has_turn = true;
    at->turn[axis] = degrees;
}

static inline MienStatus driver_cook(DriverRig *rig)
{
    mieni_arena_release(&rig->arena);
    rig->error = (MienError){.status = MIEN_OK};
    const MienStatus status =
        mieni_cook_driver(&rig->source, &rig->arena, &rig->cooked, &rig->fault, &rig->error);
    if (status != MIEN_OK)
        return status;
    const MieniDriverSource *s = &rig->source;
    rig->driver = (MieniDriver){.is_unreal = s->is_unreal,
                                .reads_translation = s->reads_translation,
                                .is_invalid = rig->cooked.health[3] != 0.0,
                                .solver = s->solver,
                                .distance = s->distance,
                                .normalise = s->normalise,
                                .threshold = 1e-4,
                                .median = {0.0, 0.0, 0.0, 45.0, 60.0},
                                .bone_count = s->bone_count,
                                .target_count = s->target_count,
                                .targets = rig->made,
                                .inverse = rig->cooked.inverse};
    memcpy(rig->driver.axis, rig->cooked.axis, sizeof rig->driver.axis);
    for (int i = 0; i < s->target_count; ++i) {
        rig->made[i] =
            (MieniDriverTarget){.gain = rig->targets[i].gain,
                                .radius = (double)rig->cooked.radii[i],
                                .kernel = (MieniKernel)rig->cooked.kernels[i],
                                .distance = (MieniDistance)rig->cooked.distances[i],
                                .at = rig->cooked.at + (ptrdiff_t)i * s->bone_count * MIENI_DRIVER_PLACE,
                                .curve_count = rig->targets[i].curve_count,
                                .curve = rig->targets[i].curve};
    }
    return status;
}

static inline void driver_end(DriverRig *rig) { mieni_arena_release(&rig->arena); }

/// Its weights at a place.
static inline const float *driver_ask(DriverRig *rig, const double *at)
{
    mieni_driver_weights(&rig->driver, at, rig->work, rig->weights);
    return rig->weights;
}

/// A place that turns one bone.
static inline void turned_place(int axis, double degrees, double out[MIENI_DRIVER_PLACE])
{
    double turn[3] = {0.0};
    memset(out, 0, sizeof(double) * MIENI_DRIVER_PLACE);
    turn[axis] = degrees;
    mieni_driver_turn(turn, out);
}

/// Its weights where the only bone is turned about an axis.
static inline const float *driver_ask_turned(DriverRig *rig, int axis, double degrees)
{
    double at[MIENI_DRIVER_PLACE];
    turned_place(axis, degrees, at);
    return driver_ask(rig, at);
}
