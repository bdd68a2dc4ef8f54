// SPDX-License-Identifier: MIT
//
// What people call the types of nodes and their settings.

#pragma once

#include "asset/schema.h"
#include "base/json.h"

typedef enum StudioNodeFamily {
    STUDIO_FAMILY_CLIP = 0,
    STUDIO_FAMILY_POSES,
    STUDIO_FAMILY_BLEND,
    STUDIO_FAMILY_CURVE,
    STUDIO_FAMILY_SOURCE,
    STUDIO_FAMILY_OUTPUT,
    STUDIO_FAMILIES,
} StudioNodeFamily;

typedef struct StudioNodeWords {
    const char *type;  ///< In the text.
    const char *title; ///< "Play clip".
    const char *hint;  ///< What it does, in a few words.
    StudioNodeFamily family;
} StudioNodeWords;

enum { STUDIO_NODE_WORDS = 15 };
/// In the order in which they are offered.
extern const StudioNodeWords studio_node_words[STUDIO_NODE_WORDS];
/// Those of a type; of an unknown one, words that say so.
const StudioNodeWords *studio_words_of_node(const char *type);
/// "Pose asset" for the key "poses". input names of lists too: "Input 2" for "inputs[1]". Free it.
char *studio_words_of_key(const char *key);

/// A value as people read it: an asset's name, "0.80", "On", "parameter pace". NULL means what the
/// field has by default; field may be NULL. Free it.
char *studio_words_of_value(const MieniField *field, const MieniJson *value);
