// SPDX-License-Identifier: MIT
//
// Fuzzes reading speech marks of Polly.

#include "support/curve_files.h"

#include "mien_io/speech.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static MienStatus read_speech(const void *bytes, size_t size, int way, const MienAllocator *allocator,
                              MienAuthorClip **out_clip, MienError *error)
{
    (void)way;
    return mien_io_polly_read(bytes, size, &(MienIoSpeechOptions){.allocator = allocator}, out_clip, NULL,
                              error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MienStatus status;
    const char *fault = judge_file(data, size, read_speech, 0, &status);
    if (fault != NULL) {
        fprintf(stderr, "found: %s\n", fault);
        abort();
    }
    return 0;
}
