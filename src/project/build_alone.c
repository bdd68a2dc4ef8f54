// SPDX-License-Identifier: MIT
//
// A build where Ninja does not run our steps, as on Windows: this process takes one
// after the other. It keeps no notes of what is due, so that everything is cooked and
// what came out the same is left alone and counted as if it had not been due; of shards
// only what changed is cooked.

#include "project/build_ninja.h"

#include "project/build_shard.h"
#include "project/cook.h"

#include <string.h>

typedef struct Alone {
    const MieniProject *project;
    const MieniBuildPlan *plan;
    const MieniBuildOptions *options;
    MieniPaths targets; ///< Sorted; none: everything.
    MieniBuildResult *result;
    int done, total;
} Alone;

static void tell(const Alone *alone, MieniBuildEventKind kind, const char *file, const MieniProblem *problem)
{
    const MieniBuildEvent event = {kind, alone->done, alone->total, file, problem};
    if (alone->options->listen != NULL)
        alone->options->listen(alone->options->user, &event);
}

static bool is_cancelled(void *user)
{
    const MieniBuildOptions *options = ((const Alone *)user)->options;
    return options->is_cancelled != NULL && options->is_cancelled(options->user);
}

static void hear_failed(void *user, const MieniProblem *problem)
{
    Alone *alone = user;
    alone->result->failed++;
    alone->result->due++;
    alone->result->is_unwritten |= problem->is_write;
    tell(alone, MIENI_BUILD_ERROR, problem->file, problem);
}

static void hear_cooked(void *user, const char *member, const MieniCookResult *result)
{
    MieniBuildResult *all = ((Alone *)user)->result;
    (void)member;
    all->cached += result->is_cached;
    all->cooked += result->is_changed;
    all->due += result->is_changed;
}

static void hear_note(void *user, const char *file, const char *sentence)
{
    MieniProblem problem = {0};
    mieni_problem_set(&problem, file, MIEN_OK, sentence, "%s", "");
    tell(user, MIENI_BUILD_WARNING, file, &problem);
}

/// Whether nothing more is to be begun.
static bool is_over(Alone *alone)
{
    const int most = alone->options->failures;
    alone->result->is_cancelled |= is_cancelled(alone);
    return alone->result->is_cancelled || alone->result->is_unwritten ||
           (most > 0 && alone->result->failed >= most);
}

/// Whether this, by one of its names, is among the targets.
static bool is_wanted(const Alone *alone, const char *name, const char *asset)
{
    char pack[MIENI_PATH_ROOM];
    return alone->targets.count == 0 || mieni_paths_has(&alone->targets, name) ||
           (asset != NULL && mieni_project_pack_path(alone->project, asset, pack) &&
            mieni_paths_has(&alone->targets, pack));
}

static void end_step(Alone *alone, const char *file)
{
    alone->done++;
    alone->result->due += alone->options->dry_run;
    tell(alone, MIENI_BUILD_STEP, file, NULL);
}

static void take_step(Alone *alone, const MieniBuildStep *step)
{
    const MieniCookOptions cooking = {.member = step->member, .note = hear_note, .user = alone};
    MieniCookResult result;
    MieniProblem problem = {0};
    if (alone->options->dry_run) {
        // Nothing knows what would come out the same.
    } else if (mieni_cook(alone->project, step->asset, &cooking, &result, &problem) == MIEN_OK) {
        hear_cooked(alone, step->member, &result);
        mieni_cook_result_release(&result);
    } else {
        hear_failed(alone, &problem);
    }
    end_step(alone, step->member != NULL ? step->member : step->asset);
}

static MienStatus take_shard(Alone *alone, const char *list, MieniProblem *problem)
{
    const MieniShardOptions shard = {.cache = alone->options->cache,
                                     .cooked = hear_cooked,
                                     .failed = hear_failed,
                                     .is_cancelled = is_cancelled,
                                     .note = hear_note,
                                     .user = alone};
    int failed;
    const MienStatus status =
        alone->options->dry_run ? MIEN_OK : mieni_cook_shard(alone->project, list, &shard, &failed, problem);
    end_step(alone, list);
    return status;
}

/// 0 for skeletons, which all others may read, 2 for graphs, which ask about pose assets.
static int pass_of(const MieniBuildStep *step)
{
    return step->kind == MIENI_ASSET_SKELETON ? 0 : step->kind == MIENI_ASSET_GRAPH ? 2 : 1;
}

static void take_pass(Alone *alone, int pass, bool is_counting)
{
    for (int i = 0; i < alone->plan->step_count; ++i) {
        const MieniBuildStep *step = &alone->plan->steps[i];
        if (step->shard >= 0 || pass_of(step) != pass ||
            !is_wanted(alone, step->pack, step->member != NULL ? step->asset : NULL))
            continue;
        if (is_counting)
            alone->total++;
        else if (!is_over(alone))
            take_step(alone, step);
    }
}

static MienStatus take_shards(Alone *alone, bool is_counting, MieniProblem *problem)
{
    char list[MIENI_PATH_ROOM], done[MIENI_PATH_ROOM];
    MienStatus status = MIEN_OK;
    for (int c = 0; c < alone->plan->clips_count; ++c) {
        const MieniBuildClips *clips = &alone->plan->clips[c];
        for (int i = 0; i < clips->shard_count && status == MIEN_OK; ++i) {
            if (!mieni_build_shard_path(alone->project, clips->asset, clips->shard_count, i, ".list", list) ||
                !mieni_build_shard_path(alone->project, clips->asset, clips->shard_count, i, ".done", done) ||
                !is_wanted(alone, done, clips->asset))
                continue;
            if (is_counting)
                alone->total++;
            else if (!is_over(alone))
                status = take_shard(alone, list, problem);
        }
    }
    return status;
}

/// Whoever waits for a skeleton that failed is not tried.
static MienStatus take_all(Alone *alone, MieniProblem *problem)
{
    MienStatus status = MIEN_OK;
    for (int pass = 0; pass < 3; ++pass)
        take_pass(alone, pass, true);
    (void)take_shards(alone, true, problem);
    take_pass(alone, 0, false);
    if (alone->result->failed == 0) {
        take_pass(alone, 1, false);
        status = take_shards(alone, false, problem);
        take_pass(alone, 2, false);
    }
    alone->result->untried = alone->total - alone->done;
    return status;
}

MienStatus mieni_ninja_run(const MieniProject *project, const MieniBuildPlan *plan,
                           const MieniBuildOptions *options, const MieniPaths *targets,
                           MieniBuildResult *result, MieniProblem *problem)
{
    Alone alone = {.project = project, .plan = plan, .options = options, .result = result};
    MienStatus status = MIEN_OK;
    for (int i = 0; i < targets->count && status == MIEN_OK; ++i)
        if (!mieni_paths_add(&alone.targets, targets->items[i]))
            status =
                mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
    mieni_paths_sort(&alone.targets);
    if (status == MIEN_OK)
        status = take_all(&alone, problem);
    mieni_paths_release(&alone.targets);
    return status;
}
