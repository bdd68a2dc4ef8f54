// SPDX-License-Identifier: MIT
//
// mien skeleton level, curves

#include "cli/lines.h"
#include "cli/project.h"

#include "author/names.h"

#include <string.h>

/// A skeleton asset on its way from file to file.
typedef struct Skeleton {
    MieniProject project;
    const char *path;
    MieniAsset asset;
} Skeleton;

static void close_skeleton(Skeleton *skeleton)
{
    mieni_asset_release(&skeleton->asset);
    mieni_project_close(&skeleton->project);
}

static int open_skeleton(const CliArgs *args, Skeleton *skeleton)
{
    MieniProblem problem = {0};
    *skeleton = (Skeleton){0};
    int code = cli_project_open(args, &skeleton->project);
    if (code != CLI_EXIT_OK)
        return code;
    code =
        cli_project_asset(args, &skeleton->project, args->values[0], MIENI_ASSET_SKELETON, &skeleton->path);
    if (code == CLI_EXIT_OK && mieni_project_load(&skeleton->project, skeleton->path, MIENI_ASSET_SKELETON,
                                                  &skeleton->asset, &problem) != MIEN_OK)
        code = cli_fail_problem(args, &problem);
    if (code != CLI_EXIT_OK)
        close_skeleton(skeleton);
    return code;
}

static int end_skeleton(const CliArgs *args, Skeleton *skeleton, const char *did)
{
    MieniProblem problem = {0};
    MieniTextOut out = {0};
    MieniJsonDocument json;
    const MienStatus status =
        mieni_project_save(&skeleton->project, skeleton->path, &skeleton->asset, &problem);
    close_skeleton(skeleton);
    if (status != MIEN_OK)
        return cli_fail_problem(args, &problem);
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    cli_json_set_string(&json, json.root, "file", skeleton->path);
    cli_json_set_string(&json, json.root, "did", did);
    mieni_text_putf(&out, "%s: %s\n", skeleton->path, did);
    return cli_write_either(args, &out, &json);
}

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
static int set_levels(const CliArgs *args, MieniJsonDocument *json, MieniJson *rows, bool are_bones,
                      int level, bool *is_used)
{
    int count = 0;
    for (int i = 0; rows != NULL && i < rows->count; ++i) {
        MieniJson *row = rows->items[i];
        const int parent = mieni_json_find(rows, "name", mieni_json_get_string(row, "parent", ""));
        const double above = parent >= 0 && parent < i
                                 ? mieni_json_get_number(rows->items[parent], "last_level", MIEN_ALL_LEVELS)
                                 : MIEN_ALL_LEVELS;
        const double before = mieni_json_get_number(row, "last_level", MIEN_ALL_LEVELS);
        double after = is_named(args, mieni_json_get_string(row, "name", ""), is_used) ? level : before;
        if (are_bones && after > above)
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
    Skeleton skeleton;
    const char *last = cli_value(args, "last", NULL);
    int level = MIEN_ALL_LEVELS;
    if (last == NULL)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--last says the last level: a number, or all.");
    if (strcmp(last, "all") != 0) {
        double number = 0;
        int count = 0;
        const int code = cli_numbers_split(args, "last", last, &number, 1, &count);
        if (code != CLI_EXIT_OK)
            return code;
        if (!(number >= 0 && number < MIEN_MAX_LEVELS && number == (int)number))
            return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--last is a level from 0 to %d, or all.",
                            MIEN_MAX_LEVELS - 1);
        level = (int)number;
    }
    const int code = open_skeleton(args, &skeleton);
    if (code != CLI_EXIT_OK)
        return code;
    bool *is_used = mieni_arena_take(args->arena, (size_t)args->value_count, sizeof *is_used);
    if (is_used == NULL) {
        close_skeleton(&skeleton);
        return cli_fail_memory(args);
    }
    MieniJsonDocument *json = &skeleton.asset.json;
    const int bones = set_levels(args, json, mieni_json_get(json->root, "bones"), true, level, is_used);
    const int curves = set_levels(args, json, mieni_json_get(json->root, "curves"), false, level, is_used);
    for (int i = 1; i < args->value_count; ++i)
        if (!is_used[i]) {
            close_skeleton(&skeleton);
            return cli_fail(args, CLI_EXIT_INPUT, skeleton.path, args->values[i],
                            "There is no bone or curve of this name.");
        }
    return end_skeleton(args, &skeleton,
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
    Skeleton skeleton;
    const bool removes = cli_has(args, "remove");
    int changed = 0;
    const int code = open_skeleton(args, &skeleton);
    if (code != CLI_EXIT_OK)
        return code;
    MieniJsonDocument *json = &skeleton.asset.json;
    MieniJson *rows = mieni_json_get(json->root, "curves");
    if (rows == NULL)
        rows = mieni_json_set(json, json->root, "curves", mieni_json_array(json));
    for (int i = 1; i < args->value_count; ++i) {
        const int row = mieni_json_find(rows, "name", args->values[i]);
        if (removes && row < 0) {
            close_skeleton(&skeleton);
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
    return end_skeleton(
        args, &skeleton,
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
