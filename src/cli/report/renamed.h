// SPDX-License-Identifier: MIT
//
// Shared by commands that rename: pairs of names, and the changes per file.

#pragma once

#include "cli/draw/lines.h"
#include "project/rename/rename.h"

/// The arguments after the first, OLD NEW by OLD NEW.
int cli_pairs(const CliArgs *args, CliLines *out_from, CliLines *out_to);

/// Adds the names that changed to a result: a line each, ten of them unless --verbose is given. Without
/// out (NULL) only to the JSON, where the user typed them.
void cli_put_renames(const CliArgs *args, const CliLines *from, const CliLines *to, MieniTextOut *out,
                     MieniJsonDocument *json);

typedef struct CliRenamed {
    MieniTextOut out;
    MieniJsonDocument json;
    MieniJson *list;
} CliRenamed;

void cli_renamed_begin(CliRenamed *renamed);
/// A MieniRenamed; user is the CliRenamed.
void cli_renamed_note(void *user, const char *file, int places);
/// Gives the result, or says what is wrong. Returns the exit code.
int cli_renamed_end(const CliArgs *args, CliRenamed *renamed, MienStatus status, const MieniProblem *problem);
