// SPDX-License-Identifier: MIT
//
// The inspector of a map: the selected row, and a preview of its source curve.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_MAP_SIDE (studio_map_side_get_type())
G_DECLARE_FINAL_TYPE(StudioMapSide, studio_map_side, STUDIO, MAP_SIDE, GtkBox)

GtkWidget *studio_map_side_new(StudioCommands *commands);
void studio_map_side_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document);
