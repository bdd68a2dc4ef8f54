// SPDX-License-Identifier: MIT
//
// An allocator that keeps to limits. Blocks come unchanged from another allocator, so
// their owner may free them there. Functions that are given the allocator find the
// limits by it.

#pragma once

#include "mien_author/limits.h"

#include <stdatomic.h>

typedef struct MieniBudget {
    MienAllocator allocator;   ///< What to allocate from.
    const MienAllocator *from; ///< NULL for malloc and free; may be another budget's.
    MienAuthorLimits limits;   ///< Zeros are defaults.
    double begin;              ///< When it began, in seconds of the processor.
    atomic_uint_least64_t input;
    atomic_uint_least64_t taken;
    atomic_uint calls;
    atomic_bool is_exceeded;  ///< Something was refused for its size,
    atomic_bool is_late;      ///< for the time that was used,
    atomic_bool is_cancelled; ///< or because the caller wants to stop.
} MieniBudget;

/// A limit as people set it, of limits.inc.h.
typedef struct MieniLimitInfo {
    const char *field;       ///< "memory", of MienAuthorLimits.
    const char *option;      ///< "max-memory"
    const char *environment; ///< "MIEN_MAX_MEMORY"
    size_t offset;           ///< In MienAuthorLimits.
    bool is_double;          ///< Otherwise of 64 bits.
} MieniLimitInfo;

enum { MIENI_LIMITS = 4 };
extern const MieniLimitInfo mieni_limit_infos[MIENI_LIMITS];

/// Begins with nothing taken. input: bytes of the input. limits may be NULL. If from belongs to
/// a budget, its limits replace the defaults.
void mieni_budget_begin(MieniBudget *budget, const MienAllocator *from, const MienAuthorLimits *limits,
                        uint64_t input);
/// More is read: the default limits rise. budget may be NULL.
void mieni_budget_add_input(MieniBudget *budget, uint64_t size);
/// Counts memory that did not come from here; false if that is too much. budget may be NULL.
bool mieni_budget_take(MieniBudget *budget, uint64_t size);
void mieni_budget_give_back(MieniBudget *budget, uint64_t size);

/// The limits in force.
uint64_t mieni_budget_memory(const MieniBudget *budget);
uint64_t mieni_budget_values(const MieniBudget *budget);
uint64_t mieni_budget_vertices(const MieniBudget *budget);

/// The budget that an allocator belongs to, or NULL. allocator may be NULL.
MieniBudget *mieni_budget_of(const MienAllocator *allocator);
/// Whether to go on: the work is not cancelled, and there is time. Cheap enough to call
/// every thousand numbers. After false, allocating fails too.
bool mieni_budget_goes_on(const MienAllocator *allocator);
/// Checks that a clip with this many frames and channels is within the limits; otherwise
/// fails with a sentence.
MienStatus mieni_budget_check_values(const MienAllocator *allocator, uint64_t frames, uint64_t channels,
                                     const char *place, MienError *error);
MienStatus mieni_budget_check_vertices(const MienAllocator *allocator, uint64_t vertices, const char *place,
                                       MienError *error);
/// What a status means: MIEN_ERROR_MEMORY becomes MIEN_ERROR_LIMIT or MIEN_ERROR_CANCELLED if
/// it was a limit that refused; other ones stay. What is out of memory always has a sentence.
MienStatus mieni_budget_status(const MieniBudget *budget, MienStatus status, MienError *error);
