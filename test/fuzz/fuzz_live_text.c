// SPDX-License-Identifier: MIT
//
// Fuzzes text of iFacialMocap and Facemotion3d: frames that were read can be written and read again.

#include "mien_live/live.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static MienLiveFrame frame, again;

static void found(const char *fault)
{
    fprintf(stderr, "found: %s\n", fault);
    abort();
}

static MienStatus check(MienStatus status, const MienError *error)
{
    if (status != MIEN_OK && (error->status != status || error->message[0] == '\0'))
        found("refused without status or message");
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MienError error = {0};
    mien_live_sniff(data, size);
    static char text[262144];
    size_t written = 0;
    if (check(mien_live_text_read(data, size, &frame, &error), &error) != MIEN_OK)
        return 0;
    for (int style = 0; style < 3; ++style) {
        if (mien_live_text_write(&frame, (MienLiveTextStyle)style, text, sizeof text, &written, NULL) !=
                MIEN_OK ||
            mien_live_text_read(text, written, &again, NULL) != MIEN_OK)
            found("the frame is not written, or not read again");
    }
    return 0;
}
