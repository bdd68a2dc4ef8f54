// SPDX-License-Identifier: MIT
//
// Clips by path pattern. A literal prefix uses an index, in which paths are sorted. Other literal
// text is searched in listings: the paths of a shard's clips are in one row, and a few thousand
// rows are a million clips.

#define _GNU_SOURCE // memmem

#include "catalog/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Paths that are compared with a pattern before listings are left, and counting is given up.
enum { MANY_ROWS = 20000 };
/// Listings in which letters are counted.
enum { SAMPLE = 4 };
/// A row of the index takes as long as this many clips in listings.
enum { ROW_COST = 4 };

/// The runs of letters in a pattern: every path that fits has all of them, in order.
typedef struct Letters {
    char runs[MIENI_PATH_ROOM]; ///< Each closed by a zero.
    int count;
    const char *rarest; ///< That the fewest paths have; NULL if there is none.
} Letters;

/// A clip that fits.
typedef struct Fit {
    char *path;
    int64_t id;
} Fit;

/// The first that fit, by path.
typedef struct Fits {
    const char *pattern, *prefix;
    const Letters *letters; ///< Of what comes after the prefix.
    int limit;              ///< 0: all of them.
    int held;               ///< Paths that were compared with the pattern.
    int64_t count;          ///< How many fit.
    Fit *items;
    int item_count, room;
} Fits;

/// What comes behind all texts that begin with this one: no UTF-8 has this byte.
static void put_beyond(const char *first, char out[MIENI_PATH_ROOM + 1])
{
    const size_t size = strnlen(first, MIENI_PATH_ROOM - 1);
    memcpy(out, first, size);
    memcpy(out + size, "\xff", 2);
}

/// Some listings, to see how many paths have some letters.
static void read_sample(MieniCatalog *catalog, MieniTextOut *out)
{
    sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_LISTINGS);
    for (int i = 0; i < SAMPLE && mieni_sql_row(catalog, statement); ++i) {
        const void *paths = sqlite3_column_blob(statement, 1);
        if (paths != NULL)
            mieni_text_put_bytes(out, paths, (size_t)sqlite3_column_bytes(statement, 1));
    }
    mieni_sql_end(statement);
    catalog->is_out_of_memory |= out->is_out_of_memory;
}

static int count_hits(const MieniTextOut *sample, const char *letters, size_t size)
{
    int count = 0;
    const char *at = sample->bytes, *end = at != NULL ? at + sample->size : NULL;
    while (at != NULL && (at = memmem(at, (size_t)(end - at), letters, size)) != NULL) {
        at += size;
        ++count;
    }
    return count;
}

static void choose_rarest(MieniCatalog *catalog, Letters *letters)
{
    MieniTextOut sample = {0};
    int least = 0;
    read_sample(catalog, &sample);
    const char *run = letters->runs;
    for (int i = 0; i < letters->count; ++i) {
        const size_t size = strlen(run);
        const int hits = count_hits(&sample, run, size);
        if (i == 0 || hits < least || (hits == least && size > strlen(letters->rarest))) {
            letters->rarest = run;
            least = hits;
        }
        run += size + 1;
    }
    mieni_text_release(&sample);
}

/// Of a pattern that is no longer than a path, otherwise there are none.
static void find_letters(const char *pattern, Letters *out)
{
    char *end = out->runs;
    *out = (Letters){0};
    if (strlen(pattern) + 1 >= sizeof out->runs)
        return;
    for (const char *at = pattern; *at != '\0';) {
        const size_t size = strcspn(at, "*?");
        // "**/" may stand for no folder at all, so a slash after a star need not be there.
        const size_t skipped = size > 0 && at > pattern && *at == '/' ? 1 : 0;
        if (size > skipped) {
            memcpy(end, at + skipped, size - skipped);
            end += size - skipped + 1; // there are zeros all over
            out->count++;
        }
        at += size > 0 ? size : 1;
    }
}

/// Whether a path has the letters, which is seen sooner than whether it fits.
static bool has_letters(const Letters *letters, const char *path)
{
    const char *run = letters->runs;
    for (int i = 0; i < letters->count && path != NULL; ++i) {
        const size_t size = strlen(run);
        path = strstr(path, run);
        path = path != NULL ? path + size : NULL;
        run += size + 1;
    }
    return path != NULL;
}

static int compare_fits(const void *a, const void *b)
{
    return strcmp(((const Fit *)a)->path, ((const Fit *)b)->path);
}

/// Leaves the first ones, in order.
static void sort_fits(Fits *fits)
{
    if (fits->item_count > 1)
        qsort(fits->items, (size_t)fits->item_count, sizeof *fits->items, compare_fits);
    while (fits->limit > 0 && fits->item_count > fits->limit)
        free(fits->items[--fits->item_count].path);
}

static bool add_fit(Fits *fits, const char *path, int64_t id)
{
    fits->count++;
    if (fits->item_count == fits->room) {
        sort_fits(fits);
        if (2 * fits->item_count >= fits->room) {
            const int room = fits->room > 0 ? 2 * fits->room : 64;
            Fit *items = realloc(fits->items, sizeof *items * (size_t)room);
            if (items == NULL)
                return false;
            fits->items = items;
            fits->room = room;
        }
    }
    const size_t size = strlen(path) + 1;
    char *copy = malloc(size);
    if (copy == NULL)
        return false;
    fits->items[fits->item_count++] = (Fit){memcpy(copy, path, size), id};
    return true;
}

/// Adds what fits of a listing: paths, each closed by a zero, of clips whose ids follow each other.
/// False if there is no memory.
static bool add_fitting(Fits *fits, const char *at, size_t size, int64_t id)
{
    const char *end = at + size;
    const char *rarest = fits->letters->rarest;
    const size_t letters = strlen(rarest), prefix = strlen(fits->prefix);
    for (const char *hit; (hit = memmem(at, (size_t)(end - at), rarest, letters)) != NULL;) {
        for (const char *zero; (zero = memchr(at, '\0', (size_t)(hit - at))) != NULL; ++id)
            at = zero + 1;
        if (strncmp(at, fits->prefix, prefix) == 0 && has_letters(fits->letters, at + prefix)) {
            fits->held++;
            if (mieni_path_matches(fits->pattern, at) && !add_fit(fits, at, id))
                return false;
        }
        at += strlen(at) + 1;
        ++id;
    }
    return true;
}

/// Goes through all listings; false if too many paths have the literal: then the index, which is
/// sorted, is faster.
static bool read_listings(MieniCatalog *catalog, Fits *fits)
{
    sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_LISTINGS);
    while (fits->held <= MANY_ROWS && mieni_sql_row(catalog, statement)) {
        const int64_t source = sqlite3_column_int64(statement, 0);
        if (!mieni_catalog_is_id(source))
            continue;
        const int64_t first = source << MIENI_CATALOG_ID_BITS;
        const char *paths = sqlite3_column_blob(statement, 1);
        const size_t size = paths != NULL ? (size_t)sqlite3_column_bytes(statement, 1) : 0;
        if (size > 0 && paths[size - 1] == '\0' && !add_fitting(fits, paths, size, first))
            catalog->is_out_of_memory = true;
        if (catalog->is_out_of_memory)
            break;
    }
    mieni_sql_end(statement);
    return fits->held <= MANY_ROWS;
}

static bool go_by_listings(MieniCatalog *catalog, Fits *fits, MieniCatalogClipFound *found, void *user,
                           int64_t *out_count)
{
    const bool is_done = read_listings(catalog, fits);
    bool goes_on = is_done;
    sort_fits(fits);
    for (int i = 0; i < fits->item_count; ++i) {
        goes_on = goes_on && mieni_catalog_hand_on(catalog, fits->items[i].id, found, user);
        free(fits->items[i].path);
    }
    free(fits->items);
    *out_count = is_done ? fits->count : 0;
    return is_done;
}

static int64_t count_below(MieniCatalog *catalog, const char *prefix, int64_t limit)
{
    char beyond[MIENI_PATH_ROOM + 1];
    put_beyond(prefix, beyond);
    sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_COUNT_PATHS);
    mieni_sql_text(catalog, statement, 1, prefix);
    mieni_sql_text(catalog, statement, 2, beyond);
    mieni_sql_integer(catalog, statement, 3, limit);
    return mieni_sql_number(catalog, statement);
}

/// Whether going through all listings is less work than through the paths from a prefix on.
static bool are_listings_shorter(MieniCatalog *catalog, const char *prefix)
{
    const int64_t few = mieni_catalog_clip_count(catalog) / ROW_COST;
    return prefix[0] == '\0' || count_below(catalog, prefix, few + 1) > few;
}

/// Clips by their paths, in order, from the letters on that the pattern begins with.
static void go_by_path(MieniCatalog *catalog, const char *pattern, const char *prefix, const Letters *letters,
                       int limit, MieniCatalogClipFound *found, void *user, int64_t *out_count)
{
    const size_t size = strlen(prefix);
    const bool is_all = strcmp(pattern + size, "**") == 0;
    int held = 0;
    sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_PATHS_FROM);
    mieni_sql_text(catalog, statement, 1, prefix);
    while (mieni_sql_row(catalog, statement)) {
        const char *path = mieni_sql_column(statement, 0);
        const bool is_over = strncmp(path, prefix, size) != 0;
        const bool is_enough = limit > 0 && *out_count >= limit && (is_all || held > MANY_ROWS);
        if (is_over || is_enough) {
            mieni_sql_end(statement);
            if (is_enough)
                *out_count = is_all ? count_below(catalog, prefix, INT64_MAX) : -1;
            return;
        }
        if (!is_all && (!has_letters(letters, path + size) || (++held, !mieni_path_matches(pattern, path))))
            continue;
        if (++*out_count <= limit || limit == 0)
            mieni_catalog_hand_on(catalog, sqlite3_column_int64(statement, 1), found, user);
    }
}

void mieni_catalog_clips_like(MieniCatalog *catalog, const char *pattern, int limit,
                              MieniCatalogClipFound *found, void *user, int64_t *out_count)
{
    char prefix[MIENI_PATH_ROOM];
    Letters letters;
    Fits fits = {.pattern = pattern, .prefix = prefix, .letters = &letters, .limit = limit};
    const size_t size = strcspn(pattern, "*?");
    *out_count = 0;
    if (snprintf(prefix, sizeof prefix, "%.*s", (int)size, pattern) >= (int)sizeof prefix)
        return;
    find_letters(pattern + size, &letters);
    if (letters.count > 0 && are_listings_shorter(catalog, prefix))
        choose_rarest(catalog, &letters);
    if (letters.rarest == NULL || !go_by_listings(catalog, &fits, found, user, out_count))
        go_by_path(catalog, pattern, prefix, &letters, limit, found, user, out_count);
}
