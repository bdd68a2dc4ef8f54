// SPDX-License-Identifier: MIT
//
// Edit distance: insertions, removals, replacements and swaps of neighbours.

#include "cli/nearest.h"

#include "cli/output.h"

#include <string.h>

enum { FAR = 99, LONGEST = 64 };

static int smaller(int a, int b) { return a < b ? a : b; }

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

int cli_edit_distance(const char *a, const char *b)
{
    const size_t m = strlen(a), n = strlen(b);
    if (m > LONGEST || n > LONGEST)
        return FAR;
    // Rows of the table, the last three of which are needed.
    int rows[3][LONGEST + 1];
    for (size_t j = 0; j <= n; ++j)
        rows[0][j] = (int)j;
    for (size_t i = 1; i <= m; ++i) {
        int *row = rows[i % 3];
        const int *above = rows[(i + 2) % 3], *two_above = rows[(i + 1) % 3];
        row[0] = (int)i;
        for (size_t j = 1; j <= n; ++j) {
            const char x = lower(a[i - 1]), y = lower(b[j - 1]);
            row[j] = smaller(smaller(above[j], row[j - 1]) + 1, above[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == lower(b[j - 2]) && y == lower(a[i - 2]))
                row[j] = smaller(row[j], two_above[j - 2] + 1);
        }
    }
    return rows[m % 3][n];
}

void cli_nearest_try(CliNearest *nearest, const char *name)
{
    const int distance = cli_edit_distance(nearest->given, name);
    if (nearest->name != NULL && distance >= nearest->distance)
        return;
    // Beyond a third of the letters it is another word.
    if (distance > 1 + (int)strlen(nearest->given) / 3)
        return;
    nearest->name = name;
    nearest->distance = distance;
}

const char *cli_nearest_hint(const CliArgs *args, const CliNearest *nearest, const char *prefix)
{
    return nearest->name != NULL ? cli_text(args, "; did you mean %s%s?", prefix, nearest->name) : "";
}

const char *cli_command_hint(const CliArgs *args, const char *path)
{
    CliNearest nearest = {.given = path};
    for (int i = 0; i < args->program->command_count; ++i) {
        const char *other = args->program->commands[i]->path, *space = strchr(other, ' ');
        cli_nearest_try(&nearest, other);
        if (space == NULL)
            continue;
        cli_nearest_try(&nearest, cli_text(args, "%.*s", (int)(space - other), other));
        if (strcmp(space + 1, path) == 0) // the second word alone
            nearest = (CliNearest){.given = path, .name = other};
    }
    if (nearest.name != NULL)
        return cli_nearest_hint(args, &nearest, "");
    return cli_text(args, "; %s --help lists them.", args->program->name);
}
