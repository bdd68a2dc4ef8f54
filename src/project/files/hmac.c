// SPDX-License-Identifier: MIT
//
// H(key ^ outer, H(key ^ inner, message)).

#include "project/files/hmac.h"

#include "mien/pack.h"

#include <string.h>

MieniHmacKey mieni_hmac_key(const void *bytes, size_t size)
{
    MieniHmacKey key = {{0}};
    if (size > sizeof key.block)
        mien_sha256(bytes, size, key.block);
    else if (size > 0)
        memcpy(key.block, bytes, size);
    return key;
}

/// Begins a hash with the key, each byte of it changed by one.
static void begin_with(MieniSha256 *hash, const MieniHmacKey *key, uint8_t change)
{
    uint8_t block[sizeof key->block];
    for (size_t i = 0; i < sizeof block; ++i)
        block[i] = key->block[i] ^ change;
    mieni_sha256_begin(hash);
    mieni_sha256_update(hash, block, sizeof block);
}

void mieni_hmac_begin(MieniHmac *hmac, const MieniHmacKey *key)
{
    hmac->key = key;
    begin_with(&hmac->inner, key, 0x36);
}

void mieni_hmac_update(MieniHmac *hmac, const void *bytes, size_t size)
{
    mieni_sha256_update(&hmac->inner, bytes, size);
}

void mieni_hmac_end(MieniHmac *hmac, uint8_t out_hash[32])
{
    uint8_t inner[32];
    MieniSha256 outer;
    mieni_sha256_end(&hmac->inner, inner);
    begin_with(&outer, hmac->key, 0x5c);
    mieni_sha256_update(&outer, inner, sizeof inner);
    mieni_sha256_end(&outer, out_hash);
}

bool mieni_hmac_equal(const void *a, const void *b, size_t size)
{
    const uint8_t *left = a, *right = b;
    volatile uint8_t different = 0; // volatile: compilers may not end the loop early
    for (size_t i = 0; i < size; ++i)
        different = (uint8_t)(different | (left[i] ^ right[i]));
    return different == 0;
}
