// SPDX-License-Identifier: MIT
//
// The problems panel: lint diagnostics with their locations.

#pragma once

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#include <gtk/gtk.h>

#define STUDIO_TYPE_PROBLEMS_DRAWER (studio_problems_drawer_get_type())
G_DECLARE_FINAL_TYPE(StudioProblemsDrawer, studio_problems_drawer, STUDIO, PROBLEMS_DRAWER, GtkBox)

GtkWidget *studio_problems_drawer_new(StudioCommands *commands);
void studio_problems_drawer_set_workspace(StudioProblemsDrawer *drawer, StudioWorkspace *workspace);
