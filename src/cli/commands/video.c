// SPDX-License-Identifier: MIT
//
// mien video, mien turntable: their tables.

#include "cli/character.h"
#include "cli/draw/pictures.h"
#include "cli/report/progress.h"

#define OUTPUT_OPTION                                                                                        \
    {                                                                                                        \
        .name = "output", .letter = 'o', .value = "FILE", .kind = CLI_FILE, .makes_folder = true,            \
        .help = "A video (.mp4, .m4v, .mov, .mkv, .webm, .gif) or a folder for PNG files. Required"          \
    }
#define RATE_OPTION                                                                                          \
    {                                                                                                        \
        .name = "rate", .value = "RATE", .help = "Frames per second: 30 or 30000/1001 (default: 30)"         \
    }
#define COLUMNS_OPTION                                                                                       \
    {                                                                                                        \
        .name = "columns", .value = "N", .kind = CLI_INTEGER,                                                \
        .help = "Number of characters side by side (default: so that they are largest)"                      \
    }

static const CliArgument arguments[] = {
    CLI_CHARACTERS_ARGUMENT,
    {0},
};

static const CliOption video_options[] = {
    OUTPUT_OPTION,
    CLI_CHARACTER_CLIP_OPTION,
    {.name = "start", .value = "SECONDS", .kind = CLI_NUMBER, .help = "The start time (default: 0)"},
    {.name = "end",
     .value = "SECONDS",
     .kind = CLI_NUMBER,
     .help = "The end time (default: the end of the clip)"},
    RATE_OPTION,
    {.name = "size",
     .value = "WIDTHxHEIGHT",
     .help = "Frame size in pixels, or one number for both (default: 1280x720)"},
    COLUMNS_OPTION,
    {.name = "mute", .help = "Omit the sound of the clip"},
    CLI_CHARACTER_SET_OPTION,
    CLI_CHARACTER_LOD_OPTION,
    CLI_SHOT_OPTIONS,
    CLI_PROJECT_OPTION,
    CLI_PROGRESS_OPTION,
    {0},
};

static const CliExample video_examples[] = {
    {"mien video bo --clip takes/smile -o film.mp4", "A performance, with its sound"},
    {"mien video bo eve --clip takes/smile --size 1920x1080 --rate 24 -o both.webm", "On two faces"},
    {"mien video bo --clip takes/smile --start 0.5 --end 1 -o frames", "Half a second as PNG files"},
    {0},
};

#define HOW_TO_VIDEO                                                                                         \
    "Video is encoded by ffmpeg, which must be in PATH: H.264 for .mp4, .m4v, .mov and .mkv, VP9 for "       \
    ".webm. In a folder, frames are named `frame-00000.png` and so on. Output files are always complete, "   \
    "also after Ctrl-C."

const CliCommand cli_cmd_video = {
    .path = "video",
    .group = "Images and video",
    .summary = "Render a video of a clip on characters",
    .description =
        "Plays a clip on characters side by side, as `mien play` does, and renders every frame. The sound of "
        "the first character's clip is added to the video, with the clip's sound offset.\n\n" HOW_TO_VIDEO,
    .arguments = arguments,
    .options = video_options,
    .examples = video_examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = cli_video_run,
};

static const CliOption turntable_options[] = {
    OUTPUT_OPTION,
    {.name = "turns",
     .value = "N",
     .kind = CLI_NUMBER,
     .help = "Number of turns; negative turns the other way (default: 1)"},
    {.name = "length", .value = "SECONDS", .kind = CLI_NUMBER, .help = "Duration (default: 6)"},
    RATE_OPTION,
    {.name = "size",
     .value = "WIDTHxHEIGHT",
     .help = "Frame size in pixels, or one number for both (default: 720)"},
    COLUMNS_OPTION,
    CLI_POSE_OPTION,
    CLI_CHARACTER_CLIP_OPTION,
    {.name = "at",
     .letter = 't',
     .value = "SECONDS",
     .kind = CLI_NUMBER,
     .help = "The playing time to show (default: 0)"},
    CLI_CHARACTER_SET_OPTION,
    CLI_CHARACTER_LOD_OPTION,
    CLI_SHOT_OPTIONS,
    CLI_PROJECT_OPTION,
    CLI_PROGRESS_OPTION,
    {0},
};

static const CliExample turntable_examples[] = {
    {"mien turntable bo -o turn.mp4", "One full turn"},
    {"mien turntable bo eve --pose smile --turns 2 --length 10 -o smiles.webm",
     "Two smiling characters, two turns"},
    {0},
};

const CliCommand cli_cmd_turntable = {
    .path = "turntable",
    .group = "Images and video",
    .summary = "Render a video of rotating characters",
    .description =
        "Renders characters at one time while they rotate in front of the camera. Lights stay in place. "
        "It starts at `--yaw`, by default at the front, and the "
        "last frame is the one before the first, so that the video loops.\n\n" HOW_TO_VIDEO,
    .arguments = arguments,
    .options = turntable_options,
    .examples = turntable_examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = cli_turntable_run,
};
