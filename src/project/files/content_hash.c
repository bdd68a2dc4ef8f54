// SPDX-License-Identifier: MIT
//
// Hashes of contents.

#include "project/files/content_hash.h"

#include "mien/pack.h"

#include <string.h>

MieniContentHash mieni_content_hash(const void *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    MieniContentHash hash;
    uint8_t raw[32];
    mien_sha256(bytes, size, raw);
    for (int i = 0; i < 32; ++i) {
        hash.hex[2 * i] = digits[raw[i] >> 4];
        hash.hex[2 * i + 1] = digits[raw[i] & 15];
    }
    hash.hex[64] = '\0';
    return hash;
}

bool mieni_content_hash_read(const char *text, MieniContentHash *out_hash)
{
    if (strlen(text) != 64 || strspn(text, "0123456789abcdef") != 64)
        return false;
    memcpy(out_hash->hex, text, 65);
    return true;
}

bool mieni_content_hash_equal(const MieniContentHash *a, const MieniContentHash *b)
{
    return memcmp(a->hex, b->hex, 64) == 0;
}
