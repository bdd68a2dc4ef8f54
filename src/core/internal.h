// SPDX-License-Identifier: MIT
//
// What core's sources share: failing with a place and a sentence, allocating
// through the caller's allocator, checked sizes.

#pragma once

#include "mien/base.h"

#if defined(__MINGW32__) // whose printf is that of the standard only under another name
#define MIENI_PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#elif defined(__GNUC__)
#define MIENI_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define MIENI_PRINTF(text, first)
#endif

/// Where something is wrong: a text for people, the same as numbers for programs.
typedef struct MieniLocation {
    char text[96];    ///< "line 12, keys[3]", "poses[3].name"; may be empty.
    int line, column; ///< From 1; 0 if unknown.
    size_t offset;    ///< Byte of a binary file; 0 if unknown.
} MieniLocation;

MieniLocation mieni_nowhere(void); ///< No location.
MieniLocation mieni_at(const char *format, ...) MIENI_PRINTF(1, 2);
MieniLocation mieni_at_line(int line);
MieniLocation mieni_at_column(int line, int column);
/// "line 12, keys[3]"; "line 12" if the text is empty.
MieniLocation mieni_in_line(int line, const char *format, ...) MIENI_PRINTF(2, 3);
MieniLocation mieni_at_byte(size_t offset);
/// Where an error is, to report it again in other words.
MieniLocation mieni_at_error(const MienError *error);

/// Fills *error if given and returns status. The format is one sentence.
MienStatus mieni_fail(MienError *error, MienStatus status, MieniLocation location, const char *format, ...)
    MIENI_PRINTF(4, 5);

/// What a validate function returns for the reason why its job is refused; NULL: none.
MienStatus mieni_refuse(MienError *error, const char *reason);

/// allocator may be NULL. size 0 gives a pointer that may be freed.
void *mieni_allocate(const MienAllocator *allocator, size_t size, size_t alignment);
void mieni_free(const MienAllocator *allocator, void *memory, size_t size, size_t alignment);

static inline size_t mieni_align64(size_t size) { return (size + 63) & ~(size_t)63; }

/// The instruction set to use for a wish: BEST becomes the fastest available;
/// false if the wish cannot be met.
bool mieni_isa_resolve(MienIsa wish, MienIsa *out_isa);
