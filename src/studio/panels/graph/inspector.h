// SPDX-License-Identifier: MIT
//
// The inspector of a graph: the overrides of a child, or the children of a parent; and the settings
// of the selected node, or the parameters of the graph if none is selected.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_GRAPH_INSPECTOR (studio_graph_inspector_get_type())
G_DECLARE_FINAL_TYPE(StudioGraphInspector, studio_graph_inspector, STUDIO, GRAPH_INSPECTOR, GtkBox)

GtkWidget *studio_graph_inspector_new(StudioCommands *commands);
void studio_graph_inspector_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document);
