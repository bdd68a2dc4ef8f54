// SPDX-License-Identifier: MIT
//
// Rates of clips from what files say a frame lasts.

#include "core/float_rules.h"

#include "io/frame_rate.h"

#include <stdint.h>

/// Rates that cameras, screens and capture have: rate / divisor.
static const int usual_rates[][2] = {
    {1, 1},   {2, 1},         {5, 1},        {6, 1},   {8, 1},   {10, 1},       {12, 1},  {15, 1},  {16, 1},
    {18, 1},  {20, 1},        {24000, 1001}, {24, 1},  {25, 1},  {30000, 1001}, {30, 1},  {36, 1},  {40, 1},
    {48, 1},  {50, 1},        {60000, 1001}, {60, 1},  {72, 1},  {75, 1},       {80, 1},  {90, 1},  {96, 1},
    {100, 1}, {120000, 1001}, {120, 1},      {144, 1}, {150, 1}, {180, 1},      {200, 1}, {240, 1}, {250, 1},
    {300, 1}, {360, 1},       {480, 1},      {500, 1}, {600, 1}, {960, 1},      {1000, 1}};
enum { USUAL_RATES = sizeof usual_rates / sizeof usual_rates[0], LARGEST_PART = 10000000 };

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
        // 2^32 bounds the next whole part, so that the products above fit.
        if (p > 0 && distance((double)p / (double)q, value) <= 1e-9 * value)
            break;
        const double fraction = rest - (double)whole;
        if (fraction < 0x1p-32)
            break;
        rest = 1.0 / fraction;
    }
    *out_rate = (int)p;
    *out_divisor = (int)q;
}

bool mieni_frame_rate_find(double frame_time, int *out_rate, int *out_divisor)
{
    double least = 1e-3;
    int nearest = -1;
    for (int r = 0; r < USUAL_RATES; ++r) {
        const double off = distance(frame_time * (double)usual_rates[r][0] / (double)usual_rates[r][1], 1.0);
        if (off <= least) {
            least = off;
            nearest = r;
        }
    }
    if (nearest < 0) {
        find_fraction(1.0 / frame_time, out_rate, out_divisor);
        return false;
    }
    *out_rate = usual_rates[nearest][0];
    *out_divisor = usual_rates[nearest][1];
    return frame_time != (double)*out_divisor / (double)*out_rate;
}
