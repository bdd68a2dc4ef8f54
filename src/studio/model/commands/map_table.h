// SPDX-License-Identifier: MIT
//
// The table of a map: its rows, unmatched source curves, and matches by name rules. Works on a
// snapshot, on any thread.

#pragma once

#include "studio/model/document/edit.h"

typedef enum StudioMapState {
    STUDIO_MAP_ROW = 0,   ///< A row of the map.
    STUDIO_MAP_LEFT_OUT,  ///< Listed as one without a target.
    STUDIO_MAP_UNMATCHED, ///< Of the source's vocabulary, without a row.
    STUDIO_MAP_AMBIGUOUS, ///< The same, and several targets would fit.
} StudioMapState;

typedef struct StudioMapRow {
    StudioMapState state;
    const char *from, *to; ///< to: of what has no row, what the rules would give; NULL: nothing.
    double weight;
    const char *remark; ///< "" for none.
} StudioMapRow;

typedef struct StudioMapTable {
    StudioMapRow *rows; ///< Those of the map first, in its order.
    int count, room;
    int row_count;                        ///< Of the map.
    int unmatched_count, ambiguous_count; ///< Ambiguous ones are unmatched too.
    int matched_count;                    ///< Unmatched ones to which the rules give a target.
    MieniArena memory;                    ///< Private.
} StudioMapTable;

/// Always release it.
MienStatus studio_map_table_make(StudioMapTable *out_table, const StudioSnapshot *snapshot, const char *path,
                                 MieniProblem *problem);
void studio_map_table_release(StudioMapTable *table);

/// Adds rows for all that the rules give a target, as one step; *out_count is how many.
MienStatus studio_map_match(Studio *studio, const char *path, const StudioMapTable *table, int *out_count,
                            MieniProblem *problem);
