// SPDX-License-Identifier: MIT
//
// One source of a live face. Frames become rows of raw values, in order; rows that are due pass the
// filters and the calibration once, whenever and however often the face is sampled.

#include "core/float_rules.h"

#include "live/bytes.h"
#include "live/calibration.h"
#include "live/rate.h"
#include "live/source.h"

#include <string.h>

#define RESTART_SECONDS  10.0  // A clock that goes back further began again; further ahead it jumped.
#define STUCK_SECONDS    0.5   // If only old frames come for this long, the clock began again.
#define DRIFT_PER_SECOND 0.001 // By which clocks may run apart.
#define GAP_INTERVALS    1.5
#define GAP_GROWTH       1.05

// -- Creation

void mieni_live_source_fill(MieniArena *arena, const MieniLiveCurves *curves, const MieniLiveTiming *timing,
                            const MienLiveFilterDesc *filter, MieniLiveSource *out_source)
{
    const size_t count = (size_t)curves->count;
    *out_source = (MieniLiveSource){.curves = curves, .timing = timing, .usual = *filter};
    out_source->state.last_arrival = out_source->state.last_face = -1;
    out_source->raw = mieni_arena_take(arena, count, sizeof(float));
    out_source->filter_descs = mieni_arena_take(arena, count, sizeof *out_source->filter_descs);
    out_source->filters = mieni_arena_take(arena, count, sizeof *out_source->filters);
    out_source->before.values = mieni_arena_take(arena, count, sizeof(float));
    out_source->now.values = mieni_arena_take(arena, count, sizeof(float));
    out_source->calibrated = mieni_arena_take(arena, MIEN_LIVE_MAX_CURVES, sizeof *out_source->calibrated);
    out_source->scratch = mieni_arena_take(arena, MIEN_LIVE_MAX_CURVES, sizeof *out_source->scratch);
    for (int i = 0; i < MIENI_LIVE_WAITING && timing->delay > 0; ++i)
        out_source->waiting[i].values = mieni_arena_take(arena, count, sizeof(float));
    if (!arena->is_out_of_memory)
        mieni_live_source_calibrate(out_source, NULL);
}

void mieni_live_source_calibrate(MieniLiveSource *source, MienLiveCalibration *calibration)
{
    source->calibration = calibration;
    for (int c = 0; c < source->curves->count; ++c)
        source->filter_descs[c] = source->usual;
    const MienLiveCalibrationDesc desc =
        calibration != NULL ? mien_live_calibration_desc(calibration) : (MienLiveCalibrationDesc){0};
    for (int i = 0; i < desc.curve_count; ++i) {
        const int curve = mieni_live_curves_find(source->curves, desc.curves[i].name);
        source->calibrated[i] = curve;
        if (curve >= 0 && desc.curves[i].noise > 0)
            source->filter_descs[curve].noise = desc.curves[i].noise;
    }
}

// -- Binding

static uint64_t hash_names(const MienLiveFrame *frame)
{
    const uint64_t hash = MIENI_LIVE_HASH + (uint64_t)frame->value_count;
    return mieni_live_hash(hash, frame->text, (size_t)frame->text_size) | 1; // 0: nothing is bound
}

static void bind(MieniLiveSource *source, const MienLiveFrame *frame)
{
    const uint64_t names = hash_names(frame);
    if (names == source->names)
        return;
    source->names = names;
    source->bound_count = 0;
    for (int i = 0; i < frame->value_count; ++i) {
        source->bound[i] = (int16_t)mieni_live_curves_find(source->curves, mien_live_frame_name(frame, i));
        source->bound_count += source->bound[i] >= 0;
    }
}

static void take_angles(MieniLiveSource *source, const MienLiveTransform *transform, const int *curves)
{
    float turns[3];
    if ((curves[0] < 0 && curves[1] < 0 && curves[2] < 0) || !mieni_live_turns(transform, turns))
        return;
    for (int i = 0; i < 3; ++i)
        if (curves[i] >= 0)
            source->raw[curves[i]] = turns[i];
}

/// What a frame does not have keeps its last value: some senders send only what changed.
static void take_values(MieniLiveSource *source, const MienLiveFrame *frame)
{
    bind(source, frame);
    for (int i = 0; i < frame->value_count; ++i)
        if (source->bound[i] >= 0)
            source->raw[source->bound[i]] = frame->values[i].value;
    const int *angles = source->curves->angles;
    take_angles(source, &frame->head, angles);
    take_angles(source, &frame->left_eye, angles + 3);
    take_angles(source, &frame->right_eye, angles + 6);
    source->state.bound_count = source->bound_count;
    source->state.unbound_count = frame->value_count - source->bound_count;
}

// -- Showing

/// Smooths and calibrates a row, which becomes the one that is shown.
static void show(MieniLiveSource *source, const MieniLiveRow *row)
{
    const int count = source->curves->count;
    const double passed =
        source->row_count > 0 && !row->is_jump ? row->time - source->now.time : source->interval;
    const MieniLiveRow last = source->before;
    source->before = source->now;
    source->now = (MieniLiveRow){row->time, row->is_jump, last.values};
    source->row_count += source->row_count < 2;
    float *values = source->now.values;
    for (int c = 0; c < count; ++c)
        values[c] = mien_live_filter_run(&source->filter_descs[c], &source->filters[c], row->values[c],
                                         (float)passed);
    if (source->calibration == NULL)
        return;
    const int calibrated = mien_live_calibration_desc(source->calibration).curve_count;
    for (int i = 0; i < calibrated; ++i)
        source->scratch[i] = source->calibrated[i] >= 0 ? values[source->calibrated[i]] : 0;
    mien_live_calibration_run(source->calibration, source->scratch, source->scratch);
    for (int i = 0; i < calibrated; ++i)
        if (source->calibrated[i] >= 0)
            values[source->calibrated[i]] = source->scratch[i];
}

static void show_first(MieniLiveSource *source)
{
    const MieniLiveRow first = source->waiting[0];
    show(source, &first);
    memmove(source->waiting, source->waiting + 1, (MIENI_LIVE_WAITING - 1) * sizeof source->waiting[0]);
    source->waiting[MIENI_LIVE_WAITING - 1] = first; // its memory, to use again
    source->waiting_count--;
}

/// Puts the last values into the jitter buffer, at their place by time.
static void wait_in_line(MieniLiveSource *source, double time, bool is_jump)
{
    if (is_jump)
        while (source->waiting_count > 0)
            show_first(source);
    if (source->waiting_count == MIENI_LIVE_WAITING)
        show_first(source);
    MieniLiveRow row = source->waiting[source->waiting_count];
    int at = source->waiting_count++;
    for (; at > 0 && source->waiting[at - 1].time > time; --at)
        source->waiting[at] = source->waiting[at - 1];
    row.time = time;
    row.is_jump = is_jump;
    memcpy(row.values, source->raw, (size_t)source->curves->count * sizeof(float));
    source->waiting[at] = row;
}

static bool is_waiting(const MieniLiveSource *source, double time)
{
    for (int i = 0; i < source->waiting_count; ++i)
        if (source->waiting[i].time == time)
            return true;
    return false;
}

// -- Order, clock, loss

static float clamp(double value) { return value <= 0 ? 0 : value >= 1 ? 1 : (float)value; }

/// How much is left of the values since the face was last seen.
static float left_at(const MieniLiveSource *source, double time)
{
    const double lost = time - source->state.last_face - (double)source->timing->delay;
    return 1 - clamp((lost - (double)source->timing->hold) / (double)source->timing->fade);
}

static float weight_at(const MieniLiveSource *source, double time)
{
    if (source->state.last_face < 0)
        return 0;
    const float part = clamp((time - source->rejoined) / (double)source->timing->rejoin);
    const float back = source->rejoined_weight + (1 - source->rejoined_weight) * part;
    const float left = left_at(source, time), weight = left < back ? left : back;
    return weight * weight * (3 - 2 * weight);
}

static void see_face(MieniLiveSource *source, double arrival)
{
    const float left = source->state.last_face >= 0 ? left_at(source, arrival) : 0;
    if (left < 1) {
        source->rejoined = arrival;
        source->rejoined_weight = left;
    }
    source->state.last_face = arrival;
}

static void count_frame(MieniLiveSource *source, double arrival)
{
    source->state.rate = mieni_live_rate(source->state.rate, source->state.last_arrival, arrival);
    source->state.last_arrival = arrival;
    source->state.frame_count++;
}

static void follow_clock(MieniLiveSource *source, double time, double arrival, double passed)
{
    const double offset = arrival - time,
                 slow = source->offset + DRIFT_PER_SECOND * (passed > 0 ? passed : 0);
    source->offset = offset < slow ? offset : slow;
}

/// The time from frame to frame. Missing frames count by the sender's clock alone: arrivals come in bursts.
/// A gap makes the interval a little longer, so that a sender which became slower has no gaps after a while.
static void follow_interval(MieniLiveSource *source, double passed, bool has_time)
{
    if (source->interval > 0 && passed > GAP_INTERVALS * source->interval) {
        source->state.gap_count += has_time ? (int)(passed / source->interval + 0.5) - 1 : 0;
        source->interval *= GAP_GROWTH;
    } else {
        source->interval += (passed - source->interval) * (source->interval > 0 ? 0.1 : 1);
    }
}

static MienLiveAdded restart(MieniLiveSource *source, double time, double arrival)
{
    const bool is_first = !source->has_clock;
    source->has_clock = true;
    source->newest = time;
    source->newest_arrival = arrival;
    source->offset = arrival - time;
    source->state.restart_count += !is_first;
    return is_first ? MIEN_LIVE_TAKEN : MIEN_LIVE_RESTARTED;
}

/// Where a frame stands in time.
static MienLiveAdded place(MieniLiveSource *source, double time, double arrival, bool has_time)
{
    const double passed = time - source->newest, waited = arrival - source->newest_arrival;
    const bool is_jump = passed <= -RESTART_SECONDS || passed >= RESTART_SECONDS;
    if (!source->has_clock || is_jump || (passed <= 0 && waited > STUCK_SECONDS))
        return restart(source, time, arrival);
    follow_clock(source, time, arrival, passed);
    if (passed > 0) {
        follow_interval(source, passed, has_time);
        source->newest = time;
        source->newest_arrival = arrival;
        return MIEN_LIVE_TAKEN;
    }
    if (passed == 0 || is_waiting(source, time))
        return MIEN_LIVE_DOUBLED;
    const bool is_in_time = source->timing->delay > 0 && source->row_count > 0 && time > source->now.time;
    return is_in_time ? MIEN_LIVE_TAKEN : MIEN_LIVE_LATE;
}

MienLiveAdded mieni_live_source_add(MieniLiveSource *source, const MienLiveFrame *frame, double arrival)
{
    count_frame(source, arrival);
    const double time = frame->has_time ? frame->time : arrival;
    const bool is_timed = frame->has_time || arrival > source->newest_arrival;
    const MienLiveAdded added =
        is_timed || !source->has_clock ? place(source, time, arrival, frame->has_time) : MIEN_LIVE_TAKEN;
    source->state.doubled_count += added == MIEN_LIVE_DOUBLED;
    source->state.late_count += added == MIEN_LIVE_LATE;
    if (added == MIEN_LIVE_DOUBLED || added == MIEN_LIVE_LATE)
        return added;
    if (!frame->has_face) {
        source->state.no_face_count++;
        return MIEN_LIVE_NO_FACE;
    }
    see_face(source, arrival);
    take_values(source, frame);
    if (source->timing->delay > 0)
        wait_in_line(source, time, added == MIEN_LIVE_RESTARTED);
    else
        show(source, &(MieniLiveRow){time, added == MIEN_LIVE_RESTARTED, source->raw});
    return added;
}

void mieni_live_source_play(MieniLiveSource *source, double time)
{
    source->weight = weight_at(source, time);
    source->part = 1;
    if (!(source->timing->delay > 0))
        return;
    const double due = time - source->offset - (double)source->timing->delay;
    while (source->waiting_count > 0 && (source->row_count == 0 || source->now.is_jump ||
                                         source->now.time <= due || source->waiting[0].is_jump))
        show_first(source);
    const double length = source->now.time - source->before.time;
    if (source->row_count == 2 && !source->now.is_jump && length > 0)
        source->part = clamp((due - source->before.time) / length);
}

float mieni_live_source_value(const MieniLiveSource *source, int curve)
{
    const float now = source->now.values[curve];
    if (source->row_count == 0)
        return 0;
    const float before = source->row_count == 2 ? source->before.values[curve] : now;
    return (source->part >= 1 ? now : before + (now - before) * source->part) * source->weight;
}
