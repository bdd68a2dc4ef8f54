// SPDX-License-Identifier: MIT
//
// The side part of pose assets: every pose with a picture, a slider and a number; details
// of what is selected; commands on poses.

#pragma once

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

GtkWidget *studio_poses_panel_new(StudioCommands *commands);
/// Shows a pose asset; both NULL: lets go.
void studio_poses_panel_show(GtkWidget *panel, StudioWorkspace *workspace, StudioDocument *document);
