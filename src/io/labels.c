// SPDX-License-Identifier: MIT
//
// Reads when an actor held which pose.

#include "core/float_rules.h"

#include "io/labels.h"

#include "core/float_env.h"
#include "core/utf8.h"
#include "io/table.h"

#include <string.h>

enum { POSE, BEGIN, END, KEY_COUNT };
static const char *const keys[KEY_COUNT] = {"pose", "begin", "end"};
static const double day = 86400.0;

static MienStatus read_time(const MieniTable *table, int key, double *out_time)
{
    const bool is_time =
        mieni_span_number(table->cells[key], out_time) && *out_time >= 0.0 && *out_time <= day;
    return is_time ? MIEN_OK
                   : mieni_table_fail_at(table, key, "A time is a number of seconds, from 0 to 86400.");
}

static MienStatus read_row(const MieniTable *table, MieniArena *arena, MieniLabel *labels, int count)
{
    MieniLabel *label = &labels[count];
    const MieniSpan name = table->cells[POSE];
    const char *why = NULL;
    if (!mieni_name_is_valid(name.at, name.size, &why))
        return mieni_table_fail_at(table, POSE, why);
    *label = (MieniLabel){.name = mieni_arena_text(arena, name.at, name.size), .line = table->lines.number};
    if (label->name == NULL)
        return mieni_table_fail(table, MIEN_ERROR_MEMORY, "Out of memory.");
    for (int i = 0; i < count; ++i)
        if (strcmp(labels[i].name, label->name) == 0)
            return mieni_table_fail_at(table, POSE, "Another row has this pose.");
    MienStatus status = read_time(table, BEGIN, &label->begin);
    if (status == MIEN_OK)
        status = read_time(table, END, &label->end);
    if (status == MIEN_OK && label->end < label->begin)
        status = mieni_table_fail_at(table, END, "The pose ends before it begins.");
    return status;
}

static MienStatus read_labels(MieniTable *table, const void *bytes, size_t size, MieniArena *arena,
                              MieniLabel **out_labels)
{
    int count = 0;
    MienStatus status =
        mieni_table_begin(table, bytes, size, "The columns of labels are pose, begin and end, each once.");
    if (status == MIEN_OK && table->column_count < KEY_COUNT)
        status = mieni_table_fail(table, MIEN_ERROR_DATA, "Labels begin with a header: pose, begin and end.");
    if (status == MIEN_OK)
        status = mieni_table_count(table, MIENI_MOST_LABELS, "There are at most 4096 labels.");
    if (status != MIEN_OK)
        return status;
    *out_labels = mieni_arena_take(arena, (size_t)table->row_count, sizeof **out_labels);
    if (*out_labels == NULL)
        return mieni_table_fail(table, MIEN_ERROR_MEMORY, "Out of memory.");
    while (status == MIEN_OK && mieni_table_next(table, &status))
        status = read_row(table, arena, *out_labels, count++);
    return status;
}

MienStatus mieni_labels_read(const void *bytes, size_t size, MieniArena *arena, const MieniLabel **out_labels,
                             int *out_count, MienError *error)
{
    MieniTable table = {.keys = keys, .key_count = KEY_COUNT, .error = error};
    MieniLabel *labels = NULL;
    const MieniFloatEnv env = mieni_float_env_enter();
    const MienStatus status = read_labels(&table, bytes, size, arena, &labels);
    mieni_float_env_leave(env);
    *out_labels = status == MIEN_OK ? labels : NULL;
    *out_count = status == MIEN_OK ? table.row_count : 0;
    return status;
}
