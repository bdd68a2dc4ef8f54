// SPDX-License-Identifier: MIT
//
// The canvas of a graph: one widget that draws nodes and connections and handles pointer and keys.
// Popovers (search, refusals, lists) appear above it.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/graph/session.h"
#include "studio/panels/workspace/commands.h"

#define STUDIO_TYPE_GRAPH_CANVAS (studio_graph_canvas_get_type())
G_DECLARE_FINAL_TYPE(StudioGraphCanvas, studio_graph_canvas, STUDIO, GRAPH_CANVAS, GtkWidget)

GtkWidget *studio_graph_canvas_new(StudioCommands *commands);
/// Shows a graph session; NULL: nothing.
void studio_graph_canvas_set_desk(StudioGraphCanvas *canvas, StudioGraphSession *session);

/// Fits the graph.
void studio_graph_canvas_fit(StudioGraphCanvas *canvas);
void studio_graph_canvas_zoom(StudioGraphCanvas *canvas, double by);
/// Opens the node search at the pointer or in the centre.
void studio_graph_canvas_search(StudioGraphCanvas *canvas);
void studio_graph_canvas_copy(StudioGraphCanvas *canvas);
void studio_graph_canvas_paste(StudioGraphCanvas *canvas);
