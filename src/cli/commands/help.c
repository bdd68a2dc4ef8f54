// SPDX-License-Identifier: MIT
//
// mien help

#include "cli/help.h"
#include "cli/cli.h"

#include <string.h>

static const CliArgument arguments[] = {
    {.name = "COMMAND", .help = "The words of a command", .is_optional = true, .is_repeated = true},
    {0},
};

static const CliOption options[] = {
    {.name = "man", .help = "Print a man page", .excludes = "markdown list"},
    {.name = "markdown", .help = "Print a page of the documentation", .excludes = "list"},
    {.name = "list", .help = "Print only the command names, one per line"},
    CLI_OUTPUT_OPTION,
    {0},
};

static const CliExample examples[] = {
    {"mien help eval", "Help for one command"},
    {"mien help --man eval | man -l -", "The same as a man page"},
    {0},
};

static int put_list(const CliArgs *args, MieniTextOut *out)
{
    for (int i = 0; i < args->program->command_count; ++i)
        mieni_text_putf(out, "%s\n", args->program->commands[i]->path);
    return cli_help_write_text(args, out);
}

static int run(const CliArgs *args)
{
    MieniTextOut out = {0};
    const char *path = "";
    if (cli_has(args, "list"))
        return put_list(args, &out);

    for (int i = 0; i < args->value_count; ++i)
        path = cli_text(args, "%s%s%s", path, i > 0 ? " " : "", args->values[i]);
    const CliCommand *command = cli_find_command(args->program, path);
    const bool is_overview = path[0] == '\0';
    const bool is_prefix = !is_overview && cli_is_prefix(args->program, path);
    const bool is_page = cli_has(args, "man") || cli_has(args, "markdown");
    if (!is_overview && command == NULL && (!is_prefix || is_page))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "No command named \"%s\"%s", path,
                        cli_command_hint(args, path));
    if (cli_has(args, "man"))
        cli_help_man(args, &out, command);
    else if (cli_has(args, "markdown"))
        cli_help_markdown(args, &out, command);
    else if (args->json)
        return cli_help_write_json(args, command, is_overview ? NULL : path);
    else if (command != NULL)
        cli_help_command(args, &out, command);
    else
        cli_help_overview(args, &out, is_overview ? NULL : path);
    return cli_help_write_text(args, &out);
}

const CliCommand cli_cmd_help = {
    .path = "help",
    .group = "Help",
    .summary = "Show help for a command",
    .description = "Without a command, prints an overview. This help, the man pages "
                   "and the pages of the documentation are generated from one table.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY(CLI_EXIT_WRITE),
    .run = run,
};
