// SPDX-License-Identifier: MIT
//
// Reads where the points of a tracker are on a face.

#include "core/float_rules.h"

#include "io/point_map.h"

#include "base/names.h"
#include "core/float_env.h"
#include "core/internal.h"
#include "core/utf8.h"
#include "io/text.h"

#include <string.h>

enum { POINT, VERTEX, BONE, WEIGHT, KEY_COUNT };
static const char *const keys[KEY_COUNT] = {"point", "vertex", "bone", "weight"};

typedef struct Map {
    MieniArena *arena;
    MienError *error;
    char separator;
    int columns[KEY_COUNT]; ///< From 1; 0: the table has none.
    int column_count;
    MieniMappedPoint *points;
    int count;
} Map;

static MienStatus bad_line(const Map *map, MienStatus status, int line, const char *sentence)
{
    return mieni_fail(map->error, status, mieni_at_line(line), "%s", sentence);
}

static MienStatus bad_cell(const Map *map, int line, int column, const char *sentence)
{
    return mieni_fail(map->error, MIEN_ERROR_DATA, mieni_at_column(line, column), "%s", sentence);
}

static char find_separator(MieniSpan line)
{
    for (size_t i = 0; i < line.size; ++i)
        if (line.at[i] == ';' || line.at[i] == '\t')
            return line.at[i];
    return ',';
}

static MienStatus read_header(Map *map, MieniSpan line, int number)
{
    MieniSpan cell;
    map->separator = find_separator(line);
    MieniCells cells = mieni_cells_between(line, map->separator);
    while (mieni_cells_next(&cells, &cell)) {
        int key = 0;
        while (key < KEY_COUNT && !mieni_span_is(cell, keys[key]))
            ++key;
        if (key == KEY_COUNT || cells.is_wrong || map->columns[key] != 0)
            return bad_cell(map, number, cells.number,
                            "The columns of a point map are point, vertex, bone and weight, each once.");
        map->columns[key] = cells.number;
    }
    map->column_count = cells.number;
    if (map->columns[POINT] == 0 || (map->columns[VERTEX] == 0 && map->columns[BONE] == 0))
        return bad_line(map, MIEN_ERROR_DATA, number,
                        "A point map begins with a header: point, and vertex or bone.");
    return MIEN_OK;
}

/// A cell as a name in the arena.
static MienStatus read_name(const Map *map, MieniSpan cell, int line, int column, const char **out_name)
{
    const char *why = NULL;
    if (!mieni_name_is_valid(cell.at, cell.size, &why))
        return bad_cell(map, line, column, why);
    *out_name = mieni_arena_text(map->arena, cell.at, cell.size);
    return *out_name != NULL ? MIEN_OK : bad_line(map, MIEN_ERROR_MEMORY, line, "Out of memory.");
}

static MienStatus read_cell(const Map *map, MieniSpan cell, int line, int column, MieniMappedPoint *point,
                            bool *out_has_vertex)
{
    double number = 0.0;
    int vertex = 0;
    if (column == map->columns[POINT])
        return read_name(map, cell, line, column, &point->name);
    if (cell.size == 0)
        return MIEN_OK;
    if (column == map->columns[BONE])
        return read_name(map, cell, line, column, &point->bone);
    if (column == map->columns[VERTEX]) {
        if (mieni_span_digits(cell, 9, &vertex) != (int)cell.size)
            return bad_cell(map, line, column, "A vertex is a whole number of at most 9 digits, from 0.");
        point->vertex = (uint32_t)vertex;
        *out_has_vertex = true;
        return MIEN_OK;
    }
    if (!mieni_span_number(cell, &number) || !(number >= 0.0 && number <= 1e6))
        return bad_cell(map, line, column, "A weight is a number from 0 to a million.");
    point->weight = (float)number;
    return MIEN_OK;
}

static MienStatus read_row(Map *map, MieniSpan line, int number)
{
    MieniMappedPoint point = {.weight = 1.0f, .line = number};
    bool has_vertex = false;
    MieniSpan cell;
    MieniCells cells = mieni_cells_between(line, map->separator);
    while (mieni_cells_next(&cells, &cell)) {
        if (cells.is_wrong || cells.number > map->column_count)
            return bad_cell(map, number, cells.number,
                            cells.is_wrong ? "A cell in quotes closes on its line and nothing follows it."
                                           : "The row has more cells than the header.");
        const MienStatus status = read_cell(map, cell, number, cells.number, &point, &has_vertex);
        if (status != MIEN_OK)
            return status;
    }
    if (point.name == NULL)
        return bad_line(map, MIEN_ERROR_DATA, number, "The row has fewer cells than the header.");
    if (has_vertex == (point.bone != NULL))
        return bad_line(map, MIEN_ERROR_DATA, number,
                        "A point is on a vertex or on a bone: the row needs one of them.");
    map->points[map->count++] = point;
    return MIEN_OK;
}

/// Refuses two points of one name, which would count twice.
static MienStatus check_unique(const Map *map)
{
    MieniNameEntry *names = mieni_arena_take(map->arena, (size_t)map->count, sizeof *names);
    if (names == NULL)
        return bad_line(map, MIEN_ERROR_MEMORY, 1, "Out of memory.");
    for (int i = 0; i < map->count; ++i)
        names[i] = (MieniNameEntry){map->points[i].name, i};
    mieni_names_sort(names, map->count);
    for (int i = 1; i < map->count; ++i)
        if (strcmp(names[i - 1].name, names[i].name) == 0)
            return bad_cell(map, map->points[names[i].index].line, map->columns[POINT],
                            "Another row has this point.");
    return MIEN_OK;
}

static MienStatus read_map(Map *map, MieniLines lines)
{
    MieniSpan line;
    int rows = 0;
    if (!mieni_lines_next(&lines, &line))
        return bad_line(map, MIEN_ERROR_CORRUPT, 1, "There is no text, so there are no points.");
    MienStatus status = read_header(map, line, lines.number);
    for (MieniLines counting = lines; status == MIEN_OK && mieni_lines_next(&counting, &line); ++rows)
        if (rows == MIENI_MOST_POINTS)
            status = bad_line(map, MIEN_ERROR_LIMIT, counting.number, "A map has at most 21845 points.");
    if (status != MIEN_OK)
        return status;
    if (rows == 0)
        return bad_line(map, MIEN_ERROR_CORRUPT, lines.number, "There are no rows after the header.");
    map->points = mieni_arena_take(map->arena, (size_t)rows, sizeof *map->points);
    if (map->points == NULL)
        return bad_line(map, MIEN_ERROR_MEMORY, 1, "Out of memory.");
    while (status == MIEN_OK && mieni_lines_next(&lines, &line))
        status = read_row(map, line, lines.number);
    return status == MIEN_OK ? check_unique(map) : status;
}

MienStatus mieni_point_map_read(const void *bytes, size_t size, MieniArena *arena,
                                const MieniMappedPoint **out_points, int *out_count, MienError *error)
{
    Map map = {.arena = arena, .error = error};
    *out_points = NULL;
    *out_count = 0;
    const MieniFloatEnv env = mieni_float_env_enter();
    const MienStatus status = read_map(&map, mieni_lines_of(bytes, size));
    mieni_float_env_leave(env);
    if (status == MIEN_OK) {
        *out_points = map.points;
        *out_count = map.count;
    }
    return status;
}
