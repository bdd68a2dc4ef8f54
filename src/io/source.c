// SPDX-License-Identifier: MIT
//
// Sources that own what they point at.

#include "core/float_rules.h"

#include "mien_io/source.h"

#include "author/owned.h"
#include "core/float_env.h"
#include "core/internal.h"
#include "io/limited_memory.h"
#include "io/source_memory.h"

MienIoSource *mieni_source_create(const MienAllocator *allocator)
{
    return mieni_owned_create(sizeof(MienIoSource), allocator);
}

MieniArena *mieni_source_arena(MienIoSource *source) { return mieni_owned_arena(source); }

void mien_io_source_destroy(MienIoSource *source) { mieni_owned_destroy(source); }

MienStatus mieni_source_make(uint64_t limit, const MienAllocator *allocator, MieniSourceFill fill, void *user,
                             MienIoSource **out_source, MienError *error)
{
    MieniLimitedMemory memory;
    mieni_limit_begin(&memory, allocator, limit);
    MieniArena scratch = {.allocator = &memory.allocator};
    MienIoSource *source = mieni_source_create(allocator);
    *out_source = NULL;
    if (source == NULL)
        return mieni_limit_status(&memory, MIEN_ERROR_MEMORY, error);
    source->expressions.take = -1;
    // The arena keeps what comes from the limited memory, but frees it where that has it from.
    MieniArena *arena = mieni_source_arena(source);
    const MienAllocator *own = arena->allocator;
    arena->allocator = &memory.allocator;
    const MieniFloatEnv env = mieni_float_env_enter();
    MienStatus status = fill(user, source, arena, &scratch);
    mieni_float_env_leave(env);
    if (status == MIEN_OK && (arena->is_out_of_memory || scratch.is_out_of_memory))
        status = mieni_fail(error, MIEN_ERROR_MEMORY, "There is not enough memory for the file.", "%s", "");
    mieni_arena_release(&scratch);
    arena->allocator = own;
    if (status != MIEN_OK) {
        mien_io_source_destroy(source);
        return mieni_limit_status(&memory, status, error);
    }
    *out_source = source;
    return MIEN_OK;
}
