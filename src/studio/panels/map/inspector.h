// SPDX-License-Identifier: MIT
//
// The inspector of a map: the selected row, and a preview of its source curve.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_MAP_INSPECTOR (studio_map_inspector_get_type())
G_DECLARE_FINAL_TYPE(StudioMapInspector, studio_map_inspector, STUDIO, MAP_INSPECTOR, GtkBox)

GtkWidget *studio_map_inspector_new(StudioCommands *commands);
void studio_map_inspector_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document);
