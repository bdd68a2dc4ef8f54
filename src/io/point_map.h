// SPDX-License-Identifier: MIT
//
// Where the points of a tracker are on a face: a table with a row per point.

#pragma once

#include "base/arena.h"
#include "mien/base.h"

#include <stdint.h>

enum { MIENI_MOST_POINTS = 21845 }; ///< A table of curves has no more columns.

/// One point: on a vertex of the mesh, or at the origin of a bone.
typedef struct MieniMappedPoint {
    const char *name;
    const char *bone; ///< NULL: it is on the vertex.
    uint32_t vertex;
    float weight; ///< How much it matters.
    int line;     ///< Of the table.
} MieniMappedPoint;

/// Reads a table: a header with point and vertex or bone or both, and perhaps weight; then a row per point.
/// The points and their names are in the arena. Input is untrusted. On failure no output is produced.
MienStatus mieni_point_map_read(const void *bytes, size_t size, MieniArena *arena,
                                const MieniMappedPoint **out_points, int *out_count, MienError *error);
