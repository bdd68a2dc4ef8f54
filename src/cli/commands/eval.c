// SPDX-License-Identifier: MIT
//
// mien eval

#include "cli/report/eval.h"

static const CliArgument arguments[] = {
    {.name = "PACK",
     .help = "A pose asset or a clip; `-` is standard input. Or a character of the project",
     .kind = CLI_FILE},
    {.name = "NAME=VALUE",
     .help = "A curve and its value, such as jawOpen=0.5; curves that are not named are 0, or as in the "
             "clip; a character takes "
             "them as with --curve",
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
     .help = "Drive the pose asset by a clip: its curves, and its tracks as what the poses work on. Of a "
             "character: what the clip node plays; `NODE=CLIP` where there are several, NODE being a node or "
             "a parameter"},
    {.name = "time",
     .letter = 't',
     .value = "SECONDS",
     .kind = CLI_NUMBER,
     .excludes = "at",
     .help = "Which moment of the clip; 0 if not given"},
    {.name = "at",
     .letter = 'a',
     .value = "SECONDS",
     .kind = CLI_NUMBER,
     .help = "The same; of a character, how long it has been playing"},
    {.name = "skeleton",
     .letter = 'k',
     .value = "PACK",
     .kind = CLI_FILE,
     .help = "Bind to this skeleton: its bones, curves and proportions"},
    {.name = "mesh",
     .letter = 'm',
     .value = "PACK",
     .kind = CLI_FILE,
     .help = "With a skeleton: begin from the reference pose of this mesh, and fit its proportions"},
    {.name = "bones",
     .letter = 'b',
     .value = "WHICH",
     .help = "Which bones to print: `moved`, the default, `all`, `none`, or names separated by commas"},
    CLI_CHARACTER_SET_OPTION,
    CLI_CHARACTER_CURVE_OPTION,
    CLI_CHARACTER_LEVEL_OPTION,
    {.name = "weights", .letter = 'w', .help = "Print every control and pose, not only those that are not 0"},
    CLI_OUTPUT_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};

static const CliExample examples[] = {
    {"mien eval face.mien jawOpen=0.5 mouthSmileLeft=1", "What a face looks like with two curves set"},
    {"mien eval take.mien --time 1.25", "The curves and tracks of a clip at a moment"},
    {"mien eval face.mien --clip take.mien --time 1.25 --bones jaw --json",
     "What a clip does to the jaw of a face"},
    {"mien eval face.mien --skeleton hero.mien jawOpen=1",
     "The same pose on a character of other proportions"},
    {"mien eval faces/ada --clip scream --at 1.25", "A character of the project, in the middle of a scream"},
    {"mien eval faces/cy --clip face=scream --set distance=0.5 --at 2 --json",
     "The same with one of several clips, and a parameter of the graph"},
    {0},
};

static int run(const CliArgs *args)
{
    CliEval eval;
    int code = cli_is_character(args, args->values[0]) ? cli_eval_open_character(&eval, args)
                                                       : cli_eval_open(&eval, args);
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
    .group = "Look at packs",
    .summary = "Evaluate a pose asset, a clip or a character",
    .description =
        "Evaluates once, as the runtime does, and prints what comes out. Of a pose asset: what each control "
        "was asked for, what masks and groups left of it, the weight of each pose; the bones that moved, "
        "with "
        "their local transform and how far that is from the base; the curves. Of a clip: its curves and "
        "tracks at a moment.\n\n"
        "Of a character: its graph from the start up to a moment, in frames of a thirtieth of a second so "
        "that fades and states are as if it had been played; then the clips that play and where, the poses "
        "that are active in each node, bones against the mesh's reference pose, curves, and the weights of "
        "morphs. Its assets are cooked in memory, from what the files are now. What the graph, the mesh and "
        "the skeleton do not have of each other is warned of.\n\n"
        "Without a skeleton the bones are those of the pose asset on its own base, and its curves are its "
        "controls followed by the curves that its poses define. With one, bones and curves are the "
        "skeleton's, "
        "poses work on its reference pose, and what it lacks is warned of.\n\n"
        "Rotations are quaternions x y z w, translations metres. With `--json`, numbers read back as exactly "
        "the floats that were computed.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = run,
};
