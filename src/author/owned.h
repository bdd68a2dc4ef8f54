// SPDX-License-Identifier: MIT
//
// Structs that own what they point at: made empty, filled from an arena of their own,
// freed at once.

#pragma once

#include "author/arena.h"

/// A zeroed struct of size bytes, or NULL without memory. The allocator's struct is
/// copied.
void *mieni_owned_create(size_t size, const MienAllocator *allocator);
/// Where everything that a created struct points at is taken from.
MieniArena *mieni_owned_arena(void *owned);
/// Frees a created struct and its arena. NULL is fine.
void mieni_owned_destroy(void *owned);
