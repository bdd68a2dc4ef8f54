// SPDX-License-Identifier: MIT
//
// Clips that are measured: where they come from, and what they are as packs and as
// plain rows.

#pragma once

#include "bench.h"
#include "mien_author/cook_clip.h"
#include "sample/performances.h"

enum { BENCH_CLIPS = 64 };

/// A source of clips.
typedef struct ClipSource {
    const char *name;
    int curve_count;           ///< 0: bones.
    MienSampleCapture capture; ///< Of a performance.
    bool is_face, has_noise;   ///< Of bones.
    const char *take;          ///< File under the test data, or NULL.
} ClipSource;

/// One source, cooked with one error.
typedef struct ClipWorkload {
    const ClipSource *source;
    uint64_t seed;
    float error;
    MienAuthorClip *clip;
    MienAuthorSkeleton skeleton;
    MienSampleClipStatistics statistics;
    MienAuthorPack packs[BENCH_CLIPS]; ///< The same bytes at different addresses.
    MienAuthorClipReport report;
    BenchRows rows[BENCH_CLIPS];
    double rows_per_second;
    int output; ///< Floats of one sample.
    double zstd_bytes;
    double error_at_frames, error_between; ///< Measured on what sampling gives.
} ClipWorkload;

/// Largest distance of points on the bones' shells, model space, at frames and at three
/// moments between each two.
void clip_measure_bones(ClipWorkload *w, const MienClip *clip);
/// False where a take is not there.
bool clip_workload_open(ClipWorkload *w, const ClipSource *source, float error);
void clip_workload_close(ClipWorkload *w);
