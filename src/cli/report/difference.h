// SPDX-License-Identifier: MIT
//
// Distance between two transforms.

#pragma once

#include "base/transform.h"

/// How far a bone is from where it was: degrees and millimetres.
typedef struct CliDifference {
    double turned, moved;
    MieniPlace by; ///< The turn in the parent's space, the shift, and the scale as a factor.
    bool is_any;   ///< Some number differs, scale included.
} CliDifference;

/// Whether any number differs.
bool cli_differs(const MienTransform *from, const MienTransform *to);
CliDifference cli_difference(const MienTransform *from, const MienTransform *to);
