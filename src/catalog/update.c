// SPDX-License-Identifier: MIT
//
// Updates the asset index: which files have facts, and which of them changed.

#include "catalog/facts.h"

#include "project/build/build.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/// What changed so shortly before it was read may change again without its time showing it.
static const int64_t tick = 20000000;
/// If this many shards or more are read, indices are made at the end, which is faster.
enum { MANY_SHARDS = 512 };

typedef struct Update {
    MieniCatalog *catalog;
    const MieniProject *project;
    MieniArena arena;
    MieniCatalogSource *sources; ///< Known ones, then new ones.
    int count, room;
    MieniNameMap by_path; ///< Index + 1.
    int64_t last_id, now;
    int due, due_shards, gone;
    bool has_graphs; ///< Some graph changed, came or went.
    bool is_cancelled;
} Update;

static const char *keep(Update *update, const char *text)
{
    const char *copy = mieni_arena_text(&update->arena, text, strlen(text));
    if (copy == NULL)
        update->catalog->is_out_of_memory = true;
    return copy;
}

static MieniCatalogSource *add_source(Update *update, const char *path)
{
    if (update->count == update->room) {
        const int room = update->room > 0 ? 2 * update->room : 1024;
        MieniCatalogSource *sources = realloc(update->sources, sizeof *sources * (size_t)room);
        if (sources == NULL) {
            update->catalog->is_out_of_memory = true;
            return NULL;
        }
        update->sources = sources;
        update->room = room;
    }
    MieniCatalogSource *source = &update->sources[update->count++];
    *source = (MieniCatalogSource){.path = keep(update, path), .clip = "", .asset = ""};
    mieni_name_map_add(&update->by_path, path, (void *)(intptr_t)update->count);
    if (update->by_path.is_out_of_memory)
        update->catalog->is_out_of_memory = true;
    return update->catalog->is_out_of_memory ? NULL : source;
}

static void read_known(Update *update)
{
    sqlite3_stmt *statement = mieni_sql(update->catalog, MIENI_SQL_SOURCES);
    while (mieni_sql_row(update->catalog, statement)) {
        MieniCatalogSource *source = add_source(update, mieni_sql_column(statement, 1));
        if (source == NULL) {
            mieni_sql_end(statement);
            return;
        }
        source->id = sqlite3_column_int64(statement, 0);
        source->kind = sqlite3_column_int(statement, 2);
        source->size = sqlite3_column_int64(statement, 3);
        source->time = sqlite3_column_int64(statement, 4);
        source->is_known = true;
        if (source->id > update->last_id)
            update->last_id = source->id;
    }
}

/// A file that there should be facts of; false if it is not there.
static bool want(Update *update, const char *path, int kind, const char *clip, const char *asset)
{
    char file[MIENI_PATH_ROOM];
    struct stat status;
    if (!mieni_project_locate(update->project, path, file) || stat(file, &status) != 0)
        return false;
    const int64_t size = (int64_t)status.st_size;
    const int64_t time = (int64_t)status.st_mtim.tv_sec * 1000000000 + (int64_t)status.st_mtim.tv_nsec;
    const intptr_t known = (intptr_t)mieni_name_map_get(&update->by_path, path);
    MieniCatalogSource *source = known > 0 ? &update->sources[known - 1] : add_source(update, path);
    if (source == NULL || source->is_there)
        return true;
    source->is_there = true;
    source->clip = clip;
    source->asset = asset;
    source->is_due =
        !source->is_known || source->kind != kind || source->size != size || source->time != time;
    if (!source->is_due)
        return true;
    source->kind = kind;
    source->size = size;
    source->time = time < update->now - tick ? time : -1;
    update->due++;
    update->due_shards += kind == MIENI_CATALOG_MANIFEST;
    update->has_graphs |= kind == MIENI_CATALOG_ASSET + MIENI_ASSET_GRAPH;
    return true;
}

/// The manifests of clips that are cooked in shards; which of them are there.
static bool *want_shards(Update *update, const MieniBuildClips *clips)
{
    char path[MIENI_PATH_ROOM];
    bool *is_there = calloc((size_t)clips->shard_count + 1, sizeof *is_there);
    if (is_there == NULL)
        update->catalog->is_out_of_memory = true;
    for (int i = 0; is_there != NULL && i < clips->shard_count; ++i)
        is_there[i] =
            mieni_build_shard_path(update->project, clips->asset, clips->shard_count, i, ".manifest", path) &&
            want(update, path, MIENI_CATALOG_MANIFEST, "", clips->asset);
    return is_there;
}

/// Clips that no manifest tells of, pack by pack.
static void want_packs(Update *update, const MieniBuildPlan *plan, bool *const *shards)
{
    for (int i = 0; i < plan->step_count && !update->catalog->is_out_of_memory; ++i) {
        const MieniBuildStep *step = &plan->steps[i];
        if (step->clips >= 0 && step->shard >= 0 && shards[step->clips] != NULL &&
            shards[step->clips][step->shard])
            continue;
        if (step->kind == MIENI_ASSET_CLIP)
            want(update, step->pack, MIENI_CATALOG_PACK, step->asset, "");
        else if (step->kind == MIENI_ASSET_CLIPS)
            want(update, step->pack, MIENI_CATALOG_PACK, step->member, step->asset);
    }
}

static void want_assets(Update *update, const MieniPaths *files)
{
    for (int i = 0; i < files->count; ++i) {
        const MieniAssetKind kind = mieni_asset_kind_of_path(files->items[i]);
        if (kind == MIENI_ASSET_SKELETON || kind == MIENI_ASSET_MESH || kind == MIENI_ASSET_POSES ||
            kind == MIENI_ASSET_GRAPH || kind == MIENI_ASSET_CHARACTER || kind == MIENI_ASSET_MAP)
            want(update, files->items[i], MIENI_CATALOG_ASSET + (int)kind, "", "");
    }
}

static void want_all(Update *update, const MieniBuildPlan *plan)
{
    bool **shards = calloc((size_t)plan->clips_count + 1, sizeof *shards);
    if (shards == NULL) {
        update->catalog->is_out_of_memory = true;
        return;
    }
    for (int i = 0; i < plan->clips_count; ++i)
        if (plan->clips[i].shard_count > 0)
            shards[i] = want_shards(update, &plan->clips[i]);
    want_packs(update, plan, shards);
    want_assets(update, &plan->files);
    for (int i = 0; i < plan->clips_count; ++i)
        free(shards[i]);
    free(shards);
}

/// What a graph says depends on its parents, so that all are read again or none. And
/// what is not there any more goes.
static void find_gone(Update *update)
{
    for (int i = 0; i < update->count; ++i) {
        const MieniCatalogSource *source = &update->sources[i];
        if (source->is_there)
            continue;
        update->gone++;
        update->has_graphs |= source->kind == MIENI_CATALOG_ASSET + MIENI_ASSET_GRAPH;
    }
    for (int i = 0; update->has_graphs && i < update->count; ++i) {
        MieniCatalogSource *source = &update->sources[i];
        if (source->kind == MIENI_CATALOG_ASSET + MIENI_ASSET_GRAPH && source->is_there && !source->is_due) {
            source->is_due = true;
            update->due++;
        }
    }
}

/// Sets and names that no clip has any more.
static void tidy(MieniCatalog *catalog)
{
    mieni_sql_do(catalog, "DELETE FROM curve_set WHERE clips <= 0;"
                          "DELETE FROM curve_in_set WHERE curve_set NOT IN (SELECT id FROM curve_set);"
                          "DELETE FROM curve WHERE id NOT IN (SELECT curve FROM curve_in_set)");
}

/// Tells how far it is, and asks whether to go on.
static bool go_on(Update *update, int done)
{
    const MieniCatalogOptions *options = &update->catalog->options;
    if (options->progress != NULL)
        options->progress(options->user, (double)done / (double)update->due);
    update->is_cancelled = options->is_cancelled != NULL && options->is_cancelled(options->user);
    return !update->is_cancelled;
}

static MienStatus write_rows(Update *update, MieniProblem *problem)
{
    MieniCatalog *catalog = update->catalog;
    MieniCatalogWriter writer = {.catalog = catalog, .project = update->project};
    const bool is_much = update->due_shards >= MANY_SHARDS;
    int done = 0;
    mieni_catalog_begin(catalog);
    if (is_much)
        mieni_catalog_drop_indices(catalog);
    for (int i = 0; i < update->count; ++i) {
        MieniCatalogSource *source = &update->sources[i];
        if (source->is_known && (source->is_due || !source->is_there))
            mieni_catalog_drop_facts(&writer, source);
    }
    for (int i = 0; i < update->count && catalog->error == SQLITE_OK && !catalog->is_out_of_memory; ++i) {
        MieniCatalogSource *source = &update->sources[i];
        if (!source->is_due)
            continue;
        if (!source->is_known)
            source->id = ++update->last_id;
        mieni_catalog_put_facts(&writer, source);
        if (!go_on(update, ++done))
            break;
    }
    if (is_much && !update->is_cancelled)
        mieni_catalog_make_indices(catalog);
    if (writer.has_dropped_clips)
        tidy(catalog);
    mieni_catalog_writer_release(&writer);
    if (update->is_cancelled) {
        mieni_sql_do(catalog, "ROLLBACK");
        return mieni_catalog_status(catalog, problem);
    }
    return mieni_catalog_end(catalog, problem);
}

MienStatus mieni_catalog_update(MieniCatalog *catalog, const MieniProject *project,
                                const MieniBuildPlan *plan, MieniCatalogChanges *out_changes,
                                MieniProblem *problem)
{
    Update update = {.catalog = catalog, .project = project};
    struct timespec now;
    MienStatus status;
    clock_gettime(CLOCK_REALTIME, &now);
    update.now = (int64_t)now.tv_sec * 1000000000 + (int64_t)now.tv_nsec;
    read_known(&update);
    want_all(&update, plan);
    find_gone(&update);
    *out_changes = (MieniCatalogChanges){.read = update.due, .removed = update.gone};
    if (catalog->is_out_of_memory)
        status = mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    else if (catalog->error != SQLITE_OK || update.due + update.gone == 0)
        status = mieni_catalog_status(catalog, problem);
    else
        status = write_rows(&update, problem);
    out_changes->is_cancelled = update.is_cancelled;
    mieni_name_map_release(&update.by_path);
    mieni_arena_release(&update.arena);
    free(update.sources);
    return status;
}

MienStatus mieni_catalog_refresh(const MieniProject *project, const MieniBuildPlan *plan,
                                 const MieniCatalogOptions *options, MieniCatalogChanges *out_changes,
                                 MieniProblem *problem)
{
    MieniBuildPlan own = {0};
    MienStatus status = MIEN_OK;
    *out_changes = (MieniCatalogChanges){0};
    if (plan == NULL)
        status = mieni_build_plan(project, &own, problem);
    for (int turn = 0; turn < 2 && status == MIEN_OK; ++turn) {
        MieniCatalog *catalog;
        status = mieni_catalog_open(project, options, &catalog, problem);
        if (status != MIEN_OK)
            break;
        status = mieni_catalog_update(catalog, project, plan != NULL ? plan : &own, out_changes, problem);
        mieni_catalog_close(catalog);
        if (status != MIEN_ERROR_DATA || turn > 0)
            break;
        mieni_catalog_remove(project);
        status = MIEN_OK;
    }
    if (plan == NULL)
        mieni_build_plan_release(&own);
    return status;
}
