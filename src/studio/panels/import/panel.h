// SPDX-License-Identifier: MIT
//
// Import commands of a window: choosing files, questions, errors and the report.
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
