// SPDX-License-Identifier: MIT
//
// WAV: a head of 44 bytes, then the samples, all least significant byte first.

#include "io/wav_write.h"

#include "core/internal.h"

#include <string.h>

enum { HEAD = 44, SAMPLE = 2 };

static uint8_t *put(uint8_t *at, uint32_t value, int size)
{
    for (int i = 0; i < size; ++i)
        *at++ = (uint8_t)(value >> (8 * i));
    return at;
}

static uint8_t *put_tag(uint8_t *at, const char tag[4])
{
    memcpy(at, tag, 4);
    return at + 4;
}

MienStatus mieni_wav_write(const int16_t *samples, int sample_count, int rate, const MienAllocator *allocator,
                           MienIoBytes *out_bytes, MienError *error)
{
    *out_bytes = (MienIoBytes){0};
    if (sample_count < 0 || sample_count > MIENI_WAV_MOST_SAMPLES || rate < 1 || rate > 384000)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("%d samples, %d a second", sample_count, rate),
                          "A WAV has at most 1073741824 samples, and from 1 to 384000 a second.");
    const uint32_t data = (uint32_t)sample_count * SAMPLE;
    const size_t size = HEAD + (size_t)data;
    uint8_t *bytes = mieni_allocate(allocator, size, 1), *at = bytes;
    if (bytes == NULL)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    at = put(put_tag(at, "RIFF"), HEAD - 8 + data, 4);
    at = put(put_tag(put_tag(at, "WAVE"), "fmt "), 16, 4);
    at = put(put(at, 1, 2), 1, 2); // plain samples, one channel
    at = put(put(at, (uint32_t)rate, 4), (uint32_t)rate * SAMPLE, 4);
    at = put(put(at, SAMPLE, 2), 8 * SAMPLE, 2);
    at = put(put_tag(at, "data"), data, 4);
    for (int i = 0; i < sample_count; ++i)
        at = put(at, (uint16_t)samples[i], SAMPLE);
    *out_bytes = (MienIoBytes){bytes, size, allocator};
    return MIEN_OK;
}
