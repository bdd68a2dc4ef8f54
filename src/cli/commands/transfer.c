// SPDX-License-Identifier: MIT
//
// mien transfer

#include "cli/asset.h"

#include "asset/view.h"
#include "cli/columns.h"
#include "project/edit/transfer.h"
#include "project/recipes/recipes.h"

#include <string.h>

enum { MOST_NAMES = 12 }; ///< Longer lists are cut.

static const MieniAssetKind target_kinds[] = {MIENI_ASSET_MESH, MIENI_ASSET_CHARACTER, MIENI_ASSET_SKELETON,
                                              MIENI_ASSET_NONE};

/// What a transfer is from, and to.
typedef struct Transferring {
    CliAsset made; ///< The project is open in it.
    const char *source;
    MieniTransferTarget target;
    MieniTransferRows rows;
} Transferring;

/// The mesh and the skeleton that a target has.
static int find_target(const CliArgs *args, Transferring *t)
{
    const char *path;
    MieniProblem problem = {0};
    const int code = cli_find_asset(args, &t->made.project, args->values[1], target_kinds, &path);
    if (code != CLI_EXIT_OK)
        return code;
    return mieni_transfer_target(&t->made.project, path, &t->target, &problem) == MIEN_OK
               ? CLI_EXIT_OK
               : cli_fail_problem(args, &problem);
}

/// Opens the asset if it was made so before; otherwise begins a new one.
static int begin_asset(const CliArgs *args, Transferring *t)
{
    CliAsset *made = &t->made;
    MieniProblem problem = {0};
    const int code = cli_project_path(args, &made->project, cli_value(args, "output", ""), &made->path);
    if (code != CLI_EXIT_OK)
        return code;
    if (mieni_asset_kind_of_path(made->path) != MIENI_ASSET_POSES)
        made->path = cli_text(args, "%s.poses.json", made->path);
    if (mieni_project_exists(&made->project, made->path) && !cli_has(args, "force")) {
        if (mieni_project_load(&made->project, made->path, MIENI_ASSET_POSES, &made->asset, &problem) !=
            MIEN_OK)
            return cli_fail_problem(args, &problem);
        const char *before =
            mieni_transfer_poses(mieni_pose_asset_transfer(mieni_pose_asset_of(&made->asset)));
        return before != NULL && strcmp(before, t->source) == 0
                   ? CLI_EXIT_OK
                   : cli_fail(args, CLI_EXIT_INPUT, made->path, NULL,
                              "This asset already exists, and was not transferred from these poses: use "
                              "--force to replace it.");
    }
    return mieni_asset_begin(&made->asset, MIENI_ASSET_POSES, NULL) == MIEN_OK ? CLI_EXIT_OK
                                                                               : cli_fail_memory(args);
}

static int put_rows(const CliArgs *args, Transferring *t)
{
    CliAsset *made = &t->made;
    MieniProblem problem = {0};
    if (strcmp(made->path, t->source) == 0)
        return cli_fail(args, CLI_EXIT_USAGE, made->path, NULL,
                        "Poses cannot be transferred to themselves: choose another name for --output.");
    if (mieni_transfer_fill(&made->project, made->path, t->source, &t->target, &made->asset, &t->rows,
                            &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    if (cli_has(args, "bones-only"))
        mieni_transfer_set_bones_only(&made->asset.json,
                                      mieni_pose_asset_transfer(mieni_pose_asset_of(&made->asset)), true);
    return CLI_EXIT_OK;
}

/// Lists names: "  pinned: a, b and 3 more".
typedef struct NameLine {
    const char *before;
    int count;
} NameLine;

static void put_name(NameLine *line, const char *name, MieniTextOut *out)
{
    if (line->count++ < MOST_NAMES)
        cli_putf(out, "%s%s", line->count == 1 ? line->before : ", ", name);
}

static void end_names(const NameLine *line, MieniTextOut *out)
{
    if (line->count > MOST_NAMES)
        cli_putf(out, " and %d more", line->count - MOST_NAMES);
    mieni_text_put(out, line->count > 0 ? "\n" : "");
}

static void put_pinned(const MieniPosesRecipe *recipe, MieniTextOut *out, MieniJsonDocument *json)
{
    NameLine line = {"  kept as edited: ", 0};
    MieniJson *list = mieni_json_set(json, json->root, "pinned", mieni_json_array(json));
    for (int i = 0; i < recipe->transferred_count; ++i)
        if (recipe->transferred[i].pose.is_pinned) {
            mieni_json_append(json, list, mieni_json_string(json, recipe->transferred[i].name));
            put_name(&line, recipe->transferred[i].name, out);
        }
    end_names(&line, out);
}

static void put_lost(const MieniPosesRecipe *recipe, MieniTextOut *out, MieniJsonDocument *json)
{
    NameLine line = {"  bones are missing for: ", 0};
    MieniJson *list = mieni_json_set(json, json->root, "missing_bones", mieni_json_array(json));
    for (int i = 0; i < recipe->transferred_count; ++i) {
        const MieniTransferred *pose = &recipe->transferred[i];
        if (pose->pose.lost_bones == 0)
            continue;
        MieniJson *row = mieni_json_append(json, list, mieni_json_object(json));
        cli_json_set_string(json, row, "pose", pose->name);
        cli_json_set_number(json, row, "bones", pose->pose.lost_bones);
        put_name(&line, pose->name, out);
    }
    end_names(&line, out);
}

/// Poses that show eyes or teeth that the source hides, or part lips that it closes.
static void put_doubts(const CliArgs *args, const MieniPosesRecipe *recipe, MieniTextOut *out,
                       MieniJsonDocument *json)
{
    static const char *const names[] = {
        [MIENI_TRANSFER_EYES] = "eyes", [MIENI_TRANSFER_TEETH] = "teeth", [MIENI_TRANSFER_LIPS] = "lips"};
    MieniJson *list = mieni_json_set(json, json->root, "doubtful", mieni_json_array(json));
    for (int i = 0; i < recipe->transferred_count; ++i) {
        double source, target;
        const MieniTransferDoubt doubt = mieni_transfer_doubt(&recipe->transferred[i].pose, &source, &target);
        if (doubt == MIENI_TRANSFER_NO_DOUBT)
            continue;
        const bool is_lips = doubt == MIENI_TRANSFER_LIPS;
        MieniJson *row = mieni_json_append(json, list, mieni_json_object(json));
        cli_json_set_string(json, row, "pose", recipe->transferred[i].name);
        cli_json_set_string(json, row, "shows", names[doubt]);
        cli_json_set_number(json, row, "source", source);
        cli_json_set_number(json, row, "target", target);
        cli_putf(out,
                 is_lips ? "  check %s: lips are %s %% of the head's height apart, the source's %s %%\n"
                         : "  check %s: shows %s %% of the %s, the source %s %%\n",
                 recipe->transferred[i].name, cli_fixed_text(args, 100.0 * target, 1),
                 is_lips ? cli_fixed_text(args, 100.0 * source, 1) : names[doubt],
                 cli_fixed_text(args, 100.0 * source, 1));
    }
}

static void put_report(const CliArgs *args, const Transferring *t, const MieniPosesRecipe *recipe,
                       MieniTextOut *out, MieniJsonDocument *json)
{
    const int poses = mieni_pose_asset_pose_count(mieni_pose_asset_of(&recipe->asset));
    mieni_json_begin(json, NULL);
    json->root = mieni_json_object(json);
    cli_json_set_string(json, json->root, "file", t->made.path);
    cli_json_set_string(json, json->root, "from", t->source);
    cli_json_set_number(json, json->root, "poses", poses);
    cli_json_set_number(json, json->root, "added", t->rows.added);
    cli_json_set_number(json, json->root, "removed", t->rows.removed);
    cli_json_set_number(json, json->root, "freed", t->rows.freed);
    cli_putf(out, "%s: %s from %s", t->made.path, cli_many_text(args, poses, "pose"), t->source);
    if (t->rows.added < poses && t->rows.added > 0)
        cli_putf(out, ", %d added", t->rows.added);
    if (t->rows.removed > 0)
        cli_putf(out, ", %d removed", t->rows.removed);
    if (t->rows.freed > 0)
        cli_putf(out, ", %d kept without the source", t->rows.freed);
    mieni_text_put(out, "\n");
    put_pinned(recipe, out, json);
    put_lost(recipe, out, json);
    put_doubts(args, recipe, out, json);
}

/// Transfers the asset as it is in memory, to say how well that works, and saves it.
static int transfer_and_save(const CliArgs *args, Transferring *t)
{
    MieniPosesRecipe recipe;
    MieniProblem problem = {0};
    MieniTextOut out = {0};
    MieniJsonDocument json;
    if (mieni_poses_open(&t->made.project, t->made.path, &t->made.asset, &recipe, &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    put_report(args, t, &recipe, &out, &json);
    t->made.asset = recipe.asset; // back from the recipe
    recipe.asset = (MieniAsset){0};
    mieni_poses_recipe_release(&recipe);
    const int code = cli_asset_save(args, &t->made);
    if (code == CLI_EXIT_OK)
        return cli_write_summary(args, &out, &json);
    mieni_text_release(&out);
    mieni_json_release(&json);
    return code;
}

static int run(const CliArgs *args)
{
    Transferring t = {0};
    if (!cli_has(args, "output"))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "Name the pose asset to create: --output FILE.");
    int code = cli_project_open_to_edit(args, &t.made.project);
    if (code != CLI_EXIT_OK)
        return code;
    code = cli_find_asset_as(args, &t.made.project, args->values[0], MIENI_ASSET_POSES, &t.source);
    if (code == CLI_EXIT_OK)
        code = find_target(args, &t);
    if (code == CLI_EXIT_OK)
        code = begin_asset(args, &t);
    if (code == CLI_EXIT_OK)
        code = put_rows(args, &t);
    if (code == CLI_EXIT_OK)
        code = transfer_and_save(args, &t);
    cli_asset_close(&t.made);
    return code;
}

static const CliArgument arguments[] = {
    {.name = "POSES", .help = "The pose asset of the face that has the poses", .kind = CLI_FILE},
    {.name = "FACE",
     .help = "The face that gets the poses: a mesh, a character or a skeleton",
     .kind = CLI_FILE},
    {0},
};
static const CliOption options[] = {
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     .kind = CLI_FILE,
     .help = "The pose asset to create, or to update if it was created so"},
    {.name = "bones-only", .help = "Do not read the meshes: faster, but lids and lips may stay open"},
    {.name = "force", .help = "Replace an existing asset"},
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample examples[] = {
    {"mien transfer heads/ada eve -o faces/eve", "Ada's poses in the proportions of Eve"},
    {0},
};

const CliCommand cli_cmd_transfer = {
    .path = "transfer",
    .group = "Pose assets",
    .summary = "Give a face the poses of another one",
    .description =
        "Creates a pose asset with the poses of another face, in the proportions of a face whose bones have "
        "the same names. The asset stores where its poses come from, not the result: builds follow the "
        "source. Lids close as far as the source's, by what is seen of the eyes, and poses that show eyes "
        "or teeth that the source hides are listed. Edit poses of the new asset as any others (`mien poses "
        "bone`, Mien Studio): edits stay, "
        "and teach the other poses. Run the command again after poses were added to the source or removed "
        "there.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = run,
};
