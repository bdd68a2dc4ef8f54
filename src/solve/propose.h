// SPDX-License-Identifier: MIT
//
// Poses that a take would need: patterns that many of its residuals have in common.

#pragma once

#include "base/arena.h"

/// Residuals of all frames, and the patterns found in them.
typedef struct MieniProposing {
    int frame_count, row_count, count;
    float *rows;      ///< Per frame and row: what the poses leave. Patterns are taken out of it.
    double *patterns; ///< Per pattern and row.
    double *values;   ///< Per pattern and frame: how much of it, from 0 to 1.
    double *left;     ///< Per pattern: the sum of squares that this and those before it leave.
} MieniProposing;

/// False without memory.
bool mieni_proposing_create(MieniArena *arena, int frame_count, int row_count, int count,
                            MieniProposing *out_proposing);
/// Finds the patterns. The first explains most.
void mieni_proposing_run(MieniProposing *proposing);
