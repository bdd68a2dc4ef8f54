// SPDX-License-Identifier: MIT
//
// The canvas of a graph: one widget that draws nodes and wires and hears hands and keys.
// What lies over it (search, refusals, lists) are popovers of its own.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/graph/session.h"
#include "studio/panels/workspace/commands.h"

#define STUDIO_TYPE_GRAPH_CANVAS (studio_graph_canvas_get_type())
G_DECLARE_FINAL_TYPE(StudioGraphCanvas, studio_graph_canvas, STUDIO, GRAPH_CANVAS, GtkWidget)

GtkWidget *studio_graph_canvas_new(StudioCommands *commands);
/// Shows what lies on a desk; NULL: nothing.
void studio_graph_canvas_set_desk(StudioGraphCanvas *canvas, StudioGraphDesk *desk);

/// Shows the whole graph.
void studio_graph_canvas_fit(StudioGraphCanvas *canvas);
void studio_graph_canvas_zoom(StudioGraphCanvas *canvas, double by);
/// Opens the search for a node, where the pointer is or in the middle.
void studio_graph_canvas_search(StudioGraphCanvas *canvas);
void studio_graph_canvas_copy(StudioGraphCanvas *canvas);
void studio_graph_canvas_paste(StudioGraphCanvas *canvas);
