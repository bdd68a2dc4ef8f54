// SPDX-License-Identifier: MIT
//
// What readers of curves share: the clip that is made, its names, its rate.

#pragma once

#include "author/clip/memory.h"
#include "mien_io/curves.h"

/// What reading knows and needs.
typedef struct MieniCurvesReading {
    const void *bytes;
    size_t size;
    const MienIoCurvesOptions *options;
    MienError *error;
    MienAuthorClip *clip;
    MieniArena scratch; ///< Freed when reading ends.
    MienAuthorClipCurve *curves;
    MienIoCurvesReport report;
} MieniCurvesReading;

/// Fills in clip and report from the bytes. Runs in the default float environment.
typedef MienStatus (*MieniCurvesReader)(MieniCurvesReading *reading);

/// Checks arguments, makes a clip, has it read, and gives it or frees it.
MienStatus mieni_curves_read(const MieniCurvesReading *given, MieniCurvesReader read,
                             const MienAllocator *allocator, MienAuthorClip **out_clip,
                             MienIoCurvesReport *out_report);

MienStatus mieni_curves_no_memory(const MieniCurvesReading *reading);
/// Room for the report's curve_count curves, in the clip.
MienStatus mieni_curves_take(MieniCurvesReading *reading);
/// Finds the curve whose name an earlier one has; -1 if all differ.
MienStatus mieni_curves_find_double(MieniCurvesReading *reading, int *out_curve);
/// The clip's rate: the options', or else that of a number of frames per second
/// (0 for none), or else that of ascending times, or else the assumed one. False if
/// the number is no rate.
bool mieni_curves_set_rate(MieniCurvesReading *reading, double frames_per_second);
MienStatus mieni_curves_set_rate_by_times(MieniCurvesReading *reading, const double *seconds, int count);
/// The time of a frame at the clip's rate.
double mieni_curves_frame_time(const MieniCurvesReading *reading, double frame);

/// The longest clip, in seconds.
#define MIENI_CURVES_DAY 86400.0

MienStatus mieni_curves_csv(MieniCurvesReading *reading);
MienStatus mieni_curves_json(MieniCurvesReading *reading);
