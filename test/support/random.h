// SPDX-License-Identifier: MIT
//
// Random numbers that are the same on every platform, and a hash over the bits
// of results, for tests that pin what is computed.

#pragma once

#include "core/float_rules.h"

#include "core/sha256.h"
#include "sample/random.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/// Any seed will do. Copy it to go back.
typedef struct Random {
    uint64_t state;
} Random;

/// 64 random bits.
static inline uint64_t random_bits(Random *random) { return mien_random_bits(&random->state); }

/// 0 to count - 1.
static inline int random_below(Random *random, int count)
{
    return (int)(random_bits(random) % (uint64_t)count);
}

/// From low up to high.
static inline double random_between(Random *random, double low, double high)
{
    return low + (high - low) * ((double)(random_bits(random) >> 11) * 0x1p-53);
}

/// Any double at all: infinities, denormals and NaN as often as their bits occur.
static inline double random_double(Random *random)
{
    const uint64_t bits = random_bits(random);
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/// Adds the bits of a result to a hash, in the same byte order everywhere.
static inline void hash_double(MieniSha256 *hash, double x)
{
    uint64_t bits;
    uint8_t bytes[8];
    memcpy(&bits, &x, sizeof bits);
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(bits >> (8 * i));
    mieni_sha256_update(hash, bytes, sizeof bytes);
}

/// Widening a float keeps what tells its bits apart; only NaN would not.
static inline void hash_float(MieniSha256 *hash, float x) { hash_double(hash, (double)x); }

/// Ends a hash. The text is 64 hexadecimal digits.
static inline void hash_text(MieniSha256 *hash, char text[65])
{
    uint8_t bytes[32];
    mieni_sha256_end(hash, bytes);
    for (int i = 0; i < 32; i++)
        snprintf(text + 2 * i, 3, "%02x", (unsigned)bytes[i]);
}
