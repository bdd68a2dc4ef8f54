// SPDX-License-Identifier: MIT
//
// Fuzzes FBX files: their tree and all arrays.

#include "fbx_files.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FbxCensus census;
    MienStatus status;
    MienError error;
    const char *fault = judge_fbx(data, size, 64 << 20, NULL, &census, &status, &error);
    if (fault != NULL) {
        fprintf(stderr, "found: %s\n", fault);
        abort();
    }
    return 0;
}
