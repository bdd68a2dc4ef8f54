// SPDX-License-Identifier: MIT
//
// Frame rates: found from the steps between rows, or from a number.

#pragma once

#include <stdbool.h>
#include <stdint.h>

/// The rate of a clip whose file does not show one.
#define MIENI_ASSUMED_RATE 60

/// The lower one of the middle values of at least one; needs no order and no memory.
int64_t mieni_median(const int64_t *values, int count);

/// The usual rate whose step is nearest to one of step units, at units_per_second,
/// within four per cent; 0 if there is none.
int mieni_usual_rate(int64_t units_per_second, int64_t step);

/// A rate in lowest terms; false, and nothing is set, if it has no room.
bool mieni_rate_reduce(int64_t rate, int64_t divisor, int *out_rate, int *out_divisor);

/// The rate of count ascending times, in seconds within a day: one over the median
/// step, taken to a usual one. False if they show none: then it is the assumed one.
/// scratch has room for count. Needs the default float environment.
bool mieni_rate_of_times(const double *seconds, int count, int64_t *scratch, int *out_rate, int *out_divisor);

/// The lowest usual rate with a frame at each of count ascending times, in seconds within a
/// day: the one of mieni_rate_of_times if it has, otherwise one from 30 on. Moves the times
/// to their frames, by less than a millisecond: files round times. Times that no usual rate
/// has, as those of a camera that jitters, move by up to two milliseconds, to frames of 240
/// per second; what is too close for that stays where it is. False as mieni_rate_of_times.
bool mieni_rate_meeting_times(double *seconds, int count, int64_t *scratch, int *out_rate, int *out_divisor);

/// The rate that a number of frames per second means: whole, or one of 1000 / 1001
/// (29.97 is 30000 / 1001), or to the thousandth. False below 0.001 and above 1000000.
/// Needs the default float environment.
bool mieni_rate_of_number(double frames_per_second, int *out_rate, int *out_divisor);

/// When a frame of a clip begins, in seconds. A rate of 0 is 30, a divisor of 0 is 1.
double mieni_rate_time(int rate, int divisor, int frame);

/// Frame times that have a rate, in seconds.
#define MIENI_LEAST_FRAME_TIME 1e-5
#define MIENI_MOST_FRAME_TIME  86400.0

/// Frames per second, rate / divisor, for a frame time within the bounds above: the
/// usual rate that it is nearest to, within a thousandth, because files round their
/// frame times (0.041667); otherwise a fraction within a millionth of it. True if it
/// became a usual rate whose frame time differs. Needs the default float
/// environment.
bool mieni_rate_of_frame_time(double frame_time, int *out_rate, int *out_divisor);
