// SPDX-License-Identifier: MIT
//
// Follows references between assets.

#include "project/build/targets.h"

#include "project/build/build.h"
#include "project/build/cook.h"
#include "project/recipes/graphs.h"

#include <stdio.h>
#include <string.h>

static MienStatus no_memory(MieniProblem *problem)
{
    return mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static bool has(const MieniPaths *paths, const char *path) // not sorted yet
{
    for (int i = 0; i < paths->count; ++i)
        if (strcmp(paths->items[i], path) == 0)
            return true;
    return false;
}

/// What is wanted: assets, not sorted while it grows, and the packs of single clips of
/// clips assets.
typedef struct Wanted {
    const MieniProject *project;
    const MieniBuildPlan *plan;
    MieniPaths assets, members;
    MieniProblem *problem;
    MienStatus status;
} Wanted;

static void add(Wanted *wanted, MieniPaths *paths, const char *path)
{
    if (!has(paths, path) && !mieni_paths_add(paths, path))
        wanted->status = no_memory(wanted->problem);
}

/// What a graph plays: an asset, or a clip of a clips asset by the name that its own
/// asset would have.
static bool add_of_graph(void *user, const MieniGraphValue *value, MieniAssetKind kind)
{
    Wanted *wanted = user;
    const char *path = value->value->string;
    char pack[MIENI_PATH_ROOM], place[96];
    const MieniBuildStep *step = mieni_project_pack_path(wanted->project, path, pack)
                                     ? mieni_build_plan_find(wanted->plan, pack)
                                     : NULL;
    if (kind == MIENI_ASSET_MAP) {
        return true; // becomes part of the graph's pack
    } else if (step == NULL && !mieni_paths_has(&wanted->plan->files, path)) {
        mieni_graph_text_place(value, place, sizeof place);
        mieni_problem_set(wanted->problem, path, MIEN_ERROR_FILE, mieni_nowhere(),
                          "The file cannot be opened.");
        wanted->status = mieni_problem_missing(wanted->project, wanted->problem, MIEN_ERROR_FILE,
                                               value->text->path, value->value, place, path);
    } else if (step != NULL && step->member != NULL) {
        add(wanted, &wanted->members, pack);
    } else {
        add(wanted, &wanted->assets, path);
    }
    return wanted->status == MIEN_OK;
}

static void add_references_of_graph(Wanted *wanted, const char *path)
{
    MieniGraphs graphs = {0};
    const MieniGraphText *text;
    wanted->status = mieni_graphs_read(&graphs, wanted->project, path, &text, wanted->problem);
    if (wanted->status == MIEN_OK)
        mieni_graph_text_assets(text, add_of_graph, wanted);
    mieni_graphs_release(&graphs);
}

/// Adds what an asset refers to. What a clip is previewed on is no part of it, nor what
/// a graph extends, because its pack is whole.
static void add_references(Wanted *wanted, const char *path)
{
    static const char *const keys[] = {"skeleton", "mesh", "poses", "graph"};
    MieniAsset asset;
    const MieniAssetKind kind = mieni_asset_kind_of_path(path);
    if (kind == MIENI_ASSET_GRAPH) {
        add_references_of_graph(wanted, path);
        return;
    }
    wanted->status = mieni_project_load(wanted->project, path, kind, &asset, wanted->problem);
    if (wanted->status != MIEN_OK)
        return;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        const char *other = mieni_json_get_string(asset.json.root, keys[i], NULL);
        if (other != NULL && mieni_asset_kind_of_path(other) != MIENI_ASSET_NONE)
            add(wanted, &wanted->assets, other);
    }
    mieni_asset_release(&asset);
}

/// The assets and all that they refer to, in order.
static MienStatus close_over(Wanted *wanted, const MieniPaths *assets)
{
    for (int i = 0; i < assets->count && wanted->status == MIEN_OK; ++i) {
        char name[MIENI_PATH_ROOM], pack[MIENI_PATH_ROOM];
        const MieniBuildStep *step = mieni_clips_member_name(assets->items[i], name) &&
                                             mieni_project_pack_path(wanted->project, name, pack)
                                         ? mieni_build_plan_find(wanted->plan, pack)
                                         : NULL;
        if (step != NULL && step->member != NULL && strcmp(step->member, assets->items[i]) == 0) {
            add(wanted, &wanted->members, pack);
            continue;
        }
        if (mieni_asset_kind_of_path(assets->items[i]) == MIENI_ASSET_NONE)
            return mieni_problem_set(wanted->problem, assets->items[i], MIEN_ERROR_DATA, mieni_nowhere(),
                                     "Not an asset, whose name ends in its kind and .json, such as "
                                     "ada.poses.json, and not a file of a clip collection.");
        add(wanted, &wanted->assets, assets->items[i]);
    }
    for (int i = 0; i < wanted->assets.count && wanted->status == MIEN_OK; ++i)
        add_references(wanted, wanted->assets.items[i]);
    mieni_paths_sort(&wanted->assets);
    mieni_paths_sort(&wanted->members);
    return wanted->status;
}

static void release(Wanted *wanted)
{
    mieni_paths_release(&wanted->assets);
    mieni_paths_release(&wanted->members);
}

/// Single clips, and the shards that make them.
static MienStatus add_members(const Wanted *wanted, MieniPaths *targets, int *out_packs)
{
    for (int i = 0; i < wanted->members.count; ++i) {
        const MieniBuildStep *step = mieni_build_plan_find(wanted->plan, wanted->members.items[i]);
        char done[MIENI_PATH_ROOM];
        if (mieni_paths_has(&wanted->assets, step->asset))
            continue; // all of them are wanted
        ++*out_packs;
        if (mieni_build_shard_path(wanted->project, step->asset, wanted->plan->clips[step->clips].shard_count,
                                   step->shard, ".done", done) &&
            ((!has(targets, done) && !mieni_paths_add(targets, done)) ||
             !mieni_paths_add(targets, step->pack)))
            return no_memory(wanted->problem);
    }
    return MIEN_OK;
}

MienStatus mieni_build_targets(const MieniProject *project, const MieniBuildPlan *plan,
                               const MieniPaths *assets, MieniPaths *out_targets, int *out_packs,
                               MieniProblem *problem)
{
    Wanted wanted = {.project = project, .plan = plan, .problem = problem};
    const MieniPaths *all = &wanted.assets;
    MienStatus status = close_over(&wanted, assets);
    *out_packs = 0;
    for (int i = 0; i < all->count && status == MIEN_OK; ++i) {
        char pack[MIENI_PATH_ROOM];
        const int clips = mieni_build_plan_clips(plan, all->items[i]);
        if (!mieni_project_pack_path(project, all->items[i], pack) ||
            (clips < 0 && mieni_build_plan_find(plan, pack) == NULL))
            continue;
        *out_packs += clips >= 0 ? plan->clips[clips].member_count : 1;
        if (!mieni_paths_add(out_targets, pack))
            status = no_memory(problem);
    }
    if (status == MIEN_OK)
        status = add_members(&wanted, out_targets, out_packs);
    if (status == MIEN_OK && out_targets->count == 0)
        status = mieni_problem_set(problem, assets->count > 0 ? assets->items[0] : "", MIEN_ERROR_DATA,
                                   mieni_nowhere(), "Nothing in this becomes a pack.");
    release(&wanted);
    return status;
}

/// Adds a pack under the name that bundles give it.
static bool add_pack(const MieniProject *project, const char *pack, MieniPaths *names, MieniPaths *packs)
{
    char name[MIENI_PATH_ROOM];
    const size_t head = strlen(project->build) + strlen("/packs/");
    snprintf(name, sizeof name, "%.*s", (int)(strlen(pack) - head - strlen(".mien")), pack + head);
    return mieni_paths_add(names, name) && mieni_paths_add(packs, pack);
}

/// Whether the pack of a step is among what was wanted; without that, all are.
static bool is_wanted(const Wanted *wanted, const MieniBuildStep *step)
{
    return wanted == NULL || mieni_paths_has(&wanted->assets, step->asset) ||
           mieni_paths_has(&wanted->members, step->pack);
}

MienStatus mieni_build_packs(const MieniProject *project, const MieniPaths *assets, MieniPaths *out_names,
                             MieniPaths *out_packs, MieniProblem *problem)
{
    MieniBuildPlan plan;
    Wanted wanted = {.project = project, .plan = &plan, .problem = problem};
    MienStatus status = mieni_build_plan(project, &plan, problem);
    if (status != MIEN_OK)
        return status;
    if (assets != NULL)
        status = close_over(&wanted, assets);
    for (int i = 0; i < plan.step_count && status == MIEN_OK; ++i)
        if (is_wanted(assets != NULL ? &wanted : NULL, &plan.steps[i]) &&
            !add_pack(project, plan.steps[i].pack, out_names, out_packs))
            status = no_memory(problem);
    release(&wanted);
    mieni_build_plan_release(&plan);
    return status;
}
