// SPDX-License-Identifier: MIT
//
// Clips by a pattern of their paths. Letters at the beginning of the pattern, or at either
// end of its last part, lead to an index; the shortest of these ways is gone.

#include "catalog/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Paths that a pattern is held against before counting is given up; and rows of names
/// up to which an index of names is worth its detour.
enum { MANY_ROWS = 50000, FEW_ROWS = MANY_ROWS + MANY_ROWS / 10 };

/// A range of an index.
typedef struct Way {
    char first[MIENI_PATH_ROOM], beyond[MIENI_PATH_ROOM + 1];
    MieniCatalogSql rows, count;
} Way;

/// A clip that fits.
typedef struct Fit {
    char *path;
    int64_t id;
} Fit;

typedef struct Fits {
    Fit *items;
    int count, room;
} Fits;

/// What comes behind all texts that begin with this one: no UTF-8 has this byte.
static void put_beyond(const char *first, char out[MIENI_PATH_ROOM + 1])
{
    const size_t size = strnlen(first, MIENI_PATH_ROOM - 1);
    memcpy(out, first, size);
    memcpy(out + size, "\xff", 2);
}

/// All texts that begin, or end, with these letters.
static void set_way(Way *way, const char *text, size_t size, bool is_ending)
{
    char letters[MIENI_PATH_ROOM];
    snprintf(letters, sizeof letters, "%.*s", (int)size, text);
    if (is_ending)
        mieni_catalog_reverse(letters, way->first);
    else
        memcpy(way->first, letters, sizeof letters);
    put_beyond(way->first, way->beyond);
    way->rows = is_ending ? MIENI_SQL_ENDINGS_BETWEEN : MIENI_SQL_NAMES_BETWEEN;
    way->count = is_ending ? MIENI_SQL_COUNT_ENDINGS : MIENI_SQL_COUNT_NAMES;
}

/// The ways that the last part of a pattern opens. It is what the name of the file must
/// fit, unless "**" in it may stand for folders too.
static int find_ways(const char *pattern, Way ways[2])
{
    const char *slash = strrchr(pattern, '/');
    const char *last = slash != NULL ? slash + 1 : pattern;
    const size_t size = strlen(last), head = strcspn(last, "*?");
    size_t tail = 0;
    int count = 0;
    if (size >= MIENI_PATH_ROOM || strstr(last, "**") != NULL)
        return 0;
    while (tail < size && strchr("*?", last[size - 1 - tail]) == NULL)
        ++tail;
    if (head > 0)
        set_way(&ways[count++], last, head, false);
    if (tail > 0 && head < size)
        set_way(&ways[count++], last + size - tail, tail, true);
    return count;
}

/// How many rows a way has, up to a limit.
static int64_t count_way(MieniCatalog *catalog, MieniCatalogSql count, const char *first, const char *beyond,
                         int limit)
{
    sqlite3_stmt *statement = mieni_sql(catalog, count);
    mieni_sql_text(catalog, statement, 1, first);
    mieni_sql_text(catalog, statement, 2, beyond);
    mieni_sql_integer(catalog, statement, 3, limit);
    return mieni_sql_number(catalog, statement);
}

/// The way that is shorter than going through all paths from a prefix on; NULL: none is.
static const Way *choose_way(MieniCatalog *catalog, const char *prefix, const Way *ways, int count)
{
    char beyond[MIENI_PATH_ROOM + 1];
    const Way *best = NULL;
    int64_t least = FEW_ROWS;
    for (int i = 0; i < count && least > 0; ++i) {
        const int64_t rows = count_way(catalog, ways[i].count, ways[i].first, ways[i].beyond, (int)least);
        if (rows < least) {
            least = rows;
            best = &ways[i];
        }
    }
    if (best == NULL || prefix[0] == '\0')
        return best;
    put_beyond(prefix, beyond);
    const int64_t paths = count_way(catalog, MIENI_SQL_COUNT_FEW_PATHS, prefix, beyond, (int)least + 1);
    return paths > least ? best : NULL;
}

static void add_fit(MieniCatalog *catalog, Fits *fits, const char *path, int64_t id)
{
    if (fits->count == fits->room) {
        const int room = fits->room > 0 ? 2 * fits->room : 64;
        Fit *items = realloc(fits->items, sizeof *items * (size_t)room);
        if (items == NULL) {
            catalog->is_out_of_memory = true;
            return;
        }
        fits->items = items;
        fits->room = room;
    }
    const size_t size = strlen(path) + 1;
    char *copy = malloc(size);
    if (copy == NULL) {
        catalog->is_out_of_memory = true;
        return;
    }
    memcpy(copy, path, size);
    fits->items[fits->count++] = (Fit){copy, id};
}

static int compare_fits(const void *a, const void *b)
{
    return strcmp(((const Fit *)a)->path, ((const Fit *)b)->path);
}

/// Clips by their names, which the index has in another order than that of paths.
static void go_by_name(MieniCatalog *catalog, const char *pattern, const Way *way, int limit,
                       MieniCatalogClipFound *found, void *user, int64_t *out_count)
{
    Fits fits = {0};
    sqlite3_stmt *statement = mieni_sql(catalog, way->rows);
    mieni_sql_text(catalog, statement, 1, way->first);
    mieni_sql_text(catalog, statement, 2, way->beyond);
    while (!catalog->is_out_of_memory && mieni_sql_row(catalog, statement)) {
        const char *path = mieni_sql_column(statement, 0);
        if (mieni_path_matches(pattern, path))
            add_fit(catalog, &fits, path, sqlite3_column_int64(statement, 1));
    }
    mieni_sql_end(statement);
    if (fits.count > 1)
        qsort(fits.items, (size_t)fits.count, sizeof *fits.items, compare_fits);
    bool goes_on = true;
    for (int i = 0; i < fits.count; ++i) {
        goes_on = goes_on && (i < limit || limit == 0) &&
                  mieni_catalog_hand_on(catalog, fits.items[i].id, found, user);
        free(fits.items[i].path);
    }
    *out_count = fits.count;
    free(fits.items);
}

/// The longest run of letters in a pattern, which every path that fits has in it.
static void find_literal(const char *pattern, char out[MIENI_PATH_ROOM])
{
    size_t longest = 0;
    out[0] = '\0';
    for (const char *at = pattern; *at != '\0';) {
        const size_t size = strcspn(at, "*?");
        // "**/" may stand for no folder at all, so a slash after a star need not be there.
        const size_t skipped = size > 0 && at > pattern && *at == '/' ? 1 : 0;
        if (size - skipped > longest && size < MIENI_PATH_ROOM) {
            longest = size - skipped;
            snprintf(out, MIENI_PATH_ROOM, "%.*s", (int)longest, at + skipped);
        }
        at += size > 0 ? size : 1;
    }
}

static int64_t count_below(MieniCatalog *catalog, const char *prefix)
{
    char beyond[MIENI_PATH_ROOM + 1];
    put_beyond(prefix, beyond);
    sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_COUNT_PATHS);
    mieni_sql_text(catalog, statement, 1, prefix);
    mieni_sql_text(catalog, statement, 2, beyond);
    return mieni_sql_number(catalog, statement);
}

/// Clips by their paths, in order, from the letters on that the pattern begins with.
static void go_by_path(MieniCatalog *catalog, const char *pattern, const char *prefix, int limit,
                       MieniCatalogClipFound *found, void *user, int64_t *out_count)
{
    char literal[MIENI_PATH_ROOM];
    const size_t size = strlen(prefix);
    const bool is_all = strcmp(pattern + size, "**") == 0;
    int held = 0;
    find_literal(pattern + size, literal);
    sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_PATHS_FROM);
    mieni_sql_text(catalog, statement, 1, prefix);
    while (mieni_sql_row(catalog, statement)) {
        const char *path = mieni_sql_column(statement, 0);
        const bool is_over = strncmp(path, prefix, size) != 0;
        const bool is_enough = limit > 0 && *out_count >= limit && (is_all || held > MANY_ROWS);
        if (is_over || is_enough) {
            mieni_sql_end(statement);
            if (is_enough)
                *out_count = is_all ? count_below(catalog, prefix) : -1;
            return;
        }
        if (!is_all && (strstr(path + size, literal) == NULL || (++held, !mieni_path_matches(pattern, path))))
            continue;
        if (++*out_count <= limit || limit == 0)
            mieni_catalog_hand_on(catalog, sqlite3_column_int64(statement, 1), found, user);
    }
}

void mieni_catalog_clips_like(MieniCatalog *catalog, const char *pattern, int limit,
                              MieniCatalogClipFound *found, void *user, int64_t *out_count)
{
    char prefix[MIENI_PATH_ROOM];
    Way ways[2];
    const size_t size = strcspn(pattern, "*?");
    *out_count = 0;
    if (snprintf(prefix, sizeof prefix, "%.*s", (int)size, pattern) >= (int)sizeof prefix)
        return;
    const int way_count = pattern[size] != '\0' ? find_ways(pattern, ways) : 0;
    const Way *way = choose_way(catalog, prefix, ways, way_count);
    if (way != NULL)
        go_by_name(catalog, pattern, way, limit, found, user, out_count);
    else
        go_by_path(catalog, pattern, prefix, limit, found, user, out_count);
}
