// SPDX-License-Identifier: MIT
//
// Names in a table of slots, each in the first free one after that of its hash.

#include "base/name_map.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static size_t hash_of(const char *name)
{
    uint64_t hash = 14695981039346656037u; // FNV-1a
    for (; *name != '\0'; ++name)
        hash = (hash ^ (unsigned char)*name) * 1099511628211u;
    return (size_t)(hash ^ hash >> 32);
}

/// The slot that has the name, or the free one where it belongs. There is always one.
static MieniNameSlot *find_slot(MieniNameSlot *slots, size_t room, const char *name)
{
    size_t at = hash_of(name) & (room - 1);
    while (slots[at].name != NULL && strcmp(slots[at].name, name) != 0)
        at = (at + 1) & (room - 1);
    return &slots[at];
}

static bool grow(MieniNameMap *map)
{
    const size_t room = map->room > 0 ? 2 * map->room : 64;
    MieniNameSlot *slots = calloc(room, sizeof *slots);
    if (slots == NULL)
        return false;
    for (size_t i = 0; i < map->room; ++i)
        if (map->slots[i].name != NULL)
            *find_slot(slots, room, map->slots[i].name) = map->slots[i];
    free(map->slots);
    map->slots = slots;
    map->room = room;
    return true;
}

bool mieni_name_map_add(MieniNameMap *map, const char *name, void *thing)
{
    if (mieni_name_map_has(map, name))
        return false;
    const size_t size = strlen(name) + 1;
    char *copy = malloc(size);
    if (copy == NULL || (2 * (map->count + 1) > map->room && !grow(map))) {
        free(copy);
        map->is_out_of_memory = true;
        return false;
    }
    memcpy(copy, name, size);
    *find_slot(map->slots, map->room, name) = (MieniNameSlot){copy, thing};
    ++map->count;
    return true;
}

bool mieni_name_map_has(const MieniNameMap *map, const char *name)
{
    return map->room > 0 && find_slot(map->slots, map->room, name)->name != NULL;
}

void *mieni_name_map_get(const MieniNameMap *map, const char *name)
{
    return map->room > 0 ? find_slot(map->slots, map->room, name)->thing : NULL;
}

void mieni_name_map_release(MieniNameMap *map)
{
    for (size_t i = 0; i < map->room; ++i)
        free(map->slots[i].name);
    free(map->slots);
    *map = (MieniNameMap){0};
}
