// SPDX-License-Identifier: MIT
//
// Maps: those that are built in, and reading any. What is read keeps the tree of its
// text, and its strings are those of the tree.

#include "core/float_rules.h"

#include "asset/names/map.h"

#include "asset/asset.h"
#include "asset/names/embedded.h"
#include "base/owned.h"
#include "core/internal.h"
#include "core/utf8.h"

#include <string.h>

MienAuthorMap *mieni_map_create(const MienAllocator *allocator)
{
    return mieni_owned_create(sizeof(MienAuthorMap), allocator);
}

MieniArena *mieni_map_arena(MienAuthorMap *map) { return mieni_owned_arena(map); }

void mien_author_map_destroy(MienAuthorMap *map) { mieni_owned_destroy(map); }

MieniNameEntry *mieni_map_sort(const MienAuthorMap *map, bool by_target, MieniArena *arena)
{
    MieniNameEntry *entries = mieni_arena_take(arena, (size_t)map->row_count, sizeof *entries);
    if (entries == NULL)
        return NULL;
    for (int r = 0; r < map->row_count; ++r)
        entries[r] = (MieniNameEntry){by_target ? map->rows[r].to : map->rows[r].from, r};
    mieni_names_sort(entries, map->row_count);
    return entries;
}

static bool is_name(const char *name)
{
    return name != NULL && mieni_name_is_valid(name, strlen(name), NULL);
}

static bool is_weight(double weight)
{
    return weight >= -(double)MIEN_MAX_WEIGHT && weight <= (double)MIEN_MAX_WEIGHT;
}

MienStatus mieni_map_check(const MienAuthorMap *map, const char *place, MienError *error)
{
    if (map == NULL || map->row_count < 0 || map->unmapped_count < 0 ||
        (map->row_count > 0 && map->rows == NULL) || (map->unmapped_count > 0 && map->unmapped == NULL))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("%s", place),
                          "a map and what it counts must be given");
    if (map->row_count > MIENI_MAP_MAX_ROWS || map->unmapped_count > MIENI_MAP_MAX_ROWS)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("%s", place), "a map has at most 1000000 rows");
    if (!is_name(map->from) || !is_name(map->to))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", place),
                          "a map names the vocabularies that it joins");
    for (int r = 0; r < map->row_count; ++r) {
        const MienAuthorMapRow *row = &map->rows[r];
        if (!is_name(row->from) || !is_name(row->to) || !is_weight(row->weight))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s.rows[%d]", place, r),
                              "a row has two names, and a weight within 1000");
    }
    for (int u = 0; u < map->unmapped_count; ++u) {
        if (!is_name(map->unmapped[u]))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s.unmapped[%d]", place, u),
                              "there must be a name here");
    }
    return MIEN_OK;
}

static MienStatus no_memory(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

/// No two rows for one source and target, no source both mapped and unmapped. Reports
/// where the later one stands.
static MienStatus check_twice(const MienAuthorMap *map, const MieniJson *rows, const MieniJson *unmapped,
                              MieniArena *scratch, MienError *error)
{
    const MieniNameEntry *sources = mieni_map_sort(map, false, scratch);
    MieniNameEntry *targets = mieni_arena_take(scratch, (size_t)map->row_count, sizeof *targets);
    if (sources == NULL || targets == NULL)
        return no_memory(error);
    for (int begin = 0, end; begin < map->row_count; begin = end) {
        for (end = begin; end < map->row_count && strcmp(sources[begin].name, sources[end].name) == 0; ++end)
            targets[end] = (MieniNameEntry){map->rows[sources[end].index].to, sources[end].index};
        mieni_names_sort(targets + begin, end - begin);
        for (int i = begin + 1; i < end; ++i) {
            if (strcmp(targets[i - 1].name, targets[i].name) == 0)
                return mieni_fail(error, MIEN_ERROR_DATA,
                                  mieni_at_value(rows->items[targets[i].index], "rows[%d]", targets[i].index),
                                  "this row stands twice: remove one");
        }
    }
    for (int u = 0; u < map->unmapped_count; ++u) {
        if (mieni_names_search(sources, map->row_count, map->unmapped[u]) >= 0)
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at_value(unmapped->items[u], "unmapped[%d]", u),
                              "this source has a row as well: remove one");
    }
    return MIEN_OK;
}

static MienStatus read_lists(const MieniJson *rows, const MieniJson *unmapped, MienAuthorMap *out,
                             MieniArena *arena, MienError *error)
{
    const int unmapped_count = unmapped != NULL ? unmapped->count : 0;
    if (rows->count > MIENI_MAP_MAX_ROWS || unmapped_count > MIENI_MAP_MAX_ROWS)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at_value(rows, "rows"),
                          "a map has at most 1000000 rows");
    MienAuthorMapRow *list = mieni_arena_take(arena, (size_t)rows->count, sizeof *list);
    const char **names = mieni_arena_take(arena, (size_t)unmapped_count, sizeof *names);
    if (list == NULL || names == NULL)
        return no_memory(error);
    for (int r = 0; r < rows->count; ++r)
        list[r] = (MienAuthorMapRow){.from = mieni_json_get_string(rows->items[r], "from", ""),
                                     .to = mieni_json_get_string(rows->items[r], "to", ""),
                                     .weight = (float)mieni_json_get_number(rows->items[r], "weight", 1.0)};
    for (int u = 0; u < unmapped_count; ++u)
        names[u] = unmapped->items[u]->string;
    out->rows = list;
    out->row_count = rows->count;
    out->unmapped = names;
    out->unmapped_count = unmapped_count;
    MieniArena scratch = {.allocator = arena->allocator};
    const MienStatus status = check_twice(out, rows, unmapped, &scratch, error);
    mieni_arena_release(&scratch);
    return status;
}

static MienStatus read_side(const MieniJson *root, const char *key, const char **out_name, MienError *error)
{
    const MieniJson *value = mieni_json_get(root, key);
    const char *why = "a map names the vocabularies that it joins";
    if (value == NULL || !mieni_name_is_valid(value->string, strlen(value->string), &why))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at_value(value != NULL ? value : root, "%s", key),
                          "%s", why);
    *out_name = value->string;
    return MIEN_OK;
}

/// A map that keeps to its schema may be unfinished; one that is used may not.
static MienStatus read_map(const MieniJson *root, MienAuthorMap *out, MieniArena *arena, MienError *error)
{
    const MieniJson *rows = mieni_json_get(root, "rows");
    MienStatus status = read_side(root, "from", &out->from, error);
    if (status == MIEN_OK)
        status = read_side(root, "to", &out->to, error);
    if (status == MIEN_OK && rows == NULL)
        status = mieni_fail(error, MIEN_ERROR_DATA, mieni_at_value(root, "rows"), "a map has a list of rows");
    return status == MIEN_OK ? read_lists(rows, mieni_json_get(root, "unmapped"), out, arena, error) : status;
}

MienStatus mien_author_map_read(const void *bytes, size_t size, const MienAllocator *allocator,
                                MienAuthorMap **out, MienError *error)
{
    if (out == NULL || (bytes == NULL && size > 0))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                          "there must be bytes and a place for the map");
    *out = NULL;
    MienAuthorMap *map = mieni_map_create(allocator);
    if (map == NULL)
        return no_memory(error);
    MieniArena *arena = mieni_map_arena(map);
    MieniAsset asset;
    MienStatus status = mieni_asset_read(&asset, MIENI_ASSET_MAP, bytes, size, arena->allocator, error);
    if (status == MIEN_OK) {
        mieni_arena_join(arena, &asset.json.arena);
        status = read_map(asset.json.root, map, arena, error);
    }
    if (status == MIEN_OK)
        *out = map;
    else
        mien_author_map_destroy(map);
    return status;
}

int mien_author_map_count(void) { return mieni_maps_count; }

MienAuthorMapInfo mien_author_map_info(int index)
{
    if (index < 0 || index >= mieni_maps_count)
        return (MienAuthorMapInfo){"", "", ""};
    const MieniEmbedded *at = &mieni_maps[index];
    return (MienAuthorMapInfo){at->id, at->fields[0], at->fields[1]};
}

MienStatus mien_author_map_load(const char *id, const MienAllocator *allocator, MienAuthorMap **out,
                                MienError *error)
{
    if (out != NULL)
        *out = NULL;
    const MieniEmbedded *at = mieni_embedded_find(mieni_maps, mieni_maps_count, id);
    if (at == NULL)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%.64s", id != NULL ? id : ""),
                          "no map of this name is built in");
    return mien_author_map_read(at->bytes, at->size, allocator, out, error);
}
