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
