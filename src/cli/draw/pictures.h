// SPDX-License-Identifier: MIT
//
// Commands that draw. Their tables are in cmd_pictures.c; what they do is in a module (draw.h),
// without which each ends with one sentence.

#pragma once

#include "cli/cli.h"

/// Options of every command that draws.
#define CLI_SHOT_OPTIONS                                                                                     \
    {.name = "yaw",                                                                                          \
     .value = "DEGREES",                                                                                     \
     .kind = CLI_NUMBER,                                                                                     \
     .help = "Where the camera stands: above 0 it sees more of the face's left side; -16 if not given"},     \
        {.name = "pitch",                                                                                    \
         .value = "DEGREES",                                                                                 \
         .kind = CLI_NUMBER,                                                                                 \
         .help = "How far the camera is above the face; 4 if not given"},                                    \
        {.name = "frame",                                                                                    \
         .value = "WHAT",                                                                                    \
         .kind = CLI_CHOICE,                                                                                 \
         .choices = "head|face|body",                                                                        \
         .help = "What the picture shows: the head with its hair, what poses move of it, or all. If not "    \
                 "given, the head; in a sheet the face"},                                                    \
        {.name = "gaze",                                                                                     \
         .value = "PART",                                                                                    \
         .kind = CLI_NUMBER,                                                                                 \
         .help = "How far eyes turn to the camera, from 0, not at all, to 1; 0.75 if not given"},            \
        {.name = "mesh",                                                                                     \
         .value = "MESH",                                                                                    \
         .kind = CLI_FILE,                                                                                   \
         .help = "Of a pose asset that is drawn: on which mesh, if several fit"},                            \
        {.name = "wire", .help = "Draw the edges of triangles"},                                             \
        {.name = "bones", .help = "Draw the bones over the face"},                                           \
    {                                                                                                        \
        .name = "transparent", .help = "No background"                                                       \
    }

/// Of commands that draw several, side by side.
#define CLI_CHARACTERS_ARGUMENT                                                                              \
    {                                                                                                        \
        .name = "CHARACTER",                                                                                 \
        .help = "Characters of the project: `ada` finds ada.character.json; also a mesh, or a pose asset "   \
                "on its mesh",                                                                               \
        .kind = CLI_FILE, .is_repeated = true                                                                \
    }
/// Of commands that play a clip, whose curves are its own.
#define CLI_LIVE_CURVE_OPTION                                                                                \
    {                                                                                                        \
        .name = "curve", .letter = 'u', .value = "NAME=VALUE", .is_repeated = true,                          \
        .help = "A curve and its value from outside, where a `source` node of the graph takes it"            \
    }
#define CLI_POSE_OPTION                                                                                      \
    {                                                                                                        \
        .name = "pose", .letter = 'p', .value = "NAME[=WEIGHT]", .is_repeated = true,                        \
        .help = "Lay a pose over it, whatever the graph does; at 1 if no weight is given"                    \
    }

int cli_render_run(const CliArgs *args);
int cli_sheet_run(const CliArgs *args);
int cli_strip_run(const CliArgs *args);
int cli_film_run(const CliArgs *args);
int cli_turntable_run(const CliArgs *args);

struct MieniPicture;
/// Reads --size, WIDTHxHEIGHT or one number for both, over what they are if it is given.
int cli_picture_size(const CliArgs *args, int *width, int *height);
/// Refuses a command line without --output, and names of other forms than PNG.
int cli_picture_check(const CliArgs *args);
/// Writes a picture as PNG where --output says, and tells of it: what it shows.
int cli_picture_write(const CliArgs *args, const struct MieniPicture *picture, const char *what);
