// SPDX-License-Identifier: MIT
//
// mien poses mode, base, set, override, group, lod

#include "cli/report/poses.h"

#include "asset/view.h"

#include <string.h>

/// How an asset is evaluated, which is part of its mode. Nothing is written for ours.
static void set_blending(MieniAsset *asset, const char *blending)
{
    mieni_pose_asset_set_blending(&asset->json, mieni_pose_asset_of(asset),
                                  strcmp(blending, "mien") != 0 ? blending : NULL);
}

static int mode_run(const CliArgs *args)
{
    CliAsset poses;
    MienError error = {0};
    const char *mode = args->values[1];
    const bool is_absolute = strcmp(mode, "absolute") == 0;
    if (!is_absolute && strcmp(mode, "additive") != 0)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "A mode is additive or absolute, not %s.", mode);
    const int code = cli_asset_open(args, MIENI_ASSET_POSES, &poses);
    if (code != CLI_EXIT_OK)
        return code;
    const MienStatus status = mieni_poses_set_mode(&poses.asset, is_absolute, &error);
    if (cli_has(args, "blending"))
        set_blending(&poses.asset, cli_value(args, "blending", "mien"));
    return cli_asset_end(args, &poses, status, &error, "%s", mode);
}

static const CliArgument mode_arguments[] = {
    CLI_POSES_ARGUMENT,
    {.name = "MODE", .help = "`additive` or `absolute`"},
    {0},
};
static const CliOption mode_options[] = {
    {.name = "blending",
     .value = "RULES",
     .kind = CLI_CHOICE,
     .choices = "mien|unreal",
     .help = "The blending rules of the asset"},
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample mode_examples[] = {{"mien poses mode faces/ada additive", "Convert to additive"},
                                           {0}};

const CliCommand cli_cmd_poses_mode = {
    .path = "poses mode",
    .group = "Pose assets",
    .summary = "Convert between additive and absolute",
    .description = "Additive poses are added to the input pose, absolute poses replace it. The asset keeps "
                   "its pose data, so converting back and forth changes nothing.",
    .arguments = mode_arguments,
    .options = mode_options,
    .examples = mode_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = mode_run,
};

static int base_run(const CliArgs *args)
{
    CliAsset poses;
    MienError error = {0};
    const char *base = args->value_count > 1 ? args->values[1] : NULL;
    if ((base == NULL) != cli_has(args, "rest-pose"))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "Name a pose, or use --rest-pose.");
    const int code = cli_poses_open(args, 1, 1, &poses);
    if (code != CLI_EXIT_OK)
        return code;
    base = args->value_count > 1 ? args->values[1] : NULL;
    const MienStatus status = mieni_poses_set_base(&poses.asset, base, &error);
    return cli_asset_end(args, &poses, status, &error, "base pose is %s",
                         base != NULL ? base : "the rest pose");
}

static const CliArgument base_arguments[] = {
    CLI_POSES_ARGUMENT,
    {.name = "POSE", .help = "The pose that others are relative to", .is_optional = true},
    {0},
};
static const CliOption base_options[] = {
    {.name = "rest-pose", .help = "Use the skeleton's rest pose"},
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample base_examples[] = {{"mien poses base faces/ada Rest", "Relative to the pose Rest"},
                                           {0}};

const CliCommand cli_cmd_poses_base = {
    .path = "poses base",
    .group = "Pose assets",
    .summary = "Set the base pose",
    .description = "Sets the base pose: one of the poses, or the skeleton's rest pose.",
    .arguments = base_arguments,
    .options = base_options,
    .examples = base_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = base_run,
};

/// Range and remap.
static int set_numbers(const CliArgs *args, MieniAsset *asset, const char *pose, MienStatus *status,
                       MienError *error)
{
    const char *range = cli_value(args, "range", NULL);
    if (range != NULL) {
        double ends[2] = {0, 1};
        int count = 0;
        const bool is_default = strcmp(range, "default") == 0;
        const int code = is_default ? CLI_EXIT_OK : cli_numbers_split(args, "range", range, ends, 2, &count);
        if (code != CLI_EXIT_OK)
            return code;
        if (!is_default && count != 2)
            return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--range takes two numbers, or `default`.");
        *status = mieni_poses_set_range(asset, pose, !is_default, (float)ends[0], (float)ends[1], error);
    }
    if (*status == MIEN_OK && (cli_has(args, "gain") || cli_has(args, "offset")))
        *status = mieni_poses_set_remap(asset, pose, (float)cli_number(args, "gain", 1),
                                        (float)cli_number(args, "offset", 0), error);
    return CLI_EXIT_OK;
}

static int set_role(const CliArgs *args, MieniAsset *asset, const char *pose, MienStatus *status,
                    MienError *error)
{
    const char *product = cli_value(args, "corrective", NULL), *on = cli_value(args, "target", NULL);
    if (cli_has(args, "smooth"))
        *status =
            mieni_poses_set_smooth(asset, pose, strcmp(cli_value(args, "smooth", ""), "on") == 0, error);
    if (*status == MIEN_OK && cli_has(args, "binary"))
        *status =
            mieni_poses_set_binary(asset, pose, strcmp(cli_value(args, "binary", ""), "on") == 0, error);
    if (*status == MIEN_OK && on != NULL)
        *status = mieni_poses_set_inbetween(asset, pose, on, (float)cli_number(args, "position", 0.5), error);
    if (*status == MIEN_OK && product != NULL) {
        CliLines inputs;
        const int code = cli_lines_split(args, product, &inputs);
        if (code != CLI_EXIT_OK)
            return code;
        *status = mieni_poses_set_combination(asset, pose, inputs.items, inputs.count, error);
    }
    if (*status == MIEN_OK && cli_has(args, "curve-driven")) {
        *status = mieni_poses_set_inbetween(asset, pose, NULL, 0, error);
        if (*status == MIEN_OK)
            *status = mieni_poses_set_combination(asset, pose, NULL, 0, error);
    }
    return CLI_EXIT_OK;
}

static int set_run(const CliArgs *args)
{
    CliAsset poses;
    MienError error = {0};
    MienStatus status = MIEN_OK;
    int code = cli_poses_open(args, 1, args->value_count, &poses);
    if (code != CLI_EXIT_OK)
        return code;
    const CliNames names = cli_pose_names(&poses);
    code = cli_names_find_option(args, &names, "target");
    for (int i = 1; i < args->value_count && status == MIEN_OK && code == CLI_EXIT_OK; ++i) {
        code = set_numbers(args, &poses.asset, args->values[i], &status, &error);
        if (code == CLI_EXIT_OK && status == MIEN_OK)
            code = set_role(args, &poses.asset, args->values[i], &status, &error);
    }
    if (code == CLI_EXIT_OK)
        return cli_asset_end(args, &poses, status, &error, "%d set", args->value_count - 1);
    cli_asset_close(&poses);
    return code;
}

static const CliArgument set_arguments[] = {
    CLI_POSES_ARGUMENT,
    {.name = "POSE", .help = "Poses to set", .is_repeated = true},
    {0},
};
static const CliOption set_options[] = {
    {.name = "range", .value = "MIN,MAX", .help = "The input range of its curve; `default` is 0,1"},
    {.name = "gain", .value = "NUMBER", .kind = CLI_NUMBER, .help = "Multiply the curve's value by this"},
    {.name = "offset",
     .value = "NUMBER",
     .kind = CLI_NUMBER,
     .help = "Add this to the curve's value, after the gain"},
    {.name = "smooth",
     .value = "ON",
     .kind = CLI_CHOICE,
     .choices = "on|off",
     .help = "Ease the curve's value in and out"},
    {.name = "binary",
     .value = "ON",
     .kind = CLI_CHOICE,
     .choices = "on|off",
     .help = "1 above 0.5, otherwise 0"},
    {.name = "target",
     .value = "POSE",
     .excludes = "corrective curve-driven",
     .help = "Make it an in-between of this pose"},
    {.name = "position",
     .value = "NUMBER",
     .kind = CLI_NUMBER,
     .help = "Its position on that pose's range (default: 0.5)"},
    {.name = "corrective",
     .value = "POSE,...",
     .excludes = "target curve-driven",
     .help = "Make it a corrective of these poses"},
    {.name = "curve-driven",
     .excludes = "target corrective",
     .help = "Make it curve-driven again, by the curve with its name"},
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample set_examples[] = {
    {"mien poses set faces/ada brow_l brow_r --range=-0.5,1.5", "Accept curve values beyond 0 to 1"},
    {"mien poses set faces/ada jaw_half --target jaw_open --position 0.4", "An in-between"},
    {"mien poses set faces/ada jaw_smile --corrective jaw_open,smile", "A corrective"},
    {0},
};

const CliCommand cli_cmd_poses_set = {
    .path = "poses set",
    .group = "Pose assets",
    .summary = "Set how curves drive poses",
    .description = "Sets ranges and remapping of poses, and their type: curve-driven poses, which the curve "
                   "with their name drives, in-betweens of a curve-driven pose, or correctives of several "
                   "poses. docs/rules.md describes the rules.",
    .arguments = set_arguments,
    .options = set_options,
    .examples = set_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = set_run,
};

static int override_run(const CliArgs *args)
{
    CliAsset poses;
    MienError error = {0};
    const char *kind = cli_value(args, "kind", "multiply");
    const int code = cli_poses_open(args, 1, 2, &poses);
    if (code != CLI_EXIT_OK)
        return code;
    const char *target = args->values[1], *source = args->values[2];
    const MienAuthorOverrideKind mask = strcmp(kind, "sum") == 0     ? MIEN_AUTHOR_OVERRIDE_SUM
                                        : strcmp(kind, "block") == 0 ? MIEN_AUTHOR_OVERRIDE_BLOCK
                                                                     : MIEN_AUTHOR_OVERRIDE_MULTIPLY;
    const MienStatus status = cli_has(args, "remove")
                                  ? mieni_poses_remove_override(&poses.asset, target, source, &error)
                                  : mieni_poses_set_override(&poses.asset, target, source, mask,
                                                             (float)cli_number(args, "amount", 1),
                                                             (float)cli_number(args, "threshold", 0), &error);
    return cli_asset_end(args, &poses, status, &error, "%s %s overridden by %s", target,
                         cli_has(args, "remove") ? "no longer" : "is", source);
}

static const CliArgument override_arguments[] = {
    CLI_POSES_ARGUMENT,
    {.name = "TARGET", .help = "The pose that is weakened"},
    {.name = "SOURCE", .help = "The pose that weakens it"},
    {0},
};
static const CliOption override_options[] = {
    {.name = "kind",
     .value = "KIND",
     .kind = CLI_CHOICE,
     .choices = "multiply|sum|block",
     .help = "How overrides combine"},
    {.name = "amount", .value = "NUMBER", .kind = CLI_NUMBER, .help = "Strength, from 0 to 1 (default: 1)"},
    {.name = "threshold",
     .value = "NUMBER",
     .kind = CLI_NUMBER,
     .help = "For block: the weight above which it applies"},
    {.name = "remove",
     .excludes = "kind amount threshold",
     .help = "Remove the override between the two poses"},
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample override_examples[] = {
    {"mien poses override faces/ada aa happy --amount 0.5", "Talk less when happy"}, {0}};

const CliCommand cli_cmd_poses_override = {
    .path = "poses override",
    .group = "Pose assets",
    .summary = "Override one pose with another",
    .description =
        "Adds, changes or removes the override between two poses. docs/rules.md describes the rules.",
    .arguments = override_arguments,
    .options = override_options,
    .examples = override_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = override_run,
};

static int group_run(const CliArgs *args)
{
    CliAsset poses;
    MienError error = {0};
    const char *name = args->values[1], *kind = cli_value(args, "kind", "cap");
    int code = cli_poses_open(args, 2, args->value_count, &poses);
    if (code != CLI_EXIT_OK)
        return code;
    const MienAuthorGroupKind group = strcmp(kind, "normalise") == 0 ? MIEN_AUTHOR_GROUP_NORMALISE
                                      : strcmp(kind, "top") == 0     ? MIEN_AUTHOR_GROUP_TOP
                                                                     : MIEN_AUTHOR_GROUP_CAP;
    const MienStatus status =
        cli_has(args, "remove")
            ? mieni_poses_remove_group(&poses.asset, name, &error)
            : mieni_poses_set_group(&poses.asset, name, group, (float)cli_number(args, "limit", 1),
                                    args->values + 2, args->value_count - 2, &error);
    return cli_asset_end(args, &poses, status, &error, "group %s %s", name,
                         cli_has(args, "remove") ? "removed" : "set");
}

static const CliArgument group_arguments[] = {
    CLI_POSES_ARGUMENT,
    {.name = "GROUP", .help = "The name of the group"},
    {.name = "POSE",
     .help = "Its poses, which replace the current ones",
     .is_optional = true,
     .is_repeated = true},
    {0},
};
static const CliOption group_options[] = {
    {.name = "kind",
     .value = "KIND",
     .kind = CLI_CHOICE,
     .choices = "cap|normalise|top",
     .help = "The kind of limit"},
    {.name = "limit",
     .value = "NUMBER",
     .kind = CLI_NUMBER,
     .help = "The sum, or for top the number of poses (default: 1)"},
    {.name = "remove", .excludes = "kind limit", .help = "Remove the group"},
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample group_examples[] = {
    {"mien poses group faces/ada mouth aa ih ou ee oh --kind cap --limit 1",
     "Limit the sum of all vowels to one"},
    {0},
};

const CliCommand cli_cmd_poses_group = {
    .path = "poses group",
    .group = "Pose assets",
    .summary = "Limit poses together",
    .description = "Adds, changes or removes a group, whose poses are limited together. docs/rules.md "
                   "describes the rules.",
    .arguments = group_arguments,
    .options = group_options,
    .examples = group_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = group_run,
};

static int lod_run(const CliArgs *args)
{
    CliAsset poses;
    MienError error = {0};
    MienStatus status = MIEN_OK;
    int level, code = cli_max_lod(args, &level);
    if (code == CLI_EXIT_OK)
        code = cli_asset_open(args, MIENI_ASSET_POSES, &poses);
    if (code != CLI_EXIT_OK)
        return code;
    for (int i = 1; i < args->value_count && status == MIEN_OK; ++i)
        status = mieni_poses_set_curve_level(&poses.asset, args->values[i], level, &error);
    return cli_asset_end(args, &poses, status, &error, "%d set", args->value_count - 1);
}

static const CliArgument lod_arguments[] = {
    CLI_POSES_ARGUMENT,
    {.name = "CURVE", .help = "Curves that poses define: morphs, materials", .is_repeated = true},
    {0},
};
static const CliOption lod_options[] = {
    {.name = "max-lod", .value = "LOD", .help = "Their max LOD, from 0, or `all`"},
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample lod_examples[] = {{"mien poses lod faces/ada blush --max-lod 0", "Only in close-ups"},
                                          {0}};

const CliCommand cli_cmd_poses_lod = {
    .path = "poses lod",
    .group = "Pose assets",
    .summary = "Set the max LOD of curves in poses",
    .description = "Sets the max LOD of curves that poses define. The skeleton sets the max LOD of bones: "
                   "see `mien skeleton lod`.",
    .arguments = lod_arguments,
    .options = lod_options,
    .examples = lod_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = lod_run,
};
