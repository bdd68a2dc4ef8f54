// SPDX-License-Identifier: MIT
//
// An allocator that gives only so much at a time.

#include "io/limited_memory.h"

#include "core/internal.h"

static void *allocate(void *user, size_t size, size_t alignment)
{
    MieniLimitedMemory *memory = user;
    if (size > memory->left) {
        memory->is_exceeded = true;
        return NULL;
    }
    void *block = mieni_allocate(memory->from, size, alignment);
    if (block != NULL)
        memory->left -= size;
    return block;
}

static void give_back(void *user, void *block, size_t size, size_t alignment)
{
    MieniLimitedMemory *memory = user;
    memory->left += size;
    mieni_free(memory->from, block, size, alignment);
}

void mieni_limit_begin(MieniLimitedMemory *memory, const MienAllocator *from, uint64_t limit)
{
    *memory = (MieniLimitedMemory){.allocator = {memory, allocate, give_back},
                                   .from = from,
                                   .left = limit > 0 ? limit : UINT64_C(4) << 30};
}

MienStatus mieni_limit_status(const MieniLimitedMemory *memory, MienStatus status, MienError *error)
{
    if (status != MIEN_ERROR_MEMORY)
        return status;
    if (memory->is_exceeded)
        return mieni_fail(
            error, MIEN_ERROR_LIMIT,
            "The file needs more memory than the limit allows; raise the limit if you trust it.",
            "memory_limit");
    return mieni_fail(error, MIEN_ERROR_MEMORY, "There is not enough memory for the file.", "memory");
}
