// SPDX-License-Identifier: MIT
//
// Clips that own what they point at.

#include "author/clip_memory.h"

#include "core/internal.h"

#include <string.h>

typedef struct OwnedClip {
    MienAuthorClip clip; // first: a clip's address is its owner's
    MieniArena arena;
    MienAllocator allocator;
} OwnedClip;

MienAuthorClip *mieni_clip_create(const MienAllocator *allocator)
{
    OwnedClip *owned = mieni_allocate(allocator, sizeof *owned, 64);
    if (owned == NULL)
        return NULL;
    memset(owned, 0, sizeof *owned);
    if (allocator != NULL) {
        owned->allocator = *allocator;
        owned->arena.allocator = &owned->allocator;
    }
    return &owned->clip;
}

MieniArena *mieni_clip_arena(MienAuthorClip *clip) { return &((OwnedClip *)clip)->arena; }

void mien_author_clip_destroy(MienAuthorClip *clip)
{
    if (clip == NULL)
        return;
    OwnedClip *owned = (OwnedClip *)clip;
    const MienAllocator allocator = owned->allocator;
    mieni_arena_release(&owned->arena);
    mieni_free(allocator.free != NULL ? &allocator : NULL, owned, sizeof *owned, 64);
}

char *mieni_arena_text(MieniArena *arena, const char *text, size_t size)
{
    char *copy = mieni_arena_take(arena, size + 1, 1);
    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}
