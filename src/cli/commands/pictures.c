// SPDX-License-Identifier: MIT
//
// mien render, mien sheet, mien strip: their tables.

#include "cli/draw/pictures.h"
#include "cli/character.h"
#include "cli/report/progress.h"

#define OUTPUT_OPTION                                                                                        \
    {                                                                                                        \
        .name = "output", .letter = 'o', .value = "FILE", .kind = CLI_FILE,                                  \
        .help = "The PNG file to write; `-` is standard output. Must be given"                               \
    }

#define CELL_OPTION                                                                                          \
    {                                                                                                        \
        .name = "cell", .value = "PIXELS", .kind = CLI_INTEGER,                                              \
        .help = "Width and height of each picture; 200 if not given"                                         \
    }

static const CliArgument render_arguments[] = {CLI_CHARACTER_ARGUMENT, CLI_CHARACTER_VALUES, {0}};

static const CliOption render_options[] = {
    OUTPUT_OPTION,
    CLI_CHARACTER_CURVE_OPTION,
    CLI_POSE_OPTION,
    CLI_CHARACTER_CLIP_OPTION,
    {.name = "at",
     .letter = 't',
     .value = "SECONDS",
     .kind = CLI_NUMBER,
     .help = "The moment, as played from the start; 0 if not given"},
    CLI_CHARACTER_SET_OPTION,
    CLI_CHARACTER_LEVEL_OPTION,
    {.name = "size",
     .value = "WIDTHxHEIGHT",
     .help = "Pixels of the picture, or one number for both; 1024 if not given"},
    CLI_SHOT_OPTIONS,
    CLI_PROJECT_OPTION,
    {0},
};

static const CliExample render_examples[] = {
    {"mien render bo --curve smile=1 -o face.png", "A smile, by the curve that drives it"},
    {"mien render bo --pose smile=0.5 --size 256 --yaw 30 -o smile.png", "Half a smile from the other side"},
    {"mien render bo --bones --wire -o bones.png", "What is inside"},
    {0},
};

const CliCommand cli_cmd_render = {
    .path = "render",
    .group = "Pictures",
    .summary = "Draw a character",
    .description =
        "Draws a character as a PNG, as `mien eval` evaluates it: curves from the command line, a clip at a "
        "moment, poses laid over it. The camera sees the head, found by the bone called so and what hangs on "
        "it, or the whole mesh. Eyes turn to the camera, which makes faces look alive; `--gaze 0` leaves "
        "them. A mesh is drawn as it rests, and a pose asset on its mesh.\n\n"
        "Needs no display, but OpenGL 3.3, for which Mesa's software renderer will do.",
    .arguments = render_arguments,
    .options = render_options,
    .examples = render_examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = cli_render_run,
};

static const CliArgument sheet_arguments[] = {
    CLI_CHARACTERS_ARGUMENT,
    {0},
};

static const CliOption sheet_options[] = {
    OUTPUT_OPTION,
    {.name = "poses", .letter = 'p', .value = "NAME,...", .help = "Only these poses, in this order"},
    CELL_OPTION,
    {.name = "columns",
     .value = "N",
     .kind = CLI_INTEGER,
     .help = "Pictures in a row, for one character; as a screen is wide if not given"},
    CLI_CHARACTER_LEVEL_OPTION,
    CLI_SHOT_OPTIONS,
    CLI_PROJECT_OPTION,
    CLI_PROGRESS_OPTION,
    {0},
};

static const CliExample sheet_examples[] = {
    {"mien sheet bo -o sheet.png", "Every pose at once"},
    {"mien sheet bo eve --poses smile,Rest --cell 120 -o compare.png", "The same poses on two faces"},
    {0},
};

const CliCommand cli_cmd_sheet = {
    .path = "sheet",
    .group = "Pictures",
    .summary = "Draw every pose of a character, with its name",
    .description =
        "Draws a contact sheet: each pose at 1 on the reference pose, whatever the graph does, as a PNG. "
        "Poses are those of all pose assets that the character or its graph names; a character without any "
        "shows the morphs of its mesh. With several characters, "
        "each has a row with the poses of the first one, or a column where poses are more than twelve; what "
        "a character lacks is warned of and left empty.",
    .arguments = sheet_arguments,
    .options = sheet_options,
    .examples = sheet_examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = cli_sheet_run,
};

static const CliOption strip_options[] = {
    OUTPUT_OPTION,
    CLI_CHARACTER_CLIP_OPTION,
    {.name = "frames",
     .letter = 'n',
     .value = "N",
     .kind = CLI_INTEGER,
     .excludes = "times",
     .help = "So many moments of the same distance, from the first to the last; if not given, up to 8 whose "
             "curves differ most"},
    {.name = "times", .value = "SECONDS,...", .help = "These moments, the earlier first"},
    CLI_CHARACTER_SET_OPTION,
    CLI_LIVE_CURVE_OPTION,
    CELL_OPTION,
    CLI_CHARACTER_LEVEL_OPTION,
    CLI_SHOT_OPTIONS,
    CLI_PROJECT_OPTION,
    CLI_PROGRESS_OPTION,
    {0},
};

static const CliExample strip_examples[] = {
    {"mien strip bo eve --clip takes/smile -o strip.png", "One performance on two faces"},
    {"mien strip bo --clip takes/smile --times 0,0.25,0.5 --cell 320 -o moments.png", "Chosen moments"},
    {0},
};

const CliCommand cli_cmd_strip = {
    .path = "strip",
    .group = "Pictures",
    .summary = "Draw moments of a clip, a row per character",
    .description =
        "Plays a clip on each character, as `mien play` does, and draws moments of it beside each other as a "
        "PNG: how one performance reads on different faces.",
    .arguments = sheet_arguments,
    .options = strip_options,
    .examples = strip_examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = cli_strip_run,
};
