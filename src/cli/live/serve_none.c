// SPDX-License-Identifier: MIT
//
// Replaces mien live serve in a program that was built without libwebsockets.

#include "cli/live/serve.h"

#include "cli/cli.h"

int cli_live_serve_run(const CliArgs *args)
{
    return cli_fail(args, CLI_EXIT_INPUT, NULL, NULL,
                    "This mien was built without a web server: build it with MIEN_SERVE, which needs "
                    "libwebsockets.");
}
