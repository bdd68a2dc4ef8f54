// SPDX-License-Identifier: MIT
//
// The mien program.

#include "cli/run.h"
#include "project/files/os.h"

int main(int count, char **words)
{
    mieni_os_begin(&count, &words);
    return cli_run(&cli_program, count - 1, words + 1);
}
