// SPDX-License-Identifier: MIT
//
// Cooks the packs that are due.

#include "project/build/run.h"

#include "project/build/due.h"
#include "project/build/notes.h"
#include "project/build/pool.h"
#include "project/build/shard.h"
#include "project/files/os.h"
#include "project/files/parallel.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STAGES = 3, SHARDS_AT_A_TIME = 16 };

/// What is to be done: a step, or a shard of a clips asset.
typedef struct Item {
    int step;
    int clips, shard; ///< If step is -1.
    int count;        ///< Packs.
    int heard;        ///< Of a shard: members that were answered so far.
    bool is_failed;
} Item;

typedef struct Run {
    const MieniProject *project;
    const MieniBuildPlan *plan;
    const MieniBuildOptions *options;
    MieniBuildResult *result;
    MieniPaths targets;  ///< Sorted; none: everything.
    MieniPaths broken;   ///< Files in which a problem was found, in any order.
    MieniPaths changing; ///< In a dry run: notes that steps which are due might change.
    MieniNotes notes;
    Item *items; ///< Of this stage.
    int item_count, next;
    int done, total;
    MienStatus status;
    MieniProblem problem; ///< If status is not MIEN_OK.
} Run;

static MienStatus no_memory(MieniProblem *problem)
{
    return mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static void tell(const Run *run, MieniBuildEventKind kind, const char *file, const MieniProblem *problem)
{
    const MieniBuildEvent event = {kind, run->done, run->total, file, problem};
    if (run->options->listen != NULL)
        run->options->listen(run->options->user, &event);
}

static bool is_broken(const Run *run, const char *file)
{
    for (int i = 0; i < run->broken.count; ++i)
        if (strcmp(run->broken.items[i], file) == 0)
            return true;
    return false;
}

/// An asset that names a broken one is not tried, and that is told once, of the broken one.
static void hear_failure(Run *run, const MieniProblem *problem)
{
    if (is_broken(run, problem->file)) {
        run->result->untried++;
        return;
    }
    if (problem->file[0] != '\0')
        mieni_paths_add(&run->broken, problem->file);
    run->result->failed++;
    run->result->is_unwritten |= problem->is_write;
    tell(run, MIENI_BUILD_ERROR, problem->file, problem);
}

static MienStatus status_of_name(const char *name)
{
    for (int status = MIEN_OK + 1; status < 64; ++status)
        if (strcmp(mien_status_name((MienStatus)status), name) == 0)
            return (MienStatus)status;
    return MIEN_ERROR_DATA;
}

static int count_of(const MieniJson *object, const char *key)
{
    const double number = mieni_json_get_number(object, key, 0.0);
    return number > 0.0 && number <= (double)INT_MAX ? (int)number : 0;
}

static void hear_error(Run *run, Item *item, const MieniJson *error)
{
    MieniProblem problem = {0};
    const MienStatus status = status_of_name(mieni_json_get_string(error, "status", ""));
    MieniLocation location = mieni_at("%s", mieni_json_get_string(error, "location", ""));
    location.line = count_of(error, "line");
    location.column = count_of(error, "column");
    mieni_problem_set(&problem, mieni_json_get_string(error, "file", ""), status, location, "%s",
                      mieni_json_get_string(error, "message", ""));
    problem.is_write = mieni_json_get_bool(error, "write", false);
    item->is_failed = true;
    if (status != MIEN_ERROR_CANCELLED)
        hear_failure(run, &problem);
}

static void hear_warning(const Run *run, const MieniJson *warning)
{
    MieniProblem problem = {0};
    mieni_problem_set(&problem, mieni_json_get_string(warning, "file", ""), MIEN_OK, mieni_nowhere(), "%s",
                      mieni_json_get_string(warning, "message", ""));
    tell(run, MIENI_BUILD_WARNING, problem.file, &problem);
}

static void hear_note(Run *run, const char *text)
{
    if (run->status == MIEN_OK)
        run->status = mieni_notes_append(&run->notes, text, strlen(text), &run->problem);
}

/// Members of a shard are told one by one; those that are up to date with its end.
static void hear_member(Run *run, Item *item, const MieniJson *answer)
{
    const char *file = mieni_json_get_string(answer, "file", "");
    if (item->step >= 0 || item->heard == item->count)
        return;
    item->heard++;
    run->done++;
    tell(run, MIENI_BUILD_STEP, file, NULL);
}

static void hear_line(void *user, int index, const char *line)
{
    Run *run = user;
    Item *item = &run->items[index];
    MieniJsonDocument document;
    if (mieni_json_read(&document, line, strlen(line), NULL, NULL) != MIEN_OK)
        return;
    const MieniJson *error = mieni_json_get(document.root, "error");
    const MieniJson *warning = mieni_json_get(document.root, "warning");
    const MieniJson *changed = mieni_json_get(document.root, "changed");
    const char *note = mieni_json_get_string(document.root, "note", NULL);
    if (error != NULL)
        hear_error(run, item, error);
    else if (warning != NULL)
        hear_warning(run, warning);
    else if (note != NULL)
        hear_note(run, note);
    run->result->cached += mieni_json_get_bool(document.root, "cached", false);
    run->result->refused += mieni_json_get_bool(document.root, "refused", false);
    run->result->untried += count_of(document.root, "untried");
    if (changed != NULL && changed->boolean)
        run->result->cooked++;
    else if (changed != NULL && !mieni_json_get_bool(document.root, "kept", false))
        run->result->unchanged++;
    if (changed != NULL || error != NULL)
        hear_member(run, item, error != NULL ? error : document.root);
    mieni_json_release(&document);
}

/// What an item is about, for people.
static const char *subject(const Run *run, const Item *item)
{
    return item->step >= 0 ? run->plan->steps[item->step].asset : run->plan->clips[item->clips].asset;
}

/// A worker crashed. Of a shard, the members that were not answered are not tried.
static void hear_loss(Run *run, const Item *item)
{
    MieniProblem problem = {0};
    mieni_problem_set(&problem, subject(run, item), MIEN_ERROR_DATA, mieni_nowhere(),
                      item->step >= 0
                          ? "Cooking ended without a result: run \"mien cook\" on it."
                          : "Cooking a clip of this collection ended without a result: run "
                            "\"mien build --shard 1/1 --verbose\", which lists clips as it goes.");
    hear_failure(run, &problem);
}

static void hear_end(void *user, int index, bool is_lost)
{
    Run *run = user;
    const Item *item = &run->items[index];
    run->done += item->count - item->heard;
    if (is_lost && (item->step < 0 || !item->is_failed))
        hear_loss(run, item);
    if (item->step < 0 && (is_lost || run->result->is_unwritten))
        run->result->untried += item->count - item->heard;
    tell(run, MIENI_BUILD_STEP, subject(run, item), NULL);
}

/// Whether nothing more is to be begun.
static bool is_over(const Run *run)
{
    const int most = run->options->failures;
    return run->status != MIEN_OK || run->result->is_unwritten || (most > 0 && run->result->failed >= most);
}

/// Puts the members of a shard that are among the targets, with a tab before each; nothing if all are.
static void put_members(const Run *run, const Item *item, MieniTextOut *out)
{
    const MieniBuildClips *clips = &run->plan->clips[item->clips];
    char pack[MIENI_PATH_ROOM];
    if (run->targets.count == 0 ||
        (mieni_project_pack_path(run->project, clips->asset, pack) && mieni_paths_has(&run->targets, pack)))
        return;
    for (int i = 0; i < clips->member_count; ++i) {
        const MieniBuildStep *step = &run->plan->steps[clips->members[i]];
        if (step->shard == item->shard && mieni_paths_has(&run->targets, step->pack))
            mieni_text_putf(out, "\t%s", step->member);
    }
}

static bool give_next(void *user, int *out_item, MieniTextOut *out_request)
{
    Run *run = user;
    char list[MIENI_PATH_ROOM];
    if (run->next == run->item_count || is_over(run))
        return false;
    const Item *item = &run->items[ *out_item = run->next++];
    if (item->step >= 0) {
        mieni_text_putf(out_request, "cook %s", run->plan->steps[item->step].asset);
        return true;
    }
    const int most = run->options->failures;
    const MieniBuildClips *clips = &run->plan->clips[item->clips];
    if (!mieni_build_shard_path(run->project, clips->asset, clips->shard_count, item->shard, ".list", list))
        list[0] = '\0';
    mieni_text_putf(out_request, "shard %d %s", most > 0 ? most - run->result->failed : 0, list);
    put_members(run, item, out_request);
    return true;
}

static bool is_cancelled(void *user)
{
    Run *run = user;
    const MieniBuildOptions *options = run->options;
    run->result->is_cancelled |= options->is_cancelled != NULL && options->is_cancelled(options->user);
    return run->result->is_cancelled;
}

/// Whether this, by one of its names, is among the targets.
static bool is_wanted(const Run *run, const char *name, const char *asset)
{
    char pack[MIENI_PATH_ROOM];
    return run->targets.count == 0 || mieni_paths_has(&run->targets, name) ||
           (asset != NULL && mieni_project_pack_path(run->project, asset, pack) &&
            mieni_paths_has(&run->targets, pack));
}

static int stage_of(const MieniBuildStep *step)
{
    return step->kind == MIENI_ASSET_SKELETON ? 0 : step->kind == MIENI_ASSET_GRAPH ? 2 : 1;
}

/// The notes that a step leaves for others, which they may be made from.
static bool note_of(const Run *run, const MieniBuildStep *step, char out[MIENI_PATH_ROOM])
{
    return (step->kind == MIENI_ASSET_SKELETON && mieni_project_bones_path(run->project, step->asset, out)) ||
           (step->kind == MIENI_ASSET_POSES && mieni_project_mode_path(run->project, step->asset, out));
}

static bool add_item(Run *run, Item item)
{
    char note[MIENI_PATH_ROOM];
    run->items[run->item_count++] = item;
    return !run->options->dry_run || item.step < 0 || !note_of(run, &run->plan->steps[item.step], note) ||
           mieni_paths_add(&run->changing, note);
}

/// Finds the steps of a stage that are due. Skeletons are always looked at: anything may name them.
static MienStatus add_steps(Run *run, int stage, MieniProblem *problem)
{
    const MieniBuildPlan *plan = run->plan;
    int *steps = calloc((size_t)plan->step_count + 1, sizeof *steps), count = 0;
    bool *is_due = calloc((size_t)plan->step_count + 1, sizeof *is_due);
    MienStatus status = steps != NULL && is_due != NULL ? MIEN_OK : no_memory(problem);
    for (int i = 0; i < plan->step_count && status == MIEN_OK; ++i) {
        const MieniBuildStep *step = &plan->steps[i];
        if (step->shard < 0 && stage_of(step) == stage && (stage == 0 || is_wanted(run, step->pack, NULL)))
            steps[count++] = i;
    }
    const MieniDueSteps due = {steps, count, run->options->dry_run ? &run->changing : NULL, is_due};
    if (status == MIEN_OK)
        status = mieni_due_find(run->project, plan, &run->notes, &due, run->options->dry_run, problem);
    for (int i = 0; i < count && status == MIEN_OK; ++i)
        if (is_due[i] && !add_item(run, (Item){.step = steps[i], .count = 1}))
            status = no_memory(problem);
    free(steps);
    free(is_due);
    return status;
}

/// Shards of one clips asset, looked at on several processors.
typedef struct Shards {
    const Run *run;
    int clips;
    bool *is_due;
} Shards;

/// In a dry run: whether the bones that members name may change.
static bool is_skeleton_changing(const Run *run, const MieniBuildClips *clips)
{
    char note[MIENI_PATH_ROOM];
    return run->options->dry_run && clips->skeleton != NULL &&
           mieni_project_bones_path(run->project, clips->skeleton, note) &&
           mieni_paths_has(&run->changing, note);
}

static void look_at_shards(void *user, int first, int end)
{
    const Shards *shards = user;
    const Run *run = shards->run;
    const MieniBuildClips *clips = &run->plan->clips[shards->clips];
    char done[MIENI_PATH_ROOM];
    const bool is_renamed = is_skeleton_changing(run, clips);
    for (int i = first; i < end; ++i)
        shards->is_due[i] =
            mieni_build_shard_path(run->project, clips->asset, clips->shard_count, i, ".done", done) &&
            is_wanted(run, done, clips->asset) &&
            (is_renamed || !mieni_shard_is_done(run->project, done, &clips->sums[i],
                                                clips->pack_sums != NULL ? &clips->pack_sums[i] : NULL));
}

static MienStatus add_shards(Run *run, MieniProblem *problem)
{
    for (int c = 0; c < run->plan->clips_count; ++c) {
        const MieniBuildClips *clips = &run->plan->clips[c];
        if (clips->shard_count == 0 || clips->sums == NULL)
            continue;
        const Shards shards = {run, c, calloc((size_t)clips->shard_count, sizeof *shards.is_due)};
        if (shards.is_due == NULL)
            return no_memory(problem);
        mieni_parallel(clips->shard_count, SHARDS_AT_A_TIME, look_at_shards, (void *)&shards);
        for (int i = 0; i < clips->shard_count; ++i)
            if (shards.is_due[i])
                run->items[run->item_count++] =
                    (Item){.step = -1, .clips = c, .shard = i, .count = (int)clips->sums[i].count};
        free(shards.is_due);
    }
    return MIEN_OK;
}

/// Waits until what is begun now is younger than notes that were written a moment ago, as far as
/// clocks of file systems tell; otherwise their stamps would not be trusted.
static void wait_for_clock(void) { mieni_os_sleep(30000000); }

static void list_one(Run *run, const char *file)
{
    run->result->due++;
    run->done++;
    run->total = run->done;
    tell(run, MIENI_BUILD_STEP, file, NULL);
}

static void list_member(void *user, const char *member, const MieniCookResult *result)
{
    (void)result;
    list_one(user, member);
}

/// The members of a shard that would be cooked.
static MienStatus list_shard(Run *run, const Item *item, MieniProblem *problem)
{
    const MieniBuildClips *clips = &run->plan->clips[item->clips];
    MieniTextOut members = {0};
    MieniShardCounts counts;
    char list[MIENI_PATH_ROOM];
    put_members(run, item, &members);
    if (members.size > 0)
        mieni_text_put_bytes(&members, "", 1);
    const MieniShardOptions options = {.members = members.bytes,
                                       .is_dry = true,
                                       .is_everything = is_skeleton_changing(run, clips),
                                       .cooked = list_member,
                                       .user = run};
    MienStatus status = members.is_out_of_memory ? no_memory(problem) : MIEN_OK;
    if (status == MIEN_OK &&
        mieni_build_shard_path(run->project, clips->asset, clips->shard_count, item->shard, ".list", list))
        status = mieni_cook_shard(run->project, list, &options, &counts, problem);
    mieni_text_release(&members);
    return status;
}

static MienStatus list_items(Run *run, MieniProblem *problem)
{
    MienStatus status = MIEN_OK;
    for (int i = 0; i < run->item_count && status == MIEN_OK; ++i)
        if (run->items[i].step >= 0)
            list_one(run, subject(run, &run->items[i]));
        else
            status = list_shard(run, &run->items[i], problem);
    mieni_paths_sort(&run->changing);
    return status;
}

static MienStatus run_stage(Run *run, int stage, MieniPool *pool, MieniProblem *problem)
{
    run->item_count = run->next = 0;
    MienStatus status = add_steps(run, stage, problem);
    if (status == MIEN_OK && stage == 1)
        status = add_shards(run, problem);
    if (status != MIEN_OK || run->item_count == 0)
        return status;
    if (run->options->dry_run)
        return list_items(run, problem);
    for (int i = 0; i < run->item_count; ++i)
        run->total += run->items[i].count;
    run->result->due += run->item_count;
    const int cooked = run->result->cooked;
    status = mieni_pool_run(pool, problem);
    if (status == MIEN_OK && run->status != MIEN_OK) {
        *problem = run->problem;
        status = run->status;
    }
    for (int i = run->next; i < run->item_count; ++i)
        run->result->untried += run->items[i].count;
    if (stage < STAGES - 1 && run->result->cooked > cooked)
        wait_for_clock();
    return status;
}

/// Room for all items of any stage.
static bool make_room(Run *run)
{
    size_t room = (size_t)run->plan->step_count + 1;
    for (int i = 0; i < run->plan->clips_count; ++i)
        room += (size_t)run->plan->clips[i].shard_count;
    run->items = calloc(room, sizeof *run->items);
    return run->items != NULL;
}

static MienStatus run_stages(Run *run, MieniProblem *problem)
{
    const MieniPoolOptions options = {.project = run->project,
                                      .program = run->options->program,
                                      .cache = run->options->cache,
                                      .cache_key = run->options->cache_key,
                                      .jobs = run->options->jobs,
                                      .next = give_next,
                                      .hear = hear_line,
                                      .ended = hear_end,
                                      .is_cancelled = is_cancelled,
                                      .user = run};
    MieniPool *pool = mieni_pool_begin(&options);
    MienStatus status = pool != NULL && make_room(run) ? MIEN_OK : no_memory(problem);
    for (int stage = 0; stage < STAGES && status == MIEN_OK && !is_cancelled(run); ++stage)
        status = run_stage(run, stage, pool, problem);
    mieni_pool_end(pool);
    free(run->items);
    return status;
}

/// Tells of what the plan leaves out; with targets only of those.
static void tell_left_out(Run *run)
{
    for (int i = 0; i < run->plan->problem_count && run->targets.count == 0; ++i)
        hear_failure(run, &run->plan->problems[i]);
}

MienStatus mieni_build_run(const MieniProject *project, const MieniBuildPlan *plan,
                           const MieniBuildOptions *options, const MieniPaths *targets,
                           MieniBuildResult *result, MieniProblem *problem)
{
    Run run = {
        .project = project, .plan = plan, .options = options, .result = result, .notes.descriptor = -1};
    MieniProblem own;
    MienStatus status = MIEN_OK;
    if (problem == NULL)
        problem = &own;
    for (int i = 0; i < targets->count && status == MIEN_OK; ++i)
        if (!mieni_paths_add(&run.targets, targets->items[i]))
            status = no_memory(problem);
    mieni_paths_sort(&run.targets);
    if (status == MIEN_OK)
        status = mieni_notes_read(&run.notes, project, problem);
    tell_left_out(&run);
    if (status == MIEN_OK)
        status = run_stages(&run, problem);
    if (status == MIEN_OK && !options->dry_run)
        status = mieni_notes_tidy(&run.notes, plan, problem);
    mieni_notes_release(&run.notes);
    mieni_paths_release(&run.targets);
    mieni_paths_release(&run.broken);
    mieni_paths_release(&run.changing);
    return status;
}
