// SPDX-License-Identifier: MIT
//
// Fuzzes reading BVH. The last byte decides how to read.

#include "support/bvh_files.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const double units[4] = {0.0, 0.01, 1e-9, 1e9};
    const unsigned how = size > 0 ? data[size - 1] : 0;
    const MienIoBvhOptions options = {
        .unit = units[how % 4], .up = (MienIoUp)(how / 4 % 2), .source = how / 8 % 2 != 0 ? "there" : NULL};
    MienStatus status;
    const char *fault = judge_bvh(data, size > 0 ? size - 1 : 0, &options, &status);
    if (fault != NULL) {
        fprintf(stderr, "found: %s\n", fault);
        abort();
    }
    return 0;
}
