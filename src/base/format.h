// SPDX-License-Identifier: MIT
//
// Numbers as people read them: rounded, with units, in any locale alike.

#pragma once

#include "base/text_out.h"

/// A finite number with 0 to 9 decimals, ties away from zero: "2.10". Never "-0". Beyond 1e15 it is written
/// whole.
void mieni_say_fixed(MieniTextOut *out, double value, int decimals);
/// As many decimals as show two digits of something as large as this: 1 for 12.3 or
/// 1.2, 2 for 0.12, at most 9.
int mieni_decimals_of(double value);
/// A number to about two digits more than nothing: "12.3", "0.012".
void mieni_say_about(MieniTextOut *out, double value);
/// Metres as "3.2 mm" or "1.25 m".
void mieni_say_length(MieniTextOut *out, double metres);
/// The same with its direction: "3.2 mm (0.1, 3.1, 0.2)".
void mieni_say_shift(MieniTextOut *out, const double metres[3]);
/// A turn by a unit quaternion: "2.1°", and "+2.1° about x" where it is nearly an axis.
void mieni_say_turn(MieniTextOut *out, const double q[4]);
/// The angle of a turn, 0 to 180 degrees.
double mieni_degrees_of(const double q[4]);
