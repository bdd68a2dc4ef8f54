// SPDX-License-Identifier: MIT
//
// Counts allocations, and checks that it does: a test that includes this runs counting_counts.

#pragma once

#include "support/memory/count_calls.h" // first: it asks for more of the C library

#include "support/check.h"

#include "core/internal.h"

/// Without this the other tests would pass for the wrong reason.
TEST(counting_counts)
{
    if (!CAN_COUNT)
        SKIP("allocation cannot be watched here");
    begin_counting();
    void *volatile plain = malloc(10);
    void *volatile grown = realloc(plain, 1000);
    void *volatile cleared = calloc(2, 5);
    void *volatile aligned = mieni_allocate(NULL, 64, 64);
    free(grown);
    free(cleared);
    free(aligned);
    CHECK_INT(end_counting(), 7);
    CHECK_INT(calls, 7);
    free(malloc(10)); // after the mark nothing counts
    CHECK_INT(calls, 7);
}
