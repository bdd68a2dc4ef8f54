// SPDX-License-Identifier: MIT
//
// Memory for the length of one cook: taken piece by piece, freed at once.

#pragma once

#include "mien/base.h"

typedef struct MieniArenaBlock MieniArenaBlock;

typedef struct MieniArena {
    const MienAllocator *allocator;
    MieniArenaBlock *blocks;
    bool is_out_of_memory; ///< Some take failed; nothing else needs checking until the end.
} MieniArena;

/// count * size zeroed bytes, or NULL. A count of 0 gives a pointer.
void *mieni_arena_take(MieniArena *arena, size_t count, size_t size);
/// A copy of size bytes of text with a closing zero; NULL without memory.
char *mieni_arena_text(MieniArena *arena, const char *text, size_t size);
void mieni_arena_release(MieniArena *arena);
/// Makes all that from holds part of arena. Both must have one allocator.
void mieni_arena_join(MieniArena *arena, MieniArena *from);
