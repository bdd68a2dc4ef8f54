// SPDX-License-Identifier: MIT
//
// Fuzzes datagrams of VMC, which are OSC. The input is cut into datagrams of two senders: the first byte
// of each decides on the sender and the time, the next two on its size.

#include "mien_live/live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static MienLiveVmc senders[2];

static void found(const char *fault)
{
    fprintf(stderr, "found: %s\n", fault);
    abort();
}

static void send_again(void *user, const void *bytes, size_t size)
{
    if (mien_live_vmc_read(user, bytes, size, 0.0, NULL, NULL, NULL) != MIEN_OK)
        found("the writer makes a datagram that is refused");
}

static void judge(void *user, const MienLiveFrame *frame)
{
    (void)user;
    static MienLiveVmc again;
    memset(&again, 0, sizeof again);
    for (int i = 0; i < frame->value_count; ++i) {
        if (mien_live_frame_find(frame, mien_live_frame_name(frame, i)) != i)
            found("a name occurs twice");
    }
    if (mien_live_vmc_write(frame, NULL, send_again, &again, NULL) != MIEN_OK)
        found("the frame is not written");
    if (again.frame.value_count != frame->value_count)
        found("values are lost when the frame is written");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    double now = 0.0;
    memset(senders, 0, sizeof senders);
    while (size >= 3) {
        size_t length = (size_t)data[1] << 8 | data[2];
        MienLiveVmc *sender = &senders[data[0] % 2];
        now += (double)(data[0] / 2) * 0.001;
        data += 3;
        size -= 3;
        length = length < size ? length : size;
        uint8_t *copy = malloc(length > 0 ? length : 1);
        if (copy == NULL)
            return 0;
        memcpy(copy, data, length);
        MienError error = {0};
        const MienStatus status = mien_live_vmc_read(sender, copy, length, now, judge, NULL, &error);
        if (status != MIEN_OK && error.message[0] == '\0')
            found("refused without a message");
        free(copy);
        data += length;
        size -= length;
    }
    return 0;
}
