// SPDX-License-Identifier: MIT
//
// Frame rates. Steps are counted in integers, so that a median is exact.

#include "core/float_rules.h"

#include "io/rate.h"

#include "base/usual_rates.h"

#include <limits.h>

int64_t mieni_median(const int64_t *values, int count)
{
    int64_t low = values[0], high = values[0];
    for (int i = 1; i < count; ++i) {
        low = values[i] < low ? values[i] : low;
        high = values[i] > high ? values[i] : high;
    }
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        int not_above = 0;
        for (int i = 0; i < count; ++i)
            not_above += values[i] <= middle;
        if (not_above > (count - 1) / 2)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

int mieni_usual_rate(int64_t units_per_second, int64_t step)
{
    int64_t least = units_per_second / 25 + 1;
    int nearest = 0;
    for (int r = 0; r < MIENI_USUAL_RATES; ++r) {
        const int64_t off = units_per_second - mieni_usual_rates[r] * step, distance = off < 0 ? -off : off;
        if (distance < least) {
            nearest = mieni_usual_rates[r];
            least = distance;
        }
    }
    return nearest;
}

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

bool mieni_rate_reduce(int64_t rate, int64_t divisor, int *out_rate, int *out_divisor)
{
    const int64_t common = common_divisor(rate, divisor);
    if (rate / common > INT_MAX || divisor / common > INT_MAX)
        return false;
    *out_rate = (int)(rate / common);
    *out_divisor = (int)(divisor / common);
    return true;
}

bool mieni_rate_of_times(const double *seconds, int count, int64_t *scratch, int *out_rate, int *out_divisor)
{
    static const int64_t nanoseconds = 1000000000;
    *out_rate = MIENI_ASSUMED_RATE;
    *out_divisor = 1;
    if (count < 2)
        return false;
    for (int i = 1; i < count; ++i)
        scratch[i - 1] = (int64_t)((seconds[i] - seconds[i - 1]) * (double)nanoseconds + 0.5);
    const int64_t step = mieni_median(scratch, count - 1);
    const int usual = step > 0 ? mieni_usual_rate(nanoseconds, step) : 0;
    if (usual > 0) {
        *out_rate = usual;
        return true;
    }
    return step > 0 && mieni_rate_reduce(nanoseconds, step, out_rate, out_divisor);
}

static double frame_of(double seconds, double rate) { return (double)(int64_t)(seconds * rate + 0.5); }

/// Whether every time is at a frame of its own, give or take some seconds.
static bool has_frames_at(const double *seconds, int count, double rate, double near)
{
    double last = -1.0;
    for (int i = 0; i < count; ++i) {
        const double frame = frame_of(seconds[i], rate), off = seconds[i] - frame / rate;
        if (off > near || off < -near || frame <= last)
            return false;
        last = frame;
    }
    return true;
}

static void move_to_frames(double *seconds, int count, double rate)
{
    for (int i = 0; i < count; ++i)
        seconds[i] = frame_of(seconds[i], rate) / rate;
}

bool mieni_rate_meeting_times(double *seconds, int count, int64_t *scratch, int *out_rate, int *out_divisor)
{
    static const double rounding = 0.0006, half_frame = 0.5 / 240.0 + 1e-6;
    static const double fastest = 1000.0; // two rows a microsecond apart do not show a rate
    if (!mieni_rate_of_times(seconds, count, scratch, out_rate, out_divisor))
        return false;
    double rate = (double)*out_rate / (double)*out_divisor;
    bool is_met = rate <= fastest && has_frames_at(seconds, count, rate, rounding);
    for (int r = 0; r < MIENI_USUAL_RATES && !is_met; ++r)
        if (mieni_usual_rates[r] >= MIENI_LEAST_KEYED_RATE &&
            has_frames_at(seconds, count, mieni_usual_rates[r], rounding)) {
            rate = *out_rate = mieni_usual_rates[r];
            *out_divisor = 1;
            is_met = true;
        }
    if (!is_met && (rate < 240.0 || rate > fastest)) {
        rate = *out_rate = mieni_usual_rates[MIENI_USUAL_RATES - 1];
        *out_divisor = 1;
        is_met = has_frames_at(seconds, count, rate, half_frame);
    }
    if (is_met)
        move_to_frames(seconds, count, rate);
    return true;
}

bool mieni_rate_of_number(double frames_per_second, int *out_rate, int *out_divisor)
{
    if (!(frames_per_second >= 0.001 && frames_per_second <= 1000000.0))
        return false;
    const int64_t whole = (int64_t)(frames_per_second + 0.5);
    const double off = frames_per_second * 1.001 - (double)whole;
    if (frames_per_second != (double)whole && off > -0.001 && off < 0.001)
        return mieni_rate_reduce(1000 * whole, 1001, out_rate, out_divisor);
    return mieni_rate_reduce((int64_t)(frames_per_second * 1000.0 + 0.5), 1000, out_rate, out_divisor);
}

/// Rates that motion is captured and exported at: rate / divisor. More than cameras have,
/// and nearer to each other, because frame times are rounded and do not jitter.
static const int frame_time_rates[][2] = {
    {1, 1},   {2, 1},         {5, 1},        {6, 1},   {8, 1},   {10, 1},       {12, 1},  {15, 1},  {16, 1},
    {18, 1},  {20, 1},        {24000, 1001}, {24, 1},  {25, 1},  {30000, 1001}, {30, 1},  {36, 1},  {40, 1},
    {48, 1},  {50, 1},        {60000, 1001}, {60, 1},  {72, 1},  {75, 1},       {80, 1},  {90, 1},  {96, 1},
    {100, 1}, {120000, 1001}, {120, 1},      {144, 1}, {150, 1}, {180, 1},      {200, 1}, {240, 1}, {250, 1},
    {300, 1}, {360, 1},       {480, 1},      {500, 1}, {600, 1}, {960, 1},      {1000, 1}};
enum { FRAME_TIME_RATES = sizeof frame_time_rates / sizeof frame_time_rates[0], LARGEST_PART = 10000000 };

static double distance(double a, double b) { return a > b ? a - b : b - a; }

/// A fraction near a value between 1e-5 and 1e5: the continued fraction, up to where
/// it is near enough or its parts become large.
static void find_fraction(double value, int *out_rate, int *out_divisor)
{
    int64_t p = 1, q = 0, before_p = 0, before_q = 1;
    double rest = value;
    for (;;) {
        const int64_t whole = (int64_t)rest;
        const int64_t next_p = whole * p + before_p, next_q = whole * q + before_q;
        if (next_p > LARGEST_PART || next_q > LARGEST_PART)
            break;
        before_p = p;
        before_q = q;
        p = next_p;
        q = next_q;
        if (p > 0 && distance((double)p / (double)q, value) <= 1e-9 * value)
            break;
        const double fraction = rest - (double)whole;
        if (fraction < 0x1p-32) // beyond, the products above would not fit
            break;
        rest = 1.0 / fraction;
    }
    *out_rate = (int)p;
    *out_divisor = (int)q;
}

bool mieni_rate_of_frame_time(double frame_time, int *out_rate, int *out_divisor)
{
    double least = 1e-3;
    int nearest = -1;
    for (int r = 0; r < FRAME_TIME_RATES; ++r) {
        const double off =
            distance(frame_time * (double)frame_time_rates[r][0] / (double)frame_time_rates[r][1], 1.0);
        if (off <= least) {
            least = off;
            nearest = r;
        }
    }
    if (nearest < 0) {
        find_fraction(1.0 / frame_time, out_rate, out_divisor);
        return false;
    }
    *out_rate = frame_time_rates[nearest][0];
    *out_divisor = frame_time_rates[nearest][1];
    return frame_time != (double)*out_divisor / (double)*out_rate;
}

double mieni_rate_time(int rate, int divisor, int frame)
{
    return (double)frame * (double)(divisor > 0 ? divisor : 1) / (double)(rate > 0 ? rate : 30);
}
