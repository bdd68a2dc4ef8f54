// SPDX-License-Identifier: MIT
//
// Seeds, numbers of cases and tallies, for tests of what must hold for anything.

#pragma once

#include "support/check.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define PROPERTIES_SLOWLY 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(NDEBUG) || !defined(__x86_64__)
#define PROPERTIES_SLOWLY 1
#endif

/// The seed of one property: MIEN_SEED, or always the same.
static inline uint64_t property_seed(int property)
{
    const char *given = getenv("MIEN_SEED");
    const uint64_t seed = given ? strtoull(given, NULL, 0) : 1;
    printf("seed %llu: ", (unsigned long long)seed);
    return seed * 1000003u + (uint64_t)property;
}

/// How many cases to check: as many as wanted, a quarter where code runs slowly
/// (sanitizers, emulators), times MIEN_CASES.
static inline int property_cases(int wanted)
{
    const char *given = getenv("MIEN_CASES");
    double scale = given ? strtod(given, NULL) : 1.0;
#if defined(PROPERTIES_SLOWLY)
    scale *= 0.25;
#endif
    const double count = (double)wanted * scale;
    return count > 1e9 ? 1000000000 : count > 1.0 ? (int)count : 1;
}

/// The result of one property.
typedef struct Tally {
    int cases;
    double worst; ///< Largest deviation, in the unit that the limit is given in.
    double limit;
} Tally;

/// Notes a deviation; whatever is no number is beyond every limit.
static inline void tally(Tally *t, double deviation)
{
    if (!(deviation <= t->worst))
        t->worst = deviation;
}

static inline void tally_close(const Tally *t, const char *what)
{
    printf("%s: %d cases, largest deviation %.3g of %.3g\n", what, t->cases, t->worst, t->limit);
    CHECK(t->worst <= t->limit);
}
