// SPDX-License-Identifier: MIT
//
// mien explain

#include "cli/report/explain.h"

#include "cli/draw/lines.h"

static const CliArgument arguments[] = {CLI_CHARACTER_ARGUMENT, CLI_CHARACTER_VALUES, {0}};

static const CliOption options[] = {
    {.name = "bone", .letter = 'b', .value = "NAME", .excludes = "curve", .help = "Explain this bone"},
    {.name = "curve", .letter = 'u', .value = "NAME", .help = "Explain this curve"},
    {.name = "at",
     .letter = 'a',
     .value = "SECONDS",
     .kind = CLI_NUMBER,
     .help = "How long the character has been playing; 0 if not given"},
    CLI_CHARACTER_CLIP_OPTION,
    CLI_CHARACTER_SET_OPTION,
    CLI_CHARACTER_LEVEL_OPTION,
    CLI_OUTPUT_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};

static const CliExample examples[] = {
    {"mien explain faces/ada --bone jaw --clip scream --at 1.25", "Why the jaw is where it is"},
    {"mien explain faces/ada --curve jawOpen --clip scream --at 1.25",
     "Where a curve comes from, what changes it, and what follows it"},
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
    .group = "Look at packs",
    .summary = "Tell where a bone or curve comes from",
    .description =
        "Plays a character up to a moment as `mien eval` does, and tells what each node of its graph made of "
        "one bone or one curve, from the output back to the sources: which clip gives it and at what time, "
        "what turns or moves it and by how much compared with what came in, which poses are active there, "
        "what each of them does alone and which curves it follows, which input a blend took it from. Nodes "
        "that had no part because nothing of them reaches the output are named.\n\n"
        "Turns are in the space of the parent bone. With `--json`, `turned` is in degrees and `moved` in "
        "millimetres, of a node compared with its first input that was reached, or with the reference pose.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = run,
};
