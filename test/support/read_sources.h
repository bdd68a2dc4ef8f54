// SPDX-License-Identifier: MIT
//
// Judging what readers of characters and motion give, whatever the format, and measuring
// the memory they take.

#pragma once

#include "support/check.h"

#include "core/internal.h"
#include "core/utf8.h"
#include "mien_io/source.h"

/// The memory that reading size bytes may take if no limit is given.
static inline uint64_t default_memory(uint64_t size)
{
    return MIEN_AUTHOR_MEMORY_BASE + MIEN_AUTHOR_MEMORY_PER_BYTE * size;
}

/// Memory that knows how much of it is in use.
typedef struct MeasuredMemory {
    size_t live, most;
} MeasuredMemory;

static inline void *measured_allocate(void *user, size_t size, size_t alignment)
{
    MeasuredMemory *memory = user;
    memory->live += size;
    memory->most = memory->live > memory->most ? memory->live : memory->most;
    return mieni_allocate(NULL, size, alignment);
}

static inline void measured_free(void *user, void *block, size_t size, size_t alignment)
{
    ((MeasuredMemory *)user)->live -= size;
    mieni_free(NULL, block, size, alignment);
}

/// What is wrong with a source that a reader gave, or NULL.
static inline const char *judge_read_source(const MienIoSource *source)
{
    for (int t = 0; t < source->take_count; ++t)
        if (source->takes[t].name == NULL || mien_author_clip_check(source->takes[t].clip, NULL) != MIEN_OK)
            return "a take that its own check refuses";
    for (int b = 0; b < source->skeleton.bone_count; ++b)
        if (source->skeleton.bones[b].parent >= b ||
            !mieni_name_is_valid(source->skeleton.bones[b].name, strlen(source->skeleton.bones[b].name),
                                 NULL))
            return "a bone that no skeleton has";
    if (source->mesh != NULL && mien_author_mesh_check(source->mesh, NULL) != MIEN_OK)
        return "a mesh that its own check refuses";
    if (source->expressions.take >= source->take_count)
        return "expressions of no take";
    return NULL;
}
