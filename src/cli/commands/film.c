// SPDX-License-Identifier: MIT
//
// mien film, mien turntable: their tables.

#include "cli/character.h"
#include "cli/draw/pictures.h"
#include "cli/report/progress.h"

#define OUTPUT_OPTION                                                                                        \
    {                                                                                                        \
        .name = "output", .letter = 'o', .value = "PATH", .kind = CLI_FILE,                                  \
        .help = "A video (.mp4, .m4v, .mov, .mkv, .webm, .gif) or a folder for PNG files. Must be given"     \
    }
#define RATE_OPTION                                                                                          \
    {                                                                                                        \
        .name = "rate", .value = "FRAMES", .kind = CLI_NUMBER, .help = "Per second; 30 if not given"         \
    }
#define COLUMNS_OPTION                                                                                       \
    {                                                                                                        \
        .name = "columns", .value = "N", .kind = CLI_INTEGER,                                                \
        .help = "Characters side by side; so that they are largest if not given"                             \
    }

static const CliArgument arguments[] = {
    CLI_CHARACTERS_ARGUMENT,
    {0},
};

static const CliOption film_options[] = {
    OUTPUT_OPTION,
    CLI_CHARACTER_CLIP_OPTION,
    {.name = "from", .value = "SECONDS", .kind = CLI_NUMBER, .help = "The first moment; 0 if not given"},
    {.name = "to", .value = "SECONDS", .kind = CLI_NUMBER, .help = "The end; the clip's if not given"},
    RATE_OPTION,
    {.name = "size",
     .value = "WIDTHxHEIGHT",
     .help = "Pixels of a frame, or one number for both; 1280x720 if not given"},
    COLUMNS_OPTION,
    {.name = "mute", .help = "Leave away the sound of the clip"},
    CLI_CHARACTER_SET_OPTION,
    CLI_LIVE_CURVE_OPTION,
    CLI_CHARACTER_LEVEL_OPTION,
    CLI_SHOT_OPTIONS,
    CLI_PROJECT_OPTION,
    CLI_PROGRESS_OPTION,
    {0},
};

static const CliExample film_examples[] = {
    {"mien film bo --clip takes/smile -o film.mp4", "A performance, with its sound"},
    {"mien film bo eve --clip takes/smile --size 1920x1080 --rate 24 -o both.webm", "On two faces"},
    {"mien film bo --clip takes/smile --from 0.5 --to 1 -o frames", "Half a second as PNG files"},
    {0},
};

#define HOW_TO_VIDEO                                                                                         \
    "Video is made by ffmpeg, which must be in PATH: H.264 for .mp4, .m4v, .mov and .mkv, VP9 for .webm. "   \
    "In a folder, frames are `frame-00000.png` and so on. A file that is there is whole, also after Ctrl-C."

const CliCommand cli_cmd_film = {
    .path = "film",
    .group = "Pictures",
    .summary = "Film a clip on characters",
    .description =
        "Plays a clip on characters side by side, as `mien play` does, and draws every frame. The sound that "
        "the first character's clip names goes into a video, where it begins as the clip "
        "says.\n\n" HOW_TO_VIDEO,
    .arguments = arguments,
    .options = film_options,
    .examples = film_examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = cli_film_run,
};

static const CliOption turntable_options[] = {
    OUTPUT_OPTION,
    {.name = "turns",
     .value = "N",
     .kind = CLI_NUMBER,
     .help = "How often it turns; below 0 the other way; 1 if not given"},
    {.name = "length", .value = "SECONDS", .kind = CLI_NUMBER, .help = "How long that takes; 6 if not given"},
    RATE_OPTION,
    {.name = "size",
     .value = "WIDTHxHEIGHT",
     .help = "Pixels of a frame, or one number for both; 720 if not given"},
    COLUMNS_OPTION,
    CLI_CHARACTER_CURVE_OPTION,
    CLI_POSE_OPTION,
    CLI_CHARACTER_CLIP_OPTION,
    {.name = "at",
     .letter = 't',
     .value = "SECONDS",
     .kind = CLI_NUMBER,
     .help = "The moment that is shown, as played from the start; 0 if not given"},
    CLI_CHARACTER_SET_OPTION,
    CLI_CHARACTER_LEVEL_OPTION,
    CLI_SHOT_OPTIONS,
    CLI_PROJECT_OPTION,
    CLI_PROGRESS_OPTION,
    {0},
};

static const CliExample turntable_examples[] = {
    {"mien turntable bo -o turn.mp4", "Once around"},
    {"mien turntable bo eve --pose smile --turns 2 --length 10 -o smiles.webm", "Two that smile, twice"},
    {0},
};

const CliCommand cli_cmd_turntable = {
    .path = "turntable",
    .group = "Pictures",
    .summary = "Film characters that turn around",
    .description =
        "Draws characters at one moment as they turn in front of the camera. Lamps stay where they are, and "
        "eyes look ahead unless `--gaze` says otherwise. It begins at `--yaw`, the front if that is not "
        "given, "
        "and the last frame is the one before the first, so that it can be repeated.\n\n" HOW_TO_VIDEO,
    .arguments = arguments,
    .options = turntable_options,
    .examples = turntable_examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = cli_turntable_run,
};
