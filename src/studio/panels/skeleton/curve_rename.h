// SPDX-License-Identifier: MIT
//
// Renames a curve everywhere: a small form that counts the changes first.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/workspace.h"

/// Asks for the new name of a curve and shows in how many places of how many files that changes
/// something; then does it as one step, on a worker because clips' sources are read. parent: any
/// widget of the window. document (may be NULL): its selection follows.
void studio_curve_rename_ask(GtkWidget *parent, StudioWorkspace *workspace, const char *name,
                             const char *document);
