// SPDX-License-Identifier: MIT
//
// Labels of the settings of nodes.

#pragma once

#include "asset/schema.h"
#include "base/json.h"

/// "Pose asset" for the key "poses". input names of lists too: "Input 2" for "inputs[1]". Free it.
char *studio_label_of_key(const char *key);

/// A value as people read it: an asset's name, "0.80", "On", "parameter pace". NULL means what the
/// field has by default; field may be NULL. Free it.
char *studio_label_of_value(const MieniField *field, const MieniJson *value);
