// SPDX-License-Identifier: MIT
//
// Curve sets: a value per curve of a table, and whether it is present. Curves
// drive poses, morph targets and materials. The table (names and order) is a
// skeleton's or a pose asset's; here a curve is an index.
//
// Ownership  The caller owns both arrays; a MienCurveSet only points at them.
// Threads    No state: different sets may be used from different threads.
// Errors     Indices out of range read as absent and write nothing.

#pragma once

#include "mien/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Curve values by index. An absent curve's value must be 0: readers may skip
/// the presence bits. The functions below keep it so.
typedef struct MienCurveSet {
    int count;         ///< Curves in the table.
    float *values;     ///< count values.
    uint32_t *present; ///< mien_curve_set_words(count) words, bit i%32 of word i/32; may be NULL.
} MienCurveSet;

/// Words of presence bits for count curves.
MIEN_API int mien_curve_set_words(int count);
/// Makes every curve absent.
MIEN_API void mien_curve_set_clear(const MienCurveSet *set);
/// Gives a curve a value and makes it present. Not-a-number is stored as 0.
MIEN_API void mien_curve_set_put(const MienCurveSet *set, int curve, float value);
/// Makes one curve absent.
MIEN_API void mien_curve_set_remove(const MienCurveSet *set, int curve);
/// The value, 0 where absent.
MIEN_API float mien_curve_set_value(const MienCurveSet *set, int curve);
/// Whether the curve is present; without presence bits, whether it is not 0.
MIEN_API bool mien_curve_set_has(const MienCurveSet *set, int curve);

#ifdef __cplusplus
}
#endif
