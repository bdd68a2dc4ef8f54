// SPDX-License-Identifier: MIT
//
// The editor panel of a graph: its canvas, a link to its parent, and a few buttons.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/commands.h"
#include "studio/panels/workspace/workspace.h"

#define STUDIO_TYPE_GRAPH_VIEW (studio_graph_view_get_type())
G_DECLARE_FINAL_TYPE(StudioGraphView, studio_graph_view, STUDIO, GRAPH_VIEW, GtkWidget)

GtkWidget *studio_graph_view_new(StudioCommands *commands);
void studio_graph_view_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document);
