// SPDX-License-Identifier: MIT
//
// What serves live data to web pages is a module, because of the libraries of its own.

#pragma once

#include "cli/module/load.h"

/// The one function that the module shows, by this name. It runs the command.
#define CLI_SERVE_ENTRY "mien_serve"
typedef int CliServeEntry(const CliHost *host, const char *version, const CliArgs *args);

/// mien live serve
int cli_live_serve_run(const CliArgs *args);
