// SPDX-License-Identifier: MIT
//
// Keys of curves as samplers of glTF have them: one interpolation for all keys, times that
// are floats, rise and are not below 0. Curves whose keys are of several kinds can be said
// so too: a line is a cubic whose slopes are the line's, and what holds is a line to a key
// just before the next one.

#include "core/float_rules.h"

#include "io/gltf/write_base.h"
#include "io/rate.h"

#include <string.h>

/// The next float above or below one that is above 0.
static float neighbour(float value, int way)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits += (uint32_t)way;
    memcpy(&value, &bits, sizeof bits);
    return value;
}

void mieni_gltf_rise(float *times, int count)
{
    for (int i = 0; i < count; ++i) {
        times[i] = times[i] > 0.0f ? times[i] : 0.0f;
        if (i > 0 && !(times[i] > times[i - 1]))
            times[i] = neighbour(times[i - 1], 1);
    }
}

static double frame_time(const MienAuthorClip *clip, int frame)
{
    return mieni_rate_time(clip->rate, clip->rate_divisor, frame);
}

int mieni_gltf_moments(MieniArena *arena, const MienAuthorClip *clip, float **out_times)
{
    int count = 1;
    while (frame_time(clip, count) < clip->length)
        ++count;
    float *times = mieni_arena_take(arena, (size_t)count + 1, sizeof *times);
    *out_times = times;
    if (times == NULL)
        return 0;
    for (int i = 0; i < count; ++i)
        times[i] = (float)frame_time(clip, i);
    if ((float)clip->length > times[count - 1])
        times[count++] = (float)clip->length;
    return count;
}

bool mieni_gltf_samples_of(MieniArena *arena, const MienAuthorClip *clip, const MienAuthorClipCurve *curve,
                           MieniGltfKeys *out_keys)
{
    MieniGltfKeys keys = {.width = 1, .interpolation = MIEN_AUTHOR_LINEAR};
    keys.count = mieni_gltf_moments(arena, clip, &keys.times);
    keys.values = mieni_arena_take(arena, (size_t)keys.count, sizeof *keys.values);
    if (keys.times == NULL || keys.values == NULL)
        return false;
    for (int i = 0; i < keys.count; ++i)
        keys.values[i] = mien_author_curve_evaluate(curve, (double)keys.times[i]);
    *out_keys = keys;
    return true;
}

/// The one interpolation that can say all segments.
static MienAuthorInterpolation common_kind(const MienAuthorClipCurve *curve)
{
    int counts[3] = {0};
    const int segments = curve->key_count - 1;
    for (int k = 0; k < segments; ++k)
        ++counts[curve->keys[k].interpolation];
    for (int i = 0; i < 3 && segments > 0; ++i)
        if (counts[i] == segments)
            return (MienAuthorInterpolation)i;
    if (segments == 0)
        return curve->keys[0].interpolation;
    return counts[MIEN_AUTHOR_CUBIC] > 0 ? MIEN_AUTHOR_CUBIC : MIEN_AUTHOR_LINEAR;
}

static bool is_within(const MienAuthorClip *clip, const MienAuthorClipCurve *curve)
{
    const int last = curve->key_count - 1;
    return curve->before == MIEN_AUTHOR_HOLD && curve->after == MIEN_AUTHOR_HOLD && curve->key_count > 0 &&
           curve->keys[0].time >= 0.0 && (float)curve->keys[last].time <= (float)clip->length;
}

/// Puts a key; its slopes count for cubics only.
static void put_key(MieniGltfKeys *keys, float time, float arrive, float value, float leave)
{
    const int at = keys->count++;
    keys->times[at] = time;
    if (keys->interpolation != MIEN_AUTHOR_CUBIC) {
        keys->values[at] = value;
        return;
    }
    keys->values[3 * (size_t)at] = arrive;
    keys->values[3 * (size_t)at + 1] = value;
    keys->values[3 * (size_t)at + 2] = leave;
}

/// The slope of a segment at one of its ends, as its kind has it.
static float slope_of(const MienAuthorKey *from, bool is_end)
{
    const MienAuthorKey *to = from + 1;
    const double step = to->time - from->time;
    if (from->interpolation == MIEN_AUTHOR_CUBIC)
        return is_end ? to->arrive : from->leave;
    if (from->interpolation == MIEN_AUTHOR_CONSTANT || step <= 0.0)
        return 0.0f;
    return (float)(((double)to->value - (double)from->value) / step);
}

bool mieni_gltf_keys_of(MieniArena *arena, const MienAuthorClip *clip, const MienAuthorClipCurve *curve,
                        bool as_lines, MieniGltfKeys *out_keys)
{
    if (!is_within(clip, curve))
        return false;
    const int count = curve->key_count;
    MieniGltfKeys keys = {.width = 1, .interpolation = common_kind(curve)};
    if (as_lines && keys.interpolation == MIEN_AUTHOR_CUBIC)
        return false;
    if (as_lines)
        keys.interpolation = MIEN_AUTHOR_LINEAR;
    keys.times = mieni_arena_take(arena, 2 * (size_t)count, sizeof *keys.times);
    keys.values = mieni_arena_take(arena, 6 * (size_t)count, sizeof *keys.values);
    if (keys.times == NULL || keys.values == NULL)
        return false;
    for (int k = 0; k < count; ++k) {
        const MienAuthorKey *key = &curve->keys[k];
        const bool is_first = k == 0, is_last = k == count - 1;
        const float time = (float)key->time;
        if (!is_first && key[-1].interpolation == MIEN_AUTHOR_CONSTANT &&
            keys.interpolation != MIEN_AUTHOR_CONSTANT && time > 0.0f &&
            neighbour(time, -1) > keys.times[keys.count - 1])
            put_key(&keys, neighbour(time, -1), 0.0f, key[-1].value, 0.0f);
        put_key(&keys, time, is_first ? key->arrive : slope_of(key - 1, true), key->value,
                is_last ? key->leave : slope_of(key, false));
    }
    mieni_gltf_rise(keys.times, keys.count);
    *out_keys = keys;
    return true;
}
