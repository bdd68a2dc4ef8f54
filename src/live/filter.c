// SPDX-License-Identifier: MIT
//
// A low-pass filter of the first order whose cut-off frequency follows the distance to the new value.

#include "core/float_rules.h"

#include "mien_live/filter.h"

#define STILL_NOISES  3.0f   // Values closer than this many deviations are noise,
#define MOVING_NOISES 8.0f   // and beyond these they are motion.
#define LONGEST_STILL 100.0f // Seconds.
#define TWO_PI        6.2831853f
#define LARGEST       1e9f

static float or_default(float value, float usual) { return value > 0 && value <= LARGEST ? value : usual; }

/// From 0, noise, to 1, motion.
static float motion_of(float distance, float noise)
{
    const float noises = (distance < 0 ? -distance : distance) / noise;
    const float part = (noises - STILL_NOISES) / (MOVING_NOISES - STILL_NOISES);
    return part <= 0 ? 0 : part >= 1 ? 1 : part;
}

float mien_live_filter_run(const MienLiveFilterDesc *desc, MienLiveFilter *filter, float value, float seconds)
{
    if (!(value >= -LARGEST && value <= LARGEST))
        return filter->value;
    if (desc->is_off || !filter->has_value) {
        *filter = (MienLiveFilter){.has_value = true, .value = value};
        return value;
    }
    if (!(seconds > 0))
        seconds = 0;
    if (seconds > LONGEST_STILL)
        seconds = LONGEST_STILL;
    const float distance = value - filter->value;
    const float motion = motion_of(distance, or_default(desc->noise, MIEN_LIVE_FILTER_NOISE));
    const float squared = motion * motion;

    // A curve that has just come to rest is averaged over the time since then.
    float still = filter->still + seconds;
    if (still > LONGEST_STILL)
        still = LONGEST_STILL;
    const float slowest = TWO_PI * or_default(desc->still_hz, MIEN_LIVE_FILTER_STILL_HZ) * seconds;
    const float average = still > 0 ? seconds / still : 0;
    const float fastest = TWO_PI * or_default(desc->moving_hz, MIEN_LIVE_FILTER_MOVING_HZ) * seconds;
    const float step = (average > slowest ? average : slowest) + fastest * squared * squared;

    filter->value += distance * (step / (1 + step));
    filter->still = still * (1 - motion) * (1 - motion);
    return filter->value;
}
