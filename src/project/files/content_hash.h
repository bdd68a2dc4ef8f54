// SPDX-License-Identifier: MIT
//
// SHA-256 of file contents, as text. Manifests and the build cache identify contents by it.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// 64 hexadecimal digits and a zero.
typedef struct MieniContentHash {
    char hex[65];
} MieniContentHash;

MieniContentHash mieni_content_hash(const void *bytes, size_t size);
/// Whether a text is a hash; then *out_hash is it.
bool mieni_content_hash_read(const char *text, MieniContentHash *out_hash);
bool mieni_content_hash_equal(const MieniContentHash *a, const MieniContentHash *b);
