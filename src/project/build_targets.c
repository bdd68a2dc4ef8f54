// SPDX-License-Identifier: MIT
//
// Following the references of assets.

#include "project/build_targets.h"

#include "project/build.h"
#include "project/cook.h"

#include <stdio.h>
#include <string.h>

static MienStatus no_memory(MieniProblem *problem)
{
    return mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
}

static bool has(const MieniPaths *paths, const char *path) // not sorted yet
{
    for (int i = 0; i < paths->count; ++i)
        if (strcmp(paths->items[i], path) == 0)
            return true;
    return false;
}

/// Adds what an asset refers to. What a clip is previewed on is no part of it.
static MienStatus add_references(const MieniProject *project, const char *path, MieniPaths *assets,
                                 MieniProblem *problem)
{
    static const char *const keys[] = {"skeleton", "mesh", "poses", "graph"};
    MieniAsset asset;
    MienStatus status = mieni_project_load(project, path, mieni_asset_kind_of_path(path), &asset, problem);
    if (status != MIEN_OK)
        return status;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        const char *other = mieni_json_get_string(asset.json.root, keys[i], NULL);
        if (other != NULL && mieni_asset_kind_of_path(other) != MIENI_ASSET_NONE && !has(assets, other) &&
            !mieni_paths_add(assets, other))
            status = no_memory(problem);
    }
    mieni_asset_release(&asset);
    return status;
}

/// The assets and all that they refer to, in order.
static MienStatus close_over(const MieniProject *project, const MieniPaths *assets, MieniPaths *out,
                             MieniProblem *problem)
{
    MienStatus status = MIEN_OK;
    for (int i = 0; i < assets->count; ++i) {
        if (mieni_asset_kind_of_path(assets->items[i]) == MIENI_ASSET_NONE)
            return mieni_problem_set(problem, assets->items[i], MIEN_ERROR_DATA,
                                     "This is no asset: the names of assets end in their kind and .json, "
                                     "such as ada.poses.json.",
                                     "%s", "");
        if (!has(out, assets->items[i]) && !mieni_paths_add(out, assets->items[i]))
            return no_memory(problem);
    }
    for (int i = 0; i < out->count && status == MIEN_OK; ++i)
        status = add_references(project, out->items[i], out, problem);
    mieni_paths_sort(out);
    return status;
}

MienStatus mieni_build_targets(const MieniProject *project, const MieniBuildPlan *plan,
                               const MieniPaths *assets, MieniPaths *out_targets, int *out_packs,
                               MieniProblem *problem)
{
    MieniPaths all = {0};
    MienStatus status = close_over(project, assets, &all, problem);
    *out_packs = 0;
    for (int i = 0; i < all.count && status == MIEN_OK; ++i) {
        char pack[MIENI_PATH_ROOM];
        const int clips = mieni_build_plan_clips(plan, all.items[i]);
        if (!mieni_project_pack_path(project, all.items[i], pack) ||
            (clips < 0 && mieni_build_plan_find(plan, pack) == NULL))
            continue;
        *out_packs += clips >= 0 ? plan->clips[clips].member_count : 1;
        if (!mieni_paths_add(out_targets, pack))
            status = no_memory(problem);
    }
    if (status == MIEN_OK && out_targets->count == 0)
        status = mieni_problem_set(problem, assets->count > 0 ? assets->items[0] : "", MIEN_ERROR_DATA,
                                   "Nothing of this becomes a pack.", "%s", "");
    mieni_paths_release(&all);
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

/// Whether an asset of a sorted list is the one that a step is of.
static bool is_wanted(const MieniPaths *assets, const MieniBuildStep *step)
{
    return assets == NULL || mieni_paths_has(assets, step->asset);
}

MienStatus mieni_build_packs(const MieniProject *project, const MieniPaths *assets, MieniPaths *out_names,
                             MieniPaths *out_packs, MieniProblem *problem)
{
    MieniBuildPlan plan;
    MieniPaths all = {0};
    MienStatus status = mieni_build_plan(project, MIENI_BUILD_SHARD_ABOVE, &plan, problem);
    if (status != MIEN_OK)
        return status;
    if (assets != NULL)
        status = close_over(project, assets, &all, problem);
    for (int i = 0; i < plan.step_count && status == MIEN_OK; ++i)
        if (is_wanted(assets != NULL ? &all : NULL, &plan.steps[i]) &&
            !add_pack(project, plan.steps[i].pack, out_names, out_packs))
            status = no_memory(problem);
    mieni_paths_release(&all);
    mieni_build_plan_release(&plan);
    return status;
}
