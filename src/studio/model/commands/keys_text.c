// SPDX-License-Identifier: MIT
//
// Keys on the clipboard.

#include "core/float_rules.h"

#include "studio/model/commands/keys_text.h"

#include "base/number.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_KEYS = 1000000, MOST_COLUMNS = 4096 };

static const char kind[] = "mien-keys";

// Writing

static double first_time(const StudioKey *keys, int count)
{
    double first = count > 0 ? keys[0].time : 0;
    for (int i = 1; i < count; ++i)
        first = keys[i].time < first ? keys[i].time : first;
    return first;
}

/// Whole nanoseconds: differences are written as people would write them.
static double since(double time, double first)
{
    const double shifted = (time - first) * 1e9 + 0.5;
    return shifted < 9e15 ? (double)(int64_t)shifted / 1e9 : time - first;
}

void studio_keys_write_json(const StudioKey *keys, int count, MieniTextOut *out)
{
    const double first = first_time(keys, count);
    mieni_text_putf(out, "{\"kind\": \"%s\", \"version\": 1, \"keys\": [", kind);
    for (int i = 0; i < count; ++i) {
        const MieniKeyShape *shape = &keys[i].shape;
        mieni_text_put(out, i > 0 ? ",\n  {\"curve\": " : "\n  {\"curve\": ");
        mieni_text_put_string(out, keys[i].curve);
        mieni_text_put(out, ", \"time\": ");
        mieni_text_put_number(out, since(keys[i].time, first));
        mieni_text_put(out, ", \"value\": ");
        mieni_text_put_number(out, mieni_number_of_float((float)keys[i].value));
        mieni_text_putf(out, ", \"type\": \"%s\"", shape->type);
        if (shape->is_auto) {
            mieni_text_put(out, ", \"auto\": true");
        } else if (strcmp(shape->type, "cubic") == 0) {
            mieni_text_put(out, ", \"arrive\": ");
            mieni_text_put_number(out, mieni_number_of_float(shape->arrive));
            mieni_text_put(out, ", \"leave\": ");
            mieni_text_put_number(out, mieni_number_of_float(shape->leave));
        }
        mieni_text_put(out, "}");
    }
    mieni_text_put(out, "\n]}\n");
}

static int compare_times(const void *a, const void *b)
{
    const StudioKey *const *x = a, *const *y = b;
    return ((*x)->time > (*y)->time) - ((*x)->time < (*y)->time);
}

/// The columns of a table: names in the order they come first. Returns how many.
static int list_names(const StudioKey *keys, int count, const char **names)
{
    int found = 0;
    for (int i = 0; i < count; ++i) {
        int at = 0;
        while (at < found && strcmp(names[at], keys[i].curve) != 0)
            ++at;
        names[at] = keys[i].curve;
        found += at == found;
    }
    return found;
}

static void put_name(MieniTextOut *out, const char *name, char separator)
{
    if (strchr(name, separator) == NULL && strchr(name, '"') == NULL) {
        mieni_text_put(out, name);
        return;
    }
    mieni_text_put(out, "\"");
    for (; *name != '\0'; ++name) {
        if (*name == '"')
            mieni_text_put(out, "\"");
        mieni_text_put_bytes(out, name, 1);
    }
    mieni_text_put(out, "\"");
}

void studio_keys_write_table(const StudioKey *keys, int count, char separator, MieniTextOut *out)
{
    const StudioKey **sorted = malloc(sizeof *sorted * ((size_t)count + 1));
    const char **names = malloc(sizeof *names * ((size_t)count + 1));
    if (sorted == NULL || names == NULL) {
        out->is_out_of_memory = true;
        free(sorted);
        free(names);
        return;
    }
    const int columns = list_names(keys, count, names);
    for (int i = 0; i < count; ++i)
        sorted[i] = &keys[i];
    if (count > 0)
        qsort(sorted, (size_t)count, sizeof *sorted, compare_times);
    mieni_text_put(out, "time");
    for (int c = 0; c < columns; ++c) {
        mieni_text_put_bytes(out, &separator, 1);
        put_name(out, names[c], separator);
    }
    mieni_text_put(out, "\n");
    for (int from = 0, to; from < count; from = to) {
        mieni_text_put_number(out, since(sorted[from]->time, sorted[0]->time));
        for (to = from; to < count && sorted[to]->time == sorted[from]->time; ++to)
            ;
        for (int c = 0; c < columns; ++c) {
            mieni_text_put_bytes(out, &separator, 1);
            for (int i = from; i < to; ++i)
                if (strcmp(sorted[i]->curve, names[c]) == 0) {
                    mieni_text_put_number(out, mieni_number_of_float((float)sorted[i]->value));
                    break;
                }
        }
        mieni_text_put(out, "\n");
    }
    free(sorted);
    free(names);
}

// Reading

static MienStatus refuse(MieniProblem *problem, const char *sentence, int line)
{
    return mieni_problem_set(problem, "", MIEN_ERROR_DATA, mieni_at_line(line), "%s", sentence);
}

static MienStatus take(StudioKeys *keys, const StudioKey *key, int *room)
{
    if (keys->count == *room) {
        const int more = *room > 0 ? *room * 2 : 64;
        StudioKey *items = mieni_arena_take(&keys->memory, (size_t)more, sizeof *items);
        if (items == NULL)
            return MIEN_ERROR_MEMORY;
        if (keys->count > 0)
            memcpy(items, keys->items, sizeof *items * (size_t)keys->count);
        keys->items = items;
        *room = more;
    }
    keys->items[keys->count++] = *key;
    return MIEN_OK;
}

static MienStatus read_row(StudioKeys *keys, const MieniJson *row, int *room, MieniProblem *problem)
{
    static const char *const types[] = {"constant", "linear", "cubic"};
    const MieniJson *time = mieni_json_get(row, "time"), *value = mieni_json_get(row, "value");
    const char *curve = mieni_json_get_string(row, "curve", ""),
               *type = mieni_json_get_string(row, "type", "linear");
    const char *known = NULL;
    for (int i = 0; i < 3; ++i)
        known = strcmp(type, types[i]) == 0 ? types[i] : known;
    if (curve[0] == '\0' || time == NULL || time->type != MIENI_JSON_NUMBER || value == NULL ||
        value->type != MIENI_JSON_NUMBER)
        return refuse(problem, "A key needs a curve, a time and a value", row->line);
    if (known == NULL)
        return refuse(problem, "The key type must be constant, linear or cubic", row->line);
    if (!(time->number >= -86400 && time->number <= 86400 && value->number >= -1e9 && value->number <= 1e9))
        return refuse(problem, "Key time or value out of range", row->line);
    const StudioKey key = {.curve = mieni_arena_text(&keys->memory, curve, strlen(curve)),
                           .time = time->number,
                           .value = value->number,
                           .shape = {.type = known,
                                     .is_auto = mieni_json_get_bool(row, "auto", false),
                                     .has_slopes = true,
                                     .arrive = (float)mieni_json_get_number(row, "arrive", 0),
                                     .leave = (float)mieni_json_get_number(row, "leave", 0)}};
    return key.curve != NULL ? take(keys, &key, room) : MIEN_ERROR_MEMORY;
}

static MienStatus read_json(StudioKeys *keys, const char *text, size_t size, MieniProblem *problem)
{
    MieniJsonDocument json;
    MienError error = {0};
    int room = 0;
    MienStatus status = mieni_json_read(&json, text, size, NULL, &error);
    if (status != MIEN_OK)
        return mieni_problem_set(problem, "", status, mieni_at_error(&error), "%s", error.message);
    const MieniJson *rows = mieni_json_get(json.root, "keys");
    if (strcmp(mieni_json_get_string(json.root, "kind", ""), kind) != 0 || rows == NULL ||
        rows->type != MIENI_JSON_ARRAY || rows->count > MOST_KEYS)
        status = refuse(problem, "Not a list of keys", 1);
    for (int i = 0; status == MIEN_OK && i < rows->count; ++i)
        status = read_row(keys, rows->items[i], &room, problem);
    mieni_json_release(&json);
    return status;
}

/// Takes a cell off a line, without quotes, into the arena.
static const char *next_cell(MieniArena *arena, const char **at, const char *end, char separator)
{
    const char *from = *at;
    char *cell = mieni_arena_take(arena, (size_t)(end - from) + 1, 1);
    size_t size = 0;
    const bool is_quoted = from < end && *from == '"';
    const char *read = from + is_quoted;
    while (cell != NULL && read < end && (is_quoted || *read != separator)) {
        if (is_quoted && *read == '"') {
            if (read + 1 < end && read[1] == '"')
                ++read;
            else
                break;
        }
        cell[size++] = *read++;
    }
    while (read < end && *read != separator)
        ++read;
    *at = read < end ? read + 1 : NULL;
    if (cell != NULL)
        cell[size] = '\0';
    return cell;
}

typedef struct Table {
    StudioKeys *keys;
    const char **names;
    int columns, room, line;
    char separator;
} Table;

static MienStatus read_head(Table *table, const char *at, const char *end, MieniProblem *problem)
{
    table->names = mieni_arena_take(&table->keys->memory, MOST_COLUMNS, sizeof *table->names);
    if (table->names == NULL)
        return MIEN_ERROR_MEMORY;
    while (at != NULL) {
        const char *cell = next_cell(&table->keys->memory, &at, end, table->separator);
        if (cell == NULL)
            return MIEN_ERROR_MEMORY;
        if (table->columns == MOST_COLUMNS || (table->columns > 0 && cell[0] == '\0'))
            return refuse(problem, "Each column needs a curve name", 1);
        table->names[table->columns++] = cell;
    }
    if (table->columns < 2 || (strcmp(table->names[0], "time") != 0 && strcmp(table->names[0], "Time") != 0))
        return refuse(problem, "The first column must be named time, the others after curves", 1);
    return MIEN_OK;
}

static MienStatus read_line(Table *table, const char *at, const char *end, MieniProblem *problem)
{
    double time = 0;
    for (int c = 0; at != NULL; ++c) {
        double number;
        const char *cell = next_cell(&table->keys->memory, &at, end, table->separator);
        if (cell == NULL)
            return MIEN_ERROR_MEMORY;
        if (c >= table->columns)
            return refuse(problem, "This line has more columns than the header", table->line);
        if (cell[0] == '\0' && c > 0)
            continue;
        if (!mieni_number_read(cell, strlen(cell), &number) || !(number >= -1e9 && number <= 1e9))
            return refuse(problem, "Not a number", table->line);
        if (c == 0) {
            time = number;
            continue;
        }
        if (table->keys->count >= MOST_KEYS || !(time >= -86400 && time <= 86400))
            return refuse(problem, "Too many keys, or key times out of range", table->line);
        const StudioKey key = {
            .curve = table->names[c], .time = time, .value = number, .shape = {.type = "linear"}};
        if (take(table->keys, &key, &table->room) != MIEN_OK)
            return MIEN_ERROR_MEMORY;
    }
    return MIEN_OK;
}

static MienStatus read_table(StudioKeys *keys, const char *text, size_t size, MieniProblem *problem)
{
    Table table = {.keys = keys};
    const char *end = text + size;
    const char *first_end = memchr(text, '\n', size);
    const size_t first_size = first_end != NULL ? (size_t)(first_end - text) : size;
    table.separator = memchr(text, '\t', first_size) != NULL ? '\t' : ',';
    MienStatus status = MIEN_OK;
    while (text < end && status == MIEN_OK) {
        const char *line_end = memchr(text, '\n', (size_t)(end - text));
        const char *next = line_end != NULL ? line_end + 1 : end;
        if (line_end == NULL)
            line_end = end;
        if (line_end > text && line_end[-1] == '\r')
            --line_end;
        ++table.line;
        if (table.line == 1)
            status = read_head(&table, text, line_end, problem);
        else if (line_end > text)
            status = read_line(&table, text, line_end, problem);
        text = next;
    }
    return status == MIEN_OK && keys->count == 0 ? refuse(problem, "No keys found", 1) : status;
}

MienStatus studio_keys_read(StudioKeys *out_keys, const char *text, size_t size, MieniProblem *problem)
{
    size_t at = 0;
    *out_keys = (StudioKeys){0};
    while (at < size && strchr(" \t\r\n", text[at]) != NULL && text[at] != '\0')
        ++at;
    if (size > 64u * 1024 * 1024 || at == size || memchr(text, '\0', size) != NULL)
        return refuse(problem, "No keys found", 1);
    MienStatus status = text[at] == '{' ? read_json(out_keys, text, size, problem)
                                        : read_table(out_keys, text, size, problem);
    if (status == MIEN_OK && out_keys->memory.is_out_of_memory)
        status = MIEN_ERROR_MEMORY;
    if (status == MIEN_ERROR_MEMORY)
        mieni_problem_set(problem, "", status, mieni_nowhere(), "Out of memory");
    out_keys->is_one_curve = out_keys->count > 0;
    for (int i = 1; status == MIEN_OK && i < out_keys->count; ++i)
        out_keys->is_one_curve =
            out_keys->is_one_curve && strcmp(out_keys->items[i].curve, out_keys->items[0].curve) == 0;
    return status;
}

void studio_keys_release(StudioKeys *keys)
{
    mieni_arena_release(&keys->memory);
    *keys = (StudioKeys){0};
}
