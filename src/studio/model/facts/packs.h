// SPDX-License-Identifier: MIT
//
// A cache of packs cooked for previews, valid while all inputs are unchanged: texts by their
// bytes, source files by their state on disk. After an edit of a pose asset its mesh, which
// takes far longer, is not cooked again.
//
// Threads  Used by one thread at a time.

#pragma once

#include "mien_author/pack.h"
#include "studio/model/document/files.h"

/// A file that a pack was made of, and what it was then.
typedef struct StudioPackInput {
    char *path;
    uint64_t state;
} StudioPackInput;

typedef struct StudioPack {
    char *path, *member; ///< member: NULL, or of a clip collection.
    StudioPackInput *inputs;
    int input_count;
    uint8_t *data;
    size_t size;
    uint64_t used; ///< When it was last asked for, by a counter.
} StudioPack;

typedef struct StudioPacks {
    MieniPackStore store; ///< For MieniProject.
    StudioPack *items;
    int count, room;
    size_t size, budget; ///< Bytes.
    uint64_t clock;
    int found_count; ///< How often cooking was saved.
} StudioPacks;

/// budget in bytes; 0 for 256 MiB. What was not used longest goes first.
MienStatus studio_packs_make(StudioPacks **out_packs, size_t budget);
void studio_packs_destroy(StudioPacks *packs); ///< May be NULL.
