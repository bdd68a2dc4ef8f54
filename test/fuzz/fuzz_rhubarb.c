// SPDX-License-Identifier: MIT
//
// Fuzzes reading mouth cues of Rhubarb. The last byte decides how to read.

#include "support/curve_files.h"

#include "mien_io/rhubarb.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static MienStatus read_cues(const void *bytes, size_t size, int way, const MienAllocator *allocator,
                            MienAuthorClip **out_clip, MienError *error)
{
    const MienIoRhubarbOptions options = {
        .is_stepped = way % 2 != 0, .blend = way % 4 == 2 ? 5.0 : 0.0, .allocator = allocator};
    return mien_io_rhubarb_read(bytes, size, &options, out_clip, NULL, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MienStatus status;
    const int way = size > 0 ? data[size - 1] : 0;
    const char *fault = judge_file(data, size > 0 ? size - 1 : 0, read_cues, way, &status);
    if (fault != NULL) {
        fprintf(stderr, "found: %s\n", fault);
        abort();
    }
    return 0;
}
