// SPDX-License-Identifier: MIT
//
// Node types for people: title, family and the rows that a node shows; and the rule by
// which poses and deltas flow, which cooking and the editor share.

#pragma once

#include "core/graph/nodes.h"

typedef enum MieniNodeFamily {
    MIENI_FAMILY_CLIP = 0,
    MIENI_FAMILY_POSES,
    MIENI_FAMILY_BLEND,
    MIENI_FAMILY_CURVE,
    MIENI_FAMILY_SOURCE,
    MIENI_FAMILY_OUTPUT,
    MIENI_FAMILIES,
} MieniNodeFamily;

/// What a row of a node shows.
typedef enum MieniNodeRowKind {
    MIENI_ROW_INPUT = 1, ///< A named input.
    MIENI_ROW_INPUTS,    ///< The inputs of lists.
    MIENI_ROW_SETTING,
    MIENI_ROW_FIELD,   ///< A setting that is chosen from a list.
    MIENI_ROW_ASSET,   ///< The same, with the parent's asset below it.
    MIENI_ROW_MASK,    ///< A setting that is a mask.
    MIENI_ROW_CHANGES, ///< A list of changed curves, a row each.
    MIENI_ROW_LIVE,    ///< No setting: a value of the running graph alone.
} MieniNodeRowKind;

/// A value of the running graph beside a row.
typedef enum MieniNodeRowLive {
    MIENI_LIVE_NONE = 0,
    MIENI_LIVE_TIME,   ///< Of a clip.
    MIENI_LIVE_CURVES, ///< Number of curves that come in.
    MIENI_LIVE_WEIGHT, ///< Weight of this input.
    MIENI_LIVE_ACTIVE, ///< Number of poses that are not 0.
    MIENI_LIVE_BONES,
    MIENI_LIVE_MORPHS,
} MieniNodeRowLive;

typedef struct MieniNodeRow {
    MieniNodeRowKind kind; ///< 0 after the last row.
    const char *key;       ///< Of an input or a setting.
    const char *label;     ///< NULL: made from the key.
    MieniNodeRowLive live;
} MieniNodeRow;

enum { MIENI_NODE_ROWS = 4 };

typedef struct MieniNodeWords {
    const char *type;  ///< Its name in the text.
    const char *title; ///< "Play clip".
    const char *hint;  ///< What it does, in a few words.
    MieniNodeFamily family;
    MieniNodeRow rows[MIENI_NODE_ROWS];
} MieniNodeWords;

enum { MIENI_NODE_WORDS = MIENI_NODE_TYPES - 1 };
/// In the order in which they are offered.
extern const MieniNodeWords mieni_node_words[MIENI_NODE_WORDS];
/// The words of a type; for an unknown type, words that report it.
const MieniNodeWords *mieni_node_words_of(const char *type);

/// What flows along a link.
typedef enum MieniFlow {
    MIENI_FLOWS_ANY = -1, ///< Nothing is connected; or an input takes both.
    MIENI_FLOWS_POSE = 0,
    MIENI_FLOWS_DELTA,
} MieniFlow;

/// What a node gives. own: what its asset or setting says, for types that have one; input: the
/// flow of its first connected input.
MieniFlow mieni_node_gives(const MieniNodeTypeInfo *type, MieniFlow own, MieniFlow input);
/// What an input takes. own as above; other: the flow of another connected input.
MieniFlow mieni_node_takes(const MieniNodeTypeInfo *type, int input, MieniFlow own, MieniFlow other);
