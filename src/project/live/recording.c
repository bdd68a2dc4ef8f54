// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "project/live/recording.h"

#include "project/files/os.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static bool write_all(MieniRecording *recording, const uint8_t *bytes, size_t size)
{
    for (size_t at = 0; at < size;) {
        const int64_t written = mieni_os_write(recording->descriptor, bytes + at, size - at);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        at += (size_t)written;
    }
    recording->written += size;
    return true;
}

static bool write_record(MieniRecording *recording, MienLiveRecord record, double now)
{
    uint8_t bytes[MIEN_LIVE_MAX_DATAGRAM + MIEN_LIVE_CAPTURE_EXTRA];
    size_t written = 0;
    record.arrival = now > recording->began ? (uint64_t)((now - recording->began) * 1e9) : 0;
    record.date = (uint64_t)mieni_os_time();
    return mien_live_capture_write(&record, bytes, sizeof bytes, &written, NULL) == MIEN_OK &&
           write_all(recording, bytes, written);
}

/// Which take this is; importing names the clips by it.
static bool write_slate(MieniRecording *recording, const char *slate, int take, double now)
{
    char text[MIEN_LIVE_MAX_SOURCE + 32];
    if (slate == NULL)
        return true;
    const int size = snprintf(text, sizeof text, "slate %s\ntake %d", slate, take);
    if (size < 0 || size >= (int)sizeof text) {
        errno = ENAMETOOLONG;
        return false;
    }
    return write_record(
        recording, (MienLiveRecord){.kind = MIEN_LIVE_RECORD_NOTE, .bytes = text, .size = (size_t)size}, now);
}

bool mieni_recording_begin(MieniRecording *recording, const char *path, const char *slate, int take,
                           double now)
{
    uint8_t header[MIEN_LIVE_CAPTURE_HEADER];
    *recording = (MieniRecording){.descriptor = mieni_os_open(NULL, path, MIENI_OS_PRIVATE), .began = now};
    recording->is_open = recording->descriptor >= 0;
    if (!recording->is_open)
        return false;
    mien_live_capture_begin(header);
    return write_all(recording, header, sizeof header) && write_slate(recording, slate, take, now);
}

bool mieni_recording_add(MieniRecording *recording, const MienLiveAddress *from, const void *bytes,
                         size_t size, double now)
{
    MienLiveRecord record = {
        .kind = MIEN_LIVE_RECORD_DATAGRAM, .port = from->port, .bytes = bytes, .size = size};
    memcpy(record.address, from->bytes, sizeof record.address);
    return write_record(recording, record, now);
}

bool mieni_recording_end(MieniRecording *recording)
{
    const bool is_open = recording->is_open;
    recording->is_open = false;
    return !is_open || mieni_os_close(recording->descriptor);
}
