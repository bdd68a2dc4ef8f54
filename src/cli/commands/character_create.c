// SPDX-License-Identifier: MIT
//
// mien character create

#include "cli/asset.h"

#include "asset/view.h"

/// Without --skeleton, a character has that of its mesh.
static int set_skeleton(const CliArgs *args, CliAsset *character)
{
    MieniProblem problem = {0};
    MieniAsset mesh;
    const char *path = mieni_asset_mesh(&character->asset);
    if (cli_has(args, "skeleton") || path == NULL)
        return cli_asset_refer(args, character, "skeleton", MIENI_ASSET_SKELETON);
    if (mieni_project_load(&character->project, path, MIENI_ASSET_MESH, &mesh, &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    mieni_asset_set_skeleton(&character->asset, mieni_asset_skeleton(&mesh));
    mieni_asset_release(&mesh);
    return CLI_EXIT_OK;
}

static int run(const CliArgs *args)
{
    CliAsset character;
    if (!cli_has(args, "mesh") && !cli_has(args, "graph"))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "Specify --mesh ASSET or --graph ASSET for the character.");
    int code = cli_asset_begin(args, MIENI_ASSET_CHARACTER, &character);
    if (code != CLI_EXIT_OK)
        return code;
    code = cli_asset_refer(args, &character, "mesh", MIENI_ASSET_MESH);
    if (code == CLI_EXIT_OK)
        code = set_skeleton(args, &character);
    if (code == CLI_EXIT_OK)
        code = cli_asset_refer(args, &character, "graph", MIENI_ASSET_GRAPH);
    if (code == CLI_EXIT_OK)
        code = cli_asset_refer(args, &character, "poses", MIENI_ASSET_POSES);
    if (code == CLI_EXIT_OK)
        return cli_asset_end(args, &character, MIEN_OK, NULL, "%s", "created");
    cli_asset_close(&character);
    return code;
}

static const CliArgument arguments[] = {
    {.name = "CHARACTER",
     .help = "The character asset to write: `faces/ada.character.json`, or `faces/ada`",
     .kind = CLI_FILE},
    {0},
};
static const CliOption options[] = {
    {.name = "mesh", .value = "MESH", .kind = CLI_FILE, .help = "Its mesh"},
    {.name = "graph", .value = "GRAPH", .kind = CLI_FILE, .help = "The graph that animates it"},
    {.name = "poses",
     .value = "POSES",
     .kind = CLI_FILE,
     .help = "Its own pose asset, for lint and for programs that use no graph"},
    {.name = "skeleton", .value = "SKELETON", .kind = CLI_FILE, .help = "Its skeleton (default: the mesh's)"},
    {.name = "force", .help = "Replace an existing asset"},
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample examples[] = {
    {"mien character create faces/eve --mesh heads/ada --graph faces/bo",
     "A head and the graph that animates it"},
    {0},
};

const CliCommand cli_cmd_character_create = {
    .path = "character create",
    .group = "Characters",
    .summary = "Create a character from a mesh and a graph",
    .description =
        "Creates a character asset: a mesh, the skeleton that it uses, and the graph that animates it. "
        "Several characters can share one graph; where their faces differ, each has a child graph that "
        "overrides the pose asset (`mien graph child`). `mien lint` checks that the parts fit.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = run,
};
