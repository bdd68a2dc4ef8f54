// SPDX-License-Identifier: MIT
//
// Curves in JSON as rows: a list of names, and for each frame a list of values.

#include "core/float_rules.h"

#include "io/curves_json.h"

#include "core/internal.h"

typedef struct Rows {
    MieniCurvesReading *reading;
    const MieniRowForm *form;
    const MieniJson *root, *names, *rows;
    double *seconds; ///< Of each row.
} Rows;

MienStatus mieni_curves_begin(MieniCurvesReading *reading, int count, const MieniJson *list, const char *name)
{
    const char *separator = name[0] != '\0' ? ", " : "";
    if (count < 1)
        return mieni_fail(reading->error, MIEN_ERROR_DATA, "There are no curves.", "line %d%s%s", list->line,
                          separator, name);
    if (count > MIEN_MAX_CURVES)
        return mieni_fail(reading->error, MIEN_ERROR_LIMIT, "A clip has at most 65535 curves.", "line %d%s%s",
                          list->line, separator, name);
    reading->report.curve_count = count;
    return mieni_curves_take(reading);
}

static MienStatus bad_list(const Rows *rows, const MieniJson *at, const char *key, const char *sentence)
{
    return mieni_fail(rows->reading->error, MIEN_ERROR_DATA, sentence, "line %d, %s", at->line, key);
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
    MienStatus status = mieni_curves_begin(reading, rows->names->count, rows->names, key);
    if (status == MIEN_OK)
        status = check_count(rows, rows->form->name_count, rows->names->count);
    for (int c = 0; status == MIEN_OK && c < rows->names->count; ++c) {
        const MieniJson *name = rows->names->items[c];
        const char *why = "A name is a string.";
        status = name->type == MIENI_JSON_STRING
                     ? mieni_curves_name(reading, name->string, &reading->curves[c].name, &why)
                     : MIEN_ERROR_DATA;
        if (status != MIEN_OK)
            mieni_fail(reading->error, status, why, "line %d, %s[%d]", name->line, key, c);
    }
    return status == MIEN_OK ? mieni_curves_check_unique(reading, rows->names, key) : status;
}

/// Every row has a value per name. Checked before memory is asked for.
static MienStatus check_rows(const Rows *rows)
{
    MieniCurvesReading *reading = rows->reading;
    const char *key = rows->form->rows;
    if (rows->rows->type != MIENI_JSON_ARRAY || rows->rows->count == 0)
        return bad_list(rows, rows->rows, key, "The rows are a list with at least one.");
    if (rows->rows->count > MIEN_IO_CURVES_MAX_ROWS)
        return mieni_fail(reading->error, MIEN_ERROR_LIMIT, "There are at most 20736000 rows; split them.",
                          "line %d, %s", rows->rows->line, key);
    for (int r = 0; r < rows->rows->count; ++r) {
        const MieniJson *values = values_of(rows, r);
        if (values == NULL || values->count != rows->names->count)
            return mieni_fail(reading->error, MIEN_ERROR_DATA, "A row is a list of one value per name.",
                              "line %d, %s[%d]", rows->rows->items[r]->line, key, r);
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
        const char *why = mieni_curves_check_time(time);
        if (why == NULL && r > 0 && time->number <= rows->seconds[r - 1])
            why = "Each row is later than the one before; this one repeats or goes back.";
        if (why != NULL)
            return mieni_fail(rows->reading->error, MIEN_ERROR_DATA, why, "line %d, %s[%d].time",
                              rows->rows->items[r]->line, key, r);
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
    MienStatus status = mieni_curves_set_json_rate(reading, rows->root, rows->form->rate, &is_known);
    if (status != MIEN_OK)
        return status;
    if (!is_known && !has_times)
        return mieni_fail(reading->error, MIEN_ERROR_DATA,
                          "The rows have no times and the file no rate: give one.", "line %d, %s",
                          rows->rows->line, rows->form->rows);
    rows->seconds = mieni_arena_take(&reading->scratch, (size_t)count, sizeof *rows->seconds);
    if (rows->seconds == NULL)
        return mieni_curves_no_memory(reading);
    if (has_times)
        status = read_times(rows);
    else
        for (int r = 0; r < count; ++r)
            rows->seconds[r] = mieni_curves_frame_time(reading, (double)r);
    if (status == MIEN_OK && !is_known)
        status = mieni_curves_set_rate_by_times(reading, rows->seconds, count);
    if (status != MIEN_OK)
        return status;
    reading->clip->length = rows->seconds[count - 1];
    if (reading->clip->length > MIENI_CURVES_DAY)
        return mieni_fail(reading->error, MIEN_ERROR_LIMIT, "A clip lasts at most a day; split it.",
                          "line %d, %s", rows->rows->line, rows->form->rows);
    return MIEN_OK;
}

static MienStatus read_values(const Rows *rows)
{
    MieniCurvesReading *reading = rows->reading;
    const MieniRowForm *form = rows->form;
    const size_t row_count = (size_t)rows->rows->count, curve_count = (size_t)rows->names->count;
    // No overflow: each key is a value in memory.
    MienAuthorKey *keys =
        mieni_arena_take(mieni_clip_arena(reading->clip), row_count * curve_count, sizeof *keys);
    if (keys == NULL)
        return mieni_curves_no_memory(reading);
    for (size_t r = 0; r < row_count; ++r) {
        const MieniJson *values = values_of(rows, (int)r);
        for (size_t c = 0; c < curve_count; ++c) {
            const char *why = mieni_curves_check_value(values->items[c]);
            if (why != NULL)
                return mieni_fail(reading->error, MIEN_ERROR_DATA, why, "line %d, %s[%d]%s%s[%d]",
                                  values->items[c]->line, form->rows, (int)r, form->values != NULL ? "." : "",
                                  form->values != NULL ? form->values : "", (int)c);
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

MienStatus mieni_curves_rows(MieniCurvesReading *reading, const MieniJson *root, const MieniRowForm *form)
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
    return status == MIEN_OK ? read_values(&rows) : status;
}
