// SPDX-License-Identifier: MIT
//
// Numbers of datagrams, big-endian and little-endian, at any address.

#pragma once

#include <stdint.h>
#include <string.h>

static inline uint16_t mieni_get_u16_be(const uint8_t *at) { return (uint16_t)(at[0] << 8 | at[1]); }
static inline uint32_t mieni_get_u32_be(const uint8_t *at)
{
    return (uint32_t)mieni_get_u16_be(at) << 16 | mieni_get_u16_be(at + 2);
}
static inline uint64_t mieni_get_u64_be(const uint8_t *at)
{
    return (uint64_t)mieni_get_u32_be(at) << 32 | mieni_get_u32_be(at + 4);
}
static inline uint16_t mieni_get_u16_le(const uint8_t *at) { return (uint16_t)(at[1] << 8 | at[0]); }
static inline uint32_t mieni_get_u32_le(const uint8_t *at)
{
    return (uint32_t)mieni_get_u16_le(at + 2) << 16 | mieni_get_u16_le(at);
}
static inline uint64_t mieni_get_u64_le(const uint8_t *at)
{
    return (uint64_t)mieni_get_u32_le(at + 4) << 32 | mieni_get_u32_le(at);
}

static inline float mieni_float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
static inline double mieni_double_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
static inline uint32_t mieni_bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}
static inline float mieni_get_f32_be(const uint8_t *at) { return mieni_float_of(mieni_get_u32_be(at)); }
static inline float mieni_get_f32_le(const uint8_t *at) { return mieni_float_of(mieni_get_u32_le(at)); }

static inline void mieni_put_u32_be(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; ++i)
        at[i] = (uint8_t)(value >> (24 - 8 * i));
}
static inline void mieni_put_u64_be(uint8_t *at, uint64_t value)
{
    mieni_put_u32_be(at, (uint32_t)(value >> 32));
    mieni_put_u32_be(at + 4, (uint32_t)value);
}
static inline void mieni_put_u16_le(uint8_t *at, uint16_t value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}
static inline void mieni_put_u32_le(uint8_t *at, uint32_t value)
{
    mieni_put_u16_le(at, (uint16_t)value);
    mieni_put_u16_le(at + 2, (uint16_t)(value >> 16));
}
static inline void mieni_put_u64_le(uint8_t *at, uint64_t value)
{
    mieni_put_u32_le(at, (uint32_t)value);
    mieni_put_u32_le(at + 4, (uint32_t)(value >> 32));
}

static inline uint64_t mieni_live_mix(uint64_t hash, uint64_t word)
{
    hash ^= word;
    hash = (hash ^ hash >> 32) * 0x9E3779B97F4A7C15u; // so that every bit changes the lowest ones
    return hash ^ hash >> 29;
}

/// Mixes bytes into a hash, which begins with MIENI_LIVE_HASH. Eight at a time, and not the same on every
/// machine: for tables in memory, never for files.
#define MIENI_LIVE_HASH 14695981039346656037u
static inline uint64_t mieni_live_hash(uint64_t hash, const void *bytes, size_t size)
{
    const uint8_t *at = bytes, *end = at + size;
    uint64_t word = 0;
    if (size < 8) {
        for (; at < end; ++at)
            word = word << 8 | *at;
        return mieni_live_mix(hash ^ size, word);
    }
    for (; end - at > 8; at += 8) {
        memcpy(&word, at, 8);
        hash = mieni_live_mix(hash, word);
    }
    memcpy(&word, end - 8, 8); // some of them again, so that there is no shorter rest
    return mieni_live_mix(hash ^ size, word);
}
