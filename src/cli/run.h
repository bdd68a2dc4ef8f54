// SPDX-License-Identifier: MIT
//
// Runs a command line and returns the exit code.

#pragma once

#include "cli/table.h"

/// Runs a command line, without the program's name.
int cli_run(const CliProgram *program, int count, char **words);
