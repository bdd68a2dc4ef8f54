// SPDX-License-Identifier: MIT
//
// mien skeleton level, curves

#include "cli/asset.h"

#include "author/names.h"
#include "author/poses.h"

#include <string.h>

/// Whether one of the patterns is this name; notes which ones chose something.
static bool is_named(const CliArgs *args, const char *name, bool *is_used)
{
    bool is_it = false;
    for (int i = 1; i < args->value_count; ++i)
        if (mieni_name_matches(args->values[i], name)) {
            is_used[i] = true;
            is_it = true;
        }
    return is_it;
}

/// Sets levels of rows. A bone's children never outlast it: theirs are cut with it.
/// bones is NULL for curves.
static int set_levels(const CliArgs *args, MieniJsonDocument *json, MieniJson *rows,
                      const MienAuthorBone *bones, int level, bool *is_used)
{
    int count = 0;
    for (int i = 0; rows != NULL && i < rows->count; ++i) {
        MieniJson *row = rows->items[i];
        const int parent = bones != NULL ? bones[i].parent : -1;
        const double above = parent >= 0
                                 ? mieni_json_get_number(rows->items[parent], "last_level", MIEN_ALL_LEVELS)
                                 : MIEN_ALL_LEVELS;
        const double before = mieni_json_get_number(row, "last_level", MIEN_ALL_LEVELS);
        double after = is_named(args, mieni_json_get_string(row, "name", ""), is_used) ? level : before;
        if (after > above)
            after = above;
        if (after == before)
            continue;
        if (after == MIEN_ALL_LEVELS)
            mieni_json_unset(row, "last_level");
        else
            mieni_json_set(json, row, "last_level", mieni_json_number(json, after));
        ++count;
    }
    return count;
}

static int level_run(const CliArgs *args)
{
    CliAsset skeleton;
    int level, code = cli_last_level(args, &level);
    if (code == CLI_EXIT_OK)
        code = cli_asset_open(args, MIENI_ASSET_SKELETON, &skeleton);
    if (code != CLI_EXIT_OK)
        return code;
    bool *is_used = mieni_arena_take(args->arena, (size_t)args->value_count, sizeof *is_used);
    if (is_used == NULL) {
        cli_asset_close(&skeleton);
        return cli_fail_memory(args);
    }
    MieniJsonDocument *json = &skeleton.asset.json;
    MieniArena arena = {0};
    MienAuthorSkeleton whole;
    MienError error = {0};
    if (mieni_skeleton_describe(&skeleton.asset, &arena, &whole, &error) != MIEN_OK) {
        mieni_arena_release(&arena);
        return cli_asset_end(args, &skeleton, error.status, &error, "%s", "");
    }
    const int bones =
        set_levels(args, json, mieni_json_get(json->root, "bones"), whole.bones, level, is_used);
    const int curves = set_levels(args, json, mieni_json_get(json->root, "curves"), NULL, level, is_used);
    mieni_arena_release(&arena);
    for (int i = 1; i < args->value_count; ++i)
        if (!is_used[i]) {
            cli_asset_close(&skeleton);
            return cli_fail(args, CLI_EXIT_INPUT, skeleton.path, args->values[i],
                            "There is no bone or curve of this name.");
        }
    return cli_asset_end(args, &skeleton, MIEN_OK, NULL, "%s",
                         cli_text(args, "%d bone%s and %d curve%s changed", bones, bones == 1 ? "" : "s",
                                  curves, curves == 1 ? "" : "s"));
}

static const CliArgument level_arguments[] = {
    {.name = "SKELETON", .help = "A skeleton asset of the project", .kind = CLI_FILE},
    {.name = "NAME", .help = "Bones and curves by name or pattern: `*` and `?`", .is_repeated = true},
    {0},
};
static const CliOption level_options[] = {
    {.name = "last",
     .value = "LEVEL",
     .help = "The last level of detail they are there at, from 0, or `all`"},
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample level_examples[] = {
    {"mien skeleton level body 'tongue*' --last 0", "Only in close-ups"},
    {0},
};

const CliCommand cli_cmd_skeleton_level = {
    .path = "skeleton level",
    .group = "Skeletons",
    .summary = "Set levels of detail of bones and curves",
    .description =
        "Sets the last level of detail that bones and curves are there at. What hangs below a bone never "
        "outlasts it: its level is cut as well.",
    .arguments = level_arguments,
    .options = level_options,
    .examples = level_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = level_run,
};

static int curves_run(const CliArgs *args)
{
    CliAsset skeleton;
    const bool removes = cli_has(args, "remove");
    int changed = 0;
    const int code = cli_asset_open(args, MIENI_ASSET_SKELETON, &skeleton);
    if (code != CLI_EXIT_OK)
        return code;
    MieniJsonDocument *json = &skeleton.asset.json;
    MieniJson *rows = mieni_json_get(json->root, "curves");
    if (rows == NULL)
        rows = mieni_json_set(json, json->root, "curves", mieni_json_array(json));
    for (int i = 1; i < args->value_count; ++i) {
        const int row = mieni_json_find(rows, "name", args->values[i]);
        if (removes && row < 0) {
            cli_asset_close(&skeleton);
            return cli_fail(args, CLI_EXIT_INPUT, skeleton.path, args->values[i],
                            "There is no curve of this name.");
        }
        if (removes) {
            mieni_json_remove(rows, row);
        } else if (row < 0) {
            MieniJson *curve = mieni_json_append(json, rows, mieni_json_object(json));
            mieni_json_set(json, curve, "name", mieni_json_string(json, args->values[i]));
        }
        changed += removes || row < 0;
    }
    if (rows->count == 0)
        mieni_json_unset(json->root, "curves");
    return cli_asset_end(
        args, &skeleton, MIEN_OK, NULL, "%s",
        cli_text(args, "%d curve%s %s", changed, changed == 1 ? "" : "s", removes ? "removed" : "added"));
}

static const CliArgument curves_arguments[] = {
    {.name = "SKELETON", .help = "A skeleton asset of the project", .kind = CLI_FILE},
    {.name = "CURVE", .help = "Names of curves", .is_repeated = true},
    {0},
};
static const CliOption curves_options[] = {
    {.name = "remove", .help = "Remove them instead of adding them"},
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
    .description =
        "The table of a skeleton lists the curves that characters know. Adding one rebuilds the skeleton "
        "and nothing else. A curve that is there already is left as it is.",
    .arguments = curves_arguments,
    .options = curves_options,
    .examples = curves_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = curves_run,
};
