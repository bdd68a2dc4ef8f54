// SPDX-License-Identifier: MIT
//
// The table of all commands.

#include "cli/table.h"

#define COMMAND(name) extern const CliCommand cli_cmd_##name;
#include "cli/commands.inc.h"
#undef COMMAND

#define COMMAND(name) &cli_cmd_##name,
static const CliCommand *const commands[] = {
#include "cli/commands.inc.h"
};
#undef COMMAND

const CliProgram cli_program = {
    .name = "mien",
    .summary = "Pose assets and shared facial animation",
    .description =
        "`mien` creates and inspects the assets that play one facial performance on every face: pose assets, "
        "clips and skeletons.\n\n"
        "Results go to standard output, messages to standard error. A file named `-` is standard input or "
        "output. Files are written completely or not at all. Nothing depends on the locale.",
    .commands = commands,
    .command_count = sizeof commands / sizeof *commands,
};
