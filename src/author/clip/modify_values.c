// SPDX-License-Identifier: MIT
//
// Modifiers that compute curves: scaling, clamping, smoothing, resampling.
// Arithmetic is in double and rounded once, when a value becomes a key.

#include "core/float_rules.h"

#include "author/clip/modify.h"
#include "core/internal.h"

#include <string.h>

MienStatus mieni_work_grid(const MieniWork *work, int rate, int divisor, MieniGrid *out_grid)
{
    const char *why = "";
    const MienStatus status = mieni_grid_make(work->source, rate, divisor, out_grid, &why);
    return status == MIEN_OK ? status : mieni_work_fail(work, status, why, "");
}

/// Refuses keys that a clip could not carry.
static MienStatus check_keys(const MieniWork *work, const MienAuthorKey *keys, int count, int curve)
{
    if (mieni_keys_are_sane(keys, count))
        return MIEN_OK;
    return mieni_fail(work->error, MIEN_ERROR_DATA, "this gives a curve a value or slope beyond 1000000000",
                      "lists[%d].items[%d], curves[%d]", work->list, work->item, curve);
}

/// Room for keys, or NULL.
static MienAuthorKey *take_keys(const MieniWork *work, int count)
{
    return mieni_arena_take(work->scratch, (size_t)count, sizeof(MienAuthorKey));
}

/// Makes new keys a curve's own.
static MienStatus set_keys(MieniWork *work, int c, MienAuthorKey *keys, int count)
{
    MieniWorkCurve *at = &work->curves[c];
    at->curve.keys = keys;
    at->curve.key_count = count;
    at->owns_keys = true;
    return check_keys(work, keys, count, c);
}

static MienStatus resample(MieniWork *work, int c, const MieniGrid *grid)
{
    MienAuthorClipCurve *curve = &work->curves[c].curve;
    MienAuthorKey *keys = take_keys(work, grid->count);
    if (keys == NULL)
        return mieni_work_no_memory(work);
    const double gain = 1.0;
    mieni_keys_resample(&(const MienAuthorClipCurve *){curve}, &gain, 1, grid, keys);
    // What the curve was beyond its keys now is in keys, as far as the clip goes.
    curve->before = curve->after = MIEN_AUTHOR_HOLD;
    return set_keys(work, c, keys, grid->count);
}

static MienStatus resample_at_clip_rate(MieniWork *work, int c)
{
    MieniGrid grid;
    const MienStatus status = mieni_work_grid(work, 0, 0, &grid);
    return status == MIEN_OK ? resample(work, c, &grid) : status;
}

/// What one curve gets; *out_is_touched says whether anything.
typedef MienStatus ForCurve(MieniWork *work, int c, bool *out_is_touched);

static MienStatus for_named_curves(MieniWork *work, ForCurve *call)
{
    for (int c = 0; c < work->curve_count; ++c) {
        if (!mieni_work_is_named(work, work->curves[c].curve.name))
            continue;
        bool is_touched = false;
        const MienStatus status = call(work, c, &is_touched);
        if (status != MIEN_OK)
            return status;
        work->report->curves_touched += is_touched;
    }
    return MIEN_OK;
}

/// A curve without keys is 0; where it becomes something else it gets one key.
static MienStatus set_constant(MieniWork *work, int c, float value, bool *out_is_touched)
{
    if (value == 0.0f)
        return MIEN_OK;
    MienAuthorKey *key = take_keys(work, 1);
    if (key == NULL)
        return mieni_work_no_memory(work);
    key->value = value;
    key->interpolation = MIEN_AUTHOR_LINEAR;
    *out_is_touched = true;
    return set_keys(work, c, key, 1);
}

static MienStatus scale(MieniWork *work, int c, bool *out_is_touched)
{
    const MienAuthorClipCurve *curve = &work->curves[c].curve;
    if (curve->key_count == 0)
        return set_constant(work, c, work->modifier->offset, out_is_touched);
    MienAuthorKey *keys = take_keys(work, curve->key_count);
    if (keys == NULL)
        return mieni_work_no_memory(work);
    mieni_keys_scale(curve->keys, curve->key_count, work->modifier->gain, work->modifier->offset, keys);
    *out_is_touched = true;
    return set_keys(work, c, keys, curve->key_count);
}

MienStatus mieni_modify_scale(MieniWork *work) { return for_named_curves(work, scale); }

static bool is_between(double value, double min, double max) { return value >= min && value <= max; }

/// Whether a cubic segment cannot leave the bounds: it stays within the hull of its
/// four points, which are those that evaluation uses.
static bool cubic_stays(const MienAuthorKey *from, const MienAuthorKey *to, double min, double max)
{
    const double step = to->time - from->time;
    return is_between((double)from->value + (double)from->leave * step / 3.0, min, max) &&
           is_between((double)to->value - (double)to->arrive * step / 3.0, min, max);
}

static bool is_unbounded(MienAuthorBeyond beyond)
{
    return beyond == MIEN_AUTHOR_SLOPE || beyond == MIEN_AUTHOR_CYCLE_OFFSET;
}

typedef enum Fit { FITS, CAN_CLAMP, MUST_RESAMPLE } Fit;

/// What clamping has to do: nothing, clamp keys and add crossings, or resample
/// first because a cubic segment or an end goes out of bounds between keys.
static Fit fit_of(const MienAuthorClipCurve *curve, double length, double min, double max)
{
    if ((is_unbounded(curve->before) && mieni_curve_shows_before(curve)) ||
        (is_unbounded(curve->after) && mieni_curve_shows_after(curve, length)))
        return MUST_RESAMPLE;
    Fit fit = FITS;
    for (int k = 0; k < curve->key_count; ++k) {
        const MienAuthorKey *key = &curve->keys[k];
        const bool is_last = k + 1 == curve->key_count, is_cubic = key->interpolation == MIEN_AUTHOR_CUBIC;
        const bool is_in =
            is_between(key->value, min, max) && (is_last || is_between(key[1].value, min, max));
        if (!is_last && is_cubic && !(is_in && cubic_stays(key, key + 1, min, max)))
            return MUST_RESAMPLE;
        if (!is_in)
            fit = CAN_CLAMP;
    }
    return fit;
}

/// Keys where the line between two keys crosses a bound; returns how many.
static int add_crossings(const MienAuthorKey *a, const MienAuthorKey *b, float min, float max,
                         MienAuthorKey *out)
{
    if (a->interpolation != MIEN_AUTHOR_LINEAR || !(b->time > a->time))
        return 0;
    const bool rises = a->value < b->value;
    const float bounds[2] = {rises ? min : max, rises ? max : min};
    int count = 0;
    for (int i = 0; i < (min < max ? 2 : 1); ++i) {
        const float low = rises ? a->value : b->value, high = rises ? b->value : a->value;
        if (!(low < bounds[i] && bounds[i] < high))
            continue;
        const double part = ((double)bounds[i] - (double)a->value) / ((double)b->value - (double)a->value);
        const double time = a->time + part * (b->time - a->time);
        out[count++] = (MienAuthorKey){
            .time = time < b->time ? time : b->time, .value = bounds[i], .interpolation = MIEN_AUTHOR_LINEAR};
    }
    return count;
}

static float clamped(float value, float min, float max)
{
    if (value < min)
        return min;
    return value > max ? max : value;
}

static MienStatus clamp(MieniWork *work, int c, bool *out_is_touched)
{
    const MienAuthorClipCurve *curve = &work->curves[c].curve;
    const float min = work->modifier->min, max = work->modifier->max;
    if (curve->key_count == 0)
        return set_constant(work, c, clamped(0.0f, min, max), out_is_touched);
    const Fit fit = fit_of(curve, work->source->length, min, max);
    MienStatus status = MIEN_OK;
    if (fit == MUST_RESAMPLE)
        status = resample_at_clip_rate(work, c);
    if (fit == FITS || status != MIEN_OK)
        return status;
    const int count = curve->key_count;
    if (count > INT32_MAX / 3)
        return mieni_work_fail(work, MIEN_ERROR_LIMIT, "a curve has too many keys to be clamped", "");
    MienAuthorKey *keys = take_keys(work, 3 * count);
    if (keys == NULL)
        return mieni_work_no_memory(work);
    int filled = 0;
    for (int k = 0; k < count; ++k) {
        keys[filled] = curve->keys[k];
        keys[filled].value = clamped(curve->keys[k].value, min, max);
        ++filled;
        if (k + 1 < count)
            filled += add_crossings(&curve->keys[k], &curve->keys[k + 1], min, max, keys + filled);
    }
    *out_is_touched = true;
    return set_keys(work, c, keys, filled);
}

MienStatus mieni_modify_clamp(MieniWork *work) { return for_named_curves(work, clamp); }

/// Whether a curve is lines between its keys, as far as the clip shows it.
static bool is_lines(const MienAuthorClipCurve *curve, double length)
{
    if (!mieni_curve_holds(curve, length))
        return false;
    for (int k = 0; k + 1 < curve->key_count; ++k) {
        if (curve->keys[k].interpolation != MIEN_AUTHOR_LINEAR)
            return false;
    }
    return true;
}

/// y follows x by dy/dt = (x - y) / tau, so over a step it comes nearer by the part
/// 1 - e^(-step / tau). Where they are equal nothing is computed: -0 stays -0.
static void follow(double *value, double from, double part)
{
    if (*value != from)
        *value = from + part * (*value - from);
}

static void filter_forward(double *values, const double *parts, int count)
{
    for (int k = 1; k < count; ++k)
        follow(&values[k], values[k - 1], parts[k]);
}

static void filter_backward(double *values, const double *parts, int count)
{
    for (int k = count - 2; k >= 0; --k)
        follow(&values[k], values[k + 1], parts[k + 1]);
}

/// Filtering forward lags, filtering the result backward leads by as much: nothing
/// moves in time. At the ends the order of the two shows, therefore the mean of
/// both orders: reversing time and smoothing commute, to the bit.
static void smooth_values(double *values, double *other, const double *parts, int count)
{
    memcpy(other, values, (size_t)count * sizeof *values);
    filter_forward(values, parts, count);
    filter_backward(values, parts, count);
    filter_backward(other, parts, count);
    filter_forward(other, parts, count);
    for (int k = 0; k < count; ++k)
        values[k] = 0.5 * (values[k] + other[k]);
}

static MienStatus smooth(MieniWork *work, int c, bool *out_is_touched)
{
    const MienAuthorClipCurve *curve = &work->curves[c].curve;
    const double tau = work->modifier->time_constant;
    if (tau == 0.0 || curve->key_count < 2)
        return MIEN_OK;
    if (!is_lines(curve, work->source->length)) {
        const MienStatus status = resample_at_clip_rate(work, c);
        if (status != MIEN_OK)
            return status;
    }
    const int count = curve->key_count;
    MienAuthorKey *keys = take_keys(work, count);
    double *numbers = mieni_arena_take(work->scratch, (size_t)count, 3 * sizeof *numbers);
    if (keys == NULL || numbers == NULL)
        return mieni_work_no_memory(work);
    double *values = numbers, *other = numbers + count, *parts = other + count;
    for (int k = 0; k < count; ++k) {
        values[k] = curve->keys[k].value;
        if (k > 0)
            parts[k] = 1.0 - mien_exp(-(curve->keys[k].time - curve->keys[k - 1].time) / tau);
    }
    smooth_values(values, other, parts, count);
    for (int k = 0; k < count; ++k) {
        keys[k] = curve->keys[k];
        keys[k].value = (float)values[k];
    }
    *out_is_touched = true;
    return set_keys(work, c, keys, count);
}

MienStatus mieni_modify_smooth(MieniWork *work) { return for_named_curves(work, smooth); }

MienStatus mieni_modify_resample_curves(MieniWork *work)
{
    MieniGrid grid;
    const MienStatus status =
        mieni_work_grid(work, work->modifier->rate, work->modifier->rate_divisor, &grid);
    if (status != MIEN_OK)
        return status;
    for (int c = 0; c < work->curve_count; ++c) {
        if (!mieni_work_is_named(work, work->curves[c].curve.name))
            continue;
        const MienStatus done = resample(work, c, &grid);
        if (done != MIEN_OK)
            return done;
        ++work->report->curves_touched;
    }
    return MIEN_OK;
}
