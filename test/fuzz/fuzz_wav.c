// SPDX-License-Identifier: MIT
//
// Fuzzes reading WAV. What is read lies within the bytes, and every sample of it can be asked
// for.

#include "io/wav_read.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MieniWav wav;
    float min, max;
    if (mieni_wav_read(data, size, &wav, NULL) != MIEN_OK)
        return 0;
    mieni_wav_peaks(&wav, 0, wav.frame_count, &min, &max);
    if (!(min >= -1.0f && max <= 1.0f && min <= max)) {
        fprintf(stderr, "found: peaks from %g to %g\n", (double)min, (double)max);
        abort();
    }
    return 0;
}
