// SPDX-License-Identifier: MIT
//
// What may follow on a command line, for the completion of shells.

#pragma once

#include "cli/cli.h"

/// Puts what may stand for the last word, a line each: the word, and after a tab what it is. A line
/// :files or :folders stands for those of the disk.
void cli_complete(const CliArgs *args, const char *const *words, int count, MieniTextOut *out);
