// SPDX-License-Identifier: MIT
//
// Suggestions for misspelled names.

#include "cli/nearest.h"

#include "cli/columns.h"

#include <string.h>

const char *cli_nearest_hint(const CliArgs *args, const MieniNearest *nearest, const char *prefix)
{
    return nearest->name != NULL ? cli_text(args, "; did you mean %s%s?", prefix, nearest->name) : "";
}

const char *cli_command_hint(const CliArgs *args, const char *path)
{
    MieniNearest nearest = {.given = path};
    for (int i = 0; i < args->program->command_count; ++i) {
        const char *other = args->program->commands[i]->path, *space = strchr(other, ' ');
        mieni_nearest_try(&nearest, other);
        if (space == NULL)
            continue;
        mieni_nearest_try(&nearest, cli_text(args, "%.*s", (int)(space - other), other));
        if (strcmp(space + 1, path) == 0) // the second word alone
            nearest = (MieniNearest){.given = path, .name = other};
    }
    if (nearest.name != NULL)
        return cli_nearest_hint(args, &nearest, "");
    return cli_text(args, "; %s --help lists them.", args->program->name);
}
