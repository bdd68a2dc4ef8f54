// SPDX-License-Identifier: MIT
//
// Small tables with named columns: a header, then rows. Cells are separated by commas, semicolons or
// tabs.

#pragma once

#include "io/text.h"
#include "mien/base.h"

enum { MIENI_TABLE_KEYS = 8 };

/// A table, row by row. Lines and columns of errors count from 1.
typedef struct MieniTable {
    const char *const *keys; ///< Names of columns.
    int key_count;
    MieniLines lines;
    MienError *error;
    char separator;
    int columns[MIENI_TABLE_KEYS]; ///< Per key, from 1; 0: the table has none.
    int column_count;
    int row_count;                     ///< Rows that follow the header.
    MieniSpan cells[MIENI_TABLE_KEYS]; ///< Of the row that was read last, per key; an empty one: none.
} MieniTable;

/// Fails at the line that was read last, or at a column of it.
MienStatus mieni_table_fail(const MieniTable *table, MienStatus status, const char *sentence);
MienStatus mieni_table_fail_at(const MieniTable *table, int key, const char *sentence);

/// Reads the header: keys in any order, each at most once; other_columns says which there are.
/// Input is untrusted.
MienStatus mieni_table_begin(MieniTable *table, const void *bytes, size_t size, const char *other_columns);
/// Counts the rows; more than most_rows fail with the sentence too_many.
MienStatus mieni_table_count(MieniTable *table, int most_rows, const char *too_many);
/// Whether there is another row. A row may have fewer cells than the header.
bool mieni_table_next(MieniTable *table, MienStatus *out_status);
