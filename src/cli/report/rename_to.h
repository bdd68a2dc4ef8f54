// SPDX-License-Identifier: MIT
//
// mien poses rename --to: the names of a vocabulary or a map for the poses of an asset.

#pragma once

#include "cli/asset.h"

/// Poses that get a name, and their new names. With --dry-run prints all of them; otherwise warns of
/// those that keep theirs. Says what is wrong and returns the exit code.
int cli_rename_to(const CliArgs *args, const CliAsset *poses, const char *given, CliLines *out_from,
                  CliLines *out_to);
