// SPDX-License-Identifier: MIT
//
// The cast's voice: as loud as it should be, without clicks, silent where lips are closed
// and nowhere else, with each sound's energy where it belongs, and the same everywhere.

#include "support/ledger.h"

#include "core/sha256.h"
#include "sample/cast.h"
#include "sample/cast/speech.h"

#include <math.h>

typedef struct Heard {
    MieniArena arena;
    MieniCastVoice voice;
} Heard;

static Heard hear(void)
{
    Heard heard = {0};
    CHECK(mieni_cast_voice(&heard.arena, &heard.voice));
    return heard;
}

/// The first sample of a tick.
static int sample_at(const Heard *heard, int tick) { return tick * heard->voice.rate / MIENI_SPEECH_RATE; }

/// The loudness of the middle half of a sound between two frequencies, decibels below the
/// loudest there can be.
static double band(const Heard *heard, int sound, double low, double high)
{
    const int begin = sample_at(heard, mieni_speech_begin(sound)),
              size = sample_at(heard, mieni_speech[sound].ticks), first = begin + size / 4, count = size / 2;
    const double step = (double)heard->voice.rate / (double)count;
    double power = 1e-12;
    for (double frequency = step * ceil(low / step); frequency < high; frequency += step) {
        double real = 0.0, imaginary = 0.0;
        for (int i = 0; i < count; ++i) {
            const double window = 0.5 - 0.5 * cos(2.0 * 3.14159265358979 * i / count);
            const double angle = 2.0 * 3.14159265358979 * frequency * i / (double)heard->voice.rate;
            const double value = window * heard->voice.samples[first + i] / 32768.0;
            real += value * cos(angle);
            imaginary += value * sin(angle);
        }
        power += 2.0 * (real * real + imaginary * imaginary) / ((double)count * (double)count);
    }
    return 10.0 * log10(power);
}

TEST(levels_are_those_of_a_recording)
{
    Heard heard = hear();
    const MieniCastVoice *voice = &heard.voice;
    CHECK_INT(voice->rate, 24000);
    CHECK_INT(voice->sample_count, sample_at(&heard, mieni_speech_begin(mieni_speech_count)));
    int most = 0, largest_step = 0;
    double sum = 0.0;
    for (int i = 0; i < voice->sample_count; ++i) {
        const int step = i > 0 ? abs(voice->samples[i] - voice->samples[i - 1]) : 0;
        most = abs(voice->samples[i]) > most ? abs(voice->samples[i]) : most;
        largest_step = step > largest_step ? step : largest_step;
        sum += (double)voice->samples[i];
    }
    const double peak = 20.0 * log10(most / 32768.0), steady = sum / (double)voice->sample_count;
    printf("peak %.2f dBFS, steepest step %d, steady part %.3f of 32768\n", peak, largest_step, steady);
    CHECK(peak < -1.0 && peak > -6.0);
    CHECK(largest_step < 12000);
    CHECK(fabs(steady) < 1.0);
    CHECK_INT(voice->samples[0], 0);
    CHECK_INT(voice->samples[voice->sample_count - 1], 0);
    mieni_arena_release(&heard.arena);
}

/// Closures and the ends are silent sample by sample; every other sound is heard.
TEST(silence_is_where_lips_are_closed)
{
    Heard heard = hear();
    int sealed = 0;
    for (int s = 0; s < mieni_speech_count; ++s) {
        const int begin = sample_at(&heard, mieni_speech_begin(s)),
                  end = sample_at(&heard, mieni_speech_begin(s + 1));
        const bool is_silent =
            mieni_speech_is_sealed(&mieni_speech[s]) || strcmp(mieni_speech[s].name, "-") == 0;
        sealed += mieni_speech_is_sealed(&mieni_speech[s]);
        for (int i = begin; i < end && is_silent; ++i)
            CHECK_INT(heard.voice.samples[i], 0);
        // No stretch of 15 milliseconds within other sounds is silent, but at their edges.
        for (int from = begin; from + 360 <= end && !is_silent; from += 360) {
            int most = 0;
            for (int i = from; i < from + 360; ++i)
                most = abs(heard.voice.samples[i]) > most ? abs(heard.voice.samples[i]) : most;
            if (!(most > 30))
                printf("%s at sample %d:\n", mieni_speech[s].name, from);
            CHECK(most > 30);
        }
    }
    CHECK_INT(sealed, 2); // p and b
    mieni_arena_release(&heard.arena);
}

/// Where a sound of the sentence has its energy.
TEST(sounds_are_those_of_the_sentence)
{
    Heard heard = hear();
    for (int s = 0; s < mieni_speech_count; ++s) {
        const char *name = mieni_speech[s].name;
        const double low = band(&heard, s, 80, 1200), middle = band(&heard, s, 1700, 3400),
                     high = band(&heard, s, 4500, 9000);
        if (strcmp(name, "iy") == 0 || strcmp(name, "eh") == 0) // a second formant far up
            CHECK(middle > low - 26.0 && band(&heard, s, 1150, 1650) < middle - 6.0);
        if (strcmp(name, "ao") == 0 || strcmp(name, "ow") == 0) // both low
            CHECK(band(&heard, s, 700, 1200) > middle + 12.0);
        if (strcmp(name, "s") == 0) // hiss and no voice
            CHECK(high > low + 20.0 && high > -40.0);
        if (strcmp(name, "z") == 0) // hiss and voice
            CHECK(high > -45.0 && low > -45.0 && band(&heard, s, 80, 400) > band(&heard, s, 1000, 3000));
        if (strcmp(name, "f") == 0 || strcmp(name, "th") == 0) // weaker, wider, no voice
            CHECK(high > low + 6.0 && high < -25.0 && middle > high - 22.0);
        if (strcmp(name, "r") == 0) // the third comes down
            CHECK(band(&heard, s, 1500, 2100) > band(&heard, s, 2300, 3200) + 6.0);
    }
    mieni_arena_release(&heard.arena);
}

TEST(bytes_are_the_same_everywhere)
{
    Heard heard = hear();
    MieniSha256 sha;
    uint8_t hash[32];
    char text[65];
    mieni_sha256_begin(&sha);
    for (int i = 0; i < heard.voice.sample_count; ++i) {
        const uint16_t bits = (uint16_t)heard.voice.samples[i];
        const uint8_t bytes[2] = {(uint8_t)bits, (uint8_t)(bits >> 8)};
        mieni_sha256_update(&sha, bytes, 2);
    }
    mieni_sha256_end(&sha, hash);
    for (int i = 0; i < 32; ++i)
        snprintf(text + 2 * i, 3, "%02x", hash[i]);
    CHECK_STR(text, "1e4143a063505f8925c98fc5a2a18ebdb94946506564cf440a95be0a4cf2f972");
    mieni_arena_release(&heard.arena);
}

TEST(memory_that_runs_out)
{
    for (int fails = 1; fails <= 2; ++fails) {
        Ledger ledger = {.fails = fails};
        const MienAllocator allocator = {&ledger, ledger_allocate, ledger_free};
        MieniArena arena = {.allocator = &allocator};
        MieniCastVoice voice;
        CHECK(!mieni_cast_voice(&arena, &voice));
        CHECK(voice.samples == NULL);
        mieni_arena_release(&arena);
        CHECK_INT(ledger.live, 0);
    }
}

CHECK_MAIN
{
    RUN(levels_are_those_of_a_recording);
    RUN(silence_is_where_lips_are_closed);
    RUN(sounds_are_those_of_the_sentence);
    RUN(bytes_are_the_same_everywhere);
    RUN(memory_that_runs_out);
}
