// SPDX-License-Identifier: MIT
//
// Captures of Live Link Face for tests, made frame by frame.

#pragma once

#include "support/check.h"

#include "mien_live/capture.h"
#include "mien_live/live.h"

enum { CAPTURE_ROOM = 1 << 18 };

typedef struct TestCapture {
    uint8_t bytes[CAPTURE_ROOM];
    size_t size;
} TestCapture;

static inline void capture_clear(TestCapture *capture)
{
    mien_live_capture_begin(capture->bytes);
    capture->size = MIEN_LIVE_CAPTURE_HEADER;
}

static inline void capture_add(TestCapture *capture, uint32_t kind, double arrival, const void *bytes,
                               size_t size)
{
    MienLiveRecord record = {
        .kind = kind, .arrival = (uint64_t)(arrival * 1e9), .port = 5000, .bytes = bytes, .size = size};
    size_t added = 0;
    memcpy(record.address, "\0\0\0\0\0\0\0\0\0\0\xff\xff\x7f\0\0\x01", 16);
    CHECK_STATUS(mien_live_capture_write(&record, capture->bytes + capture->size,
                                         CAPTURE_ROOM - capture->size, &added, NULL),
                 MIEN_OK);
    capture->size += added;
}

/// A frame of a phone: jawOpen and the head's turn to the right are the value. number counts at 60 Hz.
static inline void capture_frame(TestCapture *capture, double arrival, const char *phone, int number,
                                 float sub_frame, float value, bool has_face)
{
    static MienLiveFrame frame;
    uint8_t bytes[1024];
    size_t size = 0;
    mien_live_frame_clear(&frame, MIEN_LIVE_LINK_FACE);
    snprintf(frame.id, sizeof frame.id, "%.20s-0000-4000-8000-0123456789AB", phone);
    snprintf(frame.name, sizeof frame.name, "%s", phone);
    frame.has_face = has_face;
    frame.has_time = frame.has_timecode = true;
    frame.timecode_frame = number;
    frame.timecode_sub_frame = sub_frame;
    frame.timecode_rate = 60;
    frame.timecode_rate_divisor = 1;
    frame.head = (MienLiveTransform){.form = MIEN_LIVE_ANGLES, .angles = {0, -value, 0}};
    mien_live_frame_set(&frame, "jawOpen", value);
    CHECK_STATUS(mien_live_link_face_write(&frame, bytes, sizeof bytes, &size, NULL), MIEN_OK);
    capture_add(capture, MIEN_LIVE_RECORD_DATAGRAM, arrival, bytes, size);
}
