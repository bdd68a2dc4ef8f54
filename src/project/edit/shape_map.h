// SPDX-License-Identifier: MIT
//
// Maps between two sets of shapes of one face, by what the shapes do: each shape of one set becomes
// the weights of the other set that move the face most like it.

#pragma once

#include "asset/view.h"
#include "project/project.h"

/// What to map. Both are mesh assets, whose morph targets are the shapes, or pose assets.
typedef struct MieniShapeMapDesc {
    const char *from, *to;           ///< Paths in the project.
    const char *from_only, *to_only; ///< Use only names that contain this text; NULL: all.
} MieniShapeMapDesc;

/// How well a shape is mapped.
typedef struct MieniShapeMapped {
    const char *name;
    int row_count;
    float lost;   ///< The part of its motion that the rows do not express, 0 to 1.
    float motion; ///< How much it moves the face: root of the mean square, metres.
} MieniShapeMapped;

/// Adds the rows of all shapes to a map, with their errors. *out_mapped lives in the arena, one per
/// shape that moves something.
MienStatus mieni_shape_map_fill(const MieniProject *project, const MieniShapeMapDesc *desc,
                                MieniJsonDocument *json, MieniMapView *map, MieniArena *arena,
                                const MieniShapeMapped **out_mapped, int *out_count, MieniProblem *problem);
