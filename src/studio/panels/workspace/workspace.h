// SPDX-License-Identifier: MIT
//
// The state shared by all panels of a window: the open project, the session, documents with
// tabs, problems, and background jobs. Panels know nothing else of the program; they read
// through the workspace, change assets with model commands on studio_workspace_studio, and
// follow changes by its signals:
//
//   changed (paths)      files changed, were added or removed; paths: NULL-terminated
//   history              the next Undo or Redo step changed
//   saved, contested     files were saved; edited files also changed on disk
//   session              weights, time, preview characters or clip changed
//   document-added, document-removed (StudioDocument *)
//   active               the active document changed
//   selection            the selection in a document changed
//   selected             the selection in the browser changed
//   reveal (paths)       the browser should select and show these; NULL-terminated
//   looked               the disk was scanned
//   catalogue            the asset index changed
//   problems             lint has new diagnostics
//   summary (path)       the summary of an asset is ready
//   jobs                 a job that has a name started, advanced or ended
//   job-ended            any job ended
//   toast (text, label, action)  a message to show; label and action may be NULL
//
// Threads  Main thread only; jobs run on other threads, on snapshots.

#pragma once

#include "studio/model/document/selection.h"
#include "studio/model/document/session.h"
#include "studio/model/facts/preview.h"
#include "studio/model/facts/problems.h"

#include <gio/gio.h>

/// An asset that has a tab.
typedef struct StudioDocument {
    char *path;
    MieniAssetKind kind;
    StudioSelection selection;
    bool is_following; ///< Opened by choosing a character, and closed by choosing another one unless edited.
} StudioDocument;

#define STUDIO_TYPE_WORKSPACE (studio_workspace_get_type())
G_DECLARE_FINAL_TYPE(StudioWorkspace, studio_workspace, STUDIO, WORKSPACE, GObject)

/// Opens a project on a worker.
void studio_workspace_open(const char *path, GCancellable *cancellable, GAsyncReadyCallback ready,
                           void *user);
/// The workspace, or NULL and what went wrong.
StudioWorkspace *studio_workspace_open_finish(GAsyncResult *result, GError **error);
/// Saves the session and closes the project. The workspace cannot be used afterwards.
/// is_discarding: discards unsaved changes.
void studio_workspace_close(StudioWorkspace *workspace, bool is_discarding);

Studio *studio_workspace_studio(StudioWorkspace *workspace);
StudioSession *studio_workspace_session(StudioWorkspace *workspace);
/// Call after changes of the session.
void studio_workspace_session_changed(StudioWorkspace *workspace);
/// Keeps the session in a moment, as closing does: after something of it was changed by hand.
void studio_workspace_keep_soon(StudioWorkspace *workspace);
const StudioProblems *studio_workspace_problems(StudioWorkspace *workspace);
/// The name of the project, or of its folder.
const char *studio_workspace_title(StudioWorkspace *workspace);
/// Of kind, the first asset by path, or NULL.
const char *studio_workspace_first(StudioWorkspace *workspace, MieniAssetKind kind);

/// What was cooked for previews, for studio_preview_begin; NULL if out of memory.
StudioPacks *studio_workspace_packs(StudioWorkspace *workspace);
/// Only within run of a job: makes a preview that has these packs, when no other one is made.
void studio_workspace_make_preview(StudioWorkspace *workspace, StudioPreview *preview);

/// The documents that have tabs, in order.
int studio_workspace_document_count(const StudioWorkspace *workspace);
StudioDocument *studio_workspace_document(const StudioWorkspace *workspace, int index);
StudioDocument *studio_workspace_find(const StudioWorkspace *workspace, const char *path);
StudioDocument *studio_workspace_active(const StudioWorkspace *workspace); ///< NULL: none.
/// Gives an asset a tab, if it has none, and brings it to the front unless is_behind.
StudioDocument *studio_workspace_show(StudioWorkspace *workspace, const char *path, bool is_behind);
/// Call after changes of a selection in a document.
void studio_workspace_selection_changed(StudioWorkspace *workspace);
/// Whether the change that signals tell of now is an undo or a redo.
bool studio_workspace_is_undoing(const StudioWorkspace *workspace);
void studio_workspace_set_active(StudioWorkspace *workspace, StudioDocument *document);
void studio_workspace_close_document(StudioWorkspace *workspace, StudioDocument *document);
/// Before an asset is moved: its document keeps its tab, and does so again when that is undone.
void studio_workspace_note_move(StudioWorkspace *workspace, const char *from, const char *to);
void studio_workspace_move_document(StudioWorkspace *workspace, StudioDocument *document, int index);

/// Assets and sources that are selected in the browser, by their order there. Lives until
/// the signal selected.
const MieniPaths *studio_workspace_selected(const StudioWorkspace *workspace);
/// The first selected asset of a kind, or NULL.
const char *studio_workspace_selected_of(const StudioWorkspace *workspace, MieniAssetKind kind);
/// Selects assets in the browser and makes them seen; NULL-terminated.
void studio_workspace_reveal(StudioWorkspace *workspace, const char *const *paths);
/// Private to the browser: these are selected now; NULL-terminated, copied.
void studio_workspace_set_selected(StudioWorkspace *workspace, const char *const *paths);

/// The second line of an asset; NULL until it is known, which summary tells.
const char *studio_workspace_summary(StudioWorkspace *workspace, const char *path);

/// Shows a toast; label and action: of a button, or NULL.
void studio_workspace_toast(StudioWorkspace *workspace, const char *text, const char *label,
                            const char *action);
/// Shows a toast with the error unless status is MIEN_OK; returns whether it is.
bool studio_workspace_check(StudioWorkspace *workspace, MienStatus status, const MieniProblem *problem);

/// Saves all edited files on a worker; then (may be NULL) is called with the result.
typedef void StudioSaved(StudioWorkspace *workspace, bool is_saved, void *user);
void studio_workspace_save(StudioWorkspace *workspace, StudioSaved *then, void *user);
/// Scans the disk for changed files, on a worker.
void studio_workspace_look(StudioWorkspace *workspace);

/// Call after an update of the asset index.
void studio_workspace_catalogue_changed(StudioWorkspace *workspace);

/// A background job. run is called on a worker and must check
/// the cancellable; done on the main thread, with is_cancelled. data is freed by free_data.
typedef struct StudioJob StudioJob;
typedef struct StudioJobWork {
    const char *name; ///< "Import bruno.fbx"; NULL: too small to be shown.
    bool is_minor;    ///< Nothing waits for it.
    void (*run)(StudioJob *job, void *data);
    void (*done)(StudioWorkspace *workspace, void *data, bool is_cancelled);
    void (*free_data)(void *data);
} StudioJobWork;
StudioJob *studio_workspace_run(StudioWorkspace *workspace, const StudioJobWork *work, void *data);
/// Only within run: whether to stop, and how far it is, from 0 to 1.
bool studio_job_is_cancelled(const StudioJob *job);
void studio_job_progress(StudioJob *job, double fraction);
void studio_job_cancel(StudioJob *job);
const char *studio_job_name(const StudioJob *job);
double studio_job_fraction(const StudioJob *job); ///< Below 0: not known.
/// Jobs that have a name and run.
int studio_workspace_job_count(const StudioWorkspace *workspace);
StudioJob *studio_workspace_job(const StudioWorkspace *workspace, int index);
/// Whether a job runs that should finish first.
bool studio_workspace_is_working(const StudioWorkspace *workspace);
/// Whether any job runs or is about to, including small ones.
bool studio_workspace_is_busy(const StudioWorkspace *workspace);
