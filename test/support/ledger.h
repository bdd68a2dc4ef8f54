// SPDX-License-Identifier: MIT
//
// Memory that keeps books and runs out when told to.

#pragma once

#include "support/check.h"

#include "core/internal.h"

/// Counts what is live, checks that free gets what allocate got, and fails the
/// n-th allocation.
typedef struct Ledger {
    int allocations, live;
    int fails; ///< The allocation that fails, from 1; 0 for none.
    bool is_broken;
} Ledger;

/// Before each block, out of the caller's sight.
typedef struct BlockNote {
    size_t size, alignment;
} BlockNote;

enum { NOTE_ROOM = 64 };

static inline void *ledger_allocate(void *user, size_t size, size_t alignment)
{
    Ledger *ledger = user;
    if (++ledger->allocations == ledger->fails)
        return NULL;
    if (alignment == 0 || alignment > 64 || (alignment & (alignment - 1)) != 0 || size == 0)
        ledger->is_broken = true;
    uint8_t *memory = mieni_allocate(NULL, size + NOTE_ROOM, 64);
    const BlockNote note = {size, alignment};
    memcpy(memory, &note, sizeof note);
    memset(memory + NOTE_ROOM, 0xCD, size);
    ++ledger->live;
    return memory + NOTE_ROOM;
}

static inline void ledger_free(void *user, void *memory, size_t size, size_t alignment)
{
    Ledger *ledger = user;
    BlockNote note;
    uint8_t *block = (uint8_t *)memory - NOTE_ROOM;
    memcpy(&note, block, sizeof note);
    if (note.size != size || note.alignment != alignment)
        ledger->is_broken = true;
    --ledger->live;
    mieni_free(NULL, block, size + NOTE_ROOM, 64);
}

/// Makes something with an allocator and destroys it again if that worked.
typedef MienStatus (*Call)(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                           MienError *error);

/// Fails each allocation in turn, until none is left to fail.
static inline void check_call(const char *name, Call call, const void *given)
{
    int steps = 0;
    for (bool is_done = false; !is_done && steps < 10000; ++steps) {
        Ledger ledger = {.fails = steps};
        const MienAllocator allocator = {&ledger, ledger_allocate, ledger_free};
        MienError error = {.status = MIEN_OK};
        bool is_empty = false;
        const MienStatus status = call(given, &allocator, &is_empty, &error);
        is_done = steps > 0 && ledger.allocations < steps;
        const MienStatus expected = steps == 0 || is_done ? MIEN_OK : MIEN_ERROR_MEMORY;
        CHECK_STATUS(status, expected);
        CHECK_STATUS(error.status, expected);
        CHECK(is_empty == (expected != MIEN_OK));
        CHECK(expected == MIEN_OK || error.message[0] != '\0');
        CHECK_INT(ledger.live, 0);
        CHECK(!ledger.is_broken);
    }
    printf("%s: %d allocations\n", name, steps - 2);
    CHECK(steps > 2);
}

/// Gives memory and counts its bytes.
static inline void *counting_allocate(void *user, size_t size, size_t alignment)
{
    *(size_t *)user += size;
    return mieni_allocate(NULL, size, alignment);
}

static inline void counting_free(void *user, void *memory, size_t size, size_t alignment)
{
    (void)user;
    mieni_free(NULL, memory, size, alignment);
}
