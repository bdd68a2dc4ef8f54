// SPDX-License-Identifier: MIT
//
// Limits on what reading and cooking may take, so that a small file cannot ask for
// all memory or for hours. They are held before memory is taken, and are by default in
// proportion to what is given.
//
// Ownership  A MienAuthorLimits is the caller's and only read.
// Threads    is_cancelled is called from the thread of the call that was given it.
// Errors     What is beyond a limit fails with MIEN_ERROR_LIMIT and a sentence that
//            names the limit; what was cancelled with MIEN_ERROR_CANCELLED.

#pragma once

#include "mien/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The default limit of memory: so many bytes, and so many more per byte that is read. For
/// cooking, the bytes of the description count.
#define MIEN_AUTHOR_MEMORY_BASE     41943040
#define MIEN_AUTHOR_MEMORY_PER_BYTE 18
/// Default limits of values and vertices: one per so many bytes of the limit of memory.
#define MIEN_AUTHOR_BYTES_PER_VALUE  24
#define MIEN_AUTHOR_BYTES_PER_VERTEX 32

/// What a call may take. Zero-initialise: zero is the default of every field.
typedef struct MienAuthorLimits {
    uint64_t memory;   ///< Bytes at a time.
    uint64_t values;   ///< Frames times channels of a clip; a bone track has 10 channels.
    uint64_t vertices; ///< Of a mesh, those that its morphs move counted again for each.
    double seconds;    ///< Of the processor, for this call; 0: no limit.
    /// Asked several times a second; the call ends once it returns true. May be NULL.
    bool (*is_cancelled)(void *user);
    void *user;
} MienAuthorLimits;

/// Limits for functions that have no options for them: an allocator to give to those.
typedef struct MienAuthorBudget MienAuthorBudget;

/// limits and allocator may be NULL. input is how many bytes the work begins with, for defaults.
/// NULL without memory.
MIEN_API MienAuthorBudget *mien_author_budget_create(const MienAuthorLimits *limits, uint64_t input,
                                                     const MienAllocator *allocator);
/// After the last thing that was made with its allocator. NULL is fine.
MIEN_API void mien_author_budget_destroy(MienAuthorBudget *budget);
/// What to give to functions. Those that have limits of their own keep to both.
MIEN_API const MienAllocator *mien_author_budget_allocator(const MienAuthorBudget *budget);
/// What a status of such a function means: MIEN_ERROR_MEMORY becomes MIEN_ERROR_LIMIT or
/// MIEN_ERROR_CANCELLED, with a sentence, if it was the budget that refused.
MIEN_API MienStatus mien_author_budget_status(const MienAuthorBudget *budget, MienStatus status,
                                              MienError *error);

#ifdef __cplusplus
}
#endif
