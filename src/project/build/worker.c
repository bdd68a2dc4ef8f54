// SPDX-License-Identifier: MIT
//
// A worker: cooks its shards one after another.

#include "project/build/worker.h"

#include "project/build/lists.h"
#include "project/build/shard.h"
#include "project/files/derived.h"

typedef struct Worker {
    const MieniProject *project;
    const MieniBuildPlan *plan;
    const MieniBuildOptions *options;
    MieniBuildResult *result;
    int done, total; ///< Shards.
} Worker;

static void tell(const Worker *worker, MieniBuildEventKind kind, const char *file,
                 const MieniProblem *problem)
{
    if (worker->options->listen != NULL)
        worker->options->listen(worker->options->user, &(MieniBuildEvent){.kind = kind,
                                                                          .done = worker->done,
                                                                          .total = worker->total,
                                                                          .file = file,
                                                                          .problem = problem});
}

static void hear_cooked(void *user, const char *member, const MieniCookResult *result)
{
    Worker *worker = user;
    worker->result->cached += result->is_cached;
    worker->result->refused += result->is_refused;
    if (result->is_changed)
        worker->result->cooked++;
    else
        worker->result->unchanged++;
    tell(worker,
         result->is_kept     ? MIENI_BUILD_KEPT
         : result->is_cached ? MIENI_BUILD_CACHED
                             : MIENI_BUILD_COOKED,
         member, NULL);
}

static void hear_failed(void *user, const MieniProblem *problem)
{
    Worker *worker = user;
    worker->result->failed++;
    tell(worker, MIENI_BUILD_ERROR, problem->file, problem);
}

static bool is_cancelled(void *user)
{
    const MieniBuildOptions *options = ((Worker *)user)->options;
    return options->is_cancelled != NULL && options->is_cancelled(options->user);
}

static void hear_note(void *user, const char *file, const char *sentence)
{
    MieniProblem problem = {0};
    mieni_problem_set(&problem, file, MIEN_OK, mieni_nowhere(), "%s", sentence);
    tell(user, MIENI_BUILD_WARNING, file, &problem);
}

/// Waits until what is begun now is younger than a file, which this worker or another one may
/// have written a moment ago, as far as clocks of file systems tell. Otherwise stamps of the
/// first clips would not be trusted, and these compared by content the next time.
static void wait_beyond(const MieniProject *project, const char *path)
{
    const int64_t least = 30000000;
    MieniOsInfo info;
    if (!mieni_derived_look(project, path, &info))
        return;
    const int64_t left = info.time + least - mieni_os_time();
    if (left > 0)
        mieni_os_sleep(left < least ? left : least);
}

/// Clips depend on a note of their skeleton's bones, which cooking the skeleton leaves.
static MienStatus cook_skeleton(Worker *worker, const char *skeleton, MieniProblem *problem)
{
    char note[MIENI_PATH_ROOM];
    MieniCookResult result;
    const MienStatus status = mieni_cook(worker->project, skeleton, NULL, &result, problem);
    if (status != MIEN_OK)
        return status;
    mieni_cook_result_release(&result);
    if (mieni_project_bones_path(worker->project, skeleton, note))
        wait_beyond(worker->project, note);
    return MIEN_OK;
}

static MienStatus work_on_list(Worker *worker, const char *list, MieniProblem *problem)
{
    const MieniShardOptions shard = {.cache = worker->options->cache,
                                     .cache_key = worker->options->cache_key,
                                     .cooked = hear_cooked,
                                     .failed = hear_failed,
                                     .is_cancelled = is_cancelled,
                                     .note = hear_note,
                                     .user = worker};
    MieniShardCounts counts;
    const MienStatus status = mieni_cook_shard(worker->project, list, &shard, &counts, problem);
    worker->done++;
    tell(worker, MIENI_BUILD_STEP, list, NULL);
    return status;
}

static MienStatus work_on(Worker *worker, const MieniBuildClips *clips, MieniProblem *problem)
{
    const MieniBuildOptions *options = worker->options;
    MienStatus status = clips->skeleton != NULL && clips->shard_count > 0
                            ? cook_skeleton(worker, clips->skeleton, problem)
                            : MIEN_OK;
    for (int i = 0; i < clips->shard_count && status == MIEN_OK; ++i) {
        char list[MIENI_PATH_ROOM];
        if (!mieni_build_is_part(i, options->part, options->part_count) ||
            !mieni_build_shard_path(worker->project, clips->asset, clips->shard_count, i, ".list", list))
            continue;
        if (is_cancelled(worker)) {
            worker->result->is_cancelled = true;
            return MIEN_OK;
        }
        status = work_on_list(worker, list, problem);
    }
    return status;
}

static void count_part(Worker *worker)
{
    worker->result->packs = 0;
    for (int c = 0; c < worker->plan->clips_count; ++c) {
        const MieniBuildClips *clips = &worker->plan->clips[c];
        for (int i = 0; i < clips->shard_count; ++i)
            worker->total += mieni_build_is_part(i, worker->options->part, worker->options->part_count);
        for (int i = 0; i < clips->member_count && clips->shard_count > 0; ++i)
            worker->result->packs += mieni_build_is_part(worker->plan->steps[clips->members[i]].shard,
                                                         worker->options->part, worker->options->part_count);
    }
}

MienStatus mieni_build_work(const MieniProject *project, MieniBuildPlan *plan,
                            const MieniBuildOptions *options, MieniBuildResult *result, MieniProblem *problem)
{
    Worker worker = {.project = project, .plan = plan, .options = options, .result = result};
    MienStatus status = mieni_build_lists(project, plan, options->part, options->part_count, problem);
    count_part(&worker);
    for (int i = 0; i < plan->clips_count && status == MIEN_OK && !result->is_cancelled; ++i)
        status = work_on(&worker, &plan->clips[i], problem);
    return status;
}

MienStatus mieni_build_work_named(const MieniProject *project, const MieniBuildOptions *options,
                                  bool *out_is_known, MieniBuildResult *result, MieniProblem *problem)
{
    Worker worker = {.project = project, .options = options, .result = result};
    MieniPaths lists = {0};
    MienStatus status = MIEN_OK;
    *out_is_known = true;
    for (int i = 0; i < options->assets->count && *out_is_known; ++i) {
        char list[MIENI_PATH_ROOM];
        *out_is_known = mieni_build_lists_renew(project, options->assets->items[i], list) &&
                        mieni_paths_add(&lists, list);
    }
    mieni_paths_sort(&lists);
    worker.total = lists.count;
    for (int i = 0; i < lists.count && *out_is_known && status == MIEN_OK; ++i)
        status = work_on_list(&worker, lists.items[i], problem);
    result->packs = options->assets->count;
    result->is_cancelled = is_cancelled(&worker);
    mieni_paths_release(&lists);
    return status;
}
