// SPDX-License-Identifier: MIT
//
// Keys of curves: scaling, summing and resampling them. Arithmetic is in double and
// rounded once, when a value becomes a key.

#include "core/float_rules.h"

#include "author/clip/keys.h"

#include "base/usual_rates.h"
#include "core/pack_format.h"

MienStatus mieni_grid_make(const MienAuthorClip *clip, int rate, int divisor, MieniGrid *out_grid,
                           const char **out_why)
{
    if (rate == 0) {
        rate = clip->rate;
        divisor = clip->rate_divisor;
    }
    const MieniGrid grid = {
        .count = 1, .rate = rate, .divisor = divisor > 0 ? divisor : 1, .end = clip->length};
    if (rate == 0) {
        *out_why = "resampling needs the clip's rate, and it has none";
        return MIEN_ERROR_DATA;
    }
    if (grid.rate > 1000.0 * grid.divisor) {
        *out_why = "resampling gives at most 1000 keys per second, and the clip's rate is higher";
        return MIEN_ERROR_LIMIT;
    }
    *out_grid = grid;
    // Frames before the end. One that falls on it, but for rounding, is the end.
    const double frames = grid.end * grid.rate / grid.divisor - 0.001;
    if (frames > 0.0) {
        const int whole = (int)frames;
        out_grid->has_end = true;
        out_grid->count = whole + ((double)whole < frames ? 2 : 1);
    }
    return MIEN_OK;
}

double mieni_grid_time(const MieniGrid *grid, int index)
{
    if (grid->has_end && index == grid->count - 1)
        return grid->end;
    return (double)index * grid->divisor / grid->rate;
}

bool mieni_keys_are_sane(const MienAuthorKey *keys, int count)
{
    for (int k = 0; k < count; ++k) {
        const float numbers[3] = {keys[k].value, keys[k].arrive, keys[k].leave};
        if (!mieni_all_within(numbers, 3, MIEN_MAX_CURVE))
            return false;
    }
    return true;
}

/// Scaling keys scales everything between and beyond them: all kinds of segments,
/// and of ends, are linear in values and slopes.
void mieni_keys_scale(const MienAuthorKey *keys, int count, double gain, double offset, MienAuthorKey *out)
{
    for (int k = 0; k < count; ++k) {
        out[k] = keys[k];
        out[k].value = (float)(gain * (double)keys[k].value + offset);
        out[k].arrive = (float)(gain * (double)keys[k].arrive);
        out[k].leave = (float)(gain * (double)keys[k].leave);
    }
}

void mieni_keys_resample(const MienAuthorClipCurve *const *curves, const double *gains, int count,
                         const MieniGrid *grid, MienAuthorKey *out)
{
    for (int k = 0; k < grid->count; ++k) {
        const double time = mieni_grid_time(grid, k);
        double sum = gains[0] * (double)mien_author_curve_evaluate(curves[0], time); // a lone -0 stays -0
        for (int c = 1; c < count; ++c)
            sum += gains[c] * (double)mien_author_curve_evaluate(curves[c], time);
        out[k] = (MienAuthorKey){.time = time, .value = (float)sum, .interpolation = MIEN_AUTHOR_LINEAR};
    }
}

bool mieni_curve_shows_before(const MienAuthorClipCurve *curve)
{
    return curve->key_count > 1 && curve->keys[0].time > 0.0;
}

bool mieni_curve_shows_after(const MienAuthorClipCurve *curve, double length)
{
    return curve->key_count > 1 && curve->keys[curve->key_count - 1].time < length;
}

bool mieni_curve_holds(const MienAuthorClipCurve *curve, double length)
{
    return (curve->before == MIEN_AUTHOR_HOLD || !mieni_curve_shows_before(curve)) &&
           (curve->after == MIEN_AUTHOR_HOLD || !mieni_curve_shows_after(curve, length));
}

static bool is_at_frame(double time, double rate)
{
    const double off = time * rate - (double)(int64_t)(time * rate + 0.5);
    return off > -1e-6 && off < 1e-6;
}

/// What a pack has at a time: the line between two frames.
static float sampled_at(const MienAuthorClipCurve *curve, double time, double rate)
{
    const double frame = time * rate, whole = (double)(int64_t)frame;
    const float before = mien_author_curve_evaluate(curve, whole / rate);
    const float after = mien_author_curve_evaluate(curve, (whole + 1.0) / rate);
    return (float)((double)before + ((double)after - (double)before) * (frame - whole));
}

static bool is_step(const MienAuthorClipCurve *curve, int key)
{
    return curve->keys[key].interpolation == MIEN_AUTHOR_CONSTANT ||
           (key > 0 && curve->keys[key - 1].interpolation == MIEN_AUTHOR_CONSTANT);
}

/// The largest miss at a rate; out may be NULL.
static float largest_miss(const MienAuthorClip *clip, double rate, MieniMissedKey *out)
{
    float worst = 0.0f;
    for (int c = 0; c < clip->curve_count; ++c) {
        const MienAuthorClipCurve *curve = &clip->curves[c];
        for (int k = 0; k < curve->key_count; ++k) {
            const MienAuthorKey *key = &curve->keys[k];
            if (!(key->time >= 0.0 && key->time <= clip->length) || is_step(curve, k) ||
                is_at_frame(key->time, rate))
                continue;
            const float sampled = sampled_at(curve, key->time, rate), off = sampled - key->value;
            const float distance = off < 0.0f ? -off : off;
            if (distance > worst && out != NULL)
                *out =
                    (MieniMissedKey){.curve = c, .time = key->time, .value = key->value, .sampled = sampled};
            worst = distance > worst ? distance : worst;
        }
    }
    return worst;
}

bool mieni_clip_missed_key(const MienAuthorClip *clip, float tolerance, MieniMissedKey *out_missed)
{
    const double rate = (double)clip->rate / (double)(clip->rate_divisor > 0 ? clip->rate_divisor : 1);
    if (!(rate > 0.0) || !(largest_miss(clip, rate, out_missed) > tolerance))
        return false;
    for (int r = 0; r < MIENI_USUAL_RATES && out_missed->better_rate == 0; ++r) {
        const int usual = mieni_usual_rates[r];
        if (usual >= MIENI_LEAST_KEYED_RATE && usual > rate && largest_miss(clip, usual, NULL) <= tolerance)
            out_missed->better_rate = usual;
    }
    return true;
}
