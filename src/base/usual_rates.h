// SPDX-License-Identifier: MIT
//
// Frame rates that cameras, timecodes and tables have.

#pragma once

/// Ascending.
#define MIENI_USUAL_RATES 16
extern const int mieni_usual_rates[MIENI_USUAL_RATES];
/// The lowest one for keys that were set by hand.
#define MIENI_LEAST_KEYED_RATE 30
