// SPDX-License-Identifier: MIT
//
// An allocator that keeps to limits.

#include "base/budget.h"

#include "core/internal.h"

#include <stdio.h>
#include <time.h>

#define LIMIT(field, option, environment, value, help)                                                       \
    {#field, option, environment, offsetof(MienAuthorLimits, field),                                         \
     offsetof(MienAuthorLimits, field) == offsetof(MienAuthorLimits, seconds)},

const MieniLimitInfo mieni_limit_infos[MIENI_LIMITS] = {
#include "base/limits.inc.h"
};

/// What an allocator adds to a block, at most: small blocks are not free either.
static uint64_t cost_of(size_t size, size_t alignment)
{
    return (uint64_t)size + (alignment > 16 ? alignment : 16) + 16;
}

static uint64_t limited_sum(uint64_t a, uint64_t b) { return a < UINT64_MAX - b ? a + b : UINT64_MAX; }

uint64_t mieni_budget_memory(const MieniBudget *budget)
{
    const uint64_t input = atomic_load(&budget->input), most = UINT64_MAX / MIEN_AUTHOR_MEMORY_PER_BYTE;
    if (budget->limits.memory > 0)
        return budget->limits.memory;
    return input < most ? limited_sum(input * MIEN_AUTHOR_MEMORY_PER_BYTE, MIEN_AUTHOR_MEMORY_BASE)
                        : UINT64_MAX;
}

uint64_t mieni_budget_values(const MieniBudget *budget)
{
    return budget->limits.values > 0 ? budget->limits.values
                                     : mieni_budget_memory(budget) / MIEN_AUTHOR_BYTES_PER_VALUE;
}

uint64_t mieni_budget_vertices(const MieniBudget *budget)
{
    return budget->limits.vertices > 0 ? budget->limits.vertices
                                       : mieni_budget_memory(budget) / MIEN_AUTHOR_BYTES_PER_VERTEX;
}

bool mieni_budget_take(MieniBudget *budget, uint64_t size)
{
    if (budget == NULL)
        return true;
    const uint64_t limit = mieni_budget_memory(budget), before = atomic_fetch_add(&budget->taken, size);
    if (size <= limit && before <= limit - size)
        return true;
    atomic_fetch_sub(&budget->taken, size);
    atomic_store(&budget->is_exceeded, true);
    return false;
}

void mieni_budget_give_back(MieniBudget *budget, uint64_t size)
{
    if (budget != NULL)
        atomic_fetch_sub(&budget->taken, size);
}

void mieni_budget_add_input(MieniBudget *budget, uint64_t size)
{
    if (budget != NULL)
        atomic_fetch_add(&budget->input, size);
}

/// Processor seconds; where the system does not count them, seconds of the clock.
static double processor_seconds(void)
{
#if defined(__wasm__)
    struct timespec now = {0};
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#else
    return (double)clock() / (double)CLOCKS_PER_SEC;
#endif
}

/// Asks whether to stop, and looks at the time.
static bool goes_on(MieniBudget *budget)
{
    const MienAuthorLimits *limits = &budget->limits;
    if (limits->is_cancelled != NULL && limits->is_cancelled(limits->user))
        atomic_store(&budget->is_cancelled, true);
    if (limits->seconds > 0 && processor_seconds() - budget->begin > limits->seconds)
        atomic_store(&budget->is_late, true);
    return !atomic_load(&budget->is_cancelled) && !atomic_load(&budget->is_late);
}

enum { CALLS_PER_LOOK = 64, LARGE = 65536 };

static void *allocate(void *user, size_t size, size_t alignment)
{
    MieniBudget *budget = user;
    const bool is_time = size >= LARGE || atomic_fetch_add(&budget->calls, 1) % CALLS_PER_LOOK == 0;
    if ((is_time && !goes_on(budget)) || !mieni_budget_take(budget, cost_of(size, alignment)))
        return NULL;
    void *block = mieni_allocate(budget->from, size, alignment);
    if (block == NULL)
        mieni_budget_give_back(budget, cost_of(size, alignment));
    return block;
}

static void give_back(void *user, void *block, size_t size, size_t alignment)
{
    MieniBudget *budget = user;
    mieni_budget_give_back(budget, cost_of(size, alignment));
    mieni_free(budget->from, block, size, alignment);
}

MieniBudget *mieni_budget_of(const MienAllocator *allocator)
{
    return allocator != NULL && allocator->allocate == allocate ? allocator->user : NULL;
}

void mieni_budget_begin(MieniBudget *budget, const MienAllocator *from, const MienAuthorLimits *limits,
                        uint64_t input)
{
    static const MienAuthorLimits defaults = {0};
    const MieniBudget *outer = mieni_budget_of(from);
    *budget = (MieniBudget){.allocator = {budget, allocate, give_back},
                            .from = from,
                            .limits = limits != NULL ? *limits : defaults};
    atomic_store(&budget->input, input);
    MienAuthorLimits *own = &budget->limits;
    if (outer != NULL) {
        own->memory = own->memory > 0 ? own->memory : outer->limits.memory;
        own->values = own->values > 0 ? own->values : outer->limits.values;
        own->vertices = own->vertices > 0 ? own->vertices : outer->limits.vertices;
    }
    if (own->seconds > 0)
        budget->begin = processor_seconds();
}

bool mieni_budget_goes_on(const MienAllocator *allocator)
{
    for (MieniBudget *budget = mieni_budget_of(allocator); budget != NULL;
         budget = mieni_budget_of(budget->from))
        if (!goes_on(budget))
            return false;
    return true;
}

MienStatus mieni_budget_check_values(const MienAllocator *allocator, uint64_t frames, uint64_t channels,
                                     const char *place, MienError *error)
{
    for (const MieniBudget *budget = mieni_budget_of(allocator); budget != NULL;
         budget = mieni_budget_of(budget->from)) {
        const uint64_t limit = mieni_budget_values(budget);
        char sentence[160];
        if (channels == 0 || frames <= limit / channels)
            continue;
        snprintf(sentence, sizeof sentence,
                 "%llu frames of %llu channel%s are more than the limit of %llu values: raise %s if you "
                 "trust it.",
                 (unsigned long long)frames, (unsigned long long)channels, channels == 1 ? "" : "s",
                 (unsigned long long)limit,
                 budget->limits.values > 0 ? "--max-values (limits.values)" : "--max-memory (limits.memory)");
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("%s", place), "%s", sentence);
    }
    return MIEN_OK;
}

MienStatus mieni_budget_check_vertices(const MienAllocator *allocator, uint64_t vertices, const char *place,
                                       MienError *error)
{
    for (const MieniBudget *budget = mieni_budget_of(allocator); budget != NULL;
         budget = mieni_budget_of(budget->from)) {
        const uint64_t limit = mieni_budget_vertices(budget);
        char sentence[160];
        if (vertices <= limit)
            continue;
        snprintf(sentence, sizeof sentence,
                 "%llu vertices are more than the limit of %llu: raise %s if you trust it.",
                 (unsigned long long)vertices, (unsigned long long)limit,
                 budget->limits.vertices > 0 ? "--max-vertices (limits.vertices)"
                                             : "--max-memory (limits.memory)");
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("%s", place), "%s", sentence);
    }
    return MIEN_OK;
}

MienStatus mieni_budget_status(const MieniBudget *budget, MienStatus status, MienError *error)
{
    char sentence[160];
    if (status != MIEN_ERROR_MEMORY)
        return status;
    if (atomic_load(&budget->is_cancelled))
        return mieni_fail(error, MIEN_ERROR_CANCELLED, mieni_nowhere(), "Cancelled.");
    if (atomic_load(&budget->is_late))
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("limits.seconds"),
                          "This takes longer than the limit: raise --max-seconds (limits.seconds) if you "
                          "trust it.");
    if (!atomic_load(&budget->is_exceeded))
        return mieni_budget_of(budget->from) != NULL
                   ? mieni_budget_status(mieni_budget_of(budget->from), status, error)
                   : mieni_fail(error, MIEN_ERROR_MEMORY, mieni_at("memory"), "Out of memory.");
    snprintf(sentence, sizeof sentence,
             "This needs more memory than the limit of %llu MB: raise --max-memory (limits.memory) if you "
             "trust it.",
             (unsigned long long)(mieni_budget_memory(budget) / 1000000));
    return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("limits.memory"), "%s", sentence);
}

struct MienAuthorBudget {
    MieniBudget budget;
    MienAllocator allocator; ///< Where it lies itself.
    bool is_given;
};

MienAuthorBudget *mien_author_budget_create(const MienAuthorLimits *limits, uint64_t input,
                                            const MienAllocator *allocator)
{
    MienAuthorBudget *made = mieni_allocate(allocator, sizeof *made, _Alignof(MienAuthorBudget));
    if (made == NULL)
        return NULL;
    *made = (MienAuthorBudget){.is_given = allocator != NULL};
    if (made->is_given)
        made->allocator = *allocator;
    mieni_budget_begin(&made->budget, made->is_given ? &made->allocator : NULL, limits, input);
    return made;
}

void mien_author_budget_destroy(MienAuthorBudget *budget)
{
    if (budget == NULL)
        return;
    const MienAllocator allocator = budget->allocator; // outlives the block that it stands in
    mieni_free(budget->is_given ? &allocator : NULL, budget, sizeof *budget, _Alignof(MienAuthorBudget));
}

const MienAllocator *mien_author_budget_allocator(const MienAuthorBudget *budget)
{
    return budget != NULL ? &budget->budget.allocator : NULL;
}

MienStatus mien_author_budget_status(const MienAuthorBudget *budget, MienStatus status, MienError *error)
{
    return budget != NULL ? mieni_budget_status(&budget->budget, status, error) : status;
}
