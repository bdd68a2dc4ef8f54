// SPDX-License-Identifier: MIT
//
// The dialogs and windows of imports.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/import/queue.h"

// dialog.c
/// Asks what an import must know; answers the queue when the dialog closes.
void studio_import_ask(GtkWindow *window, StudioImports *imports, StudioImport *import);

// takes.c
/// Asks which takes of a file are wanted.
void studio_import_ask_takes(GtkWindow *window, StudioImports *imports, StudioImport *import);

// report_window.c
/// Shows the report of a source.
void studio_import_report_show(GtkWindow *window, StudioWorkspace *workspace, const char *file);
