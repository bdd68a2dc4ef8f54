// SPDX-License-Identifier: MIT
//
// Stamps of clean assets. A stamp is a hash of a file's size and time and of the stamps of its
// references, so that any change below it shows.

#include "catalog/linted.h"

#include "catalog/store.h"
#include "project/recipes/recipes.h"
#include "project/rename/references.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/// To be raised when lint finds more than before in what did not change.
enum { VERSION = 1 };
/// What changed so shortly ago may change again without its time showing it.
static const int64_t tick = 20000000;

/// A file of the project. Most are neither asset nor member, and only stamps of others
/// depend on them.
typedef struct File {
    uint64_t own;       ///< Hash of size and time; 0 if it is too new to tell.
    uint64_t stamp;     ///< The same with all that it names.
    uint64_t clean;     ///< The stamp with which it was clean; 0 for never.
    uint64_t clean_own; ///< Of an asset: its own hash then.
    const char *refers; ///< Of an asset: what it names, a line each; NULL before it was asked.
    bool has_own, has_stamp, is_open;
    bool is_asked, is_member, is_due, is_seen, is_unclean;
} File;

struct MieniLinted {
    const MieniProject *project;
    MieniCatalog *catalog; ///< NULL if it cannot be opened.
    MieniPaths paths;      ///< Of the project, sorted.
    File *files;           ///< In the same order.
    MieniPaths gone;       ///< Stamps of files that are not there any more.
    const char **due;      ///< Assets to look at.
    int due_count, all_count, due_files;
    MieniArena arena;
    uint64_t seed;
    int64_t now;
    bool is_out_of_memory;
};

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash ^= value + 0x9e3779b97f4a7c15u + (hash << 6) + (hash >> 2); // then a round of splitmix
    hash = (hash ^ hash >> 30) * 0xbf58476d1ce4e5b9u;
    hash = (hash ^ hash >> 27) * 0x94d049bb133111ebu;
    hash ^= hash >> 31;
    return hash != 0 ? hash : 1; // 0 says that nothing is known
}

static int compare_path(const void *key, const void *item) { return strcmp(key, *(char *const *)item); }

static File *find_file(const MieniLinted *linted, const char *path)
{
    char **at = linted->paths.count > 0 ? bsearch(path, linted->paths.items, (size_t)linted->paths.count,
                                                  sizeof *linted->paths.items, compare_path)
                                        : NULL;
    return at != NULL ? &linted->files[at - linted->paths.items] : NULL;
}

static const char *path_of(const MieniLinted *linted, const File *file)
{
    return linted->paths.items[file - linted->files];
}

static uint64_t own_of(MieniLinted *linted, File *file)
{
    char full[MIENI_PATH_ROOM];
    struct stat status;
    if (file->has_own)
        return file->own;
    file->has_own = true;
    if (!mieni_project_locate(linted->project, path_of(linted, file), full) || stat(full, &status) != 0)
        return 0;
    const int64_t time = (int64_t)status.st_mtim.tv_sec * 1000000000 + (int64_t)status.st_mtim.tv_nsec;
    if (time < linted->now - tick)
        file->own = mix(mix(linted->seed, (uint64_t)status.st_size), (uint64_t)time);
    return file->own;
}

static bool add_reference(void *user, MieniJson *object, const char *key, const char *path)
{
    (void)object, (void)key;
    mieni_text_put(user, path);
    mieni_text_put(user, "\n");
    return true;
}

/// What an asset names: as it was when it was clean, if it did not change; otherwise it
/// is read.
static void find_references(MieniLinted *linted, File *file)
{
    const char *path = path_of(linted, file);
    MieniTextOut text = {0};
    MieniAsset asset;
    if (file->refers != NULL && file->clean_own == own_of(linted, file) && file->clean_own != 0)
        return;
    if (mieni_project_load(linted->project, path, mieni_asset_kind_of_path(path), &asset, NULL) == MIEN_OK) {
        mieni_references(&asset, add_reference, &text);
        mieni_asset_release(&asset);
    }
    file->refers = mieni_arena_text(&linted->arena, text.size > 0 ? text.bytes : "", text.size);
    linted->is_out_of_memory |= text.is_out_of_memory || file->refers == NULL;
    if (file->refers == NULL)
        file->refers = "";
    mieni_text_release(&text);
}

/// 0 if it, or something that it names, is too new to tell.
static uint64_t stamp_of(MieniLinted *linted, File *file)
{
    char path[MIENI_PATH_ROOM];
    if (file->has_stamp || file->is_open) // graphs may name each other in a circle
        return file->has_stamp ? file->stamp : file->own;
    file->is_open = true;
    uint64_t stamp = own_of(linted, file);
    bool is_sure = stamp != 0;
    if (mieni_asset_kind_of_path(path_of(linted, file)) != MIENI_ASSET_NONE) {
        find_references(linted, file);
        for (const char *at = file->refers, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
            const size_t size = (size_t)(end - at);
            if (size >= sizeof path)
                continue;
            memcpy(path, at, size);
            path[size] = '\0';
            File *other = find_file(linted, path);
            const uint64_t below = other != NULL ? stamp_of(linted, other) : 1;
            is_sure = is_sure && below != 0;
            stamp = mix(stamp, below);
        }
    }
    file->is_open = false;
    file->has_stamp = true;
    file->stamp = is_sure ? stamp : 0;
    return file->stamp;
}

/// A damaged catalogue goes, and everything is looked at.
static void forget_damage(MieniLinted *linted)
{
    if (linted->catalog == NULL || mieni_catalog_status(linted->catalog, NULL) != MIEN_ERROR_DATA)
        return;
    mieni_catalog_close(linted->catalog);
    mieni_catalog_remove(linted->project);
    if (mieni_catalog_open(linted->project, NULL, &linted->catalog, NULL) != MIEN_OK)
        linted->catalog = NULL;
    for (int i = 0; i < linted->paths.count; ++i) {
        linted->files[i].clean = 0;
        linted->files[i].clean_own = 0;
        linted->files[i].refers = NULL;
    }
}

/// Stamps of before, laid beside the files of now: both are in order.
static void read_clean(MieniLinted *linted)
{
    sqlite3_stmt *statement = linted->catalog != NULL ? mieni_sql(linted->catalog, MIENI_SQL_LINTED) : NULL;
    int at = 0;
    while (statement != NULL && mieni_sql_row(linted->catalog, statement)) {
        const char *path = mieni_sql_column(statement, 0);
        while (at < linted->paths.count && strcmp(linted->paths.items[at], path) < 0)
            ++at;
        if (at == linted->paths.count || strcmp(linted->paths.items[at], path) != 0) {
            linted->is_out_of_memory |= !mieni_paths_add(&linted->gone, path);
            continue;
        }
        File *file = &linted->files[at];
        const char *refers = mieni_sql_column(statement, 3);
        file->clean = (uint64_t)sqlite3_column_int64(statement, 1);
        file->clean_own = (uint64_t)sqlite3_column_int64(statement, 2);
        if (file->clean_own != 0)
            file->refers = mieni_arena_text(&linted->arena, refers, strlen(refers));
    }
}

static void ask(MieniLinted *linted, File *file, uint64_t stamp)
{
    linted->all_count += !file->is_asked;
    file->is_asked = true;
    file->stamp = stamp;
    file->has_stamp = true;
    file->is_due = stamp == 0 || stamp != file->clean;
}

/// The files of a clips asset; true if some are to be looked at.
static bool ask_members(MieniLinted *linted, const char *path, uint64_t stamp)
{
    MieniPaths members = {0};
    bool is_due = false;
    if (mieni_clips_members(linted->project, path, &linted->paths, &members, NULL) == MIEN_OK)
        for (int i = 0; i < members.count; ++i) {
            File *file = find_file(linted, members.items[i]);
            if (file == NULL)
                continue;
            const uint64_t own = own_of(linted, file);
            file->is_member = true;
            ask(linted, file, own != 0 && stamp != 0 ? mix(stamp, own) : 0);
            is_due = is_due || file->is_due;
        }
    mieni_paths_release(&members);
    return is_due;
}

/// Which assets are to be looked at, and which files of clips assets.
static void find_due(MieniLinted *linted)
{
    linted->due = mieni_arena_take(&linted->arena, (size_t)linted->paths.count + 1, sizeof *linted->due);
    if (linted->due == NULL)
        return;
    for (int i = 0; i < linted->paths.count; ++i) {
        File *file = &linted->files[i];
        const char *path = linted->paths.items[i];
        const MieniAssetKind kind = mieni_asset_kind_of_path(path);
        if (kind == MIENI_ASSET_NONE)
            continue;
        const uint64_t stamp = stamp_of(linted, file);
        ask(linted, file, stamp);
        const bool has_due = kind == MIENI_ASSET_CLIPS && ask_members(linted, path, stamp);
        if (file->is_due || has_due)
            linted->due[linted->due_count++] = path;
    }
    for (int i = 0; i < linted->paths.count; ++i)
        linted->due_files += linted->files[i].is_due;
}

static bool wants_member(void *user, const char *member)
{
    const File *file = find_file(user, member);
    return file == NULL || file->is_due;
}

static void looked_at(void *user, const char *path, bool is_clean)
{
    File *file = find_file(user, path);
    if (file == NULL)
        return;
    file->is_seen = true;
    file->is_unclean = file->is_unclean || !is_clean;
}

/// All that decides what counts as a finding.
static uint64_t seed_of(const MieniLintOptions *options)
{
    uint64_t seed = mix(VERSION, (uint64_t)options->level);
    for (int i = 0; i < MIENI_LINT_CODES; ++i)
        seed = mix(seed, options->off[i]);
    return seed;
}

/// The project's own settings count for everything.
static void add_settings(MieniLinted *linted)
{
    File *settings = find_file(linted, "mien.json");
    if (settings == NULL)
        return;
    const uint64_t own = own_of(linted, settings);
    linted->seed = mix(linted->seed, own);
    settings->has_own = false;
}

MienStatus mieni_linted_open(const MieniProject *project, MieniLintOptions *options, MieniLinted **out_linted,
                             MieniProblem *problem)
{
    MieniLinted *linted = calloc(1, sizeof *linted);
    struct timespec now;
    *out_linted = NULL;
    if (linted == NULL)
        return mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    clock_gettime(CLOCK_REALTIME, &now);
    linted->now = (int64_t)now.tv_sec * 1000000000 + (int64_t)now.tv_nsec;
    linted->project = project;
    linted->seed = seed_of(options);
    MienStatus status = mieni_project_files(project, &linted->paths, problem);
    if (status == MIEN_OK) {
        linted->files = calloc((size_t)linted->paths.count + 1, sizeof *linted->files);
        linted->is_out_of_memory = linted->files == NULL;
        if (mieni_catalog_open(project, NULL, &linted->catalog, NULL) != MIEN_OK)
            linted->catalog = NULL; // saving says why
    }
    if (status == MIEN_OK && linted->files != NULL) {
        add_settings(linted);
        read_clean(linted);
        forget_damage(linted);
        find_due(linted);
    }
    if (status == MIEN_OK && (linted->is_out_of_memory || linted->arena.is_out_of_memory))
        status = mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    if (status != MIEN_OK) {
        mieni_linted_close(linted);
        return status;
    }
    options->files = linted->due;
    options->file_count = linted->due_count;
    options->all_files = &linted->paths;
    options->wants_member = wants_member;
    options->looked_at = looked_at;
    options->user = linted;
    *out_linted = linted;
    return MIEN_OK;
}

void mieni_linted_counts(const MieniLinted *linted, int *out_all, int *out_due)
{
    *out_all = linted->all_count;
    *out_due = linted->due_files;
}

/// Whether an asset names a path.
static bool names(const File *file, const char *path)
{
    const size_t size = strlen(path);
    for (const char *at = file->refers; at != NULL && (at = strstr(at, path)) != NULL; ++at)
        if ((at == file->refers || at[-1] == '\n') && at[size] == '\n')
            return true;
    return false;
}

/// A diagnostic belongs to the file that it names; if that is a source, to the assets that
/// use the source.
static void mark_findings(MieniLinted *linted, const MieniLintReport *report)
{
    for (int i = 0; i < report->count; ++i) {
        const char *path = report->items[i].file;
        File *about = find_file(linted, path);
        if (about != NULL)
            about->is_unclean = true;
        if (about != NULL && about->is_asked)
            continue;
        for (int d = 0; d < linted->due_count; ++d) {
            File *file = find_file(linted, linted->due[d]);
            if (file != NULL && names(file, path))
                file->is_unclean = true;
        }
    }
}

static void put_clean(MieniLinted *linted, const File *file)
{
    MieniCatalog *catalog = linted->catalog;
    sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_PUT_LINTED);
    mieni_sql_text(catalog, statement, 1, path_of(linted, file));
    mieni_sql_integer(catalog, statement, 2, (int64_t)file->stamp);
    mieni_sql_integer(catalog, statement, 3, file->refers != NULL ? (int64_t)file->own : 0);
    mieni_sql_text(catalog, statement, 4, file->refers != NULL ? file->refers : "");
    mieni_sql_run(catalog, statement);
}

static void drop_clean(MieniCatalog *catalog, const char *path)
{
    sqlite3_stmt *statement = mieni_sql(catalog, MIENI_SQL_DROP_LINTED);
    mieni_sql_text(catalog, statement, 1, path);
    mieni_sql_run(catalog, statement);
}

MienStatus mieni_linted_save(MieniLinted *linted, const MieniLintReport *report, MieniProblem *problem)
{
    MieniCatalog *catalog = linted->catalog;
    mark_findings(linted, report);
    if (catalog == NULL) // whatever was wrong with it is still
        return mieni_catalog_open(linted->project, NULL, &linted->catalog, problem);
    mieni_catalog_begin(catalog);
    for (int i = 0; i < linted->gone.count; ++i)
        drop_clean(catalog, linted->gone.items[i]);
    for (int i = 0; i < linted->paths.count; ++i) {
        const File *file = &linted->files[i];
        if (!file->is_asked || !(file->is_due || file->is_unclean))
            continue;
        if (file->is_seen && !file->is_unclean && file->stamp != 0)
            put_clean(linted, file);
        else if (file->clean != 0)
            drop_clean(catalog, linted->paths.items[i]);
    }
    const MienStatus status = mieni_catalog_end(catalog, problem);
    if (status != MIEN_ERROR_DATA)
        return status;
    forget_damage(linted); // the next time, everything is looked at
    return MIEN_OK;
}

void mieni_linted_close(MieniLinted *linted)
{
    if (linted == NULL)
        return;
    mieni_catalog_close(linted->catalog);
    mieni_paths_release(&linted->paths);
    mieni_paths_release(&linted->gone);
    mieni_arena_release(&linted->arena);
    free(linted->files);
    free(linted);
}
