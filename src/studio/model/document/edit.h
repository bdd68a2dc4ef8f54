// SPDX-License-Identifier: MIT
//
// An edit: functions of the project module run on a snapshot, and their writes become one
// undo step, or nothing. All commands use it:
//
//     StudioEdit edit;
//     MienStatus status = studio_edit_begin(&edit, studio, problem);
//     if (status == MIEN_OK)
//         status = mieni_rename_everywhere(edit.project, from, to, count, NULL, NULL, problem);
//     return studio_edit_end(&edit, status, "rename jaw_open to jawOpen", NULL, problem);
//
// A long edit may do its work on another thread, between begin and end. To preview an edit,
// read what it wrote and drop it.

#pragma once

#include "studio/model/document/studio.h"

typedef struct StudioEdit {
    Studio *studio;
    StudioSnapshot *snapshot;
    const MieniProject *project; ///< Of the snapshot.
} StudioEdit;

/// Begins an edit. If it fails, end and drop are fine all the same.
MienStatus studio_edit_begin(StudioEdit *out_edit, Studio *studio, MieniProblem *problem);
/// If status is fine, makes what was written a step; in any case releases the edit. key
/// may be NULL; steps with the same key that follow each other become one. Refused if a
/// file that was written has changed since the edit began.
MienStatus studio_edit_end(StudioEdit *edit, MienStatus status, const char *label, const char *key,
                           MieniProblem *problem);
/// The same with a printf format for the label.
MienStatus studio_edit_endf(StudioEdit *edit, MienStatus status, MieniProblem *problem, const char *key,
                            const char *label, ...) MIENI_PRINTF(5, 6);
void studio_edit_drop(StudioEdit *edit);

/// Loads an asset of the edit, to be changed by functions of author and saved.
MienStatus studio_edit_load(const StudioEdit *edit, const char *path, MieniAsset *out_asset,
                            MieniProblem *problem);
/// If status is fine, writes the asset; otherwise says error. Releases it in any case.
MienStatus studio_edit_save(const StudioEdit *edit, const char *path, MieniAsset *asset, MienStatus status,
                            const MienError *error, MieniProblem *problem);

/// A change of one asset in memory.
typedef MienStatus StudioChangeAsset(void *user, MieniAsset *asset, MienError *error);
/// A whole command that changes one asset.
MienStatus studio_change(Studio *studio, const char *path, StudioChangeAsset *change, void *user,
                         const char *label, const char *key, MieniProblem *problem);
