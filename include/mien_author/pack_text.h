// SPDX-License-Identifier: MIT
//
// A complete pack as text, to inspect it and to compare versions line by line. Equal
// contents give equal text. The text cannot be read back.
//
// Ownership  You release the MienAuthorText.
// Threads    No state: write on any number of threads.
// Memory     The given allocator is used for the result and for temporary memory.
// Determinism The same pack gives the same text on every platform, in any locale.

#pragma once

#include "mien_author/pack.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A text result.
typedef struct MienAuthorText {
    char *text;  ///< UTF-8, with LF line ends and a terminating zero.
    size_t size; ///< Bytes without the zero.
    size_t room; ///< Private.
    const MienAllocator *allocator;
} MienAuthorText;

/// Frees the text and zeroes the struct. Accepts NULL and empty texts.
MIEN_API void mien_author_text_release(MienAuthorText *text);

/// Writes a pack of any kind as text. The pack is loaded and checked. Numbers have the
/// shortest form that reads back equal; clips are written frame by frame. On failure
/// out_text is empty.
MIEN_API MienStatus mien_author_pack_text(const void *data, size_t size, const MienAllocator *allocator,
                                          MienAuthorText *out_text, MienError *error);

#ifdef __cplusplus
}
#endif
