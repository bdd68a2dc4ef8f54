// SPDX-License-Identifier: MIT
//
// Cooking and loading what a solver works with.

#include "project/recipes/solve_face.h"

#include "base/nearest.h"

#include "asset/view.h"

static MienStatus fail(const MieniProject *project, const char *path, MienStatus status, MienError *error,
                       MieniProblem *problem)
{
    status = mieni_project_status(project, status, error);
    return mieni_problem_set(problem, path, status, mieni_nowhere(), "%s", error->message);
}

static MienLoadOptions load_options(const MieniProject *project)
{
    return (MienLoadOptions){
        .allocator = mieni_project_allocator(project), .borrow_data = true, .trust_hash = true};
}

static MienStatus load_skeleton(const MienAuthorSkeleton *skeleton, const MienLoadOptions *options,
                                MieniSolveFace *face, MienError *error)
{
    MienStatus status = mien_author_skeleton_cook(skeleton, options->allocator, &face->packs[0], error);
    if (status == MIEN_OK)
        status =
            mien_skeleton_load(face->packs[0].data, face->packs[0].size, options, &face->skeleton, error);
    return status;
}

/// A mesh with the skeleton that it names, if any.
static MienStatus open_mesh_alone(const MieniProject *project, const char *path, MieniSolveFace *face,
                                  MieniProblem *problem)
{
    const MienLoadOptions options = load_options(project);
    MieniAsset asset;
    MieniSkeletonRecipe recipe;
    MienError error = {0};
    MienStatus status = mieni_project_load(project, path, MIENI_ASSET_MESH, &asset, problem);
    if (status != MIEN_OK)
        return status;
    const char *skeleton = mieni_asset_skeleton(&asset);
    if (skeleton != NULL)
        status = mieni_skeleton_recipe(project, skeleton, &recipe, problem);
    if (skeleton != NULL && status == MIEN_OK) {
        status = load_skeleton(&recipe.skeleton, &options, face, &error);
        mieni_skeleton_recipe_release(&recipe);
        if (status != MIEN_OK)
            fail(project, path, status, &error, problem);
    }
    mieni_asset_release(&asset);
    if (status == MIEN_OK)
        status = mieni_mesh_open(project, path, &face->packs[2], &face->mesh, problem);
    if (status != MIEN_OK)
        mieni_solve_face_close(face);
    return status;
}

static MienStatus load(const MieniProject *project, const char *poses, MieniSolveFace *face,
                       MieniProblem *problem)
{
    const MienLoadOptions options = load_options(project);
    const char *mesh = mieni_asset_mesh(&face->recipe.asset);
    MienError error = {0};
    MienStatus status = load_skeleton(face->recipe.poses.skeleton, &options, face, &error);
    if (status == MIEN_OK)
        status = mien_author_pose_asset_cook(&face->recipe.poses, options.allocator, &face->packs[1], NULL,
                                             &error);
    if (status == MIEN_OK)
        status =
            mien_pose_asset_load(face->packs[1].data, face->packs[1].size, &options, &face->poses, &error);
    if (status != MIEN_OK)
        return fail(project, poses, status, &error, problem);
    return mesh != NULL ? mieni_mesh_open(project, mesh, &face->packs[2], &face->mesh, problem) : MIEN_OK;
}

MienStatus mieni_solve_face_open(const MieniProject *project, const char *poses, MieniSolveFace *out_face,
                                 MieniProblem *problem)
{
    *out_face = (MieniSolveFace){0};
    if (mieni_asset_kind_of_path(poses) == MIENI_ASSET_MESH)
        return open_mesh_alone(project, poses, out_face, problem);
    MienStatus status = mieni_poses_recipe(project, poses, &out_face->recipe, problem);
    if (status != MIEN_OK)
        return status;
    status = load(project, poses, out_face, problem);
    if (status != MIEN_OK)
        mieni_solve_face_close(out_face);
    return status;
}

void mieni_solve_face_close(MieniSolveFace *face)
{
    mien_mesh_destroy(face->mesh);
    mien_pose_asset_destroy(face->poses);
    mien_skeleton_destroy(face->skeleton);
    for (int i = 0; i < 3; ++i)
        mien_author_pack_release(&face->packs[i]);
    mieni_poses_recipe_release(&face->recipe);
    *face = (MieniSolveFace){0};
}

int mieni_solve_face_pose_count(const MieniSolveFace *face)
{
    return face->poses != NULL ? mien_pose_asset_info(face->poses).pose_count
                               : mien_mesh_info(face->mesh).morph_count;
}

int mieni_solve_face_find_pose(const MieniSolveFace *face, const char *name)
{
    return face->poses != NULL ? mien_pose_asset_find_pose(face->poses, name)
                               : mien_mesh_find_morph(face->mesh, name);
}

MienStatus mieni_solve_face_no_pose(const MieniSolveFace *face, const char *name, const char *poses,
                                    const char *path, MieniLocation place, MieniProblem *problem)
{
    MieniNearest nearest = {.given = name};
    for (int p = 0; p < mieni_solve_face_pose_count(face); ++p)
        mieni_nearest_try(&nearest, face->poses != NULL ? mien_pose_asset_pose(face->poses, p).name
                                                        : mien_mesh_morph(face->mesh, p).name);
    return nearest.name == NULL ? mieni_problem_set(problem, path, MIEN_ERROR_DATA, place,
                                                    "There is no pose \"%.60s\" in %s.", name, poses)
                                : mieni_problem_set(problem, path, MIEN_ERROR_DATA, place,
                                                    "There is no pose \"%.60s\" in %s; did you mean \"%s\"?",
                                                    name, poses, nearest.name);
}
