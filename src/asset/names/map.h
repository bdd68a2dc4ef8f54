// SPDX-License-Identifier: MIT
//
// Maps that own what they point at, and finding rows by source.

#pragma once

#include "base/arena.h"
#include "base/names.h"
#include "mien_author/map.h"

/// Of rows and of unmapped sources each: far above what anyone writes.
enum { MIENI_MAP_MAX_ROWS = 1000000 };

/// An empty map, or NULL without memory. The allocator's struct is copied.
MienAuthorMap *mieni_map_create(const MienAllocator *allocator);
/// Where everything that a created map points at is taken from.
MieniArena *mieni_map_arena(MienAuthorMap *map);

/// Rows sorted by their source, of equal ones as they stand; or by their target.
/// NULL without memory.
MieniNameEntry *mieni_map_sort(const MienAuthorMap *map, bool by_target, MieniArena *arena);

/// Checks a map that a caller filled: counts, names, weights.
MienStatus mieni_map_check(const MienAuthorMap *map, const char *place, MienError *error);
