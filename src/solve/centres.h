// SPDX-License-Identifier: MIT
//
// Where motion of points is lost. Noise of single points is not a loss, so it is measured at centres
// that are spread over what moves: the mean of a point and the points nearest to it.

#pragma once

#include "base/arena.h"
#include "mien/math.h"

/// Points per centre.
enum { MIENI_AROUND = 12 };

typedef struct MieniCentres {
    int count;
    uint32_t *points; ///< Per centre.
    uint32_t *around; ///< MIENI_AROUND points per centre, of which around_count count.
    int around_count;
    double extent; ///< Height of what moves, metres.
} MieniCentres;

/// False without memory.
bool mieni_centres_create(MieniArena *arena, const MienVec3 *neutral, const bool *is_moved, int point_count,
                          MieniCentres *out_centres);
/// How much a residual of three numbers per point is at each centre: squared metres.
void mieni_centres_lost(const MieniCentres *centres, const double *rows, double *out_parts);
/// The height of points that move.
double mieni_centres_extent(const MienVec3 *neutral, const bool *is_moved, int point_count);
