// SPDX-License-Identifier: MIT
//
// Fuzzes reading tables of curves. The last byte decides how to read.

#include "support/curve_files.h"

#include "mien_io/curves.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static MienStatus read_table(const void *bytes, size_t size, int way, const MienAllocator *allocator,
                             MienAuthorClip **out_clip, MienError *error)
{
    const MienIoCurvesOptions options = {
        .rate = way % 2 * 30000, .rate_divisor = way / 2 % 2 * 1001, .allocator = allocator};
    return mien_io_curves_csv_read(bytes, size, &options, out_clip, NULL, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MienStatus status;
    const int way = size > 0 ? data[size - 1] : 0;
    const char *fault = judge_file(data, size > 0 ? size - 1 : 0, read_table, way, &status);
    if (fault != NULL) {
        fprintf(stderr, "found: %s\n", fault);
        abort();
    }
    return 0;
}
