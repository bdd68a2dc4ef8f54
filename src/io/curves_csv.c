// SPDX-License-Identifier: MIT
//
// Reads tables of curves. Rows are walked twice: first for their times and for
// which cells have values, so that memory is asked for only by what is there, then
// for the values.

#include "core/float_rules.h"

#include "io/curves.h"

#include "core/internal.h"
#include "core/utf8.h"
#include "io/formats.h"
#include "io/text.h"

#include <string.h>

enum { TIME_CELL = 1, FIRST_VALUE };

typedef struct Table {
    MieniCurvesReading *reading;
    int line; ///< The one that is read.
    char separator;
    bool has_frames; ///< Rows begin with a frame instead of a time.
    int *counts;     ///< Values of each curve.
    double *seconds; ///< Of each row.
} Table;

static MienStatus bad_line(const Table *table, MienStatus status, const char *sentence)
{
    return mieni_fail(table->reading->error, status, sentence, "line %d", table->line);
}

static MienStatus bad_cell(const Table *table, MienStatus status, int column, const char *sentence)
{
    return mieni_fail(table->reading->error, status, sentence, "line %d, column %d", table->line, column);
}

static MienStatus bad_quotes(const Table *table, int column)
{
    return bad_cell(table, MIEN_ERROR_CORRUPT, column,
                    "A cell in quotes closes on its line and nothing follows it; a quote in it is doubled.");
}

/// The first character that can separate cells; a comma if there is none. The first
/// cell is one word, in quotes or not, so that what follows it is what separates.
static char find_separator(MieniSpan line)
{
    for (size_t i = 0; i < line.size; ++i)
        if (line.at[i] == ',' || line.at[i] == ';' || line.at[i] == '\t')
            return line.at[i];
    return ',';
}

/// Makes single quotes of doubled ones, in place, and closes the text.
static size_t undouble(char *text, size_t size)
{
    size_t to = 0;
    for (size_t from = 0; from < size; ++from) {
        text[to++] = text[from];
        if (text[from] == '"')
            ++from;
    }
    text[to] = '\0';
    return to;
}

/// The names of a header whose cells were counted. They share one copy of the line,
/// in which each is closed by a zero in place of what followed it.
static MienStatus name_curves(Table *table, MieniSpan line)
{
    MieniCurvesReading *reading = table->reading;
    char *text = mieni_arena_text(mieni_clip_arena(reading->clip), line.at, line.size);
    if (text == NULL || mieni_curves_take(reading) != MIEN_OK)
        return mieni_curves_no_memory(reading);
    MieniCells cells = mieni_cells_between(line, table->separator);
    MieniSpan cell;
    while (mieni_cells_next(&cells, &cell)) {
        if (cells.number < FIRST_VALUE)
            continue;
        char *name = text + (cell.at - line.at);
        size_t size = cell.size;
        if (cells.is_quoted)
            size = undouble(name, size);
        name[size] = '\0';
        const char *why = NULL;
        if (!mieni_name_is_valid(name, size, &why))
            return bad_cell(table, MIEN_ERROR_DATA, cells.number, why);
        reading->curves[cells.number - FIRST_VALUE].name = name;
    }
    int again;
    const MienStatus status = mieni_curves_find_double(reading, &again);
    if (status == MIEN_OK && again >= 0)
        return bad_cell(table, MIEN_ERROR_DATA, again + FIRST_VALUE, "Another column has this name.");
    return status;
}

static MienStatus read_header(Table *table, MieniLines *lines)
{
    MieniSpan line, cell;
    table->line = 1;
    if (!mieni_lines_next(lines, &line))
        return bad_line(table, MIEN_ERROR_CORRUPT, "There is no text, so there are no curves.");
    table->line = lines->number;
    table->separator = find_separator(line);
    MieniCells cells = mieni_cells_between(line, table->separator);
    while (mieni_cells_next(&cells, &cell)) {
        if (cells.is_wrong)
            return bad_quotes(table, cells.number);
        if (cells.number == TIME_CELL) {
            table->has_frames = mieni_span_is(cell, "frame");
            if (!table->has_frames && !mieni_span_is(cell, "time"))
                return bad_cell(table, MIEN_ERROR_CORRUPT, TIME_CELL,
                                "A table begins with time or frame and the names of its curves, with "
                                "commas, semicolons or tabs between.");
        }
        if (cells.number >= FIRST_VALUE + MIEN_MAX_CURVES)
            return bad_cell(table, MIEN_ERROR_LIMIT, cells.number, "A table has at most 65535 curves.");
    }
    table->reading->report.curve_count = cells.number - TIME_CELL;
    if (cells.number < FIRST_VALUE)
        return bad_line(table, MIEN_ERROR_CORRUPT, "The header names no curves after its first cell.");
    if (table->has_frames && table->reading->options->rate == 0)
        return bad_cell(table, MIEN_ERROR_DATA, TIME_CELL,
                        "Frames need a rate: give one, or name the column time and write seconds.");
    if (table->has_frames)
        mieni_curves_set_rate(table->reading, 0.0);
    return name_curves(table, line);
}

static MienStatus read_time(const Table *table, MieniSpan cell, int row)
{
    double number, time;
    if (!mieni_span_number(cell, &number))
        return bad_cell(table, MIEN_ERROR_CORRUPT, TIME_CELL,
                        "A row begins with its time or frame, a decimal number with a point.");
    if (number < 0.0)
        return bad_cell(table, MIEN_ERROR_DATA, TIME_CELL,
                        "Times and frames count from the start of the clip and are not negative.");
    time = table->has_frames ? mieni_curves_frame_time(table->reading, number) : number;
    if (time > MIENI_CURVES_DAY)
        return bad_cell(table, MIEN_ERROR_LIMIT, TIME_CELL,
                        "A clip lasts at most a day; subtract the first time if they count from elsewhere.");
    if (row > 0 && time <= table->seconds[row - 1])
        return bad_cell(table, MIEN_ERROR_DATA, TIME_CELL,
                        "Each row is later than the one before; this one repeats or goes back.");
    table->seconds[row] = time;
    return MIEN_OK;
}

/// Everything about a row but its values.
static MienStatus read_row(const Table *table, MieniSpan line, int row)
{
    const int columns = table->reading->report.curve_count + 1;
    MieniSpan cell;
    MieniCells cells = mieni_cells_between(line, table->separator);
    while (mieni_cells_next(&cells, &cell)) {
        if (cells.is_wrong)
            return bad_quotes(table, cells.number);
        if (cells.number > columns)
            return bad_cell(table, MIEN_ERROR_CORRUPT, cells.number,
                            "The row has more cells than the header.");
        if (cells.number == TIME_CELL) {
            const MienStatus status = read_time(table, cell, row);
            if (status != MIEN_OK)
                return status;
        } else {
            table->counts[cells.number - FIRST_VALUE] += cell.size > 0;
        }
    }
    if (cells.number < columns)
        return bad_cell(table, MIEN_ERROR_CORRUPT, cells.number + 1,
                        "The row has fewer cells than the header; perhaps the file was cut short.");
    return MIEN_OK;
}

static MienStatus read_rows(Table *table, MieniLines lines)
{
    MieniCurvesReading *reading = table->reading;
    MienIoCurvesReport *report = &reading->report;
    MieniSpan line;
    for (MieniLines counting = lines; mieni_lines_next(&counting, &line); ++report->row_count)
        if (report->row_count == MIEN_IO_CURVES_MAX_ROWS) {
            table->line = counting.number;
            return bad_line(table, MIEN_ERROR_LIMIT, "A table has at most 20736000 rows; split it.");
        }
    if (report->row_count == 0)
        return bad_line(table, MIEN_ERROR_CORRUPT, "There are no rows after the header.");
    table->seconds = mieni_arena_take(&reading->scratch, (size_t)report->row_count, sizeof *table->seconds);
    table->counts = mieni_arena_take(&reading->scratch, (size_t)report->curve_count, sizeof *table->counts);
    if (table->seconds == NULL || table->counts == NULL)
        return mieni_curves_no_memory(reading);
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && mieni_lines_next(&lines, &line); ++i) {
        table->line = lines.number;
        status = read_row(table, line, i);
    }
    return status;
}

/// The values of one row as the next keys of their curves, which counts has.
static MienStatus read_keys(const Table *table, MieniSpan line, double seconds, MienAuthorKey **next)
{
    MieniSpan cell;
    MieniCells cells = mieni_cells_between(line, table->separator);
    while (mieni_cells_next(&cells, &cell)) {
        double value;
        if (cells.number < FIRST_VALUE || cell.size == 0)
            continue;
        if (!mieni_span_number(cell, &value))
            return bad_cell(table, MIEN_ERROR_CORRUPT, cells.number,
                            "A value is a decimal number with a point, such as 0.25.");
        if (value < (double)-MIEN_MAX_CURVE || value > (double)MIEN_MAX_CURVE)
            return bad_cell(table, MIEN_ERROR_DATA, cells.number, "A value is at most a thousand million.");
        *next[cells.number - FIRST_VALUE]++ =
            (MienAuthorKey){.time = seconds, .value = (float)value, .interpolation = MIEN_AUTHOR_LINEAR};
    }
    return MIEN_OK;
}

static MienStatus read_values(Table *table, MieniLines lines)
{
    MieniCurvesReading *reading = table->reading;
    const int curve_count = reading->report.curve_count;
    size_t count = 0; // no overflow: each key is at least a separator and a digit in memory
    for (int c = 0; c < curve_count; ++c)
        count += (size_t)table->counts[c];
    MienAuthorKey *keys = mieni_arena_take(mieni_clip_arena(reading->clip), count, sizeof *keys);
    MienAuthorKey **next = mieni_arena_take(&reading->scratch, (size_t)curve_count, sizeof *next);
    if (keys == NULL || next == NULL)
        return mieni_curves_no_memory(reading);
    for (int c = 0; c < curve_count; ++c) {
        reading->curves[c].key_count = table->counts[c];
        reading->curves[c].keys = next[c] = keys;
        keys += table->counts[c];
    }
    MieniSpan line;
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && mieni_lines_next(&lines, &line); ++i) {
        table->line = lines.number;
        status = read_keys(table, line, table->seconds[i], next);
    }
    return status;
}

MienStatus mieni_curves_csv(MieniCurvesReading *reading)
{
    Table table = {.reading = reading};
    reading->report.form = MIEN_IO_CURVES_TABLE;
    MieniLines lines = mieni_lines_of(reading->bytes, reading->size);
    MienStatus status = read_header(&table, &lines);
    if (status == MIEN_OK)
        status = read_rows(&table, lines);
    if (status == MIEN_OK)
        status = read_values(&table, lines);
    if (status != MIEN_OK)
        return status;
    const int rows = reading->report.row_count;
    reading->clip->length = table.seconds[rows - 1];
    return mieni_curves_set_rate_by_times(reading, table.seconds, rows);
}

/// Among tables that tabs separate: mouth cues have no line with names.
static bool sniff_format(const void *bytes, size_t size)
{
    return mieni_sniff_first_line(bytes, size, "time") || mieni_sniff_first_line(bytes, size, "frame");
}

static MienStatus read_format(const MieniReading *reading, MieniRead *out, MienError *error)
{
    const MienIoCurvesOptions options = {
        .source = reading->file, .rate = reading->rate, .rate_divisor = reading->rate_divisor};
    return mien_io_curves_csv_read(reading->bytes, reading->size, &options, reading->allocator, &out->clip,
                                   NULL, error);
}

const MieniFormat mieni_format_csv = {sniff_format, read_format};
