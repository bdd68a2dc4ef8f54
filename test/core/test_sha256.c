// SPDX-License-Identifier: MIT
//
// SHA-256 against the examples of FIPS 180-4 and NIST's test vectors, and in
// pieces against itself.

#include "core/sha256.h"
#include "mien/pack.h"
#include "support/check.h"

static const char *hex(const uint8_t hash[32])
{
    static char text[65];
    for (int i = 0; i < 32; i++)
        snprintf(text + 2 * i, 3, "%02x", (unsigned)hash[i]);
    return text;
}

static const char *hash_of(const void *data, size_t size)
{
    uint8_t hash[32];
    mien_sha256(data, size, hash);
    return hex(hash);
}

TEST(published_examples)
{
    CHECK_STR(hash_of(NULL, 0), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK_STR(hash_of("abc", 3), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK_STR(hash_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK_STR(hash_of("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
                      "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                      112),
              "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    CHECK_STR(hash_of("\xbd", 1), "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b");
    CHECK_STR(hash_of("\xc9\x8c\x8e\x55", 4),
              "7abc22c0ae5af26ce93dbb94433a0e0b2e119d014f8e7f65bd56c61ccccd9504");
}

TEST(a_million_times_a)
{
    char part[1000];
    memset(part, 'a', sizeof part);
    MieniSha256 state;
    mieni_sha256_begin(&state);
    for (int i = 0; i < 1000; i++)
        mieni_sha256_update(&state, part, sizeof part);
    uint8_t hash[32];
    mieni_sha256_end(&state, hash);
    CHECK_STR(hex(hash), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(zeros_around_the_block_size)
{
    // NIST's extra vectors: the padding fits, just fits, and needs another block.
    static const uint8_t zeros[119] = {0};
    CHECK_STR(hash_of(zeros, 55), "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7");
    CHECK_STR(hash_of(zeros, 56), "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb");
    CHECK_STR(hash_of(zeros, 57), "65a16cb7861335d5ace3c60718b5052e44660726da4cd13bb745381b235a1785");
    CHECK_STR(hash_of(zeros, 64), "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b");
}

TEST(pieces_give_the_same)
{
    uint8_t data[300];
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(i * 37 + 11);
    for (size_t size = 0; size <= sizeof data; size += 3) {
        char whole[65];
        strcpy(whole, hash_of(data, size));
        for (size_t step = 1; step <= 130; step = step * 2 + (size % 2)) {
            MieniSha256 state;
            mieni_sha256_begin(&state);
            for (size_t at = 0; at < size; at += step) {
                mieni_sha256_update(&state, data + at, size - at < step ? size - at : step);
                mieni_sha256_update(&state, NULL, 0);
            }
            uint8_t hash[32];
            mieni_sha256_end(&state, hash);
            CHECK_STR(hex(hash), whole);
        }
    }
}

CHECK_MAIN
{
    RUN(published_examples);
    RUN(a_million_times_a);
    RUN(zeros_around_the_block_size);
    RUN(pieces_give_the_same);
}
