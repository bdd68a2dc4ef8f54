// SPDX-License-Identifier: MIT
//
// What a window does about imports: choosing files, asking where something is to decide,
// saying what was refused, and the report.
//
// Ownership  The window owns it and sets its workspace.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/import/queue.h"
#include "studio/panels/workspace/commands.h"

typedef struct StudioImporter StudioImporter;

/// Binds win.import and its kin.
StudioImporter *studio_importer_new(GtkWindow *window, StudioCommands *commands);
void studio_importer_free(StudioImporter *importer);
/// Another project is in the window, or none.
void studio_importer_set_workspace(StudioImporter *importer, StudioWorkspace *workspace);
/// Imports files of a list of GFile.
void studio_importer_add_files(StudioImporter *importer, const GSList *files);

// import_dialog.c
/// Asks what an import must know; answers the queue when the dialog closes.
void studio_import_ask(GtkWindow *window, StudioImports *imports, StudioImport *import);

// import_takes.c
/// Asks which takes of a file are wanted.
void studio_import_ask_takes(GtkWindow *window, StudioImports *imports, StudioImport *import);

// import_report_window.c
/// Shows the report of a source.
void studio_import_report_show(GtkWindow *window, StudioWorkspace *workspace, const char *file);
