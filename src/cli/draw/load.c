// SPDX-License-Identifier: MIT
//
// Finds and loads the drawing module. Its location depends only on the location of the
// program: not on the environment, the current folder or a project.

#include "cli/draw/draw.h"

#include "cli/messages.h"
#include "mien/base.h"
#include "project/files/os.h"

#include <dlfcn.h>
#include <string.h>

/// MIEN_DRAW_PATH is relative to the program: "../lib/mien/mien-draw.so".
static const char *module_path(const CliArgs *args)
{
    char program[4096];
    if (!mieni_os_program(program, sizeof program))
        return NULL;
    char *slash = strrchr(program, '/');
    if (slash == NULL)
        return NULL;
    *slash = '\0';
    return cli_text(args, "%s/%s", program, MIEN_DRAW_PATH);
}

/// A function out of what dlsym gives, which C has no cast for.
static CliDrawEntry *entry_of(void *module)
{
    CliDrawEntry *entry = NULL;
    void *const symbol = dlsym(module, CLI_DRAW_ENTRY);
    _Static_assert(sizeof entry == sizeof symbol, "functions have addresses like all else");
    memcpy(&entry, &symbol, sizeof entry);
    return entry;
}

const CliDraw *cli_draw_load(const CliArgs *args, const char *instead)
{
    MieniOsInfo info;
    const char *path = module_path(args);
    if (path == NULL || !mieni_os_look(path, &info)) {
        cli_fail(args, CLI_EXIT_INPUT, path, NULL, "Rendering needs the package mien-draw: install it.%s",
                 instead);
        return NULL;
    }
    void *module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    CliDrawEntry *entry = module != NULL ? entry_of(module) : NULL;
    if (entry == NULL) {
        cli_fail(args, CLI_EXIT_INPUT, path, NULL, "Cannot load the renderer: %s.%s", dlerror(), instead);
        return NULL;
    }
    const CliDraw *draw = entry();
    if (strcmp(draw->version, mien_version()) != 0 || draw->size != sizeof *draw) {
        cli_fail(args, CLI_EXIT_INPUT, path, NULL,
                 "The renderer has version %s, and this is mien %s: install the same version of both.%s",
                 draw->version, mien_version(), instead);
        return NULL;
    }
    static CliHost host;
    host = (CliHost){cli_is_cancelled,   cli_undo_late,     cli_keep_quiet,
                     mieni_os_hold_stop, mieni_os_let_stop, cli_budget()};
    draw->begin(&host);
    cli_note(args, path, "loaded");
    return draw;
}
