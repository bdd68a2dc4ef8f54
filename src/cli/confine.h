// SPDX-License-Identifier: MIT
//
// Commands that read untrusted files drop their privileges before reading.

#pragma once

#include "cli/args.h"
#include "project/project.h"

/// What of its project a command writes, beside what --output, --depfile and --cache name.
typedef enum CliWrites {
    CLI_WRITES_NOTHING = 0,
    CLI_WRITES_BUILD, ///< Its build folder, which is made if it is not there.
    CLI_WRITES_ASSETS ///< All of it.
} CliWrites;

/// From here on the program reads only the project (NULL: none) and what the command line names,
/// writes only what it is said to, has no network and starts no programs, as far as the system can
/// confine it. With MIEN_SANDBOX=off in the environment nothing happens.
void cli_confine(const CliArgs *args, const MieniProject *project, CliWrites writes);
