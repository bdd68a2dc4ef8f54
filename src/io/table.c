// SPDX-License-Identifier: MIT
//
// Reads small tables with named columns.

#include "io/table.h"

#include "core/internal.h"

MienStatus mieni_table_fail(const MieniTable *table, MienStatus status, const char *sentence)
{
    const int line = table->lines.number > 0 ? table->lines.number : 1;
    return mieni_fail(table->error, status, mieni_at_line(line), "%s", sentence);
}

static MienStatus fail_at_column(const MieniTable *table, int column, const char *sentence)
{
    return mieni_fail(table->error, MIEN_ERROR_DATA, mieni_at_column(table->lines.number, column), "%s",
                      sentence);
}

MienStatus mieni_table_fail_at(const MieniTable *table, int key, const char *sentence)
{
    return fail_at_column(table, table->columns[key], sentence);
}

static char find_separator(MieniSpan line)
{
    for (size_t i = 0; i < line.size; ++i)
        if (line.at[i] == ';' || line.at[i] == '\t')
            return line.at[i];
    return ',';
}

MienStatus mieni_table_begin(MieniTable *table, const void *bytes, size_t size, const char *other_columns)
{
    MieniSpan line, cell;
    table->lines = mieni_lines_of(bytes, size);
    if (!mieni_lines_next(&table->lines, &line))
        return mieni_table_fail(table, MIEN_ERROR_CORRUPT, "There is no text.");
    table->separator = find_separator(line);
    MieniCells cells = mieni_cells_between(line, table->separator);
    while (mieni_cells_next(&cells, &cell)) {
        int key = 0;
        while (key < table->key_count && !mieni_span_is(cell, table->keys[key]))
            ++key;
        if (key == table->key_count || cells.is_wrong || table->columns[key] != 0)
            return fail_at_column(table, cells.number, other_columns);
        table->columns[key] = cells.number;
    }
    table->column_count = cells.number;
    return MIEN_OK;
}

MienStatus mieni_table_count(MieniTable *table, int most_rows, const char *too_many)
{
    MieniSpan line;
    const MieniLines first = table->lines;
    for (table->row_count = 0; mieni_lines_next(&table->lines, &line); ++table->row_count)
        if (table->row_count == most_rows)
            return mieni_table_fail(table, MIEN_ERROR_LIMIT, too_many);
    table->lines = first;
    return table->row_count > 0
               ? MIEN_OK
               : mieni_table_fail(table, MIEN_ERROR_CORRUPT, "There are no rows after the header.");
}

bool mieni_table_next(MieniTable *table, MienStatus *out_status)
{
    MieniSpan line, cell;
    *out_status = MIEN_OK;
    if (!mieni_lines_next(&table->lines, &line))
        return false;
    for (int key = 0; key < table->key_count; ++key)
        table->cells[key] = (MieniSpan){"", 0};
    MieniCells cells = mieni_cells_between(line, table->separator);
    while (mieni_cells_next(&cells, &cell)) {
        if (cells.is_wrong || cells.number > table->column_count) {
            *out_status =
                fail_at_column(table, cells.number,
                               cells.is_wrong ? "A cell in quotes closes on its line and nothing follows it."
                                              : "The row has more cells than the header.");
            return false;
        }
        for (int key = 0; key < table->key_count; ++key)
            if (table->columns[key] == cells.number)
                table->cells[key] = cell;
    }
    return true;
}
