// SPDX-License-Identifier: MIT
//
// Smoothing of live curves. The cut-off frequency rises with the distance between a value and the
// smoothed one: a still face is still, and a blink keeps its height and its time.
//
// A value within three times the noise of the smoothed value is averaged with those before it, since
// the curve last moved. Beyond eight times it is followed at once.
//
// Ownership   Filters are structs of the caller.
// Memory      A filter is a struct of the caller; nothing is allocated.
// Threads     No state outside the given structs.
// Determinism The same values and times give the same bits on every platform.

#pragma once

#include "mien/base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MIEN_LIVE_FILTER_NOISE     0.0015f
#define MIEN_LIVE_FILTER_STILL_HZ  0.01f
#define MIEN_LIVE_FILTER_MOVING_HZ 240.0f

/// How to smooth a curve. Zero-initialise: zero is every field's default.
typedef struct MienLiveFilterDesc {
    bool is_off;     ///< Values pass as they are.
    float noise;     ///< Standard deviation of the curve's values on a still face. 0: 0.0015.
    float still_hz;  ///< Cut-off frequency of a curve that has been still for long. 0: 0.01.
    float moving_hz; ///< Cut-off frequency of a curve that moves. 0: 240.
} MienLiveFilterDesc;

/// A smoothed curve. Zero-initialise: the first value is taken as it is.
typedef struct MienLiveFilter {
    bool has_value;
    float value;
    float still; ///< Seconds since the curve last moved.
} MienLiveFilter;

/// Takes the next value, seconds after the last one, and returns the smoothed value. Values that are
/// not finite are ignored; a negative time counts as 0.
MIEN_API float mien_live_filter_run(const MienLiveFilterDesc *desc, MienLiveFilter *filter, float value,
                                    float seconds);

#ifdef __cplusplus
}
#endif
