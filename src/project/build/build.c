// SPDX-License-Identifier: MIT
//
// One build: locks the project, and first cleans up after an interrupted build.

#include "project/build/build.h"

#include "project/build/lists.h"
#include "project/build/plan.h"
#include "project/build/run.h"
#include "project/build/sweep.h"
#include "project/build/targets.h"
#include "project/build/worker.h"
#include "project/files/derived.h"
#include "project/files/os.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static void tell(const MieniBuildOptions *options, MieniBuildEventKind kind, const char *file)
{
    if (options->listen != NULL)
        options->listen(options->user, &(MieniBuildEvent){.kind = kind, .file = file});
}

static bool is_cancelled(const MieniBuildOptions *options)
{
    return options->is_cancelled != NULL && options->is_cancelled(options->user);
}

/// The path of a file of the build folder, in the project.
static bool in_build(const MieniProject *project, const char *name, char out[MIENI_PATH_ROOM])
{
    return mieni_path_join(out, project->build, name);
}

/// Takes the project's lock. Those who cook for us inherit it, so that it is free only
/// when the last of them has ended, however we end. *out_lock is -1 if cancelled.
static MienStatus take_lock(const MieniProject *project, const MieniBuildOptions *options, int *out_lock,
                            MieniProblem *problem)
{
    const bool is_shared = options->part_count > 0; // workers do not mind each other
    MieniProblem own = {0};
    *out_lock = -1;
    const int lock = mieni_derived_open_lock(project, "lock", problem != NULL ? problem : &own);
    if (lock < 0)
        return problem != NULL ? problem->error.status : own.error.status;
    if (!mieni_os_lock(lock, is_shared, false)) {
        if (options->fail_if_busy) {
            mieni_os_close(lock);
            return mieni_problem_set(problem, project->build, MIEN_ERROR_FILE, mieni_nowhere(),
                                     "Another build of this project is running.");
        }
        tell(options, MIENI_BUILD_WAITS, project->build);
        while (!mieni_os_lock(lock, is_shared, true)) {
            if (errno == EINTR && !is_cancelled(options))
                continue;
            mieni_os_close(lock);
            return MIEN_OK;
        }
    }
    *out_lock = lock;
    return MIEN_OK;
}

/// "running", or "running-1-of-4" for a worker.
static bool running_path(const MieniProject *project, const MieniBuildOptions *options,
                         char out[MIENI_PATH_ROOM])
{
    char name[64] = "running";
    if (options->part_count > 0)
        snprintf(name, sizeof name, "running-%d-of-%d", options->part + 1, options->part_count);
    return in_build(project, name, out);
}

/// Whether a build was running when its machine stopped, or on another machine. Workers ask
/// for their own part, a build for all of them.
static bool has_stopped(const MieniProject *project, const MieniBuildOptions *options, const char *boot)
{
    char path[MIENI_PATH_ROOM];
    MieniPaths notes = {0};
    MieniBuffer before;
    bool has = false;
    if (options->part_count > 0 && running_path(project, options, path))
        mieni_paths_add(&notes, path);
    else if (options->part_count == 0)
        mieni_sweep_running(project, &notes);
    for (int i = 0; i < notes.count; ++i) {
        if (mieni_derived_read(project, notes.items[i], &before, NULL) != MIEN_OK)
            continue;
        has = has || strcmp(before.bytes, boot) != 0 || strcmp(boot, "unknown\n") == 0;
        mieni_buffer_release(&before);
        if (options->part_count == 0)
            mieni_derived_remove(project, notes.items[i]);
    }
    mieni_paths_release(&notes);
    return has;
}

/// Packs are written without fsync, so if the machine stops within a build, what is
/// noted as done may not be. A file says that a build is running and in which run of
/// the machine; if it is there from another one, notes are forgotten, and every pack is
/// compared with what it should be.
static MienStatus begin_running(const MieniProject *project, const MieniBuildOptions *options,
                                MieniProblem *problem)
{
    static const char *const notes[] = {"steps", "packs.folders", "catalogue.db", "catalogue.db-journal"};
    char path[MIENI_PATH_ROOM], file[MIENI_PATH_ROOM], boot[64];
    mieni_os_boot(boot);
    if (!running_path(project, options, path))
        return MIEN_OK; // the lock had room
    if (has_stopped(project, options, boot)) {
        MieniProblem warning = {0};
        mieni_problem_set(&warning, project->build, MIEN_OK, mieni_nowhere(),
                          "The machine stopped during the last build: everything is checked again.");
        if (options->listen != NULL)
            options->listen(
                options->user,
                &(MieniBuildEvent){.kind = MIENI_BUILD_WARNING, .file = warning.file, .problem = &warning});
        for (size_t i = 0; i < sizeof notes / sizeof *notes && options->part_count == 0; ++i)
            if (in_build(project, notes[i], file))
                mieni_derived_remove(project, file);
        mieni_sweep_stamps(project, options->part, options->part_count > 0 ? options->part_count : 1);
    }
    return mieni_derived_write_safe(project, path, boot, strlen(boot), problem);
}

/// Makes safe what was written. Returns the status so far, or that this failed.
static MienStatus end_running(const MieniProject *project, const MieniBuildOptions *options, int lock,
                              bool has_written, MienStatus status, MieniProblem *problem)
{
    char path[MIENI_PATH_ROOM];
    if (!running_path(project, options, path))
        return status;
    if (has_written) { // once for all packs, instead of twice for each
        if (!mieni_os_sync_disk(lock)) {
            if (status == MIEN_OK)
                status = mieni_problem_write(problem, project->build, "Some packs may not be on disk");
            (void)mieni_derived_write(project, path, "unwritten\n", 10, NULL,
                                      NULL); // as if the machine stopped
            return status;
        }
    }
    mieni_derived_remove(project, path);
    return status;
}

/// Sweeps, and makes what is due.
static MienStatus build_all(const MieniProject *project, MieniBuildPlan *plan,
                            const MieniBuildOptions *options, int lock, MieniBuildResult *result,
                            MieniProblem *problem)
{
    MieniPaths targets = {0};
    MienStatus status = MIEN_OK;
    result->packs = plan->step_count;
    if (options->assets != NULL)
        status = mieni_build_targets(project, plan, options->assets, &targets, &result->packs, problem);
    if (status == MIEN_OK)
        status = mieni_build_lists(project, plan, 0, 1, problem);
    if (status == MIEN_OK && !options->dry_run)
        status = begin_running(project, options, problem);
    if (status == MIEN_OK && !options->dry_run)
        status = mieni_sweep_packs(project, plan, options, result, problem);
    if (status == MIEN_OK) {
        status = mieni_build_run(project, plan, options, &targets, result, problem);
        if (status == MIEN_OK && !options->dry_run && result->failed == 0 && !result->is_cancelled)
            mieni_sweep_shards(project, plan);
        const bool has_noted = status == MIEN_OK && !options->dry_run && options->built != NULL &&
                               options->built(options->user, plan);
        if (!options->dry_run)
            status = end_running(project, options, lock, result->due > 0 || has_noted, status, problem);
    }
    mieni_paths_release(&targets);
    return status;
}

static MienStatus build_part(const MieniProject *project, MieniBuildPlan *plan,
                             const MieniBuildOptions *options, int lock, MieniBuildResult *result,
                             MieniProblem *problem)
{
    MienStatus status = begin_running(project, options, problem);
    if (status == MIEN_OK) {
        status = mieni_build_work(project, plan, options, result, problem);
        status = end_running(project, options, lock, result->cooked > 0, status, problem);
    }
    return status;
}

/// Files of clips assets and nothing else, of which the last build knows the shards.
static MienStatus build_named(const MieniProject *project, const MieniBuildOptions *options, int lock,
                              bool *out_is_known, MieniBuildResult *result, MieniProblem *problem)
{
    *out_is_known = false;
    if (options->assets == NULL || options->dry_run)
        return MIEN_OK;
    for (int i = 0; i < options->assets->count; ++i)
        if (mieni_asset_kind_of_path(options->assets->items[i]) != MIENI_ASSET_NONE)
            return MIEN_OK;
    MienStatus status = begin_running(project, options, problem);
    if (status == MIEN_OK) {
        status = mieni_build_work_named(project, options, out_is_known, result, problem);
        status = end_running(project, options, lock, result->cooked > 0, status, problem);
    }
    return status;
}

/// With the lock: plans, and builds all or a part.
static MienStatus build_locked(const MieniProject *project, const MieniBuildOptions *options, int lock,
                               MieniBuildResult *result, MieniProblem *problem)
{
    MieniBuildPlan plan;
    bool is_done;
    MienStatus status = build_named(project, options, lock, &is_done, result, problem);
    if (status != MIEN_OK || is_done)
        return status;
    status = mieni_build_plan(project, &plan, problem);
    if (status != MIEN_OK)
        return status;
    status = options->part_count > 0 ? build_part(project, &plan, options, lock, result, problem)
                                     : build_all(project, &plan, options, lock, result, problem);
    mieni_build_plan_release(&plan);
    return status;
}

MienStatus mieni_build(const MieniProject *project, const MieniBuildOptions *options,
                       MieniBuildResult *out_result, MieniProblem *problem)
{
    const double begin = mieni_os_seconds();
    int lock;
    *out_result = (MieniBuildResult){0};
    MienStatus status = take_lock(project, options, &lock, problem);
    if (status == MIEN_OK && lock < 0)
        out_result->is_cancelled = true;
    if (status == MIEN_OK && lock >= 0) {
        status = build_locked(project, options, lock, out_result, problem);
        mieni_os_close(lock);
    }
    out_result->seconds = mieni_os_seconds() - begin;
    return status;
}
