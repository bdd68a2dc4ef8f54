// SPDX-License-Identifier: MIT
//
// Clips as people make them: named float curves of keys, bone tracks of samples,
// events. Evaluating them is the reference that packed clips are held to.
//
// Ownership  Descriptions are the caller's and only read, except where a function
//            says that it writes keys. What a function creates is one block of
//            memory: mien_author_clip_destroy frees it with all it points at.
// Threads    No state: use different clips from different threads.
// Errors     Checking names the place; evaluating a clip that passed the check
//            cannot fail.

#pragma once

#include "mien/mien.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a value does from one key to the next.
typedef enum MienAuthorInterpolation {
    MIEN_AUTHOR_CONSTANT = 0, ///< Holds.
    MIEN_AUTHOR_LINEAR,
    MIEN_AUTHOR_CUBIC, ///< Follows the tangents of both keys.
} MienAuthorInterpolation;

/// One key of a curve. Tangents are slopes, value per second.
typedef struct MienAuthorKey {
    double time; ///< Seconds.
    float value;
    MienAuthorInterpolation interpolation; ///< Of the segment after this key.
    float arrive, leave;                   ///< Slopes before and after the key, for cubic segments.
    bool is_auto;                          ///< Slopes are made by mien_author_keys_set_auto.
} MienAuthorKey;

/// What a curve is before its first and after its last key.
typedef enum MienAuthorBeyond {
    MIEN_AUTHOR_HOLD = 0,     ///< The outermost value.
    MIEN_AUTHOR_SLOPE,        ///< On along the line through the two outermost keys.
    MIEN_AUTHOR_CYCLE,        ///< From the start again.
    MIEN_AUTHOR_CYCLE_OFFSET, ///< Again, each time from where it ended.
    MIEN_AUTHOR_OSCILLATE,    ///< There and back.
} MienAuthorBeyond;

/// A named float over time. Keys ascend in time; of two at one time the first one
/// counts at that time, the second after it.
typedef struct MienAuthorClipCurve {
    const char *name;
    int key_count; ///< Without keys the curve is 0.
    const MienAuthorKey *keys;
    MienAuthorBeyond before, after;
} MienAuthorClipCurve;

/// One bone over time: samples at the clip's rate from time 0, or, with times,
/// keys. Beyond the ends the outermost sample holds.
typedef struct MienAuthorClipTrack {
    const char *bone;
    int sample_count;
    const MienTransform *samples;
    const double *times; ///< Seconds, ascending, one per sample; NULL: at the clip's rate.
    bool is_stepped;     ///< No blend: the nearest sample; with times, the last one reached.
} MienAuthorClipTrack;

/// Something that happens at a time.
typedef struct MienAuthorClipEvent {
    const char *name;
    double time; ///< Seconds.
} MienAuthorClipEvent;

/// A clip, whole. Zero-initialise and fill.
typedef struct MienAuthorClip {
    int rate, rate_divisor; ///< Frames per second: rate / rate_divisor (30000 / 1001); 0 divisor means 1.
    double length;          ///< Seconds, at most a day.
    int curve_count;
    const MienAuthorClipCurve *curves;
    int track_count;
    const MienAuthorClipTrack *tracks;
    int event_count;
    const MienAuthorClipEvent *events; ///< In any order.
    const char *sound;                 ///< Path of a sound file, or NULL.
    double sound_offset;               ///< When the sound begins, seconds.
    const char *source;                ///< Where the clip came from, or NULL.
} MienAuthorClip;

/// Frees a clip that a reader or a modifier made. NULL is fine.
MIEN_API void mien_author_clip_destroy(MienAuthorClip *clip);

/// Checks names, order, ranges and rate. On failure error, if given, names the
/// place ("curves[3].keys[12].time").
MIEN_API MienStatus mien_author_clip_check(const MienAuthorClip *clip, MienError *error);

/// The curve's value at a time.
MIEN_API float mien_author_curve_evaluate(const MienAuthorClipCurve *curve, double time);
/// The bone's transform at a time, for the clip's rate. Rotations take the short
/// way and are normalised.
MIEN_API MienTransform mien_author_track_evaluate(const MienAuthorClip *clip, int track, double time);

/// Gives every key with is_auto slopes that are smooth and never overshoot: between
/// two keys the curve stays between their values.
MIEN_API void mien_author_keys_set_auto(MienAuthorKey *keys, int count);

#ifdef __cplusplus
}
#endif
