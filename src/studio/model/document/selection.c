// SPDX-License-Identifier: MIT
//
// Selections.

#include "studio/model/document/selection.h"

#include <stdlib.h>
#include <string.h>

static char *copy_text(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}

static int index_of(const StudioSelection *selection, const char *name)
{
    for (int i = 0; i < selection->names.count; ++i)
        if (strcmp(selection->names.items[i], name) == 0)
            return i;
    return -1;
}

static int find_in(const char *const *order, int count, const char *name)
{
    for (int i = 0; i < count; ++i)
        if (strcmp(order[i], name) == 0)
            return i;
    return -1;
}

void studio_selection_clear_keys(StudioSelection *selection)
{
    for (int i = 0; i < selection->key_count; ++i)
        free((char *)selection->keys[i].curve);
    selection->key_count = 0;
    ++selection->revision;
}

void studio_selection_clear(StudioSelection *selection)
{
    mieni_paths_release(&selection->names);
    ++selection->revision;
}

void studio_selection_release(StudioSelection *selection)
{
    studio_selection_clear(selection);
    studio_selection_clear_keys(selection);
    free(selection->keys);
    *selection = (StudioSelection){0};
}

bool studio_selection_has(const StudioSelection *selection, const char *name)
{
    return index_of(selection, name) >= 0;
}

bool studio_selection_add(StudioSelection *selection, const char *name)
{
    ++selection->revision;
    return studio_selection_has(selection, name) || mieni_paths_add(&selection->names, name);
}

bool studio_selection_only(StudioSelection *selection, const char *name)
{
    studio_selection_clear(selection);
    return studio_selection_add(selection, name);
}

void studio_selection_drop(StudioSelection *selection, const char *name)
{
    const int index = index_of(selection, name);
    if (index < 0)
        return;
    free(selection->names.items[index]);
    --selection->names.count;
    memmove(selection->names.items + index, selection->names.items + index + 1,
            sizeof *selection->names.items * (size_t)(selection->names.count - index));
    ++selection->revision;
}

bool studio_selection_toggle(StudioSelection *selection, const char *name)
{
    if (!studio_selection_has(selection, name))
        return studio_selection_add(selection, name);
    studio_selection_drop(selection, name);
    return true;
}

void studio_selection_keep(StudioSelection *selection, const char *const *order, int count)
{
    for (int i = selection->names.count - 1; i >= 0; --i)
        if (find_in(order, count, selection->names.items[i]) < 0)
            studio_selection_drop(selection, selection->names.items[i]);
}

bool studio_selection_rename(StudioSelection *selection, const char *from, const char *to)
{
    const int index = index_of(selection, from);
    char *copy = index >= 0 ? copy_text(to) : NULL;
    if (index < 0)
        return true;
    if (copy == NULL)
        return false;
    free(selection->names.items[index]);
    selection->names.items[index] = copy;
    ++selection->revision;
    return true;
}

bool studio_selection_has_key(const StudioSelection *selection, const char *curve, int key)
{
    for (int i = 0; i < selection->key_count; ++i)
        if (selection->keys[i].key == key && strcmp(selection->keys[i].curve, curve) == 0)
            return true;
    return false;
}

bool studio_selection_add_key(StudioSelection *selection, const char *curve, int key)
{
    if (studio_selection_has_key(selection, curve, key))
        return true;
    if (selection->key_count == selection->key_room) {
        const int room = selection->key_room > 0 ? 2 * selection->key_room : 16;
        MieniKeyPlace *keys = realloc(selection->keys, sizeof *keys * (size_t)room);
        if (keys == NULL)
            return false;
        selection->keys = keys;
        selection->key_room = room;
    }
    char *copy = copy_text(curve);
    if (copy == NULL)
        return false;
    selection->keys[selection->key_count++] = (MieniKeyPlace){copy, key};
    ++selection->revision;
    return true;
}
