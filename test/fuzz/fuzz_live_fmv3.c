// SPDX-License-Identifier: MIT
//
// Fuzzes datagrams of Face Motion v3. The input is cut into datagrams of one phone: the first byte of each
// decides on the time, the next two on its size. Lengths in headers are made right if the first byte is odd,
// because a fuzzer seldom finds them.

#include "live/bytes.h"
#include "mien_live/fmv3.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static MienLiveFmv3 phone;

static void found(const char *fault)
{
    fprintf(stderr, "found: %s\n", fault);
    abort();
}

static void judge(void *user, const MienLiveFrame *frame)
{
    (void)user;
    for (int i = 0; i < frame->value_count; ++i) {
        const float value = frame->values[i].value;
        if (!(value >= -MIEN_LIVE_MAX_VALUE && value <= MIEN_LIVE_MAX_VALUE))
            found("a value is out of range");
        if (mien_live_frame_find(frame, mien_live_frame_name(frame, i)) != i)
            found("a name occurs twice");
    }
}

static void correct(uint8_t *bytes, size_t size)
{
    if (size < 40)
        return;
    mieni_put_u32_le(bytes + 36, (uint32_t)(size - 40));
    if (bytes[34] == 1 && bytes[35] == 0)
        mieni_put_u32_le(bytes + 28, (uint32_t)(size - 40));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    double now = 0.0;
    memset(&phone, 0, sizeof phone);
    if (size % 2 == 1)
        mien_live_fmv3_ask(&phone, 7, 60);
    while (size >= 3) {
        const bool is_corrected = data[0] % 2 == 1;
        size_t length = (size_t)data[1] << 8 | data[2];
        now += (double)(data[0] / 2) * 0.01;
        data += 3;
        size -= 3;
        length = length < size ? length : size;
        uint8_t *copy = malloc(length > 0 ? length : 1), answer[MIEN_LIVE_FMV3_ANSWER];
        if (copy == NULL)
            return 0;
        memcpy(copy, data, length);
        if (is_corrected)
            correct(copy, length);
        MienError error = {0};
        const MienStatus status = mien_live_fmv3_read(&phone, copy, length, now, judge, NULL, &error);
        if (status != MIEN_OK && error.message[0] == '\0')
            found("refused without a message");
        for (int i = 0; mien_live_fmv3_answer(&phone, now, answer) > 0; ++i)
            if (i == 8)
                found("there is always something to send");
        free(copy);
        data += length;
        size -= length;
    }
    return 0;
}
