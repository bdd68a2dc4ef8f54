// SPDX-License-Identifier: MIT
//
// Cooked packs: the bytes of an asset, as all cook functions return them.
//
// Ownership  You release a MienAuthorPack, after you destroy the assets that borrow its
//            bytes.
// Threads    No state: any thread may read or release a pack.
// Memory     The bytes come from the allocator that cooking was given, which must outlive
//            the pack.
// Determinism The same description gives the same bytes on every platform.

#pragma once

#include "mien/mien.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A cooked pack for the load functions, 64-byte aligned.
typedef struct MienAuthorPack {
    uint8_t *data;
    size_t size;
    const MienAllocator *allocator; ///< Allocator of data; NULL for malloc and free.
} MienAuthorPack;

/// Frees the bytes and zeroes the struct. Accepts NULL and empty packs.
MIEN_API void mien_author_pack_release(MienAuthorPack *pack);

#ifdef __cplusplus
}
#endif
