// SPDX-License-Identifier: MIT
//
// The acceptance panel: runs the acceptance tests of a face, lists what they found, and leads to the poses.

#pragma once

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#include <gtk/gtk.h>

#define STUDIO_TYPE_ACCEPTANCE_PANEL (studio_acceptance_panel_get_type())
G_DECLARE_FINAL_TYPE(StudioAcceptancePanel, studio_acceptance_panel, STUDIO, ACCEPTANCE_PANEL, GtkBox)

GtkWidget *studio_acceptance_panel_new(StudioCommands *commands);
void studio_acceptance_panel_set_workspace(StudioAcceptancePanel *panel, StudioWorkspace *workspace);
