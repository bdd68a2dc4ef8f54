// SPDX-License-Identifier: MIT
//
// Replaces drawing in a program that was built without it.

#include "cli/draw/draw.h"

#include "cli/messages.h"

const CliDraw *cli_draw_load(const CliArgs *args, const char *instead)
{
    cli_fail(
        args, CLI_EXIT_INPUT, NULL, NULL,
        "This mien was built without rendering: build it with MIEN_RENDER, which needs libepoxy and Pango.%s",
        instead);
    return NULL;
}
