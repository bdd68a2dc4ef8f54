// SPDX-License-Identifier: MIT
//
// WAV: chunks of a tag, a size and bytes, of which "fmt " and "data" matter here.

#include "core/float_rules.h"

#include "io/wav_read.h"

#include "core/internal.h"

#include <string.h>

enum {
    PLAIN = 1,
    FLOATS = 3,
    EXTENDED = 0xFFFE, ///< What it is stands in the first bytes of an identifier further on.
    CHANNELS_MOST = 64,
    RATE_MOST = 384000,
    FRAMES_MOST = 1 << 30,
};

static uint32_t number(const uint8_t *at, int size)
{
    uint32_t value = 0;
    for (int i = 0; i < size; ++i)
        value |= (uint32_t)at[i] << (8 * i);
    return value;
}

static MienStatus refuse(MienError *error, size_t place, const char *message)
{
    return mieni_fail(error, MIEN_ERROR_DATA, mieni_at_byte(place), "%s", message);
}

static MienStatus read_format(const uint8_t *at, size_t size, size_t place, MieniWav *wav, MienError *error)
{
    if (size < 16)
        return refuse(error, place, "The format of this WAV is cut off.");
    uint32_t kind = number(at, 2);
    if (kind == EXTENDED && size >= 26)
        kind = number(at + 24, 2);
    const uint32_t channels = number(at + 2, 2), rate = number(at + 4, 4), bits = number(at + 14, 2);
    if (channels < 1 || channels > CHANNELS_MOST || rate < 1 || rate > RATE_MOST)
        return refuse(error, place, "A WAV has 1 to 64 channels, and from 1 to 384000 frames a second.");
    if (!(kind == PLAIN && (bits == 8 || bits == 16 || bits == 24 || bits == 32)) &&
        !(kind == FLOATS && bits == 32))
        return refuse(error, place, "Only WAVs of plain samples or floats are read. Save it as 16-bit PCM.");
    wav->channels = (int)channels;
    wav->rate = (int)rate;
    wav->sample_size = (int)bits / 8;
    wav->is_float = kind == FLOATS;
    return MIEN_OK;
}

MienStatus mieni_wav_read(const void *bytes, size_t size, MieniWav *out_wav, MienError *error)
{
    const uint8_t *start = bytes;
    size_t place = 12;
    *out_wav = (MieniWav){0};
    if (size < 12 || memcmp(start, "RIFF", 4) != 0 || memcmp(start + 8, "WAVE", 4) != 0)
        return refuse(error, 0, "This is no WAV.");
    while (size - place >= 8) {
        const uint8_t *at = start + place + 8;
        const size_t claimed = number(start + place + 4, 4), left = size - place - 8;
        const size_t here = claimed < left ? claimed : left;
        if (memcmp(start + place, "fmt ", 4) == 0) {
            const MienStatus status = read_format(at, here, place, out_wav, error);
            if (status != MIEN_OK)
                return status;
        } else if (memcmp(start + place, "data", 4) == 0) {
            if (out_wav->rate == 0)
                return refuse(error, place, "The samples of this WAV come before their format.");
            const size_t frames = here / (size_t)(out_wav->channels * out_wav->sample_size);
            out_wav->frame_count = frames < FRAMES_MOST ? (int)frames : FRAMES_MOST;
            out_wav->data = at;
            return MIEN_OK;
        }
        if (here + (here & 1) >= left) // chunks begin at even places
            break;
        place += 8 + here + (here & 1);
    }
    *out_wav = (MieniWav){0};
    return refuse(error, place, "This WAV has no samples.");
}

float mieni_wav_sample(const MieniWav *wav, int frame, int channel)
{
    const uint8_t *at =
        wav->data + ((size_t)frame * (size_t)wav->channels + (size_t)channel) * (size_t)wav->sample_size;
    const uint32_t bits = number(at, wav->sample_size);
    if (wav->is_float) {
        float value;
        memcpy(&value, &bits, sizeof value);
        return value >= -1.0f && value <= 1.0f ? value : value > 1.0f ? 1.0f : value < -1.0f ? -1.0f : 0.0f;
    }
    if (wav->sample_size == 1) // alone without a sign
        return ((float)bits - 128.0f) / 128.0f;
    const int shift = 32 - 8 * wav->sample_size;
    const uint32_t high = bits << shift;
    const int32_t value = high < 0x80000000u ? (int32_t)high : (int32_t)(high - 0x80000000u) + INT32_MIN;
    return (float)value / 2147483648.0f;
}

void mieni_wav_peaks(const MieniWav *wav, int first, int count, float *out_min, float *out_max)
{
    const int from = first > 0 ? first : 0;
    const int64_t wanted = (int64_t)first + count;
    const int end = wanted < wav->frame_count ? (int)wanted : wav->frame_count;
    *out_min = *out_max = 0.0f;
    for (int frame = from; frame < end; ++frame)
        for (int channel = 0; channel < wav->channels; ++channel) {
            const float value = mieni_wav_sample(wav, frame, channel);
            const bool is_first = frame == from && channel == 0;
            *out_min = is_first || value < *out_min ? value : *out_min;
            *out_max = is_first || value > *out_max ? value : *out_max;
        }
}
