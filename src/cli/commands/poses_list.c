// SPDX-License-Identifier: MIT
//
// mien poses list, names, update

#include "cli/report/poses.h"

#include "asset/edit/poses_match.h"
#include "asset/view.h"
#include "mien_author/name_list.h"
#include "project/recipes/recipes.h"

#include <stdlib.h>
#include <string.h>

/// What a pose is, in a word or two.
static const char *role_of(const CliArgs *args, const MieniPoseView *pose)
{
    const char *on = mieni_pose_target(pose);
    if (on != NULL)
        return cli_text(args, "on %s at %s", on, cli_float_text(args, (float)mieni_pose_position(pose, 0)));
    return mieni_pose_corrective_json(pose) != NULL ? "corrective" : "";
}

static const char *moment_of(const CliArgs *args, const MieniPoseView *pose)
{
    if (mieni_pose_marker(pose) != NULL)
        return cli_text(args, "marker %s", mieni_pose_marker(pose));
    if (mieni_pose_frame_json(pose) != NULL)
        return cli_text(args, "frame %d", (int)mieni_pose_frame(pose, 0));
    if (mieni_pose_time_json(pose) != NULL)
        return cli_text(args, "%s s", cli_fixed_text(args, mieni_pose_time(pose, 0), 3));
    return "values";
}

static void list_poses(const CliArgs *args, const MieniPoseAssetView *view, MieniTextOut *out)
{
    static const char *const heads[] = {">", "pose", "from", "edited", "is"};
    CliTable table;
    const char *base = mieni_text_or_empty(mieni_pose_asset_base(view));
    const int count = mieni_pose_asset_pose_count(view);
    cli_table_begin(&table, args, heads, 5);
    for (int i = 0; i < count; ++i) {
        const MieniPoseView *pose = mieni_pose_asset_pose(view, i);
        const int bones = mieni_pose_placed_bone_count(pose);
        const char *name = mieni_text_or_empty(mieni_pose_name(pose));
        cli_table_put(&table, cli_text(args, "%d", i + 1));
        cli_table_put(&table, name);
        cli_table_put(&table, moment_of(args, pose));
        cli_table_put(&table, mieni_pose_bones_json(pose) != NULL
                                  ? cli_text(args, "%d bone%s", bones, bones == 1 ? "" : "s")
                                  : "");
        cli_table_put(&table, strcmp(name, base) == 0 ? "base" : role_of(args, pose));
    }
    cli_table_end(&table, out);
    cli_putf(out, "%d pose%s, %s, base %s\n", count, count == 1 ? "" : "s",
             mieni_text_or_empty(mieni_pose_asset_mode(view)), base[0] != '\0' ? base : "is the rest pose");
}

/// The poses of a face that has only morphs.
static void list_morphs(const CliArgs *args, const MieniMeshView *view, MieniTextOut *out)
{
    static const char *const heads[] = {">", "morph", "in the source"};
    CliTable table;
    const int count = mieni_mesh_morph_count(view);
    cli_table_begin(&table, args, heads, 3);
    for (int i = 0; i < count; ++i) {
        const MieniMorphView *morph = mieni_mesh_morph(view, i);
        cli_table_put(&table, cli_text(args, "%d", i + 1));
        cli_table_put(&table, mieni_text_or_empty(mieni_morph_name(morph)));
        cli_table_put(&table, mieni_text_or_empty(mieni_morph_target(morph)));
    }
    cli_table_end(&table, out);
    cli_putf(out, "%d morph%s\n", count, count == 1 ? "" : "s");
}

static int list_run(const CliArgs *args)
{
    CliAsset face;
    MieniTextOut out = {0};
    MieniJsonDocument json;
    const int code = cli_asset_open_to_read_any(args, cli_kinds_face, &face);
    if (code != CLI_EXIT_OK)
        return code;
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_copy(&json, face.asset.json.root); // the asset itself is the machine's form
    if (face.asset.kind == MIENI_ASSET_MESH)
        list_morphs(args, mieni_mesh_of(&face.asset), &out);
    else
        list_poses(args, mieni_pose_asset_of(&face.asset), &out);
    cli_asset_close(&face);
    return cli_write_either(args, &out, &json);
}

static const CliArgument list_arguments[] = {
    {.name = "ASSET", .help = "A pose asset of the project, or a mesh with morphs", .kind = CLI_FILE},
    {0},
};
static const CliArgument asset_arguments[] = {CLI_POSES_ARGUMENT, {0}};
static const CliOption list_options[] = {CLI_PROJECT_OPTION, CLI_OUTPUT_OPTION, {0}};
static const CliExample list_examples[] = {{"mien poses list faces/ada", "List all poses"}, {0}};

const CliCommand cli_cmd_poses_list = {
    .path = "poses list",
    .group = "Pose assets",
    .summary = "List the poses of an asset",
    .description =
        "Lists poses with their sources, edits and types; of a mesh, its morphs, which are the poses of a "
        "face without a pose asset. `--json` prints the asset itself.",
    .arguments = list_arguments,
    .options = list_options,
    .examples = list_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = list_run,
};

/// Gives the poses that have a frame the names of a list, all at once.
static int apply_names(const CliArgs *args, CliAsset *poses, const MienAuthorNameList *list)
{
    MienError error = {0};
    const MieniPoseAssetView *view = mieni_pose_asset_of(&poses->asset);
    const int count = mieni_pose_asset_pose_count(view);
    CliLines from = {mieni_arena_take(args->arena, (size_t)count + 1, sizeof *from.items), 0};
    CliLines to = {mieni_arena_take(args->arena, (size_t)count + 1, sizeof *to.items), 0};
    if (from.items == NULL || to.items == NULL) {
        cli_asset_close(poses);
        return cli_fail_memory(args);
    }
    for (int i = 0; i < count; ++i) {
        const char *name = mieni_text_or_empty(mieni_pose_name(mieni_pose_asset_pose(view, i)));
        if (list->frames[i].is_default || list->frames[i].is_skipped ||
            strcmp(name, list->frames[i].name) == 0)
            continue;
        from.items[from.count++] = cli_text(args, "%s", name); // its own, since the asset changes
        to.items[to.count++] = list->frames[i].name;
    }
    const MienStatus status = mieni_poses_rename(&poses->asset, from.items, to.items, from.count, &error);
    return cli_asset_end_renamed(args, poses, status, &error, &from, &to);
}

static int names_run(const CliArgs *args)
{
    CliAsset poses;
    CliInput input;
    MieniProblem problem = {0};
    MienAuthorNameList *list = NULL;
    int code = cli_input_open(args, args->values[1], &input);
    if (code != CLI_EXIT_OK)
        return code;
    code = cli_asset_open(args, MIENI_ASSET_POSES, &poses);
    if (code == CLI_EXIT_OK) {
        const int count = mieni_pose_asset_pose_count(mieni_pose_asset_of(&poses.asset));
        if (mieni_read_names(input.data, input.size, count, input.path, &list, &problem) != MIEN_OK) {
            code = cli_fail_problem(args, &problem);
            cli_asset_close(&poses);
        } else {
            code = apply_names(args, &poses, list);
        }
    }
    mien_author_name_list_destroy(list);
    cli_input_close(&input);
    return code;
}

static const CliArgument names_arguments[] = {
    CLI_POSES_ARGUMENT,
    {.name = "FILE", .help = "Names, one line per pose; `-` is standard input", .kind = CLI_FILE},
    {0},
};
static const CliExample names_examples[] = {
    {"wl-paste | mien poses names faces/ada -", "Paste a list of names"}, {0}};

const CliCommand cli_cmd_poses_names = {
    .path = "poses names",
    .group = "Pose assets",
    .summary = "Name all poses from a list",
    .description = "Renames the poses of an asset to the names in a list, in order, all at once, so that a "
                   "permutation of the names works. An empty line or a single `#` keeps a pose's name. Too "
                   "many names or a duplicate name is an error, reported with its line, and nothing changes.",
    .arguments = names_arguments,
    .options = cli_edit_options,
    .examples = names_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = names_run,
};

static const char *const states[MIENI_MATCH_STATES] = {"same", "changed", "moved", "added", "removed"};

static const char *moment_text(const CliArgs *args, MieniMoment moment)
{
    return moment.frame >= 0 ? cli_text(args, "frame %d", moment.frame)
                             : cli_text(args, "%s s", cli_fixed_text(args, moment.time, 3));
}

/// The report of an update: a line for whatever is not the same, and the counts.
static void put_match(const CliArgs *args, const MieniPosesMatch *match, MieniTextOut *out,
                      MieniJsonDocument *json)
{
    MieniJson *list = mieni_json_set(json, json->root, "poses", mieni_json_array(json));
    for (int i = 0; i < match->count; ++i) {
        const MieniMatchRow *row = &match->rows[i];
        const char *name = row->name != NULL                 ? row->name
                           : row->state == MIENI_MATCH_ADDED ? "a new frame"
                                                             : "a skipped frame";
        MieniJson *object = mieni_json_append(json, list, mieni_json_object(json));
        cli_json_set_string(json, object, "name", name);
        cli_json_set_string(json, object, "state", states[row->state]);
        cli_json_set_bool(json, object, "skipped", row->is_skipped);
        cli_json_set_bool(json, object, "changed", row->is_changed);
        if (row->state == MIENI_MATCH_MOVED)
            cli_putf(out, "%s: moved from %s to %s%s\n", name, moment_text(args, row->from),
                     moment_text(args, row->to), row->is_changed ? ", and changed" : "");
        else if (row->state == MIENI_MATCH_ADDED)
            cli_putf(out, "%s: added, %s\n", name, moment_text(args, row->to));
        else if (row->state == MIENI_MATCH_REMOVED)
            cli_putf(out, "%s: removed from the source%s\n", name,
                     row->is_kept ? "; kept, because of edits or references" : "");
        else if (row->state == MIENI_MATCH_CHANGED)
            cli_putf(out, "%s: changed\n", name);
    }
    MieniJson *counts = mieni_json_set(json, json->root, "counts", mieni_json_object(json));
    for (int i = 0; i < MIENI_MATCH_STATES; ++i) {
        cli_putf(out, "%s%d %s", i > 0 ? ", " : "", match->counts[i], states[i]);
        cli_json_set_number(json, counts, states[i], match->counts[i]);
    }
}

static int update_run(const CliArgs *args)
{
    CliAsset poses;
    MieniPosesRecipe recipe;
    MieniProblem problem = {0};
    MieniPosesMatch match;
    MieniTextOut out = {0};
    MieniJsonDocument json;
    int code = cli_asset_open(args, MIENI_ASSET_POSES, &poses);
    if (code != CLI_EXIT_OK)
        return code;
    if (mieni_poses_open(&poses.project, poses.path, NULL, &recipe, &problem) != MIEN_OK) {
        cli_asset_close(&poses);
        return cli_fail_problem(args, &problem);
    }
    const MienStatus status = mieni_poses_update(&poses.asset, recipe.takes, recipe.take_count, &recipe.arena,
                                                 &match, &problem.error);
    if (status != MIEN_OK)
        code = cli_fail_error(args, poses.path, &problem.error);
    else
        code = cli_asset_save(args, &poses);
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    if (code == CLI_EXIT_OK)
        put_match(args, &match, &out, &json);
    if (code == CLI_EXIT_OK)
        cli_put_pose_curves(&out, &json, &poses.curves);
    mieni_text_put(&out, "\n");
    mieni_poses_recipe_release(&recipe);
    cli_asset_close(&poses);
    if (code == CLI_EXIT_OK)
        return cli_write_summary(args, &out, &json);
    mieni_json_release(&json);
    return code;
}

static const CliOption update_options[] = {
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample update_examples[] = {
    {"mien poses update faces/ada", "After frames were inserted in the source file"},
    {"mien poses update --dry-run faces/ada", "Preview the changes"},
    {0},
};

const CliCommand cli_cmd_poses_update = {
    .path = "poses update",
    .group = "Pose assets",
    .summary = "Update poses after the frames of their source changed",
    .description =
        "Matches poses with the frames of their source: by marker, then by equal samples, then in order. "
        "Names, edits and rules stay with their poses; new frames become poses with default names; a pose "
        "without a frame is removed, unless it has edits or something refers to it.\n\n"
        "A build follows changed values automatically. It stops when frames were added, removed or moved, "
        "and suggests this command.",
    .arguments = asset_arguments,
    .options = update_options,
    .examples = update_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = update_run,
};
