// SPDX-License-Identifier: MIT
//
// Immutable texts with reference counts, and splices: the bytes that differ between two texts.
//
// Threads  References are taken and dropped on one thread; any thread may read a text.

#pragma once

#include "mien/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The bytes of a file. Where a text may be absent, NULL means that it is.
typedef struct StudioText {
    int holders;
    bool is_hashed;
    uint64_t hash;
    size_t size;
    char bytes[]; ///< Closed by a zero that does not count.
} StudioText;

/// A copy of bytes, held once; NULL if out of memory. bytes may be NULL: then they are the
/// caller's to fill before anyone else sees the text.
StudioText *studio_text_make(const char *bytes, size_t size);
StudioText *studio_text_hold(StudioText *text); ///< Returns it. May be NULL.
void studio_text_drop(StudioText *text);        ///< May be NULL.
/// Whether both have the same bytes, or both are absent.
bool studio_text_same(const StudioText *a, const StudioText *b);
/// What tells texts apart in a journal; 0 for absent ones alone.
uint64_t studio_text_hash(StudioText *text);

/// Where two texts differ: removed_size bytes were replaced by inserted_size bytes. An
/// absent text counts as empty.
typedef struct StudioSplice {
    size_t at, removed_size, inserted_size;
    char *bytes; ///< First those removed, then those inserted.
} StudioSplice;

/// The splice from one text to another, either of which may be absent. False without
/// memory.
bool studio_splice_make(StudioSplice *out_splice, const StudioText *before, const StudioText *after);
void studio_splice_release(StudioSplice *splice);
/// The text on the other side: after, or with is_back before. MIEN_ERROR_DATA if the
/// splice does not fit the text.
MienStatus studio_splice_apply(const StudioSplice *splice, const StudioText *text, bool is_back,
                               StudioText **out_text);
