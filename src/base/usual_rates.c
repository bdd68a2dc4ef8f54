// SPDX-License-Identifier: MIT
//
// Frame rates that cameras, timecodes and tables have.

#include "base/usual_rates.h"

const int mieni_usual_rates[MIENI_USUAL_RATES] = {1,  2,  5,  10, 12, 15,  20,  24,
                                                  25, 30, 48, 50, 60, 100, 120, 240};
