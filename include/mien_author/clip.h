// SPDX-License-Identifier: MIT
//
// Clips as they are authored: named float curves with keys, bone tracks with samples,
// and events. Packed clips are tested against the evaluation of these clips.
//
// Ownership  Descriptions belong to the caller and are only read, except by functions
//            documented to write keys. A created clip is one block of memory:
//            mien_author_clip_destroy frees it and everything it points to.
// Threads    No state: use different clips from different threads.
// Errors     The check reports the location; evaluating a clip that passed it cannot
//            fail.

#pragma once

#include "mien/mien.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How a value changes from one key to the next.
typedef enum MienAuthorInterpolation {
    MIEN_AUTHOR_CONSTANT = 0, ///< Keeps the key's value.
    MIEN_AUTHOR_LINEAR,
    MIEN_AUTHOR_CUBIC, ///< Follows the tangents of both keys.
} MienAuthorInterpolation;

/// One key of a curve. Tangents are slopes, value per second.
typedef struct MienAuthorKey {
    double time; ///< Seconds.
    float value;
    MienAuthorInterpolation interpolation; ///< Of the segment after this key.
    float arrive, leave;                   ///< Slopes before and after the key, for cubic segments.
    bool is_auto;                          ///< mien_author_keys_set_auto computes the slopes.
} MienAuthorKey;

/// Extrapolation before the first and after the last key.
typedef enum MienAuthorBeyond {
    MIEN_AUTHOR_HOLD = 0,     ///< The outermost value.
    MIEN_AUTHOR_SLOPE,        ///< Continues the line through the two outermost keys.
    MIEN_AUTHOR_CYCLE,        ///< Repeats the curve.
    MIEN_AUTHOR_CYCLE_OFFSET, ///< Repeats the curve, offset to start at the last value.
    MIEN_AUTHOR_OSCILLATE,    ///< Repeats the curve forwards and backwards.
} MienAuthorBeyond;

/// A named float curve. Keys are sorted by time. Of two keys at the same time, the first
/// sets the value at that time, the second the value after it.
typedef struct MienAuthorClipCurve {
    const char *name;
    int key_count; ///< A curve without keys is 0.
    const MienAuthorKey *keys;
    MienAuthorBeyond before, after;
} MienAuthorClipCurve;

/// A bone's animation: samples at the clip's rate from time 0, or keys if times is set.
/// Times outside give the first or last sample.
typedef struct MienAuthorClipTrack {
    const char *bone;
    int sample_count;
    const MienTransform *samples;
    const double *times; ///< Seconds, ascending, one per sample; NULL: at the clip's rate.
    bool is_stepped;     ///< No interpolation: the nearest sample; with times, the previous key.
} MienAuthorClipTrack;

/// A named moment in a clip.
typedef struct MienAuthorClipEvent {
    const char *name;
    double time; ///< Seconds.
} MienAuthorClipEvent;

/// A clip. Zero-initialise and fill.
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
    double sound_offset;               ///< Start of the sound, in seconds.
    const char *source;                ///< Origin of the clip, or NULL.
    const char *timecode; ///< Of time 0 of the origin, "12:00:00:00.500", or NULL. Packs lack it.
} MienAuthorClip;

/// Frees a clip that a reader or a modifier created. Accepts NULL.
MIEN_API void mien_author_clip_destroy(MienAuthorClip *clip);

/// Checks names, order, ranges and rate. On failure error, if given, has the location
/// ("curves[3].keys[12].time").
MIEN_API MienStatus mien_author_clip_check(const MienAuthorClip *clip, MienError *error);

/// Value of a curve at a time.
MIEN_API float mien_author_curve_evaluate(const MienAuthorClipCurve *curve, double time);
/// Transform of a track's bone at a time, at the clip's rate. Rotations take the shortest
/// path and are normalised.
MIEN_API MienTransform mien_author_track_evaluate(const MienAuthorClip *clip, int track, double time);

/// Computes the slopes of all keys with is_auto. The result is smooth and never overshoots:
/// between two keys the curve stays between their values.
MIEN_API void mien_author_keys_set_auto(MienAuthorKey *keys, int count);

#ifdef __cplusplus
}
#endif
