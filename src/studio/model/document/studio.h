// SPDX-License-Identifier: MIT
//
// An open project: files, history, journal and lock. Every change of an asset is an edit
// (edit.h), which becomes a step of the history.
//
// Ownership  Texts and trees belong to the studio; a tree is valid until its file changes.
// Threads    A studio belongs to one thread. Others work on snapshots.
// Errors     A failed call changes nothing.

#pragma once

#include "studio/model/document/history.h"
#include "studio/model/document/journal.h"
#include "studio/model/document/lock.h"
#include "studio/model/document/snapshot.h"

typedef enum StudioEventKind {
    STUDIO_EVENT_CHANGED = 1, ///< Files changed, were added or removed.
    STUDIO_EVENT_HISTORY,     ///< The next Undo or Redo step changed.
    STUDIO_EVENT_SAVED,       ///< Files were saved.
    STUDIO_EVENT_CONTESTED,   ///< Edited files changed on disk too.
    STUDIO_EVENT_JOURNAL,     ///< The journal cannot be written; see studio->journal.problem.
} StudioEventKind;

typedef struct StudioEvent {
    StudioEventKind kind;
    const char *const *paths; ///< Of the files, by path, each once; as long as the event.
    int path_count;
    const char *label; ///< Of the step behind it, or NULL.
    bool is_undo;      ///< It was an undo or a redo.
} StudioEvent;

/// Called once after every change. Must not change the studio.
typedef void StudioListener(void *user, const StudioEvent *event);

/// Zero-initialise: zero is the default of every field.
typedef struct StudioOptions {
    const char *state_folder; ///< Where journals and sessions go; NULL: nowhere. Must outlive the studio.
    bool is_read_only;
    size_t history_size; ///< Bytes of the history; 0 for 256 MiB.
    int many_shards;     ///< With this many shards, files of a clip collection are not listed; 0 for 512.
    StudioListener *listener;
    int64_t (*clock)(void *user); ///< Milliseconds since 1970; NULL: the system's.
    void *user;                   ///< Of both.
} StudioOptions;

/// A clip collection with too many files to list: only the collection is listed, and the asset
/// index finds its files.
typedef struct StudioMany {
    char path[MIENI_PATH_ROOM];
    int shard_count;
} StudioMany;

typedef struct Studio {
    StudioOptions options;
    MieniProject project; ///< On disk; for what reads sources and writes packs.
    StudioFiles files;
    StudioHistory history;
    StudioJournal journal;
    StudioLock lock;
    int save_count; ///< Saves that began and have not ended.
    bool is_read_only;
    char read_only_reason[400];      ///< "" while it can be written.
    char state_name[40];             ///< Of the files in the state folder.
    char recovered[MIENI_PATH_ROOM]; ///< A journal of before that waits for a decision; "" for none.
    MieniPaths others;               ///< Files of the project that are no assets, nor one of many clips.
    StudioMany *many;                ///< By path.
    int many_count;
} Studio;

/// Opens the project that path lies in. One that another process has open, or that
/// cannot be written, is opened for reading, and read_only_reason says why.
MienStatus studio_open(Studio **out_studio, const char *path, const StudioOptions *options,
                       MieniProblem *problem);
void studio_close(Studio *studio); ///< May be NULL. Unsaved changes stay in the journal.
/// Closes and discards unsaved changes.
void studio_discard(Studio *studio);
/// Tries again to get the write lock.
MienStatus studio_take_over(Studio *studio, MieniProblem *problem);
/// Turns a folder into a project with a mien.json.
MienStatus studio_create(const char *folder, const char *name, MieniProblem *problem);

/// The current tree of an asset. Valid until its file changes.
MienStatus studio_asset(Studio *studio, const char *path, const MieniAsset **out_asset,
                        MieniProblem *problem);
/// Whether a file of the project is there now.
bool studio_exists(const Studio *studio, const char *path);
int studio_edited_count(const Studio *studio);
/// A hash over all assets as they are now, for tests: the same files, the same hash.
MienStatus studio_hash(Studio *studio, uint64_t *out_hash, MieniProblem *problem);

/// Undo and redo; MIEN_ERROR_ARGUMENT if there is nothing to undo or redo.
MienStatus studio_undo(Studio *studio, MieniProblem *problem);
MienStatus studio_redo(Studio *studio, MieniProblem *problem);
/// Labels of the next undo and redo: "rename jaw_open to jawOpen"; NULL for none.
const char *studio_undo_label(const Studio *studio);
const char *studio_redo_label(const Studio *studio);

/// All edits until the end of the group are one step: a drag, or a command with many parts.
/// Groups may be nested; the outermost label is used.
MienStatus studio_group_begin(Studio *studio, const char *label, MieniProblem *problem);
MienStatus studio_group_end(Studio *studio, MieniProblem *problem);
/// Reverts all edits of the open groups, and leaves them open: while dragging, each move
/// starts where the drag began.
MienStatus studio_group_rewind(Studio *studio, MieniProblem *problem);
/// Reverts all edits of the open groups, and ends them.
MienStatus studio_group_cancel(Studio *studio, MieniProblem *problem);

/// Private to the model: makes a step that was noted, with its texts, happen. The step
/// becomes the studio's, in any case; nothing in it is fine. Files must be known.
MienStatus studio_commit(Studio *studio, StudioStep *step, MieniProblem *problem);
/// Private to the model.
void studio_emit(const Studio *studio, StudioEventKind kind, const StudioStep *step, bool is_undo);
void studio_emit_paths(const Studio *studio, StudioEventKind kind, const MieniPaths *paths);
int64_t studio_now(const Studio *studio);
MienStatus studio_no_memory(MieniProblem *problem, const char *path);
/// Private to the model: where something of this project is kept; false if nowhere.
bool studio_state_path(const Studio *studio, const char *folder, const char *ending,
                       char out[MIENI_PATH_ROOM]);
