// SPDX-License-Identifier: MIT
//
// Commands that draw. Their tables are in commands/pictures.c; their functions are in a module
// (draw.h), without which each of them fails with one sentence.

#pragma once

#include "cli/cli.h"

/// Options of every command that draws.
#define CLI_SHOT_OPTIONS                                                                                     \
    {.name = "yaw",                                                                                          \
     .value = "DEGREES",                                                                                     \
     .kind = CLI_NUMBER,                                                                                     \
     .help = "Camera angle: above 0 shows more of the face's left side (default: -16)"},                     \
        {.name = "pitch",                                                                                    \
         .value = "DEGREES",                                                                                 \
         .kind = CLI_NUMBER,                                                                                 \
         .help = "Camera height angle above the face (default: 4)"},                                         \
        {.name = "framing",                                                                                  \
         .value = "WHAT",                                                                                    \
         .kind = CLI_CHOICE,                                                                                 \
         .choices = "head|face|body",                                                                        \
         .help = "What the image shows: the head with its hair, the part that poses move, or everything "    \
                 "(default: head; in a contact sheet face)"},                                                \
        {.name = "gaze",                                                                                     \
         .value = "PART",                                                                                    \
         .kind = CLI_NUMBER,                                                                                 \
         .help = "How far eyes turn to the camera, from 0 to 1 (default: 0, as evaluated)"},                 \
        {.name = "mesh",                                                                                     \
         .value = "MESH",                                                                                    \
         .kind = CLI_FILE,                                                                                   \
         .help = "For a pose asset: the mesh to render, if several fit"},                                    \
        {.name = "heat", .help = "Color by the distance from the rest pose"},                                \
        {.name = "wire", .help = "Draw the edges of triangles"},                                             \
        {.name = "draw-bones", .help = "Draw the bones over the face"},                                      \
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
#define CLI_POSE_OPTION                                                                                      \
    {                                                                                                        \
        .name = "pose", .letter = 'p', .value = "NAME[=WEIGHT]", .is_repeated = true,                        \
        .help = "Add a pose on top, independent of the graph (default weight: 1)"                            \
    }

int cli_render_run(const CliArgs *args);
int cli_sheet_run(const CliArgs *args);
int cli_filmstrip_run(const CliArgs *args);
int cli_video_run(const CliArgs *args);
int cli_turntable_run(const CliArgs *args);

struct MieniPicture;
/// Reads --size, WIDTHxHEIGHT or one number for both, over what they are if it is given.
int cli_picture_size(const CliArgs *args, int *width, int *height);
/// Refuses a command line without --output, and names of other forms than PNG.
int cli_picture_check(const CliArgs *args);
/// Writes a picture as PNG where --output says, and tells of it: what it shows.
int cli_picture_write(const CliArgs *args, const struct MieniPicture *picture, const char *what);
