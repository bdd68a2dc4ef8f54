// SPDX-License-Identifier: MIT
//
// What is selected in a document: poses, curves, nodes, by name; keys by curve and place.
// Observed by views, never part of the history, and able to outlive what it names.

#pragma once

#include "asset/edit/clip.h"
#include "project/files/files.h"

/// Zero-initialise; release when done.
typedef struct StudioSelection {
    MieniPaths names;    ///< In the order they were selected.
    char *anchor;        ///< Where a range begins; NULL: nowhere.
    MieniKeyPlace *keys; ///< Their curves are the selection's.
    int key_count, key_room;
    uint64_t revision; ///< Another number after every change.
} StudioSelection;

void studio_selection_release(StudioSelection *selection);
void studio_selection_clear(StudioSelection *selection);
bool studio_selection_has(const StudioSelection *selection, const char *name);
/// All return false without memory; then less is selected.
bool studio_selection_only(StudioSelection *selection, const char *name);
bool studio_selection_add(StudioSelection *selection, const char *name);
void studio_selection_drop(StudioSelection *selection, const char *name);
bool studio_selection_toggle(StudioSelection *selection, const char *name);
/// From the anchor to a name, in the order of a list, in place of what was selected.
bool studio_selection_range(StudioSelection *selection, const char *const *order, int count,
                            const char *name);
/// All that are not, of those.
bool studio_selection_invert(StudioSelection *selection, const char *const *order, int count);
/// Drops what is not in a list any more.
void studio_selection_keep(StudioSelection *selection, const char *const *order, int count);
/// Follows a rename.
bool studio_selection_rename(StudioSelection *selection, const char *from, const char *to);

bool studio_selection_has_key(const StudioSelection *selection, const char *curve, int key);
bool studio_selection_add_key(StudioSelection *selection, const char *curve, int key);
void studio_selection_clear_keys(StudioSelection *selection);
