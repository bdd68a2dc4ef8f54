// SPDX-License-Identifier: MIT
//
// Every command, in the order of the overview: cli_cmd_<name> is in cmd_<name>.c.

COMMAND(help)
COMMAND(version)
