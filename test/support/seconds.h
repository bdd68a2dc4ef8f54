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
