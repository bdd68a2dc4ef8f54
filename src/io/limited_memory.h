// SPDX-License-Identifier: MIT
//
// An allocator that gives only so much at a time. Blocks come from another allocator as
// they are, so that whoever keeps them may free them there.

#pragma once

#include "mien/base.h"

typedef struct MieniLimitedMemory {
    MienAllocator allocator;   ///< What to allocate from.
    const MienAllocator *from; ///< NULL for malloc and free.
    uint64_t left;
    bool is_exceeded; ///< Something was refused for its size.
} MieniLimitedMemory;

/// Begins with nothing taken. limit 0 means 4 GiB.
void mieni_limit_begin(MieniLimitedMemory *memory, const MienAllocator *from, uint64_t limit);
/// What a status means: MIEN_ERROR_MEMORY becomes MIEN_ERROR_LIMIT if it was the limit
/// that refused; other ones stay. What is out of memory always has a sentence.
MienStatus mieni_limit_status(const MieniLimitedMemory *memory, MienStatus status, MienError *error);
