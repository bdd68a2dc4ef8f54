// SPDX-License-Identifier: MIT
//
// One source of a live face: order and clock of its frames, binding by name, the jitter buffer,
// smoothing, calibration, and what is shown when the face is lost.

#pragma once

#include "mien_live/face.h"

#include "base/arena.h"
#include "live/curves.h"

#include <stdint.h>

/// Frames that wait in the jitter buffer.
#define MIENI_LIVE_WAITING 16
typedef struct MieniLiveTiming {
    float delay, hold, fade, rejoin; ///< Seconds.
} MieniLiveTiming;

/// Values of all curves at a time of the sender.
typedef struct MieniLiveRow {
    double time;
    bool is_jump; ///< The clock jumped before it: no time passed.
    float *values;
} MieniLiveRow;

typedef struct MieniLiveSource {
    const MieniLiveCurves *curves;
    const MieniLiveTiming *timing;
    MienLiveSourceState state;

    // Binding.
    uint64_t names; ///< Hash of the names that are bound.
    int bound_count;
    int16_t bound[MIEN_LIVE_MAX_VALUES]; ///< Per value of a frame: its curve, or -1.
    float *raw;                          ///< Last value of each curve, as sent.

    // Order and clock.
    bool has_clock;
    double newest, newest_arrival; ///< Times of the newest frame.
    double offset;                 ///< From the sender's clock to ours: of the fastest frames.
    double interval;               ///< Usual seconds between frames; 0 before two came.

    // The jitter buffer: frames that are not shown yet, by time.
    MieniLiveRow waiting[MIENI_LIVE_WAITING];
    int waiting_count;

    // What is shown: between two rows of smoothed, calibrated values.
    MienLiveFilterDesc *filter_descs;
    MienLiveFilter *filters;
    MienLiveCalibration *calibration; ///< Or NULL.
    int *calibrated;                  ///< Per curve of the calibration: the curve, or -1.
    float *scratch;                   ///< Room for the calibration's values.
    MienLiveFilterDesc usual;
    int row_count; ///< 0 to 2.
    MieniLiveRow before, now;
    float part; ///< From before to now.

    // Loss of the face.
    double rejoined;       ///< When the face came back,
    float rejoined_weight; ///< and how much was left of the values.
    float weight;
} MieniLiveSource;

void mieni_live_source_fill(MieniArena *arena, const MieniLiveCurves *curves, const MieniLiveTiming *timing,
                            const MienLiveFilterDesc *filter, MieniLiveSource *out_source);
/// Takes the calibration, which may be NULL.
void mieni_live_source_calibrate(MieniLiveSource *source, MienLiveCalibration *calibration);
MienLiveAdded mieni_live_source_add(MieniLiveSource *source, const MienLiveFrame *frame, double arrival);
/// Shows what is due at a time of ours.
void mieni_live_source_play(MieniLiveSource *source, double time);
/// A curve's value as shown.
float mieni_live_source_value(const MieniLiveSource *source, int curve);
