// SPDX-License-Identifier: MIT
//
// Sources that own what they point at.

#pragma once

#include "author/arena.h"
#include "mien_io/source.h"

/// An empty source, or NULL without memory. The allocator's struct is copied.
MienIoSource *mieni_source_create(const MienAllocator *allocator);
/// Where everything that a created source points at is taken from.
MieniArena *mieni_source_arena(MienIoSource *source);
