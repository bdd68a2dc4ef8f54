// SPDX-License-Identifier: MIT
//
// What a change makes of a curve's value. Pure functions. Private to core.

#pragma once

#include "core/graph/nodes.h"

/// add, scale, set or remap.
float mieni_modified(MieniModifyDo what, float value, float by);
/// A value on its way to a goal after some seconds, at least 0. After the time constant
/// about 63 % of the way is done; a constant of 0 jumps to the goal.
double mieni_smoothed(double value, double goal, double seconds, double constant);
