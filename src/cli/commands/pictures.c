// SPDX-License-Identifier: MIT
//
// mien render, mien sheet, mien filmstrip: their tables.

#include "cli/draw/pictures.h"
#include "cli/character.h"
#include "cli/report/progress.h"

#define OUTPUT_OPTION                                                                                        \
    {                                                                                                        \
        .name = "output", .letter = 'o', .value = "FILE", .kind = CLI_FILE,                                  \
        .help = "The PNG file to write; `-` is standard output. Required"                                    \
    }

#define CELL_OPTION                                                                                          \
    {                                                                                                        \
        .name = "cell", .value = "PIXELS", .kind = CLI_INTEGER,                                              \
        .help = "Width and height of each image (default: 200)"                                              \
    }

static const CliArgument render_arguments[] = {CLI_CHARACTER_ARGUMENT, CLI_CHARACTER_VALUES, {0}};

static const CliOption render_options[] = {
    OUTPUT_OPTION,
    CLI_POSE_OPTION,
    CLI_CHARACTER_CLIP_OPTION,
    {.name = "at",
     .letter = 't',
     .value = "SECONDS",
     .kind = CLI_NUMBER,
     .help = "The playing time (default: 0)"},
    CLI_CHARACTER_SET_OPTION,
    CLI_CHARACTER_LOD_OPTION,
    {.name = "size",
     .value = "WIDTHxHEIGHT",
     .help = "Image size in pixels, or one number for both (default: 1024)"},
    CLI_SHOT_OPTIONS,
    CLI_PROJECT_OPTION,
    {0},
};

static const CliExample render_examples[] = {
    {"mien render bo --set smile=1 -o face.png", "A smile, by the curve that drives it"},
    {"mien render bo --pose smile=0.5 --size 256 --yaw 30 -o smile.png", "Half a smile from the other side"},
    {"mien render bo --draw-bones --wire -o bones.png", "Bones and wireframe"},
    {0},
};

const CliCommand cli_cmd_render = {
    .path = "render",
    .group = "Images and video",
    .summary = "Render a character",
    .description =
        "Renders a character as a PNG, as `mien eval` evaluates it: curves from the command line, a clip at "
        "one time, poses added on top. The camera frames the head, which is the bone with that name and its "
        "children, or the whole mesh, and follows it where a clip takes it. "
        "`--gaze 0.75` turns the eyes to the camera, for portraits. A mesh is rendered in its rest pose, "
        "where "
        "curves drive the morphs of their names, a pose asset on its mesh, and a clip on its `preview`.\n\n"
        "Needs no display, only OpenGL 3.3; Mesa's software renderer is sufficient.",
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
    {.name = "pose",
     .letter = 'p',
     .value = "NAME[=WEIGHT]",
     .is_repeated = true,
     .help = "Only these poses, in this order (default: all, at weight 1)"},
    CELL_OPTION,
    {.name = "columns",
     .value = "N",
     .kind = CLI_INTEGER,
     .help = "Images per row, for one character (default: fits a screen)"},
    CLI_CHARACTER_LOD_OPTION,
    CLI_SHOT_OPTIONS,
    CLI_PROJECT_OPTION,
    CLI_PROGRESS_OPTION,
    {0},
};

static const CliExample sheet_examples[] = {
    {"mien sheet bo -o sheet.png", "Every pose at once"},
    {"mien sheet bo eve --pose smile --pose Rest --cell 120 -o compare.png", "The same poses on two faces"},
    {0},
};

const CliCommand cli_cmd_sheet = {
    .path = "sheet",
    .group = "Images and video",
    .summary = "Render a contact sheet of all poses",
    .description = "Renders a contact sheet as a PNG: each pose at weight 1 on the rest pose, independent of "
                   "the graph. The poses are those of all pose assets that the character or its graph names; "
                   "a character without any shows the morphs of its mesh. With several characters, each has "
                   "a row with the poses of the first one, or a column if there are more than twelve poses; "
                   "missing poses are reported as warnings and left empty.",
    .arguments = sheet_arguments,
    .options = sheet_options,
    .examples = sheet_examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = cli_sheet_run,
};

static const CliOption filmstrip_options[] = {
    OUTPUT_OPTION,
    CLI_CHARACTER_CLIP_OPTION,
    {.name = "count",
     .value = "N",
     .kind = CLI_INTEGER,
     .excludes = "times",
     .help = "Number of evenly spaced times, from first to last (default: up to 8 times whose curves differ "
             "most)"},
    {.name = "times", .value = "SECONDS,...", .help = "These times, in ascending order"},
    CLI_CHARACTER_SET_OPTION,
    CELL_OPTION,
    CLI_CHARACTER_LOD_OPTION,
    CLI_SHOT_OPTIONS,
    CLI_PROJECT_OPTION,
    CLI_PROGRESS_OPTION,
    {0},
};

static const CliExample filmstrip_examples[] = {
    {"mien filmstrip bo eve --clip takes/smile -o strip.png", "One performance on two faces"},
    {"mien filmstrip bo --clip takes/smile --times 0,0.25,0.5 --cell 320 -o moments.png", "Chosen times"},
    {0},
};

const CliCommand cli_cmd_filmstrip = {
    .path = "filmstrip",
    .group = "Images and video",
    .summary = "Render a film strip of a clip, one row per character",
    .description = "Plays a clip on each character, as `mien play` does, and renders times of it side by "
                   "side as a PNG, to compare a performance on different faces.",
    .arguments = sheet_arguments,
    .options = filmstrip_options,
    .examples = filmstrip_examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = cli_filmstrip_run,
};
