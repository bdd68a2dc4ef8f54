// SPDX-License-Identifier: MIT
//
// Loads the drawing module.

#include "cli/draw/draw.h"

#include "cli/messages.h"
#include "cli/module/load.h"
#include "mien/base.h"

#include <string.h>

/// A function out of an address, which C has no cast for.
static CliDrawEntry *entry_of(void *symbol)
{
    CliDrawEntry *entry = NULL;
    _Static_assert(sizeof entry == sizeof symbol, "functions have addresses like all else");
    memcpy(&entry, &symbol, sizeof entry);
    return entry;
}

const CliDraw *cli_draw_load(const CliArgs *args, const char *instead)
{
    const CliModule module =
        cli_module_load(args, MIEN_DRAW_PATH, CLI_DRAW_ENTRY); // "../lib/mien/mien-draw.so"
    const char *path = module.path;
    if (!module.is_there) {
        cli_fail(args, CLI_EXIT_INPUT, path, NULL, "Rendering needs the package mien-draw: install it.%s",
                 instead);
        return NULL;
    }
    if (module.symbol == NULL) {
        cli_fail(args, CLI_EXIT_INPUT, path, NULL, "Cannot load the renderer: %s.%s", module.why, instead);
        return NULL;
    }
    const CliDraw *draw = entry_of(module.symbol)();
    if (strcmp(draw->version, mien_version()) != 0 || draw->size != sizeof *draw) {
        cli_fail(args, CLI_EXIT_INPUT, path, NULL,
                 "The renderer has version %s, and this is mien %s: install the same version of both.%s",
                 draw->version, mien_version(), instead);
        return NULL;
    }
    draw->begin(cli_module_host());
    cli_note(args, path, "loaded");
    return draw;
}
