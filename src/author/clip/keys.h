// SPDX-License-Identifier: MIT
//
// Keys of curves: scaling, summing and resampling them.

#pragma once

#include "mien_author/clip.h"

/// Times that resampling gives keys: multiples of 1 / rate, and the clip's end.
typedef struct MieniGrid {
    int count;
    double rate, divisor, end;
    bool has_end; ///< The last one is the end; otherwise the clip is over at once.
} MieniGrid;

/// A grid for a rate; 0 is the clip's, which must be there and sane. On failure *out_why
/// is a sentence.
MienStatus mieni_grid_make(const MienAuthorClip *clip, int rate, int divisor, MieniGrid *out_grid,
                           const char **out_why);
double mieni_grid_time(const MieniGrid *grid, int index);

/// Whether values and slopes are such as a clip may have.
bool mieni_keys_are_sane(const MienAuthorKey *keys, int count);
/// gain * value + offset of every key; slopes follow. out may be keys.
void mieni_keys_scale(const MienAuthorKey *keys, int count, double gain, double offset, MienAuthorKey *out);
/// Linear keys on a grid: the sum of curves, each times its gain.
void mieni_keys_resample(const MienAuthorClipCurve *const *curves, const double *gains, int count,
                         const MieniGrid *grid, MienAuthorKey *out);

/// Which ends of a curve a clip of that length shows.
bool mieni_curve_shows_before(const MienAuthorClipCurve *curve);
bool mieni_curve_shows_after(const MienAuthorClipCurve *curve, double length);
/// Whether the ends that it shows hold.
bool mieni_curve_holds(const MienAuthorClipCurve *curve, double length);

/// A key that the frames of a clip miss: a pack has another value at its time.
typedef struct MieniMissedKey {
    int curve;
    double time;
    float value, sampled;
    int better_rate; ///< The lowest usual rate that meets all keys within the tolerance; 0: none does.
} MieniMissedKey;

/// The key that sampling the clip at its rate misses by most, if by more than the tolerance.
/// Steps do not count: they begin at the next frame.
bool mieni_clip_missed_key(const MienAuthorClip *clip, float tolerance, MieniMissedKey *out_missed);
