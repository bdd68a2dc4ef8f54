// SPDX-License-Identifier: MIT
//
// What all commands share, and how one is found. Knows no command, so that what is not the
// program can use it.

#include "cli/table.h"

#include <stddef.h>
#include <string.h>

const CliOption cli_common_options[] = {
    {.name = "help", .letter = 'h', .help = "Tell all about the command and do nothing else"},
    {.name = "json", .help = "Results and messages as JSON"},
    {.name = "quiet", .letter = 'q', .help = "No warnings", .excludes = "verbose"},
    {.name = "verbose", .letter = 'v', .help = "Also say what is being done"},
    {.name = "color",
     .value = "WHEN",
     .kind = CLI_CHOICE,
     .choices = "auto|always|never",
     .help = "Use colours; by default on terminals, unless `NO_COLOR` is set"},
#define LIMIT(field, option, environment, takes, words)                                                      \
    {.name = option, .value = takes, .help = words "; also `" environment "`"},
#include "base/limits.inc.h"
    {.name = "version", .letter = 'V', .help = "Print the version and do nothing else"},
    {0},
};

const CliExitInfo cli_exits[] = {
    {CLI_EXIT_OK, "ok", "It worked."},
    {CLI_EXIT_FINDINGS, "findings",
     "It worked, and found what it was asked to look for: problems, differences."},
    {CLI_EXIT_USAGE, "usage", "The command line is wrong. Nothing was done."},
    {CLI_EXIT_INPUT, "input", "An input is missing, cannot be read, or is not what the command needs."},
    {CLI_EXIT_WRITE, "write", "A result cannot be written."},
    {CLI_EXIT_CANCELLED, "cancelled", "It was interrupted. Nothing half-written is left."},
    {CLI_EXIT_INTERNAL, "internal", "There is no memory left, or the program is wrong."},
    {0},
};

const CliCommand *cli_find_command(const CliProgram *program, const char *path)
{
    for (int i = 0; i < program->command_count; ++i) {
        if (strcmp(program->commands[i]->path, path) == 0)
            return program->commands[i];
    }
    return NULL;
}

bool cli_has_prefix(const CliCommand *command, const char *prefix)
{
    const size_t length = strlen(prefix);
    return strncmp(command->path, prefix, length) == 0 &&
           (command->path[length] == ' ' || command->path[length] == '\0');
}

bool cli_is_prefix(const CliProgram *program, const char *word)
{
    for (int i = 0; i < program->command_count; ++i) {
        if (cli_has_prefix(program->commands[i], word) && strcmp(program->commands[i]->path, word) != 0)
            return true;
    }
    return false;
}

bool cli_can_exit(const CliCommand *command, CliExit code)
{
    return code == CLI_EXIT_OK || code == CLI_EXIT_USAGE || code == CLI_EXIT_INTERNAL ||
           (command->exits & CLI_MAY(code)) != 0 ||
           (code == CLI_EXIT_CANCELLED && (command->exits & CLI_MAY(CLI_EXIT_INPUT)) != 0); // whatever reads
}
