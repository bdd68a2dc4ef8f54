// SPDX-License-Identifier: MIT
//
// The limits of this run, from options and environment variables.

#pragma once

#include "base/budget.h"
#include "cli/args.h"

/// Reads the options and the environment, which child processes inherit. Reports a usage
/// error and returns the exit code.
int cli_limits_begin(const CliArgs *args);
/// What reading and cooking keep to, until the program ends.
MieniBudget *cli_budget(void);
/// From here on the budget is this one: a module has that of the program.
void cli_follow_budget(MieniBudget *given);
