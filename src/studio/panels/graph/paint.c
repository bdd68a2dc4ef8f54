// SPDX-License-Identifier: MIT
//
// Paints the canvas: grid, connections, cached nodes, pins, and gestures in progress.

#include <string.h>

#include "studio/panels/graph/canvas_private.h"

static const StudioGraphScene *scene_of(const StudioGraphCanvas *canvas)
{
    return canvas->session != NULL ? studio_graph_session_scene(canvas->session) : NULL;
}

static void append_dots(StudioGraphCanvas *canvas, GtkSnapshot *snapshot, float width, float height)
{
    const float step = (float)(STUDIO_GRID * studio_graph_canvas_scale(canvas));
    const float x = (float)(-canvas->view.x * studio_graph_canvas_scale(canvas)),
                y = (float)(-canvas->view.y * studio_graph_canvas_scale(canvas));
    if (step < 8)
        return;
    const float left = x - step * (float)(int)(x / step) - step,
                top = y - step * (float)(int)(y / step) - step;
    gtk_snapshot_push_clip(snapshot, &GRAPHENE_RECT_INIT(0, 0, width, height));
    gtk_snapshot_push_repeat(snapshot, &GRAPHENE_RECT_INIT(left, top, width + 3 * step, height + 3 * step),
                             &GRAPHENE_RECT_INIT(left, top, step, step));
    gtk_snapshot_append_color(snapshot, &canvas->colors.dot, &GRAPHENE_RECT_INIT(left, top, 1.5f, 1.5f));
    gtk_snapshot_pop(snapshot);
    gtk_snapshot_pop(snapshot);
}

static void draw_wires(const StudioGraphCanvas *canvas, cairo_t *cairo)
{
    const StudioGraphScene *scene = scene_of(canvas);
    for (guint n = 0; n < scene->nodes->len; ++n) {
        const StudioGraphNode *node = studio_graph_scene_node(scene, (int)n);
        for (guint r = 0; r < node->rows->len; ++r) {
            const StudioGraphRow *row = studio_graph_node_row(node, (int)r);
            double x0, y0, x1, y1;
            if (row->from < 0 || (canvas->gesture == STUDIO_GESTURE_WIRE && canvas->unplugged.to == (int)n &&
                                  canvas->unplugged.row == (int)r))
                continue;
            studio_graph_canvas_pin(canvas, row->from, 0, true, &x0, &y0);
            studio_graph_canvas_pin(canvas, (int)n, (int)r, false, &x1, &y1);
            const StudioWire wire = studio_graph_wire(x0, y0, x1, y1);
            const StudioGraphNode *from = studio_graph_scene_node(scene, row->from);
            const StudioNodeLive live = studio_graph_session_live(canvas->session, row->from);
            studio_graph_draw_wire(cairo, &canvas->colors, &wire, from->flow,
                                   live.is_known ? (live.is_live ? live.weight : 0.0f) : -1.0f, false);
        }
    }
}

static void draw_pins(const StudioGraphCanvas *canvas, cairo_t *cairo)
{
    const StudioGraphScene *scene = scene_of(canvas);
    g_autofree bool *leads = g_new0(bool, scene->nodes->len + 1);
    for (guint n = 0; n < scene->nodes->len; ++n) {
        const StudioGraphNode *node = studio_graph_scene_node(scene, (int)n);
        for (guint r = 0; r < node->rows->len; ++r)
            if (studio_graph_node_row(node, (int)r)->from >= 0)
                leads[studio_graph_node_row(node, (int)r)->from] = true;
    }
    for (guint n = 0; n < scene->nodes->len; ++n) {
        const StudioGraphNode *node = studio_graph_scene_node(scene, (int)n);
        double x, y;
        for (guint r = 0; r < node->rows->len; ++r) {
            const StudioGraphRow *row = studio_graph_node_row(node, (int)r);
            const StudioGraphNode *from = studio_graph_scene_node(scene, row->from);
            const bool is_target = canvas->gesture == STUDIO_GESTURE_WIRE &&
                                   canvas->target.kind == STUDIO_HIT_INPUT && canvas->target.node == (int)n &&
                                   canvas->target.row == (int)r && canvas->fit == STUDIO_FITS;
            studio_graph_canvas_pin(canvas, (int)n, (int)r, false, &x, &y);
            if (row->is_input)
                studio_graph_draw_pin(cairo, &canvas->colors, x, y,
                                      strcmp(row->key, "delta") == 0 ? STUDIO_FLOW_DELTA
                                      : from != NULL                 ? from->flow
                                                                     : STUDIO_FLOW_POSE,
                                      from != NULL, is_target);
            else if (row->is_parameter)
                studio_graph_draw_number_pin(cairo, &canvas->colors, x, y);
        }
        studio_graph_canvas_pin(canvas, (int)n, 0, true, &x, &y);
        if (strcmp(node->words->type, "output") != 0)
            studio_graph_draw_pin(cairo, &canvas->colors, x, y, node->flow, leads[n], false);
    }
}

/// The wire in hand, from where it is held to the pointer.
static void draw_loose(const StudioGraphCanvas *canvas, cairo_t *cairo)
{
    double x0, y0, x1, y1;
    studio_graph_canvas_to_graph(canvas, canvas->pointer_x, canvas->pointer_y, &x0, &y0);
    x1 = x0;
    y1 = y0;
    StudioFlow flow = STUDIO_FLOW_POSE;
    if (canvas->wire.from >= 0) {
        studio_graph_canvas_pin(canvas, canvas->wire.from, 0, true, &x0, &y0);
        flow = studio_graph_scene_node(scene_of(canvas), canvas->wire.from)->flow;
    } else {
        studio_graph_canvas_pin(canvas, canvas->wire.to, canvas->wire.row, false, &x1, &y1);
    }
    const StudioWire wire = studio_graph_wire(x0, y0, x1, y1);
    StudioGraphColors colors = canvas->colors;
    if (canvas->reason[0] != '\0')
        colors.accent = colors.error;
    studio_graph_draw_wire(cairo, &colors, &wire, flow, 1.0f, true);
}

static void begin_graph(const StudioGraphCanvas *canvas, cairo_t *cairo)
{
    const double scale = studio_graph_canvas_scale(canvas);
    cairo_scale(cairo, scale, scale);
    cairo_translate(cairo, -canvas->view.x, -canvas->view.y);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
}

/// Draws a node unless that was done, and it still looks so.
static void draw_node(StudioGraphCanvas *canvas, const StudioGraphScene *scene, guint index)
{
    const StudioGraphNode *node = studio_graph_scene_node(scene, (int)index);
    const bool is_picked = studio_graph_session_is_picked(canvas->session, node->id);
    void **drawn = &canvas->drawn->pdata[index];
    if (*drawn != NULL && canvas->looks->data[index] == is_picked)
        return;
    if (*drawn != NULL)
        gsk_render_node_unref(*drawn);
    canvas->looks->data[index] = is_picked;
    *drawn = studio_graph_draw_node(GTK_WIDGET(canvas), &canvas->colors, scene, node,
                                    (StudioNodeLook){is_picked, scene->parent != NULL});
}

static void append_nodes(StudioGraphCanvas *canvas, GtkSnapshot *snapshot, float width, float height)
{
    const StudioGraphScene *scene = scene_of(canvas);
    const float scale = (float)studio_graph_canvas_scale(canvas);
    const graphene_rect_t seen =
        GRAPHENE_RECT_INIT((float)canvas->view.x, (float)canvas->view.y, width / scale, height / scale);
    if (canvas->drawn->len != scene->nodes->len)
        g_ptr_array_set_size(canvas->drawn, (int)scene->nodes->len);
    g_byte_array_set_size(canvas->looks, scene->nodes->len);
    gtk_snapshot_save(snapshot);
    gtk_snapshot_scale(snapshot, scale, scale);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((float)-canvas->view.x, (float)-canvas->view.y));
    for (guint i = 0; i < scene->nodes->len; ++i) {
        const StudioGraphNode *node = studio_graph_scene_node(scene, (int)i);
        double x, y;
        studio_graph_canvas_place(canvas, node, &x, &y);
        if (!graphene_rect_intersection(&seen,
                                        &GRAPHENE_RECT_INIT((float)x - 8, (float)y - 8,
                                                            (float)node->width + 16,
                                                            (float)node->height + 80),
                                        NULL))
            continue;
        draw_node(canvas, scene, i);
        gtk_snapshot_save(snapshot);
        gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((float)x, (float)y));
        gtk_snapshot_append_node(snapshot, g_ptr_array_index(canvas->drawn, i));
        studio_graph_draw_live(snapshot, GTK_WIDGET(canvas), &canvas->colors, canvas->session, (int)i,
                               canvas->layouts);
        gtk_snapshot_restore(snapshot);
    }
    gtk_snapshot_restore(snapshot);
}

static void append_box(const StudioGraphCanvas *canvas, GtkSnapshot *snapshot)
{
    const float x = (float)MIN(canvas->from_x, canvas->pointer_x),
                y = (float)MIN(canvas->from_y, canvas->pointer_y);
    const graphene_rect_t box = GRAPHENE_RECT_INIT(x, y, (float)ABS(canvas->pointer_x - canvas->from_x),
                                                   (float)ABS(canvas->pointer_y - canvas->from_y));
    GskRoundedRect rim;
    GdkRGBA fill = canvas->colors.accent;
    const GdkRGBA line = canvas->colors.accent;
    fill.alpha = 0.14f;
    gsk_rounded_rect_init_from_rect(&rim, &box, 3);
    gtk_snapshot_append_color(snapshot, &fill, &box);
    gtk_snapshot_append_border(snapshot, &rim, (float[4]){1, 1, 1, 1}, (GdkRGBA[4]){line, line, line, line});
}

/// Why the wire does not go there, beside the pointer.
static void append_reason(StudioGraphCanvas *canvas, GtkSnapshot *snapshot, int room)
{
    int width, height;
    g_autoptr(PangoLayout) layout = studio_graph_layout(GTK_WIDGET(canvas), canvas->reason, false, false);
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_NONE);
    pango_layout_get_pixel_size(layout, &width, &height);
    const float x = (float)CLAMP(canvas->pointer_x + 14, 6, MAX(room - width - 22, 6)),
                y = (float)canvas->pointer_y + 14;
    GskRoundedRect rim;
    const GdkRGBA line = canvas->colors.error;
    gsk_rounded_rect_init_from_rect(&rim, &GRAPHENE_RECT_INIT(x, y, (float)width + 16, (float)height + 10),
                                    6);
    gtk_snapshot_push_rounded_clip(snapshot, &rim);
    gtk_snapshot_append_color(snapshot, &canvas->colors.node, &rim.bounds);
    gtk_snapshot_pop(snapshot);
    gtk_snapshot_append_border(snapshot, &rim, (float[4]){1, 1, 1, 1}, (GdkRGBA[4]){line, line, line, line});
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(x + 8, y + 5));
    gtk_snapshot_append_layout(snapshot, layout, &canvas->colors.text);
    gtk_snapshot_restore(snapshot);
}

static void append_map(StudioGraphCanvas *canvas, GtkSnapshot *snapshot, float width, float height)
{
    const StudioGraphScene *scene = scene_of(canvas);
    const float view_scale = (float)studio_graph_canvas_scale(canvas);
    graphene_rect_t place, bounds;
    GskRoundedRect rim;
    if (!studio_graph_canvas_map(canvas, &place) || !studio_graph_canvas_bounds(canvas, &bounds))
        return;
    const graphene_rect_t seen = GRAPHENE_RECT_INIT((float)canvas->view.x, (float)canvas->view.y,
                                                    width / view_scale, height / view_scale);
    graphene_rect_union(&bounds, &seen, &bounds);
    const float scale =
        MIN((place.size.width - 10) / bounds.size.width, (place.size.height - 10) / bounds.size.height);
    const float left = place.origin.x + (place.size.width - bounds.size.width * scale) * 0.5f,
                top = place.origin.y + (place.size.height - bounds.size.height * scale) * 0.5f;
    gsk_rounded_rect_init_from_rect(&rim, &place, 6);
    gtk_snapshot_push_rounded_clip(snapshot, &rim);
    gtk_snapshot_append_color(snapshot, &canvas->colors.node, &place);
    for (guint i = 0; i < scene->nodes->len; ++i) {
        const StudioGraphNode *node = studio_graph_scene_node(scene, (int)i);
        gtk_snapshot_append_color(snapshot, &canvas->colors.families[node->words->family],
                                  &GRAPHENE_RECT_INIT(left + ((float)node->x - bounds.origin.x) * scale,
                                                      top + ((float)node->y - bounds.origin.y) * scale,
                                                      (float)node->width * scale,
                                                      (float)node->height * scale));
    }
    gtk_snapshot_pop(snapshot);
    GskRoundedRect window;
    const GdkRGBA line = canvas->colors.accent;
    gsk_rounded_rect_init_from_rect(&window,
                                    &GRAPHENE_RECT_INIT(left + (seen.origin.x - bounds.origin.x) * scale,
                                                        top + (seen.origin.y - bounds.origin.y) * scale,
                                                        seen.size.width * scale, seen.size.height * scale),
                                    2);
    gtk_snapshot_append_border(snapshot, &window, (float[4]){1, 1, 1, 1},
                               (GdkRGBA[4]){line, line, line, line});
}

void studio_graph_canvas_paint(StudioGraphCanvas *canvas, GtkSnapshot *snapshot)
{
    GtkWidget *widget = GTK_WIDGET(canvas);
    const float width = (float)gtk_widget_get_width(widget), height = (float)gtk_widget_get_height(widget);
    const graphene_rect_t all = GRAPHENE_RECT_INIT(0, 0, width, height);
    if (canvas->drawn->len == 0)
        studio_graph_colors_read(&canvas->colors, widget);
    gtk_snapshot_append_color(snapshot, &canvas->colors.ground, &all);
    if (scene_of(canvas) == NULL)
        return;
    gtk_snapshot_push_clip(snapshot, &all);
    append_dots(canvas, snapshot, width, height);
    cairo_t *cairo = gtk_snapshot_append_cairo(snapshot, &all);
    begin_graph(canvas, cairo);
    draw_wires(canvas, cairo);
    cairo_destroy(cairo);
    append_nodes(canvas, snapshot, width, height);
    cairo = gtk_snapshot_append_cairo(snapshot, &all);
    begin_graph(canvas, cairo);
    draw_pins(canvas, cairo);
    if (canvas->gesture == STUDIO_GESTURE_WIRE)
        draw_loose(canvas, cairo);
    cairo_destroy(cairo);
    if (canvas->gesture == STUDIO_GESTURE_BOX)
        append_box(canvas, snapshot);
    if (canvas->gesture == STUDIO_GESTURE_WIRE && canvas->reason[0] != '\0')
        append_reason(canvas, snapshot, (int)width);
    append_map(canvas, snapshot, width, height);
    gtk_snapshot_pop(snapshot);
    if (gtk_widget_has_visible_focus(widget))
        gtk_snapshot_render_focus(snapshot, gtk_widget_get_style_context(widget), 2, 2, (double)width - 4,
                                  (double)height - 4);
}
