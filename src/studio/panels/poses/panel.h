// SPDX-License-Identifier: MIT
//
// The inspector of pose assets: every pose with a thumbnail, a slider and a number; details of the
// selection; commands on poses.

#pragma once

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

GtkWidget *studio_poses_panel_new(StudioCommands *commands);
/// Shows a pose asset; both NULL: lets go.
void studio_poses_panel_show(GtkWidget *panel, StudioWorkspace *workspace, StudioDocument *document);
