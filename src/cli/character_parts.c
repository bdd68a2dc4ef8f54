// SPDX-License-Identifier: MIT
//
// A mesh or a pose asset as a character: what else it needs is found in the project.

#include "cli/character.h"

#include "asset/view.h"

#include <string.h>

/// The only mesh that fits; says which there are if it is not one.
static int choose(const CliArgs *args, const MieniPaths *meshes, const char *poses, const char **out_mesh)
{
    const char *names = meshes->count > 0 ? meshes->items[0] : "";
    *out_mesh = cli_text(args, "%s", names);
    if (meshes->count == 1)
        return CLI_EXIT_OK;
    for (int i = 1; i < meshes->count && i < 4; ++i)
        names = cli_text(args, "%s%s%s", names, i + 1 == meshes->count ? " or " : ", ", meshes->items[i]);
    return cli_fail(args, CLI_EXIT_INPUT, poses, NULL, "%s with --mesh%s%s.",
                    meshes->count > 1 ? "Several meshes fit: say which"
                                      : "No mesh is on its skeleton: give one",
                    meshes->count > 1 ? ", such as " : "", names);
}

static int find_mesh(const CliArgs *args, const MieniProject *project, const char *poses,
                     const char **out_mesh)
{
    MieniPaths meshes = {0};
    MieniProblem problem = {0};
    if (mieni_character_meshes(project, poses, &meshes, &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    const int code = choose(args, &meshes, poses, out_mesh);
    mieni_paths_release(&meshes);
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
    const MieniAssetKind kind = mieni_asset_kind_of_path(path);
    const char *mesh = cli_knows(args, "mesh") ? cli_value(args, "mesh", NULL) : NULL;
    MieniAsset asset;
    MieniProblem problem = {0};
    int code = CLI_EXIT_OK;
    *out_parts = (MieniCharacterParts){.skeleton = NULL};
    if (mieni_project_load(project, path, kind, &asset, &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    out_parts->skeleton = cli_text(args, "%s", mieni_text_or_empty(mieni_asset_skeleton(&asset)));
    mieni_asset_release(&asset);
    if (kind == MIENI_ASSET_MESH) {
        out_parts->mesh = path;
        return CLI_EXIT_OK;
    }
    out_parts->poses = path;
    code = mesh != NULL ? cli_project_asset(args, project, mesh, MIENI_ASSET_MESH, &out_parts->mesh)
                        : find_mesh(args, project, path, &out_parts->mesh);
    return code;
}
