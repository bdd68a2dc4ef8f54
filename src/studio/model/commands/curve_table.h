// SPDX-License-Identifier: MIT
//
// The curve table of a skeleton: every curve name that it lists or that an asset on it uses, with
// targets and sources, unused names and similar names. Works on a snapshot, on any thread.

#pragma once

#include "project/uses.h"
#include "studio/model/facts/catalogue.h"

typedef struct StudioCurveRow {
    const char *name;
    int poses, clips, morphs;  ///< How many of them.
    int uses;                  ///< All of them; being listed in a table is none.
    int max_lod;               ///< Of detail; MIEN_ALL_LODS for all.
    bool is_listed;            ///< In this skeleton's table.
    bool is_unused;            ///< It is listed, and nothing else.
    const char *near, *rule;   ///< Of what it is similar, and why: "case"; NULL: of nothing.
    const MieniUsedCurve *use; ///< Its uses, in the table's; none of clips that are not listed.
} StudioCurveRow;

typedef struct StudioCurveTable {
    StudioCurveRow *rows; ///< By name.
    int count;
    int unused_count, near_count;
    MieniUses uses;
    const char **texts; ///< Per use: "12 keys, 0.00 to 0.90".
    MieniArena memory;  ///< Private.
} StudioCurveTable;

/// Always release it. reads_sources as in mieni_uses_make.
MienStatus studio_curve_table_make(StudioCurveTable *out_table, const StudioSnapshot *snapshot,
                                   const char *skeleton, bool reads_sources, MieniProblem *problem);
/// Counts clips that are too many to be listed, by an answer that wanted curves. Names that nothing
/// else has get rows.
MienStatus studio_curve_table_add_many(StudioCurveTable *table, const StudioSearch *search,
                                       MieniProblem *problem);
void studio_curve_table_release(StudioCurveTable *table);
/// The row with this name, or NULL.
const StudioCurveRow *studio_curve_table_find(const StudioCurveTable *table, const char *name);
