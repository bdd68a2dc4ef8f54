// SPDX-License-Identifier: MIT
//
// Reads where the points of a tracker are on a face.

#include "core/float_rules.h"

#include "io/point_map.h"

#include "base/names.h"
#include "core/float_env.h"
#include "core/internal.h"
#include "core/utf8.h"
#include "io/table.h"

#include <string.h>

enum { POINT, VERTEX, BONE, WEIGHT, KEY_COUNT };
static const char *const keys[KEY_COUNT] = {"point", "vertex", "bone", "weight"};

typedef struct Map {
    MieniArena *arena;
    MieniTable table;
    MieniMappedPoint *points;
    int count;
} Map;

/// A cell as a name in the arena.
static MienStatus read_name(const Map *map, int key, const char **out_name)
{
    const MieniSpan cell = map->table.cells[key];
    const char *why = NULL;
    if (!mieni_name_is_valid(cell.at, cell.size, &why))
        return mieni_table_fail_at(&map->table, key, why);
    *out_name = mieni_arena_text(map->arena, cell.at, cell.size);
    return *out_name != NULL ? MIEN_OK : mieni_table_fail(&map->table, MIEN_ERROR_MEMORY, "Out of memory.");
}

static MienStatus read_place(const Map *map, MieniMappedPoint *point)
{
    const MieniTable *table = &map->table;
    const bool has_vertex = table->cells[VERTEX].size > 0, has_bone = table->cells[BONE].size > 0;
    int vertex = 0;
    if (has_vertex == has_bone)
        return mieni_table_fail(table, MIEN_ERROR_DATA,
                                "A point is on a vertex or on a bone: the row needs one of them.");
    if (has_bone)
        return read_name(map, BONE, &point->bone);
    if (mieni_span_digits(table->cells[VERTEX], 9, &vertex) != (int)table->cells[VERTEX].size)
        return mieni_table_fail_at(table, VERTEX, "A vertex is a whole number of at most 9 digits, from 0.");
    point->vertex = (uint32_t)vertex;
    return MIEN_OK;
}

static MienStatus read_row(Map *map)
{
    const MieniTable *table = &map->table;
    MieniMappedPoint point = {.weight = 1.0f, .line = table->lines.number};
    double weight = 1.0;
    MienStatus status = read_name(map, POINT, &point.name);
    if (status == MIEN_OK)
        status = read_place(map, &point);
    if (status != MIEN_OK)
        return status;
    if (table->cells[WEIGHT].size > 0 &&
        (!mieni_span_number(table->cells[WEIGHT], &weight) || !(weight >= 0.0 && weight <= 1e6)))
        return mieni_table_fail_at(table, WEIGHT, "A weight is a number from 0 to a million.");
    point.weight = (float)weight;
    map->points[map->count++] = point;
    return MIEN_OK;
}

/// Refuses two points of one name, which would count twice.
static MienStatus check_unique(const Map *map)
{
    MieniNameEntry *names = mieni_arena_take(map->arena, (size_t)map->count, sizeof *names);
    if (names == NULL)
        return mieni_table_fail(&map->table, MIEN_ERROR_MEMORY, "Out of memory.");
    for (int i = 0; i < map->count; ++i)
        names[i] = (MieniNameEntry){map->points[i].name, i};
    mieni_names_sort(names, map->count);
    for (int i = 1; i < map->count; ++i)
        if (strcmp(names[i - 1].name, names[i].name) == 0)
            return mieni_fail(map->table.error, MIEN_ERROR_DATA,
                              mieni_at_column(map->points[names[i].index].line, map->table.columns[POINT]),
                              "Another row has this point.");
    return MIEN_OK;
}

static MienStatus read_map(Map *map, const void *bytes, size_t size)
{
    MieniTable *table = &map->table;
    MienStatus status = mieni_table_begin(
        table, bytes, size, "The columns of a point map are point, vertex, bone and weight, each once.");
    if (status == MIEN_OK &&
        (table->columns[POINT] == 0 || (table->columns[VERTEX] == 0 && table->columns[BONE] == 0)))
        status = mieni_table_fail(table, MIEN_ERROR_DATA,
                                  "A point map begins with a header: point, and vertex or bone.");
    if (status == MIEN_OK)
        status = mieni_table_count(table, MIENI_MOST_POINTS, "A map has at most 21845 points.");
    if (status != MIEN_OK)
        return status;
    map->points = mieni_arena_take(map->arena, (size_t)table->row_count, sizeof *map->points);
    if (map->points == NULL)
        return mieni_table_fail(table, MIEN_ERROR_MEMORY, "Out of memory.");
    while (status == MIEN_OK && mieni_table_next(table, &status))
        status = read_row(map);
    return status == MIEN_OK ? check_unique(map) : status;
}

MienStatus mieni_point_map_read(const void *bytes, size_t size, MieniArena *arena,
                                const MieniMappedPoint **out_points, int *out_count, MienError *error)
{
    Map map = {.arena = arena, .table = {.keys = keys, .key_count = KEY_COUNT, .error = error}};
    *out_points = NULL;
    *out_count = 0;
    const MieniFloatEnv env = mieni_float_env_enter();
    const MienStatus status = read_map(&map, bytes, size);
    mieni_float_env_leave(env);
    if (status == MIEN_OK) {
        *out_points = map.points;
        *out_count = map.count;
    }
    return status;
}
