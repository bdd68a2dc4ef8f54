// SPDX-License-Identifier: MIT
//
// The problems panel: lint diagnostics with their locations.

#pragma once

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#include <gtk/gtk.h>

#define STUDIO_TYPE_PROBLEMS_PANEL (studio_problems_panel_get_type())
G_DECLARE_FINAL_TYPE(StudioProblemsPanel, studio_problems_panel, STUDIO, PROBLEMS_PANEL, GtkBox)

GtkWidget *studio_problems_panel_new(StudioCommands *commands);
void studio_problems_panel_set_workspace(StudioProblemsPanel *panel, StudioWorkspace *workspace);
