// SPDX-License-Identifier: MIT
//
// Common options and exit codes, and finding a command. Independent of the commands, so that
// tests can use it.

#include "cli/table.h"

#include <stddef.h>
#include <string.h>

const CliOption cli_common_options[] = {
    {.name = "help", .letter = 'h', .help = "Show this help and exit"},
    {.name = "json", .help = "Print results and messages as JSON"},
    {.name = "quiet",
     .letter = 'q',
     .help = "Do not print what a command created or changed; keep warnings",
     .excludes = "verbose"},
    {.name = "no-warnings", .help = "Do not print warnings"},
    {.name = "verbose", .letter = 'v', .help = "Print progress messages"},
    {.name = "color",
     .value = "WHEN",
     .kind = CLI_CHOICE,
     .choices = "auto|always|never",
     .help = "Use colours (default: on terminals, unless `NO_COLOR` is set)"},
#define LIMIT(field, option, environment, takes, words)                                                      \
    {.name = option, .value = takes, .help = words "; also `" environment "`"},
#include "base/limits.inc.h"
    {.name = "version", .letter = 'V', .help = "Print the version and exit"},
    {0},
};

const CliOption cli_early_options[] = {CLI_PROJECT_OPTION, {0}};

const CliExitInfo cli_exits[] = {
    {CLI_EXIT_OK, "ok", "Success."},
    {CLI_EXIT_FINDINGS, "findings", "Success, with results: diagnostics or differences were found."},
    {CLI_EXIT_USAGE, "usage", "Usage error. Nothing was done."},
    {CLI_EXIT_INPUT, "input", "An input is missing, unreadable or unsuitable."},
    {CLI_EXIT_WRITE, "write", "A result cannot be written."},
    {CLI_EXIT_CANCELLED, "cancelled", "Interrupted. No partial files are left."},
    {CLI_EXIT_INTERNAL, "internal", "Out of memory, or an internal error."},
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
