// SPDX-License-Identifier: MIT
//
// Sources that own what they point at.

#include "core/float_rules.h"

#include "mien_io/source.h"

#include "base/owned.h"
#include "core/float_env.h"
#include "core/internal.h"
#include "io/source_memory.h"

MieniArena *mieni_source_arena(MienIoSource *source) { return mieni_owned_arena(source); }

void mien_io_source_destroy(MienIoSource *source) { mieni_owned_destroy(source); }

MienStatus mieni_source_make(const MienAuthorLimits *limits, uint64_t input, const MienAllocator *allocator,
                             MieniSourceFill fill, void *user, MienIoSource **out_source, MienError *error)
{
    MieniBudget memory;
    mieni_budget_begin(&memory, allocator, limits, input);
    MieniArena scratch = {.allocator = &memory.allocator};
    MienIoSource *source = mieni_owned_create_within(sizeof *source, &memory);
    *out_source = NULL;
    if (source == NULL)
        return mieni_budget_status(&memory, MIEN_ERROR_MEMORY, error);
    source->expressions.take = -1;
    MieniArena *arena = mieni_source_arena(source);
    const MieniFloatEnv env = mieni_float_env_enter();
    MienStatus status = fill(user, source, arena, &scratch);
    mieni_float_env_leave(env);
    if (status == MIEN_OK && (arena->is_out_of_memory || scratch.is_out_of_memory))
        status = mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    mieni_arena_release(&scratch);
    mieni_owned_leave_budget(source);
    if (status != MIEN_OK) {
        mien_io_source_destroy(source);
        return mieni_budget_status(&memory, status, error);
    }
    *out_source = source;
    return MIEN_OK;
}
