// SPDX-License-Identifier: MIT
//
// The inspector of a graph: the overrides of a child, or the children of a parent; and the settings
// of the selected node, or the parameters of the graph if none is selected.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_GRAPH_SIDE (studio_graph_side_get_type())
G_DECLARE_FINAL_TYPE(StudioGraphSide, studio_graph_side, STUDIO, GRAPH_SIDE, GtkBox)

GtkWidget *studio_graph_side_new(StudioCommands *commands);
void studio_graph_side_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document);
