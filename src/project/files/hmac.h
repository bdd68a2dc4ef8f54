// SPDX-License-Identifier: MIT
//
// HMAC-SHA-256 (RFC 2104): a hash that needs a secret key.

#pragma once

#include "core/sha256.h"

#include <stdbool.h>

/// A key of any length, made ready.
typedef struct MieniHmacKey {
    uint8_t block[64];
} MieniHmacKey;

MieniHmacKey mieni_hmac_key(const void *bytes, size_t size);

/// A hash in the making. Begin, update any number of times, end once.
typedef struct MieniHmac {
    const MieniHmacKey *key;
    MieniSha256 inner;
} MieniHmac;

void mieni_hmac_begin(MieniHmac *hmac, const MieniHmacKey *key);
void mieni_hmac_update(MieniHmac *hmac, const void *bytes, size_t size);
void mieni_hmac_end(MieniHmac *hmac, uint8_t out_hash[32]);
/// Takes constant time, so that the right hash cannot be found byte by byte.
bool mieni_hmac_equal(const void *a, const void *b, size_t size);
