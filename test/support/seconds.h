// SPDX-License-Identifier: MIT
//
// Seconds that pass, for limits that are generous.

#pragma once

#include <time.h>

static inline double test_seconds(void)
{
#if defined(_WIN32) // its C library has no timespec_get, and its clock is no processor's time
    return (double)clock() / CLOCKS_PER_SEC;
#else
    struct timespec time = {0};
    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
#endif
}

/// Seconds of the processor, where there is such a clock: others may use it at the same time.
static inline double processor_seconds(void)
{
#if defined(__wasi__)
    return test_seconds();
#else
    return (double)clock() / CLOCKS_PER_SEC;
#endif
}
