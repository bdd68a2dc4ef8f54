// SPDX-License-Identifier: MIT
//
// An open project: files, history, journal and lock. Everything that changes an asset
// does so through an edit (edit.h), which becomes a step of the history.
//
// Ownership  Texts and trees belong to the studio; a tree lives until its file changes.
// Threads    A studio belongs to one thread. Others work on snapshots.
// Errors     What fails changes nothing.

#pragma once

#include "studio/model/document/history.h"
#include "studio/model/document/journal.h"
#include "studio/model/document/lock.h"
#include "studio/model/document/snapshot.h"

typedef enum StudioEventKind {
    STUDIO_EVENT_CHANGED = 1, ///< Files have other texts, came or went.
    STUDIO_EVENT_HISTORY,     ///< What Undo and Redo would do is another.
    STUDIO_EVENT_SAVED,       ///< Files are on disk; those not edited any more.
    STUDIO_EVENT_CONTESTED,   ///< Edited files changed on disk too.
    STUDIO_EVENT_JOURNAL,     ///< The journal cannot be written; studio->journal.problem says why.
} StudioEventKind;

typedef struct StudioEvent {
    StudioEventKind kind;
    const char *const *paths; ///< Of the files, by path, each once; as long as the event.
    int path_count;
    const char *label; ///< Of the step behind it, or NULL.
    bool is_undo;      ///< It was undone or done again.
} StudioEvent;

/// Told after every change, once for each. Must not change the studio.
typedef void StudioListener(void *user, const StudioEvent *event);

/// Zero-initialise: zero is the default of every field.
typedef struct StudioOptions {
    const char *state_folder; ///< Where journals and sessions go; NULL: nowhere. Must outlive the studio.
    bool is_read_only;
    size_t history_size; ///< Bytes of the history; 0 for 256 MiB.
    int many_shards;     ///< From so many shards on, files of a clips asset are not listed; 0 for 512.
    StudioListener *listener;
    int64_t (*clock)(void *user); ///< Milliseconds since 1970; NULL: the system's.
    void *user;                   ///< Of both.
} StudioOptions;

/// A clips asset with so many files that they are no list for people: it stands for them,
/// and the catalogue finds them.
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
void studio_close(Studio *studio); ///< NULL is fine. What is not saved stays in the journal.
/// Closes and forgets what is not saved.
void studio_discard(Studio *studio);
/// Tries again to be the one who writes.
MienStatus studio_take_over(Studio *studio, MieniProblem *problem);
/// Makes a project of a folder, with its mien.json.
MienStatus studio_create(const char *folder, const char *name, MieniProblem *problem);

/// What an asset says now. Lives until its file changes.
MienStatus studio_asset(Studio *studio, const char *path, const MieniAsset **out_asset,
                        MieniProblem *problem);
/// Whether a file of the project is there now.
bool studio_exists(const Studio *studio, const char *path);
int studio_edited_count(const Studio *studio);
/// A hash over all assets as they are now, for tests: the same files, the same hash.
MienStatus studio_hash(Studio *studio, uint64_t *out_hash, MieniProblem *problem);

/// Undoes and does again; MIEN_ERROR_ARGUMENT if there is nothing to.
MienStatus studio_undo(Studio *studio, MieniProblem *problem);
MienStatus studio_redo(Studio *studio, MieniProblem *problem);
/// What they would undo or do: "rename jaw_open to jawOpen"; NULL for nothing.
const char *studio_undo_label(const Studio *studio);
const char *studio_redo_label(const Studio *studio);

/// From here to the end, all edits are one step: a drag, or a command of many parts.
/// Groups may hold groups; the outermost label counts.
MienStatus studio_group_begin(Studio *studio, const char *label, MieniProblem *problem);
MienStatus studio_group_end(Studio *studio, MieniProblem *problem);
/// Takes back all that the open groups did, and leaves them open: while dragging, each move
/// begins from where the drag began.
MienStatus studio_group_rewind(Studio *studio, MieniProblem *problem);
/// Takes back all that the open groups did, and ends them.
MienStatus studio_group_cancel(Studio *studio, MieniProblem *problem);

/// Private to the model: makes a step that was noted, with its texts, happen. The step
/// becomes the studio's, whatever comes of it; nothing in it is fine. Files must be known.
MienStatus studio_commit(Studio *studio, StudioStep *step, MieniProblem *problem);
/// Private to the model.
void studio_emit(const Studio *studio, StudioEventKind kind, const StudioStep *step, bool is_undo);
void studio_emit_paths(const Studio *studio, StudioEventKind kind, const MieniPaths *paths);
int64_t studio_now(const Studio *studio);
MienStatus studio_no_memory(MieniProblem *problem, const char *path);
/// Private to the model: where something of this project is kept; false if nowhere.
bool studio_state_path(const Studio *studio, const char *folder, const char *ending,
                       char out[MIENI_PATH_ROOM]);
