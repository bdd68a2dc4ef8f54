// SPDX-License-Identifier: MIT
//
// OSC 1.0, as face trackers use it: messages alone or in bundles, addresses compared exactly, time tags
// ignored.

#pragma once

#include "mien/base.h"

#define MIENI_OSC_MAX_DEPTH     8   ///< Bundles in bundles.
#define MIENI_OSC_MAX_ARGUMENTS 256 ///< Of a message.

/// An argument. Read the fields of its type.
typedef struct MieniOscArgument {
    char tag;         ///< As in the type tag string: 'f', 's', ...
    bool is_number;   ///< Of i, h, f, d, T and F.
    double number;    ///< May be infinite or NaN.
    const char *text; ///< Of s and S, closed by a zero; the bytes of b.
    size_t size;      ///< Of the text, without its zero, or of the blob.
} MieniOscArgument;

/// A message, valid until its visitor returns.
typedef struct MieniOscMessage {
    const char *address; ///< Closed by a zero; begins with '/'.
    int count;
    const void *bytes; ///< All of it, from the address to the last argument.
    size_t size;
    MieniOscArgument arguments[MIENI_OSC_MAX_ARGUMENTS];
} MieniOscMessage;

/// Calls visit for every message of a datagram, in order. The whole datagram is checked first: if it is
/// refused, visit is not called. Messages with an unknown type tag are skipped.
MienStatus mieni_osc_read(const void *bytes, size_t size,
                          void (*visit)(void *user, const MieniOscMessage *message), void *user,
                          MienError *error);

/// Writes messages into a buffer. What does not fit leaves is_full set.
typedef struct MieniOscWriter {
    uint8_t *bytes;
    size_t size, capacity;
    size_t element; ///< Where the size of the open element is.
    bool is_bundle, is_full;
} MieniOscWriter;

/// Begins a datagram: a bundle, to be applied at arrival, or a single message.
MieniOscWriter mieni_osc_begin(void *bytes, size_t capacity, bool is_bundle);
/// Begins a message. Its arguments follow, in the order of tags, which are without the comma.
void mieni_osc_message(MieniOscWriter *writer, const char *address, const char *tags);
void mieni_osc_int(MieniOscWriter *writer, int32_t value);
void mieni_osc_float(MieniOscWriter *writer, float value);
void mieni_osc_text(MieniOscWriter *writer, const char *text);
void mieni_osc_blob(MieniOscWriter *writer, const void *bytes, size_t size);
