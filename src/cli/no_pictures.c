// SPDX-License-Identifier: MIT
//
// Commands that draw, where nothing can.

#include "cli/pictures.h"

static int refuse(const CliArgs *args)
{
    return cli_fail(args, CLI_EXIT_INPUT, NULL, NULL,
                    "This mien was built without pictures: build it with MIEN_RENDER, which needs libepoxy "
                    "and Pango.");
}

int cli_render_run(const CliArgs *args) { return refuse(args); }
int cli_sheet_run(const CliArgs *args) { return refuse(args); }
int cli_strip_run(const CliArgs *args) { return refuse(args); }
int cli_film_run(const CliArgs *args) { return refuse(args); }
int cli_turntable_run(const CliArgs *args) { return refuse(args); }
