// SPDX-License-Identifier: MIT
//
// What the parts of the dialog of pasted names share: the dialog shows what each line would
// do, its work counts and renames.

#pragma once

#include "studio/model/commands/paste.h"
#include "studio/panels/dialogs/paste.h"
#include "studio/panels/dialogs/rows.h"
#include "studio/panels/widgets/widgets.h"

/// The dialog. Jobs hold it, so that it may be closed meanwhile.
typedef struct StudioPasting {
    StudioDialog dialog;
    bool is_closed, is_counting, wants_counting, is_renaming;
    StudioWorkspace *workspace;
    char *path, *text;
    int first_selected, columns;
    StudioPaste lines;
    GHashTable *uses; ///< From name to how many, each as a pointer; NULL until they are known.
    GPtrArray *files; ///< Paths that the rename would change, beside the asset.
    bool is_filling;

    StudioDialogRows *rows;
    GtkWidget *chips[3], *from_first, *from_selection, *by_name, *column;
    GtkWidget *everywhere, *where, *show, *show_list;
} StudioPasting;

StudioPasting *studio_pasting_hold(StudioPasting *paste);
void studio_pasting_drop(void *paste);

// Showing
void studio_pasting_show_rows(StudioPasting *paste);
void studio_pasting_show_where(StudioPasting *paste);
void studio_pasting_show_suggest(StudioPasting *paste);

// Work
/// Counts what would change elsewhere, again once the lines are others.
void studio_pasting_count(StudioPasting *paste);
/// Renames, closes the dialog and tells of it; or says why not.
void studio_pasting_rename(StudioPasting *paste);
