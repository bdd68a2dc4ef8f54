// SPDX-License-Identifier: MIT
//
// Suggestions for misspelled names.

#pragma once

#include "base/nearest.h"
#include "cli/args.h"

/// "; did you mean PREFIXname?" or "" if nothing comes near.
const char *cli_nearest_hint(const CliArgs *args, const MieniNearest *nearest, const char *prefix);
/// The same for words that are no command; if nothing comes near, where to look.
const char *cli_command_hint(const CliArgs *args, const char *path);
