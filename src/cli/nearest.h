// SPDX-License-Identifier: MIT
//
// Suggestions for misspelled names.

#pragma once

#include "base/nearest.h"
#include "cli/args.h"

/// "; did you mean PREFIXname?" with up to three that come equally near, or "" if nothing does.
const char *cli_nearest_hint(const CliArgs *args, const MieniNearest *nearest, const char *prefix);
/// Names of one kind, that the user may type whole or without what stands before their last
/// separator: "eyeBlink_L" for "shapes.eyeBlink_L".
typedef struct CliNames {
    const char *what; ///< "pose"
    const char *file; ///< That has them, for messages; may be NULL.
    int count;
    const void *of;
    const char *(*name)(const void *of, int index); ///< May return NULL.
    const char *list; ///< What lists them: ": mien vocab list shows them."; or NULL.
} CliNames;
/// The index of the name that was typed: the one that equals it, or the only one that ends in it
/// behind one of . : | /. -1 if there is none, -2 if several end so.
int cli_names_search(const CliNames *names, const char *given);
/// The same; says what is wrong, with names that come near, and returns the exit code.
int cli_names_find(const CliArgs *args, const CliNames *names, const char *given, int *out_index);
/// Finds the names that arguments are, from first on, at most count, or that an option says; puts
/// the whole names in their place.
int cli_names_find_values(const CliArgs *args, const CliNames *names, int first, int count);
int cli_names_find_option(const CliArgs *args, const CliNames *names, const char *option);
/// Says that there is no such name.
int cli_names_fail(const CliArgs *args, const CliNames *names, const char *given);

/// Refuses the id of a vocabulary that there is not.
int cli_vocabulary_check(const CliArgs *args, const char *id);

/// The command that two words mean: in the singular, by a word of other programs, misspelled; or NULL.
const char *cli_command_meant(const CliArgs *args, const char *first, const char *second);
/// The option of the command that other programs call so, or NULL.
const char *cli_option_synonym(const CliArgs *args, const char *name);
/// The same as cli_nearest_hint for words that are no command; if nothing comes near, where to look.
const char *cli_command_hint(const CliArgs *args, const char *path);
