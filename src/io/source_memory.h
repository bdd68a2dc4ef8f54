// SPDX-License-Identifier: MIT
//
// Sources that own what they point at.

#pragma once

#include "base/arena.h"
#include "base/budget.h"
#include "mien_io/source.h"

/// Where everything that a created source points at is taken from.
MieniArena *mieni_source_arena(MienIoSource *source);

/// What fills a source: everything that stays goes into the arena, the rest into scratch,
/// which is freed when it returns.
typedef MienStatus (*MieniSourceFill)(void *user, MienIoSource *source, MieniArena *arena,
                                      MieniArena *scratch);
/// Makes a source within limits, from an input of this many bytes, in the default float
/// environment. On failure *out_source is NULL.
MienStatus mieni_source_make(const MienAuthorLimits *limits, uint64_t input, const MienAllocator *allocator,
                             MieniSourceFill fill, void *user, MienIoSource **out_source, MienError *error);
