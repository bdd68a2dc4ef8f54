// SPDX-License-Identifier: MIT
//
// Reads curves from CSV and from JSON in its several forms.

#include "core/float_rules.h"

#include "mien_io/curves.h"

#include "author/clip/memory.h"
#include "base/json.h"
#include "base/names.h"
#include "core/float_env.h"
#include "core/internal.h"
#include "core/utf8.h"
#include "io/formats.h"
#include "io/rate.h"
#include "io/text.h"

#include <stdio.h>
#include <string.h>

/// What reading knows and needs.
typedef struct MieniCurvesReading {
    const void *bytes;
    size_t size;
    const MienIoCurvesOptions *options;
    MienError *error;
    MienAuthorClip *clip;
    MieniArena scratch; ///< Freed when reading ends.
    MienAuthorClipCurve *curves;
    MienIoCurvesReport report;
} MieniCurvesReading;

/// Fills in clip and report from the bytes. Runs in the default float environment.
typedef MienStatus (*MieniCurvesReader)(MieniCurvesReading *reading);

/// The longest clip, in seconds.
#define MIENI_CURVES_DAY 86400.0

/// The members of a form with a list of names and a list of rows.
typedef struct MieniRowForm {
    const char *names, *rows;
    const char *values;                 ///< In each row, the list of values; NULL: the row is the list.
    const char *rate;                   ///< Frames per second.
    const char *name_count, *row_count; ///< Must be as many as there are, if they are there; or NULL.
} MieniRowForm;

static MienStatus curves_find_double(MieniCurvesReading *reading, int *out_curve);
static bool curves_set_rate(MieniCurvesReading *reading, double frames_per_second);

/// A name in the clip's memory, without spaces at its ends. If it fails, *out_why is the reason.
static MienStatus curves_name(MieniCurvesReading *reading, const char *text, const char **out_name,
                              const char **out_why)
{
    const size_t size = strlen(text);
    const MieniSpan name = mieni_span_trim((MieniSpan){text, size});
    if (!mieni_name_is_valid(name.at, name.size, out_why))
        return MIEN_ERROR_DATA;
    reading->report.trimmed_count += name.size < size;
    *out_name = mieni_arena_text(mieni_clip_arena(reading->clip), name.at, name.size);
    *out_why = "Out of memory.";
    return *out_name != NULL ? MIEN_OK : MIEN_ERROR_MEMORY;
}

/// Refuses a name that an earlier curve has. The list has an item per curve.
static MienStatus curves_check_unique(MieniCurvesReading *reading, const MieniJson *list, const char *name)
{
    int again;
    const MienStatus status = curves_find_double(reading, &again);
    if (status == MIEN_OK && again >= 0)
        return mieni_fail(reading->error, MIEN_ERROR_DATA,
                          mieni_in_line(list->items[again]->line, "%s[%d]", name, again),
                          "Another curve has this name.");
    return status;
}

/// What is wrong with a value, or with a time (which may be missing), or NULL.
static const char *curves_check_value(const MieniJson *value)
{
    if (value->type != MIENI_JSON_NUMBER)
        return "A value is a number.";
    if (value->number < (double)-MIEN_MAX_CURVE || value->number > (double)MIEN_MAX_CURVE)
        return "A value is at most a billion.";
    return NULL;
}

static const char *curves_check_time(const MieniJson *value)
{
    if (value == NULL || value->type != MIENI_JSON_NUMBER)
        return "A time is a number of seconds.";
    if (value->number < 0.0 || value->number > MIENI_CURVES_DAY)
        return "A time is between 0 and a day; subtract the first one if they count from elsewhere.";
    return NULL;
}

/// The clip's rate from the options, or else the member, or else the assumed one.
static MienStatus curves_set_json_rate(MieniCurvesReading *reading, const MieniJson *root, const char *key,
                                       bool *out_is_known)
{
    const MieniJson *value = mieni_json_get(root, key);
    int rate, divisor;
    *out_is_known = value != NULL || reading->options->rate > 0;
    if (value != NULL && reading->options->rate == 0 &&
        (value->type != MIENI_JSON_NUMBER || !mieni_rate_of_number(value->number, &rate, &divisor)))
        return mieni_fail(reading->error, MIEN_ERROR_DATA, mieni_in_line(value->line, "%s", key),
                          "A rate is a number of frames per second between 0.001 and 1000000.");
    curves_set_rate(reading, value != NULL ? value->number : 0.0);
    return MIEN_OK;
}

static MienStatus curves_no_memory(const MieniCurvesReading *reading)
{
    return mieni_fail(reading->error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

/// Room for the report's curve_count curves, in the clip.
static MienStatus curves_take(MieniCurvesReading *reading)
{
    const int count = reading->report.curve_count;
    reading->curves =
        mieni_arena_take(mieni_clip_arena(reading->clip), (size_t)count, sizeof *reading->curves);
    if (reading->curves == NULL)
        return curves_no_memory(reading);
    reading->clip->curve_count = count;
    reading->clip->curves = reading->curves;
    return MIEN_OK;
}

/// Finds the curve whose name an earlier one has; -1 if all differ.
static MienStatus curves_find_double(MieniCurvesReading *reading, int *out_curve)
{
    const int count = reading->report.curve_count;
    MieniNameEntry *names = mieni_arena_take(&reading->scratch, (size_t)count, sizeof *names);
    if (names == NULL)
        return curves_no_memory(reading);
    for (int c = 0; c < count; ++c)
        names[c] = (MieniNameEntry){reading->curves[c].name, c};
    mieni_names_sort(names, count);
    *out_curve = -1;
    for (int c = 1; c < count && *out_curve < 0; ++c)
        if (strcmp(names[c - 1].name, names[c].name) == 0)
            *out_curve = names[c].index;
    return MIEN_OK;
}

/// The clip's rate: the options', or else that of a number of frames per second
/// (0 for none), or else that of ascending times, or else the assumed one. False if
/// the number is no rate.
static bool curves_set_rate(MieniCurvesReading *reading, double frames_per_second)
{
    MienAuthorClip *clip = reading->clip;
    clip->rate = reading->options->rate;
    clip->rate_divisor = reading->options->rate_divisor > 0 ? reading->options->rate_divisor : 1;
    if (clip->rate > 0)
        return true;
    clip->rate_divisor = 1;
    reading->report.rate_is_assumed = frames_per_second == 0.0;
    if (frames_per_second != 0.0)
        return mieni_rate_of_number(frames_per_second, &clip->rate, &clip->rate_divisor);
    clip->rate = MIENI_ASSUMED_RATE;
    return true;
}

/// The clip's rate: the options', or else one that has a frame at each of the times, which
/// it may move a little.
static MienStatus curves_set_rate_by_times(MieniCurvesReading *reading, double *seconds, int count)
{
    MienAuthorClip *clip = reading->clip;
    if (reading->options->rate > 0) {
        curves_set_rate(reading, 0.0);
        return MIEN_OK;
    }
    int64_t *scratch = mieni_arena_take(&reading->scratch, (size_t)count, sizeof *scratch);
    if (scratch == NULL)
        return curves_no_memory(reading);
    reading->report.rate_is_assumed =
        !mieni_rate_meeting_times(seconds, count, scratch, &clip->rate, &clip->rate_divisor);
    return MIEN_OK;
}

/// The time of a frame at the clip's rate.
static double curves_frame_time(const MieniCurvesReading *reading, double frame)
{
    return frame * (double)reading->clip->rate_divisor / (double)reading->clip->rate;
}

// Reads tables of curves. Rows are walked twice: first for their times and for
// which cells have values, so that memory is asked for only by what is there, then
// for the values.

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
    return mieni_fail(table->reading->error, status, mieni_at_line(table->line), "%s", sentence);
}

static MienStatus bad_cell(const Table *table, MienStatus status, int column, const char *sentence)
{
    return mieni_fail(table->reading->error, status, mieni_at_column(table->line, column), "%s", sentence);
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
    if (text == NULL || curves_take(reading) != MIEN_OK)
        return curves_no_memory(reading);
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
    const MienStatus status = curves_find_double(reading, &again);
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
        curves_set_rate(table->reading, 0.0);
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
    time = table->has_frames ? curves_frame_time(table->reading, number) : number;
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
        return curves_no_memory(reading);
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && mieni_lines_next(&lines, &line); ++i) {
        table->line = lines.number;
        status = read_row(table, line, i);
    }
    return status;
}

/// The values of one row as the next keys of their curves, which counts has.
static MienStatus read_table_keys(const Table *table, MieniSpan line, double seconds, MienAuthorKey **next)
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
            return bad_cell(table, MIEN_ERROR_DATA, cells.number, "A value is at most a billion.");
        *next[cells.number - FIRST_VALUE]++ =
            (MienAuthorKey){.time = seconds, .value = (float)value, .interpolation = MIEN_AUTHOR_LINEAR};
    }
    return MIEN_OK;
}

static MienStatus read_table_values(Table *table, MieniLines lines)
{
    MieniCurvesReading *reading = table->reading;
    const int curve_count = reading->report.curve_count;
    size_t count = 0; // no overflow: each key is at least a separator and a digit in memory
    for (int c = 0; c < curve_count; ++c)
        count += (size_t)table->counts[c];
    MienAuthorKey *keys = mieni_arena_take(mieni_clip_arena(reading->clip), count, sizeof *keys);
    MienAuthorKey **next = mieni_arena_take(&reading->scratch, (size_t)curve_count, sizeof *next);
    if (keys == NULL || next == NULL)
        return curves_no_memory(reading);
    for (int c = 0; c < curve_count; ++c) {
        reading->curves[c].key_count = table->counts[c];
        reading->curves[c].keys = next[c] = keys;
        keys += table->counts[c];
    }
    MieniSpan line;
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && mieni_lines_next(&lines, &line); ++i) {
        table->line = lines.number;
        status = read_table_keys(table, line, table->seconds[i], next);
    }
    return status;
}

static MienStatus curves_csv(MieniCurvesReading *reading)
{
    Table table = {.reading = reading};
    reading->report.form = MIEN_IO_CURVES_TABLE;
    MieniLines lines = mieni_lines_of(reading->bytes, reading->size);
    MienStatus status = read_header(&table, &lines);
    if (status == MIEN_OK)
        status = read_rows(&table, lines);
    const int rows = reading->report.row_count;
    if (status == MIEN_OK)
        status = curves_set_rate_by_times(reading, table.seconds, rows);
    if (status == MIEN_OK)
        status = read_table_values(&table, lines);
    if (status == MIEN_OK)
        reading->clip->length = table.seconds[rows - 1];
    return status;
}

// Curves in JSON as rows: a list of names, and for each frame a list of values.

typedef struct Rows {
    MieniCurvesReading *reading;
    const MieniRowForm *form;
    const MieniJson *root, *names, *rows;
    double *seconds; ///< Of each row.
} Rows;

/// Room for count curves. Refuses none and too many; list is what has them, and its
/// name may be empty.
static MienStatus curves_begin(MieniCurvesReading *reading, int count, const MieniJson *list,
                               const char *name)
{
    if (count < 1)
        return mieni_fail(reading->error, MIEN_ERROR_DATA, mieni_in_line(list->line, "%s", name),
                          "There are no curves.");
    if (count > MIEN_MAX_CURVES)
        return mieni_fail(reading->error, MIEN_ERROR_LIMIT, mieni_in_line(list->line, "%s", name),
                          "A clip has at most 65535 curves.");
    reading->report.curve_count = count;
    return curves_take(reading);
}

static MienStatus bad_list(const Rows *rows, const MieniJson *at, const char *key, const char *sentence)
{
    return mieni_fail(rows->reading->error, MIEN_ERROR_DATA, mieni_in_line(at->line, "%s", key), "%s",
                      sentence);
}

/// The list of values of a row, or NULL.
static const MieniJson *values_of(const Rows *rows, int row)
{
    const MieniJson *item = rows->rows->items[row];
    if (rows->form->values != NULL)
        item = mieni_json_get(item, rows->form->values);
    return item != NULL && item->type == MIENI_JSON_ARRAY ? item : NULL;
}

static MienStatus check_count(const Rows *rows, const char *key, int count)
{
    const MieniJson *value = key != NULL ? mieni_json_get(rows->root, key) : NULL;
    if (value != NULL && (value->type != MIENI_JSON_NUMBER || value->number != (double)count))
        return bad_list(rows, value, key,
                        "The count is not that of the list; perhaps the file was cut short or edited.");
    return MIEN_OK;
}

static MienStatus read_names(const Rows *rows)
{
    MieniCurvesReading *reading = rows->reading;
    const char *key = rows->form->names;
    if (rows->names->type != MIENI_JSON_ARRAY)
        return bad_list(rows, rows->names, key, "The names of the curves are a list.");
    MienStatus status = curves_begin(reading, rows->names->count, rows->names, key);
    if (status == MIEN_OK)
        status = check_count(rows, rows->form->name_count, rows->names->count);
    for (int c = 0; status == MIEN_OK && c < rows->names->count; ++c) {
        const MieniJson *name = rows->names->items[c];
        const char *why = "A name is a string.";
        status = name->type == MIENI_JSON_STRING
                     ? curves_name(reading, name->string, &reading->curves[c].name, &why)
                     : MIEN_ERROR_DATA;
        if (status != MIEN_OK)
            mieni_fail(reading->error, status, mieni_in_line(name->line, "%s[%d]", key, c), "%s", why);
    }
    return status == MIEN_OK ? curves_check_unique(reading, rows->names, key) : status;
}

/// Every row has a value per name. Checked before memory is asked for.
static MienStatus check_rows(const Rows *rows)
{
    MieniCurvesReading *reading = rows->reading;
    const char *key = rows->form->rows;
    if (rows->rows->type != MIENI_JSON_ARRAY || rows->rows->count == 0)
        return bad_list(rows, rows->rows, key, "The rows are a list with at least one.");
    if (rows->rows->count > MIEN_IO_CURVES_MAX_ROWS)
        return mieni_fail(reading->error, MIEN_ERROR_LIMIT, mieni_in_line(rows->rows->line, "%s", key),
                          "There are at most 20736000 rows; split them.");
    for (int r = 0; r < rows->rows->count; ++r) {
        const MieniJson *values = values_of(rows, r);
        if (values == NULL || values->count != rows->names->count)
            return mieni_fail(reading->error, MIEN_ERROR_DATA,
                              mieni_in_line(rows->rows->items[r]->line, "%s[%d]", key, r),
                              "A row is a list of one value per name.");
    }
    reading->report.row_count = rows->rows->count;
    return check_count(rows, rows->form->row_count, rows->rows->count);
}

/// The times that the rows have; they are there if the first row has one.
static MienStatus read_times(const Rows *rows)
{
    const char *key = rows->form->rows;
    for (int r = 0; r < rows->rows->count; ++r) {
        const MieniJson *time = mieni_json_get(rows->rows->items[r], "time");
        const char *why = curves_check_time(time);
        if (why == NULL && r > 0 && time->number <= rows->seconds[r - 1])
            why = "Each row is later than the one before; this one repeats or goes back.";
        if (why != NULL)
            return mieni_fail(rows->reading->error, MIEN_ERROR_DATA,
                              mieni_in_line(rows->rows->items[r]->line, "%s[%d].time", key, r), "%s", why);
        rows->seconds[r] = time->number;
    }
    return MIEN_OK;
}

static MienStatus find_times(Rows *rows)
{
    MieniCurvesReading *reading = rows->reading;
    const int count = rows->rows->count;
    const bool has_times = rows->form->values != NULL && mieni_json_get(rows->rows->items[0], "time") != NULL;
    bool is_known;
    MienStatus status = curves_set_json_rate(reading, rows->root, rows->form->rate, &is_known);
    if (status != MIEN_OK)
        return status;
    if (!is_known && !has_times)
        return mieni_fail(reading->error, MIEN_ERROR_DATA,
                          mieni_in_line(rows->rows->line, "%s", rows->form->rows),
                          "No frame rate in the file: use --rate, for example --rate 30.");
    rows->seconds = mieni_arena_take(&reading->scratch, (size_t)count, sizeof *rows->seconds);
    if (rows->seconds == NULL)
        return curves_no_memory(reading);
    if (has_times)
        status = read_times(rows);
    else
        for (int r = 0; r < count; ++r)
            rows->seconds[r] = curves_frame_time(reading, (double)r);
    if (status == MIEN_OK && !is_known)
        status = curves_set_rate_by_times(reading, rows->seconds, count);
    if (status != MIEN_OK)
        return status;
    reading->clip->length = rows->seconds[count - 1];
    if (reading->clip->length > MIENI_CURVES_DAY)
        return mieni_fail(reading->error, MIEN_ERROR_LIMIT,
                          mieni_in_line(rows->rows->line, "%s", rows->form->rows),
                          "A clip lasts at most a day; split it.");
    return MIEN_OK;
}

static MienStatus read_row_values(const Rows *rows)
{
    MieniCurvesReading *reading = rows->reading;
    const MieniRowForm *form = rows->form;
    const size_t row_count = (size_t)rows->rows->count, curve_count = (size_t)rows->names->count;
    // No overflow: each key is a value in memory.
    MienAuthorKey *keys =
        mieni_arena_take(mieni_clip_arena(reading->clip), row_count * curve_count, sizeof *keys);
    if (keys == NULL)
        return curves_no_memory(reading);
    for (size_t r = 0; r < row_count; ++r) {
        const MieniJson *values = values_of(rows, (int)r);
        for (size_t c = 0; c < curve_count; ++c) {
            const char *why = curves_check_value(values->items[c]);
            if (why != NULL)
                return mieni_fail(reading->error, MIEN_ERROR_DATA,
                                  mieni_in_line(values->items[c]->line, "%s[%d]%s%s[%d]", form->rows, (int)r,
                                                form->values != NULL ? "." : "",
                                                form->values != NULL ? form->values : "", (int)c),
                                  "%s", why);
            keys[c * row_count + r] = (MienAuthorKey){.time = rows->seconds[r],
                                                      .value = (float)values->items[c]->number,
                                                      .interpolation = MIEN_AUTHOR_LINEAR};
        }
    }
    for (size_t c = 0; c < curve_count; ++c) {
        reading->curves[c].key_count = (int)row_count;
        reading->curves[c].keys = keys + c * row_count;
    }
    return MIEN_OK;
}

static MienStatus curves_rows(MieniCurvesReading *reading, const MieniJson *root, const MieniRowForm *form)
{
    Rows rows = {.reading = reading,
                 .form = form,
                 .root = root,
                 .names = mieni_json_get(root, form->names),
                 .rows = mieni_json_get(root, form->rows)};
    MienStatus status = read_names(&rows);
    if (status == MIEN_OK)
        status = check_rows(&rows);
    if (status == MIEN_OK)
        status = find_times(&rows);
    return status == MIEN_OK ? read_row_values(&rows) : status;
}

// Curves in JSON as keys: for each name a list of times and values.

/// Where the keys of one curve are, for errors.
typedef struct Place {
    int line;
    char text[MIEN_MAX_NAME + 16]; ///< "channels[3].keys", "curves.jawOpen".
} Place;

static void end_no_earlier(MieniCurvesReading *reading, double time)
{
    if (time > reading->clip->length)
        reading->clip->length = time;
}

/// A list of [time, value], the times never going back.
static MienStatus read_curve_keys(MieniCurvesReading *reading, const MieniJson *list, const Place *place,
                                  MienAuthorClipCurve *curve)
{
    if (list == NULL || list->type != MIENI_JSON_ARRAY)
        return mieni_fail(reading->error, MIEN_ERROR_DATA, mieni_in_line(place->line, "%s", place->text),
                          "The keys of a curve are a list.");
    MienAuthorKey *keys =
        mieni_arena_take(mieni_clip_arena(reading->clip), (size_t)list->count, sizeof *keys);
    if (keys == NULL)
        return curves_no_memory(reading);
    for (int k = 0; k < list->count; ++k) {
        const MieniJson *key = list->items[k];
        const char *why = "A key is a list of two: its time and its value.";
        if (key->type == MIENI_JSON_ARRAY && key->count == 2) {
            why = curves_check_time(key->items[0]);
            if (why == NULL)
                why = curves_check_value(key->items[1]);
            if (why == NULL && k > 0 && key->items[0]->number < keys[k - 1].time)
                why = "Keys ascend in time; this one goes back.";
        }
        if (why != NULL)
            return mieni_fail(reading->error, MIEN_ERROR_DATA,
                              mieni_in_line(key->line, "%s[%d]", place->text, k), "%s", why);
        keys[k] = (MienAuthorKey){.time = key->items[0]->number,
                                  .value = (float)key->items[1]->number,
                                  .interpolation = MIEN_AUTHOR_LINEAR};
        end_no_earlier(reading, keys[k].time);
    }
    curve->key_count = list->count;
    curve->keys = keys;
    return MIEN_OK;
}

/// The rate, and a length if the file has one.
static MienStatus read_length(MieniCurvesReading *reading, const MieniJson *root, const char *rate,
                              const char *length)
{
    bool is_known;
    const MienStatus status = curves_set_json_rate(reading, root, rate, &is_known);
    const MieniJson *value = mieni_json_get(root, length);
    const char *why = value != NULL ? curves_check_time(value) : NULL;
    if (status == MIEN_OK && why != NULL)
        return mieni_fail(reading->error, MIEN_ERROR_DATA, mieni_in_line(value->line, "%s", length), "%s",
                          why);
    if (status == MIEN_OK && value != NULL)
        end_no_earlier(reading, value->number);
    return status;
}

static MienStatus curves_keys(MieniCurvesReading *reading, const MieniJson *root)
{
    const MieniJson *list = mieni_json_get(root, "curves");
    if (list->type != MIENI_JSON_OBJECT)
        return mieni_fail(reading->error, MIEN_ERROR_DATA, mieni_in_line(list->line, "curves"),
                          "The curves are an object of keys by name.");
    MienStatus status = curves_begin(reading, list->count, list, "curves");
    for (int c = 0; status == MIEN_OK && c < list->count; ++c) {
        const char *why = NULL;
        Place place = {.line = list->items[c]->line};
        status = curves_name(reading, list->keys[c], &reading->curves[c].name, &why);
        if (status != MIEN_OK)
            return mieni_fail(reading->error, status, mieni_in_line(place.line, "curves[%d]", c), "%s", why);
        snprintf(place.text, sizeof place.text, "curves.%s", reading->curves[c].name);
        status = read_curve_keys(reading, list->items[c], &place, &reading->curves[c]);
    }
    if (status == MIEN_OK)
        status = curves_check_unique(reading, list, "curves");
    return status == MIEN_OK ? read_length(reading, root, "rate", "length") : status;
}

static MienStatus read_channel(MieniCurvesReading *reading, const MieniJson *channel, int c)
{
    const char *why = "A channel has a name.", *name = mieni_json_get_string(channel, "name", NULL);
    Place place = {.line = channel->line};
    const MienStatus status =
        name != NULL ? curves_name(reading, name, &reading->curves[c].name, &why) : MIEN_ERROR_DATA;
    if (status != MIEN_OK)
        return mieni_fail(reading->error, status, mieni_in_line(channel->line, "channels[%d].name", c), "%s",
                          why);
    snprintf(place.text, sizeof place.text, "channels[%d].keys", c);
    return read_curve_keys(reading, mieni_json_get(channel, "keys"), &place, &reading->curves[c]);
}

/// Names and times of events; how long they last and what they carry is left out.
static MienStatus read_events(MieniCurvesReading *reading, const MieniJson *list)
{
    if (list == NULL)
        return MIEN_OK;
    if (list->type != MIENI_JSON_ARRAY)
        return mieni_fail(reading->error, MIEN_ERROR_DATA, mieni_in_line(list->line, "events"),
                          "The events are a list.");
    MienAuthorClipEvent *events =
        mieni_arena_take(mieni_clip_arena(reading->clip), (size_t)list->count, sizeof *events);
    if (events == NULL)
        return curves_no_memory(reading);
    for (int e = 0; e < list->count; ++e) {
        const MieniJson *event = list->items[e], *time = mieni_json_get(event, "t");
        const char *name = mieni_json_get_string(event, "name", NULL), *why = curves_check_time(time);
        MienStatus status = why != NULL ? MIEN_ERROR_DATA : MIEN_OK;
        if (status == MIEN_OK) {
            why = "An event has a name.";
            status = name != NULL ? curves_name(reading, name, &events[e].name, &why) : MIEN_ERROR_DATA;
        }
        if (status != MIEN_OK)
            return mieni_fail(reading->error, status, mieni_in_line(event->line, "events[%d]", e), "%s", why);
        events[e].time = time->number;
        end_no_earlier(reading, events[e].time);
    }
    reading->clip->event_count = list->count;
    reading->clip->events = events;
    return MIEN_OK;
}

static MienStatus curves_openfacefx(MieniCurvesReading *reading, const MieniJson *root)
{
    const MieniJson *list = mieni_json_get(root, "channels");
    if (mieni_json_get_number(root, "version", 0.0) != 1.0)
        return mieni_fail(reading->error, MIEN_ERROR_VERSION, mieni_in_line(root->line, "version"),
                          "Version 1 of openfacefx.track is read, and no other.");
    if (list == NULL || list->type != MIENI_JSON_ARRAY)
        return mieni_fail(reading->error, MIEN_ERROR_DATA,
                          mieni_in_line(list != NULL ? list->line : root->line, "channels"),
                          "The channels are a list.");
    MienStatus status = curves_begin(reading, list->count, list, "channels");
    for (int c = 0; status == MIEN_OK && c < list->count; ++c)
        status = read_channel(reading, list->items[c], c);
    if (status == MIEN_OK)
        status = curves_check_unique(reading, list, "channels");
    if (status == MIEN_OK)
        status = read_events(reading, mieni_json_get(root, "events"));
    return status == MIEN_OK ? read_length(reading, root, "fps", "duration") : status;
}

// Reads curves from JSON. What form a file has is told by the members that only
// this form has; a file of no form, or of two, is refused rather than guessed at.

/// What a form looks like. Members are separated by spaces.
typedef struct Form {
    MienIoCurvesForm form;
    const char *first, *second; ///< The members that tell it; second may be NULL.
    const char *members;        ///< All that are read.
} Form;

static const Form forms[] = {
    {MIEN_IO_CURVES_FRAMES, "names", "frames", "names frames fps"},
    {MIEN_IO_CURVES_AUDIO2FACE, "facsNames", "weightMat", "facsNames weightMat exportFps numPoses numFrames"},
    {MIEN_IO_CURVES_KEYS, "curves", NULL, "curves rate length"},
    {MIEN_IO_CURVES_ROWS, "blendshape_names", "blendshape_values", "blendshape_names blendshape_values fps"},
};
static const Form openfacefx = {MIEN_IO_CURVES_OPENFACEFX, "format", "channels",
                                "format version fps duration channels events"};

/// One key per curve, at time 0.
static MienStatus read_constants(MieniCurvesReading *reading, const MieniJson *root)
{
    MienStatus status = curves_begin(reading, root->count, root, "");
    if (status != MIEN_OK)
        return status;
    MienAuthorKey *keys =
        mieni_arena_take(mieni_clip_arena(reading->clip), (size_t)root->count, sizeof *keys);
    if (keys == NULL)
        return curves_no_memory(reading);
    for (int c = 0; c < root->count; ++c) {
        const MieniJson *value = root->items[c];
        const char *why = NULL;
        status = curves_name(reading, root->keys[c], &reading->curves[c].name, &why);
        if (status == MIEN_OK) {
            why = curves_check_value(value);
            status = why != NULL ? MIEN_ERROR_DATA : MIEN_OK;
        }
        if (status != MIEN_OK)
            return mieni_fail(reading->error, status, mieni_in_line(value->line, "members[%d]", c), "%s",
                              why);
        keys[c] = (MienAuthorKey){.value = (float)value->number, .interpolation = MIEN_AUTHOR_LINEAR};
        reading->curves[c].key_count = 1;
        reading->curves[c].keys = &keys[c];
    }
    curves_set_rate(reading, 0.0);
    return curves_check_unique(reading, root, "members");
}

static bool is_all_numbers(const MieniJson *root)
{
    bool is_so = root->type == MIENI_JSON_OBJECT && root->count > 0;
    for (int i = 0; is_so && i < root->count; ++i)
        is_so = root->items[i]->type == MIENI_JSON_NUMBER;
    return is_so;
}

static bool is_word_of(const char *words, const char *word)
{
    for (const char *at = words; *at != '\0'; at += *at == ' ') {
        const size_t size = strcspn(at, " ");
        if (strlen(word) == size && memcmp(at, word, size) == 0)
            return true;
        at += size;
    }
    return false;
}

/// The form of a file, or NULL if there is none. out_count is of those that it has.
static const Form *find_form(const MieniJson *root, int *out_count)
{
    const Form *found = NULL;
    *out_count = 0;
    for (size_t f = 0; f < sizeof forms / sizeof forms[0]; ++f)
        if (mieni_json_get(root, forms[f].first) != NULL &&
            (forms[f].second == NULL || mieni_json_get(root, forms[f].second) != NULL)) {
            found = &forms[f];
            ++*out_count;
        }
    if (strcmp(mieni_json_get_string(root, "format", ""), "openfacefx.track") == 0) {
        found = &openfacefx;
        ++*out_count;
    }
    return found;
}

static MienStatus read_form(MieniCurvesReading *reading, const MieniJson *root)
{
    static const Form constants = {.form = MIEN_IO_CURVES_CONSTANTS};
    int count;
    const Form *form = find_form(root, &count);
    if (form == NULL && is_all_numbers(root))
        form = &constants;
    if (form == NULL)
        return mieni_fail(reading->error, MIEN_ERROR_CORRUPT, mieni_at_line(root->line),
                          "Curves are names+frames, facsNames+weightMat, openfacefx.track, curves, "
                          "blendshape_names+blendshape_values or numbers by name.");
    if (count > 1)
        return mieni_fail(reading->error, MIEN_ERROR_CORRUPT, mieni_at_line(root->line),
                          "The members are those of two forms of curves; take those of one out.");
    reading->report.form = form->form;
    for (int i = 0; form->members != NULL && i < root->count; ++i)
        reading->report.ignored_count += !is_word_of(form->members, root->keys[i]);
    switch (form->form) {
    case MIEN_IO_CURVES_FRAMES:
        return curves_rows(reading, root, &(MieniRowForm){"names", "frames", "weights", "fps", NULL, NULL});
    case MIEN_IO_CURVES_AUDIO2FACE:
        return curves_rows(
            reading, root,
            &(MieniRowForm){"facsNames", "weightMat", NULL, "exportFps", "numPoses", "numFrames"});
    case MIEN_IO_CURVES_ROWS:
        return curves_rows(reading, root,
                           &(MieniRowForm){"blendshape_names", "blendshape_values", NULL, "fps", NULL, NULL});
    case MIEN_IO_CURVES_OPENFACEFX:
        return curves_openfacefx(reading, root);
    case MIEN_IO_CURVES_KEYS:
        return curves_keys(reading, root);
    case MIEN_IO_CURVES_CONSTANTS:
    case MIEN_IO_CURVES_TABLE:
        break;
    }
    return read_constants(reading, root);
}

static MienStatus curves_json(MieniCurvesReading *reading)
{
    MieniJsonDocument document;
    MienStatus status =
        mieni_json_read(&document, reading->bytes, reading->size, reading->scratch.allocator, reading->error);
    if (status != MIEN_OK)
        return status;
    status = read_form(reading, document.root);
    mieni_json_release(&document);
    return status;
}

static MienStatus check_arguments(const MieniCurvesReading *reading)
{
    if (reading->bytes == NULL && reading->size > 0)
        return mieni_fail(reading->error, MIEN_ERROR_ARGUMENT, mieni_at("bytes"), "The bytes must be given.");
    if (reading->options->rate < 0 || reading->options->rate_divisor < 0)
        return mieni_fail(reading->error, MIEN_ERROR_ARGUMENT, mieni_at("options.rate"),
                          "A rate is above 0, or 0 to have it found.");
    if (reading->size > MIEN_IO_CURVES_MAX_SIZE)
        return mieni_fail(reading->error, MIEN_ERROR_LIMIT, mieni_at("byte %d", MIEN_IO_CURVES_MAX_SIZE),
                          "Curves have at most 1 GiB of text; split them.");
    return MIEN_OK;
}

static MienStatus finish(MieniCurvesReading *reading)
{
    MienIoCurvesReport *report = &reading->report;
    for (int c = 0; c < report->curve_count; ++c) {
        report->key_count += reading->curves[c].key_count;
        report->empty_count += reading->curves[c].key_count == 0;
    }
    const char *source = reading->options->source;
    if (source == NULL)
        return MIEN_OK;
    reading->clip->source = mieni_arena_text(mieni_clip_arena(reading->clip), source, strlen(source));
    return reading->clip->source != NULL ? MIEN_OK : curves_no_memory(reading);
}

/// Checks arguments, makes a clip, has it read, and gives it or frees it.
static MienStatus curves_read(const MieniCurvesReading *given, MieniCurvesReader read,
                              MienAuthorClip **out_clip, MienIoCurvesReport *out_report)
{
    static const MienIoCurvesOptions defaults = {0};
    if (out_clip == NULL)
        return mieni_fail(given->error, MIEN_ERROR_ARGUMENT, mieni_at("out_clip"),
                          "A place for the clip must be given.");
    *out_clip = NULL;
    MieniCurvesReading reading = *given;
    reading.options = given->options != NULL ? given->options : &defaults;
    MienStatus status = check_arguments(&reading);
    if (status != MIEN_OK)
        return status;
    MieniBudget budget;
    mieni_budget_begin(&budget, reading.options->allocator, &reading.options->limits, reading.size);
    reading.scratch.allocator = &budget.allocator;
    reading.clip = mieni_clip_create_within(&budget);
    if (reading.clip == NULL)
        return mieni_budget_status(&budget, curves_no_memory(&reading), reading.error);
    const MieniFloatEnv env = mieni_float_env_enter();
    status = read(&reading);
    mieni_float_env_leave(env);
    mieni_arena_release(&reading.scratch);
    if (status == MIEN_OK)
        status = finish(&reading);
    mieni_clip_leave_budget(reading.clip);
    if (status != MIEN_OK) {
        mien_author_clip_destroy(reading.clip);
        return mieni_budget_status(&budget, status, reading.error);
    }
    *out_clip = reading.clip;
    if (out_report != NULL)
        *out_report = reading.report;
    return MIEN_OK;
}

MienStatus mien_io_curves_csv_read(const void *bytes, size_t size, const MienIoCurvesOptions *options,
                                   MienAuthorClip **out_clip, MienIoCurvesReport *out_report,
                                   MienError *error)
{
    const MieniCurvesReading given = {.bytes = bytes, .size = size, .options = options, .error = error};
    return curves_read(&given, curves_csv, out_clip, out_report);
}

MienStatus mien_io_curves_json_read(const void *bytes, size_t size, const MienIoCurvesOptions *options,
                                    MienAuthorClip **out_clip, MienIoCurvesReport *out_report,
                                    MienError *error)
{
    const MieniCurvesReading given = {.bytes = bytes, .size = size, .options = options, .error = error};
    return curves_read(&given, curves_json, out_clip, out_report);
}

/// Among tables that tabs separate: mouth cues have no line with names.
static bool sniff_csv(const void *bytes, size_t size)
{
    return mieni_sniff_first_line(bytes, size, "time") || mieni_sniff_first_line(bytes, size, "frame");
}

static MienStatus read_csv(const MieniReading *reading, MieniRead *out, MienError *error)
{
    const MienIoCurvesOptions options = {.source = reading->file,
                                         .rate = reading->rate,
                                         .rate_divisor = reading->rate_divisor,
                                         .allocator = reading->allocator};
    return mien_io_curves_csv_read(reading->bytes, reading->size, &options, &out->clip, NULL, error);
}

const MieniFormat mieni_format_csv = {sniff_csv, read_csv};

/// Mouth cues are JSON too.
static bool sniff_json(const void *bytes, size_t size)
{
    return !mieni_sniff_text(bytes, size, "\"mouthCues\"");
}

static MienStatus read_json(const MieniReading *reading, MieniRead *out, MienError *error)
{
    const MienIoCurvesOptions options = {.source = reading->file,
                                         .rate = reading->rate,
                                         .rate_divisor = reading->rate_divisor,
                                         .allocator = reading->allocator};
    return mien_io_curves_json_read(reading->bytes, reading->size, &options, &out->clip, NULL, error);
}

const MieniFormat mieni_format_json = {sniff_json, read_json};
