// SPDX-License-Identifier: MIT
//
// Cleans the build folder. Removes only files with the extensions of build results.

#include "project/build/sweep.h"

#include "project/build/folders.h"
#include "project/build/lists.h"
#include "project/files/derived.h"
#include "project/files/parallel.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Packs that one thread takes at a time.
enum { CHUNK = 4096 };

static bool ends_in(const char *text, const char *ending)
{
    const size_t size = strlen(text), length = strlen(ending);
    return size >= length && strcmp(text + size - length, ending) == 0;
}

/// Removes a file of the project, and folders above it that this leaves empty.
static bool remove_file(const MieniProject *project, const char *path)
{
    char folder[MIENI_PATH_ROOM];
    if (snprintf(folder, sizeof folder, "%s", path) >= (int)sizeof folder ||
        !mieni_derived_remove(project, path))
        return false;
    for (char *slash = strrchr(folder, '/');
         slash != NULL && (size_t)(slash - folder) > strlen(project->build); slash = strrchr(folder, '/')) {
        *slash = '\0';
        if (!mieni_derived_remove_folder(project, folder))
            break;
    }
    return true;
}

/// All files in a folder of the build folder; none if it is not there.
static MienStatus walk(const MieniProject *project, const char *name, MieniPaths *files,
                       MieniProblem *problem)
{
    char folder[MIENI_PATH_ROOM], full[MIENI_PATH_ROOM];
    MieniOsInfo info;
    if (!mieni_path_join(folder, project->build, name) || !mieni_project_locate(project, folder, full))
        return MIEN_OK;
    if (project->is_confined && !mieni_os_look_itself(full, &info))
        return errno == ELOOP
                   ? mieni_problem_set(problem, folder, MIEN_ERROR_FILE, mieni_nowhere(),
                                       "This is a link, but a build needs its own folder: remove it.")
                   : MIEN_OK;
    return mieni_file_exists(full)
               ? mieni_walk(project->root, folder, project->is_confined, NULL, 0, files, problem)
               : MIEN_OK;
}

/// The step that makes a note: that of the pack of its asset. folder and ending are
/// those of the note: "/bones/", ".bones".
static MieniBuildStep *find_noted(const MieniProject *project, const MieniBuildPlan *plan, const char *path,
                                  const char *folder, const char *ending)
{
    char pack[MIENI_PATH_ROOM];
    const char *name = path + strlen(project->build) + strlen(folder);
    const int size = (int)(strlen(name) - strlen(ending));
    if (snprintf(pack, sizeof pack, "%s/packs/%.*s.mien", project->build, size, name) >= (int)sizeof pack)
        return NULL;
    return mieni_build_plan_find(plan, pack);
}

/// Files are told in order: *at is the step that the search has come to.
static void sweep_file(const MieniProject *project, const MieniBuildPlan *plan,
                       const MieniBuildOptions *options, const char *path, bool *is_there, int *at,
                       MieniBuildResult *result)
{
    if (ends_in(path, ".tmp")) {
        remove_file(project, path);
    } else if (ends_in(path, ".bones")) {
        if (find_noted(project, plan, path, "/bones/", ".bones") == NULL)
            remove_file(project, path);
    } else if (ends_in(path, ".mode")) {
        if (find_noted(project, plan, path, "/modes/", ".mode") == NULL)
            remove_file(project, path);
    } else if (ends_in(path, ".mien")) {
        while (*at < plan->step_count && strcmp(plan->steps[*at].pack, path) < 0)
            ++*at;
        if (*at < plan->step_count && strcmp(plan->steps[*at].pack, path) == 0) {
            is_there[*at] = true;
        } else if (!plan->is_partial && remove_file(project, path)) {
            result->removed++;
            if (options->listen != NULL)
                options->listen(options->user, &(MieniBuildEvent){MIENI_BUILD_REMOVED, .file = path});
        }
    }
}

/// A shard that misses a pack is made due.
static void renew_shards(const MieniProject *project, const MieniBuildPlan *plan, const bool *is_there)
{
    char path[MIENI_PATH_ROOM];
    for (int i = 0; i < plan->step_count; ++i) {
        const MieniBuildStep *step = &plan->steps[i];
        if (step->shard >= 0 && !is_there[i] &&
            mieni_build_shard_path(project, step->asset, plan->clips[step->clips].shard_count, step->shard,
                                   ".done", path))
            mieni_derived_remove(project, path);
    }
}

/// Of the files in the build folder itself, those that were to replace one, or else those that say
/// that a build is running.
static void find_around(const MieniProject *project, bool is_temporary, MieniPaths *found)
{
    char path[MIENI_PATH_ROOM];
    MieniOsFolder *directory = mieni_derived_open_folder(project, project->build);
    if (directory == NULL)
        return;
    for (const char *name; (name = mieni_os_folder_next(directory)) != NULL;)
        if (ends_in(name, ".tmp") == is_temporary && (is_temporary || strncmp(name, "running", 7) == 0) &&
            mieni_path_join(path, project->build, name))
            mieni_paths_add(found, path);
    mieni_os_folder_close(directory);
}

static void sweep_temporary(const MieniProject *project)
{
    MieniPaths found = {0};
    find_around(project, true, &found);
    for (int i = 0; i < found.count; ++i)
        mieni_derived_remove(project, found.items[i]);
    mieni_paths_release(&found);
}

typedef struct PlannedSum {
    const MieniBuildPlan *plan;
    MieniPathSum *sums; ///< Of each chunk.
} PlannedSum;

static void sum_steps(void *user, int first, int end)
{
    const PlannedSum *planned = user;
    MieniPathSum sum = {0};
    for (int i = first; i < end; ++i)
        mieni_path_sum_add(&sum, planned->plan->steps[i].pack, strlen(planned->plan->steps[i].pack));
    planned->sums[first / CHUNK] = sum;
}

/// Whether there are exactly the packs that there should be, as most often; if so, they need not
/// be listed in order and compared one by one.
static bool are_as_planned(const MieniProject *project, const MieniBuildPlan *plan)
{
    const int chunks = plan->step_count / CHUNK + 1;
    PlannedSum planned = {plan, calloc((size_t)chunks, sizeof *planned.sums)};
    MieniPathSum wanted = {0}, found;
    if (planned.sums == NULL)
        return false;
    mieni_parallel(plan->step_count, CHUNK, sum_steps, &planned);
    for (int i = 0; i < chunks; ++i)
        mieni_path_sum_join(&wanted, &planned.sums[i]);
    free(planned.sums);
    return mieni_build_folders_sum(project, "packs", &found) && mieni_path_sum_equal(&wanted, &found);
}

MienStatus mieni_sweep_packs(const MieniProject *project, const MieniBuildPlan *plan,
                             const MieniBuildOptions *options, MieniBuildResult *result,
                             MieniProblem *problem)
{
    static const char *const folders[] = {"bones", "modes", "packs"};
    MieniPaths files = {0};
    bool *is_there = calloc((size_t)plan->step_count + 1, sizeof *is_there);
    MienStatus status = MIEN_OK;
    if (is_there == NULL)
        return mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    sweep_temporary(project);
    const bool is_clean = are_as_planned(project, plan);
    for (int i = 0; i < (is_clean ? 2 : 3) && status == MIEN_OK; ++i)
        status = walk(project, folders[i], &files, problem);
    for (int i = 0, at = 0; i < files.count && status == MIEN_OK; ++i)
        sweep_file(project, plan, options, files.items[i], is_there, &at, result);
    if (status == MIEN_OK && !is_clean)
        renew_shards(project, plan, is_there);
    mieni_paths_release(&files);
    free(is_there);
    return status;
}

/// Whether "16-7.stamps" in the folder of a clips asset is of a shard that there is.
static bool is_planned(const MieniProject *project, const MieniBuildPlan *plan, const char *path)
{
    const int clips = mieni_build_shard_clips(project, plan, path);
    return clips >= 0 && plan->clips[clips].shard_count > 0 &&
           atoi(strrchr(path, '/') + 1) == plan->clips[clips].shard_count;
}

void mieni_sweep_shards(const MieniProject *project, const MieniBuildPlan *plan)
{
    MieniPaths files = {0};
    if (walk(project, "shards", &files, NULL) == MIEN_OK)
        for (int i = 0; i < files.count; ++i)
            if (ends_in(files.items[i], ".tmp") || !is_planned(project, plan, files.items[i]))
                remove_file(project, files.items[i]);
    mieni_paths_release(&files);
}

/// The index of a shard by the name of its file: 7 of "16-7.stamps".
static int index_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *dash = slash != NULL ? strchr(slash, '-') : NULL;
    return dash != NULL ? atoi(dash + 1) : 0;
}

void mieni_sweep_stamps(const MieniProject *project, int part, int part_count)
{
    MieniPaths files = {0};
    if (walk(project, "shards", &files, NULL) == MIEN_OK)
        for (int i = 0; i < files.count; ++i)
            if ((ends_in(files.items[i], ".stamps") || ends_in(files.items[i], ".done")) &&
                mieni_build_is_part(index_of(files.items[i]), part, part_count))
                remove_file(project, files.items[i]);
    mieni_paths_release(&files);
}

void mieni_sweep_running(const MieniProject *project, MieniPaths *notes)
{
    find_around(project, false, notes);
}
