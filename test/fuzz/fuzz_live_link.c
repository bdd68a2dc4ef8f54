// SPDX-License-Identifier: MIT
//
// Fuzzes reading takes of Live Link Face. The last byte decides how to read.

#include "support/live_link_takes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int rates[4][2] = {{0, 0}, {24, 0}, {60, 1}, {30000, 1001}};
    const unsigned how = size > 0 ? data[size - 1] : 0;
    const int *rate = rates[how / 8 % 4];
    const MienIoLiveLinkOptions options = {.timecode_rate = rate[0],
                                           .timecode_rate_divisor = rate[1],
                                           .timing = (MienIoLiveLinkTiming)(how % 3),
                                           .keep_names = how / 4 % 2 != 0};
    MienStatus status;
    const char *fault = judge_take(data, size > 0 ? size - 1 : 0, &options, &status);
    if (fault != NULL) {
        fprintf(stderr, "found: %s\n", fault);
        abort();
    }
    return 0;
}
