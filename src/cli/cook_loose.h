// SPDX-License-Identifier: MIT
//
// mien cook --from: cooks a source file directly, without a project.

#pragma once

#include "cli/report/poses.h"

#define CLI_COOK_LOOSE_OPTIONS                                                                               \
    {.name = "from",                                                                                         \
     .value = "FILE",                                                                                        \
     .kind = CLI_FILE,                                                                                       \
     .excludes = "entry serve depfile project",                                                              \
     .help = "Cook this source file, without a project"},                                                    \
        {.name = "as",                                                                                       \
         .value = "KIND",                                                                                    \
         .kind = CLI_CHOICE,                                                                                 \
         .choices = "poses|clip|skeleton|mesh",                                                              \
         .help = "What to create (default: poses if it has bones, otherwise a clip)"},                       \
        {.name = "map", .value = "MAP", .help = "For a clip: rename curves with this built-in map"},         \
        CLI_POSE_SOURCE_OPTIONS

/// Cooks what --from names.
int cli_cook_loose(const CliArgs *args);
