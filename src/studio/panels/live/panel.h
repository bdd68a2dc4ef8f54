// SPDX-License-Identifier: MIT
//
// The live panel: where live faces are received, what sends, which names move no face, and how values are
// translated and calibrated.

#pragma once

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_LIVE_PANEL (studio_live_panel_get_type())
G_DECLARE_FINAL_TYPE(StudioLivePanel, studio_live_panel, STUDIO, LIVE_PANEL, GtkBox)

GtkWidget *studio_live_panel_new(StudioCommands *commands);
/// NULL: closes the sockets.
void studio_live_panel_set_workspace(StudioLivePanel *panel, StudioWorkspace *workspace);
