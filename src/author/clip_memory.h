// SPDX-License-Identifier: MIT
//
// Clips that own what they point at: made by readers and modifiers, freed at
// once by mien_author_clip_destroy.

#pragma once

#include "author/arena.h"
#include "mien_author/clip.h"

/// An empty clip, or NULL without memory. The allocator's struct is copied.
MienAuthorClip *mieni_clip_create(const MienAllocator *allocator);
/// Where everything that a created clip points at is taken from.
MieniArena *mieni_clip_arena(MienAuthorClip *clip);
