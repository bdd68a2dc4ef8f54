// SPDX-License-Identifier: MIT
//
// A voice made of resonances: pulses of the glottis and breath go through five resonators
// in a row, which stand for the vocal tract from throat to lips; the hiss of narrow places
// goes past them through one of its own. What a sound sounds like is a row of a table,
// and the voice glides from row to row.

#include "core/float_rules.h"

#include "sample/cast.h"
#include "sample/cast/speech.h"
#include "sample/random.h"

#include <string.h>

enum {
    RATE = 24000,
    STEP = RATE / 1000, ///< Samples between two looks at the table.
    FORMANTS = 5,
    PER_TICK = RATE / MIENI_SPEECH_RATE,
};

/// What a sound sounds like. Levels are factors; eases are the milliseconds at either edge
/// in which it goes over into its neighbour.
typedef struct Target {
    const char *name;
    double formants[3], widths[3]; ///< Hertz.
    double voice;                  ///< Of the glottis.
    double breath;                 ///< Noise at the glottis.
    double hiss;                   ///< Noise at a narrow place.
    double center, width;          ///< Of the hiss, hertz.
    double ease, level_ease;       ///< Of formants and widths; of levels.
    bool is_burst;                 ///< The hiss dies away at once.
} Target;

/// A woman's formants. Sounds made by the lips pull the formants down, those behind the
/// teeth pull the second up.
static const Target targets[] = {
    {"-", {450, 1500, 2700}, {90, 110, 170}, 0, 0, 0, 0, 0, 60, 0, false},
    {"w", {320, 720, 2450}, {70, 90, 160}, 0.55, 0.01, 0, 0, 0, 38, 22, false},
    {"iy", {330, 2700, 3250}, {60, 110, 180}, 0.9, 0.012, 0, 0, 0, 50, 16, false},
    {"p", {320, 1100, 2450}, {90, 110, 170}, 0, 0, 0, 0, 0, 4, 0, false},
    {"p+", {400, 1150, 2900}, {220, 160, 220}, 0, 0.35, 1.2, 1100, 2200, 8, 1.5, true},
    {"l", {370, 1050, 3100}, {60, 90, 140}, 0.8, 0.01, 0, 0, 0, 12, 10, false},
    {"eh", {560, 2150, 2900}, {70, 100, 160}, 1, 0.012, 0, 0, 0, 34, 16, false},
    {"ih", {410, 2500, 3100}, {60, 100, 170}, 0.9, 0.012, 0, 0, 0, 45, 16, false},
    {"f", {360, 1400, 2650}, {200, 160, 220}, 0, 0.012, 0.17, 3600, 9000, 8, 18, false},
    {"ao", {580, 940, 2650}, {80, 90, 170}, 1, 0.012, 0, 0, 0, 45, 16, false},
    {"r", {430, 1300, 1800}, {80, 100, 120}, 0.75, 0.01, 0, 0, 0, 38, 18, false},
    {"s", {350, 1900, 2900}, {200, 140, 220}, 0, 0.006, 0.6, 6300, 2200, 10, 18, false},
    {"z", {320, 1900, 2850}, {120, 140, 220}, 0.25, 0.004, 0.36, 6300, 2200, 10, 18, false},
    {"b", {300, 1000, 2400}, {90, 110, 170}, 0, 0, 0, 0, 0, 4, 0, false},
    {"b+", {400, 1020, 2450}, {110, 120, 190}, 0.55, 0.05, 1.1, 900, 1800, 6, 2, true},
    {"ow", {560, 1020, 2650}, {80, 90, 170}, 1, 0.012, 0, 0, 0, 45, 16, false},
    {"uh", {420, 960, 2550}, {70, 90, 170}, 0.85, 0.012, 0, 0, 0, 38, 16, false},
    {"th", {380, 1450, 2750}, {200, 160, 220}, 0, 0.012, 0.2, 5600, 8000, 8, 18, false},
};

/// The two highest stay where they are.
static const double high_formants[2] = {4100, 5100}, high_widths[2] = {220, 320};

/// All that glides, at a moment.
typedef struct Sounding {
    double formants[FORMANTS], widths[FORMANTS];
    double voice, breath, hiss, center, width;
    double pitch; ///< Hertz.
    double lips;  ///< What they let out, from 0 to 1.
} Sounding;

/// A resonator of two poles: y = a x + b y' + c y''.
typedef struct Resonator {
    double a, b, c, first, second;
} Resonator;

static double radians_per_hertz(void) { return 2.0 * 3.14159265358979323846 / (double)RATE; }

/// The gain at rest is 1.
static void tune(Resonator *resonator, double frequency, double width)
{
    double sine, cosine;
    mien_sincos(frequency * radians_per_hertz(), &sine, &cosine);
    const double fall = mien_exp(-0.5 * width * radians_per_hertz());
    resonator->c = -fall * fall;
    resonator->b = 2.0 * fall * cosine;
    resonator->a = 1.0 - resonator->b - resonator->c;
}

static double resonate(Resonator *resonator, double in)
{
    const double out = resonator->a * in + resonator->b * resonator->first + resonator->c * resonator->second;
    resonator->second = resonator->first;
    resonator->first = out;
    return out;
}

static const Target *find_target(const char *name)
{
    const Target *target = targets;
    while (strcmp(target->name, name) != 0)
        ++target;
    return target;
}

static double begin_of(int sound) { return (double)mieni_speech_begin(sound) / (double)MIENI_SPEECH_RATE; }

static double smooth(double part)
{
    part = part < 0.0 ? 0.0 : part > 1.0 ? 1.0 : part;
    return part * part * (3.0 - 2.0 * part);
}

static double mix(double a, double b, double part) { return a + (b - a) * part; }

/// At most half of a sound is an edge.
static double edge(double ease, const MieniSpeechSound *sound)
{
    const double most = 0.5 * (double)sound->ticks / (double)MIENI_SPEECH_RATE;
    return 0.001 * ease < most ? 0.001 * ease : most;
}

/// How far it went from a sound to the next.
static double part_of(double time, int sound, double ease, double next_ease)
{
    const double border = begin_of(sound + 1), before = edge(ease, &mieni_speech[sound]),
                 behind = edge(next_ease, &mieni_speech[sound + 1]);
    return before + behind > 0.0 ? smooth((time - border + before) / (before + behind))
                                 : (time < border ? 0.0 : 1.0);
}

/// A release bursts and is over within 18 milliseconds.
static double hiss_of(const Target *target, double age)
{
    const double left = 1.0 - age / 0.018;
    return !target->is_burst ? target->hiss : left > 0.0 ? target->hiss * left * left : 0.0;
}

/// Between two neighbours.
static void blend(double time, int sound, Sounding *out)
{
    const Target *a = find_target(mieni_speech[sound].name), *b = find_target(mieni_speech[sound + 1].name);
    const double shape = part_of(time, sound, a->ease, b->ease);
    const double level = part_of(time, sound, a->level_ease, b->level_ease);
    for (int f = 0; f < 3; ++f) {
        out->formants[f] = mix(a->formants[f], b->formants[f], shape);
        out->widths[f] = mix(a->widths[f], b->widths[f], shape);
    }
    for (int f = 3; f < FORMANTS; ++f) {
        out->formants[f] = high_formants[f - 3];
        out->widths[f] = high_widths[f - 3];
    }
    out->voice = mix(a->voice, b->voice, level);
    out->breath = mix(a->breath, b->breath, level);
    out->hiss = mix(hiss_of(a, time - begin_of(sound)), hiss_of(b, time - begin_of(sound + 1)), level);
    const Target *hissing = b->hiss == 0.0 || (a->hiss > 0.0 && level < 0.5) ? a : b;
    out->center = hissing->center;
    out->width = hissing->width;
}

/// Of the sounds that have one, from middle to middle.
static double pitch_at(double time)
{
    double last_time = 0.0, last = 0.0;
    for (int i = 0; i < mieni_speech_count; ++i) {
        const double middle = 0.5 * (begin_of(i) + begin_of(i + 1)), own = (double)mieni_speech[i].pitch;
        if (own == 0.0)
            continue;
        if (middle >= time)
            return last == 0.0 ? own : mix(last, own, smooth((time - last_time) / (middle - last_time)));
        last_time = middle;
        last = own;
    }
    return last;
}

/// Closed lips let nothing out: not even what still rings behind them.
static double lips_at(double time)
{
    double open = 1.0;
    for (int i = 0; i < mieni_speech_count; ++i) {
        const bool is_silent = strcmp(mieni_speech[i].name, "-") == 0;
        if (!is_silent && !mieni_speech_is_sealed(&mieni_speech[i]))
            continue;
        // A sentence begins and ends more softly than a stop.
        const double before = (begin_of(i) - time) / (is_silent ? 0.06 : 0.016),
                     behind = (time - begin_of(i + 1)) / (is_silent ? 0.02 : 0.0015);
        const double own = smooth(before > behind ? before : behind);
        open = own < open ? own : open;
    }
    return open;
}

static void sound_at(double time, Sounding *out)
{
    int sound = 0;
    while (sound + 2 < mieni_speech_count && time >= 0.5 * (begin_of(sound + 1) + begin_of(sound + 2)))
        ++sound;
    blend(time, sound, out);
    out->pitch = pitch_at(time);
    out->lips = lips_at(time);
}

/// The voice at work.
typedef struct Voice {
    Resonator tract[FORMANTS], hiss;
    double phase;        ///< Of the glottis, from 0 to 1.
    double flow;         ///< Through the glottis, a sample ago.
    double pulse, noise; ///< A sample ago.
    double steady[2];
    uint64_t random;
} Voice;

static double next_noise(Voice *voice) { return 2.0 * (double)mien_random_unit(&voice->random) - 1.0; }

/// Air through the glottis: it opens slowly, closes fast, and rests. What is heard is how
/// it changes, taken as differences of the flow, which alias less than pulses would.
static double next_pulse(Voice *voice, double pitch)
{
    static const double open = 0.62;
    const double step = pitch / (double)RATE;
    voice->phase += step;
    if (voice->phase >= 1.0)
        voice->phase -= 1.0;
    const double x = voice->phase / open;
    const double flow = x < 1.0 ? 6.75 * x * x * (1.0 - x) : 0.0;
    const double pulse = 0.12 * (flow - voice->flow) / step;
    const double sharp = 2.0 * pulse - voice->pulse; // lips let high tones out better
    voice->flow = flow;
    voice->pulse = pulse;
    return sharp;
}

static double next_sample(Voice *voice, const Sounding *sounding)
{
    const double pulse = next_pulse(voice, sounding->pitch), noise = next_noise(voice);
    const double stirred = voice->phase < 0.62 ? 1.0 : 0.5; // the glottis lets air through
    double tract = sounding->voice * pulse + sounding->breath * stirred * noise;
    for (int f = FORMANTS - 1; f >= 0; --f)
        tract = resonate(&voice->tract[f], tract);
    // Without what is below the narrow place's resonance.
    double hiss = sounding->hiss * (sounding->voice > 0.0 ? stirred : 1.0) * (noise - voice->noise);
    voice->noise = noise;
    hiss = resonate(&voice->hiss, hiss);
    const double sum = tract + hiss;
    const double heard = sum - voice->steady[0] + 0.992 * voice->steady[1]; // no air pressure, only sound
    voice->steady[0] = sum;
    voice->steady[1] = heard;
    return heard * sounding->lips;
}

static void retune(Voice *voice, const Sounding *sounding)
{
    for (int f = 0; f < FORMANTS; ++f)
        tune(&voice->tract[f], sounding->formants[f], sounding->widths[f]);
    if (sounding->hiss > 0.0) {
        tune(&voice->hiss, sounding->center, sounding->width);
        voice->hiss.a = 1.0 + voice->hiss.c; // about as loud at the resonance, whatever the width
    }
}

bool mieni_cast_voice(MieniArena *arena, MieniCastVoice *out)
{
    const int count = mieni_speech_begin(mieni_speech_count) * PER_TICK;
    double *heard = mieni_arena_take(arena, (size_t)count, sizeof *heard);
    int16_t *samples = mieni_arena_take(arena, (size_t)count, sizeof *samples);
    *out = (MieniCastVoice){.rate = RATE};
    if (heard == NULL || samples == NULL)
        return false;
    Voice voice = {.random = 2026};
    Sounding sounding = {0};
    double loudest = 0.0;
    for (int i = 0; i < count; ++i) {
        if (i % STEP == 0) {
            sound_at((double)i / (double)RATE, &sounding);
            retune(&voice, &sounding);
        }
        heard[i] = next_sample(&voice, &sounding);
        const double size = heard[i] < 0.0 ? -heard[i] : heard[i];
        loudest = size > loudest ? size : loudest;
    }
    const double gain = 0.7 * 32767.0 / loudest;
    for (int i = 0; i < count; ++i) {
        const double scaled = heard[i] * gain;
        samples[i] = (int16_t)(int)(scaled < 0.0 ? scaled - 0.5 : scaled + 0.5);
    }
    out->sample_count = count;
    out->samples = samples;
    return true;
}
