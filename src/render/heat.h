// SPDX-License-Identifier: MIT
//
// Colours for heat maps: from a quiet blue-grey, where nothing moved, to yellow, in steps
// that look equally large, so that half the value looks half as hot. Told apart by
// lightness alone, so they survive colour blindness and grey printing.
//
// Ownership  Plain values; nothing to own.
// Threads    Every function here is pure.
// Errors     None: what is below 0, above 1 or no number is clamped.

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
