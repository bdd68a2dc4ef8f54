// SPDX-License-Identifier: MIT
//
// Curve sets: for each curve of a table, a value and whether it is present.
// Curves drive poses, morph targets and materials. The table (names and order)
// belongs to a skeleton or a pose asset; here a curve is an index.
//
// Ownership  The caller owns both arrays; MienCurveSet only points to them.
// Threads    No shared state: use different sets from different threads.
// Errors     An index out of range reads as absent; writing to it has no effect.

#pragma once

#include "mien/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Curve values by index. The value of an absent curve must be 0, because readers
/// may skip the presence bits. The functions below ensure this.
typedef struct MienCurveSet {
    int count;         ///< Number of curves in the table.
    float *values;     ///< count values.
    uint32_t *present; ///< mien_curve_set_words(count) words, bit i%32 of word i/32; may be NULL.
} MienCurveSet;

/// Number of words for the presence bits of count curves.
MIEN_API int mien_curve_set_words(int count);
/// Makes all curves absent.
MIEN_API void mien_curve_set_clear(const MienCurveSet *set);
/// Sets a curve's value and makes it present. NaN is stored as 0.
MIEN_API void mien_curve_set_put(const MienCurveSet *set, int curve, float value);
/// Makes one curve absent.
MIEN_API void mien_curve_set_remove(const MienCurveSet *set, int curve);
/// Value of a curve; 0 if absent.
MIEN_API float mien_curve_set_value(const MienCurveSet *set, int curve);
/// Whether the curve is present; without presence bits, whether it is not 0.
MIEN_API bool mien_curve_set_has(const MienCurveSet *set, int curve);

#ifdef __cplusplus
}
#endif
