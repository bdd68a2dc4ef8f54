// SPDX-License-Identifier: MIT
//
// Sources that own what they point at.

#include "mien_io/source.h"

#include "core/internal.h"
#include "io/source_memory.h"

#include <string.h>

typedef struct OwnedSource {
    MienIoSource source; // first: a source's address is its owner's
    MieniArena arena;
    MienAllocator allocator;
} OwnedSource;

MienIoSource *mieni_source_create(const MienAllocator *allocator)
{
    OwnedSource *owned = mieni_allocate(allocator, sizeof *owned, 64);
    if (owned == NULL)
        return NULL;
    memset(owned, 0, sizeof *owned);
    if (allocator != NULL) {
        owned->allocator = *allocator;
        owned->arena.allocator = &owned->allocator;
    }
    return &owned->source;
}

MieniArena *mieni_source_arena(MienIoSource *source) { return &((OwnedSource *)source)->arena; }

void mien_io_source_destroy(MienIoSource *source)
{
    if (source == NULL)
        return;
    OwnedSource *owned = (OwnedSource *)source;
    const MienAllocator allocator = owned->allocator;
    mieni_arena_release(&owned->arena);
    mieni_free(allocator.free != NULL ? &allocator : NULL, owned, sizeof *owned, 64);
}
