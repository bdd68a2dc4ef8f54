// SPDX-License-Identifier: MIT
//
// SHA-256 as FIPS 180-4 defines it.

#include "sha256.h"

#include "mien/pack.h"

#include <string.h>

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
static const uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t x, int bits) { return x >> bits | x << (32 - bits); }

static uint32_t load_big_endian(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void store_big_endian(uint8_t *p, uint32_t x)
{
    for (int i = 0; i < 4; i++)
        p[i] = (uint8_t)(x >> (24 - 8 * i));
}

/// Word i of the block, i < 16.
static inline uint32_t first_word(uint32_t w[16], const uint8_t *data, int i)
{
    return w[i] = load_big_endian(data + 4 * i);
}

/// Word 16, 32 or 48 places after word i; only the last 16 words are kept.
static inline uint32_t next_word(uint32_t w[16], int i)
{
    const uint32_t x = w[(i + 1) % 16], y = w[(i + 14) % 16];
    w[i] +=
        (rotate(x, 7) ^ rotate(x, 18) ^ x >> 3) + w[(i + 9) % 16] + (rotate(y, 17) ^ rotate(y, 19) ^ y >> 10);
    return w[i];
}

/// One round. Instead of moving a to b, b to c and so on, d and h are changed
/// in place and the next round is called with the names shifted by one.
static inline void hash_round(uint32_t a, uint32_t b, uint32_t c, uint32_t *d, uint32_t e, uint32_t f,
                              uint32_t g, uint32_t *h, uint32_t word)
{
    // Rotations nested to 6, 11, 25 and 2, 13, 22, and a sum of two terms that
    // share no bits where the standard has exclusive or: a fifth faster.
    const uint32_t sum1 = rotate(rotate(rotate(e, 14) ^ e, 5) ^ e, 6);
    const uint32_t sum0 = rotate(rotate(rotate(a, 9) ^ a, 11) ^ a, 2);
    const uint32_t choice = g ^ (e & (f ^ g));
    const uint32_t majority = (a & b) + (c & (a ^ b));
    const uint32_t step = *h + sum1 + choice + word;
    *d += step;
    *h = step + sum0 + majority;
}

// Written out because w stays in registers only if its indices are constants.
#define EIGHT_ROUNDS(i, WORD)                                                                                \
    hash_round(a, b, c, &d, e, f, g, &h, k[i] + WORD(i));                                                    \
    hash_round(h, a, b, &c, d, e, f, &g, k[i + 1] + WORD(i + 1));                                            \
    hash_round(g, h, a, &b, c, d, e, &f, k[i + 2] + WORD(i + 2));                                            \
    hash_round(f, g, h, &a, b, c, d, &e, k[i + 3] + WORD(i + 3));                                            \
    hash_round(e, f, g, &h, a, b, c, &d, k[i + 4] + WORD(i + 4));                                            \
    hash_round(d, e, f, &g, h, a, b, &c, k[i + 5] + WORD(i + 5));                                            \
    hash_round(c, d, e, &f, g, h, a, &b, k[i + 6] + WORD(i + 6));                                            \
    hash_round(b, c, d, &e, f, g, h, &a, k[i + 7] + WORD(i + 7))
#define FIRST_WORD(i) first_word(w, data, i)
#define NEXT_WORD(i)  next_word(w, i)

static void hash_blocks(uint32_t state[8], const uint8_t *data, size_t count)
{
    uint32_t w[16];
    for (; count > 0; count--, data += 64) {
        uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
        uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
        const uint32_t *k = round_constants;
        EIGHT_ROUNDS(0, FIRST_WORD);
        EIGHT_ROUNDS(8, FIRST_WORD);
        for (k += 16; k < round_constants + 64; k += 16) {
            EIGHT_ROUNDS(0, NEXT_WORD);
            EIGHT_ROUNDS(8, NEXT_WORD);
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
        state[5] += f;
        state[6] += g;
        state[7] += h;
    }
}

void mieni_sha256_begin(MieniSha256 *hash)
{
    // The first 32 bits of the fractional parts of the square roots of the first 8 primes.
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(hash->state, start, sizeof start);
    hash->size = 0;
}

void mieni_sha256_update(MieniSha256 *hash, const void *data, size_t size)
{
    if (size == 0)
        return;
    const uint8_t *bytes = (const uint8_t *)data;
    const size_t held = (size_t)(hash->size % 64);
    hash->size += size;
    if (held > 0) {
        const size_t room = 64 - held, taken = size < room ? size : room;
        memcpy(hash->block + held, bytes, taken);
        if (taken < room)
            return;
        hash_blocks(hash->state, hash->block, 1);
        bytes += taken;
        size -= taken;
    }
    hash_blocks(hash->state, bytes, size / 64);
    memcpy(hash->block, bytes + (size - size % 64), size % 64);
}

void mieni_sha256_end(MieniSha256 *hash, uint8_t out_hash[32])
{
    // A one bit, zeros up to 8 bytes before the end of a block, the size in bits.
    uint8_t closing[72] = {0x80};
    const uint64_t bits = hash->size * 8;
    const size_t zeros_end = 64 - (size_t)((hash->size + 8) % 64);
    store_big_endian(closing + zeros_end, (uint32_t)(bits >> 32));
    store_big_endian(closing + zeros_end + 4, (uint32_t)bits);
    mieni_sha256_update(hash, closing, zeros_end + 8);
    for (int i = 0; i < 8; i++)
        store_big_endian(out_hash + 4 * i, hash->state[i]);
}

void mien_sha256(const void *data, size_t size, uint8_t out_hash[32])
{
    MieniSha256 hash;
    mieni_sha256_begin(&hash);
    mieni_sha256_update(&hash, data, size);
    mieni_sha256_end(&hash, out_hash);
}
