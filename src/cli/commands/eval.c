// SPDX-License-Identifier: MIT
//
// mien eval

#include "cli/report/eval.h"

static const CliArgument arguments[] = {
    {.name = "ASSET",
     .help = "A character, pose asset, clip or mesh of the project; or a pack of poses or a clip, `-` is "
             "standard input",
     .kind = CLI_FILE},
    {.name = "NAME=VALUE",
     .help = "A curve and its value, such as jawOpen=0.5; other curves are 0, or as in the clip; for a "
             "character, the same as --set",
     .is_optional = true,
     .is_repeated = true},
    {0},
};

static const CliOption options[] = {
    {.name = "clip",
     .letter = 'c',
     .value = "CLIP",
     .kind = CLI_FILE,
     .is_repeated = true,
     .help =
         "Drive the pose asset with a clip: its curves, and its tracks as the input pose. For a character: "
         "the clip for the clip node; `NODE=CLIP` if there are several, where NODE is a node or a parameter"},
    {.name = "at",
     .letter = 't',
     .value = "SECONDS",
     .kind = CLI_NUMBER,
     .help = "The time in the clip; for a character, the playing time (default: 0)"},
    {.name = "skeleton",
     .value = "SKELETON",
     .kind = CLI_FILE,
     .help = "Bind to this skeleton: its bones, curves and proportions"},
    {.name = "mesh",
     .value = "MESH",
     .kind = CLI_FILE,
     .help = "With a skeleton: start from the rest pose of this mesh, and use its proportions"},
    {.name = "bones",
     .letter = 'b',
     .value = "WHICH",
     .help = "The bones to print: `moved` (default), `all`, `none`, or names separated by commas"},
    CLI_CHARACTER_SET_OPTION,
    CLI_CHARACTER_LOD_OPTION,
    {.name = "weights",
     .letter = 'w',
     .help = "Print every curve-driven pose and pose, including those at 0"},
    CLI_OUTPUT_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};

static const CliExample examples[] = {
    {"mien eval face.mien jawOpen=0.5 mouthSmileLeft=1", "A face with two curves set"},
    {"mien eval ada.poses jawOpen=1", "A pose asset of the project, cooked in memory"},
    {"mien eval take.mien --at 1.25", "The curves and tracks of a clip at one time"},
    {"mien eval face.mien --clip take.mien --at 1.25 --bones jaw --json",
     "The effect of a clip on the jaw of a face"},
    {"mien eval face.mien --skeleton hero.mien jawOpen=1",
     "The same pose on a character with other proportions"},
    {"mien eval faces/ada --clip scream --at 1.25", "A character of the project, in the middle of a scream"},
    {"mien eval faces/cy --clip face=scream --set distance=0.5 --at 2 --json",
     "The same with one of several clips, and a graph parameter"},
    {0},
};

/// The asset that is evaluated, by its path from the current folder or from that of --project.
static int find(const CliArgs *args, const char **out_path)
{
    static const MieniAssetKind kinds[] = {MIENI_ASSET_CHARACTER, MIENI_ASSET_POSES, MIENI_ASSET_CLIP,
                                           MIENI_ASSET_MESH, MIENI_ASSET_NONE};
    MieniProject project;
    char full[MIENI_PATH_ROOM];
    int code = cli_project_open(args, &project);
    if (code != CLI_EXIT_OK)
        return code;
    code = cli_find_asset(args, &project, args->values[0], kinds, out_path);
    if (code == CLI_EXIT_OK && !cli_has(args, "project") && mieni_project_locate(&project, *out_path, full))
        *out_path = cli_text(args, "%s", full);
    mieni_project_close(&project);
    return code;
}

static int run(const CliArgs *args)
{
    CliEval eval = {.args = args};
    const char *given = args->values[0];
    int code = cli_is_file(args, given) ? CLI_EXIT_OK : find(args, &given);
    if (code != CLI_EXIT_OK)
        return code;
    const MieniAssetKind kind = mieni_asset_kind_of_path(given);
    code = kind == MIENI_ASSET_CHARACTER || kind == MIENI_ASSET_MESH
               ? cli_eval_open_character(&eval, args, given)
               : cli_eval_open(&eval, args, given);
    if (code == CLI_EXIT_OK)
        code = cli_eval_run(&eval);
    if (code == CLI_EXIT_OK)
        code = cli_eval_choose_bones(&eval);
    if (code == CLI_EXIT_OK && args->json) {
        MieniJsonDocument document;
        mieni_json_begin(&document, NULL);
        document.root = cli_eval_make_json(&eval, &document);
        code = cli_write_json(args, &document);
    } else if (code == CLI_EXIT_OK) {
        MieniTextOut out = {0};
        cli_eval_put_text(&eval, &out);
        code = cli_write_result(args, &out);
    }
    cli_eval_close(&eval);
    return code;
}

const CliCommand cli_cmd_eval = {
    .path = "eval",
    .group = "Inspect",
    .summary = "Evaluate a pose asset, a clip or a character",
    .description =
        "Evaluates once, as the runtime does, and prints the result. For a pose asset: the input weight and "
        "final weight of each curve-driven pose, before and after overrides and groups; the weight of each "
        "pose; the bones that moved, with their local transform and their distance from the base pose; the "
        "curves. For a clip: its curves and tracks at one time.\n\n"
        "For a character: runs its graph from the start to the given time, in frames of a thirtieth of a "
        "second so that fades and states are as in playback; then prints the playing clips and their "
        "positions, the active poses of each node, bones compared with the mesh's rest pose, curves, and "
        "morph weights. Its assets are cooked in memory from the current files. Warns about data that is "
        "missing between graph, mesh and skeleton.\n\n"
        "Without a skeleton the bones are those of the pose asset on its own base pose, and its curves are "
        "those that drive its poses, followed by the curves that its poses define. With a skeleton, bones "
        "and curves are the skeleton's, poses apply to its rest pose, and missing bones and curves are "
        "reported as warnings.\n\n"
        "Rotations are quaternions x y z w, translations are in metres. With `--json`, numbers parse back to "
        "exactly the floats that were computed.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = run,
};
