// SPDX-License-Identifier: MIT
//
// How a job divides its scratch block.

#pragma once

#include "core/internal.h"

/// Takes 64-byte aligned parts off a block, one after another. With a NULL
/// block it only counts, so one function both sizes and divides.
typedef struct MieniScratch {
    uint8_t *block;
    size_t used;
} MieniScratch;

static inline void *mieni_scratch_take(MieniScratch *scratch, size_t size)
{
    void *part = scratch->block != NULL ? scratch->block + scratch->used : NULL;
    scratch->used += mieni_align64(size);
    return part;
}
