// SPDX-License-Identifier: MIT
//
// The selection of a document: poses, curves and nodes by name; keys by curve and index. Views
// observe it. It is not part of the history, and may name things that no longer exist.

#pragma once

#include "asset/edit/clip.h"
#include "project/files/files.h"

/// Zero-initialise it; release it when done.
typedef struct StudioSelection {
    MieniPaths names;    ///< In the order they were selected.
    MieniKeyPlace *keys; ///< Their curves are the selection's.
    int key_count, key_room;
    uint64_t revision; ///< Another number after every change.
} StudioSelection;

void studio_selection_release(StudioSelection *selection);
void studio_selection_clear(StudioSelection *selection);
bool studio_selection_has(const StudioSelection *selection, const char *name);
/// All return false if out of memory; the selection is then incomplete.
bool studio_selection_only(StudioSelection *selection, const char *name);
bool studio_selection_add(StudioSelection *selection, const char *name);
void studio_selection_drop(StudioSelection *selection, const char *name);
bool studio_selection_toggle(StudioSelection *selection, const char *name);
/// Drops what is not in a list any more.
void studio_selection_keep(StudioSelection *selection, const char *const *order, int count);
/// Follows a rename.
bool studio_selection_rename(StudioSelection *selection, const char *from, const char *to);

bool studio_selection_has_key(const StudioSelection *selection, const char *curve, int key);
bool studio_selection_add_key(StudioSelection *selection, const char *curve, int key);
void studio_selection_clear_keys(StudioSelection *selection);
