// SPDX-License-Identifier: MIT
//
// A parsed command line: the input of a command.

#pragma once

#include "base/arena.h"
#include "base/name_map.h"
#include "cli/table.h"

typedef struct CliGiven {
    const CliOption *option;
    const char *value; ///< NULL if the option has none.
} CliGiven;

/// One run of one command. Strings belong to the command line or to the arena.
struct CliArgs {
    const CliProgram *program;
    const CliCommand *command; ///< NULL: none was named.
    MieniArena *arena;         ///< For whatever shall live until the program ends.
    int value_count;
    const char **values; ///< The arguments that are no options, in order.
    int given_count;
    CliGiven *given;
    const char *prefix; ///< Instead of a command: the first word of several, or NULL.

    MieniNameMap *told; ///< Warnings of this run that are printed once; shared by copies of these.

    bool json, quiet, no_warnings, verbose, help, version;
    bool color_out, color_err; ///< Whether colours are wanted on either stream.
};

/// Parses words, without the program's name. Reports a usage error and returns the exit
/// code; args can then still be used to print messages.
int cli_parse(const CliProgram *program, int count, char **words, MieniArena *arena, CliArgs *out_args);

/// An option of the command, or before it one that may stand there, or a common one, by name or, if length is
/// 0, by letter.
const CliOption *cli_option(const CliArgs *args, const char *name, size_t length, char letter);
/// Whether the command has an option at all: for what several commands share.
bool cli_knows(const CliArgs *args, const char *option);
/// Whether an option of the command was given. The command must have it, here and below.
bool cli_has(const CliArgs *args, const char *option);
/// The value of an option, the last if it was repeated, or fallback.
const char *cli_value(const CliArgs *args, const char *option, const char *fallback);
/// The value of an option of kind number or integer, or fallback.
double cli_number(const CliArgs *args, const char *option, double fallback);
int cli_integer(const CliArgs *args, const char *option, int fallback);
/// An argument of kind integer, by its index, or fallback.
int cli_value_integer(const CliArgs *args, int index, int fallback);
