// SPDX-License-Identifier: MIT
//
// mien skeleton lod, curves

#include "cli/asset.h"

#include "asset/edit/skeleton.h"

static int lod_run(const CliArgs *args)
{
    CliAsset skeleton;
    MienError error = {0};
    int level, bones = 0, curves = 0, code = cli_max_lod(args, &level);
    if (code == CLI_EXIT_OK)
        code = cli_asset_open(args, MIENI_ASSET_SKELETON, &skeleton);
    if (code != CLI_EXIT_OK)
        return code;
    const MienStatus status = mieni_skeleton_set_levels(
        &skeleton.asset, args->values + 1, args->value_count - 1, level, &bones, &curves, &error);
    return cli_asset_end(args, &skeleton, status, &error, "%d bone%s and %d curve%s changed", bones,
                         bones == 1 ? "" : "s", curves, curves == 1 ? "" : "s");
}

static const CliArgument lod_arguments[] = {
    {.name = "SKELETON", .help = "A skeleton asset of the project", .kind = CLI_FILE},
    {.name = "NAME", .help = "Bones and curves by name or pattern: `*` and `?`", .is_repeated = true},
    {0},
};
static const CliOption lod_options[] = {
    {.name = "max-lod", .value = "LOD", .help = "Their max LOD, from 0, or `all`"},
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample lod_examples[] = {
    {"mien skeleton lod body 'tongue*' --max-lod 0", "Only in close-ups"},
    {0},
};

const CliCommand cli_cmd_skeleton_lod = {
    .path = "skeleton lod",
    .group = "Skeletons",
    .summary = "Set the max LOD of bones and curves",
    .description = "Sets the max LOD of bones and curves. The max LOD of a bone also limits its children.",
    .arguments = lod_arguments,
    .options = lod_options,
    .examples = lod_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = lod_run,
};

static int curves_run(const CliArgs *args)
{
    CliAsset skeleton;
    MienError error = {0};
    const bool removes = cli_has(args, "remove");
    int changed = args->value_count - 1;
    const int code = cli_asset_open(args, MIENI_ASSET_SKELETON, &skeleton);
    if (code != CLI_EXIT_OK)
        return code;
    const MienStatus status =
        removes ? mieni_skeleton_remove_curves(&skeleton.asset, args->values + 1, changed, &error)
                : mieni_skeleton_add_curves(&skeleton.asset, args->values + 1, changed, &changed, &error);
    return cli_asset_end(args, &skeleton, status, &error, "%d curve%s %s", changed, changed == 1 ? "" : "s",
                         removes ? "removed" : "added");
}

static const CliArgument curves_arguments[] = {
    {.name = "SKELETON", .help = "A skeleton asset of the project", .kind = CLI_FILE},
    {.name = "CURVE", .help = "Curve names", .is_repeated = true},
    {0},
};
static const CliOption curves_options[] = {
    {.name = "remove", .help = "Remove the curves instead of adding them"},
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample curves_examples[] = {
    {"mien skeleton curves body jaw_open smile", "Add curves to the table"},
    {0},
};

const CliCommand cli_cmd_skeleton_curves = {
    .path = "skeleton curves",
    .group = "Skeletons",
    .summary = "Add curves to a skeleton's table, or remove them",
    .description = "The curve table of a skeleton lists the curves that characters know. Adding a curve "
                   "rebuilds only the skeleton. Existing curves do not change.",
    .arguments = curves_arguments,
    .options = curves_options,
    .examples = curves_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = curves_run,
};
