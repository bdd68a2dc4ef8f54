// SPDX-License-Identifier: MIT
//
// The mien program.

#include "cli/run.h"

int main(int count, char **words) { return cli_run(&cli_program, count - 1, words + 1); }
