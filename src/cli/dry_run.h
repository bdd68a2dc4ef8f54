// SPDX-License-Identifier: MIT
//
// --dry-run of commands that change assets: what they write is kept in memory, over the disk.

#pragma once

#include "cli/args.h"
#include "project/place.h"

/// Whether the command has --dry-run and it is given.
bool cli_is_dry_run(const CliArgs *args);
/// Lets a project keep in memory what is written. False without memory.
bool cli_dry_run_begin(const CliArgs *args, MieniProject *project);
