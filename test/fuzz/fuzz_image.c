// SPDX-License-Identifier: MIT
//
// Fuzzes reading PNG and JPEG.

#include "support/pictures.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const MienIoImageOptions options = {.max_side = 512, .limits.memory = 16 << 20};
    MienStatus status;
    const char *fault = judge_image(data, size, &options, &status);
    if (fault != NULL) {
        fprintf(stderr, "found: %s\n", fault);
        abort();
    }
    return 0;
}
