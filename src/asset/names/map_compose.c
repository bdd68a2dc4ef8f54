// SPDX-License-Identifier: MIT
//
// Two maps in one. Rows come in the order of the first map's sources, and of one
// source in the order in which the second map first names their targets.

#include "core/float_rules.h"

#include "asset/names/map.h"

#include "core/float_env.h"
#include "core/internal.h"

#include <stdlib.h>
#include <string.h>

/// What reaches one target from one source so far.
typedef struct Part {
    int target; ///< The first row of the second map that has this target.
    double weight;
} Part;

typedef struct Composing {
    const MienAuthorMap *first, *second;
    MieniNameEntry *sources, *middles; ///< Rows of the first and the second by source.
    int *targets;                      ///< Per row of the second map: the first row with its target.
    Part *parts;                       ///< Of the source at hand, one per target at most.
    int *places;                       ///< Per row of the second that is the first: its part, from 1.
    bool *is_done;                     ///< Per row of the first: its source has been composed.
    MieniArena *scratch, *result;
    int row_count, row_room;
    MienAuthorMapRow *rows;
    int unmapped_count;
    const char **unmapped;
    MienError *error;
} Composing;

static MienStatus no_memory(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static int compare_parts(const void *a, const void *b)
{
    const Part *x = a, *y = b;
    return (x->target > y->target) - (x->target < y->target);
}

static MienStatus open_maps(Composing *at)
{
    const MienAuthorMap *first = at->first, *second = at->second;
    const size_t rows = (size_t)second->row_count;
    at->sources = mieni_map_sort(first, false, at->scratch);
    at->middles = mieni_map_sort(second, false, at->scratch);
    const MieniNameEntry *targets = mieni_map_sort(second, true, at->scratch);
    at->targets = mieni_arena_take(at->scratch, rows, sizeof *at->targets);
    at->parts = mieni_arena_take(at->scratch, rows, sizeof *at->parts);
    at->places = mieni_arena_take(at->scratch, rows, sizeof *at->places);
    at->is_done = mieni_arena_take(at->scratch, (size_t)first->row_count, sizeof *at->is_done);
    at->unmapped = mieni_arena_take(at->result, (size_t)first->row_count + (size_t)first->unmapped_count,
                                    sizeof(char *));
    if (at->scratch->is_out_of_memory || at->result->is_out_of_memory)
        return no_memory(at->error);
    for (int i = 0; i < second->row_count; ++i) {
        const bool is_first = i == 0 || strcmp(targets[i - 1].name, targets[i].name) != 0;
        at->targets[targets[i].index] = is_first ? targets[i].index : at->targets[targets[i - 1].index];
    }
    return MIEN_OK;
}

/// Room for some more rows.
static MienStatus reserve(Composing *at, int count)
{
    if (count > MIENI_MAP_MAX_ROWS - at->row_count)
        return mieni_fail(at->error, MIEN_ERROR_LIMIT, mieni_nowhere(), "a map has at most 1000000 rows");
    if (count <= at->row_room - at->row_count)
        return MIEN_OK;
    const int room = 2 * at->row_count + count;
    MienAuthorMapRow *rows = mieni_arena_take(at->result, (size_t)room, sizeof *rows);
    if (rows == NULL)
        return no_memory(at->error);
    if (at->row_count > 0)
        memcpy(rows, at->rows, (size_t)at->row_count * sizeof *rows);
    at->rows = rows;
    at->row_room = room;
    return MIEN_OK;
}

/// Sums what reaches every target over all rows of a source; returns how many targets.
static int gather(Composing *at, const char *source, int entry)
{
    int count = 0;
    for (; entry < at->first->row_count && strcmp(at->sources[entry].name, source) == 0; ++entry) {
        const MienAuthorMapRow *row = &at->first->rows[at->sources[entry].index];
        at->is_done[at->sources[entry].index] = true;
        int middle = mieni_names_first(at->middles, at->second->row_count, row->to);
        for (; middle < at->second->row_count && strcmp(at->middles[middle].name, row->to) == 0; ++middle) {
            const int index = at->middles[middle].index, target = at->targets[index];
            if (at->places[target] == 0) {
                at->parts[count++] = (Part){.target = target};
                at->places[target] = count;
            }
            at->parts[at->places[target] - 1].weight +=
                (double)row->weight * (double)at->second->rows[index].weight;
        }
    }
    for (int p = 0; p < count; ++p)
        at->places[at->parts[p].target] = 0;
    return count;
}

static MienStatus compose_source(Composing *at, const char *source, int entry)
{
    const int count = gather(at, source, entry);
    const char *from = mieni_arena_text(at->result, source, strlen(source));
    if (from == NULL)
        return no_memory(at->error);
    if (count == 0) {
        at->unmapped[at->unmapped_count++] = from;
        return MIEN_OK;
    }
    const MienStatus status = reserve(at, count);
    if (status != MIEN_OK)
        return status;
    qsort(at->parts, (size_t)count, sizeof *at->parts, compare_parts);
    for (int p = 0; p < count; ++p) {
        const Part *part = &at->parts[p];
        const char *target = at->second->rows[part->target].to;
        if (!(part->weight >= -(double)MIEN_MAX_WEIGHT && part->weight <= (double)MIEN_MAX_WEIGHT))
            return mieni_fail(at->error, MIEN_ERROR_LIMIT, mieni_at("%.40s to %.40s", source, target),
                              "two maps in one give a weight beyond 1000");
        const char *to = mieni_arena_text(at->result, target, strlen(target));
        if (to == NULL)
            return no_memory(at->error);
        at->rows[at->row_count++] = (MienAuthorMapRow){from, to, (float)part->weight};
    }
    return MIEN_OK;
}

static MIENI_APART MienStatus compose(Composing *at)
{
    MienStatus status = open_maps(at);
    for (int r = 0; status == MIEN_OK && r < at->first->row_count; ++r) {
        const char *source = at->first->rows[r].from;
        if (!at->is_done[r])
            status = compose_source(at, source, mieni_names_first(at->sources, at->first->row_count, source));
    }
    for (int u = 0; status == MIEN_OK && u < at->first->unmapped_count; ++u) {
        const char *name =
            mieni_arena_text(at->result, at->first->unmapped[u], strlen(at->first->unmapped[u]));
        if (name == NULL)
            return no_memory(at->error);
        at->unmapped[at->unmapped_count++] = name;
    }
    return status;
}

MienStatus mien_author_map_compose(const MienAuthorMap *first, const MienAuthorMap *second,
                                   const MienAllocator *allocator, MienAuthorMap **out, MienError *error)
{
    if (out == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("out"), "there must be a place for the map");
    *out = NULL;
    MienStatus status = mieni_map_check(first, "first", error);
    if (status == MIEN_OK)
        status = mieni_map_check(second, "second", error);
    if (status != MIEN_OK)
        return status;
    if (strcmp(first->to, second->from) != 0)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%.40s, %.40s", first->to, second->from),
                          "the second map must begin where the first one ends");
    MienAuthorMap *map = mieni_map_create(allocator);
    if (map == NULL)
        return no_memory(error);
    MieniArena scratch = {.allocator = allocator};
    Composing at = {.first = first,
                    .second = second,
                    .scratch = &scratch,
                    .result = mieni_map_arena(map),
                    .error = error};
    map->from = mieni_arena_text(at.result, first->from, strlen(first->from));
    map->to = mieni_arena_text(at.result, second->to, strlen(second->to));
    const MieniFloatEnv env = mieni_float_env_enter();
    status = map->from != NULL && map->to != NULL ? compose(&at) : no_memory(error);
    mieni_float_env_leave(env);
    mieni_arena_release(&scratch);
    if (status != MIEN_OK) {
        mien_author_map_destroy(map);
        return status;
    }
    map->rows = at.rows;
    map->row_count = at.row_count;
    map->unmapped = at.unmapped;
    map->unmapped_count = at.unmapped_count;
    *out = map;
    return MIEN_OK;
}
