// SPDX-License-Identifier: MIT
//
// The face region of a curve, found by its name. Views use it for colours and order.

#pragma once

#include <stdbool.h>

typedef enum StudioCurveGroup {
    STUDIO_GROUP_BROWS = 0,
    STUDIO_GROUP_EYES,
    STUDIO_GROUP_CHEEKS, ///< And the nose.
    STUDIO_GROUP_JAW,
    STUDIO_GROUP_CORNERS, ///< Of the mouth.
    STUDIO_GROUP_LIPS,
    STUDIO_GROUP_VISEMES,
    STUDIO_GROUP_TONGUE,
    STUDIO_GROUP_OTHER,
    STUDIO_GROUP_COUNT,
} StudioCurveGroup;

StudioCurveGroup studio_curve_group(const char *name);
/// The side that a name says: 'L', 'R', or 0.
char studio_curve_side(const char *name);
