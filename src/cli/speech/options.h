// SPDX-License-Identifier: MIT
//
// Options of commands that read speech.

#pragma once

#include "base/source_formats.h"
#include "cli/args.h"

#define CLI_STYLE_OPTION                                                                                     \
    {                                                                                                        \
        .name = "style", .value = "STYLE", .kind = CLI_CHOICE, .choices = MIENI_SPEECH_STYLES,               \
        .help = "How speech is articulated (default: normal)"                                                \
    }
#define CLI_TRANSCRIPT_OPTION                                                                                \
    {                                                                                                        \
        .name = "transcript", .value = "TEXT",                                                               \
        .help = "What is said in recorded speech (default: the text file beside it, or recognised)"          \
    }
