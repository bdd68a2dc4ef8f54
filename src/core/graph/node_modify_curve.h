// SPDX-License-Identifier: MIT
//
// What a change makes of a curve's value. Pure functions. Private to core.

#pragma once

#include "core/graph/nodes.h"

/// add, scale, set or remap.
float mieni_modified(MieniModifyDo what, float value, float by);
/// A value on its way to another after so many seconds; at least 0. The time constant
/// is when about 63 % of the way is done; without one it is there.
double mieni_smoothed(double value, double goal, double seconds, double constant);
