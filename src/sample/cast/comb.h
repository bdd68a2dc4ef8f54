// SPDX-License-Identifier: MIT
//
// Hair as a grid along its strands: rows go from a pole to the hairline, which is an
// edge of the mesh and so clean with few vertices.

#pragma once

#include "sample/cast/making.h"

/// How hair is combed. Rays from the centre find its surface, which must have one height
/// per direction.
typedef struct MieniComb {
    MieniField outside;             ///< The hair as if it covered everything.
    MieniField opening;             ///< Negative where there is none; seen from the pole it is met once.
    MieniField skin;                ///< Hair ends below it.
    MieniPoint centre, pole, front; ///< The last two are directions, at a right angle.
    int rows;                       ///< Before the rim.
    const int *locks;               ///< Columns of each lock, one after the other.
    int lock_count;
    double groove; ///< How deep locks are parted,
    double start;  ///< from which share of the way on.
    double tip;    ///< How far a lock of eight columns hangs beyond the hairline, radians.
    double lean;   ///< Above 1 tips are nearer to the end of a lock than to its start.
    double twist;  ///< How far strands turn about the pole, radians.
    double rim;    ///< The radius that the edge is rounded with.
} MieniComb;

/// A new part; NULL without memory.
MieniCastPart *mieni_part_comb(MieniMaking *making, MieniCastKind kind, const MieniComb *comb);
