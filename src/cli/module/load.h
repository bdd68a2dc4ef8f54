// SPDX-License-Identifier: MIT
//
// Modules: parts of the program with libraries that other parts do not need, loaded by the commands
// that need them. Their location depends only on the location of the program: not on the environment,
// the current folder or a project.

#pragma once

#include "cli/args.h"
#include "cli/messages.h"

/// What a module came to.
typedef struct CliModule {
    const char *path; ///< NULL: the program's own location is unknown.
    bool is_there;
    void *symbol;    ///< The address of the function; NULL: it could not be loaded,
    const char *why; ///< for this reason.
} CliModule;

/// The path of the module at a path relative to the program; NULL if the program's own is unknown.
const char *cli_module_path(const CliArgs *args, const char *relative);
/// Loads the module at a path relative to the program, and finds its function.
CliModule cli_module_load(const CliArgs *args, const char *relative, const char *function);
/// What the program does for its modules, which have messages, limits and locks of their own.
const CliHost *cli_module_host(void);
