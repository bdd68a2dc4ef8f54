// SPDX-License-Identifier: MIT
//
// Rates of clips from what files say a frame lasts.

#pragma once

#include <stdbool.h>

/// Frame times that have a rate, in seconds.
#define MIENI_LEAST_FRAME_TIME 1e-5
#define MIENI_MOST_FRAME_TIME  86400.0

/// Frames per second, rate / divisor, for a frame time within the bounds above: the
/// usual rate that it is nearest to, within a thousandth, because files round their
/// frame times (0.041667); otherwise a fraction within a millionth of it. True if it
/// became a usual rate whose frame time is another one. Needs the default float
/// environment.
bool mieni_frame_rate_find(double frame_time, int *out_rate, int *out_divisor);
