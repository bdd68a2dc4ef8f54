// SPDX-License-Identifier: MIT
//
// Colours for heat maps: from pale clay, where nothing moved, through orange and red to
// deep violet, in steps that look equally large, so that half the value looks half as
// hot. Lightness falls all the way, so they survive colour blindness and grey printing.
//
// Ownership  Plain values; nothing to own.
// Threads    Every function here is pure.
// Errors     None: what is below 0 or no number counts as 0, what is above 1 as 1.

#pragma once

#include "render/picture.h"

enum { MIENI_HEAT_TICKS = 8 };

/// The colour of a value from 0 to 1.
MieniColor mieni_heat_color(float value);

/// What to write beside a bar of heat colours.
typedef struct MieniHeatLegend {
    float range; ///< The value of the last colour, as given.
    int count;
    float ticks[MIENI_HEAT_TICKS]; ///< Round values from 0 up to the range, ascending.
} MieniHeatLegend;

/// Round values for a scale that ends at range.
MieniHeatLegend mieni_heat_legend(float range);
