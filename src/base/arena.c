// SPDX-License-Identifier: MIT
//
// Memory for the length of one cook.

#include "base/arena.h"

#include "core/internal.h"

#include <string.h>

struct MieniArenaBlock {
    MieniArenaBlock *next;
    size_t size;
    uint8_t padding[64 - sizeof(void *) - sizeof(size_t)]; ///< What follows is aligned to 64.
};

_Static_assert(sizeof(MieniArenaBlock) == 64, "blocks keep the alignment of what they hold");

void *mieni_arena_take(MieniArena *arena, size_t count, size_t size)
{
    MieniArenaBlock *block = NULL;
    if (size == 0 || count <= (SIZE_MAX - sizeof *block - 64) / size)
        block = mieni_allocate(arena->allocator, sizeof *block + count * size, 64);
    if (block == NULL) {
        arena->is_out_of_memory = true;
        return NULL;
    }
    memset(block, 0, sizeof *block + count * size);
    block->size = sizeof *block + count * size;
    block->next = arena->blocks;
    arena->blocks = block;
    return block + 1;
}

char *mieni_arena_text(MieniArena *arena, const char *text, size_t size)
{
    char *copy = mieni_arena_take(arena, size + 1, 1);
    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}

void mieni_arena_release(MieniArena *arena)
{
    while (arena->blocks != NULL) {
        MieniArenaBlock *block = arena->blocks;
        arena->blocks = block->next;
        mieni_free(arena->allocator, block, block->size, 64);
    }
}

void mieni_arena_join(MieniArena *arena, MieniArena *from)
{
    MieniArenaBlock **end = &from->blocks;
    while (*end != NULL)
        end = &(*end)->next;
    *end = arena->blocks;
    arena->blocks = from->blocks;
    arena->is_out_of_memory = arena->is_out_of_memory || from->is_out_of_memory;
    *from = (MieniArena){.allocator = from->allocator};
}
