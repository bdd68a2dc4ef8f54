// SPDX-License-Identifier: MIT
//
// Capture files: every datagram as it came, with its sender and the times of its arrival. They are
// only appended to: after a crash all records that were written whole can be read. Replaying the
// datagrams at their times gives the same frames and the same bits.
//
// A capture is personal data. It holds a face in motion, the id and the name of a device, and network
// addresses.
//
// Form      All numbers are little-endian. A file begins with MIEN_LIVE_CAPTURE_HEADER bytes: "MienLive",
//           the version as u32, and a zero u32. Each record has the size of its bytes as u32, its kind as
//           u32, both times as u64, the address (16 bytes; IPv4 as ::ffff:a.b.c.d), the port as u16, a zero
//           u16, the bytes, and the CRC-32 of all of these.
// Ownership A record that was read refers to the file's bytes.
// Memory    Records are written to and read from memory of the caller.
// Threads   No state.
// Errors    Input is untrusted. The location is the byte.

#pragma once

#include "mien/base.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MIEN_LIVE_CAPTURE_VERSION 1
#define MIEN_LIVE_CAPTURE_HEADER  16    ///< Bytes of a file's beginning.
#define MIEN_LIVE_CAPTURE_EXTRA   48    ///< Bytes of a record beside its own.
#define MIEN_LIVE_CAPTURE_LARGEST 65536 ///< Bytes of a record.

typedef enum MienLiveRecordKind {
    MIEN_LIVE_RECORD_DATAGRAM = 1,
    MIEN_LIVE_RECORD_NOTE, ///< UTF-8 without a zero: slate, take, and what else belongs to a recording.
} MienLiveRecordKind;

/// One record. Readers skip kinds that they do not know.
typedef struct MienLiveRecord {
    uint32_t kind;    ///< MienLiveRecordKind.
    uint64_t arrival; ///< Nanoseconds of a clock that never goes back.
    uint64_t date;    ///< Nanoseconds since 1970, UTC.
    uint8_t address[16];
    uint16_t port;
    const void *bytes; ///< Reading: inside the file's bytes.
    size_t size;
} MienLiveRecord;

/// Writes the beginning of a file.
MIEN_API void mien_live_capture_begin(uint8_t out_bytes[MIEN_LIVE_CAPTURE_HEADER]);
/// Writes a record: MIEN_LIVE_CAPTURE_EXTRA bytes and its own. Fails with MIEN_ERROR_LIMIT if capacity is
/// too small, or the record too large.
MIEN_API MienStatus mien_live_capture_write(const MienLiveRecord *record, void *out_bytes, size_t capacity,
                                            size_t *out_size, MienError *error);

/// Reads the next record and moves *offset behind it; begin with 0. At the end, and before a record that
/// was not written whole, *out_has_record is false: then *offset is less than size if bytes are left.
/// Fails if it is not a capture file, or if the record is damaged.
MIEN_API MienStatus mien_live_capture_read(const void *bytes, size_t size, size_t *offset,
                                           MienLiveRecord *out_record, bool *out_has_record,
                                           MienError *error);

#ifdef __cplusplus
}
#endif
