// SPDX-License-Identifier: MIT
//
// Where a surface goes through itself.

#pragma once

#include "base/arena.h"
#include "mien/math.h"

/// Memory for finding crossings of one mesh. Zero-initialise, then open.
typedef struct MieniCrossings {
    const uint32_t *indices;
    int triangle_count;
    const int *twin;   ///< Per vertex: the first vertex at the same place. Neighbours do not cross.
    bool *is_crossing; ///< Out: per triangle.
    int *bucket_first, *bucket_rows; ///< Private, as all below.
    double *boxes;                   ///< Per triangle: low and high corner.
    int *chosen;
    int row_room;
} MieniCrossings;

/// False without memory.
bool mieni_crossings_open(MieniCrossings *crossings, const uint32_t *indices, int triangle_count,
                          const int *twin, MieniArena *arena);
/// Finds which of the triangles that are in go through another one of them, if one of both is moved.
void mieni_crossings_find(MieniCrossings *crossings, const MienVec3 *positions, const bool *is_in,
                          const bool *is_moved);
