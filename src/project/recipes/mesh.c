// SPDX-License-Identifier: MIT
//
// Meshes: vertices from a source, bones and morphs as the asset lists them.

#include "project/recipes/recipes.h"

#include "asset/view.h"

#include <string.h>

MienStatus mieni_mesh_recipe_place(const MieniProject *project, const char *path, const char *skeleton_path,
                                   MieniSkeletonRecipe *skeleton, MieniArena *arena, MieniProblem *problem)
{
    MieniAsset asset;
    MienError error = {0};
    MienStatus status = mieni_project_load(project, path, MIENI_ASSET_MESH, &asset, problem);
    if (status != MIEN_OK)
        return status;
    const MieniJson *other = mieni_asset_skeleton_json(&asset);
    if (strcmp(other->string, skeleton_path) != 0)
        status = mieni_problem_set(problem, path, MIEN_ERROR_DATA,
                                   "This mesh is bound to another skeleton than the asset that names it.",
                                   "line %d, skeleton", other->line);
    else if ((status = mieni_mesh_place(&asset, &skeleton->skeleton, arena, &skeleton->skeleton, &error)) !=
             MIEN_OK)
        mieni_problem_set(problem, path, status, error.message, "%s", error.place);
    mieni_asset_release(&asset);
    return status;
}

/// The source's mesh, with what the asset says.
static MienStatus describe(const MieniProject *project, const char *path, MieniMeshRecipe *recipe,
                           MieniProblem *problem)
{
    const MieniSourceView *source = mieni_asset_source(&recipe->asset);
    const char *file = mieni_source_file(source);
    MieniTake take;
    MienError error = {0};
    if (file == NULL)
        return mieni_problem_set(problem, path, MIEN_ERROR_DATA,
                                 "This mesh has no source, so there are no vertices to cook: import one.",
                                 "%s", "");
    recipe->sources.wants_mesh = true;
    MienStatus status =
        mieni_sources_take(&recipe->sources, project, file, mieni_source_json(source), "", &take, problem);
    if (status != MIEN_OK)
        return mieni_problem_refer(problem, status, path, mieni_source_file_json(source), "source.file",
                                   file);
    if (take.source == NULL || take.source->mesh == NULL)
        return mieni_problem_set(problem, file, MIEN_ERROR_DATA, "There is no mesh in this file.", "%s", "");
    status =
        mieni_mesh_describe(&recipe->asset, &recipe->skeleton.skeleton, take.source->mesh,
                            &take.source->skeleton, &recipe->arena, &recipe->mesh, &recipe->notes, &error);
    status = mieni_project_status(project, status, &error);
    if (status != MIEN_OK)
        mieni_problem_set(problem, path, status, error.message, "%s", error.place);
    return status;
}

MienStatus mieni_mesh_recipe(const MieniProject *project, const char *path, MieniMeshRecipe *out_recipe,
                             MieniProblem *problem)
{
    *out_recipe = (MieniMeshRecipe){.arena = {.allocator = mieni_project_allocator(project)}};
    MienStatus status = mieni_project_load(project, path, MIENI_ASSET_MESH, &out_recipe->asset, problem);
    if (status != MIEN_OK)
        return status;
    const MieniJson *skeleton = mieni_asset_skeleton_json(&out_recipe->asset);
    status = mieni_skeleton_recipe(project, skeleton->string, &out_recipe->skeleton, problem);
    if (status != MIEN_OK)
        mieni_problem_refer(problem, status, path, skeleton, "skeleton", skeleton->string);
    else
        status = describe(project, path, out_recipe, problem);
    if (status != MIEN_OK)
        mieni_mesh_recipe_release(out_recipe);
    return status;
}

void mieni_mesh_recipe_release(MieniMeshRecipe *recipe)
{
    mieni_sources_release(&recipe->sources);
    mieni_skeleton_recipe_release(&recipe->skeleton);
    mieni_arena_release(&recipe->arena);
    mieni_asset_release(&recipe->asset);
    *recipe = (MieniMeshRecipe){0};
}
