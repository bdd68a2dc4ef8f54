// SPDX-License-Identifier: MIT
//
// Changing clips as text: curves by hand, their keys, modifiers. Functions look at
// everything before they change anything: if one fails, but for lack of memory, the
// asset is as it was.
//
// Errors  Places name what is meant: "jaw_open", "keys[2]".

#pragma once

#include "asset/asset.h"
#include "mien_author/clip.h"

/// A key of a curve by hand.
typedef struct MieniKeyPlace {
    const char *curve;
    int key; ///< In order of time.
} MieniKeyPlace;

/// How a curve goes through a key.
typedef struct MieniKeyShape {
    const char *type;    ///< "constant", "linear", "cubic".
    bool is_auto;        ///< Slopes are made; only for cubic.
    bool has_slopes;     ///< Otherwise those that it has stay.
    float arrive, leave; ///< Per second.
} MieniKeyShape;

/// A key of a row of "keys".
MienAuthorKey mieni_clip_read_key(const MieniJson *row);
/// What a curve does before its first or after its last key, by its word.
MienAuthorBeyond mieni_clip_read_beyond(const char *word);

/// Adds a curve without keys; refused if it is there.
MienStatus mieni_clip_add_curve(MieniAsset *clip, const char *curve, MienError *error);
MienStatus mieni_clip_remove_curve(MieniAsset *clip, const char *curve, MienError *error);

/// Sets the value at a time: of the key that is there, otherwise of a new one. The curve is
/// made if it is not there. shape may be NULL: a key that is there keeps its own, a new
/// one has that of the key before it. *out_key (may be NULL) is where the key is.
MienStatus mieni_clip_set_key(MieniAsset *clip, const char *curve, double time, double value,
                              const MieniKeyShape *shape, int *out_key, MienError *error);
/// Deletes keys of any curves. A curve that has none left stays.
MienStatus mieni_clip_delete_keys(MieniAsset *clip, const MieniKeyPlace *keys, int count, MienError *error);

/// Where keys go: times are scaled about a pivot, then moved; values are moved.
typedef struct MieniKeyMove {
    double time, value; ///< Added.
    double scale;       ///< Of times; 0 for 1.
    double pivot;
} MieniKeyMove;

/// Moves keys of any curves. One that stays, at a time to which another comes, goes.
/// keys are changed to where they are then.
MienStatus mieni_clip_move_keys(MieniAsset *clip, MieniKeyPlace *keys, int count, const MieniKeyMove *move,
                                MienError *error);

/// Adds a modifier, a row like {"do": "remove_bones", ...}, before an index, or with -1 at
/// the end. The asset is a clip, clips or modifiers.
MienStatus mieni_modifiers_add(MieniAsset *asset, int index, const MieniJson *row, MienError *error);
MienStatus mieni_modifiers_remove(MieniAsset *asset, int index, MienError *error);
/// Moves one to an index of the resulting list.
MienStatus mieni_modifiers_move(MieniAsset *asset, int from, int to, MienError *error);
MienStatus mieni_modifiers_set_off(MieniAsset *asset, int index, bool is_off, MienError *error);
/// A row that removes or keeps bones or curves, as names and patterns choose; NULL without
/// memory. what is "remove_bones", "keep_curves" and so on; remove_all_tracks has no names.
MieniJson *mieni_modifiers_row(MieniJsonDocument *json, const char *what, const char *const *names, int count,
                               bool with_children);
