// SPDX-License-Identifier: MIT
//
// Reads takes of Live Link Face. Rows are walked twice: first for their times and
// number of cells, so that memory is asked for only when a whole table of values
// is really there, then for the values.

#include "core/float_rules.h"

#include "author/clip/memory.h"
#include "core/float_env.h"
#include "core/internal.h"
#include "core/utf8.h"
#include "io/arkit.h"
#include "io/formats.h"
#include "io/live_link_time.h"

#include <stdlib.h>
#include <string.h>

enum { TIME_CELL = 1, COUNT_CELL, FIRST_VALUE, DAY = 24 * 60 * 60, LONGEST_STEP_BACK = DAY / 2 };

/// What reading knows and needs.
typedef struct Reading {
    const void *bytes;
    size_t size;
    const MienIoLiveLinkOptions *options;
    MienError *error;
    MienAuthorClip *clip;
    MieniArena scratch; ///< Freed when reading ends.
    MienAuthorClipCurve *curves;
    MieniRowTime *rows;
    double *seconds; ///< Of each row.
    int line;        ///< The one that is read.
    MienIoLiveLinkReport report;
} Reading;

static MienStatus bad_line(const Reading *reading, MienStatus status, const char *sentence)
{
    return mieni_fail(reading->error, status, mieni_at_line(reading->line), "%s", sentence);
}

static MienStatus bad_cell(const Reading *reading, MienStatus status, int column, const char *sentence)
{
    return mieni_fail(reading->error, status, mieni_at_column(reading->line, column), "%s", sentence);
}

static MienStatus no_memory(const Reading *reading)
{
    return mieni_fail(reading->error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

/// A name and its column, to be sorted; columns make equal names stay in order.
typedef struct NamedColumn {
    const char *name;
    int column;
} NamedColumn;

static int compare_columns(const void *a, const void *b)
{
    const NamedColumn *x = a, *y = b;
    const int order = mieni_name_compare(x->name, y->name, true);
    return order != 0 ? order : x->column - y->column;
}

static MienStatus check_unique(Reading *reading, NamedColumn *columns)
{
    const int count = reading->report.curve_count;
    qsort(columns, (size_t)count, sizeof *columns, compare_columns);
    for (int i = 1; i < count; ++i)
        if (mieni_name_compare(columns[i - 1].name, columns[i].name, true) == 0)
            return bad_cell(reading, MIEN_ERROR_DATA, columns[i].column,
                            "Another column has this name; upper and lower case are the same.");
    return MIEN_OK;
}

/// The names of a header line of valid cells. They share one copy of the line, in
/// which each is closed by a zero in place of its comma.
static MienStatus name_curves(Reading *reading, MieniSpan line)
{
    MieniArena *arena = mieni_clip_arena(reading->clip);
    const int count = reading->report.curve_count;
    char *text = mieni_arena_text(arena, line.at, line.size);
    MienAuthorClipCurve *curves = mieni_arena_take(arena, (size_t)count, sizeof *curves);
    NamedColumn *columns = mieni_arena_take(&reading->scratch, (size_t)count, sizeof *columns);
    if (text == NULL || curves == NULL || columns == NULL)
        return no_memory(reading);
    MieniCells cells = mieni_cells_of(line);
    MieniSpan cell;
    while (mieni_cells_next(&cells, &cell)) {
        const int c = cells.number - FIRST_VALUE;
        if (c < 0)
            continue;
        char *name = text + (cell.at - line.at);
        name[cell.size] = '\0';
        columns[c] = (NamedColumn){name, cells.number};
        const int known = reading->options->keep_names ? -1 : mieni_arkit_find(cell);
        curves[c].name = known >= 0 ? mieni_arkit_name(known) : name;
    }
    reading->clip->curve_count = count;
    reading->clip->curves = reading->curves = curves;
    return check_unique(reading, columns);
}

static MienStatus read_header(Reading *reading, MieniLines *lines)
{
    MieniSpan line, cell;
    reading->line = 1;
    if (!mieni_lines_next(lines, &line))
        return bad_line(reading, MIEN_ERROR_CORRUPT,
                        "There is no text, so this is no take of Live Link Face.");
    reading->line = lines->number;
    MieniCells cells = mieni_cells_of(line);
    while (mieni_cells_next(&cells, &cell)) {
        const char *why = NULL;
        if ((cells.number == TIME_CELL && !mieni_span_is(cell, "Timecode")) ||
            (cells.number == COUNT_CELL && !mieni_span_is(cell, "BlendShapeCount")))
            return bad_cell(
                reading, MIEN_ERROR_CORRUPT, cells.number,
                "A take begins with the line Timecode,BlendShapeCount and the names of its curves, "
                "with commas between.");
        if (cells.number >= FIRST_VALUE && !mieni_name_is_valid(cell.at, cell.size, &why))
            return bad_cell(reading, MIEN_ERROR_DATA, cells.number, why);
        if (cells.number >= FIRST_VALUE + MIEN_MAX_CURVES)
            return bad_cell(reading, MIEN_ERROR_LIMIT, cells.number, "A take has at most 65535 curves.");
    }
    reading->report.curve_count = cells.number - COUNT_CELL;
    if (reading->report.curve_count < 1)
        return bad_line(reading, MIEN_ERROR_CORRUPT,
                        "The header names no curves after Timecode,BlendShapeCount.");
    return name_curves(reading, line);
}

/// The time of a row, after that of the row before.
static MienStatus read_time(Reading *reading, MieniSpan cell, MieniRowTime *row)
{
    const MienIoLiveLinkOptions *options = reading->options;
    const int index = (int)(row - reading->rows);
    if (!mieni_timecode_read(cell, row))
        return bad_cell(reading, MIEN_ERROR_CORRUPT, TIME_CELL,
                        "A timecode is HH:MM:SS:FF or HH:MM:SS:FF.sss, with at most 240 frames per second.");
    if (options->timecode_rate > 0) {
        const int divisor = options->timecode_rate_divisor > 0 ? options->timecode_rate_divisor : 1;
        if (row->milliframe >= 1000 * mieni_timecode_base(options->timecode_rate, divisor))
            return bad_cell(reading, MIEN_ERROR_DATA, TIME_CELL,
                            "The timecode counts more frames per second than the given timecode_rate.");
    }
    if (index == 0) {
        memcpy(reading->report.first_timecode, cell.at, cell.size); // a timecode fits
        return MIEN_OK;
    }
    // Far back is midnight, a little back is an error.
    const int64_t before = row[-1].second, days = before / DAY;
    row->second += days * DAY;
    if (before - row->second > LONGEST_STEP_BACK)
        row->second += DAY;
    if (row->second < before || (row->second == before && row->milliframe <= row[-1].milliframe))
        return bad_cell(reading, MIEN_ERROR_DATA, TIME_CELL,
                        "Each row is later than the one before; this one repeats or goes back.");
    if (row->second - reading->rows[0].second >= DAY)
        return bad_cell(reading, MIEN_ERROR_LIMIT, TIME_CELL, "A take lasts less than a day; split it.");
    return MIEN_OK;
}

/// The count cell, which is 0 or empty in rows without a face.
static MienStatus read_count(const Reading *reading, MieniSpan cell, int *out_count)
{
    *out_count = 0;
    if (cell.size > 0 && mieni_span_digits(cell, 9, out_count) != (int)cell.size)
        return bad_cell(reading, MIEN_ERROR_CORRUPT, COUNT_CELL,
                        "The count of blend shapes is a whole number.");
    return MIEN_OK;
}

/// Everything about a row but its values.
static MienStatus read_row(Reading *reading, MieniSpan line, MieniRowTime *row)
{
    const int curve_count = reading->report.curve_count;
    int count = 0, values = 0, missing = 0;
    MieniSpan cell;
    MieniCells cells = mieni_cells_of(line);
    MienStatus status = MIEN_OK;
    while (status == MIEN_OK && mieni_cells_next(&cells, &cell)) {
        if (cells.number == TIME_CELL)
            status = read_time(reading, cell, row);
        else if (cells.number == COUNT_CELL)
            status = read_count(reading, cell, &count);
        else if (cells.number - COUNT_CELL > curve_count)
            status = bad_cell(reading, MIEN_ERROR_CORRUPT, cells.number,
                              "The row has more cells than the header.");
        else if (cell.size > 0)
            ++values;
        else if (missing == 0)
            missing = cells.number;
    }
    if (status != MIEN_OK)
        return status;
    if (cells.number < COUNT_CELL)
        return bad_cell(reading, MIEN_ERROR_CORRUPT, COUNT_CELL,
                        "The row ends before its count of blend shapes.");
    row->has_face = values > 0 || count > 0;
    if (row->has_face && cells.number - COUNT_CELL < curve_count)
        return bad_cell(reading, MIEN_ERROR_CORRUPT, cells.number + 1,
                        "The row has fewer cells than the header; perhaps the file was cut short.");
    if (row->has_face && missing > 0)
        return bad_cell(reading, MIEN_ERROR_CORRUPT, missing,
                        "A value is missing; a row without a face has none and a count of 0.");
    reading->report.no_face_count += !row->has_face;
    reading->report.odd_count += row->has_face && count != curve_count;
    return MIEN_OK;
}

static MienStatus read_rows(Reading *reading, MieniLines lines)
{
    MienIoLiveLinkReport *report = &reading->report;
    MieniSpan line;
    for (MieniLines counting = lines; mieni_lines_next(&counting, &line); ++report->row_count)
        if (report->row_count == MIEN_IO_LIVE_LINK_MAX_ROWS) {
            reading->line = counting.number;
            return bad_line(reading, MIEN_ERROR_LIMIT, "A take has at most 20736000 rows; split it.");
        }
    if (report->row_count == 0)
        return bad_line(reading, MIEN_ERROR_CORRUPT, "There are no rows after the header.");
    reading->rows = mieni_arena_take(&reading->scratch, (size_t)report->row_count, sizeof *reading->rows);
    if (reading->rows == NULL)
        return no_memory(reading);
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && mieni_lines_next(&lines, &line); ++i) {
        reading->line = lines.number;
        status = read_row(reading, line, &reading->rows[i]);
    }
    return status;
}

static MienStatus find_times(Reading *reading)
{
    MienIoLiveLinkReport *report = &reading->report;
    const size_t count = (size_t)report->row_count;
    int64_t *scratch = mieni_arena_take(&reading->scratch, count, sizeof *scratch);
    reading->seconds = mieni_arena_take(&reading->scratch, count, sizeof *reading->seconds);
    if (scratch == NULL || reading->seconds == NULL)
        return no_memory(reading);
    MieniTakeTiming timing;
    mieni_take_time(reading->rows, report->row_count, reading->options, scratch, reading->seconds, &timing);
    reading->clip->rate = timing.clip_rate;
    reading->clip->rate_divisor = timing.clip_divisor;
    reading->clip->length = reading->seconds[count - 1];
    if (reading->clip->length > DAY) // counted, or timecode that is slower than the clock
        return bad_line(reading, MIEN_ERROR_LIMIT, "A take lasts at most a day; split it.");
    report->dropped_count = timing.dropped;
    report->timecode_rate = timing.rate;
    report->timecode_rate_divisor = timing.divisor;
    report->timecode_rate_is_assumed = timing.rate_is_assumed;
    report->is_on_frames = timing.is_on_frames;
    report->drift = timing.drift;
    return MIEN_OK;
}

/// The values of one row as key k of every curve.
static MienStatus read_keys(const Reading *reading, MieniSpan line, double seconds, int k,
                            MienAuthorKey *keys, size_t keys_per_curve)
{
    MieniSpan cell;
    MieniCells cells = mieni_cells_of(line);
    while (mieni_cells_next(&cells, &cell)) {
        double value;
        if (cells.number < FIRST_VALUE)
            continue;
        if (!mieni_span_number(cell, &value))
            return bad_cell(reading, MIEN_ERROR_CORRUPT, cells.number,
                            "A value is a decimal number with a point, such as 0.25.");
        if (value < (double)-MIEN_MAX_CURVE || value > (double)MIEN_MAX_CURVE)
            return bad_cell(reading, MIEN_ERROR_DATA, cells.number, "A value is at most a billion.");
        MienAuthorKey *key = &keys[(size_t)(cells.number - FIRST_VALUE) * keys_per_curve + (size_t)k];
        *key = (MienAuthorKey){.time = seconds, .value = (float)value, .interpolation = MIEN_AUTHOR_LINEAR};
    }
    return MIEN_OK;
}

static MienStatus read_values(Reading *reading, MieniLines lines)
{
    const MienIoLiveLinkReport *report = &reading->report;
    const size_t per_curve = (size_t)(report->row_count - report->no_face_count);
    // No overflow: each key is at least a comma and a digit of the bytes in memory.
    const size_t count = per_curve * (size_t)report->curve_count;
    MienAuthorKey *keys = mieni_arena_take(mieni_clip_arena(reading->clip), count, sizeof *keys);
    if (keys == NULL)
        return no_memory(reading);
    MieniSpan line;
    MienStatus status = MIEN_OK;
    int k = 0;
    for (int i = 0; status == MIEN_OK && mieni_lines_next(&lines, &line); ++i) {
        reading->line = lines.number;
        if (reading->rows[i].has_face)
            status = read_keys(reading, line, reading->seconds[i], k++, keys, per_curve);
    }
    for (int c = 0; c < report->curve_count; ++c) {
        reading->curves[c].key_count = (int)per_curve;
        reading->curves[c].keys = keys + (size_t)c * per_curve;
    }
    return status;
}

static bool is_zero(const MienAuthorClipCurve *curve)
{
    for (int k = 0; k < curve->key_count; ++k)
        if (curve->keys[k].value != 0.0f)
            return false;
    return true;
}

static MienStatus finish(Reading *reading)
{
    MienIoLiveLinkReport *report = &reading->report;
    MieniArena *arena = mieni_clip_arena(reading->clip);
    const char *source = reading->options->source;
    if (source != NULL)
        reading->clip->source = mieni_arena_text(arena, source, strlen(source));
    reading->clip->timecode = mieni_arena_text(arena, report->first_timecode, strlen(report->first_timecode));
    int *zeros = mieni_arena_take(arena, (size_t)report->curve_count, sizeof *zeros);
    if (zeros == NULL || reading->clip->timecode == NULL || (source != NULL && reading->clip->source == NULL))
        return no_memory(reading);
    for (int c = 0; c < report->curve_count; ++c)
        if (is_zero(&reading->curves[c]))
            zeros[report->zero_count++] = c;
    report->zero_curves = zeros;
    return MIEN_OK;
}

static MIENI_APART MienStatus read_take(Reading *reading)
{
    MieniLines lines = mieni_lines_of(reading->bytes, reading->size);
    MienStatus status = read_header(reading, &lines);
    if (status == MIEN_OK)
        status = read_rows(reading, lines);
    if (status == MIEN_OK)
        status = find_times(reading);
    if (status == MIEN_OK)
        status = read_values(reading, lines);
    return status == MIEN_OK ? finish(reading) : status;
}

static MienStatus check_arguments(const Reading *reading)
{
    const MienIoLiveLinkOptions *options = reading->options;
    const int rate = options->timecode_rate, divisor = options->timecode_rate_divisor;
    if (reading->bytes == NULL && reading->size > 0)
        return mieni_fail(reading->error, MIEN_ERROR_ARGUMENT, mieni_at("bytes"), "The bytes must be given.");
    if (rate < 0 || divisor < 0 || divisor > 1001 ||
        mieni_timecode_base(rate, divisor > 0 ? divisor : 1) > MIEN_IO_LIVE_LINK_MAX_RATE)
        return mieni_fail(reading->error, MIEN_ERROR_ARGUMENT, mieni_at("options.timecode_rate"),
                          "A timecode counts at most 240 frames per second, with a divisor of at most 1001.");
    if ((unsigned)options->timing > MIEN_IO_LIVE_LINK_COUNTED)
        return mieni_fail(reading->error, MIEN_ERROR_ARGUMENT, mieni_at("options.timing"),
                          "A timing of no known kind.");
    if (reading->size > MIEN_IO_LIVE_LINK_MAX_SIZE)
        return mieni_fail(reading->error, MIEN_ERROR_LIMIT, mieni_at("byte %d", MIEN_IO_LIVE_LINK_MAX_SIZE),
                          "A take has at most 1 GiB; split it.");
    return MIEN_OK;
}

MienStatus mien_io_live_link_read(const void *bytes, size_t size, const MienIoLiveLinkOptions *options,
                                  MienAuthorClip **out_clip, MienIoLiveLinkReport *out_report,
                                  MienError *error)
{
    static const MienIoLiveLinkOptions defaults = {0};
    if (out_clip == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("out_clip"),
                          "A place for the clip must be given.");
    *out_clip = NULL;
    Reading reading = {
        .bytes = bytes, .size = size, .options = options != NULL ? options : &defaults, .error = error};
    MienStatus status = check_arguments(&reading);
    if (status != MIEN_OK)
        return status;
    MieniBudget budget;
    mieni_budget_begin(&budget, reading.options->allocator, &reading.options->limits, size);
    reading.scratch.allocator = &budget.allocator;
    reading.clip = mieni_clip_create_within(&budget);
    if (reading.clip == NULL)
        return mieni_budget_status(&budget, no_memory(&reading), error);
    const MieniFloatEnv env = mieni_float_env_enter();
    status = read_take(&reading);
    mieni_float_env_leave(env);
    mieni_arena_release(&reading.scratch);
    mieni_clip_leave_budget(reading.clip);
    if (status != MIEN_OK) {
        mien_author_clip_destroy(reading.clip);
        return mieni_budget_status(&budget, status, error);
    }
    *out_clip = reading.clip;
    if (out_report != NULL)
        *out_report = reading.report;
    return MIEN_OK;
}

static bool sniff_format(const void *bytes, size_t size)
{
    return mieni_sniff_first_line(bytes, size, "Timecode") || mieni_sniff_first_line(bytes, size, "timecode");
}

static MienStatus read_format(const MieniReading *reading, MieniRead *out, MienError *error)
{
    MienIoLiveLinkReport report = {0};
    const MienIoLiveLinkOptions options = {.source = reading->file,
                                           .timing = reading->timing,
                                           .timecode_rate = reading->rate,
                                           .timecode_rate_divisor = reading->rate_divisor,
                                           .allocator = reading->allocator};
    const MienStatus status =
        mien_io_live_link_read(reading->bytes, reading->size, &options, &out->clip, &report, error);
    if (status == MIEN_OK && (report.dropped_count > 0 || report.no_face_count > 0))
        mieni_source_note(reading->notes, "%d frames are missing in the take, %d rows have no face.",
                          report.dropped_count, report.no_face_count);
    return status;
}

const MieniFormat mieni_format_livelink = {sniff_format, read_format};
