// SPDX-License-Identifier: MIT
//
// Random numbers that are the same everywhere (SplitMix64). The state is the
// caller's.

#pragma once

#include <stdint.h>

static inline uint64_t mien_random_bits(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/// From 0 to below 1, in steps of 2^-24: exact in float.
static inline float mien_random_unit(uint64_t *state)
{
    return (float)(mien_random_bits(state) >> 40) * 0x1p-24f;
}

/// From low to below high; each step of the sum is rounded once.
static inline float mien_random_between(uint64_t *state, float low, float high)
{
    return low + (high - low) * mien_random_unit(state);
}

/// From 0 to below count.
static inline int mien_random_index(uint64_t *state, int count)
{
    return (int)((mien_random_bits(state) >> 33) % (uint64_t)count);
}

/// The start of one of many sequences that a seed stands for, so that drawing
/// more numbers for one thing leaves all others as they were.
static inline uint64_t mien_random_stream(uint64_t seed, int number)
{
    const uint64_t mixed = mien_random_bits(&seed);
    uint64_t state = mixed ^ (uint64_t)number;
    return mien_random_bits(&state);
}

/// Nearly normal, mean 0, deviation 1, within 6: the sum of twelve even ones, each
/// exact, so that the order of the sum does not matter.
static inline double mien_random_normal(uint64_t *state)
{
    double sum = -6.0;
    for (int i = 0; i < 12; ++i)
        sum += (double)mien_random_unit(state);
    return sum;
}
