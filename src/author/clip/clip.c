// SPDX-License-Identifier: MIT
//
// Editable clips: checking and evaluating.

#include "core/float_rules.h"

#include "core/float_env.h"
#include "core/internal.h"
#include "core/pack_format.h"
#include "core/square_root.h"
#include "core/utf8.h"
#include "mien_author/clip.h"

#include <string.h>

static const double longest_clip = 24.0 * 3600.0;

static MienStatus bad(MienError *error, const char *sentence, const char *list, int index, const char *field)
{
    return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s[%d]%s", list, index, field), "%s", sentence);
}

static bool is_time(double time) { return time >= -longest_clip && time <= longest_clip; }

static MienStatus check_name(const char *name, const char *list, int index, const char *field,
                             MienError *error)
{
    const char *why = "a name is missing";
    if (name == NULL || !mieni_name_is_valid(name, strlen(name), &why))
        return bad(error, why, list, index, field);
    return MIEN_OK;
}

static MienStatus check_curve(const MienAuthorClip *clip, int c, MienError *error)
{
    const MienAuthorClipCurve *curve = &clip->curves[c];
    MienStatus status = check_name(curve->name, "curves", c, ".name", error);
    if (status != MIEN_OK)
        return status;
    if (curve->key_count < 0 || (curve->key_count > 0 && curve->keys == NULL))
        return bad(error, "keys are counted but not given", "curves", c, ".keys");
    if ((unsigned)curve->before > MIEN_AUTHOR_OSCILLATE || (unsigned)curve->after > MIEN_AUTHOR_OSCILLATE)
        return bad(error, "what comes before or after is of no known kind", "curves", c, "");
    for (int k = 0; k < curve->key_count; ++k) {
        const MienAuthorKey *key = &curve->keys[k];
        const float numbers[3] = {key->value, key->arrive, key->leave};
        if (!is_time(key->time) || (k > 0 && key->time < key[-1].time))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("curves[%d].keys[%d].time", c, k),
                              "times are within a day and ascend");
        if (!mieni_all_within(numbers, 3, MIEN_MAX_CURVE))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("curves[%d].keys[%d]", c, k),
                              "values and slopes are finite and sane");
        if ((unsigned)key->interpolation > MIEN_AUTHOR_CUBIC)
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("curves[%d].keys[%d].interpolation", c, k),
                              "an interpolation of no known kind");
    }
    return MIEN_OK;
}

static MienStatus check_track(const MienAuthorClip *clip, int t, MienError *error)
{
    const MienAuthorClipTrack *track = &clip->tracks[t];
    MienStatus status = check_name(track->bone, "tracks", t, ".bone", error);
    if (status != MIEN_OK)
        return status;
    if (track->sample_count < 1 || track->samples == NULL)
        return bad(error, "a track has at least one sample", "tracks", t, ".samples");
    for (int i = 0; i < track->sample_count; ++i) {
        float f[sizeof(MienTransform) / sizeof(float)];
        memcpy(f, &track->samples[i], sizeof f);
        if (track->times != NULL &&
            (!is_time(track->times[i]) || (i > 0 && track->times[i] < track->times[i - 1])))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("tracks[%d].times[%d]", t, i),
                              "times are within a day and ascend");
        if (!mieni_is_near_unit(f) || !mieni_all_within(f + 4, 3, MIEN_MAX_LENGTH) ||
            !mieni_all_within(f + 8, 3, MIEN_MAX_LENGTH))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("tracks[%d].samples[%d]", t, i),
                              "a sample needs a rotation of length 1 and finite, sane lengths");
    }
    return MIEN_OK;
}

static MienStatus check_clip(const MienAuthorClip *clip, MienError *error)
{
    if (clip->rate < 0 || clip->rate_divisor < 0 || (clip->track_count > 0 && clip->rate == 0))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("rate"), "tracks need a rate above 0");
    if (!(clip->length >= 0.0 && clip->length <= longest_clip))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("length"), "a length is 0 to a day");
    if (!is_time(clip->sound_offset))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("sound_offset"), "an offset is within a day");
    MienStatus status = MIEN_OK;
    for (int c = 0; status == MIEN_OK && c < clip->curve_count; ++c)
        status = check_curve(clip, c, error);
    for (int t = 0; status == MIEN_OK && t < clip->track_count; ++t)
        status = check_track(clip, t, error);
    for (int e = 0; status == MIEN_OK && e < clip->event_count; ++e) {
        status = check_name(clip->events[e].name, "events", e, ".name", error);
        if (status == MIEN_OK && !is_time(clip->events[e].time))
            status = bad(error, "a time is within a day", "events", e, ".time");
    }
    return status;
}

MienStatus mien_author_clip_check(const MienAuthorClip *clip, MienError *error)
{
    if (clip == NULL || clip->curve_count < 0 || clip->track_count < 0 || clip->event_count < 0 ||
        (clip->curve_count > 0 && clip->curves == NULL) || (clip->track_count > 0 && clip->tracks == NULL) ||
        (clip->event_count > 0 && clip->events == NULL))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                          "the clip and every counted list must be given");
    if (clip->curve_count > MIEN_MAX_CURVES || clip->track_count > MIEN_MAX_BONES)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_nowhere(),
                          "a clip has at most 65535 curves and 65535 tracks");
    const MieniFloatEnv env = mieni_float_env_enter();
    const MienStatus status = check_clip(clip, error);
    mieni_float_env_leave(env);
    return status;
}

/// The last key at or before a time, not the last of all; of keys at that very
/// time the one before the first, so that the first one's value is returned.
static int find_segment(const MienAuthorClipCurve *curve, double time)
{
    int low = 0, high = curve->key_count - 1;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (curve->keys[middle].time < time)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/// Between two keys: a cubic Bezier curve whose inner points lie on the tangents.
static double segment_value(const MienAuthorKey *from, const MienAuthorKey *to, double time)
{
    const double step = to->time - from->time;
    if (time >= to->time || step <= 0.0)
        return to->value;
    const double a = (time - from->time) / step, b = 1.0 - a;
    switch (from->interpolation) {
    case MIEN_AUTHOR_CONSTANT:
        return from->value;
    case MIEN_AUTHOR_LINEAR:
        return b * (double)from->value + a * (double)to->value;
    case MIEN_AUTHOR_CUBIC:
        break;
    }
    const double p0 = from->value, p1 = p0 + (double)from->leave * step / 3.0;
    const double p3 = to->value, p2 = p3 - (double)to->arrive * step / 3.0;
    return ((b * b * b) * p0 + 3.0 * (b * b * a) * p1) + (3.0 * (b * a * a) * p2 + (a * a * a) * p3);
}

static double value_within(const MienAuthorClipCurve *curve, double time)
{
    const int count = curve->key_count;
    if (count == 1 || time <= curve->keys[0].time)
        return curve->keys[0].value;
    const int k = find_segment(curve, time);
    return segment_value(&curve->keys[k], &curve->keys[k + 1], time);
}

/// How many whole periods lie between: rounded down, within what a double counts.
static double whole_periods(double periods)
{
    if (!(periods > -9e15))
        return -9e15;
    if (periods > 9e15)
        return 9e15;
    const double whole = (double)(int64_t)periods;
    return whole > periods ? whole - 1.0 : whole;
}

static double value_beyond(const MienAuthorClipCurve *curve, MienAuthorBeyond beyond, double time,
                           bool is_after)
{
    const MienAuthorKey *first = &curve->keys[0], *last = &curve->keys[curve->key_count - 1];
    const MienAuthorKey *outer = is_after ? last : first, *inner = is_after ? last - 1 : first + 1;
    const double period = last->time - first->time;
    if (beyond == MIEN_AUTHOR_HOLD || curve->key_count < 2 || period <= 0.0)
        return outer->value;
    if (beyond == MIEN_AUTHOR_SLOPE) {
        const double step = outer->time - inner->time;
        const double slope = step != 0.0 ? ((double)outer->value - (double)inner->value) / step : 0.0;
        return (double)outer->value + slope * (time - outer->time);
    }
    const double turns = whole_periods((time - first->time) / period);
    double along = (time - first->time) - turns * period;
    const bool is_odd = turns - 2.0 * whole_periods(turns / 2.0) != 0.0;
    if (beyond == MIEN_AUTHOR_OSCILLATE && is_odd)
        along = period - along;
    const double value = value_within(curve, first->time + along);
    const double rise = (double)last->value - (double)first->value;
    return beyond == MIEN_AUTHOR_CYCLE_OFFSET ? value + turns * rise : value;
}

static MIENI_APART float curve_value(const MienAuthorClipCurve *curve, double time)
{
    if (time > curve->keys[curve->key_count - 1].time)
        return (float)value_beyond(curve, curve->after, time, true);
    if (time < curve->keys[0].time)
        return (float)value_beyond(curve, curve->before, time, false);
    return time == time ? (float)value_within(curve, time) : curve->keys[0].value;
}

float mien_author_curve_evaluate(const MienAuthorClipCurve *curve, double time)
{
    if (curve == NULL || curve->key_count <= 0)
        return 0.0f;
    const MieniFloatEnv env = mieni_float_env_enter();
    const float value = curve_value(curve, time);
    mieni_float_env_leave(env);
    return value;
}

static MienTransform blend(const MienTransform *a, const MienTransform *b, float part)
{
    float x[12], y[12], out[12];
    memcpy(x, a, sizeof x);
    memcpy(y, b, sizeof y);
    const float dot = (x[0] * y[0] + x[1] * y[1]) + (x[2] * y[2] + x[3] * y[3]);
    const float rest = 1.0f - part, turn = dot < 0.0f ? -part : part;
    for (int k = 0; k < 12; ++k)
        out[k] = rest * x[k] + (k < 4 ? turn : part) * y[k];
    MienTransform result;
    memcpy(&result, out, sizeof result);
    result.rotation = mien_quat_normalize(result.rotation);
    result.reserved0 = result.reserved1 = 0.0f;
    return result;
}

static MIENI_APART MienTransform keyed_value(const MienAuthorClipTrack *track, double time)
{
    int low = 0, high = track->sample_count; // the last key at or before the time, of equal ones the last
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (track->times[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    const MienTransform *from = &track->samples[low];
    if (track->is_stepped || high == track->sample_count || !(time > track->times[low]))
        return *from;
    const double part = (time - track->times[low]) / (track->times[high] - track->times[low]);
    return blend(from, from + 1, (float)part);
}

static MIENI_APART MienTransform track_value(const MienAuthorClip *clip, const MienAuthorClipTrack *track,
                                             double time)
{
    if (track->times != NULL)
        return keyed_value(track, time);
    const int divisor = clip->rate_divisor > 0 ? clip->rate_divisor : 1;
    const int last = track->sample_count - 1;
    double frame = time * (double)clip->rate / (double)divisor;
    frame = frame > 0.0 ? frame : 0.0; // also not-a-number
    frame = frame < (double)last ? frame : (double)last;
    const int index = (int)frame;
    const double part = frame - (double)index;
    if (track->is_stepped)
        return track->samples[part >= 0.5 ? index + 1 : index];
    return part > 0.0 ? blend(&track->samples[index], &track->samples[index + 1], (float)part)
                      : track->samples[index];
}

MienTransform mien_author_track_evaluate(const MienAuthorClip *clip, int track, double time)
{
    if (clip == NULL || track < 0 || track >= clip->track_count)
        return mien_transform_identity();
    const MieniFloatEnv env = mieni_float_env_enter();
    const MienTransform value = track_value(clip, &clip->tracks[track], time);
    mieni_float_env_leave(env);
    return value;
}

/// Slope at a key between two secants: 0 at a turn, otherwise their weighted
/// harmonic mean, which is never more than three times either, so that the cubic
/// between the keys cannot leave their values.
static double auto_slope(double before, double after, double step_before, double step_after)
{
    if (before * after <= 0.0)
        return 0.0;
    const double w0 = 2.0 * step_after + step_before, w1 = step_after + 2.0 * step_before;
    return (w0 + w1) / (w0 / before + w1 / after);
}

void mien_author_keys_set_auto(MienAuthorKey *keys, int count)
{
    const MieniFloatEnv env = mieni_float_env_enter();
    const double steepest = (double)MIEN_MAX_CURVE; // what keys may have; less steep overshoots less
    for (int k = 0; k < count; ++k) {
        if (!keys[k].is_auto)
            continue;
        const double h0 = k > 0 ? keys[k].time - keys[k - 1].time : 0.0;
        const double h1 = k + 1 < count ? keys[k + 1].time - keys[k].time : 0.0;
        const double d0 = h0 > 0.0 ? ((double)keys[k].value - (double)keys[k - 1].value) / h0 : 0.0;
        const double d1 = h1 > 0.0 ? ((double)keys[k + 1].value - (double)keys[k].value) / h1 : 0.0;
        // At an end, or beside a jump, the one secant there is.
        double slope = h0 > 0.0 && h1 > 0.0 ? auto_slope(d0, d1, h0, h1) : d0 + d1;
        slope = slope < steepest ? slope : steepest;
        slope = slope > -steepest ? slope : -steepest;
        keys[k].arrive = keys[k].leave = (float)slope;
    }
    mieni_float_env_leave(env);
}
