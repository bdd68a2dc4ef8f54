// SPDX-License-Identifier: MIT
//
// Fuzzes reading TextGrids. The last byte decides how to read.

#include "support/curve_files.h"

#include "mien_io/speech.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static MienStatus read_grid(const void *bytes, size_t size, int way, const MienAllocator *allocator,
                            MienAuthorClip **out_clip, MienError *error)
{
    const MienIoSpeechOptions options = {.tier = way % 4 == 1 ? "phones" : NULL,
                                         .phones = way % 2 != 0 ? NULL : "arpabet",
                                         .allocator = allocator};
    return mien_io_textgrid_read(bytes, size, &options, out_clip, NULL, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MienStatus status;
    const int way = size > 0 ? data[size - 1] : 0;
    const char *fault = judge_file(data, size > 0 ? size - 1 : 0, read_grid, way, &status);
    if (fault != NULL) {
        fprintf(stderr, "found: %s\n", fault);
        abort();
    }
    return 0;
}
