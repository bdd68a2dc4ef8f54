// SPDX-License-Identifier: MIT
//
// Draws nodes, connections and pins. Nodes become render nodes, which the canvas caches; only
// visible connections and pins are drawn.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/graph/session.h"

typedef struct StudioGraphColors {
    GdkRGBA ground, dot, node, text, dim, line, accent, error, warning, own, wire, pin, green, grey;
    GdkRGBA families[MIENI_FAMILIES];
    float tint; ///< How much of a family's colour a header has.
    float rim;  ///< How wide outlines are: more in high contrast.
} StudioGraphColors;

/// Those of the style that a widget has now.
void studio_graph_colors_read(StudioGraphColors *out_colors, GtkWidget *widget);

/// What a node is like at the moment, beside its scene.
typedef struct StudioNodeLook {
    bool is_picked;
    bool is_locked; ///< Of a child: structure is the parent's.
} StudioNodeLook;
/// A node at the origin, at 100 %. Unref it.
GskRenderNode *studio_graph_draw_node(GtkWidget *widget, const StudioGraphColors *colors,
                                      const StudioGraphScene *scene, const StudioGraphNode *node,
                                      StudioNodeLook look);
/// What a row tells at the moment; NULL for nothing. Free it.
char *studio_graph_live_text(const StudioGraphSession *session, int node, int row);
/// Live values of a node at the origin. layouts: from text to layout, kept by the caller.
void studio_graph_draw_live(GtkSnapshot *snapshot, GtkWidget *widget, const StudioGraphColors *colors,
                            const StudioGraphSession *session, int node, GHashTable *layouts);

/// The way of a wire from an output to an input, all in the same units.
typedef struct StudioWire {
    double x0, y0, x1, y1;
    double x2, y2, x3, y3; ///< Controls of the curve between.
} StudioWire;
StudioWire studio_graph_wire(double x0, double y0, double x1, double y1);
/// How far a point is from a wire.
double studio_graph_wire_distance(const StudioWire *wire, double x, double y);
/// strength: how much flows, from 0 to 1; below 0: not known.
void studio_graph_draw_wire(cairo_t *cairo, const StudioGraphColors *colors, const StudioWire *wire,
                            StudioFlow flow, float strength, bool is_marked);
void studio_graph_draw_pin(cairo_t *cairo, const StudioGraphColors *colors, double x, double y,
                           StudioFlow flow, bool is_plugged, bool is_marked);
void studio_graph_draw_number_pin(cairo_t *cairo, const StudioGraphColors *colors, double x, double y);

/// A layout at the canvas's size of letters. Unref it.
PangoLayout *studio_graph_layout(GtkWidget *widget, const char *text, bool is_bold, bool is_struck);
