// SPDX-License-Identifier: MIT
//
// Fuzzes reading names of frames: lists of lines, and MakeHuman's JSON. The last
// byte decides which, and for how many frames.

#include "support/name_lists.h"

#include "mien_io/makehuman.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const unsigned how = size > 0 ? data[size - 1] : 0;
    const ReadNames read = how % 2 == 0 ? mien_author_name_list_read : mien_io_makehuman_names_read;
    MienStatus status;
    const char *fault = judge_names(data, size > 0 ? size - 1 : 0, (int)(how / 2), read, &status);
    if (fault != NULL) {
        fprintf(stderr, "found: %s\n", fault);
        abort();
    }
    return 0;
}
