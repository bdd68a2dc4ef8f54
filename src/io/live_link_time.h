// SPDX-License-Identifier: MIT
//
// Times of a Live Link Face take: timecodes, the rate they count at, the rate of
// the camera, and when each row is.

#pragma once

#include "io/text.h"
#include "mien_io/live_link.h"

/// When a row is, as its timecode says. Frames are below the timecode's rate, so
/// that rows compare without knowing it.
typedef struct MieniRowTime {
    int64_t second; ///< Of the day; goes on after midnight.
    int milliframe; ///< Within the second.
    bool has_face;
} MieniRowTime;

/// HH:MM:SS:FF, or FF.sss with up to nine decimals, of which three count. False
/// if the text is none, or counts 240 or more frames.
bool mieni_timecode_read(MieniSpan text, MieniRowTime *out_time);

/// The rates of a take, and what its times say.
typedef struct MieniTakeTiming {
    int base;             ///< Frames that one second of timecode counts.
    int rate, divisor;    ///< Those frames per second of real time: rate / divisor.
    bool rate_is_assumed; ///< The rows do not show it.
    int64_t step, steps;  ///< A frame of the clip is step / steps milliframes of timecode.
    int clip_rate;        ///< Frames per second of the clip: clip_rate / clip_divisor.
    int clip_divisor;
    int dropped;
    bool is_on_frames;
    double drift;
} MieniTakeTiming;

/// The whole frames that a second of timecode counts at a rate.
int mieni_timecode_base(int rate, int divisor);

/// Finds the rates of row_count ascending rows, at least one and within a day, and
/// the seconds of each after the first. scratch has room for row_count. The options'
/// rate is checked. Needs the default float environment.
void mieni_take_time(const MieniRowTime *rows, int row_count, const MienIoLiveLinkOptions *options,
                     int64_t *scratch, double *out_seconds, MieniTakeTiming *out_timing);
