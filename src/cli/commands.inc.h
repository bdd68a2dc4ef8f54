// SPDX-License-Identifier: MIT
//
// Every command, in the order of the overview: cli_cmd_<name> is in cmd_<name>.c.

COMMAND(init)
COMMAND(import)
COMMAND(lint)
COMMAND(vocab_list)
COMMAND(vocab_show)
COMMAND(vocab_match)
COMMAND(info)
COMMAND(eval)
COMMAND(help)
COMMAND(version)
