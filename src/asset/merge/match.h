// SPDX-License-Identifier: MIT
//
// Which items of two versions of one list are the same item, and which of them
// changed their place. What comparing and merging share.

#pragma once

#include "asset/asset.h"

/// How the items of a list are told apart.
typedef enum MieniListKind {
    MIENI_LIST_WHOLE = 0, ///< Not at all: it changes as a whole.
    MIENI_LIST_BY_NAME,   ///< By what the schema says, or by themselves where they are strings.
    MIENI_LIST_BY_ORDER,  ///< By content and place: the order means something.
    MIENI_LIST_BY_PLACE,  ///< By index, while there are as many: lists under unknown keys.
} MieniListKind;

MieniListKind mieni_list_kind(const MieniField *field);

/// Finds the partner of every item of a in b, and the other way round; -1 for none.
/// Both are objects, matched by key, or lists of the same field; NULL counts as
/// empty. strictly leaves out those that are only similar. Time grows with n log n.
/// False without memory.
bool mieni_match_items(MieniArena *scratch, const MieniField *field, const MieniJson *a, const MieniJson *b,
                       bool strictly, int *b_of_a, int *a_of_b);

/// Marks the fewest of count different numbers without which the rest ascends.
/// False without memory.
bool mieni_match_moved(MieniArena *scratch, const int *numbers, int count, bool *out_is_moved);

/// Whether two values are the same to the order of their keys; lines do not matter.
/// NULL is the same as NULL.
bool mieni_json_same(const MieniJson *a, const MieniJson *b);

static inline int mieni_json_count(const MieniJson *list) { return list != NULL ? list->count : 0; }
