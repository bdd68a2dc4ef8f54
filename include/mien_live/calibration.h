// SPDX-License-Identifier: MIT
//
// Calibration of a live source to an actor: the value of each curve on the resting face, and on the
// full shape. With poses that the actor made one after the other, shapes that move several curves at
// once are told apart.
//
// Lids are treated apart. Their resting value is measured between blinks and their full value from
// blinks, so that every blink closes the eye.
//
// Ownership   Names and numbers of descriptions are copied.
// Memory      Running a frame allocates nothing.
// Threads     A calibration has memory for one frame: use one per source.
// Determinism The same input gives the same bits on every platform.

#pragma once

#include "mien/base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MIEN_LIVE_MAX_CURVES 1024 ///< Curves of a calibration or a face.
#define MIEN_LIVE_MAX_POSES  256  ///< Poses of a calibration.

typedef struct MienLiveCalibration MienLiveCalibration;

/// A curve. Values up to neutral + dead * (full - neutral) become 0, full becomes 1.
typedef struct MienLiveCalibrationCurve {
    const char *name;
    float neutral; ///< Value of the resting face.
    float full;    ///< Value of the full shape: at least 0.05 above neutral.
    float dead;    ///< The part of the range above neutral that counts as rest: 0 to 0.5.
    float noise;   ///< Standard deviation on the resting face, for the filter; 0 if unknown.
    bool is_lid;   ///< Ends at 1, and is not part of poses.
} MienLiveCalibrationCurve;

/// A pose that the actor made: what it adds to the resting values of all curves.
typedef struct MienLiveCalibrationPose {
    int curve;           ///< The curve that it makes 1. Not a lid.
    const float *values; ///< One per curve.
} MienLiveCalibrationPose;

/// Zero-initialise: zero is every field's default.
typedef struct MienLiveCalibrationDesc {
    const MienLiveCalibrationCurve *curves;
    int curve_count;
    const MienLiveCalibrationPose *poses; ///< At most one per curve.
    int pose_count;
    const MienAllocator *allocator;
} MienLiveCalibrationDesc;

/// Creates a calibration. On failure *out_calibration is NULL.
MIEN_API MienStatus mien_live_calibration_create(const MienLiveCalibrationDesc *desc,
                                                 MienLiveCalibration **out_calibration, MienError *error);
MIEN_API void mien_live_calibration_destroy(MienLiveCalibration *calibration); ///< Accepts NULL.
/// What it was created from. Valid as long as the calibration.
MIEN_API MienLiveCalibrationDesc mien_live_calibration_desc(const MienLiveCalibration *calibration);
/// Calibrates a frame: one value per curve of the description. Both arrays may be the same.
MIEN_API void mien_live_calibration_run(MienLiveCalibration *calibration, const float *values,
                                        float *out_values);

/// A stretch of a take in which the actor makes one shape as far as it goes.
typedef struct MienLivePrompt {
    int curve;         ///< The curve of the shape.
    double begin, end; ///< Seconds. The second half is measured.
} MienLivePrompt;

/// A take to calibrate by. Zero-initialise: zero is every field's default.
typedef struct MienLiveCalibrationTake {
    const char *const *names; ///< Of the curves. Lids are eyeBlinkLeft and eyeBlinkRight.
    int curve_count;
    const double *times; ///< Seconds, rising; one per frame.
    const float *values; ///< curve_count per frame.
    int frame_count;
    double neutral_begin, neutral_end; ///< Seconds in which the face rests; blinks may occur.
    /// Shapes made one after the other; without them a curve's full value is its largest in the take.
    const MienLivePrompt *prompts;
    int prompt_count;
    const MienAllocator *allocator;
} MienLiveCalibrationTake;

/// Calibrates by a take. A curve that never moved keeps the range up to 1; if its other side moved, it
/// takes that side's.
MIEN_API MienStatus mien_live_calibrate(const MienLiveCalibrationTake *take,
                                        MienLiveCalibration **out_calibration, MienError *error);

#ifdef __cplusplus
}
#endif
