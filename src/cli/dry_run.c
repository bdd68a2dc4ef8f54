// SPDX-License-Identifier: MIT

#include "cli/dry_run.h"

#include <string.h>

/// A file that was written or removed.
typedef struct DryFile {
    struct DryFile *next;
    const char *path, *bytes;
    size_t size;
    bool is_gone;
} DryFile;

typedef struct DryRun {
    MieniOverlay overlay;
    MieniArena *arena;
    DryFile *files;
} DryRun;

bool cli_is_dry_run(const CliArgs *args) { return cli_knows(args, "dry-run") && cli_has(args, "dry-run"); }

static DryFile *find_file(const DryRun *run, const char *path)
{
    DryFile *file = run->files;
    while (file != NULL && strcmp(file->path, path) != 0)
        file = file->next;
    return file;
}

static MieniOverlaid find(void *user, const char *path, const char **out_bytes, size_t *out_size)
{
    const DryFile *file = find_file(user, path);
    if (file == NULL)
        return MIENI_OVERLAID_NOT;
    *out_bytes = file->bytes;
    *out_size = file->size;
    return file->is_gone ? MIENI_OVERLAID_GONE : MIENI_OVERLAID_THERE;
}

static const char *copy(MieniArena *arena, const void *bytes, size_t size)
{
    char *copied = mieni_arena_take(arena, size + 1, 1);
    if (copied == NULL)
        return NULL;
    if (size > 0)
        memcpy(copied, bytes, size);
    copied[size] = '\0';
    return copied;
}

/// Keeps a file; NULL bytes for one that is removed.
static MienStatus keep(DryRun *run, const char *path, const void *bytes, size_t size, MieniProblem *problem)
{
    DryFile *file = find_file(run, path);
    if (file == NULL && (file = mieni_arena_take(run->arena, 1, sizeof *file)) != NULL) {
        *file = (DryFile){.next = run->files, .path = copy(run->arena, path, strlen(path))};
        if (file->path != NULL)
            run->files = file;
    }
    const char *kept = copy(run->arena, bytes, size);
    if (file == NULL || file->path == NULL || kept == NULL)
        return mieni_problem_set(problem, path, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    file->bytes = kept;
    file->size = size;
    file->is_gone = bytes == NULL;
    return MIEN_OK;
}

static MienStatus write_file(void *user, const char *path, const void *bytes, size_t size,
                             MieniProblem *problem)
{
    return keep(user, path, bytes != NULL ? bytes : "", size, problem);
}

static MienStatus remove_file(void *user, const char *path, MieniProblem *problem)
{
    return keep(user, path, NULL, 0, problem);
}

static bool list(void *user, MieniPaths *paths)
{
    const DryRun *run = user;
    for (const DryFile *file = run->files; file != NULL; file = file->next)
        if (!mieni_paths_add(paths, file->path)) // sorting removes duplicates
            return false;
    return true;
}

bool cli_dry_run_begin(const CliArgs *args, MieniProject *project)
{
    DryRun *run = mieni_arena_take(args->arena, 1, sizeof *run);
    if (run == NULL)
        return false;
    *run = (DryRun){
        .overlay = {.user = run, .find = find, .write = write_file, .remove = remove_file, .list = list},
        .arena = args->arena};
    project->overlay = &run->overlay;
    return true;
}
