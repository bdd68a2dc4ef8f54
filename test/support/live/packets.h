// SPDX-License-Identifier: MIT
//
// Datagrams for tests of live protocols: bytes from hexadecimal text, and copies of exactly their size,
// so that sanitizers see every byte that is read beyond the end.

#pragma once

#include "support/check.h"

#include "mien_live/live.h"

typedef struct Packet {
    uint8_t bytes[65536];
    size_t size;
} Packet;

static inline int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/// Appends bytes given as hexadecimal digits; blanks between them are skipped.
static inline void packet_hex(Packet *packet, const char *text)
{
    for (; *text != '\0'; ++text) {
        if (hex_digit(text[0]) < 0)
            continue;
        packet->bytes[packet->size++] = (uint8_t)(16 * hex_digit(text[0]) + hex_digit(text[1]));
        ++text;
    }
}

static inline void packet_text(Packet *packet, const char *text)
{
    memcpy(packet->bytes + packet->size, text, strlen(text));
    packet->size += strlen(text);
}

static inline void packet_zeros(Packet *packet, size_t count)
{
    memset(packet->bytes + packet->size, 0, count);
    packet->size += count;
}

typedef MienStatus (*ReadPacket)(const void *bytes, size_t size, MienLiveFrame *out_frame, MienError *error);

/// Reads a copy that ends where its memory ends. A refusal must have a status, a sentence, and an empty
/// frame; a success must have valid values.
static inline MienStatus read_exactly(ReadPacket read, const uint8_t *bytes, size_t size,
                                      MienLiveFrame *out_frame)
{
    uint8_t *copy = malloc(size > 0 ? size : 1);
    if (copy == NULL)
        abort();
    memcpy(copy, bytes, size);
    MienError error = {0};
    const MienStatus status = read(copy, size, out_frame, &error);
    free(copy);
    if (status != MIEN_OK) {
        CHECK(error.status == status && error.message[0] != '\0');
        CHECK_INT(out_frame->value_count, 0);
        CHECK(!out_frame->has_face);
    }
    for (int i = 0; i < out_frame->value_count; ++i)
        CHECK(out_frame->values[i].value >= -MIEN_LIVE_MAX_VALUE &&
              out_frame->values[i].value <= MIEN_LIVE_MAX_VALUE);
    return status;
}

/// The value of a name, or -1000 if the frame lacks it.
static inline double value_of(const MienLiveFrame *frame, const char *name)
{
    const int index = mien_live_frame_find(frame, name);
    return index >= 0 ? (double)frame->values[index].value : -1000.0;
}

static inline void check_bytes(const uint8_t *bytes, size_t size, const Packet *wanted, int line)
{
    if (size == wanted->size && memcmp(bytes, wanted->bytes, size) == 0)
        return;
    size_t at = 0;
    while (at < size && at < wanted->size && bytes[at] == wanted->bytes[at])
        ++at;
    printf("line %d: %zu bytes, not %zu; the first difference is at byte %zu\n", line, size, wanted->size,
           at);
    check_state.faults++;
}
