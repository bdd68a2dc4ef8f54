// SPDX-License-Identifier: MIT
//
// Text that grows, and JSON written into it. A failed growth sticks: look at
// is_out_of_memory once, at the end.

#pragma once

#include "base/json.h"
#include "core/internal.h"

typedef struct MieniTextOut {
    const MienAllocator *allocator;
    char *bytes; ///< Closed by a zero once something was put.
    size_t size, room;
    bool is_out_of_memory;
} MieniTextOut;

void mieni_text_put(MieniTextOut *out, const char *text);
void mieni_text_put_bytes(MieniTextOut *out, const char *bytes, size_t size);
void mieni_text_putf(MieniTextOut *out, const char *format, ...) MIENI_PRINTF(2, 3);
void mieni_text_put_number(MieniTextOut *out, double value); ///< The shortest text that reads back equal.
void mieni_text_put_signed(MieniTextOut *out, double value); ///< The same, but -0 keeps its sign.
void mieni_text_put_floats(MieniTextOut *out, const float *values, int count); ///< Each after a blank.
void mieni_text_put_string(MieniTextOut *out,
                           const char *string); ///< Quoted, as JSON. A byte that is no UTF-8 becomes U+FFFD.
/// A whole value on one line: {"name": "jaw", "t": [0, 1, 2]}.
void mieni_text_put_json(MieniTextOut *out, const MieniJson *value);
void mieni_text_put_dense_json(MieniTextOut *out, const MieniJson *value); ///< The same without blanks.
void mieni_text_release(MieniTextOut *out);
