// SPDX-License-Identifier: MIT
//
// Capture files.

#include "mien_live/capture.h"

#include "core/internal.h"
#include "live/bytes.h"

#include <string.h>

static const char magic[8] = {'M', 'i', 'e', 'n', 'L', 'i', 'v', 'e'};

enum { HEAD = MIEN_LIVE_CAPTURE_EXTRA - 4 }; // Before a record's bytes; the checksum is behind them.

/// The CRC-32 of zlib and PNG, by half bytes.
static uint32_t checksum(const uint8_t *bytes, size_t size)
{
    static const uint32_t table[16] = {
        0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
        0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C,
    };
    uint32_t sum = 0xFFFFFFFF;
    for (size_t i = 0; i < size; ++i) {
        sum ^= bytes[i];
        sum = (sum >> 4) ^ table[sum & 15];
        sum = (sum >> 4) ^ table[sum & 15];
    }
    return ~sum;
}

void mien_live_capture_begin(uint8_t out_bytes[MIEN_LIVE_CAPTURE_HEADER])
{
    memset(out_bytes, 0, MIEN_LIVE_CAPTURE_HEADER);
    memcpy(out_bytes, magic, sizeof magic);
    mieni_put_u32_le(out_bytes + 8, MIEN_LIVE_CAPTURE_VERSION);
}

MienStatus mien_live_capture_write(const MienLiveRecord *record, void *out_bytes, size_t capacity,
                                   size_t *out_size, MienError *error)
{
    *out_size = 0;
    if (record->size > MIEN_LIVE_CAPTURE_LARGEST)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_nowhere(),
                          "A record of %zu bytes is too large; at most %d are allowed.", record->size,
                          MIEN_LIVE_CAPTURE_LARGEST);
    if (capacity < record->size + MIEN_LIVE_CAPTURE_EXTRA)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_nowhere(),
                          "The record needs %zu bytes, and there are %zu.",
                          record->size + MIEN_LIVE_CAPTURE_EXTRA, capacity);
    uint8_t *at = out_bytes;
    mieni_put_u32_le(at, (uint32_t)record->size);
    mieni_put_u32_le(at + 4, record->kind);
    mieni_put_u64_le(at + 8, record->arrival);
    mieni_put_u64_le(at + 16, record->date);
    memcpy(at + 24, record->address, 16);
    mieni_put_u16_le(at + 40, record->port);
    mieni_put_u16_le(at + 42, 0);
    if (record->size > 0)
        memcpy(at + HEAD, record->bytes, record->size);
    mieni_put_u32_le(at + HEAD + record->size, checksum(at, HEAD + record->size));
    *out_size = record->size + MIEN_LIVE_CAPTURE_EXTRA;
    return MIEN_OK;
}

static MienStatus read_beginning(const uint8_t *bytes, size_t size, MienError *error)
{
    if (size < MIEN_LIVE_CAPTURE_HEADER || memcmp(bytes, magic, sizeof magic) != 0)
        return mieni_fail(error, MIEN_ERROR_CORRUPT, mieni_at_byte(0), "This is not a capture of live data.");
    const uint32_t version = mieni_get_u32_le(bytes + 8);
    if (version != MIEN_LIVE_CAPTURE_VERSION)
        return mieni_fail(error, MIEN_ERROR_VERSION, mieni_at_byte(8),
                          "Captures of version %u cannot be read; this program reads version %d.",
                          (unsigned)version, MIEN_LIVE_CAPTURE_VERSION);
    return MIEN_OK;
}

MienStatus mien_live_capture_read(const void *bytes, size_t size, size_t *offset, MienLiveRecord *out_record,
                                  bool *out_has_record, MienError *error)
{
    *out_has_record = false;
    *out_record = (MienLiveRecord){0};
    const uint8_t *from = bytes;
    if (*offset < MIEN_LIVE_CAPTURE_HEADER) {
        const MienStatus status = read_beginning(from, size, error);
        if (status != MIEN_OK)
            return status;
        *offset = MIEN_LIVE_CAPTURE_HEADER;
    }
    if (*offset > size || size - *offset < MIEN_LIVE_CAPTURE_EXTRA)
        return MIEN_OK;
    const uint8_t *at = from + *offset;
    const size_t length = mieni_get_u32_le(at);
    if (length > MIEN_LIVE_CAPTURE_LARGEST)
        return mieni_fail(error, MIEN_ERROR_CORRUPT, mieni_at_byte(*offset),
                          "A record claims %zu bytes; at most %d are allowed.", length,
                          MIEN_LIVE_CAPTURE_LARGEST);
    if (size - *offset - MIEN_LIVE_CAPTURE_EXTRA < length)
        return MIEN_OK;
    if (mieni_get_u32_le(at + HEAD + length) != checksum(at, HEAD + length))
        return mieni_fail(error, MIEN_ERROR_CORRUPT, mieni_at_byte(*offset),
                          "A record is damaged: its checksum does not fit.");
    *out_record = (MienLiveRecord){.kind = mieni_get_u32_le(at + 4),
                                   .arrival = mieni_get_u64_le(at + 8),
                                   .date = mieni_get_u64_le(at + 16),
                                   .port = mieni_get_u16_le(at + 40),
                                   .bytes = at + HEAD,
                                   .size = length};
    memcpy(out_record->address, at + 24, 16);
    *offset += length + MIEN_LIVE_CAPTURE_EXTRA;
    *out_has_record = true;
    return MIEN_OK;
}
