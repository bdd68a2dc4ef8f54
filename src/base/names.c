// SPDX-License-Identifier: MIT
//
// Names of curves and bones: patterns, renaming, finding.

#include "base/names.h"

#include <stdlib.h>
#include <string.h>

/// Where the next character begins; names are well-formed UTF-8.
static const char *after(const char *at)
{
    ++at;
    while (((unsigned char)*at & 0xC0) == 0x80)
        ++at;
    return at;
}

bool mieni_name_matches(const char *pattern, const char *name)
{
    // Only the last * ever needs another try: what an earlier one could take
    // instead, the last one can take as well.
    const char *star = NULL, *retry = NULL;
    while (*name != '\0') {
        if (*pattern == '*') {
            star = ++pattern;
            retry = name;
        } else if (*pattern == '?') {
            ++pattern;
            name = after(name);
        } else if (*pattern == *name) {
            ++pattern;
            ++name;
        } else if (star != NULL) {
            pattern = star;
            name = retry = after(retry);
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        ++pattern;
    return *pattern == '\0';
}

int mieni_name_count(const char *text, char character)
{
    int count = 0;
    for (; *text != '\0'; ++text)
        count += *text == character;
    return count;
}

bool mieni_name_rename(const char *from, const char *to, const char *name, char out[MIENI_NAME_ROOM])
{
    const char *star = strchr(from, '*'), *place = strchr(to, '*');
    if (star == NULL || place == NULL) {
        memcpy(out, to, strlen(to) + 1);
        return strcmp(from, name) == 0;
    }
    const size_t head = (size_t)(star - from), tail = strlen(star + 1), size = strlen(name);
    if (size < head + tail || memcmp(name, from, head) != 0 || strcmp(name + size - tail, star + 1) != 0)
        return false;
    const size_t before = (size_t)(place - to), middle = size - head - tail;
    memcpy(out, to, before);
    memcpy(out + before, name + head, middle);
    memcpy(out + before + middle, place + 1, strlen(place + 1) + 1);
    return true;
}

static int compare(const void *a, const void *b)
{
    const MieniNameEntry *x = a, *y = b;
    const int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

void mieni_names_sort(MieniNameEntry *entries, int count)
{
    if (count > 0)
        qsort(entries, (size_t)count, sizeof *entries, compare);
}

MieniNameEntry *mieni_names_index(const void *structs, int count, size_t stride, size_t offset,
                                  MieniArena *arena)
{
    MieniNameEntry *entries = mieni_arena_take(arena, (size_t)count, sizeof *entries);
    if (entries == NULL)
        return NULL;
    for (int i = 0; i < count; ++i) {
        memcpy(&entries[i].name, (const char *)structs + (size_t)i * stride + offset, sizeof entries[i].name);
        entries[i].index = i;
    }
    mieni_names_sort(entries, count);
    return entries;
}

int mieni_names_first(const MieniNameEntry *entries, int count, const char *name)
{
    int low = 0, high = count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (strcmp(entries[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int mieni_names_search(const MieniNameEntry *entries, int count, const char *name)
{
    const int first = mieni_names_first(entries, count, name);
    return first < count && strcmp(entries[first].name, name) == 0 ? entries[first].index : -1;
}
