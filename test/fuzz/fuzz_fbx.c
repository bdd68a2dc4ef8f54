// SPDX-License-Identifier: MIT
//
// Fuzzes FBX files: their tree and all arrays, then what is made of them.

#include "fbx_files.h"
#include "fbx_sources.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FbxCensus census;
    MienStatus status;
    MienError error;
    const char *fault = judge_fbx(data, size, 64 << 20, NULL, &census, &status, &error);
    if (fault == NULL && status == MIEN_OK)
        fault = judge_fbx_source(data, size, 64 << 20, &status, &error);
    if (fault != NULL) {
        fprintf(stderr, "found: %s\n", fault);
        abort();
    }
    return 0;
}
