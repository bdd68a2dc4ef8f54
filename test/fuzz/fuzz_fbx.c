// SPDX-License-Identifier: MIT
//
// Fuzzes FBX files: their tree with all arrays, and reading them. The last byte, which no
// file needs, decides how to read.

#include "support/fbx/files.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FbxCensus census;
    MienStatus status;
    MienError error;
    const int way = size > 0 ? data[size - 1] % FBX_WAYS : 0;
    const char *fault = judge_fbx(data, size, 0, NULL, &census, &status, &error);
    if (fault == NULL && status == MIEN_OK)
        fault = judge_fbx_read(data, size, way, 0, &status);
    if (fault != NULL) {
        fprintf(stderr, "found: %s\n", fault);
        abort();
    }
    return 0;
}
