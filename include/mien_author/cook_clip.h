// SPDX-License-Identifier: MIT
//
// Cooking clips into packs: curves within an error that you set, bone tracks within
// a distance.
//
// Ownership  Descriptions are the caller's and only read. A MienAuthorPack is
//            yours to release.
// Threads    No state: cook on as many threads as you like.
// Errors     Places are of the description ("curves[3].name").
// Determinism The same description gives the same bytes on every platform.

#pragma once

#include "mien_author/clip.h"
#include "mien_author/limits.h"
#include "mien_author/pose_asset.h"

#ifdef __cplusplus
extern "C" {
#endif

/// As an error: samples are stored whole.
#define MIEN_AUTHOR_EXACT (-1.0f)

/// How to cook. Zero-initialise: zero is the default of every field.
typedef struct MienAuthorClipOptions {
    const MienAllocator *allocator; ///< NULL for malloc and free.
    float curve_error;              ///< How far a curve may be off at any frame; 0: 0.001.
    const float *curve_errors;      ///< Per curve, 0 for curve_error; NULL: curve_error for all.
    int rate, rate_divisor;         ///< Frames per second of the pack; 0: the clip's, or 30 if it has none.
    float track_error;              ///< How far a point on a bone may be off, metres; 0: 0.0001.
    float shell;                    ///< How far from the bone that point is, metres; 0: 0.03.
    /// The bones' hierarchy. With it, points are held in model space, through all of
    /// a bone's parents, and reference translations are the skeleton's. NULL: points
    /// are held in each bone's own space, and references are the first samples.
    const MienAuthorSkeleton *skeleton;
    MienAuthorLimits limits; ///< What cooking may take. Defaults count from the clip's keys and samples.
} MienAuthorClipOptions;

/// What came of it.
typedef struct MienAuthorClipReport {
    int frame_count;
    int packed_curve_count, raw_curve_count, still_curve_count;
    int paired_curve_count; ///< Of the packed ones, those stored relative to another.
    int moving_part_count;  ///< Rotations, translations and scales that are packed,
    int raw_part_count;     ///< stored whole,
    int still_part_count;   ///< and constant.
    size_t curve_bytes, track_bytes;
    float curve_error;         ///< Largest at any frame, measured.
    float curve_error_between; ///< Largest halfway between frames, measured: what the rate costs.
    float track_error;         ///< Largest at and halfway between frames, measured, metres.
} MienAuthorClipReport;

/// Cooks a clip. out_report may be NULL.
MIEN_API MienStatus mien_author_clip_cook(const MienAuthorClip *clip, const MienAuthorClipOptions *options,
                                          MienAuthorPack *out_pack, MienAuthorClipReport *out_report,
                                          MienError *error);

#ifdef __cplusplus
}
#endif
