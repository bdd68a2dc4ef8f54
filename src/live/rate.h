// SPDX-License-Identifier: MIT
//
// How many frames arrive per second.

#pragma once

#define MIENI_LIVE_RATE_SECONDS 1.0

/// A rate over about the last second, after another frame. last is the arrival of the one before;
/// negative: there was none.
static inline float mieni_live_rate(float rate, double last, double arrival)
{
    const double passed = arrival - last;
    if (last < 0 || !(passed > 0) || passed >= MIENI_LIVE_RATE_SECONDS)
        return rate;
    const double now = 1 / passed, part = passed / MIENI_LIVE_RATE_SECONDS;
    return (float)(rate > 0 ? (double)rate + (now - (double)rate) * part : now);
}
