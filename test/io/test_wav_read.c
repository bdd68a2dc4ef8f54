// SPDX-License-Identifier: MIT
//
// WAV as it is written is read again; other forms have the values that they mean; what is
// damaged is refused by place, or has the frames that are there.

#include "support/check.h"

#include "io/wav_read.h"
#include "io/wav_write.h"

#include <string.h>

enum { ROOM = 256 };

static uint8_t *put(uint8_t *at, uint32_t value, int size)
{
    for (int i = 0; i < size; ++i)
        *at++ = (uint8_t)(value >> (8 * i));
    return at;
}

/// A WAV of a kind of samples; gives its size.
static size_t make(uint8_t *out, int kind, int channels, int bits, const void *samples, size_t size)
{
    uint8_t *at = out;
    memcpy(at, "RIFF....WAVEfmt ", 16);
    at = put(at + 16, 16, 4);
    at = put(put(at, (uint32_t)kind, 2), (uint32_t)channels, 2);
    at = put(put(at, 1000, 4), 0, 4);
    at = put(put(at, 0, 2), (uint32_t)bits, 2);
    memcpy(at, "odd \3\0\0\0xyz\0", 12); // an unknown chunk, of an odd size
    memcpy(at + 12, "data", 4);
    at = put(at + 16, (uint32_t)size, 4);
    memcpy(at, samples, size);
    return (size_t)(at - out) + size;
}

TEST(what_is_written_is_read)
{
    static const int16_t samples[] = {0, 16384, -32768, 32767, -1};
    MienIoBytes bytes;
    MieniWav wav;
    float min, max;
    CHECK_STATUS(mieni_wav_write(samples, 5, 24000, NULL, &bytes, NULL), MIEN_OK);
    CHECK_STATUS(mieni_wav_read(bytes.data, bytes.size, &wav, NULL), MIEN_OK);
    CHECK(wav.rate == 24000 && wav.channels == 1 && wav.frame_count == 5 && wav.sample_size == 2);
    CHECK_NEAR(mieni_wav_sample(&wav, 1, 0), 0.5, 0);
    CHECK_NEAR(mieni_wav_sample(&wav, 2, 0), -1, 0);
    mieni_wav_peaks(&wav, 0, 2, &min, &max);
    CHECK(min == 0 && max == 0.5f);
    mieni_wav_peaks(&wav, 4, 100, &min, &max); // no further than there is sound
    CHECK(min == max && min < 0);
    mieni_wav_peaks(&wav, 5, 1, &min, &max);
    CHECK(min == 0 && max == 0);
    CHECK_STATUS(mieni_wav_read(bytes.data, bytes.size - 3, &wav, NULL), MIEN_OK); // cut off
    CHECK_INT(wav.frame_count, 3);
    mien_io_bytes_release(&bytes);
}

TEST(samples_of_every_size)
{
    static const uint8_t one[] = {128, 255, 0, 64}, three[] = {0, 0, 0x40, 0, 0, 0x80},
                         four[] = {0, 0, 0, 0xC0};
    static const float floats[] = {0.25f, -3.0f};
    uint8_t file[ROOM];
    MieniWav wav;
    size_t size = make(file, 1, 2, 8, one, sizeof one);
    CHECK_STATUS(mieni_wav_read(file, size, &wav, NULL), MIEN_OK);
    CHECK(wav.channels == 2 && wav.frame_count == 2);
    CHECK_NEAR(mieni_wav_sample(&wav, 1, 0), -1, 0);
    CHECK_NEAR(mieni_wav_sample(&wav, 1, 1), -0.5, 0);
    size = make(file, 1, 1, 24, three, sizeof three);
    CHECK_STATUS(mieni_wav_read(file, size, &wav, NULL), MIEN_OK);
    CHECK_NEAR(mieni_wav_sample(&wav, 0, 0), 0.5, 0);
    CHECK_NEAR(mieni_wav_sample(&wav, 1, 0), -1, 0);
    size = make(file, 1, 1, 32, four, sizeof four);
    CHECK_STATUS(mieni_wav_read(file, size, &wav, NULL), MIEN_OK);
    CHECK_NEAR(mieni_wav_sample(&wav, 0, 0), -0.5, 0);
    size = make(file, 3, 1, 32, floats, sizeof floats);
    CHECK_STATUS(mieni_wav_read(file, size, &wav, NULL), MIEN_OK);
    CHECK_NEAR(mieni_wav_sample(&wav, 0, 0), 0.25, 0);
    CHECK_NEAR(mieni_wav_sample(&wav, 1, 0), -1, 0);
}

TEST(what_is_no_sound_is_refused_by_place)
{
    static const int16_t samples[4] = {0};
    static const struct {
        int kind, channels, bits;
    } wrong[] = {{1, 0, 16}, {1, 65, 16}, {1, 1, 12}, {2, 1, 16}, {3, 1, 64}, {0xFFFE, 1, 16}};
    uint8_t file[ROOM];
    MieniWav wav;
    MienError error;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        const size_t size =
            make(file, wrong[i].kind, wrong[i].channels, wrong[i].bits, samples, sizeof samples);
        CHECK_STATUS(mieni_wav_read(file, size, &wav, &error), MIEN_ERROR_DATA);
        CHECK(strcmp(error.location, "byte 12") == 0 && wav.data == NULL);
    }
    CHECK_STATUS(mieni_wav_read("RIFF", 4, &wav, &error), MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_wav_read("", 0, &wav, &error), MIEN_ERROR_DATA);
}

TEST(every_cut_and_every_changed_byte_is_survived)
{
    static const int16_t samples[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    uint8_t file[ROOM];
    const size_t size = make(file, 1, 2, 16, samples, sizeof samples);
    MieniWav wav;
    float min, max;
    for (size_t cut = 0; cut <= size; ++cut)
        if (mieni_wav_read(file, cut, &wav, NULL) == MIEN_OK)
            mieni_wav_peaks(&wav, 0, 1 << 30, &min, &max);
    for (size_t place = 0; place < size; ++place)
        for (int change = 1; change < 256; change += 42) {
            file[place] = (uint8_t)(file[place] ^ change);
            if (mieni_wav_read(file, size, &wav, NULL) == MIEN_OK) {
                mieni_wav_peaks(&wav, 0, 1 << 30, &min, &max);
                CHECK((size_t)wav.frame_count * (size_t)(wav.channels * wav.sample_size) <= size);
            }
            file[place] = (uint8_t)(file[place] ^ change);
        }
}

CHECK_MAIN
{
    RUN(what_is_written_is_read);
    RUN(samples_of_every_size);
    RUN(what_is_no_sound_is_refused_by_place);
    RUN(every_cut_and_every_changed_byte_is_survived);
}
