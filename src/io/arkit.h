// SPDX-License-Identifier: MIT
//
// The curves of ARKit face capture: its 52 blend shapes and the nine rotations
// that Live Link Face adds, spelt as Mien spells them.

#pragma once

#include "io/text.h"

#define MIENI_ARKIT_SHAPES 52
#define MIENI_ARKIT_CURVES 61 ///< With the rotations of head and eyes.

/// The name of a curve, in the order of Unreal's EARFaceBlendShape. Files have other
/// orders: go by name.
const char *mieni_arkit_name(int curve);

/// The curve of that name in whatever case, -1 if there is none.
int mieni_arkit_find(MieniSpan name);
