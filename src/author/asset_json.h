// SPDX-License-Identifier: MIT
//
// What readers of text assets share: failing with a line, and asking a tree for
// what must be there. Places are "line 12, rows[3].weight".

#pragma once

#include "author/json.h"
#include "core/internal.h"

/// Fails at a value; place is a printf format.
MienStatus mieni_tree_fail(MienError *error, const MieniJson *value, MienStatus status, const char *sentence,
                           const char *place, ...) MIENI_PRINTF(5, 6);

/// Checks that a tree is an object of a kind, of version 1, and has no key but the
/// given ones, which end with NULL and include kind and version.
MienStatus mieni_tree_check(const MieniJson *root, const char *kind, const char *const *keys,
                            MienError *error);
/// Checks that a value is an object without other keys; the place is list[index].
MienStatus mieni_tree_check_item(const MieniJson *value, const char *const *keys, const char *list, int index,
                                 MienError *error);

/// A list that must be there; list gives its items if it is, none if it need not.
MienStatus mieni_tree_list(const MieniJson *object, const char *key, bool is_optional,
                           const MieniJson **out_list, MienError *error);
/// A string that must be there and be a name. place is that of the object, "" for the root.
MienStatus mieni_tree_name(const MieniJson *object, const char *key, const char *place, const char **out_name,
                           MienError *error);
/// Checks an item of a list of names; place is that of the list.
MienStatus mieni_tree_check_name(const MieniJson *value, const char *place, int index, MienError *error);
