// SPDX-License-Identifier: MIT
//
// Fuzzes takes of captures. The bytes are records without their checksums, which are added: a byte for
// the kind and the time that passes, two for the size, and the record's own.

#include "support/read_sources.h"

#include "io/formats.h"
#include "mien_live/capture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t make_capture(const uint8_t *data, size_t size, uint8_t *out, size_t room)
{
    uint64_t arrival = 0;
    mien_live_capture_begin(out);
    size_t made = MIEN_LIVE_CAPTURE_HEADER, added;
    while (size >= 3) {
        const size_t given = (size_t)data[1] | (size_t)data[2] << 8;
        const size_t own = given < size - 3 ? given : size - 3;
        arrival += (uint64_t)(data[0] >> 1) * 10000000u;
        const MienLiveRecord record = {.kind = 1 + (data[0] & 1u),
                                       .arrival = arrival,
                                       .port = (uint16_t)(data[0] & 6),
                                       .bytes = data + 3,
                                       .size = own};
        if (mien_live_capture_write(&record, out + made, room - made, &added, NULL) != MIEN_OK)
            break;
        made += added;
        data += 3 + own;
        size -= 3 + own;
    }
    return made;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1 || size > 1 << 16)
        return 0;
    const size_t room = MIEN_LIVE_CAPTURE_HEADER + size * 17 + MIEN_LIVE_CAPTURE_EXTRA;
    uint8_t *bytes = malloc(room);
    if (bytes == NULL)
        abort();
    MieniSourceNotes notes = {0};
    const MieniReading reading = {.bytes = bytes,
                                  .size = make_capture(data + 1, size - 1, bytes, room),
                                  .file = "a.mienlive",
                                  .timing = (MienIoLiveLinkTiming)(data[0] % 3),
                                  .notes = &notes};
    MieniRead out = {0};
    MienError error = {0};
    const MienStatus status = mieni_format_capture.read(&reading, &out, &error);
    const char *fault = status == MIEN_OK          ? judge_read_source(out.source)
                        : error.message[0] == '\0' ? "no reason"
                                                   : NULL;
    if (fault != NULL) {
        fprintf(stderr, "found: %s\n", fault);
        abort();
    }
    mien_io_source_destroy(out.source);
    free(bytes);
    return 0;
}
