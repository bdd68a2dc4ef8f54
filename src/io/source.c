// SPDX-License-Identifier: MIT
//
// Sources that own what they point at.

#include "mien_io/source.h"

#include "author/owned.h"
#include "io/source_memory.h"

MienIoSource *mieni_source_create(const MienAllocator *allocator)
{
    return mieni_owned_create(sizeof(MienIoSource), allocator);
}

MieniArena *mieni_source_arena(MienIoSource *source) { return mieni_owned_arena(source); }

void mien_io_source_destroy(MienIoSource *source) { mieni_owned_destroy(source); }
