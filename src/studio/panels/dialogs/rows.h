// SPDX-License-Identifier: MIT
//
// The preview list of dialogs: line, thumbnail, old and new name, note.

#pragma once

#include "studio/panels/thumbnails/thumbnails.h"

/// What a row shows. Texts are copied; NULL: nothing.
typedef struct StudioDialogRow {
    int number;       ///< Of a line or frame; below 0: none.
    const char *pose; ///< Whose picture it has.
    const char *from;
    const char *to;      ///< With an arrow before it.
    const char *to_pose; ///< Whose picture that has; of the draft.
    const char *remark;  ///< In place of a new name; of errors, the sentence.
    const char *right;   ///< At the right edge.
    bool is_error;
    bool has_tick, is_ticked;
} StudioDialogRow;

#define STUDIO_TYPE_DIALOG_ROWS (studio_dialog_rows_get_type())
G_DECLARE_FINAL_TYPE(StudioDialogRows, studio_dialog_rows, STUDIO, DIALOG_ROWS, GtkWidget)

/// A list of rows about a pose asset, called by a name.
GtkWidget *studio_dialog_rows_new(StudioWorkspace *workspace, const char *asset, const char *name);
/// Shows the asset as it would become beside new names; NULL: no such pictures.
void studio_dialog_rows_set_draft(StudioDialogRows *rows, GHashTable *draft);
/// Shows other rows. What was ticked is told by the signal ticked, without arguments.
void studio_dialog_rows_show(StudioDialogRows *rows, const StudioDialogRow *items, int count);
bool studio_dialog_rows_is_ticked(StudioDialogRows *rows, int index);
