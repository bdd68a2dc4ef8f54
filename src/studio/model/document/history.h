// SPDX-License-Identifier: MIT
//
// The history: undo, redo, groups of actions as one step, and merging of consecutive actions.

#pragma once

#include "studio/model/document/step.h"

enum {
    STUDIO_MERGE_TIME = 800, ///< Milliseconds. Steps with the same key that follow sooner are merged.
};

typedef struct StudioHistory {
    StudioStep **done; ///< The last one is what Undo undoes.
    int done_count, done_room;
    StudioStep **undone; ///< The last one is what Redo does.
    int undone_count, undone_room;
    StudioStep *open;     ///< Of a group that is not ended.
    int depth;            ///< Groups within groups.
    bool is_merge_barred; ///< The next step starts over, whatever its key.
    size_t size;          ///< Bytes that the steps in done hold.
    size_t budget;        ///< Bytes that steps may hold; 0 for the default. The oldest go first.
} StudioHistory;

void studio_history_release(StudioHistory *history);

/// Makes room for one more step in either list, so that adding it cannot fail.
bool studio_history_reserve(StudioHistory *history);
/// Whether a step of this key at this time becomes part of the last one.
bool studio_history_merges(const StudioHistory *history, const char *key, int64_t time);
/// Adds a step that was done, and forgets what was undone. Needs reserved room.
void studio_history_add(StudioHistory *history, StudioStep *step);
/// Makes a step, which stays the caller's, part of the last one. False if out of memory: then
/// nothing changed. If nothing is left of both, the last one is gone.
bool studio_history_merge(StudioHistory *history, const StudioStep *step);

/// Moves the last step over after it was undone, or done again. Need reserved room.
void studio_history_undone(StudioHistory *history);
void studio_history_redone(StudioHistory *history);

/// The step that Undo undoes and that Redo does, or NULL.
const StudioStep *studio_history_undo_step(const StudioHistory *history);
const StudioStep *studio_history_redo_step(const StudioHistory *history);
/// Whether any step is about this file.
bool studio_history_has(const StudioHistory *history, const char *path);
