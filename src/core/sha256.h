// SPDX-License-Identifier: MIT
//
// SHA-256 over bytes that come in pieces. For bytes in one piece there is
// mien_sha256.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// A hash in the making. Begin, update any number of times, end once.
typedef struct MieniSha256 {
    uint32_t state[8];
    uint64_t size;     ///< Bytes taken so far.
    uint8_t block[64]; ///< The last size % 64 of them, not yet in state.
} MieniSha256;

void mieni_sha256_begin(MieniSha256 *hash);
/// data may be NULL where size is 0.
void mieni_sha256_update(MieniSha256 *hash, const void *data, size_t size);
void mieni_sha256_end(MieniSha256 *hash, uint8_t out_hash[32]);
