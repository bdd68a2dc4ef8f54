// SPDX-License-Identifier: MIT
//
// Queries about clip collections with too many files to list.

#include "catalog/store.h"

#include "project/build/build.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// Which of some clips assets the files of facts belong to, by their ids.
typedef struct Owners {
    int *items; ///< Index + 1.
    int64_t count;
} Owners;

static bool grow(Owners *owners, int64_t id)
{
    if (id < owners->count)
        return true;
    const int64_t count = id + id / 2 + 64;
    int *items = realloc(owners->items, sizeof *items * (size_t)count);
    if (items == NULL)
        return false;
    memset(items + owners->count, 0, sizeof *items * (size_t)(count - owners->count));
    *owners = (Owners){items, count};
    return true;
}

static Owners find_owners(MieniCatalog *catalog, const char *const *assets, int asset_count)
{
    Owners owners = {0};
    for (int i = 0; i < asset_count; ++i) {
        sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_SOURCES_OF);
        mieni_sql_text(catalog, statement, 1, assets[i]);
        while (mieni_sql_row(catalog, statement)) {
            const int64_t id = sqlite3_column_int64(statement, 0);
            if (!mieni_catalog_is_id(id) || !grow(&owners, id)) {
                catalog->is_out_of_memory = true;
                mieni_sql_end(statement);
                return owners;
            }
            owners.items[id] = i + 1;
        }
    }
    return owners;
}

/// The asset of a clip, or -1.
static int owner_of(const Owners *owners, int64_t clip)
{
    const int64_t source = clip >> MIENI_CATALOG_ID_BITS;
    return source >= 0 && source < owners->count ? owners->items[source] - 1 : -1;
}

void mieni_catalog_clips_of(MieniCatalog *catalog, const char *const *assets, int asset_count, int limit,
                            MieniCatalogFits *fits, MieniCatalogClipFound *found, void *user,
                            int64_t *out_counts)
{
    Owners owners = find_owners(catalog, assets, asset_count);
    memset(out_counts, 0, sizeof *out_counts * (size_t)asset_count);
    sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_ALL_PATHS);
    while (!catalog->is_out_of_memory && mieni_sql_row(catalog, statement)) {
        const int64_t id = sqlite3_column_int64(statement, 1);
        const int owner = owner_of(&owners, id);
        const MieniCatalogFit fit = owner >= 0 ? fits(user, mieni_sql_column(statement, 0)) : MIENI_FIT_NOT;
        if (fit == MIENI_FIT_STOP)
            break;
        if (fit == MIENI_FIT && ++out_counts[owner] <= limit &&
            !mieni_catalog_hand_on(catalog, id, found, user))
            break;
    }
    mieni_sql_end(statement);
    free(owners.items);
}

typedef struct Sets {
    int64_t *counts; ///< Of clips, by the set's id.
    int64_t count;
} Sets;

static void count_set(MieniCatalog *catalog, Sets *sets, int64_t set, int64_t clips)
{
    if (!mieni_catalog_is_id(set))
        return;
    if (set >= sets->count) {
        const int64_t count = set + set / 2 + 64;
        int64_t *counts = realloc(sets->counts, sizeof *counts * (size_t)count);
        if (counts == NULL) {
            catalog->is_out_of_memory = true;
            return;
        }
        memset(counts + sets->count, 0, sizeof *counts * (size_t)(count - sets->count));
        *sets = (Sets){counts, count};
    }
    sets->counts[set] += clips;
}

/// How many clips of some assets have each set of curves.
static Sets count_sets(MieniCatalog *catalog, const Owners *owners)
{
    Sets sets = {0};
    for (int64_t source = 0; source < owners->count && !catalog->is_out_of_memory; ++source) {
        if (owners->items[source] == 0)
            continue;
        const int64_t first = source << MIENI_CATALOG_ID_BITS;
        sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_SETS_OF_CLIPS);
        mieni_sql_integer(catalog, statement, 1, first);
        mieni_sql_integer(catalog, statement, 2, first + (1 << MIENI_CATALOG_ID_BITS) - 1);
        while (mieni_sql_row(catalog, statement))
            count_set(catalog, &sets, sqlite3_column_int64(statement, 0), sqlite3_column_int64(statement, 1));
    }
    return sets;
}

static bool is_owned(void *user, int64_t clip) { return owner_of(user, clip) >= 0; }

/// The chosen sets that clips of an asset have, and in *out_count how many clips those are.
static MieniCatalogChoice narrow(MieniCatalog *catalog, const MieniCatalogChoice *choice, const Sets *sets,
                                 int64_t *out_count)
{
    MieniCatalogChoice own = {.sets = malloc(sizeof *own.sets * (size_t)(choice->count + 1))};
    catalog->is_out_of_memory |= own.sets == NULL;
    for (int i = 0; own.sets != NULL && i < choice->count; ++i) {
        const int64_t set = choice->sets[i], clips = set >= 0 && set < sets->count ? sets->counts[set] : 0;
        if (clips > 0)
            own.sets[own.count++] = set;
        *out_count += clips;
    }
    return own;
}

void mieni_catalog_chosen_of(MieniCatalog *catalog, const MieniCatalogChoice *choice,
                             const char *const *assets, int asset_count, int limit,
                             MieniCatalogClipFound *found, void *user, int64_t *out_counts)
{
    memset(out_counts, 0, sizeof *out_counts * (size_t)asset_count);
    for (int i = 0; i < asset_count && choice->count > 0; ++i) {
        Owners owners = find_owners(catalog, &assets[i], 1);
        Sets sets = count_sets(catalog, &owners);
        MieniCatalogChoice own = narrow(catalog, choice, &sets, &out_counts[i]);
        if (limit > 0)
            mieni_catalog_firsts(catalog, &own, limit, &(MieniCatalogWanted){is_owned, &owners}, found, user);
        mieni_catalog_choice_release(&own);
        free(sets.counts);
        free(owners.items);
    }
}

void mieni_catalog_curves_of(MieniCatalog *catalog, const char *const *assets, int asset_count,
                             MieniCatalogCurveFound *found, void *user)
{
    Owners owners = find_owners(catalog, assets, asset_count);
    Sets sets = count_sets(catalog, &owners);
    MieniTextOut name = {0};
    int64_t clips = 0;
    bool goes_on = !catalog->is_out_of_memory;
    sqlite3_stmt *statement = goes_on ? mieni_sql(catalog, MIENI_SQL_CURVES_IN_SETS) : NULL;
    while (goes_on && mieni_sql_row(catalog, statement)) {
        const char *next = mieni_sql_column(statement, 0);
        const int64_t set = sqlite3_column_int64(statement, 1);
        if (name.bytes == NULL || strcmp(name.bytes, next) != 0) {
            goes_on = clips == 0 || found(user, name.bytes, clips);
            mieni_text_release(&name);
            mieni_text_put(&name, next);
            clips = 0;
            catalog->is_out_of_memory |= name.is_out_of_memory;
            goes_on = goes_on && !name.is_out_of_memory;
        }
        clips += set >= 0 && set < sets.count ? sets.counts[set] : 0;
    }
    mieni_sql_end(statement);
    if (goes_on && clips > 0)
        found(user, name.bytes, clips);
    mieni_text_release(&name);
    free(sets.counts);
    free(owners.items);
}

/// Whether a manifest is the one that facts were taken from.
static bool is_same(MieniCatalog *catalog, const MieniProject *project, const char *path)
{
    char file[MIENI_PATH_ROOM];
    struct stat status;
    const bool is_there = mieni_project_locate(project, path, file) && stat(file, &status) == 0;
    sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_SOURCE_LIKE);
    mieni_sql_text(catalog, statement, 1, path);
    if (!mieni_sql_row(catalog, statement))
        return !is_there;
    const int64_t size = sqlite3_column_int64(statement, 0), time = sqlite3_column_int64(statement, 1);
    mieni_sql_end(statement);
    // One that was read in the moment it was written has no time.
    return is_there && size == (int64_t)status.st_size &&
           (time < 0 ||
            time == (int64_t)status.st_mtim.tv_sec * 1000000000 + (int64_t)status.st_mtim.tv_nsec);
}

bool mieni_catalog_is_current(MieniCatalog *catalog, const MieniProject *project, const char *asset,
                              int shard_count)
{
    char path[MIENI_PATH_ROOM];
    for (int i = 0; i < shard_count; ++i)
        if (!mieni_build_shard_path(project, asset, shard_count, i, ".manifest", path) ||
            !is_same(catalog, project, path))
            return false;
    return true;
}
