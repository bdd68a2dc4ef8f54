// SPDX-License-Identifier: MIT
//
// Clips that own what they point at.

#include "author/clip_memory.h"

#include "author/owned.h"

MienAuthorClip *mieni_clip_create(const MienAllocator *allocator)
{
    return mieni_owned_create(sizeof(MienAuthorClip), allocator);
}

MieniArena *mieni_clip_arena(MienAuthorClip *clip) { return mieni_owned_arena(clip); }

void mien_author_clip_destroy(MienAuthorClip *clip) { mieni_owned_destroy(clip); }
