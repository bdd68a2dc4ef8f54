// SPDX-License-Identifier: MIT
//
// Fuzzes datagrams of Live Link Face: what is read must be the same after it was written.

#include "mien_live/live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void found(const char *fault)
{
    fprintf(stderr, "found: %s\n", fault);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static MienLiveFrame frame, again;
    uint8_t bytes[1024];
    size_t written = 0;
    MienError error = {0};
    mien_live_sniff(data, size);
    mien_live_link_face_read_tail(data, size, &frame, NULL);
    const MienStatus status = mien_live_link_face_read(data, size, &frame, &error);
    if (status != MIEN_OK) {
        if (error.status != status || error.message[0] == '\0' || frame.value_count != 0)
            found("refused without status, message or an empty frame");
        return 0;
    }
    if (mien_live_link_face_write(&frame, bytes, sizeof bytes, &written, NULL) != MIEN_OK ||
        mien_live_link_face_read(bytes, written, &again, NULL) != MIEN_OK)
        found("the frame is not written, or not read again");
    if (strcmp(frame.id, again.id) != 0 || strcmp(frame.name, again.name) != 0 ||
        frame.has_face != again.has_face)
        found("the frame changes when it is written");
    return 0;
}
