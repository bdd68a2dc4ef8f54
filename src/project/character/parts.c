// SPDX-License-Identifier: MIT
//
// Finds a mesh in the project to show a pose asset on.

#include "project/character/character.h"

#include "asset/view.h"

#include <string.h>

/// Meshes that fit, each once.
typedef struct Fitting {
    const MieniProject *project;
    const char *poses;
    MieniPaths *meshes;
    bool is_out_of_memory;
} Fitting;

static void add(Fitting *fitting, const char *mesh)
{
    if (mesh != NULL && mesh[0] != '\0' && !mieni_paths_add(fitting->meshes, mesh))
        fitting->is_out_of_memory = true;
}

static bool is_same(const char *path, const char *other)
{
    return strcmp(mieni_text_or_empty(path), other) == 0;
}

/// Adds the mesh of a character of the poses, or a mesh of the skeleton.
/// What cannot be read fits nothing, which is for those to say who need it.
static void add_if(Fitting *fitting, const char *path, MieniAssetKind kind, const char *skeleton)
{
    MieniAsset asset;
    if (mieni_asset_kind_of_path(path) != kind ||
        mieni_project_load(fitting->project, path, kind, &asset, NULL) != MIEN_OK)
        return;
    if (kind == MIENI_ASSET_MESH && is_same(mieni_asset_skeleton(&asset), skeleton))
        add(fitting, path);
    else if (kind == MIENI_ASSET_CHARACTER &&
             is_same(mieni_character_poses(mieni_character_of(&asset)), fitting->poses))
        add(fitting, mieni_asset_mesh(&asset));
    mieni_asset_release(&asset);
}

/// Of the characters that have the poses; if there is none, all meshes of the skeleton.
static MienStatus look_around(Fitting *fitting, const char *skeleton, MieniProblem *problem)
{
    MieniPaths files = {0};
    const MienStatus status = mieni_project_files(fitting->project, &files, problem);
    for (int i = 0; status == MIEN_OK && i < files.count; ++i)
        add_if(fitting, files.items[i], MIENI_ASSET_CHARACTER, skeleton);
    mieni_paths_sort(fitting->meshes);
    const bool has_none = fitting->meshes->count == 0;
    for (int i = 0; status == MIEN_OK && has_none && i < files.count; ++i)
        add_if(fitting, files.items[i], MIENI_ASSET_MESH, skeleton);
    mieni_paths_release(&files);
    return status;
}

MienStatus mieni_character_meshes(const MieniProject *project, const char *poses, MieniPaths *out_meshes,
                                  MieniProblem *problem)
{
    Fitting fitting = {.project = project, .poses = poses, .meshes = out_meshes};
    MieniAsset asset;
    MienStatus status = mieni_project_load(project, poses, MIENI_ASSET_POSES, &asset, problem);
    *out_meshes = (MieniPaths){0};
    if (status != MIEN_OK)
        return status;
    add(&fitting, mieni_asset_mesh(&asset));
    if (out_meshes->count == 0 && !fitting.is_out_of_memory)
        status = look_around(&fitting, mieni_text_or_empty(mieni_asset_skeleton(&asset)), problem);
    mieni_asset_release(&asset);
    if (status == MIEN_OK && fitting.is_out_of_memory)
        status = mieni_problem_set(problem, poses, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    if (status != MIEN_OK)
        mieni_paths_release(out_meshes);
    return status;
}
