// SPDX-License-Identifier: MIT
//
// Cooking clips into packs. You set the maximum error of curves, and for bone tracks a
// maximum distance.
//
// Ownership  Descriptions belong to the caller and are only read. You release the
//            MienAuthorPack.
// Threads    No state: cook on any number of threads.
// Errors     Locations refer to the description ("curves[3].name").
// Determinism The same description gives the same bytes on every platform.

#pragma once

#include "mien_author/clip.h"
#include "mien_author/limits.h"
#include "mien_author/pack.h"
#include "mien_author/skeleton.h"

#ifdef __cplusplus
extern "C" {
#endif

/// As an error: samples are stored uncompressed.
#define MIEN_AUTHOR_EXACT (-1.0f)

/// How to cook. Zero-initialise: zero is every field's default.
typedef struct MienAuthorClipOptions {
    const MienAllocator *allocator; ///< NULL for malloc and free.
    float curve_error;              ///< Maximum error of a curve at any frame; 0: 0.001.
    const float *curve_errors;      ///< Per curve, 0 for curve_error; NULL: curve_error for all.
    int rate, rate_divisor;         ///< Frames per second of the pack; 0: the clip's, or 30 if it has none.
    float track_error;              ///< Maximum error of a point near a bone, metres; 0: 0.0001.
    float shell; ///< Shell distance: distance of that point from the bone, metres; 0: 0.03.
    /// The bone hierarchy. If set, errors are measured in model space, through all of a
    /// bone's parents, and rest translations are the skeleton's. NULL: errors are measured
    /// in each bone's own space, and rest translations are the first samples.
    const MienAuthorSkeleton *skeleton;
    MienAuthorLimits limits; ///< Limits for cooking. Defaults depend on the clip's keys and samples.
} MienAuthorClipOptions;

/// Compression statistics.
typedef struct MienAuthorClipReport {
    int frame_count;
    int packed_curve_count, raw_curve_count, constant_curve_count;
    int paired_curve_count; ///< Packed curves that are stored relative to another curve.
    int moving_part_count;  ///< Rotations, translations and scales that are packed,
    int raw_part_count;     ///< stored uncompressed,
    int still_part_count;   ///< and constant.
    size_t curve_bytes, track_bytes;
    float curve_error;         ///< Largest error at any frame, measured.
    float curve_error_between; ///< Largest error halfway between frames, measured: the error due to the rate.
    float track_error;         ///< Largest error at and halfway between frames, measured, metres.
} MienAuthorClipReport;

/// Cooks a clip. out_report may be NULL.
MIEN_API MienStatus mien_author_clip_cook(const MienAuthorClip *clip, const MienAuthorClipOptions *options,
                                          MienAuthorPack *out_pack, MienAuthorClipReport *out_report,
                                          MienError *error);

#ifdef __cplusplus
}
#endif
