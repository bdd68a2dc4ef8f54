// SPDX-License-Identifier: MIT
//
// Values given to commands as JSON, and locations in trees.

#pragma once

#include "base/json.h"
#include "studio/model/document/studio.h"

/// Reads a value; NULL gives an empty document. Always release it.
MienStatus studio_value_read(MieniJsonDocument *out_json, const char *text, MieniProblem *problem);
/// Sets the value at a place of a tree, or takes it out: "poses[3].range". Objects and lists
/// on the way that are not there are made.
MienStatus studio_value_put(MieniJsonDocument *json, const char *place, const MieniJson *value,
                            MienError *error);
