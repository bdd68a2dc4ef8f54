// SPDX-License-Identifier: MIT
//
// Names that may repeat.

#include "base/distinct.h"

#include "base/names.h"

#include <string.h>

bool mieni_distinct_begin(MieniDistinct *d, MieniArena *arena, size_t count)
{
    d->given = mieni_arena_take(arena, count, sizeof *d->given);
    d->names = mieni_arena_take(arena, count, sizeof *d->names);
    d->index = mieni_arena_take(arena, count, sizeof *d->index);
    return !arena->is_out_of_memory;
}

bool mieni_distinct_end(MieniDistinct *d, MieniArena *arena)
{
    MieniNameEntry *entries = mieni_arena_take(arena, (size_t)d->count, sizeof *entries);
    if (entries == NULL)
        return false;
    for (int i = 0; i < d->count; ++i)
        entries[i] = (MieniNameEntry){d->given[i], i};
    mieni_names_sort(entries, d->count);
    for (int i = 0, first = 0; i < d->count; ++i) {
        // Equal names follow one another, the first given one first.
        first = i > 0 && strcmp(entries[i].name, entries[i - 1].name) == 0 ? first : entries[i].index;
        d->index[entries[i].index] = (uint32_t)first;
    }
    for (int i = 0; i < d->count; ++i) {
        const bool is_first = d->index[i] == (uint32_t)i;
        if (is_first)
            d->names[d->distinct_count] = d->given[i];
        d->index[i] = is_first ? (uint32_t)d->distinct_count++ : d->index[d->index[i]];
    }
    return true;
}
