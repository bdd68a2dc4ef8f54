// SPDX-License-Identifier: MIT
//
// mien explain

#include "cli/report/explain.h"

#include "cli/draw/lines.h"

static const CliArgument arguments[] = {CLI_CHARACTER_ARGUMENT, CLI_CHARACTER_VALUES, {0}};

static const CliOption options[] = {
    {.name = "bone", .value = "NAME", .excludes = "curve", .help = "The bone to explain"},
    {.name = "curve", .letter = 'u', .value = "NAME", .help = "The curve to explain"},
    {.name = "at",
     .letter = 't',
     .value = "SECONDS",
     .kind = CLI_NUMBER,
     .help = "The playing time of the character (default: 0)"},
    CLI_CHARACTER_CLIP_OPTION,
    CLI_CHARACTER_SET_OPTION,
    CLI_CHARACTER_LOD_OPTION,
    CLI_OUTPUT_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};

static const CliExample examples[] = {
    {"mien explain faces/ada --bone jaw --clip scream --at 1.25", "Why the jaw is where it is"},
    {"mien explain faces/ada --curve jawOpen --clip scream --at 1.25",
     "Where a curve comes from, what changes it, and what it drives"},
    {0},
};

static int run(const CliArgs *args)
{
    CliExplain explain;
    MieniTextOut text = {0};
    MieniJsonDocument json;
    int code = cli_explain_open(&explain, args);
    mieni_json_begin(&json, NULL);
    if (code == CLI_EXIT_OK) {
        cli_explain_put_text(&explain, &text);
        json.root = cli_explain_make_json(&explain, &json);
        code = cli_write_either(args, &text, &json);
    }
    cli_explain_close(&explain);
    return code;
}

const CliCommand cli_cmd_explain = {
    .path = "explain",
    .group = "Inspect",
    .summary = "Explain what drives a bone or curve",
    .description =
        "Plays a character up to a time as `mien eval` does, and shows the effect of each graph node on one "
        "bone or one curve, from the output back to the sources: which clip provides it and at what time, "
        "what rotates or moves it and by how much compared with the node's input, which poses are active "
        "there, the effect of each pose alone and the curves that drive it, and which input a blend selects. "
        "Nodes that do not contribute to the output are listed.\n\n"
        "Rotations are in the space of the parent bone. With `--json`, `turned` is in degrees and `moved` in "
        "millimetres, of a node compared with its first relevant input, or with the rest pose.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = run,
};
