// SPDX-License-Identifier: MIT
//
// What the steps of a merge share. Its tree is made of values of the three assets,
// of containers around them, and of choices, where the sides disagree: a choice holds
// the three values, any of which may be NULL for absent.

#pragma once

#include "asset/merge/merge.h"

enum { MIENI_OURS = 0, MIENI_BASE, MIENI_THEIRS, MIENI_SIDES };

/// Where in the asset a value is, for words; built on the stack on the way down.
typedef struct MieniMergeTrail MieniMergeTrail;
struct MieniMergeTrail {
    const MieniMergeTrail *up;
    const char *key;        ///< Of a member; NULL for a row.
    const MieniField *list; ///< Of a row: the list it is in.
    const MieniJson *row;
    int index;
};

typedef struct MieniMerging {
    MieniJsonDocument *memory; ///< Of the result: everything is made here.
    MieniArena scratch;
    MieniMergeOptions options;
    MieniMergeConflict *conflicts;
    int count, room, conflict_count;
} MieniMerging;

/// The value of an object or list of which both sides have versions, item by item; base
/// may be NULL. field is that of
/// the object or list, NULL for the asset itself, whose schema is given.
MieniJson *mieni_merge_items(MieniMerging *merging, const MieniMergeTrail *trail, const MieniField *field,
                             const MieniSchema *schema, MieniJson *const values[MIENI_SIDES]);

/// Adds a conflict and returns the choice. why is NULL for the values themselves.
MieniJson *mieni_merge_conflict(MieniMerging *merging, const MieniMergeTrail *trail, const MieniField *field,
                                MieniJson *const values[MIENI_SIDES], const char *why);
/// A choice without words of its own.
MieniJson *mieni_merge_choice(MieniMerging *merging, MieniJson *const values[MIENI_SIDES]);
/// Adds words about something that was decided.
void mieni_merge_note(MieniMerging *merging, const MieniMergeTrail *trail,
                      MieniJson *const values[MIENI_SIDES], const char *note);
bool mieni_merge_is_choice(const MieniJson *value);

/// Makes names of poses in base, on, product, masks and groups follow what either side
/// renamed: replaces the roots by copies where that changes anything.
void mieni_merge_follow_renames(MieniMerging *merging, MieniJson *roots[MIENI_SIDES]);

/// Writes a tree with choices: the lines that hold them between markers.
void mieni_merge_write(MieniMerging *merging, const MieniAsset *asset, MieniTextOut *out);
