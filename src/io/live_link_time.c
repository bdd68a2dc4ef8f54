// SPDX-License-Identifier: MIT
//
// Times of a Live Link Face take. The app writes wall-clock timecode, 60 frames
// per second, whatever the camera does: at 30 images per second every second
// frame has a row. Camera and clock drift apart slowly, by about half a frame in
// two minutes on the takes at hand. All is counted in thousandths of a frame of
// timecode, in integers; each time is rounded once, at the end.

#include "core/float_rules.h"

#include "io/live_link_time.h"

#include "base/usual_rates.h"
#include "io/rate.h"

#include <limits.h>

/// A number of one or two digits up to most, and the colon after it.
static bool take_part(MieniSpan *text, int most, int *out_part)
{
    const int digits = mieni_span_digits(*text, 2, out_part);
    if (digits == 0 || *out_part > most || (size_t)digits == text->size || text->at[digits] != ':')
        return false;
    *text = (MieniSpan){text->at + digits + 1, text->size - (size_t)digits - 1};
    return true;
}

bool mieni_timecode_read(MieniSpan text, MieniRowTime *out_time)
{
    int hour, minute, second, frame, decimals = 0, places = 0;
    if (!take_part(&text, 23, &hour) || !take_part(&text, 59, &minute) || !take_part(&text, 59, &second))
        return false;
    const int digits = mieni_span_digits(text, 3, &frame);
    if (digits == 0 || frame >= MIEN_IO_LIVE_LINK_MAX_RATE)
        return false;
    if ((size_t)digits < text.size) {
        const MieniSpan rest = {text.at + digits + 1, text.size - (size_t)digits - 1};
        places = mieni_span_digits(rest, 9, &decimals);
        if (text.at[digits] != '.' || places == 0 || (size_t)places != rest.size)
            return false;
    }
    for (; places < 3; ++places)
        decimals *= 10;
    for (; places > 3; --places)
        decimals /= 10;
    out_time->second = (hour * 60 + minute) * 60 + second;
    out_time->milliframe = 1000 * frame + decimals;
    return true;
}

int mieni_timecode_base(int rate, int divisor) { return rate / divisor + (rate % divisor != 0); }

/// The frames in a second, from where seconds change: the step there is the usual
/// one only if the second has as many frames as it really counts. 60 if no row
/// shows it, or more if the frames do.
static int find_base(const MieniRowTime *rows, int count, int64_t *scratch, bool *out_is_assumed)
{
    int inside = 0, across = 0, most = 0;
    for (int i = 0; i < count; ++i)
        most = rows[i].milliframe > most ? rows[i].milliframe : most;
    for (int i = 1; i < count; ++i)
        if (rows[i].second == rows[i - 1].second)
            scratch[inside++] = rows[i].milliframe - rows[i - 1].milliframe;
    const int64_t step = inside > 0 ? mieni_median(scratch, inside) : 0;
    for (int i = 1; i < count; ++i)
        if (rows[i].second == rows[i - 1].second + 1)
            scratch[across++] = rows[i - 1].milliframe - rows[i].milliframe;
    const int64_t frames = inside > 0 && across > 0 ? step + mieni_median(scratch, across) : 0;
    *out_is_assumed = false;
    for (int r = 0; r < MIENI_USUAL_RATES; ++r) {
        const int64_t off = frames - 1000 * mieni_usual_rates[r];
        if (1000 * mieni_usual_rates[r] > most && off > -500 && off < 500)
            return mieni_usual_rates[r];
    }
    *out_is_assumed = true;
    return most < 60000 ? 60 : most < 120000 ? 120 : MIEN_IO_LIVE_LINK_MAX_RATE;
}

/// The rate of the camera: the usual one that the usual step is nearest to, within
/// four per cent, because steps jitter; otherwise what the step says.
static void find_clip_rate(int64_t usual_step, MieniTakeTiming *timing)
{
    const int64_t second = 1000 * (int64_t)timing->base;
    const int64_t nearest = mieni_usual_rate(second, usual_step);
    timing->step = nearest > 0 ? second : usual_step;
    timing->steps = nearest > 0 ? nearest : 1;
    if (nearest > 0)
        mieni_rate_reduce(nearest * timing->rate, (int64_t)timing->divisor * timing->base, &timing->clip_rate,
                          &timing->clip_divisor);
    else if (!mieni_rate_reduce(1000 * (int64_t)timing->rate, timing->divisor * usual_step,
                                &timing->clip_rate, &timing->clip_divisor)) {
        timing->step = 1000; // rows hours apart: the timecode's own frames
        timing->clip_rate = timing->rate;
        timing->clip_divisor = timing->divisor;
    }
}

/// Milliframes of timecode as whole frames of the clip, to the nearest.
static int64_t to_frames(const MieniTakeTiming *timing, int64_t milliframes)
{
    return (2 * milliframes * timing->steps + timing->step) / (2 * timing->step);
}

static int64_t milliframes_since(const MieniRowTime *first, const MieniRowTime *row, int base)
{
    return (row->second - first->second) * 1000 * base + (row->milliframe - first->milliframe);
}

/// Whether each row has a frame of its own within a quarter of a frame.
static bool is_near_frames(const MieniTakeTiming *timing, const MieniRowTime *rows, int count)
{
    int64_t before = -1;
    for (int i = 0; i < count; ++i) {
        const int64_t at = milliframes_since(&rows[0], &rows[i], timing->base);
        const int64_t frame = to_frames(timing, at), off = at * timing->steps - frame * timing->step;
        if (frame == before || 4 * off > timing->step || -4 * off > timing->step)
            return false;
        before = frame;
    }
    return true;
}

static double frame_seconds(const MieniTakeTiming *timing, int64_t frame)
{
    return (double)(frame * timing->clip_divisor) / (double)timing->clip_rate;
}

/// Fills in the times, and what is only known once all rows were counted.
static void set_times(const MieniRowTime *rows, int count, MienIoLiveLinkTiming way, double *seconds,
                      MieniTakeTiming *timing)
{
    const bool is_near = way == MIEN_IO_LIVE_LINK_NEAREST && is_near_frames(timing, rows, count);
    int64_t counted = 0, before = 0, dropped = 0;
    double exact = 0.0;
    for (int i = 0; i < count; ++i) {
        const int64_t at = milliframes_since(&rows[0], &rows[i], timing->base), gap = at - before;
        const int64_t frames = to_frames(timing, gap);
        if (2 * gap * timing->steps > 3 * timing->step)
            dropped += frames - 1;
        if (i > 0)
            counted += frames > 0 ? frames : 1;
        before = at;
        exact = (double)(at * timing->divisor) / (double)(1000 * (int64_t)timing->rate);
        if (is_near)
            seconds[i] = frame_seconds(timing, to_frames(timing, at));
        else
            seconds[i] = way == MIEN_IO_LIVE_LINK_COUNTED ? frame_seconds(timing, counted) : exact;
    }
    timing->dropped = dropped < INT_MAX ? (int)dropped : INT_MAX;
    timing->is_on_frames = is_near || way == MIEN_IO_LIVE_LINK_COUNTED;
    timing->drift = exact - frame_seconds(timing, counted);
}

void mieni_take_time(const MieniRowTime *rows, int row_count, const MienIoLiveLinkOptions *options,
                     int64_t *scratch, double *out_seconds, MieniTakeTiming *out_timing)
{
    MieniTakeTiming timing = {.rate = options->timecode_rate, .divisor = options->timecode_rate_divisor};
    if (timing.divisor == 0 || timing.rate == 0)
        timing.divisor = 1;
    if (timing.rate == 0)
        timing.rate = find_base(rows, row_count, scratch, &timing.rate_is_assumed);
    timing.base = mieni_timecode_base(timing.rate, timing.divisor);
    for (int i = 1; i < row_count; ++i)
        scratch[i - 1] = milliframes_since(&rows[i - 1], &rows[i], timing.base);
    find_clip_rate(row_count > 1 ? mieni_median(scratch, row_count - 1) : 1000, &timing);
    set_times(rows, row_count, options->timing, out_seconds, &timing);
    *out_timing = timing;
}
