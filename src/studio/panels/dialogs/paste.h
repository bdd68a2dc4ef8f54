// SPDX-License-Identifier: MIT
//
// The Paste Names dialog: previews names from the clipboard on the poses of an asset.

#pragma once

#include "studio/panels/workspace/workspace.h"

#include <gtk/gtk.h>

/// Opens the dialog for a pose asset once the clipboard's text is there; without one, shows a message.
void studio_paste_names_open(GtkWidget *parent, StudioWorkspace *workspace, const char *path);
