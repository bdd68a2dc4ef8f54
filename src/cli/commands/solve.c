// SPDX-License-Identifier: MIT
//
// mien solve and mien solve check

#include "cli/asset.h"

#include "asset/view.h"
#include "cli/columns.h"
#include "project/character/compare.h"
#include "project/edit/solve.h"

#include <string.h>

/// Longer lists are cut.
enum { MOST_NAMES = 12, MOST_LOSSES = 5, MOST_RANGES = 6 };

/// The names that an option was given; NULL if out of memory.
static const char *const *names_of(const CliArgs *args, const char *option, int *out_count)
{
    const char **names = mieni_arena_take(args->arena, (size_t)args->given_count + 1, sizeof *names);
    *out_count = 0;
    for (int i = 0; names != NULL && i < args->given_count; ++i)
        if (strcmp(args->given[i].option->name, option) == 0)
            names[(*out_count)++] = args->given[i].value;
    return names;
}

/// The pose asset of --poses, or the one that the clip was solved with or is shown with.
static int find_poses(const CliArgs *args, const CliAsset *clip, const char **out_poses)
{
    const MieniSolveView *before = mieni_clip_solve(mieni_clip_of(&clip->asset));
    const char *preview = before != NULL ? mieni_solve_poses(before) : mieni_asset_preview(&clip->asset);
    static const MieniAssetKind kinds[] = {MIENI_ASSET_POSES, MIENI_ASSET_MESH, MIENI_ASSET_NONE};
    if (cli_has(args, "poses"))
        return cli_find_asset(args, &clip->project, cli_value(args, "poses", ""), kinds, out_poses);
    *out_poses = preview;
    if (before != NULL || (preview != NULL && mieni_asset_kind_of_path(preview) == MIENI_ASSET_POSES))
        return CLI_EXIT_OK;
    return cli_fail(args, CLI_EXIT_USAGE, clip->path, NULL,
                    "Name the pose asset of the character that the take was made on: --poses POSES.");
}

/// A file of an option, or the one that the clip was solved with, or NULL.
static int find_file(const CliArgs *args, const CliAsset *clip, const char *option, const char *before,
                     const char **out_path)
{
    *out_path = before;
    if (!cli_has(args, option))
        return CLI_EXIT_OK;
    return cli_project_path(args, &clip->project, cli_value(args, option, ""), out_path);
}

/// The point map, and what the actor's own poses are measured by.
static int find_files(const CliArgs *args, const CliAsset *clip, MieniSolveSettings *settings)
{
    const MieniSolveView *before = mieni_clip_solve(mieni_clip_of(&clip->asset));
    int code = find_file(args, clip, "points", before != NULL ? mieni_solve_points(before) : NULL,
                         &settings->points);
    if (code == CLI_EXIT_OK)
        code = find_file(args, clip, "calibrate", before != NULL ? mieni_solve_calibrate(before) : NULL,
                         &settings->calibrate);
    if (code == CLI_EXIT_OK)
        code = find_file(args, clip, "labels", before != NULL ? mieni_solve_labels(before) : NULL,
                         &settings->labels);
    if (code == CLI_EXIT_OK && (settings->calibrate == NULL) != (settings->labels == NULL))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "--calibrate TAKE and --labels LABELS belong together: the take in which the actor "
                        "holds poses, and when.");
    return code;
}

/// A clip that is made from a table has the skeleton of its poses.
static int put_skeleton(const CliArgs *args, CliAsset *clip, const char *poses)
{
    MieniJsonDocument *json = &clip->asset.json;
    MieniAsset asset;
    MieniProblem problem = {0};
    if (mieni_asset_skeleton(&clip->asset) != NULL)
        return CLI_EXIT_OK;
    if (mieni_project_load(&clip->project, poses, mieni_asset_kind_of_path(poses), &asset, &problem) !=
        MIEN_OK)
        return cli_fail_problem(args, &problem);
    const char *skeleton = mieni_asset_skeleton(&asset);
    if (skeleton != NULL)
        cli_json_set_string(json, json->root, "skeleton", skeleton);
    mieni_asset_release(&asset);
    return CLI_EXIT_OK;
}

/// Writes the recipe into the asset.
static int put_recipe(const CliArgs *args, CliAsset *clip)
{
    const double neutral = cli_number(args, "neutral", 0), smooth = cli_number(args, "smooth-time", 0);
    MieniSolveSettings settings = {.head = cli_value(args, "head", NULL),
                                   .neutral = cli_has(args, "neutral") ? &neutral : NULL,
                                   .smooth = cli_has(args, "smooth-time") ? &smooth : NULL,
                                   .has_residual = cli_has(args, "residual")};
    int code = find_poses(args, clip, &settings.poses);
    if (code == CLI_EXIT_OK)
        code = find_files(args, clip, &settings);
    if (code == CLI_EXIT_OK && settings.points != NULL)
        code = put_skeleton(args, clip, settings.poses);
    if (code != CLI_EXIT_OK)
        return code;
    settings.only = names_of(args, "curve", &settings.only_count);
    settings.prefer = names_of(args, "prefer", &settings.prefer_count);
    if (settings.only == NULL || settings.prefer == NULL || !mieni_solve_put(&clip->asset, &settings))
        return cli_fail_memory(args);
    return CLI_EXIT_OK;
}

/// Whether the first argument is a table of points rather than a clip asset.
static bool is_table(const CliArgs *args)
{
    return cli_has(args, "points") && cli_is_file(args, args->values[0]);
}

/// With --output the clip becomes a new one, and a table always does.
static int choose_path(const CliArgs *args, CliAsset *clip)
{
    if (!cli_has(args, "output") && !is_table(args))
        return CLI_EXIT_OK;
    const char *ending = mieni_asset_kind_name(mieni_asset_kind_of_path(clip->path));
    const MieniAssetKind kind = mieni_asset_kind_of_path(clip->path);
    const int code = cli_has(args, "output")
                         ? cli_project_path(args, &clip->project, cli_value(args, "output", ""), &clip->path)
                         : CLI_EXIT_OK;
    if (code != CLI_EXIT_OK)
        return code;
    if (mieni_asset_kind_of_path(clip->path) != kind)
        clip->path = cli_text(args, "%s.%s.json", clip->path, ending);
    if (mieni_project_exists(&clip->project, clip->path) && !cli_has(args, "force"))
        return cli_fail(args, CLI_EXIT_INPUT, clip->path, NULL,
                        "This asset already exists: use --force to replace it.");
    return CLI_EXIT_OK;
}

/// A list of names, with words before it.
static void put_list(const char *key, const char *words, const char *const *names, int count,
                     MieniTextOut *out, MieniJsonDocument *json)
{
    MieniJson *list = mieni_json_set(json, json->root, key, mieni_json_array(json));
    for (int i = 0; i < count; ++i) {
        mieni_json_append(json, list, mieni_json_string(json, names[i]));
        if (i < MOST_NAMES)
            cli_putf(out, "%s%s", i == 0 ? words : ", ", names[i]);
    }
    if (count > MOST_NAMES)
        cli_putf(out, " and %d more", count - MOST_NAMES);
    mieni_text_put(out, count > 0 ? "\n" : "");
}

/// What the poses cannot follow.
static void put_losses(const CliArgs *args, const MieniClipSolved *solved, MieniTextOut *out,
                       MieniJsonDocument *json)
{
    MieniJson *list = mieni_json_set(json, json->root, "lost", mieni_json_array(json));
    for (int i = 0; i < solved->loss_count; ++i) {
        const double millimetres = (double)solved->losses[i].root_square * 1000.0;
        MieniJson *item = mieni_json_append(json, list, mieni_json_object(json));
        cli_json_set_string(json, item, "name", solved->losses[i].name);
        cli_json_set_number(json, item, "mm", millimetres);
        if (i < MOST_LOSSES)
            cli_putf(out, "%s%s %s mm", i == 0 ? "  most lost: " : ", ", solved->losses[i].name,
                     cli_fixed_text(args, millimetres, 2));
    }
    if (solved->loss_count > MOST_LOSSES)
        cli_putf(out, " and %d more", solved->loss_count - MOST_LOSSES);
    mieni_text_put(out, solved->loss_count > 0 ? "\n" : "");
}

/// Ranges of frames that the poses cannot express.
static void put_flags(const CliArgs *args, const MieniClipSolved *solved, MieniTextOut *out,
                      MieniJsonDocument *json)
{
    MieniJson *list = mieni_json_set(json, json->root, "flagged", mieni_json_array(json));
    int ranges = 0;
    if (solved->report.flagged > 0)
        cli_putf(out, "  poses are missing for %s: ", cli_many_text(args, solved->report.flagged, "frame"));
    for (int f = 0; f < solved->frame_count; ++f) {
        const int first = f;
        if (!solved->flags[f])
            continue;
        while (f + 1 < solved->frame_count && solved->flags[f + 1])
            ++f;
        MieniJson *range = mieni_json_append(json, list, mieni_json_array(json));
        mieni_json_append(json, range, mieni_json_number(json, first));
        mieni_json_append(json, range, mieni_json_number(json, f));
        if (ranges++ < MOST_RANGES)
            cli_putf(out, first == f ? "%s%d" : "%s%d to %d", ranges == 1 ? "" : ", ", first, f);
    }
    if (ranges > MOST_RANGES)
        cli_putf(out, " and %d more ranges", ranges - MOST_RANGES);
    mieni_text_put(out, ranges > 0 ? "\n" : "");
}

/// How unique and how sure curves are.
static void put_curves(const CliArgs *args, const MieniClipSolved *solved, MieniTextOut *out,
                       MieniJsonDocument *json)
{
    MieniJson *list = mieni_json_set(json, json->root, "solved", mieni_json_array(json));
    int unsure = 0;
    for (int i = 0; i < solved->curve_count; ++i) {
        const MieniSolvedCurve *curve = &solved->curves[i];
        MieniJson *item = mieni_json_append(json, list, mieni_json_object(json));
        cli_json_set_string(json, item, "name", curve->name);
        cli_json_set_number(json, item, "unique", (double)curve->unique);
        cli_json_set_number(json, item, "deviation", (double)curve->deviation);
        if (!solved->report.is_smoothed || curve->deviation <= MIENI_SOLVE_SURE)
            continue;
        if (unsure++ < MOST_NAMES)
            cli_putf(out, "%s%s +-%s", unsure == 1 ? "  not sure: " : ", ", curve->name,
                     cli_fixed_text(args, (double)curve->deviation, 2));
    }
    if (unsure > MOST_NAMES)
        cli_putf(out, " and %d more", unsure - MOST_NAMES);
    mieni_text_put(out, unsure > 0 ? "\n" : "");
}

static void put_solved(const CliArgs *args, const MieniClipSolved *solved, MieniTextOut *out,
                       MieniJsonDocument *json)
{
    const MienSolveReport *r = &solved->report;
    const double percent = r->extent > 0.0 ? 100.0 / r->extent : 0.0;
    cli_json_set_number(json, json->root, "curves", solved->curve_count);
    cli_json_set_number(json, json->root, "tracks", solved->bone_count);
    cli_json_set_number(json, json->root, "morphs", solved->morph_count);
    cli_json_set_number(json, json->root, "points", solved->point_count);
    cli_json_set_number(json, json->root, "frames", solved->frame_count);
    cli_json_set_number(json, json->root, "residual_mm", r->residual * 1000.0);
    cli_json_set_number(json, json->root, "most_residual_mm", r->most_residual * 1000.0);
    cli_json_set_number(json, json->root, "worst_frame", r->worst_frame);
    cli_json_set_number(json, json->root, "noise_mm", r->noise * 1000.0);
    mieni_json_set(json, json->root, "smoothed", mieni_json_bool(json, r->is_smoothed));
    cli_json_set_number(json, json->root, "extent_mm", r->extent * 1000.0);
    cli_putf(out, "  not expressed by the poses: %s mm rms (%s %% of the face's height), %s mm in frame %d\n",
             cli_fixed_text(args, r->residual * 1000.0, 4), cli_fixed_text(args, percent * r->residual, 3),
             cli_fixed_text(args, r->most_residual * 1000.0, 4), r->worst_frame);
    cli_json_set_number(json, json->root, "kept_tracks", solved->left_tracks);
    cli_json_set_number(json, json->root, "kept_curves", solved->left_curves);
    if (solved->left_tracks + solved->left_curves > 0)
        cli_putf(out, "  kept beside the poses' curves: %s, %s\n",
                 cli_many_text(args, solved->left_tracks, "bone track"),
                 cli_many_text(args, solved->left_curves, "curve"));
    put_losses(args, solved, out, json);
    put_flags(args, solved, out, json);
    if (r->is_smoothed)
        cli_putf(out, "  noise: %s mm, removed\n", cli_fixed_text(args, r->noise * 1000.0, 3));
    put_curves(args, solved, out, json);
    put_list("not_seen", "  not seen, stay 0: ", solved->unseen, solved->unseen_count, out, json);
    put_list("no_points", "  not in the table: ", solved->missing, solved->missing_count, out, json);
}

/// What is printed.
typedef struct Result {
    MieniTextOut text, proposed;
    MieniJsonDocument json;
} Result;

/// Solves the asset as it is in memory, to say how well that works, and saves it.
static int solve_and_save(const CliArgs *args, CliAsset *clip, Result *result)
{
    MieniClipRecipe recipe;
    MieniProblem problem = {0};
    if (mieni_clip_recipe_of(&clip->project, clip->path, &clip->asset, NULL, &recipe, &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    cli_json_set_string(&result->json, result->json.root, "file", clip->path);
    const MieniClipSolved *solved = &recipe.solved;
    cli_putf(&result->text, "%s: %s from %s, %s\n", clip->path,
             cli_many_text(args, solved->curve_count, "curve"),
             solved->point_count > 0   ? cli_many_text(args, solved->point_count, "point")
             : solved->morph_count > 0 ? cli_many_text(args, solved->morph_count, "morph curve")
                                       : cli_many_text(args, solved->bone_count, "bone track"),
             cli_many_text(args, solved->frame_count, "frame"));
    put_solved(args, solved, &result->text, &result->json);
    if (result->proposed.bytes != NULL)
        mieni_text_put(&result->text, result->proposed.bytes);
    mieni_clip_recipe_release(&recipe);
    return cli_asset_save(args, clip);
}

/// Begins a clip asset whose curves are those of a table.
static int begin_from_table(const CliArgs *args, CliAsset *out_clip)
{
    const char *file;
    *out_clip = (CliAsset){0};
    int code = cli_project_open_to_edit(args, &out_clip->project);
    if (code != CLI_EXIT_OK)
        return code;
    code = cli_project_path(args, &out_clip->project, args->values[0], &file);
    if (code == CLI_EXIT_OK && mieni_asset_begin(&out_clip->asset, MIENI_ASSET_CLIP, NULL) != MIEN_OK)
        code = cli_fail_memory(args);
    if (code != CLI_EXIT_OK) {
        cli_asset_close(out_clip);
        return code;
    }
    MieniJsonDocument *json = &out_clip->asset.json;
    MieniJson *source = mieni_json_set(json, json->root, "curves", mieni_json_object(json));
    cli_json_set_string(json, source, "file", file);
    if (cli_has(args, "unit"))
        cli_json_set_number(json, source, "unit", cli_number(args, "unit", 1));
    if (cli_has(args, "up"))
        cli_json_set_string(json, source, "up", cli_value(args, "up", "y"));
    char name[MIENI_PATH_ROOM];
    mieni_clips_member_name(file, name);
    out_clip->path = cli_text(args, "%s.json", name);
    return CLI_EXIT_OK;
}

/// The pose asset that is solved with, to be changed.
static int open_poses(const CliArgs *args, const CliAsset *clip, CliAsset *out_poses)
{
    MieniProblem problem = {0};
    const char *path = mieni_solve_poses(mieni_clip_solve(mieni_clip_of(&clip->asset)));
    *out_poses = (CliAsset){.project = clip->project, .path = path};
    return mieni_project_load(&clip->project, path, MIENI_ASSET_POSES, &out_poses->asset, &problem) == MIEN_OK
               ? CLI_EXIT_OK
               : cli_fail_problem(args, &problem);
}

/// Adds the proposed poses to the pose asset, as many as were given names.
static int accept_proposed(const CliArgs *args, const CliAsset *clip, const MieniClipSolved *solved)
{
    CliAsset poses;
    MienError error = {0};
    int used = 0, code = open_poses(args, clip, &poses);
    for (int i = 0; code == CLI_EXIT_OK && i < args->given_count; ++i) {
        if (strcmp(args->given[i].option->name, "accept") != 0)
            continue;
        if (used == solved->proposed_count)
            code = cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                            "--accept names more poses than --propose asks for.");
        else if (mieni_solve_accept(&poses.asset, args->given[i].value, &solved->proposed[used++], &error) !=
                 MIEN_OK)
            code = cli_fail_error(args, poses.path, &error);
    }
    if (code == CLI_EXIT_OK)
        code = cli_asset_save(args, &poses);
    mieni_asset_release(&poses.asset);
    return code;
}

/// Bones that proposed poses move, and what they would leave.
static void put_proposed(const CliArgs *args, const MieniClipSolved *solved, Result *result)
{
    MieniJsonDocument *json = &result->json;
    MieniJson *list = mieni_json_set(json, json->root, "proposed", mieni_json_array(json));
    for (int i = 0; i < solved->proposed_count; ++i) {
        const MieniProposedPose *pose = &solved->proposed[i];
        MieniJson *item = mieni_json_append(json, list, mieni_json_object(json)),
                  *bones = mieni_json_set(json, item, "bones", mieni_json_array(json));
        cli_json_set_number(json, item, "left_mm", pose->residual * 1000.0);
        cli_putf(&result->proposed, "  proposed pose %d: leaves %s of %s mm, moves", i + 1,
                 cli_fixed_text(args, pose->residual * 1000.0, 4),
                 cli_fixed_text(args, solved->report.residual * 1000.0, 4));
        for (int b = 0; b < pose->bone_count; ++b) {
            mieni_json_append(json, bones, mieni_json_string(json, pose->bones[b]));
            if (b < MOST_LOSSES)
                cli_putf(&result->proposed, "%s %s", b == 0 ? "" : ",", pose->bones[b]);
        }
        if (pose->bone_count > MOST_LOSSES)
            cli_putf(&result->proposed, " and %d more", pose->bone_count - MOST_LOSSES);
        mieni_text_put(&result->proposed, "\n");
    }
}

/// Finds poses that the take would need, and adds those that are accepted to the pose asset.
static int propose(const CliArgs *args, CliAsset *clip, Result *result)
{
    MieniClipRecipe recipe;
    MieniProblem problem = {0};
    const double count = cli_number(args, "propose", 0);
    if (!(count >= 1.0 && count <= MIEN_SOLVE_MOST_PROPOSED && count == (int)count))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--propose needs a whole number from 1 to %d.",
                        MIEN_SOLVE_MOST_PROPOSED);
    const MieniSolveRun run = {.propose_count = (int)count};
    if (mieni_clip_recipe_solving(&clip->project, clip->path, &clip->asset, &run, &recipe, &problem) !=
        MIEN_OK)
        return cli_fail_problem(args, &problem);
    put_proposed(args, &recipe.solved, result);
    const bool is_accepting = cli_has(args, "accept") && !cli_has(args, "dry-run");
    int code = is_accepting ? accept_proposed(args, clip, &recipe.solved) : CLI_EXIT_OK;
    mieni_clip_recipe_release(&recipe);
    for (int i = 0; code == CLI_EXIT_OK && is_accepting && i < args->given_count; ++i)
        if (strcmp(args->given[i].option->name, "accept") == 0 &&
            !mieni_solve_also(&clip->asset, args->given[i].value))
            code = cli_fail_memory(args);
    return code;
}

static void begin_result(Result *out_result)
{
    *out_result = (Result){0};
    mieni_json_begin(&out_result->json, NULL);
    out_result->json.root = mieni_json_object(&out_result->json);
}

static int run(const CliArgs *args)
{
    CliAsset clip;
    Result result;
    if (cli_has(args, "accept") && !cli_has(args, "propose"))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--accept needs poses to accept: use --propose.");
    int code = is_table(args) ? begin_from_table(args, &clip) : cli_asset_open(args, MIENI_ASSET_CLIP, &clip);
    if (code != CLI_EXIT_OK)
        return code;
    begin_result(&result);
    code = choose_path(args, &clip);
    if (code == CLI_EXIT_OK)
        code = put_recipe(args, &clip);
    if (code == CLI_EXIT_OK && cli_has(args, "propose"))
        code = propose(args, &clip, &result);
    if (code == CLI_EXIT_OK)
        code = solve_and_save(args, &clip, &result);
    if (code == CLI_EXIT_OK)
        code = cli_write_summary(args, &result.text, &result.json);
    else
        mieni_json_release(&result.json);
    mieni_text_release(&result.text);
    mieni_text_release(&result.proposed);
    cli_asset_close(&clip);
    return code;
}

// Checking.

/// A clip of curves and the take that it came from, on the pose asset that the clip was solved with.
static int find_compared(const CliArgs *args, CliAsset *clip, MieniCompareDesc *out_desc)
{
    out_desc->clip = clip->path;
    const int code =
        cli_find_asset_as(args, &clip->project, args->values[1], MIENI_ASSET_CLIP, &out_desc->take);
    return code == CLI_EXIT_OK ? find_poses(args, clip, &out_desc->poses) : code;
}

/// Clips whose lengths in seconds are farther apart are not of one take.
static const double different = 0.001;

static int write_compared(const CliArgs *args, const CliAsset *clip, const MieniCompared *c)
{
    const double percent = c->height > 0.0 ? 100.0 / c->height : 0.0;
    const struct {
        const char *key, *words;
        double value;
    } rows[] = {{"rms", "rms", c->rms}, {"p999", "99.9 %", c->nearly_most}, {"max", "most", c->most}};
    MieniTextOut out = {0};
    MieniJsonDocument json;
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    cli_json_set_string(&json, json.root, "file", clip->path);
    cli_json_set_number(&json, json.root, "frames", c->frame_count);
    cli_json_set_number(&json, json.root, "vertices", c->vertex_count);
    cli_json_set_number(&json, json.root, "worst_frame", c->worst_frame);
    cli_json_set_number(&json, json.root, "bad_frames", c->bad_count);
    cli_json_set_number(&json, json.root, "clip_seconds", c->clip_length);
    cli_json_set_number(&json, json.root, "take_seconds", c->take_length);
    cli_putf(&out, "%s: %s, %d vertices\n", clip->path, cli_many_text(args, c->frame_count, "frame"),
             c->vertex_count);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        cli_json_set_number(&json, json.root, cli_text(args, "%s_mm", rows[i].key), rows[i].value * 1000.0);
        cli_json_set_number(&json, json.root, cli_text(args, "%s_percent", rows[i].key),
                            rows[i].value * percent);
        cli_putf(&out, "  %s: %s mm, %s %% of the face's height\n", rows[i].words,
                 cli_fixed_text(args, rows[i].value * 1000.0, 4),
                 cli_fixed_text(args, rows[i].value * percent, 4));
    }
    if (c->clip_length - c->take_length > different || c->take_length - c->clip_length > different)
        cli_putf(&out, "  the lengths differ: the clip has %s s, the take %s s\n",
                 cli_fixed_text(args, c->clip_length, 3), cli_fixed_text(args, c->take_length, 3));
    cli_putf(&out, "  worst frame: %d; more than 0.5 %% off in %s\n", c->worst_frame,
             cli_many_text(args, c->bad_count, "frame"));
    return cli_write_summary(args, &out, &json);
}

static int run_check(const CliArgs *args)
{
    CliAsset clip;
    MieniCompareDesc desc = {0};
    MieniCompared compared;
    MieniProblem problem = {0};
    int code = cli_asset_open(args, MIENI_ASSET_CLIP, &clip);
    if (code != CLI_EXIT_OK)
        return code;
    code = find_compared(args, &clip, &desc);
    if (code == CLI_EXIT_OK)
        code = mieni_compare(&clip.project, &desc, &compared, &problem) == MIEN_OK
                   ? write_compared(args, &clip, &compared)
                   : cli_fail_problem(args, &problem);
    cli_asset_close(&clip);
    return code;
}

static const CliArgument check_arguments[] = {
    {.name = "CLIP", .help = "A clip asset with curves, solved or edited by hand", .kind = CLI_FILE},
    {.name = "TAKE",
     .help = "The clip asset with the bone tracks or morph curves it came from",
     .kind = CLI_FILE},
    {0},
};
static const CliOption check_options[] = {
    {.name = "poses",
     .value = "POSES",
     .kind = CLI_FILE,
     .help = "The pose asset of the character that the take was made on (default: that of the clip's solve, "
             "or its preview)"},
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample check_examples[] = {
    {"mien solve check takes/smile takes/smile_baked --poses heads/ada",
     "How far the solved curves are from the take, on the skin"},
    {0},
};

const CliCommand cli_cmd_solve_check = {
    .path = "solve check",
    .group = "Clips",
    .summary = "Compare a clip with the take it was solved from",
    .description =
        "Plays the clip on its poses and the take on the bones, as a game would, and measures how far the "
        "skin is apart in each frame: in millimetres and percent of the height of what the clip moves. Use "
        "it "
        "after solving, and after editing a solved clip by hand.",
    .arguments = check_arguments,
    .options = check_options,
    .examples = check_examples,
    .exits = CLI_MAY(CLI_EXIT_INPUT) | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = run_check,
};

// Solving.

static const CliArgument arguments[] = {
    {.name = "CLIP",
     .help = "A clip asset with bone tracks, or with curves of morph targets; with --points also a table",
     .kind = CLI_FILE},
    {0},
};
static const CliOption options[] = {
    {.name = "poses",
     .value = "POSES",
     .kind = CLI_FILE,
     .help = "The pose asset of the character that the take was made on (default: that of the clip's solve, "
             "or its preview). With --points also a mesh with morph targets"},
    {.name = "points",
     .value = "MAP",
     .kind = CLI_FILE,
     .help = "Solve points of a tracker; MAP is a table with the vertex or bone of each point"},
    {.name = "head",
     .value = "BONE",
     .help = "The points move with the head; its motion becomes a track of this bone"},
    {.name = "calibrate",
     .value = "TAKE",
     .help =
         "A table of points in which the actor holds poses one after the other: the actor's own poses are "
         "used where there are labels"},
    {.name = "labels",
     .value = "LABELS",
     .help = "When the actor holds which pose: a table with pose, begin, end"},
    {.name = "unit", .value = "METRES", .kind = CLI_NUMBER, .help = "Metres per unit of a table of points"},
    {.name = "up",
     .value = "AXIS",
     .kind = CLI_CHOICE,
     .choices = "y|z",
     .help = "The up axis of a table of points"},
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     .kind = CLI_FILE,
     .help = "Create this clip asset (default: change CLIP itself)"},
    {.name = "neutral",
     .value = "SECONDS",
     .kind = CLI_NUMBER,
     .help = "The take's face is neutral at this time (default: the base pose is neutral)"},
    {.name = "smooth-time",
     .value = "SECONDS",
     .kind = CLI_NUMBER,
     .help = "Smooth over this time if the take is noisy; 0: never (default: as the noise needs)"},
    {.name = "residual",
     .help =
         "Keep what the poses cannot express as tracks beside the curves, so that the take plays as it was"},
    {.name = "propose",
     .value = "COUNT",
     .kind = CLI_NUMBER,
     .help = "Propose this many poses that the take would need, for bone tracks"},
    {.name = "accept",
     .value = "NAME",
     .is_repeated = true,
     .help = "Add a proposed pose to the pose asset under this name; the first name is for the first pose"},
    {.name = "curve",
     .letter = 'u',
     .value = "NAME",
     .is_repeated = true,
     .help = "Solve only this curve; the others stay 0"},
    {.name = "prefer",
     .value = "NAME",
     .is_repeated = true,
     .help = "Use this curve rather than others that do the same"},
    {.name = "force", .help = "Replace an existing asset"},
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample examples[] = {
    {"mien solve line_01 --poses faces/ada -o line", "A clip with curves from a take with bone tracks"},
    {"mien solve line_01 --poses faces/ada --neutral 0.5",
     "The face of the take is neutral after half a second"},
    {"mien solve tracked.csv --poses heads/ada --points tracker.csv -o line",
     "A clip with curves from tracked points"},
    {0},
};

const CliCommand cli_cmd_solve = {
    .path = "solve",
    .group = "Clips",
    .summary = "Turn tracks, morph weights or points into pose curves",
    .description =
        "Makes the bone tracks of a clip, baked or captured, into curves that drive the poses of a pose "
        "asset, so that every face with these poses can play it. A clip without tracks is solved by its "
        "curves "
        "of morph targets, for poses that set others. With --points, the table or the clip has three columns "
        "per point of a tracker, name.x, name.y and name.z. The clip stores how it is solved, not the "
        "curves: builds solve again when the take or the poses change. Tracks of bones that no pose moves "
        "stay.\n\nUse the pose asset of the character that the take was made on.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = run,
};
