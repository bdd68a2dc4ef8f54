// SPDX-License-Identifier: MIT
//
// mien poses rename, remove, move, sort, copy

#include "cli/report/poses.h"
#include "cli/report/rename_to.h"
#include "cli/report/renamed.h"

#include "asset/view.h"

#include <stdio.h>
#include <string.h>

static int rename_everywhere(const CliArgs *args, const MieniProject *project, const CliLines *from,
                             const CliLines *to)
{
    CliRenamed renamed;
    MieniProblem problem = {0};
    cli_renamed_begin(&renamed);
    const MienStatus status = mieni_rename_everywhere(project, from->items, to->items, from->count,
                                                      cli_renamed_note, &renamed, &problem);
    cli_put_renames(args, from, to, cli_has(args, "to") ? &renamed.out : NULL, &renamed.json);
    return cli_renamed_end(args, &renamed, status, &problem);
}

/// The poses that were typed, by their whole names.
static int find_poses(const CliArgs *args, const CliAsset *poses, CliLines *names)
{
    const CliNames known = cli_pose_names(poses);
    int code = CLI_EXIT_OK;
    for (int i = 0, index; i < names->count && code == CLI_EXIT_OK; ++i) {
        code = cli_names_find(args, &known, names->items[i], &index);
        if (code == CLI_EXIT_OK)
            names->items[i] = cli_text(args, "%s", known.name(known.of, index));
    }
    return code;
}

static int rename_run(const CliArgs *args)
{
    CliAsset poses;
    CliLines from, to;
    MienError error = {0};
    const char *vocabulary = cli_value(args, "to", NULL);
    if ((vocabulary != NULL) == (args->value_count > 1))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "Give pairs OLD NEW, or --to VOCABULARY.");
    int code = cli_pairs(args, &from, &to);
    if (code == CLI_EXIT_OK)
        code = cli_asset_open(args, MIENI_ASSET_POSES, &poses);
    if (code != CLI_EXIT_OK)
        return code;
    code = vocabulary != NULL ? cli_rename_to(args, &poses, vocabulary, &from, &to)
                              : find_poses(args, &poses, &from);
    if (code != CLI_EXIT_OK || (vocabulary != NULL && cli_has(args, "dry-run"))) {
        cli_asset_close(&poses);
        return code;
    }
    const MienStatus status = mieni_poses_rename(&poses.asset, from.items, to.items, from.count, &error);
    if (cli_has(args, "asset-only") || from.count == 0 || status != MIEN_OK)
        return cli_asset_end_renamed(args, &poses, status, &error, &from, &to);
    code =
        rename_everywhere(args, &poses.project, &from, &to); // from the files, so that all is done or nothing
    cli_asset_close(&poses);
    return code;
}

static const CliArgument rename_arguments[] = {
    CLI_POSES_ARGUMENT,
    {.name = "OLD NEW",
     .help = "Pairs of names; all change at once, so you can swap two",
     .is_optional = true,
     .is_repeated = true},
    {0},
};
static const CliOption rename_options[] = {
    {.name = "to",
     .value = "VOCABULARY",
     .help = "Give all poses their names in this vocabulary, or the targets of this map"},
    {.name = "asset-only", .help = "Change only this asset, not the references to the name elsewhere"},
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample rename_examples[] = {
    {"mien poses rename faces/ada Pose_0 l_eye", "Rename a pose, and the curves that drive it"},
    {"mien poses rename faces/ada smile frown frown smile", "Swap two names"},
    {"mien poses rename faces/ada --to arkit --dry-run",
     "Show the ARKit names of all poses, without renaming"},
    {0},
};

const CliCommand cli_cmd_poses_rename = {
    .path = "poses rename",
    .group = "Pose assets",
    .summary = "Rename poses in the whole project",
    .description =
        "Renames poses of an asset and, because a curve drives the pose with its name, that name in the "
        "whole project: in other pose assets, keyed curves, modifiers, maps, graphs and their children, "
        "characters, mesh morphs and skeleton curve tables. Source files do not change: a clip that gets "
        "such a curve from its source file gets a modifier that renames it. Either every file changes or "
        "none does: if the command is killed, or the power fails, the next command completes the change.\n\n"
        "With `--to` all poses get the names of a vocabulary, matched as in `mien vocab match`, or the "
        "targets "
        "of a map. Poses without a match keep their names and are reported; a name that two poses match is "
        "given to neither. With `--dry-run` it prints the table of old and new names and the rule of each.",
    .arguments = rename_arguments,
    .options = rename_options,
    .examples = rename_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = rename_run,
};

static int remove_run(const CliArgs *args)
{
    CliAsset poses;
    MienError error = {0};
    const int count = args->value_count - 1, code = cli_poses_open(args, 1, count, &poses);
    if (code != CLI_EXIT_OK)
        return code;
    const MienStatus status =
        mieni_poses_delete(&poses.asset, args->values + 1, count, cli_has(args, "force"), &error);
    return cli_asset_end(args, &poses, status, &error, "%d removed", count);
}

static const CliArgument remove_arguments[] = {
    CLI_POSES_ARGUMENT,
    {.name = "POSE", .help = "Poses to remove", .is_repeated = true},
    {0},
};
static const CliOption remove_options[] = {
    {.name = "force",
     .help =
         "Also remove poses that the base, overrides, groups or other poses refer to, and the references"},
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample remove_examples[] = {{"mien poses remove faces/ada Pose_17", "Remove a pose"}, {0}};

const CliCommand cli_cmd_poses_remove = {
    .path = "poses remove",
    .group = "Pose assets",
    .summary = "Remove poses",
    .description = "Removes poses. Their source frames are marked as skipped, so that an update does not add "
                   "them again. A pose that others refer to is not removed, and the references are listed.",
    .arguments = remove_arguments,
    .options = remove_options,
    .examples = remove_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = remove_run,
};

static int move_run(const CliArgs *args)
{
    CliAsset poses;
    MienError error = {0};
    const char *before = cli_value(args, "before", NULL), *after = cli_value(args, "after", NULL);
    const bool has_position = args->value_count > 2;
    if ((before != NULL || after != NULL) == has_position)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "Specify one of POSITION, --before POSE and --after POSE.");
    int code = cli_poses_open(args, 1, 1, &poses);
    if (code != CLI_EXIT_OK)
        return code;
    const CliNames names = cli_pose_names(&poses);
    code = cli_names_find_option(args, &names, before != NULL ? "before" : "after");
    if (code != CLI_EXIT_OK) {
        cli_asset_close(&poses);
        return code;
    }
    before = cli_value(args, "before", NULL);
    after = cli_value(args, "after", NULL);
    const int to = cli_value_integer(args, 2, 1),
              count = mieni_pose_asset_pose_count(mieni_pose_asset_of(&poses.asset));
    if (has_position && (to < 1 || to > count)) {
        cli_asset_close(&poses);
        return cli_fail(args, CLI_EXIT_INPUT, poses.path, NULL, "No position %d: the asset has %d.", to,
                        count);
    }
    const MieniPosesPlace place = before != NULL  ? MIENI_POSES_BEFORE
                                  : after != NULL ? MIENI_POSES_AFTER
                                                  : MIENI_POSES_AT;
    const MienStatus status = mieni_poses_move(&poses.asset, args->values[1], place, to - 1,
                                               before != NULL ? before : after, &error);
    return cli_asset_end(args, &poses, status, &error, "%s moved", args->values[1]);
}

static const CliArgument move_arguments[] = {
    CLI_POSES_ARGUMENT,
    {.name = "POSE", .help = "A pose of the asset"},
    {.name = "POSITION", .help = "Its new position, from 1", .kind = CLI_INTEGER, .is_optional = true},
    {0},
};
static const CliOption move_options[] = {
    {.name = "before", .value = "POSE", .excludes = "after", .help = "Before this pose"},
    {.name = "after", .value = "POSE", .excludes = "before", .help = "After this pose"},
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample move_examples[] = {
    {"mien poses move faces/ada smile 1", "Make a pose the first"},
    {"mien poses move faces/ada smile --after jaw_open", "Move it next to another pose"},
    {0},
};

const CliCommand cli_cmd_poses_move = {
    .path = "poses move",
    .group = "Pose assets",
    .summary = "Move a pose in the list",
    .description = "Moves one pose to another position in the list. Poses are added in list order, which "
                   "affects the last bits of results, and the order in user interfaces.",
    .arguments = move_arguments,
    .options = move_options,
    .examples = move_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = move_run,
};

static int sort_run(const CliArgs *args)
{
    CliAsset poses;
    MienError error = {0};
    const int code = cli_asset_open(args, MIENI_ASSET_POSES, &poses);
    return code != CLI_EXIT_OK ? code
                               : cli_asset_end(args, &poses, mieni_poses_sort(&poses.asset, &error), &error,
                                               "sorted by name");
}

static const CliArgument asset_arguments[] = {CLI_POSES_ARGUMENT, {0}};
static const CliExample sort_examples[] = {{"mien poses sort faces/ada", "Sort by name"}, {0}};

const CliCommand cli_cmd_poses_sort = {
    .path = "poses sort",
    .group = "Pose assets",
    .summary = "Sort poses by name",
    .description = "Sorts the poses of an asset by name, byte by byte.",
    .arguments = asset_arguments,
    .options = cli_edit_options,
    .examples = sort_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = sort_run,
};

static int copy_run(const CliArgs *args)
{
    CliAsset poses;
    MienError error = {0};
    const int code = cli_poses_open(args, 1, 1, &poses);
    if (code != CLI_EXIT_OK)
        return code;
    const MienStatus status = mieni_poses_duplicate(&poses.asset, args->values[1], args->values[2], &error);
    return cli_asset_end(args, &poses, status, &error, "%s copied from %s", args->values[2], args->values[1]);
}

static const CliArgument copy_arguments[] = {
    CLI_POSES_ARGUMENT,
    {.name = "POSE", .help = "The pose to copy"},
    {.name = "NEW", .help = "The name of the copy"},
    {0},
};
static const CliExample copy_examples[] = {{"mien poses copy faces/ada smile grin", "A pose to edit"}, {0}};

const CliCommand cli_cmd_poses_copy = {
    .path = "poses copy",
    .group = "Pose assets",
    .summary = "Copy a pose",
    .description = "Inserts a copy after the pose. The curve with its own name drives it.",
    .arguments = copy_arguments,
    .options = cli_edit_options,
    .examples = copy_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = copy_run,
};
