// SPDX-License-Identifier: MIT
//
// HMAC-SHA-256 by the vectors of RFC 4231, and keys of the cache.

#include "support/temporary.h"

#include "project/build/cache_key.h"

typedef struct Vector {
    const char *key, *message; ///< Text, or NULL for bytes that repeat.
    uint8_t key_byte, message_byte;
    int key_size, message_size;
    const char *hash; ///< The first 32 digits alone, of the vector that is cut.
} Vector;

static const char larger[] = "Test Using Larger Than Block-Size Key - Hash Key First";
static const char both[] =
    "This is a test using a larger than block-size key and a larger than block-size data. The "
    "key needs to be hashed before being used by the HMAC algorithm.";

static const Vector vectors[] = {
    {NULL, "Hi There", 0x0b, 0, 20, 0, "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
    {"Jefe", "what do ya want for nothing?", 0, 0, 0, 0,
     "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
    {NULL, NULL, 0xaa, 0xdd, 20, 50, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
    {"\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19",
     NULL, 0, 0xcd, 0, 50, "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"},
    {NULL, "Test With Truncation", 0x0c, 0, 20, 0, "a3b6167473100ee06e0c796c2955552b"},
    {NULL, larger, 0xaa, 0, 131, 0, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
    {NULL, both, 0xaa, 0, 131, 0, "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"},
};

static size_t fill(uint8_t out[256], const char *text, uint8_t byte, int size)
{
    if (text != NULL)
        memcpy(out, text, strlen(text));
    else
        memset(out, byte, (size_t)size);
    return text != NULL ? strlen(text) : (size_t)size;
}

TEST(vectors_of_rfc_4231)
{
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; ++i) {
        const Vector *vector = &vectors[i];
        uint8_t key[256], message[256], hash[32];
        char hex[65];
        MieniHmac hmac;
        const size_t key_size = fill(key, vector->key, vector->key_byte, vector->key_size);
        const size_t size = fill(message, vector->message, vector->message_byte, vector->message_size);
        const MieniHmacKey ready = mieni_hmac_key(key, key_size);
        mieni_hmac_begin(&hmac, &ready); // in two pieces
        mieni_hmac_update(&hmac, message, size / 3);
        mieni_hmac_update(&hmac, message + size / 3, size - size / 3);
        mieni_hmac_end(&hmac, hash);
        for (int b = 0; b < 32; ++b)
            snprintf(hex + 2 * b, 3, "%02x", hash[b]);
        hex[strlen(vector->hash)] = '\0';
        CHECK_STR(hex, vector->hash);
    }
}

TEST(every_byte_is_compared)
{
    uint8_t a[32] = {0}, b[32] = {0};
    CHECK(mieni_hmac_equal(a, b, sizeof a));
    for (int bit = 0; bit < 256; ++bit) {
        b[bit / 8] ^= (uint8_t)(1u << bit % 8);
        CHECK(!mieni_hmac_equal(a, b, sizeof a));
        b[bit / 8] = 0;
    }
}

CHECK_MAIN
{
    RUN(vectors_of_rfc_4231);
    RUN(every_byte_is_compared);
}
