// SPDX-License-Identifier: MIT
//
// From live frames to the curves of a face: frames are put in order, bound to curves by name,
// smoothed and calibrated; when a source loses the face, its curves are held, and then fade to 0.
//
// Several sources can drive one face. Each curve has one source that writes it.
//
// Times       Seconds of the receiver's clock, which never goes back. A frame's own time orders the
//             frames of its source.
// Curves      Beside shapes, the curves HeadYaw, HeadPitch, HeadRoll, LeftEyeYaw, ... of the Live Link
//             Face vocabulary are the rotations of head and eyes, in radians.
// Ownership   Names and calibrations are copied. Destroy the face.
// Memory      Taken when a face is created. Adding and sampling allocate nothing.
// Threads     Use a face from one thread at a time.
// Determinism The same frames and times give the same bits on every platform.

#pragma once

#include "mien_live/calibration.h"
#include "mien_live/filter.h"
#include "mien_live/live.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MIEN_LIVE_MAX_SOURCES 64

typedef struct MienLiveFace MienLiveFace;

/// How to create a face. Zero-initialise: zero is every field's default.
typedef struct MienLiveFaceDesc {
    const char *const *curves; ///< Names. They are copied.
    int curve_count;           ///< At most 1024.
    int source_count;          ///< 0: one.
    MienLiveFilterDesc filter; ///< A calibration's noise replaces that of the filter.
    /// The jitter buffer: frames are shown this many seconds after the fastest of them arrived, evenly
    /// and in order. 0: each frame is shown when it arrives.
    float delay;
    float hold;   ///< Seconds for which the last values stay when no face comes. 0: 0.5.
    float fade;   ///< Seconds in which they then fade to 0. 0: 0.5.
    float rejoin; ///< Seconds in which they come back. 0: 0.15.
    const MienAllocator *allocator;
} MienLiveFaceDesc;

/// What became of a frame.
typedef enum MienLiveAdded {
    MIEN_LIVE_TAKEN = 0,
    MIEN_LIVE_RESTARTED, ///< Taken; the sender's clock jumped or began again.
    MIEN_LIVE_NO_FACE,   ///< The sender sees no face.
    MIEN_LIVE_DOUBLED,   ///< It came before.
    MIEN_LIVE_LATE,      ///< A newer one was shown already.
} MienLiveAdded;

/// What came from a source. It answers why nothing moves.
typedef struct MienLiveSourceState {
    int frame_count; ///< Of any kind.
    int no_face_count, doubled_count, late_count, restart_count;
    int gap_count;       ///< Frames that are missing, by the sender's clock.
    int bound_count;     ///< Values of the last frame that a curve has,
    int unbound_count;   ///< and that none has.
    float rate;          ///< Frames per second, over about the last second; 0 before two came.
    double last_arrival; ///< Of any frame; negative before the first.
    double last_face;    ///< Of a frame with a face; negative before the first.
} MienLiveSourceState;

/// Creates a face whose curves are written by source 0. On failure *out_face is NULL.
MIEN_API MienStatus mien_live_face_create(const MienLiveFaceDesc *desc, MienLiveFace **out_face,
                                          MienError *error);
MIEN_API void mien_live_face_destroy(MienLiveFace *face); ///< Accepts NULL.

/// Calibrates a source. The face owns a copy; NULL: none. Curves are found by name; those that the
/// calibration lacks stay as they are.
MIEN_API MienStatus mien_live_face_set_calibration(MienLiveFace *face, int source,
                                                   const MienLiveCalibration *calibration, MienError *error);
/// Which source writes a curve; -1: none, the curve stays 0.
MIEN_API void mien_live_face_set_writer(MienLiveFace *face, int curve, int source);

/// Adds a frame of a source that arrived at a time.
MIEN_API MienLiveAdded mien_live_face_add(MienLiveFace *face, int source, const MienLiveFrame *frame,
                                          double arrival);
/// The values of all curves at a time. Times must not go back.
MIEN_API void mien_live_face_sample(MienLiveFace *face, double time, float *out_values);
/// What came from a source.
MIEN_API MienLiveSourceState mien_live_face_source(const MienLiveFace *face, int source);

#ifdef __cplusplus
}
#endif
