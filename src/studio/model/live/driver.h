// SPDX-License-Identifier: MIT
//
// From frames of one live source to values of curves by name: ordered, smoothed and calibrated by
// mien_live/face.h, then translated by a map.

#pragma once

#include "live/curves.h"
#include "mien_author/map.h"
#include "mien_live/face.h"

/// Values by the names of curves.
typedef struct StudioLiveValues {
    const char *const *names;
    const float *values;
    int count;
    double time;      ///< Seconds, going on evenly.
    uint64_t version; ///< Goes up when names change.
} StudioLiveValues;

typedef struct StudioDriver StudioDriver;

StudioDriver *studio_driver_create(void);         ///< NULL if out of memory.
void studio_driver_destroy(StudioDriver *driver); ///< May be NULL.
/// map and calibration may be NULL, and outlive the driver or the next call.
void studio_driver_set(StudioDriver *driver, const MienAuthorMap *map,
                       const MienLiveCalibration *calibration);
/// Adds a frame that arrived at a time of the clock.
void studio_driver_add(StudioDriver *driver, const MienLiveFrame *frame, double now);
/// The values at a time; valid until the next call. Nothing before the first frame with a face.
StudioLiveValues studio_driver_sample(StudioDriver *driver, double now);
/// What came; frames that are missing are counted over changes of names.
MienLiveSourceState studio_driver_state(const StudioDriver *driver);
/// The last frame with a face; NULL before.
const MienLiveFrame *studio_driver_frame(const StudioDriver *driver);
/// Whether a name of a frame, after the map, is one of these.
bool studio_driver_reaches(const StudioDriver *driver, const char *name, const MieniLiveCurves *names);
