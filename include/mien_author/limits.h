// SPDX-License-Identifier: MIT
//
// Limits for reading and cooking, so that a small file cannot use all memory or take
// hours. They are checked before memory is allocated. The defaults are proportional to
// the size of the input.
//
// Ownership  MienAuthorLimits belongs to the caller and is only read.
// Threads    is_cancelled is called on the thread of the call it was passed to.
// Errors     Exceeding a limit returns MIEN_ERROR_LIMIT with a message that names the
//            limit; cancelling returns MIEN_ERROR_CANCELLED.

#pragma once

#include "mien/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Default memory limit in bytes: a base, plus a number per byte of input. For cooking, the
/// input is the description.
#define MIEN_AUTHOR_MEMORY_BASE     41943040
#define MIEN_AUTHOR_MEMORY_PER_BYTE 18
/// Default limits of values and vertices: one per this many bytes of the memory limit.
#define MIEN_AUTHOR_BYTES_PER_VALUE  24
#define MIEN_AUTHOR_BYTES_PER_VERTEX 32

/// Limits of a call. Zero-initialise: zero is every field's default.
typedef struct MienAuthorLimits {
    uint64_t memory;   ///< Bytes in use at a time.
    uint64_t values;   ///< Frames times channels of a clip; a bone track has 10 channels.
    uint64_t vertices; ///< Of a mesh, plus the vertices that each morph target moves.
    double seconds;    ///< CPU time of this call; 0: no limit.
    /// Called several times per second; return true to end the call. May be NULL.
    bool (*is_cancelled)(void *user);
    void *user;
} MienAuthorLimits;

/// Limits for functions that have no option for them: provides an allocator to pass.
typedef struct MienAuthorBudget MienAuthorBudget;

/// limits and allocator may be NULL. input is the input size in bytes, for the defaults.
/// Returns NULL if out of memory.
MIEN_API MienAuthorBudget *mien_author_budget_create(const MienAuthorLimits *limits, uint64_t input,
                                                     const MienAllocator *allocator);
/// Call it after you destroy everything created with its allocator. Accepts NULL.
MIEN_API void mien_author_budget_destroy(MienAuthorBudget *budget);
/// The allocator to pass to functions. Functions with their own limits obey both.
MIEN_API const MienAllocator *mien_author_budget_allocator(const MienAuthorBudget *budget);
/// Interprets the status of such a function: if the budget refused an allocation,
/// MIEN_ERROR_MEMORY becomes MIEN_ERROR_LIMIT or MIEN_ERROR_CANCELLED, with a message.
MIEN_API MienStatus mien_author_budget_status(const MienAuthorBudget *budget, MienStatus status,
                                              MienError *error);

#ifdef __cplusplus
}
#endif
