// SPDX-License-Identifier: MIT
//
// A mesh or a pose asset as a character: what else it needs is found in the project.

#include "cli/character.h"

#include <string.h>

/// Meshes that fit, each once.
typedef struct Fitting {
    const CliArgs *args;
    const MieniProject *project;
    MieniPaths meshes;
} Fitting;

/// The value of a key of an asset of the project; "" if it has none or cannot be read,
/// which is for those to say who need it.
static const char *key_of(const Fitting *fitting, const char *path, MieniAssetKind kind, const char *key)
{
    MieniAsset asset;
    MieniProblem problem = {0};
    if (mieni_project_load(fitting->project, path, kind, &asset, &problem) != MIEN_OK)
        return "";
    const char *value = cli_text(fitting->args, "%s", mieni_json_get_string(asset.json.root, key, ""));
    mieni_asset_release(&asset);
    return value;
}

/// Meshes of the characters that have the pose asset.
static bool add_of_characters(Fitting *fitting, const MieniPaths *files, const char *poses)
{
    for (int i = 0; i < files->count; ++i) {
        const char *path = files->items[i];
        if (mieni_asset_kind_of_path(path) != MIENI_ASSET_CHARACTER ||
            strcmp(key_of(fitting, path, MIENI_ASSET_CHARACTER, "poses"), poses) != 0)
            continue;
        const char *mesh = key_of(fitting, path, MIENI_ASSET_CHARACTER, "mesh");
        if (mesh[0] != '\0' && !mieni_paths_add(&fitting->meshes, mesh))
            return false;
    }
    return true;
}

static bool add_of_skeleton(Fitting *fitting, const MieniPaths *files, const char *skeleton)
{
    for (int i = 0; i < files->count; ++i)
        if (mieni_asset_kind_of_path(files->items[i]) == MIENI_ASSET_MESH &&
            strcmp(key_of(fitting, files->items[i], MIENI_ASSET_MESH, "skeleton"), skeleton) == 0 &&
            !mieni_paths_add(&fitting->meshes, files->items[i]))
            return false;
    return true;
}

/// The only mesh that fits; says which there are if it is not one.
static int choose(const Fitting *fitting, const char *poses, const char **out_mesh)
{
    const MieniPaths *meshes = &fitting->meshes;
    const char *names = meshes->count > 0 ? meshes->items[0] : "";
    *out_mesh = cli_text(fitting->args, "%s", names);
    if (meshes->count == 1)
        return CLI_EXIT_OK;
    for (int i = 1; i < meshes->count && i < 4; ++i)
        names = cli_text(fitting->args, "%s%s%s", names, i + 1 == meshes->count ? " or " : ", ",
                         meshes->items[i]);
    return cli_fail(fitting->args, CLI_EXIT_INPUT, poses, NULL, "%s with --mesh%s%s.",
                    meshes->count > 1 ? "Several meshes fit: say which"
                                      : "No mesh is on its skeleton: give one",
                    meshes->count > 1 ? ", such as " : "", names);
}

static int find_mesh(Fitting *fitting, const char *poses, const char *skeleton, const char **out_mesh)
{
    MieniPaths files = {0};
    MieniProblem problem = {0};
    *out_mesh = key_of(fitting, poses, MIENI_ASSET_POSES, "mesh");
    if ((*out_mesh)[0] != '\0')
        return CLI_EXIT_OK;
    if (mieni_project_files(fitting->project, &files, &problem) != MIEN_OK)
        return cli_fail_problem(fitting->args, &problem);
    bool is_fine = add_of_characters(fitting, &files, poses);
    mieni_paths_sort(&fitting->meshes);
    if (is_fine && fitting->meshes.count == 0)
        is_fine = add_of_skeleton(fitting, &files, skeleton);
    const int code = is_fine ? choose(fitting, poses, out_mesh) : cli_fail_memory(fitting->args);
    mieni_paths_release(&files);
    mieni_paths_release(&fitting->meshes);
    return code;
}

const char *cli_character_part(const CliArgs *args, const MieniProject *project, const char *given)
{
    char path[MIENI_PATH_ROOM], full[MIENI_PATH_ROOM];
    MieniProblem problem = {0};
    if (!mieni_project_relate(project, given, path, &problem))
        return NULL;
    const char *const tries[] = {cli_text(args, "%s", path), cli_text(args, "%s.json", path)};
    for (int i = 0; i < 2; ++i) {
        const MieniAssetKind kind = mieni_asset_kind_of_path(tries[i]);
        if ((kind == MIENI_ASSET_MESH || kind == MIENI_ASSET_POSES) &&
            mieni_project_locate(project, tries[i], full) && mieni_file_exists(full))
            return tries[i];
    }
    return NULL;
}

int cli_character_complete(const CliArgs *args, const MieniProject *project, const char *path,
                           MieniCharacterParts *out_parts)
{
    Fitting fitting = {.args = args, .project = project};
    const MieniAssetKind kind = mieni_asset_kind_of_path(path);
    const char *mesh = cli_value(args, "mesh", NULL);
    MieniAsset asset;
    MieniProblem problem = {0};
    int code = CLI_EXIT_OK;
    *out_parts = (MieniCharacterParts){.skeleton = NULL};
    if (mieni_project_load(project, path, kind, &asset, &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    out_parts->skeleton = cli_text(args, "%s", mieni_json_get_string(asset.json.root, "skeleton", ""));
    mieni_asset_release(&asset);
    if (kind == MIENI_ASSET_MESH) {
        out_parts->mesh = path;
        return CLI_EXIT_OK;
    }
    out_parts->poses = path;
    code = mesh != NULL ? cli_project_asset(args, project, mesh, MIENI_ASSET_MESH, &out_parts->mesh)
                        : find_mesh(&fitting, path, out_parts->skeleton, &out_parts->mesh);
    return code;
}
