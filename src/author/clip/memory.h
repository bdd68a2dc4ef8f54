// SPDX-License-Identifier: MIT
//
// Clips that own what they point at: made by readers and modifiers, freed at
// once by mien_author_clip_destroy.

#pragma once

#include "base/arena.h"
#include "base/budget.h"
#include "mien_author/clip.h"

/// An empty clip, or NULL without memory. The allocator's struct is copied.
MienAuthorClip *mieni_clip_create(const MienAllocator *allocator);
/// The same within a budget, as mieni_owned_create_within.
MienAuthorClip *mieni_clip_create_within(MieniBudget *budget);
void mieni_clip_leave_budget(MienAuthorClip *clip);
/// How many bytes of memory a clip's keys and samples have: what limits of cooking it count from.
uint64_t mieni_clip_bytes(const MienAuthorClip *clip);
/// Where everything that a created clip points at is taken from.
MieniArena *mieni_clip_arena(MienAuthorClip *clip);
