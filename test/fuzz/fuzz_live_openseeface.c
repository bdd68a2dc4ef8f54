// SPDX-License-Identifier: MIT
//
// Fuzzes datagrams of OpenSeeFace.

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

static void judge(void *user, const MienLiveFrame *face)
{
    (void)user;
    for (int i = 0; i < face->value_count; ++i) {
        if (!(face->values[i].value >= -MIEN_LIVE_MAX_VALUE && face->values[i].value <= MIEN_LIVE_MAX_VALUE))
            found("a value is out of range");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MienError error = {0};
    mien_live_sniff(data, size);
    check(mien_live_openseeface_read(data, size, &again, judge, NULL, &error), &error);
    check(mien_live_openseeface_read(data, size / 1785 * 1785, &frame, judge, NULL, &error), &error);
    return 0;
}
