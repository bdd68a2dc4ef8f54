// SPDX-License-Identifier: MIT
//
// Clips of curves that have everything a curve can be, and options to cook them
// with.

#pragma once

#include "support/packed_clips.h"
#include "support/random.h"

/// What is known of a random curve.
typedef enum CurveKind {
    CURVE_ANY,   ///< Keys of every kind at any time, jumps, extrapolations.
    CURVE_LINES, ///< Linear keys on frames, one at a time: lines between frames.
    CURVE_STEPS, ///< Constant keys on frames: holds between frames.
    CURVE_STILL, ///< Nearly or exactly constant, linear keys on frames.
    CURVE_KINDS,
} CurveKind;

/// A clip and all it points at.
typedef struct RandomClip {
    MienAuthorClip clip;
    MienAuthorClipOptions options;
    MienAuthorClipCurve *curves;
    CurveKind *kinds;
    float *errors;
    char (*names)[16];
    int rate, rate_divisor; ///< Of the pack.
    double frames;          ///< The length in frames of the pack.
} RandomClip;

enum { MOST_RANDOM_CURVES = 150 };

static inline double random_clip_time(const RandomClip *r, int frame)
{
    return (double)frame * (double)r->rate_divisor / (double)r->rate;
}

/// The error that a curve is held to; below 0 if it is to be exact.
static inline double random_clip_error(const RandomClip *r, int curve)
{
    float error = r->options.curve_errors != NULL ? r->errors[curve] : 0.0f;
    if (error == 0.0f)
        error = r->options.curve_error;
    return error == 0.0f ? 0.001 : (double)error;
}

static inline float draw_error(Random *random)
{
    if (random_below(random, 6) == 0)
        return MIEN_AUTHOR_EXACT;
    return random_below(random, 3) == 0 ? 0.0f : (float)mien_exp(random_between(random, -13.8, -2.31));
}

/// Values of a curve are middle + up to size.
typedef struct CurveRange {
    double middle, size;
} CurveRange;

static inline CurveRange draw_range(Random *random)
{
    static const CurveRange ranges[] = {{0.5, 0.5}, {0.5, 0.5},      {0.5, 0.5},    {0.0, 1.0},
                                        {0.0, 1e8}, {0.0, 1e-30},    {1000.0, 1.0}, {0.3, 1e-4},
                                        {9e8, 1e8}, {-1234.5, 5e-4}, {0.0, 30.0},   {0.0, 1e-42}};
    const CurveRange all[] = {{1.0, 1e-6}, {0.0, mien_exp(random_between(random, -20.0, 19.0))}};
    const int kind = random_below(random, 14);
    return kind < 12 ? ranges[kind] : all[kind - 12];
}

static inline float draw_value(Random *random, CurveRange range)
{
    if (random_below(random, 5) == 0)
        return (float)(range.middle - range.size); // the same again and again, as 0 in faces
    return (float)(range.middle + random_between(random, -range.size, range.size));
}

/// By time; keys at one time stay in their order, which no library's sort promises.
static inline void sort_keys(MienAuthorKey *keys, int count)
{
    for (int k = 1; k < count; ++k) {
        const MienAuthorKey key = keys[k];
        int at = k;
        for (; at > 0 && keys[at - 1].time > key.time; --at)
            keys[at] = keys[at - 1];
        keys[at] = key;
    }
}

/// Keys at any time from before the clip to after it, sometimes two at once.
static inline int draw_any_keys(Random *random, const RandomClip *r, CurveRange range, MienAuthorKey *keys,
                                int most)
{
    const int count = random_below(random, 3) == 0 ? random_below(random, 3) : random_below(random, most + 1);
    const int frames = (int)r->frames + 6;
    for (int k = 0; k < count; ++k) {
        const bool is_on = random_below(random, 2) == 0;
        const double at =
            is_on ? (double)(random_below(random, frames) - 2) : random_between(random, -2.5, (double)frames);
        keys[k] = (MienAuthorKey){.time = at * (double)r->rate_divisor / (double)r->rate,
                                  .value = draw_value(random, range),
                                  .interpolation = (MienAuthorInterpolation)random_below(random, 3),
                                  .is_auto = random_below(random, 2) == 0};
        if (is_on)
            keys[k].time = random_clip_time(r, (int)at);
        keys[k].arrive = (float)random_between(random, -3.0 * range.size, 3.0 * range.size);
        keys[k].leave = (float)random_between(random, -3.0 * range.size, 3.0 * range.size);
        if (k > 0 && random_below(random, 8) == 0)
            keys[k].time = keys[k - 1].time;
    }
    sort_keys(keys, count);
    mien_author_keys_set_auto(keys, count);
    return count;
}

/// Keys on frames that ascend, from every one to a few.
static inline int draw_frame_keys(Random *random, const RandomClip *r, CurveRange range, bool is_stepped,
                                  MienAuthorKey *keys, int most)
{
    const int stride = random_below(random, 2) == 0 ? 1 : 1 + random_below(random, 9);
    int frame = random_below(random, 4) == 0 ? -3 : random_below(random, 3), count = 0;
    while (count < most && frame < (int)r->frames + 5) {
        keys[count++] =
            (MienAuthorKey){.time = random_clip_time(r, frame),
                            .value = draw_value(random, range),
                            .interpolation = is_stepped ? MIEN_AUTHOR_CONSTANT : MIEN_AUTHOR_LINEAR};
        frame += stride == 1 ? 1 : 1 + random_below(random, stride);
    }
    return count;
}

/// Extrapolations and overshooting cubics may leave what curves can be: then they
/// are replaced by what cannot.
static inline void tame(const RandomClip *r, MienAuthorClipCurve *curve, MienAuthorKey *keys)
{
    for (int f = 0; f <= (int)r->frames + 1; ++f) {
        const float value = mien_author_curve_evaluate(curve, random_clip_time(r, f));
        if (value >= -MIEN_MAX_CURVE && value <= MIEN_MAX_CURVE)
            continue;
        curve->before = curve->after = MIEN_AUTHOR_HOLD;
        for (int k = 0; k < curve->key_count; ++k)
            keys[k].interpolation = MIEN_AUTHOR_LINEAR;
        return;
    }
}

static inline void draw_curve(Random *random, RandomClip *r, int c)
{
    MienAuthorClipCurve *curve = &r->curves[c];
    const int most = (int)r->frames + 9;
    MienAuthorKey *keys = clip_array(most, sizeof *keys);
    curve->keys = keys;
    r->kinds[c] = (CurveKind)random_below(random, CURVE_KINDS);
    CurveRange range = draw_range(random);
    const double error = random_clip_error(r, c);
    if (r->kinds[c] == CURVE_STILL) // about as far apart as the error, or not at all
        range.size = random_below(random, 3) == 0 ? 0.0 : absolute(error) * random_between(random, 0.5, 1.2);
    if (r->kinds[c] == CURVE_ANY) {
        curve->before = (MienAuthorBeyond)random_below(random, 5);
        curve->after = (MienAuthorBeyond)random_below(random, 5);
        curve->key_count = draw_any_keys(random, r, range, keys, most);
    } else {
        curve->key_count = draw_frame_keys(random, r, range, r->kinds[c] == CURVE_STEPS, keys, most);
        if (r->kinds[c] == CURVE_LINES && random_below(random, 4) == 0)
            curve->before = curve->after = MIEN_AUTHOR_SLOPE;
    }
    tame(r, curve, keys);
}

/// The same as another curve, its negative, or nearly the same: the other half of a
/// face.
static inline void draw_likeness(Random *random, RandomClip *r, int c, int of)
{
    const int count = r->curves[of].key_count, kind = random_below(random, 3);
    MienAuthorKey *keys = clip_array(count, sizeof *keys);
    memcpy(keys, r->curves[of].keys, (size_t)count * sizeof *keys);
    for (int k = 0; k < count; ++k) {
        if (kind == 1)
            keys[k].value = -keys[k].value, keys[k].arrive = -keys[k].arrive, keys[k].leave = -keys[k].leave;
        else if (kind == 2)
            keys[k].value *= (float)random_between(random, 0.98, 1.0);
    }
    const char *name = r->curves[c].name;
    r->curves[c] = r->curves[of];
    r->curves[c].name = name;
    r->curves[c].keys = keys;
    r->kinds[c] = r->kinds[of];
    r->errors[c] = r->errors[of];
    tame(r, &r->curves[c], keys);
}

static inline void draw_frames(Random *random, RandomClip *r)
{
    static const int rates[][2] = {{30, 1}, {60, 1},   {24, 0},       {30000, 1001}, {24000, 1001},
                                   {25, 1}, {0, 1001}, {60000, 1001}, {120, 0},      {7, 3}};
    static const int lengths[] = {0, 1, 2, 15, 16, 17, 31, 32, 33, 48, 64};
    const int own = random_below(random, 10), other = random_below(random, 10);
    r->clip.rate = rates[own][0];
    r->clip.rate_divisor = rates[own][1];
    if (random_below(random, 4) == 0) {
        r->options.rate = rates[other][0];
        r->options.rate_divisor = rates[other][1];
    }
    const int *rate = r->options.rate > 0 ? rates[other] : rates[own];
    r->rate = rate[0] > 0 ? rate[0] : 30;
    r->rate_divisor = rate[0] > 0 && rate[1] > 0 ? rate[1] : 1;
    const int whole =
        random_below(random, 2) == 0 ? lengths[random_below(random, 11)] : random_below(random, 200);
    r->frames = (double)whole;
    r->clip.length = random_clip_time(r, whole);
    if (random_below(random, 3) == 0) {
        r->frames += random_between(random, 0.01, 0.99);
        r->clip.length = r->frames * (double)r->rate_divisor / (double)r->rate;
    }
}

static inline RandomClip random_clip(Random *random)
{
    RandomClip r = {.curves = clip_array(MOST_RANDOM_CURVES, sizeof *r.curves),
                    .kinds = clip_array(MOST_RANDOM_CURVES, sizeof *r.kinds),
                    .errors = clip_array(MOST_RANDOM_CURVES, sizeof *r.errors),
                    .names = clip_array(MOST_RANDOM_CURVES, sizeof *r.names)};
    draw_frames(random, &r);
    const int shape = random_below(random, 4), likeness = random_below(random, 4);
    r.clip.curve_count = shape == 0 ? random_below(random, 10) : random_below(random, MOST_RANDOM_CURVES + 1);
    r.clip.curves = r.curves;
    r.options.curve_error = draw_error(random);
    r.options.curve_errors = random_below(random, 2) == 0 ? r.errors : NULL;
    for (int c = 0; c < r.clip.curve_count; ++c) {
        snprintf(r.names[c], sizeof r.names[c], "curve %d", (c * 7919 + 13) % 1000);
        r.curves[c].name = r.names[c];
        r.errors[c] = draw_error(random);
        if (c > 0 && random_below(random, 4) < likeness)
            draw_likeness(random, &r, c, random_below(random, c));
        else
            draw_curve(random, &r, c);
    }
    return r;
}

static inline void random_clip_free(RandomClip *r)
{
    for (int c = 0; c < r->clip.curve_count; ++c)
        free((void *)(uintptr_t)r->curves[c].keys);
    free(r->curves);
    free(r->kinds);
    free(r->errors);
    free(r->names);
    *r = (RandomClip){0};
}
