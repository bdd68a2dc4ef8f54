// SPDX-License-Identifier: MIT
//
// Everything that a command needs. A command is a file in commands/ that defines
// cli_cmd_<name>, and a line in commands.inc.h.

#pragma once

#include "cli/args.h"
#include "cli/input.h"
#include "cli/messages.h"
#include "cli/nearest.h"
#include "cli/output.h"
#include "cli/table.h"
