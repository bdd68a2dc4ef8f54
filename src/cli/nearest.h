// SPDX-License-Identifier: MIT
//
// What was probably meant: the nearest of some names by edit distance.

#pragma once

#include "cli/args.h"

/// Letters to insert, remove, replace or swap to make b of a, ASCII case aside; at
/// most 99.
int cli_edit_distance(const char *a, const char *b);

/// Collects names and keeps the nearest. Zero-initialise with the name that was given.
typedef struct CliNearest {
    const char *given;
    const char *name; ///< The nearest so far, or NULL.
    int distance;
} CliNearest;

void cli_nearest_try(CliNearest *nearest, const char *name);
/// "; did you mean PREFIXname?" or "" if nothing comes near.
const char *cli_nearest_hint(const CliArgs *args, const CliNearest *nearest, const char *prefix);
/// The same for words that are no command; if nothing comes near, where to look.
const char *cli_command_hint(const CliArgs *args, const char *path);
