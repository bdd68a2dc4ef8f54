// SPDX-License-Identifier: MIT
//
// How a pose asset's node makes weights of curves' values. Private to core.

#pragma once

#include "core/graph/nodes.h"

/// A value through one of the functions, each of which maps 0 to 0 and 1 to 1. All but
/// linear ones clamp to that first, and linear ones too if told so. Never NaN.
float mieni_remap(MieniRemap remap, float value, bool is_clamped);
