// SPDX-License-Identifier: MIT
//
// The table that describes the program: commands with their arguments, options, examples
// and exit codes. Parsing, help, man pages, completion and the pages in docs/cli are all
// generated from it.
//
// In texts, `this` is code; a paragraph ends at an empty line, and a paragraph that begins
// with a space is printed verbatim.

#pragma once

#include <stdbool.h>

typedef struct CliArgs CliArgs;

/// What the program ends with.
typedef enum CliExit {
    CLI_EXIT_OK = 0,
    CLI_EXIT_FINDINGS = 1, ///< Something was found that the command was asked to look for.
    CLI_EXIT_USAGE = 2,
    CLI_EXIT_INPUT = 3,
    CLI_EXIT_WRITE = 4,
    CLI_EXIT_CANCELLED = 5,
    CLI_EXIT_INTERNAL = 70,
} CliExit;

/// An exit code in words, for messages and for the documentation.
typedef struct CliExitInfo {
    CliExit code;
    const char *name; ///< "usage"
    const char *help;
} CliExitInfo;

/// What a value has to be. The parser refuses others.
typedef enum CliKind {
    CLI_TEXT = 0,
    CLI_FILE,
    CLI_FOLDER,
    CLI_NUMBER,
    CLI_INTEGER,
    CLI_CHOICE,
} CliKind;

typedef struct CliArgument {
    const char *name; ///< As it is shown: "FILE".
    const char *help;
    CliKind kind;
    bool is_optional;
    bool is_repeated; ///< Only the last one.
} CliArgument;

typedef struct CliOption {
    const char *name;  ///< Without the dashes.
    char letter;       ///< Of the short form, or 0.
    const char *value; ///< As it is shown: "FILE". NULL: the option has none.
    const char *help;
    CliKind kind;
    const char *choices;  ///< Of a choice: "auto|always|never".
    const char *excludes; ///< Names of options it cannot stand beside: "quiet json".
    bool is_repeated;
    bool makes_folder; ///< Of --output: missing folders are made.
} CliOption;

typedef struct CliExample {
    const char *command; ///< The whole line.
    const char *help;
} CliExample;

/// Arrays end with an element whose first field is NULL; NULL is an empty one.
typedef struct CliCommand {
    const char *path;    ///< One word or two: "info", "poses rename".
    const char *group;   ///< Heading in the overview.
    const char *summary; ///< One line, without a full stop.
    const char *description;
    const CliArgument *arguments;
    const CliOption *options;
    const CliExample *examples;
    unsigned exits; ///< CLI_MAY of what it can end with beside 0, 2 and 70.
    bool has_steps; ///< It starts other programs of ours, and waits a little for them to end.
    int (*run)(const CliArgs *args);
} CliCommand;

#define CLI_MAY(code) (1u << (code))
/// Of commands that read files and write a result.
#define CLI_MAY_READ_AND_WRITE (CLI_MAY(CLI_EXIT_INPUT) | CLI_MAY(CLI_EXIT_WRITE))

typedef struct CliProgram {
    const char *name, *summary, *description;
    const CliCommand *const *commands; ///< Those of one group stand together.
    int command_count;
} CliProgram;

/// Mien's own table.
extern const CliProgram cli_program;
/// Options that every command has, and the exit codes.
extern const CliOption cli_common_options[];
extern const CliExitInfo cli_exits[];

/// For commands whose result is text.
#define CLI_OUTPUT_OPTION                                                                                    \
    {                                                                                                        \
        .name = "output", .letter = 'o', .value = "FILE", .kind = CLI_FILE,                                  \
        .help = "Write the result to this file; `-` is standard output (default)"                            \
    }

/// The option that every command on a project has.
#define CLI_PROJECT_OPTION                                                                                   \
    {                                                                                                        \
        .name = "project", .letter = 'C', .value = "FOLDER", .kind = CLI_FOLDER,                             \
        .help = "Use the project in this folder instead of the current one"                                  \
    }

/// For commands that change assets: cli_project_open_to_edit then writes nothing.
#define CLI_DRY_RUN_OPTION                                                                                   \
    {                                                                                                        \
        .name = "dry-run", .letter = 'n', .help = "Only show what would change"                              \
    }

/// Options of many commands that may also stand before the command.
extern const CliOption cli_early_options[];

/// The command of a path, or NULL.
const CliCommand *cli_find_command(const CliProgram *program, const char *path);
/// Whether this is the first word of commands of two words.
bool cli_is_prefix(const CliProgram *program, const char *word);
/// Whether a command is the prefix's: the prefix itself or two words that begin so.
bool cli_has_prefix(const CliCommand *command, const char *prefix);
/// Whether a command can end with a code.
bool cli_can_exit(const CliCommand *command, CliExit code);
