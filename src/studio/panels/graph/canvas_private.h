// SPDX-License-Identifier: MIT
//
// Shared by the sources of the canvas. Canvas points are those of the graph's text; widget points
// are canvas points times the scale, from the origin.

#pragma once

#include "studio/panels/graph/canvas.h"
#include "studio/panels/graph/draw.h"
#include "studio/panels/graph/edits.h"

#define STUDIO_LEAST_ZOOM 0.25

typedef enum StudioGraphGesture {
    STUDIO_GESTURE_NONE = 0,
    STUDIO_GESTURE_PAN,
    STUDIO_GESTURE_MOVE,
    STUDIO_GESTURE_BOX,
    STUDIO_GESTURE_WIRE,
    STUDIO_GESTURE_MAP, ///< Over the thumbnail of all.
} StudioGraphGesture;

typedef enum StudioHitKind {
    STUDIO_HIT_NOTHING = 0,
    STUDIO_HIT_NODE,
    STUDIO_HIT_FIELD, ///< A row that opens a list.
    STUDIO_HIT_INPUT,
    STUDIO_HIT_OUTPUT,
    STUDIO_HIT_WIRE, ///< node and row are where it goes to.
    STUDIO_HIT_MAP,
} StudioHitKind;

typedef struct StudioHit {
    StudioHitKind kind;
    int node, row;
} StudioHit;

/// The view of a graph.
typedef struct StudioGraphEye {
    double x, y; ///< The canvas point in the widget's corner.
    double zoom;
} StudioGraphEye;

struct _StudioGraphCanvas {
    GtkWidget parent_instance;
    StudioCommands *commands;
    StudioGraphSession *session; ///< NULL: nothing is shown.
    GSignalGroup *signals;
    GHashTable *views; ///< From path to StudioGraphEye, of graphs that were looked at.
    char *path;        ///< Of what is shown.
    char *told;        ///< Its description, as screen readers have it.
    StudioGraphEye view;
    bool needs_fit;
    bool is_fitted; ///< And will be again when there is more or less room, until a hand looks elsewhere.

    StudioGraphColors colors;
    GPtrArray *drawn;    ///< Of GskRenderNode, one per node, NULL until it is drawn.
    GByteArray *looks;   ///< Whether each was drawn as selected.
    GHashTable *layouts; ///< Of live values.

    StudioGraphGesture gesture;
    double pointer_x, pointer_y; ///< Of the widget; below 0: elsewhere.
    double from_x, from_y;       ///< Where a gesture began.
    double move_x, move_y;       ///< Canvas points.
    StudioGraphEye view_from;
    bool has_moved, is_adding, is_space, was_space_used;
    StudioLooseWire wire;
    StudioLooseWire unplugged; ///< Where the wire was plugged in before; to -1: nowhere.
    StudioHit target;          ///< Under the end of a wire.
    StudioFit fit;
    char reason[STUDIO_REASON_ROOM];

    GtkWidget *search, *refusal, *refusal_text, *refusal_button, *menu;
    StudioHit refused; ///< What the refusal offers to insert.
    int refused_from;
};

double studio_graph_canvas_scale(const StudioGraphCanvas *canvas);
void studio_graph_canvas_to_graph(const StudioGraphCanvas *canvas, double x, double y, double *out_x,
                                  double *out_y);
/// Where a node is, in canvas points; gestures count, as they do for its pins.
void studio_graph_canvas_place(const StudioGraphCanvas *canvas, const StudioGraphNode *node, double *out_x,
                               double *out_y);
/// Where the pins of a node are, in canvas points.
void studio_graph_canvas_pin(const StudioGraphCanvas *canvas, int node, int row, bool is_output,
                             double *out_x, double *out_y);
bool studio_graph_canvas_bounds(const StudioGraphCanvas *canvas, graphene_rect_t *out_bounds);
/// The thumbnail of all; false if everything is in view.
bool studio_graph_canvas_map(const StudioGraphCanvas *canvas, graphene_rect_t *out_place);
StudioHit studio_graph_canvas_hit(const StudioGraphCanvas *canvas, double x, double y);
/// Draws a node again when it is next shown.
void studio_graph_canvas_forget(StudioGraphCanvas *canvas);

/// Zooms around a point of the widget.
void studio_graph_canvas_zoom_at(StudioGraphCanvas *canvas, double by, double x, double y);
/// Stores the view.
void studio_graph_canvas_keep_view(StudioGraphCanvas *canvas);
/// paint.c
void studio_graph_canvas_paint(StudioGraphCanvas *canvas, GtkSnapshot *snapshot);
/// input.c
void studio_graph_canvas_add_hands(StudioGraphCanvas *canvas);
void studio_graph_canvas_cancel(StudioGraphCanvas *canvas);
void studio_graph_canvas_open_search(StudioGraphCanvas *canvas, double x, double y, StudioLooseWire wire);
/// keys.c
void studio_graph_canvas_add_keys(StudioGraphCanvas *canvas);
void studio_graph_canvas_describe(StudioGraphCanvas *canvas);
/// Brings a node into view.
void studio_graph_canvas_reveal(StudioGraphCanvas *canvas, int node);
/// drops.c
void studio_graph_canvas_add_drops(StudioGraphCanvas *canvas);
