// SPDX-License-Identifier: MIT
//
// mien eval

#include "cli/eval.h"

static const CliArgument arguments[] = {
    {.name = "PACK", .help = "A pose asset or a clip; `-` is standard input", .kind = CLI_FILE},
    {.name = "NAME=VALUE",
     .help = "A curve and its value, such as jawOpen=0.5; curves that are not named are 0, or as in the clip",
     .is_optional = true,
     .is_repeated = true},
    {0},
};

static const CliOption options[] = {
    {.name = "clip",
     .letter = 'c',
     .value = "CLIP",
     .kind = CLI_FILE,
     .help = "Drive the pose asset by a clip: its curves, and its tracks as what the poses work on"},
    {.name = "time",
     .letter = 't',
     .value = "SECONDS",
     .kind = CLI_NUMBER,
     .help = "Which moment of the clip; 0 if not given"},
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
    {.name = "weights", .letter = 'w', .help = "Print every control and pose, not only those that are not 0"},
    CLI_OUTPUT_OPTION,
    {0},
};

static const CliExample examples[] = {
    {"mien eval face.mien jawOpen=0.5 mouthSmileLeft=1", "What a face looks like with two curves set"},
    {"mien eval take.mien --time 1.25", "The curves and tracks of a clip at a moment"},
    {"mien eval face.mien --clip take.mien --time 1.25 --bones jaw --json",
     "What a clip does to the jaw of a face"},
    {"mien eval face.mien --skeleton hero.mien jawOpen=1",
     "The same pose on a character of other proportions"},
    {0},
};

static int run(const CliArgs *args)
{
    CliEval eval;
    int code = cli_eval_open(&eval, args);
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
    .summary = "Evaluate a pose asset or a clip",
    .description =
        "Evaluates once, as the runtime does, and prints what comes out. Of a pose asset: what each control "
        "was asked for, what masks and groups left of it, the weight of each pose; the bones that moved, "
        "with "
        "their local transform and how far that is from the base; the curves. Of a clip: its curves and "
        "tracks at a moment.\n\n"
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
