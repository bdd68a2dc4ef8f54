// SPDX-License-Identifier: MIT
//
// Facial performances: blinks, saccades, speech and emotions, each a series of
// bumps that rise from 0 and fall back to it, added up curve by curve.

#include "core/float_rules.h"

#include "sample/performances.h"

#include "author/clip/memory.h"
#include "core/float_env.h"
#include "sample/making.h"
#include "sample/random.h"
#include "sample/shapes.h"

#include <stdio.h>

static const char *const shape_names[] = {MIENI_SHAPES(MIENI_SHAPE_NAME)};

/// Shapes that move together.
typedef struct Group {
    int count;
    uint8_t shapes[8];
} Group;

static const Group blink = {2, {eyeBlinkLeft, eyeBlinkRight}};
static const Group look[4] = {
    {2, {eyeLookInLeft, eyeLookOutRight}},
    {2, {eyeLookOutLeft, eyeLookInRight}},
    {2, {eyeLookUpLeft, eyeLookUpRight}},
    {2, {eyeLookDownLeft, eyeLookDownRight}},
};
static const Group jaw = {1, {jawOpen}};
static const Group sounds[] = {
    {4, {mouthLowerDownLeft, mouthLowerDownRight, mouthUpperUpLeft, mouthUpperUpRight}}, // a
    {4, {mouthStretchLeft, mouthStretchRight, mouthLowerDownLeft, mouthLowerDownRight}}, // e, i
    {1, {mouthFunnel}},                                                                  // o
    {2, {mouthPucker, mouthFunnel}},                                                     // u
    {4, {mouthClose, mouthPressLeft, mouthPressRight, mouthRollUpper}},                  // m, b, p
    {3, {mouthRollLower, mouthUpperUpLeft, mouthUpperUpRight}},                          // f, v
    {2, {tongueOut, mouthShrugUpper}},                                                   // th, l
    {3, {jawForward, mouthDimpleLeft, mouthDimpleRight}},                                // s
    {2, {mouthPucker, mouthShrugLower}},                                                 // sh, r
};
static const Group brows[] = {
    {3, {browInnerUp, browOuterUpLeft, browOuterUpRight}},
    {5, {browInnerUp, browOuterUpLeft, browOuterUpRight, eyeWideLeft, eyeWideRight}},
    {4, {browDownLeft, browDownRight, eyeSquintLeft, eyeSquintRight}},
    {4, {browDownLeft, browDownRight, noseSneerLeft, noseSneerRight}},
    {2, {browOuterUpLeft, browDownRight}},
    {1, {browInnerUp}},
};
static const Group moods[] = {
    {4, {mouthSmileLeft, mouthSmileRight, cheekSquintLeft, cheekSquintRight}},
    {6, {mouthSmileLeft, mouthSmileRight, cheekSquintLeft, cheekSquintRight, eyeSquintLeft, eyeSquintRight}},
    {3, {mouthFrownLeft, mouthFrownRight, mouthShrugLower}},
    {3, {mouthSmileLeft, mouthLeft, cheekSquintLeft}},
    {3, {mouthSmileRight, mouthRight, cheekSquintRight}},
    {3, {mouthPressLeft, mouthPressRight, cheekPuff}},
    {2, {jawLeft, mouthLeft}},
    {2, {jawRight, mouthRight}},
};

#define COUNT_OF(list) ((int)(sizeof(list) / sizeof((list)[0])))

/// Sequences of random numbers; each curve's noise has one of its own from NOISE on.
enum { BLINKS, SACCADES, SPEECH, BROWS, MOODS, FOLLOWERS, NOISE };

static const double noise_deviation = 0.005;

/// A performance in the making.
typedef struct Stage {
    uint64_t seed;
    uint64_t followers; ///< Random numbers for the curves beyond the 52.
    int curve_count, rate, frame_count;
    double length; ///< Seconds.
    MienAuthorKey **keys;
} Stage;

/// From 0 up to 1, for a while, and back. Seconds.
typedef struct Bump {
    double start, rise, hold, fall;
} Bump;

static double between(uint64_t *random, float low, float high)
{
    return (double)mien_random_between(random, low, high);
}

static double ease(double x) { return x * x * (3.0 - 2.0 * x); }

static double bump_level(const Bump *bump, double time)
{
    if (time < bump->rise)
        return ease(time / bump->rise);
    const double left = bump->rise + bump->hold + bump->fall - time;
    return left < bump->fall ? ease(left / bump->fall) : 1.0;
}

static void add_bump(const Stage *stage, int curve, const Bump *bump, double delay, double height)
{
    const double start = bump->start + delay, whole = bump->rise + bump->hold + bump->fall;
    for (int f = start > 0.0 ? (int)(start * stage->rate) : 0; f < stage->frame_count; ++f) {
        const double time = (double)f / stage->rate - start;
        if (time >= whole)
            break;
        if (time <= 0.0)
            continue;
        MienAuthorKey *key = &stage->keys[curve][f];
        key->value = (float)((double)key->value + height * bump_level(bump, time));
    }
}

/// Lets a group rise, no shape quite as high as the next. Curves beyond the 52 go
/// along with the shape that they are named after, most of the time, a little
/// later and less.
static void play(Stage *stage, uint64_t *random, const Group *group, const Bump *bump, double height)
{
    for (int i = 0; i < group->count; ++i) {
        const int shape = group->shapes[i];
        const double part = between(random, 0.8f, 1.0f);
        if (shape < stage->curve_count)
            add_bump(stage, shape, bump, 0.0, height * part);
        for (int c = shape + MIENI_SHAPE_COUNT; c < stage->curve_count; c += MIENI_SHAPE_COUNT) {
            const double less = between(&stage->followers, 0.3f, 1.0f);
            const double delay = between(&stage->followers, 0.0f, 0.05f);
            if (mien_random_index(&stage->followers, 16) > 0)
                add_bump(stage, c, bump, delay, height * part * less);
        }
    }
}

static void play_blinks(Stage *stage)
{
    uint64_t random = mien_random_stream(stage->seed, BLINKS);
    for (double time = between(&random, 0.5f, 4.0f); time < stage->length;) {
        const double whole = between(&random, 0.15f, 0.3f), height = between(&random, 0.9f, 1.0f);
        const Bump bump = {time, 0.3 * whole, 0.15 * whole, 0.55 * whole}; // lids fall faster than they rise
        play(stage, &random, &blink, &bump, height);
        time += between(&random, 2.0f, 6.0f);
    }
}

/// Fixations, one after the other: while the eyes jump, one fades as the next rises.
/// Straight ahead is among them.
static void play_saccades(Stage *stage)
{
    uint64_t random = mien_random_stream(stage->seed, SACCADES);
    double jump = between(&random, 0.03f, 0.07f);
    for (double time = 0.0; time < stage->length;) {
        const double whole = between(&random, 0.25f, 2.5f), next_jump = between(&random, 0.03f, 0.07f);
        const Bump bump = {time, jump, whole - jump, next_jump};
        for (int axis = 0; axis < 2; ++axis) {
            const int side = mien_random_index(&random, 2);
            const double height = between(&random, 0.05f, 0.6f);
            const bool is_ahead = mien_random_index(&random, 10) < 4;
            if (!is_ahead)
                play(stage, &random, &look[2 * axis + side], &bump, height);
        }
        time += whole;
        jump = next_jump;
    }
}

/// The jaw opens with each syllable, and most shape the lips for a sound.
static void play_syllable(Stage *stage, uint64_t *random, double time, double step)
{
    const Bump open = {time, 0.55 * step, 0.0, 0.75 * step};
    const double height = between(random, 0.1f, 0.5f);
    play(stage, random, &jaw, &open, height);
    const int sound = mien_random_index(random, COUNT_OF(sounds));
    const Bump lips = {time - 0.1 * step, 0.6 * step, 0.2 * step, 0.7 * step};
    const double lips_height = between(random, 0.2f, 0.8f);
    if (mien_random_index(random, 8) > 0)
        play(stage, random, &sounds[sound], &lips, lips_height);
}

/// Phrases of 5 to 9 syllables per second, with pauses.
static void play_speech(Stage *stage)
{
    uint64_t random = mien_random_stream(stage->seed, SPEECH);
    for (double time = between(&random, 0.2f, 1.0f); time < stage->length;) {
        const double end = time + between(&random, 1.0f, 3.5f), tempo = between(&random, 5.5f, 8.2f);
        while (time < end) {
            const double step = 1.0 / (tempo * between(&random, 0.92f, 1.08f));
            play_syllable(stage, &random, time, step);
            time += step;
        }
        time += between(&random, 0.4f, 2.0f);
    }
}

/// Slow swells of groups drawn from a list, with pauses of up to longest seconds.
static void play_swells(Stage *stage, int stream, const Group *groups, int count, float longest)
{
    uint64_t random = mien_random_stream(stage->seed, stream);
    for (double time = between(&random, 0.0f, longest); time < stage->length;) {
        const double whole = between(&random, 0.5f, 3.0f), rise = between(&random, 0.2f, 0.45f) * whole;
        const double fall = between(&random, 0.3f, 0.5f) * whole, height = between(&random, 0.2f, 0.9f);
        const Bump bump = {time, rise, whole - rise - fall, fall};
        play(stage, &random, &groups[mien_random_index(&random, count)], &bump, height);
        time += whole;
        time += between(&random, 0.1f, longest);
    }
}

/// Noise is drawn for every sample, so that captures share what they have of it.
static void finish_curve(const Stage *stage, int curve, MienSampleCapture capture)
{
    uint64_t random = mien_random_stream(stage->seed, NOISE + curve);
    for (int f = 0; f < stage->frame_count; ++f) {
        MienAuthorKey *key = &stage->keys[curve][f];
        double value = key->value < 1.0f ? (double)key->value : 1.0;
        const double noise = noise_deviation * mien_random_normal(&random);
        if (capture == MIEN_SAMPLE_NOISY || (capture == MIEN_SAMPLE_GATED && value != 0.0))
            value += noise;
        value = value > 0.0 ? value : 0.0;
        key->value = (float)(value < 1.0 ? value : 1.0);
        key->time = (double)f / stage->rate;
        key->interpolation = MIEN_AUTHOR_LINEAR;
    }
}

static MIENI_APART void perform(Stage *stage, MienSampleCapture capture)
{
    stage->length = (double)(stage->frame_count - 1) / stage->rate;
    play_blinks(stage);
    play_saccades(stage);
    play_speech(stage);
    play_swells(stage, BROWS, brows, COUNT_OF(brows), 1.6f);
    play_swells(stage, MOODS, moods, COUNT_OF(moods), 1.6f);
    for (int c = 0; c < stage->curve_count; ++c)
        finish_curve(stage, c, capture);
}

static const char *make_name(MieniArena *arena, int curve)
{
    char name[48];
    const char *shape = shape_names[curve % MIENI_SHAPE_COUNT];
    const int size = curve < MIENI_SHAPE_COUNT
                         ? snprintf(name, sizeof name, "%s", shape)
                         : snprintf(name, sizeof name, "%s_%d", shape, curve / MIENI_SHAPE_COUNT);
    return mieni_arena_text(arena, name, (size_t)size);
}

/// Curves with keys yet to be filled; false without memory.
static bool take_curves(MienAuthorClip *clip, Stage *stage)
{
    MieniArena *arena = mieni_clip_arena(clip);
    MienAuthorClipCurve *curves = mieni_arena_take(arena, (size_t)stage->curve_count, sizeof *curves);
    stage->keys = mieni_arena_take(arena, (size_t)stage->curve_count, sizeof *stage->keys);
    if (curves == NULL || stage->keys == NULL)
        return false;
    for (int c = 0; c < stage->curve_count && !arena->is_out_of_memory; ++c) {
        stage->keys[c] = mieni_arena_take(arena, (size_t)stage->frame_count, sizeof **stage->keys);
        curves[c] = (MienAuthorClipCurve){
            .name = make_name(arena, c), .key_count = stage->frame_count, .keys = stage->keys[c]};
    }
    clip->curves = curves;
    clip->curve_count = stage->curve_count;
    return !arena->is_out_of_memory;
}

MienAuthorClip *mien_sample_performance_create(const MienSamplePerformanceOptions *options)
{
    Stage stage = {.seed = options->seed,
                   .followers = mien_random_stream(options->seed, FOLLOWERS),
                   .curve_count = options->curve_count != 0 ? options->curve_count : MIENI_SHAPE_COUNT,
                   .rate = options->rate != 0 ? options->rate : 60};
    const int seconds = options->seconds != 0 ? options->seconds : 60;
    if (stage.curve_count < 1 || stage.curve_count > MIENI_MOST_CURVES || stage.rate < 1 ||
        stage.rate > MIENI_MOST_FRAMES_PER_SECOND || seconds < 1 || seconds > MIENI_MOST_SECONDS ||
        (unsigned)options->capture > MIEN_SAMPLE_NOISY)
        return NULL;
    stage.frame_count = stage.rate * seconds;
    MienAuthorClip *clip = mieni_clip_create(options->allocator);
    if (clip == NULL)
        return NULL;
    if (!take_curves(clip, &stage)) {
        mien_author_clip_destroy(clip);
        return NULL;
    }
    const MieniFloatEnv env = mieni_float_env_enter();
    perform(&stage, options->capture);
    mieni_float_env_leave(env);
    clip->rate = stage.rate;
    clip->length = stage.length;
    return clip;
}
