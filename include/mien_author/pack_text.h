// SPDX-License-Identifier: MIT
//
// A pack as text, whole: for looking at it, and for version control that compares
// line by line. One form for equal content; it is not read back.
//
// Ownership  A MienAuthorText is yours to release.
// Threads    No state: write on as many threads as you like.
// Memory     The allocator passed is used for the result and while working.
// Determinism The same pack gives the same text on every platform, in any locale.

#pragma once

#include "mien_author/pose_asset.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Text that was made.
typedef struct MienAuthorText {
    char *text;  ///< UTF-8, lines end with LF, closed by a zero.
    size_t size; ///< Bytes without the zero.
    size_t room; ///< Private.
    const MienAllocator *allocator;
} MienAuthorText;

/// Frees the text and zeroes the struct. NULL and empty texts are fine.
MIEN_API void mien_author_text_release(MienAuthorText *text);

/// Writes a pack of any kind as text. The pack is loaded and checked. Numbers are the
/// shortest that read back equal; clips are given frame by frame. On failure out_text
/// is empty.
MIEN_API MienStatus mien_author_pack_text(const void *data, size_t size, const MienAllocator *allocator,
                                          MienAuthorText *out_text, MienError *error);

#ifdef __cplusplus
}
#endif
