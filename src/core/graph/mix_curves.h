// SPDX-License-Identifier: MIT
//
// How curves of several results meet in one. Pure functions over curve sets. Private
// to core.

#pragma once

#include "core/graph/nodes.h"
#include "mien/curves.h"
#include "mien/math.h"

/// One side of a weighted sum.
typedef struct MieniPart {
    const MienTransform *bones;
    const MienCurveSet *curves;
    float weight; ///< Above 0; all of a sum's add up to 1.
} MieniPart;

/// b over a; m is b's weight, 0 to 1, and anything where b is added. At 0 b is not
/// read. out may be a or b. All have the same count.
void mieni_curves_mix(MieniCurveRule rule, float m, const MienCurveSet *a, const MienCurveSet *b,
                      const MienCurveSet *out);
/// All parts, of which there is at least one. out may be any of them.
void mieni_curves_sum(MieniCurveRule rule, const MieniPart *parts, int count, const MienCurveSet *out);

/// Presence bits of 32 curves.
uint32_t mieni_curves_word(const MienCurveSet *set, int word);
