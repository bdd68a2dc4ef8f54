// SPDX-License-Identifier: MIT
//
// Queries about curves and clips. Clips are found through curve sets, of which there are few, so
// that no query counts or reads a million rows.

#include "catalog/store.h"

#include "base/name_map.h"

#include <stdlib.h>
#include <string.h>

static void add_set(MieniCatalogChoice *choice, int64_t set)
{
    if (choice->count == choice->room) {
        const int room = choice->room > 0 ? 2 * choice->room : 64;
        int64_t *sets = realloc(choice->sets, sizeof *sets * (size_t)room);
        if (sets == NULL) {
            choice->is_out_of_memory = true;
            return;
        }
        choice->sets = sets;
        choice->room = room;
    }
    choice->sets[choice->count++] = set;
}

static int compare_sets(const void *a, const void *b)
{
    const int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
    return one < other ? -1 : one > other;
}

static void sort_sets(MieniCatalogChoice *choice)
{
    int kept = 0;
    if (choice->count > 0)
        qsort(choice->sets, (size_t)choice->count, sizeof *choice->sets, compare_sets);
    for (int i = 0; i < choice->count; ++i)
        if (i == 0 || choice->sets[i] != choice->sets[kept - 1])
            choice->sets[kept++] = choice->sets[i];
    choice->count = kept;
}

static bool has_set(const MieniCatalogChoice *choice, int64_t set)
{
    return choice->count > 0 &&
           bsearch(&set, choice->sets, (size_t)choice->count, sizeof set, compare_sets) != NULL;
}

/// Sets that have a curve.
static void add_sets_with(MieniCatalog *catalog, const char *curve, bool folds_case,
                          MieniCatalogChoice *choice)
{
    sqlite3_stmt *names = mieni_sql(catalog, folds_case ? MIENI_SQL_FIND_CURVE_FOLDED : MIENI_SQL_FIND_CURVE);
    mieni_sql_text(catalog, names, 1, curve);
    while (mieni_sql_row(catalog, names)) {
        sqlite3_stmt *sets = mieni_sql(catalog, MIENI_SQL_SETS_WITH);
        mieni_sql_integer(catalog, sets, 1, sqlite3_column_int64(names, 0));
        while (mieni_sql_row(catalog, sets))
            add_set(choice, sqlite3_column_int64(sets, 0));
    }
    sort_sets(choice);
}

static void count_clips(MieniCatalog *catalog, MieniCatalogChoice *choice)
{
    choice->clips = 0;
    for (int i = 0; i < choice->count; ++i) {
        sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_CLIPS_OF_SET);
        mieni_sql_integer(catalog, statement, 1, choice->sets[i]);
        choice->clips += mieni_sql_number(catalog, statement);
    }
}

void mieni_catalog_choose(MieniCatalog *catalog, const char *const *curves, int count, bool folds_case,
                          MieniCatalogChoice *choice)
{
    MieniCatalogChoice all = {0};
    for (int c = 0; c < count; ++c) {
        MieniCatalogChoice one = {0};
        add_sets_with(catalog, curves[c], folds_case, &one);
        if (c == 0) {
            all = one;
            continue;
        }
        int kept = 0;
        for (int i = 0; i < all.count; ++i)
            if (has_set(&one, all.sets[i]))
                all.sets[kept++] = all.sets[i];
        all.count = kept;
        choice->is_out_of_memory |= one.is_out_of_memory;
        mieni_catalog_choice_release(&one);
    }
    choice->is_out_of_memory |= all.is_out_of_memory;
    for (int i = 0; i < all.count; ++i)
        add_set(choice, all.sets[i]);
    sort_sets(choice);
    count_clips(catalog, choice);
    mieni_catalog_choice_release(&all);
    catalog->is_out_of_memory |= choice->is_out_of_memory;
}

/// The curves that a pose of one asset needs, by name.
static void choose_drivers(MieniCatalog *catalog, int64_t source, const char *pose, MieniNameMap *done,
                           MieniCatalogChoice *choice)
{
    MieniPaths names = {0};
    MieniTextOut key = {0};
    bool folds = false;
    sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_DRIVERS_OF);
    mieni_sql_integer(catalog, statement, 1, source);
    mieni_sql_text(catalog, statement, 2, pose);
    while (mieni_sql_row(catalog, statement)) {
        const char *name = mieni_sql_column(statement, 1);
        folds |= sqlite3_column_int(statement, 0) == MIENI_MENTION_DRIVES_FOLDED;
        mieni_text_putf(&key, "%zu:%s", strlen(name), name);
        catalog->is_out_of_memory |= !mieni_paths_add(&names, name);
    }
    mieni_text_put(&key, folds ? "~" : ".");
    catalog->is_out_of_memory |= key.is_out_of_memory;
    if (names.count > 0 && !catalog->is_out_of_memory && mieni_name_map_add(done, key.bytes, NULL))
        mieni_catalog_choose(catalog, (const char *const *)names.items, names.count, folds, choice);
    mieni_text_release(&key);
    mieni_paths_release(&names);
}

void mieni_catalog_choose_pose(MieniCatalog *catalog, const char *pose, MieniCatalogChoice *choice)
{
    MieniNameMap done = {0};
    sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_POSES_CALLED);
    mieni_sql_text(catalog, statement, 1, pose);
    while (mieni_sql_row(catalog, statement))
        choose_drivers(catalog, sqlite3_column_int64(statement, 0), pose, &done, choice);
    catalog->is_out_of_memory |= done.is_out_of_memory;
    mieni_name_map_release(&done);
}

void mieni_catalog_choice_release(MieniCatalogChoice *choice)
{
    free(choice->sets);
    *choice = (MieniCatalogChoice){0};
}

/// Hands a row on: path, seconds, bytes, tracks, id, curve_set.
static bool hand_on(MieniCatalog *catalog, sqlite3_stmt *row, MieniCatalogClipFound *found, void *user)
{
    MieniCatalogClip clip = {.path = mieni_sql_column(row, 0),
                             .asset = "",
                             .seconds = sqlite3_column_double(row, 1),
                             .bytes = sqlite3_column_int64(row, 2),
                             .track_count = sqlite3_column_int(row, 3)};
    sqlite3_stmt *size = mieni_sql(catalog, MIENI_SQL_SIZE_OF_SET);
    mieni_sql_integer(catalog, size, 1, sqlite3_column_int64(row, 5));
    clip.curve_count = (int)mieni_sql_number(catalog, size);
    sqlite3_stmt *asset = mieni_sql(catalog, MIENI_SQL_ASSET_OF_SOURCE);
    mieni_sql_integer(catalog, asset, 1, sqlite3_column_int64(row, 4) >> MIENI_CATALOG_ID_BITS);
    if (mieni_sql_row(catalog, asset))
        clip.asset = mieni_sql_column(asset, 0);
    const bool goes_on = catalog->error == SQLITE_OK && found(user, &clip);
    mieni_sql_end(asset);
    return goes_on;
}

/// A clip among the first so far.
typedef struct First {
    char *path;
    int64_t id;
} First;

static int compare_first(const void *a, const void *b)
{
    return strcmp(((const First *)a)->path, ((const First *)b)->path);
}

/// Puts the first clips of a set among the first of all: what lies behind the last of
/// these is not even read.
static void merge_set(MieniCatalog *catalog, int64_t set, int limit, const MieniCatalogWanted *wanted,
                      First *firsts, int *count)
{
    const bool is_full = *count == limit;
    sqlite3_stmt *statement =
        mieni_sql(catalog, is_full ? MIENI_SQL_FIRST_OF_SET : MIENI_SQL_FIRST_OF_SET_OPEN);
    mieni_sql_integer(catalog, statement, 1, set);
    if (is_full)
        mieni_sql_text(catalog, statement, 2, firsts[limit - 1].path);
    mieni_sql_integer(catalog, statement, is_full ? 3 : 2, wanted == NULL ? limit : -1);
    int total = *count;
    while (mieni_sql_row(catalog, statement)) { // there is room for twice the limit
        const char *path = mieni_sql_column(statement, 0);
        const int64_t id = sqlite3_column_int64(statement, 1);
        if (wanted != NULL && !wanted->is_wanted(wanted->user, id))
            continue;
        char *copy = malloc(strlen(path) + 1);
        catalog->is_out_of_memory |= copy == NULL;
        if (copy != NULL) {
            strcpy(copy, path);
            firsts[total++] = (First){copy, id};
        }
        if (copy == NULL || total - *count == limit) {
            mieni_sql_end(statement);
            break;
        }
    }
    if (total > *count)
        qsort(firsts, (size_t)total, sizeof *firsts, compare_first);
    for (; total > limit; --total)
        free(firsts[total - 1].path);
    *count = total;
}

bool mieni_catalog_hand_on(MieniCatalog *catalog, int64_t id, MieniCatalogClipFound *found, void *user)
{
    sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_CLIP_BY_ID);
    mieni_sql_integer(catalog, statement, 1, id);
    const bool goes_on = !mieni_sql_row(catalog, statement) || hand_on(catalog, statement, found, user);
    mieni_sql_end(statement);
    return goes_on;
}

void mieni_catalog_clips(MieniCatalog *catalog, const MieniCatalogChoice *choice, int limit,
                         MieniCatalogClipFound *found, void *user)
{
    if (limit == 0) {
        sqlite3_stmt *statement = choice->count > 0 ? mieni_sql(catalog, MIENI_SQL_CLIPS_BY_PATH) : NULL;
        while (mieni_sql_row(catalog, statement))
            if (has_set(choice, sqlite3_column_int64(statement, 5)) &&
                !hand_on(catalog, statement, found, user)) {
                mieni_sql_end(statement);
                return;
            }
        return;
    }
    mieni_catalog_firsts(catalog, choice, limit, NULL, found, user);
}

void mieni_catalog_firsts(MieniCatalog *catalog, const MieniCatalogChoice *choice, int limit,
                          const MieniCatalogWanted *wanted, MieniCatalogClipFound *found, void *user)
{
    int count = 0;
    First *firsts = calloc(2 * (size_t)limit, sizeof *firsts);
    if (firsts == NULL) {
        catalog->is_out_of_memory = true;
        return;
    }
    for (int i = 0; i < choice->count && !catalog->is_out_of_memory; ++i)
        merge_set(catalog, choice->sets[i], limit, wanted, firsts, &count);
    for (int i = 0; i < count; ++i)
        if (!mieni_catalog_hand_on(catalog, firsts[i].id, found, user))
            break;
    for (int i = 0; i < count; ++i)
        free(firsts[i].path);
    free(firsts);
}

void mieni_catalog_clip_curves(MieniCatalog *catalog, const char *path, MieniCatalogNameFound *found,
                               void *user)
{
    sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_CURVES_OF_CLIP);
    mieni_sql_text(catalog, statement, 1, path);
    bool goes_on = true;
    while (goes_on && mieni_sql_row(catalog, statement))
        goes_on = found(user, mieni_sql_column(statement, 0));
    if (!goes_on)
        mieni_sql_end(statement);
}

int64_t mieni_catalog_clip_count(MieniCatalog *catalog)
{
    return mieni_sql_number(catalog, mieni_sql(catalog, MIENI_SQL_ALL_CLIPS));
}
