// SPDX-License-Identifier: MIT
//
// Files of the data sets, all of a kind.

#pragma once

#include "support/check.h"

#include "mien/mien.h"

/// Calls with every file of the data sets whose path begins and ends so; returns how many
/// there were, or -1 without the data. relative is below the data's folder.
static inline int each_data_file(const char *beginning, const char *const *ends, int end_count,
                                 void (*visit)(const char *path, const char *relative))
{
    const char *list = check_data_path("SHA256SUMS");
    MienFile *file = NULL;
    if (list == NULL || mien_file_open(list, NULL, &file, NULL) != MIEN_OK)
        return -1;
    const char *at = mien_file_data(file), *end = at + mien_file_size(file);
    int count = 0;
    while (at < end) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        line_end = line_end != NULL ? line_end : end;
        char relative[512] = "";
        const char *path = at + 68; // the hash, two blanks, "./"
        if (line_end > path)
            snprintf(relative, sizeof relative, "%.*s", (int)(line_end - path), path);
        const size_t size = strlen(relative);
        bool is_wanted = strncmp(relative, beginning, strlen(beginning)) == 0, is_end = false;
        for (int e = 0; e < end_count; ++e)
            is_end = is_end ||
                     (size >= strlen(ends[e]) && strcmp(relative + size - strlen(ends[e]), ends[e]) == 0);
        if (is_wanted && is_end) {
            char whole[1024];
            snprintf(whole, sizeof whole, "%.*s%s", (int)(strlen(list) - strlen("SHA256SUMS")), list,
                     relative);
            visit(whole, relative);
            ++count;
        }
        at = line_end + 1;
    }
    mien_file_close(file);
    return count;
}
