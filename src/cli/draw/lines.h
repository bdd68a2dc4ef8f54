// SPDX-License-Identifier: MIT
//
// Lists on the command line: words, lines of standard input, parts between commas. And
// writing a result as text or JSON.

#pragma once

#include "cli/cli.h"

typedef struct CliLines {
    const char **items; ///< Live until the program ends.
    int count;
} CliLines;

/// The words, or for one "-" the lines of standard input that are not blank.
int cli_lines_open(const CliArgs *args, const char *const *words, int count, CliLines *out_lines);
/// The parts of a text between commas, without blanks around them.
int cli_lines_split(const CliArgs *args, const char *text, CliLines *out_lines);
/// Numbers between commas; at most most. Says what is wrong and returns the exit code;
/// option is NULL if the text is no option's.
int cli_numbers_split(const CliArgs *args, const char *option, const char *text, double *out_numbers,
                      int most, int *out_count);

/// Writes the text, or with --json the document; releases both. Returns the exit code.
int cli_write_either(const CliArgs *args, MieniTextOut *text, MieniJsonDocument *json);
