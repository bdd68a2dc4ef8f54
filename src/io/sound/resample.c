// SPDX-License-Identifier: MIT
//
// A windowed sinc, tabulated for the fractions of a sample at which outputs lie: with common rates
// each has its own row, otherwise the nearest of 512 is used.

#include "core/float_rules.h"

#include "io/sound/resample.h"

#include "mien/math.h"

enum { CROSSINGS = 16, MOST_PHASES = 512 };
static const double pi = 3.141592653589793;

typedef struct Kernel {
    int half;   ///< Taps to either side.
    int phases; ///< Rows.
    float *taps;
} Kernel;

static int greatest_divisor(int a, int b)
{
    while (b != 0) {
        const int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static double sine(double x)
{
    double sin, cos;
    mien_sincos(x, &sin, &cos);
    return sin;
}

static double cosine(double x)
{
    double sin, cos;
    mien_sincos(x, &sin, &cos);
    return cos;
}

/// The low-pass at a distance in samples of the input. cutoff is a fraction of the input's rate.
static double tap_at(double distance, double cutoff, double half)
{
    const double x = 2.0 * cutoff * distance;
    const double away = distance < 0.0 ? -distance : distance;
    if (away >= half)
        return 0.0;
    const double window = 0.5 + 0.5 * cosine(pi * distance / half);
    return window * 2.0 * cutoff * (away < 1e-9 ? 1.0 : sine(pi * x) / (pi * x));
}

static bool make_kernel(Kernel *kernel, int rate, MieniArena *arena)
{
    const int phases = MIENI_SPEECH_RATE / greatest_divisor(rate, MIENI_SPEECH_RATE);
    const double ratio = rate > MIENI_SPEECH_RATE ? (double)rate / MIENI_SPEECH_RATE : 1.0;
    const double cutoff = 0.475 / ratio;
    kernel->phases = phases < MOST_PHASES ? phases : MOST_PHASES;
    kernel->half = (int)(CROSSINGS * ratio) + 1;
    const int width = 2 * kernel->half;
    kernel->taps = mieni_arena_take(arena, (size_t)kernel->phases * (size_t)width, sizeof *kernel->taps);
    for (int p = 0; kernel->taps != NULL && p < kernel->phases; ++p) {
        float *row = kernel->taps + (size_t)p * (size_t)width;
        double sum = 0.0;
        for (int t = 0; t < width; ++t) {
            const double at = (double)(t - kernel->half + 1) - (double)p / kernel->phases;
            row[t] = (float)tap_at(at, cutoff, kernel->half);
            sum += (double)row[t];
        }
        for (int t = 0; t < width; ++t)
            row[t] = (float)((double)row[t] / sum);
    }
    return kernel->taps != NULL;
}

static float mono(const MieniWav *wav, int frame)
{
    float sum = 0.0f;
    for (int c = 0; c < wav->channels; ++c)
        sum += mieni_wav_sample(wav, frame, c);
    return sum / (float)wav->channels;
}

static int16_t to_16_bits(double value)
{
    const double scaled = value * 32767.0 + (value < 0.0 ? -0.5 : 0.5);
    return (int16_t)(scaled > 32767.0 ? 32767.0 : scaled < -32768.0 ? -32768.0 : scaled);
}

static int16_t sample_at(const Kernel *kernel, const float *input, int count, int first, int phase)
{
    const int width = 2 * kernel->half;
    const float *row = kernel->taps + (size_t)phase * (size_t)width;
    double sum = 0.0;
    for (int t = 0; t < width; ++t) {
        const int at = first - kernel->half + 1 + t;
        if (at >= 0 && at < count)
            sum += (double)row[t] * (double)input[at];
    }
    return to_16_bits(sum);
}

int16_t *mieni_wav_resample(const MieniWav *wav, MieniArena *arena, int *out_count)
{
    Kernel kernel;
    const int count = wav->frame_count;
    const int64_t wanted = (int64_t)count * MIENI_SPEECH_RATE / wav->rate;
    float *input = mieni_arena_take(arena, (size_t)count + 1, sizeof *input);
    int16_t *output = mieni_arena_take(arena, (size_t)wanted + 1, sizeof *output);
    if (input == NULL || output == NULL || !make_kernel(&kernel, wav->rate, arena))
        return NULL;
    for (int i = 0; i < count; ++i)
        input[i] = mono(wav, i);
    for (int64_t i = 0; i < wanted; ++i) {
        const int64_t place = i * wav->rate;
        const int first = (int)(place / MIENI_SPEECH_RATE), rest = (int)(place % MIENI_SPEECH_RATE);
        output[i] = wav->rate == MIENI_SPEECH_RATE
                        ? to_16_bits((double)input[i])
                        : sample_at(&kernel, input, count, first, rest * kernel.phases / MIENI_SPEECH_RATE);
    }
    *out_count = (int)wanted;
    return output;
}
