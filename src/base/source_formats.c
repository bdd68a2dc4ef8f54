// SPDX-License-Identifier: MIT
//
// The table of source formats, and finding one by id or ending.

#include "base/source_formats.h"

#include <string.h>

#define CURVES(id, title, endings) {#id, title, endings, MIENI_SOURCE_CURVES},
#define MOTION(id, title, endings) {#id, title, endings, MIENI_SOURCE_MOTION},
#define SCENE(id, title, endings)  {#id, title, endings, MIENI_SOURCE_SCENE},

const MieniSourceFormat mieni_source_formats[] = {MIENI_SOURCE_FORMATS(CURVES, MOTION, SCENE)};

const MieniSourceFormat *mieni_source_format_find(const char *id)
{
    for (int i = 0; i < MIENI_FORMAT_COUNT; ++i)
        if (strcmp(mieni_source_formats[i].id, id) == 0)
            return &mieni_source_formats[i];
    return NULL;
}

bool mieni_source_format_ending(const MieniSourceFormat *format, int index, char out[MIENI_ENDING_ROOM])
{
    const char *at = format->endings;
    for (; index > 0 && at != NULL; --index)
        at = strchr(at + 1, '.');
    const size_t size = at != NULL ? strcspn(at, " ") : 0;
    if (size == 0 || size >= MIENI_ENDING_ROOM)
        return false;
    memcpy(out, at, size);
    out[size] = '\0';
    return true;
}

static bool ends_with(const char *path, const char *ending)
{
    const size_t size = strlen(path), end_size = strlen(ending);
    if (size < end_size)
        return false;
    for (size_t i = 0; i < end_size; ++i) {
        const char c = path[size - end_size + i];
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != ending[i])
            return false;
    }
    return true;
}

bool mieni_source_format_fits(const MieniSourceFormat *format, const char *path)
{
    char ending[MIENI_ENDING_ROOM];
    for (int i = 0; mieni_source_format_ending(format, i, ending); ++i)
        if (ends_with(path, ending))
            return true;
    return false;
}

const MieniSourceFormat *mieni_source_format_of_path(const char *path)
{
    for (int i = 0; i < MIENI_FORMAT_COUNT; ++i)
        if (mieni_source_format_fits(&mieni_source_formats[i], path))
            return &mieni_source_formats[i];
    return NULL;
}

bool mieni_source_has_tiers(const char *id, const char *path)
{
    const MieniSourceFormat *format = id != NULL ? NULL : mieni_source_format_of_path(path);
    id = format != NULL ? format->id : id;
    return id != NULL && strcmp(id, "textgrid") == 0;
}
