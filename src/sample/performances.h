// SPDX-License-Identifier: MIT
//
// Clips made in code, for tests and benchmarks of clips: a facial performance as
// curves, and bones of a body or a face in motion. The same options give the
// same bytes everywhere.
//
// Clips have rate * seconds frames, the first at time 0; their length is the time
// of the last one.

#pragma once

#include "mien_author/clip.h"
#include "mien_author/skeleton.h"

/// How a performance was recorded.
typedef enum MienSampleCapture {
    MIEN_SAMPLE_CLEAN = 0, ///< As if authored: exactly 0 wherever nothing happens.
    MIEN_SAMPLE_GATED,     ///< Noise of deviation 0.005 wherever a curve is not 0.
    MIEN_SAMPLE_NOISY,     ///< The same noise on every sample.
} MienSampleCapture;

/// What to perform. Zero-initialise: zero is the default of every field.
typedef struct MienSamplePerformanceOptions {
    uint64_t seed;
    int curve_count; ///< 0: 52, under ARKit's names. Further curves go along with those.
    int rate;        ///< Frames per second; 0: 60.
    int seconds;     ///< 0: 60.
    MienSampleCapture capture;
    const MienAllocator *allocator; ///< NULL for malloc and free.
} MienSamplePerformanceOptions;

/// Blinks, saccades, speech and emotions as curves in [0, 1], a linear key per
/// frame. All captures of a seed are of one performance, and so are the first
/// curves whatever the count: about 81 of 100 values are 0 if clean. NULL without
/// memory or with counts that make no sense; otherwise the caller destroys it.
MienAuthorClip *mien_sample_performance_create(const MienSamplePerformanceOptions *options);

/// What to move. Zero-initialise: zero is the default of every field.
typedef struct MienSampleMotionOptions {
    uint64_t seed;
    int bone_count; ///< 0: 128.
    int rate;       ///< Frames per second; 0: 30.
    int seconds;    ///< 0: 60.
    bool is_face;   ///< Most bones are children of a head, turn by up to 8 degrees and shift by up to 4 mm.
    bool has_noise; ///< Rotations tremble as captured ones do, by 0.0005 radians.
    const MienAllocator *allocator; ///< NULL for malloc and free.
} MienSampleMotionOptions;

/// A body of 1.8 m that walks and gestures, or a face: a sampled track per bone of
/// the skeleton. In a body only the root changes its translation; scale is 1. What
/// out_skeleton points at belongs to the clip. NULL, and an empty skeleton, without
/// memory or with counts that make no sense; otherwise the caller destroys it.
MienAuthorClip *mien_sample_motion_create(const MienSampleMotionOptions *options,
                                          MienAuthorSkeleton *out_skeleton);

/// What a clip is like, looked at frame by frame. Shares are from 0 to 1.
typedef struct MienSampleClipStatistics {
    int frame_count;
    double raw_bytes_per_second; ///< A float per curve and ten per track, each frame.

    double zeros;    ///< Share of curve values that are exactly 0.
    double changing; ///< Share of curve values that differ from the frame before.
    double entropy;  ///< Bits per curve value: of steps between frames, in units of 0.002, all curves alike.

    double constant_tracks;   ///< Share of tracks that never change.
    double mean_turn;         ///< Radians from frame to frame, mean over frames and tracks.
    double translation_range; ///< Metres: the widest way of any track along any axis.
} MienSampleClipStatistics;

/// Of a clip that passes mien_author_clip_check and has a rate. What there is none
/// of counts as 0.
MienSampleClipStatistics mien_sample_clip_statistics(const MienAuthorClip *clip);
