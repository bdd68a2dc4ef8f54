// SPDX-License-Identifier: MIT
//
// Edit distance: insertions, removals, replacements and swaps of neighbours.

#include "base/nearest.h"

#include <stddef.h>
#include <string.h>

enum { FAR = 99, LONGEST = 64 };

static int smaller(int a, int b) { return a < b ? a : b; }

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

int mieni_edit_distance(const char *a, const char *b)
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

static void add_other(MieniNearest *nearest, const char *name)
{
    const int place = nearest->others[0] == NULL ? 0 : 1;
    if (nearest->others[1] == NULL && strcmp(name, nearest->name) != 0 &&
        (place == 0 || strcmp(name, nearest->others[0]) != 0))
        nearest->others[place] = name;
}

void mieni_nearest_try(MieniNearest *nearest, const char *name)
{
    const int distance = mieni_edit_distance(nearest->given, name);
    if (nearest->name != NULL && distance == nearest->distance) {
        add_other(nearest, name);
        return;
    }
    if (nearest->name != NULL && distance > nearest->distance)
        return;
    // Beyond a third of the letters it is another word.
    if (distance > 1 + (int)strlen(nearest->given) / 3)
        return;
    nearest->name = name;
    nearest->distance = distance;
    nearest->others[0] = nearest->others[1] = NULL;
}
