// SPDX-License-Identifier: MIT
//
// Loads the module that serves live data.

#include "cli/live/serve.h"

#include "cli/cli.h"
#include "mien/base.h"

#include <string.h>

int cli_live_serve_run(const CliArgs *args)
{
    CliServeEntry *entry = NULL;
    const CliModule module = cli_module_load(args, MIEN_SERVE_PATH, CLI_SERVE_ENTRY);
    if (module.symbol == NULL)
        return cli_fail(args, CLI_EXIT_INPUT, module.path, NULL, "Cannot load what serves live data: %s.",
                        module.why != NULL ? module.why : "the file is missing, install mien again");
    memcpy(&entry, &module.symbol, sizeof entry);
    return entry(cli_module_host(), mien_version(), args);
}
