// SPDX-License-Identifier: MIT
//
// What a clip is like, in numbers that say how well it could be packed.

#include "core/float_rules.h"

#include "sample/performances.h"

#include "core/float_env.h"
#include "core/square_root.h"
#include "sample/making.h"

#include <string.h>

/// Steps between frames are counted in units of 0.002; longer ones than this many
/// units count as this many.
enum { LONGEST_STEP = 1024 };

typedef struct Steps {
    uint64_t counts[2 * LONGEST_STEP + 1];
    uint64_t count;
} Steps;

static int whole_units(float value)
{
    const double units = (double)value * 500.0;
    if (!(units > -1e9 && units < 1e9))
        return 0;
    return (int)(units < 0.0 ? units - 0.5 : units + 0.5);
}

static void add_step(Steps *steps, int step)
{
    step = step < -LONGEST_STEP ? -LONGEST_STEP : step > LONGEST_STEP ? LONGEST_STEP : step;
    ++steps->counts[step + LONGEST_STEP];
    ++steps->count;
}

static double entropy_of(const Steps *steps)
{
    const double one_over_ln2 = 0x1.71547652b82fep+0;
    double sum = 0.0;
    for (int i = 0; i < 2 * LONGEST_STEP + 1; ++i) {
        if (steps->counts[i] == 0)
            continue;
        const double part = (double)steps->counts[i] / (double)steps->count;
        sum -= part * (mien_log(part) * one_over_ln2);
    }
    return sum;
}

/// Frames per second and their number, from 0 to the length.
typedef struct Frames {
    int rate, divisor, count;
} Frames;

static double time_of(const Frames *frames, int frame)
{
    return (double)frame * frames->divisor / frames->rate;
}

static double share(uint64_t part, uint64_t whole) { return whole > 0 ? (double)part / (double)whole : 0.0; }

static void look_at_curves(const MienAuthorClip *clip, const Frames *frames, MienSampleClipStatistics *out)
{
    Steps steps = {.count = 0};
    uint64_t values = 0, zeros = 0, changing = 0;
    for (int c = 0; c < clip->curve_count; ++c) {
        float before = 0.0f;
        for (int f = 0; f < frames->count; ++f) {
            const float value = mien_author_curve_evaluate(&clip->curves[c], time_of(frames, f));
            ++values;
            zeros += value == 0.0f;
            if (f > 0) {
                changing += value != before;
                add_step(&steps, whole_units(value) - whole_units(before));
            }
            before = value;
        }
    }
    out->zeros = share(zeros, values);
    out->changing = share(changing, steps.count);
    out->entropy = steps.count > 0 ? entropy_of(&steps) : 0.0;
}

/// Without times a sample is a frame, and taken as it is: evaluating at a frame's
/// time may round to a blend of two.
static MienTransform sample_of(const MienAuthorClip *clip, int t, const Frames *frames, int frame)
{
    const MienAuthorClipTrack *track = &clip->tracks[t];
    if (track->times == NULL)
        return track->samples[frame < track->sample_count ? frame : track->sample_count - 1];
    return mien_author_track_evaluate(clip, t, time_of(frames, frame));
}

/// The angle between two rotations, from the quaternion that leads from one to the
/// other.
static double angle_between(MienQuat a, MienQuat b)
{
    const double ax = a.x, ay = a.y, az = a.z, aw = a.w, bx = b.x, by = b.y, bz = b.z, bw = b.w;
    const double x = (aw * bx - ax * bw) - (ay * bz - az * by);
    const double y = (aw * by - ay * bw) - (az * bx - ax * bz);
    const double z = (aw * bz - az * bw) - (ax * by - ay * bx);
    const double w = (aw * bw + ax * bx) + (ay * by + az * bz);
    return 2.0 * mien_atan2(mieni_sqrt((x * x + y * y) + z * z), w < 0.0 ? -w : w);
}

static bool is_same(const MienTransform *a, const MienTransform *b)
{
    return memcmp(&a->rotation, &b->rotation, sizeof a->rotation) == 0 &&
           memcmp(&a->translation, &b->translation, sizeof a->translation) == 0 &&
           memcmp(&a->scale, &b->scale, sizeof a->scale) == 0;
}

static void look_at_tracks(const MienAuthorClip *clip, const Frames *frames, MienSampleClipStatistics *out)
{
    uint64_t constant = 0, steps = 0;
    double turns = 0.0;
    for (int t = 0; t < clip->track_count; ++t) {
        MienTransform before = sample_of(clip, t, frames, 0);
        double low[3] = {0.0, 0.0, 0.0}, high[3] = {0.0, 0.0, 0.0};
        bool changes = false;
        for (int f = 0; f < frames->count; ++f) {
            const MienTransform now = sample_of(clip, t, frames, f);
            const double place[3] = {now.translation.x, now.translation.y, now.translation.z};
            for (int k = 0; k < 3; ++k) {
                low[k] = f == 0 || place[k] < low[k] ? place[k] : low[k];
                high[k] = f == 0 || place[k] > high[k] ? place[k] : high[k];
            }
            changes = changes || !is_same(&now, &before);
            turns += f > 0 ? angle_between(before.rotation, now.rotation) : 0.0;
            before = now;
        }
        for (int k = 0; k < 3; ++k)
            out->translation_range =
                high[k] - low[k] > out->translation_range ? high[k] - low[k] : out->translation_range;
        constant += !changes;
        steps += frames->count > 0 ? (uint64_t)frames->count - 1 : 0;
    }
    out->constant_tracks = share(constant, (uint64_t)clip->track_count);
    out->mean_turn = steps > 0 ? turns / (double)steps : 0.0;
}

static MIENI_APART void look_at(const MienAuthorClip *clip, MienSampleClipStatistics *out)
{
    Frames frames = {.rate = clip->rate, .divisor = clip->rate_divisor > 0 ? clip->rate_divisor : 1};
    const double rate = (double)frames.rate / frames.divisor;
    // A length is rarely a whole number of frames to the last bit.
    const double last = clip->length * rate + 0.001;
    frames.count = last < 1e9 ? (int)last + 1 : 0;
    out->frame_count = frames.count;
    out->raw_bytes_per_second = (4.0 * clip->curve_count + 40.0 * clip->track_count) * rate;
    look_at_curves(clip, &frames, out);
    look_at_tracks(clip, &frames, out);
}

MienSampleClipStatistics mien_sample_clip_statistics(const MienAuthorClip *clip)
{
    MienSampleClipStatistics statistics = {.frame_count = 0};
    if (clip->rate <= 0)
        return statistics;
    const MieniFloatEnv env = mieni_float_env_enter();
    look_at(clip, &statistics);
    mieni_float_env_leave(env);
    return statistics;
}
