// SPDX-License-Identifier: MIT
//
// Commands that open a dialog: new pose assets, pasted names, updates from source files, mirrored
// and split poses.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_DIALOGS (studio_dialogs_get_type())
G_DECLARE_FINAL_TYPE(StudioDialogs, studio_dialogs, STUDIO, DIALOGS, GObject)

/// Binds the commands; dialogs belong to a window, which owns the object.
StudioDialogs *studio_dialogs_new(StudioCommands *commands, GtkWidget *window);
/// Another project, or none.
void studio_dialogs_set_workspace(StudioDialogs *dialogs, StudioWorkspace *workspace);
