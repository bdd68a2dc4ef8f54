// SPDX-License-Identifier: MIT
//
// Opening both versions of a pose asset and the face that they are compared on.

#include "cli/draw/diff_faces.h"
#include "cli/limits.h"

#include "asset/view.h"
#include "project/build/cook.h"
#include "project/files/os.h"

#include <string.h>

static bool is_pack_name(const char *given)
{
    const size_t size = strlen(given);
    return strcmp(given, "-") == 0 || (size > 5 && strcmp(given + size - 5, ".mien") == 0);
}

/// Loads what a pack or a cooked asset holds into the place of its kind.
static int load(CliDiffFaces *faces, const void *data, size_t size, const char *path, MienPackKind kind,
                MienPoseAsset **out_poses)
{
    MienError error = {0};
    const MienStatus status =
        kind == MIEN_PACK_SKELETON ? mien_skeleton_load(data, size, NULL, &faces->skeleton, &error)
        : kind == MIEN_PACK_MESH   ? mien_mesh_load(data, size, NULL, &faces->mesh, &error)
                                   : mien_pose_asset_load(data, size, NULL, out_poses, &error);
    return status == MIEN_OK ? CLI_EXIT_OK : cli_fail_error(faces->args, path, &error);
}

static int open_pack(CliDiffFaces *faces, const char *given, MienPackKind kind, MienPoseAsset **out_poses)
{
    CliInput input;
    int code = cli_input_open(faces->args, given, &input);
    if (code != CLI_EXIT_OK)
        return code;
    code = load(faces, input.data, input.size, input.path, kind, out_poses);
    cli_input_close(&input);
    return code;
}

/// Cooks an asset in memory.
static int open_asset(CliDiffFaces *faces, const MieniProject *project, const char *path, MienPackKind kind,
                      MienPoseAsset **out_poses)
{
    MieniProblem problem = {0};
    MienAuthorPack pack = {0};
    if (mieni_cook_pack(project, path, NULL, &pack, &problem) != MIEN_OK)
        return cli_fail_problem(faces->args, &problem);
    const int code = load(faces, pack.data, pack.size, path, kind, out_poses);
    mien_author_pack_release(&pack);
    return code;
}

static int open_project(CliDiffFaces *faces)
{
    const int code = faces->has_project ? CLI_EXIT_OK : cli_project_open(faces->args, &faces->project);
    faces->has_project = code == CLI_EXIT_OK;
    return code;
}

/// The project that a version lies in: that of the command, or another one, such as an
/// older one checked out beside it.
static int open_side_project(CliDiffFaces *faces, CliDiffSide *side, const MieniProject **out_project)
{
    char path[MIENI_PATH_ROOM];
    MieniProblem problem = {0};
    *out_project = &faces->project;
    if (!faces->has_project)
        faces->has_project =
            mieni_project_open(&faces->project, cli_value(faces->args, "project", ""), &problem) == MIEN_OK;
    faces->project.budget = cli_budget();
    if (faces->has_project && (cli_has(faces->args, "project")
                                   ? !mieni_os_is_absolute(side->path) ||
                                         mieni_project_relate(&faces->project, side->path, path, &problem)
                                   : mieni_project_relate(&faces->project, side->path, path, &problem)))
        return CLI_EXIT_OK;
    MieniProblem other = {0};
    side->has_own = mieni_project_open(&side->own, side->path, &other) == MIEN_OK;
    side->own.budget = cli_budget();
    if (side->has_own)
        *out_project = &side->own;
    else
        mieni_project_close(&side->own);
    return side->has_own ? CLI_EXIT_OK : cli_fail_problem(faces->args, &problem);
}

/// Names and ids of poses, by which one that was renamed is found again.
static int read_ids(CliDiffFaces *faces, CliDiffSide *side, const MieniPoseAssetView *poses)
{
    const CliArgs *args = faces->args;
    const int count = mieni_pose_asset_pose_count(poses);
    side->names.items = mieni_arena_take(args->arena, (size_t)count, sizeof *side->names.items);
    side->ids.items = mieni_arena_take(args->arena, (size_t)count, sizeof *side->ids.items);
    if (side->names.items == NULL || side->ids.items == NULL)
        return cli_fail_memory(args);
    for (int i = 0; i < count; ++i) {
        const MieniPoseView *pose = mieni_pose_asset_pose(poses, i);
        side->names.items[i] = cli_text(args, "%s", mieni_text_or_empty(mieni_pose_name(pose)));
        side->ids.items[i] = cli_text(args, "%s", mieni_text_or_empty(mieni_pose_id(pose)));
    }
    side->names.count = side->ids.count = count;
    return CLI_EXIT_OK;
}

/// Reads an asset again for what a pack does not hold; *out_named is the mesh of poses or the
/// skeleton of a mesh, NULL if it names none.
static int read_text(CliDiffFaces *faces, const MieniProject *project, const char *path, MieniAssetKind kind,
                     CliDiffSide *side, const char **out_named)
{
    MieniAsset asset;
    MieniProblem problem = {0};
    if (mieni_project_load(project, path, kind, &asset, &problem) != MIEN_OK)
        return cli_fail_problem(faces->args, &problem);
    const char *named = kind == MIENI_ASSET_POSES ? mieni_asset_mesh(&asset) : mieni_asset_skeleton(&asset);
    *out_named = named != NULL ? cli_text(faces->args, "%s", named) : NULL;
    const int code = side != NULL ? read_ids(faces, side, mieni_pose_asset_of(&asset)) : CLI_EXIT_OK;
    mieni_asset_release(&asset);
    return code;
}

/// The mesh of the first character that names these poses; NULL if none does.
static const char *guess_mesh(const CliDiffFaces *faces, const MieniProject *project, const char *poses)
{
    MieniPaths files = {0};
    MieniProblem problem = {0};
    const char *found = NULL;
    if (mieni_project_files(project, &files, &problem) == MIEN_OK)
        for (int i = 0; i < files.count && found == NULL; ++i) {
            MieniAsset asset;
            if (mieni_asset_kind_of_path(files.items[i]) != MIENI_ASSET_CHARACTER ||
                mieni_project_load(project, files.items[i], MIENI_ASSET_CHARACTER, &asset, &problem) !=
                    MIEN_OK)
                continue;
            const MieniCharacterView *character = mieni_character_of(&asset);
            const char *mesh = mieni_character_mesh(character);
            if (mesh != NULL && strcmp(mieni_text_or_empty(mieni_character_poses(character)), poses) == 0)
                found = cli_text(faces->args, "%s", mesh);
            mieni_asset_release(&asset);
        }
    mieni_paths_release(&files);
    return found;
}

/// Opens a version. *out_project and *out_path are NULL for a pack, *out_mesh is what the
/// asset says of its mesh.
static int open_side(CliDiffFaces *faces, CliDiffSide *side, const MieniProject **out_project,
                     const char **out_mesh)
{
    const CliArgs *args = faces->args;
    CliArgs plain = *args;
    const char *path;
    plain.given_count = 0; // --project names nothing of another one
    *out_project = NULL;
    *out_mesh = NULL;
    if (is_pack_name(side->path))
        return open_pack(faces, side->path, MIEN_PACK_POSE_ASSET, &side->asset);
    int code = open_side_project(faces, side, out_project);
    if (code == CLI_EXIT_OK)
        code = cli_project_asset(side->has_own ? &plain : args, *out_project, side->path, MIENI_ASSET_POSES,
                                 &path);
    if (code == CLI_EXIT_OK)
        code = open_asset(faces, *out_project, path, MIEN_PACK_POSE_ASSET, &side->asset);
    if (code == CLI_EXIT_OK)
        code = read_text(faces, *out_project, path, MIENI_ASSET_POSES, side, out_mesh);
    if (code == CLI_EXIT_OK && *out_mesh == NULL && !cli_has(args, "mesh"))
        *out_mesh = guess_mesh(faces, *out_project, path);
    return code;
}

/// --mesh, or what the asset says; and the skeleton that this says.
static int open_mesh(CliDiffFaces *faces, const MieniProject *project, const char *path,
                     const char **out_skeleton)
{
    const CliArgs *args = faces->args;
    const char *given = cli_value(args, "mesh", NULL);
    int code = CLI_EXIT_OK;
    *out_skeleton = NULL;
    if (given == NULL && path == NULL)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--visual needs a face: give --mesh MESH.");
    faces->mesh_path = given != NULL ? given : path;
    if (given != NULL && is_pack_name(given))
        return open_pack(faces, given, MIEN_PACK_MESH, NULL);
    if (given != NULL) {
        code = open_project(faces);
        project = &faces->project;
        if (code == CLI_EXIT_OK)
            code = cli_project_asset(args, project, given, MIENI_ASSET_MESH, &path);
    }
    if (code == CLI_EXIT_OK)
        code = open_asset(faces, project, path, MIEN_PACK_MESH, NULL);
    if (code == CLI_EXIT_OK)
        code = read_text(faces, project, path, MIENI_ASSET_MESH, NULL, out_skeleton);
    faces->mesh_project = project;
    faces->mesh_path = path;
    return code;
}

static int open_skeleton(CliDiffFaces *faces, const char *path)
{
    const CliArgs *args = faces->args;
    const char *given = cli_value(args, "skeleton", NULL);
    const MieniProject *project = faces->mesh_project;
    int code = CLI_EXIT_OK;
    if (given == NULL && path == NULL)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "The mesh does not say what its bones are: give --skeleton SKELETON.");
    if (given != NULL && is_pack_name(given))
        return open_pack(faces, given, MIEN_PACK_SKELETON, NULL);
    if (given != NULL) {
        code = open_project(faces);
        project = &faces->project;
        if (code == CLI_EXIT_OK)
            code = cli_project_asset(args, project, given, MIENI_ASSET_SKELETON, &path);
    }
    return code == CLI_EXIT_OK ? open_asset(faces, project, path, MIEN_PACK_SKELETON, NULL) : code;
}

int cli_diff_sides_open(CliDiffFaces *faces)
{
    const MieniProject *project = NULL;
    const char *mesh = NULL, *skeleton = NULL;
    int code = CLI_EXIT_OK;
    for (int s = 0; s < 2 && code == CLI_EXIT_OK; ++s) {
        faces->sides[s].path = faces->args->values[s];
        code = open_side(faces, &faces->sides[s], &project, &mesh);
    }
    if (code == CLI_EXIT_OK)
        code = open_mesh(faces, project, mesh, &skeleton);
    return code == CLI_EXIT_OK ? open_skeleton(faces, skeleton) : code;
}

void cli_diff_sides_close(CliDiffFaces *faces)
{
    for (int s = 0; s < 2; ++s) {
        mien_pose_asset_destroy(faces->sides[s].asset);
        if (faces->sides[s].has_own)
            mieni_project_close(&faces->sides[s].own);
    }
    mien_mesh_destroy(faces->mesh);
    mien_skeleton_destroy(faces->skeleton);
    if (faces->has_project)
        mieni_project_close(&faces->project);
}
