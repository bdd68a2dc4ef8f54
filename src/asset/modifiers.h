// SPDX-License-Identifier: MIT
//
// Lists of modifiers as text: what their parameters are, and what applying takes.

#pragma once

#include "asset/asset.h"
#include "base/names.h"
#include "mien_author/modifiers.h"

/// Of one list.
enum { MIENI_MAX_LIST_PARAMETERS = 256 };

/// A number that those who use a list may choose.
typedef struct MieniListParameter {
    const char *name;
    double value;    ///< The default, until a clip gives another one.
    double min, max; ///< Its own, and those of all keys that refer to it.
    bool is_whole;   ///< A rate refers to it.
    bool is_used;
} MieniListParameter;

/// The parameters of a shared list, in its order. Zero-initialised: none.
typedef struct MieniListParameters {
    int count;
    MieniListParameter *items;
    MieniNameEntry *sorted;
} MieniListParameters;

/// The parameters of a list with their defaults. Fails for more than
/// MIENI_MAX_LIST_PARAMETERS, a default out of range and a key that refers to none of them.
MienStatus mieni_list_parameters_read(const MieniAsset *list, MieniArena *arena,
                                      MieniListParameters *out_parameters, MienError *error);
/// Sets those that a row {"list": ..., "values": {...}} gives; index is its place for errors.
MienStatus mieni_list_parameters_set(const MieniListParameters *parameters, const MieniJson *row, int index,
                                     MienError *error);

/// Rows {"do": "remove_bones", "names": ["jaw"]} of any asset; NULL has none. Rows
/// that refer to another list ("list") are refused: the code that reads files resolves them.
/// parameters are NULL for rows of a clip's own, which have none.
MienStatus mieni_modifiers_describe(const MieniJson *rows, const MieniListParameters *parameters,
                                    MieniArena *arena, MienAuthorModifiers *out_modifiers, MienError *error);
