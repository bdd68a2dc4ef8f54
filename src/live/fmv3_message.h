// SPDX-License-Identifier: MIT
//
// What the sources of FMV3 share: the header of messages.

#pragma once

#include "mien_live/fmv3.h"

typedef enum MieniFmv3Type {
    MIENI_FMV3_HELLO = 1,
    MIENI_FMV3_SCHEMA,
    MIENI_FMV3_SCHEMA_ACK,
    MIENI_FMV3_FRAME,
    MIENI_FMV3_GET_SCHEMA,
    MIENI_FMV3_PING,
    MIENI_FMV3_PONG,
    MIENI_FMV3_STOP,
    MIENI_FMV3_ERROR,
} MieniFmv3Type;

enum { MIENI_FMV3_HEADER = 40, MIENI_FMV3_REVISION = 5, MIENI_FMV3_DATAGRAM = 1200 };

typedef struct MieniFmv3Header {
    MieniFmv3Type type;
    uint8_t flags;
    uint64_t session;
    uint32_t schema_id, sequence;
    uint32_t size; ///< Of the whole body.
    uint16_t part, parts;
} MieniFmv3Header;

/// A whole body; NULL bytes: parts are missing.
typedef struct MieniFmv3Body {
    const uint8_t *bytes;
    size_t size;
} MieniFmv3Body;

/// Takes a part, whose bytes follow the header, and gives the body once all are there. It is valid until
/// the next call. Contradicting parts drop the message.
MieniFmv3Body mieni_fmv3_join(MienLiveFmv3 *fmv3, const MieniFmv3Header *header, const uint8_t *bytes,
                              size_t size, double now);
/// Drops all parts.
void mieni_fmv3_forget_parts(MienLiveFmv3 *fmv3);

/// Reads a schema, and makes it the one of fmv3 if it is valid.
MienStatus mieni_fmv3_read_schema(MienLiveFmv3 *fmv3, const uint8_t *json, size_t size, MienError *error);
