// SPDX-License-Identifier: MIT
//
// Things by name: adding and finding take the same time however many there are.

#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct MieniNameSlot {
    char *name;
    void *thing;
} MieniNameSlot;

/// Zero-initialise. Names are copied.
typedef struct MieniNameMap {
    MieniNameSlot *slots;
    size_t count, room;
    bool is_out_of_memory; ///< Some name is missing.
} MieniNameMap;

/// Adds a name; false if it was there already, which keeps its thing, or without
/// memory. For a set, thing may be NULL.
bool mieni_name_map_add(MieniNameMap *map, const char *name, void *thing);
bool mieni_name_map_has(const MieniNameMap *map, const char *name);
/// The thing of a name, or NULL.
void *mieni_name_map_get(const MieniNameMap *map, const char *name);
void mieni_name_map_release(MieniNameMap *map);
