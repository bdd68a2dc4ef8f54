// SPDX-License-Identifier: MIT
//
// The dialog New Poses from Another Face.

#pragma once

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#include <gtk/gtk.h>

/// Why poses cannot be transferred in this project; NULL if they can.
const char *studio_new_transfer_reason(StudioWorkspace *workspace);
/// Opens the dialog. parent: any widget of the window.
void studio_new_transfer_open(GtkWidget *parent, StudioWorkspace *workspace);
