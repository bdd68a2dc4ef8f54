// SPDX-License-Identifier: MIT
//
// The canvas: what is where, and drawing it.

#include "studio/panels/graph/canvas_private.h"

#include <adwaita.h>
#include <string.h>

#include "studio/panels/widgets/widgets.h"

enum {
    MARGIN = 13,
    TOP = 56,  ///< The bars that lie over the canvas.
    REACH = 9, ///< Of pins, in pixels.
    MAP_WIDTH = 110,
    MAP_HEIGHT = 52,
    ERROR_ROOM = 66, ///< Of the sentence under a node.
};
#define LEAST_ZOOM 0.25
#define MOST_ZOOM  2.0
#define FIRST_ZOOM 0.75 ///< Smaller, nobody could read it.

G_DEFINE_TYPE(StudioGraphCanvas, studio_graph_canvas, GTK_TYPE_WIDGET)

static const StudioGraphScene *scene_of(const StudioGraphCanvas *canvas)
{
    return canvas->desk != NULL ? studio_graph_desk_scene(canvas->desk) : NULL;
}

// Where things are

/// Large letters are a larger canvas: everything grows alike.
double studio_graph_canvas_scale(const StudioGraphCanvas *canvas)
{
    PangoContext *context = gtk_widget_get_pango_context(GTK_WIDGET(canvas));
    const double resolution = pango_cairo_context_get_resolution(context);
    return canvas->view.zoom * (resolution > 0 ? resolution / 96.0 : 1.0);
}

void studio_graph_canvas_to_graph(const StudioGraphCanvas *canvas, double x, double y, double *out_x,
                                  double *out_y)
{
    const double scale = studio_graph_canvas_scale(canvas);
    *out_x = canvas->view.x + x / scale;
    *out_y = canvas->view.y + y / scale;
}

void studio_graph_canvas_place(const StudioGraphCanvas *canvas, const StudioGraphNode *node, double *out_x,
                               double *out_y)
{
    const bool moves =
        canvas->gesture == STUDIO_GESTURE_MOVE && studio_graph_desk_is_picked(canvas->desk, node->id);
    *out_x = node->x + (moves ? canvas->move_x : 0);
    *out_y = node->y + (moves ? canvas->move_y : 0);
}

void studio_graph_canvas_pin(const StudioGraphCanvas *canvas, int node, int row, bool is_output,
                             double *out_x, double *out_y)
{
    const StudioGraphNode *shown = studio_graph_scene_node(scene_of(canvas), node);
    studio_graph_canvas_place(canvas, shown, out_x, out_y);
    *out_x += is_output ? shown->width : 0;
    *out_y += studio_graph_row_middle(is_output ? 0 : row);
}

bool studio_graph_canvas_bounds(const StudioGraphCanvas *canvas, graphene_rect_t *out_bounds)
{
    const StudioGraphScene *scene = scene_of(canvas);
    if (scene == NULL || scene->nodes->len == 0)
        return false;
    for (guint i = 0; i < scene->nodes->len; ++i) {
        const StudioGraphNode *node = studio_graph_scene_node(scene, (int)i);
        const graphene_rect_t box =
            GRAPHENE_RECT_INIT((float)node->x, (float)node->y, (float)node->width,
                               (float)node->height + (node->error != NULL ? ERROR_ROOM : 0));
        if (i == 0)
            *out_bounds = box;
        else
            graphene_rect_union(out_bounds, &box, out_bounds);
    }
    return true;
}

bool studio_graph_canvas_map(const StudioGraphCanvas *canvas, graphene_rect_t *out_place)
{
    graphene_rect_t bounds;
    const float width = (float)gtk_widget_get_width(GTK_WIDGET(canvas)),
                height = (float)gtk_widget_get_height(GTK_WIDGET(canvas)),
                scale = (float)studio_graph_canvas_scale(canvas);
    const graphene_rect_t seen = GRAPHENE_RECT_INIT((float)canvas->view.x - 1, (float)canvas->view.y - 1,
                                                    width / scale + 2, height / scale + 2);
    if (!studio_graph_canvas_bounds(canvas, &bounds) || graphene_rect_contains_rect(&seen, &bounds))
        return false;
    *out_place = GRAPHENE_RECT_INIT(width - MAP_WIDTH - 10, height - MAP_HEIGHT - 10, MAP_WIDTH, MAP_HEIGHT);
    return true;
}

static bool is_near(double x, double y, double px, double py, double reach)
{
    return (x - px) * (x - px) + (y - py) * (y - py) <= reach * reach;
}

static StudioHit hit_node(const StudioGraphCanvas *canvas, int index, double x, double y, double reach)
{
    const StudioGraphNode *node = studio_graph_scene_node(scene_of(canvas), index);
    double px, py;
    for (guint r = 0; r < node->rows->len; ++r) {
        studio_graph_canvas_pin(canvas, index, (int)r, false, &px, &py);
        if (studio_graph_node_row(node, (int)r)->is_input && is_near(x, y, px, py, reach))
            return (StudioHit){STUDIO_HIT_INPUT, index, (int)r};
    }
    studio_graph_canvas_pin(canvas, index, 0, true, &px, &py);
    if (strcmp(node->words->type, "output") != 0 && is_near(x, y, px, py, reach))
        return (StudioHit){STUDIO_HIT_OUTPUT, index, 0};
    studio_graph_canvas_place(canvas, node, &px, &py);
    if (x < px || y < py || x > px + node->width || y > py + node->height)
        return (StudioHit){STUDIO_HIT_NOTHING, -1, -1};
    const int row = (int)((y - py - STUDIO_NODE_HEADER - 3) / STUDIO_NODE_ROW);
    const StudioGraphRow *shown = y - py > STUDIO_NODE_HEADER ? studio_graph_node_row(node, row) : NULL;
    return (StudioHit){shown != NULL && shown->is_field ? STUDIO_HIT_FIELD : STUDIO_HIT_NODE, index,
                       shown != NULL ? row : -1};
}

StudioHit studio_graph_canvas_hit(const StudioGraphCanvas *canvas, double x, double y)
{
    const StudioGraphScene *scene = scene_of(canvas);
    const StudioHit nothing = {STUDIO_HIT_NOTHING, -1, -1};
    const double scale = studio_graph_canvas_scale(canvas);
    graphene_rect_t map;
    double gx, gy;
    if (scene == NULL)
        return nothing;
    if (studio_graph_canvas_map(canvas, &map) &&
        graphene_rect_contains_point(&map, &GRAPHENE_POINT_INIT((float)x, (float)y)))
        return (StudioHit){STUDIO_HIT_MAP, -1, -1};
    studio_graph_canvas_to_graph(canvas, x, y, &gx, &gy);
    for (int i = (int)scene->nodes->len; i-- > 0;) {
        const StudioHit hit = hit_node(canvas, i, gx, gy, REACH / scale);
        if (hit.kind != STUDIO_HIT_NOTHING)
            return hit;
    }
    for (guint n = 0; n < scene->nodes->len; ++n) {
        const StudioGraphNode *node = studio_graph_scene_node(scene, (int)n);
        for (guint r = 0; r < node->rows->len; ++r) {
            const StudioGraphRow *row = studio_graph_node_row(node, (int)r);
            double x0, y0, x1, y1;
            if (row->from < 0)
                continue;
            studio_graph_canvas_pin(canvas, row->from, 0, true, &x0, &y0);
            studio_graph_canvas_pin(canvas, (int)n, (int)r, false, &x1, &y1);
            const StudioWire wire = studio_graph_wire(x0, y0, x1, y1);
            if (studio_graph_wire_distance(&wire, gx, gy) <= 6 / scale)
                return (StudioHit){STUDIO_HIT_WIRE, (int)n, (int)r};
        }
    }
    return nothing;
}

// Looking

void studio_graph_canvas_keep_view(StudioGraphCanvas *canvas)
{
    canvas->is_fitted = false; // a hand chose it
    if (canvas->path != NULL && !canvas->needs_fit)
        g_hash_table_insert(canvas->views, g_strdup(canvas->path),
                            g_memdup2(&canvas->view, sizeof canvas->view));
    studio_graph_canvas_describe(canvas);
}

static void fit(StudioGraphCanvas *canvas, double least)
{
    graphene_rect_t bounds;
    const double width = gtk_widget_get_width(GTK_WIDGET(canvas)),
                 height = gtk_widget_get_height(GTK_WIDGET(canvas));
    if (width <= 0 || height <= 0 || !studio_graph_canvas_bounds(canvas, &bounds))
        return;
    canvas->view.zoom = 1.0;
    const double letters = studio_graph_canvas_scale(canvas), room = width - 2 * MARGIN,
                 room_down = height - TOP - MARGIN;
    const double zoom =
        MIN(room / ((double)bounds.size.width * letters), room_down / ((double)bounds.size.height * letters));
    canvas->view.zoom = CLAMP(zoom, least, 1.0);
    const double scale = studio_graph_canvas_scale(canvas);
    const double spare = room - (double)bounds.size.width * scale,
                 spare_down = room_down - (double)bounds.size.height * scale;
    canvas->view.x = (double)bounds.origin.x - (MARGIN + MAX(spare, 0) * 0.5) / scale;
    canvas->view.y = (double)bounds.origin.y - (TOP + MAX(spare_down, 0) * 0.4) / scale;
    canvas->needs_fit = false;
    canvas->is_fitted = true;
    studio_graph_canvas_describe(canvas);
    gtk_widget_queue_draw(GTK_WIDGET(canvas));
}

void studio_graph_canvas_fit(StudioGraphCanvas *canvas)
{
    fit(canvas, LEAST_ZOOM);
    studio_graph_canvas_keep_view(canvas);
}

void studio_graph_canvas_zoom_at(StudioGraphCanvas *canvas, double by, double x, double y)
{
    double gx, gy;
    studio_graph_canvas_to_graph(canvas, x, y, &gx, &gy);
    canvas->view.zoom = CLAMP(canvas->view.zoom * by, LEAST_ZOOM, MOST_ZOOM);
    const double scale = studio_graph_canvas_scale(canvas);
    canvas->view.x = gx - x / scale;
    canvas->view.y = gy - y / scale;
    studio_graph_canvas_keep_view(canvas);
    gtk_widget_queue_draw(GTK_WIDGET(canvas));
}

void studio_graph_canvas_zoom(StudioGraphCanvas *canvas, double by)
{
    const bool is_over = canvas->pointer_x >= 0;
    studio_graph_canvas_zoom_at(
        canvas, by, is_over ? canvas->pointer_x : gtk_widget_get_width(GTK_WIDGET(canvas)) * 0.5,
        is_over ? canvas->pointer_y : gtk_widget_get_height(GTK_WIDGET(canvas)) * 0.5);
}

// The widget

static void studio_graph_canvas_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    StudioGraphCanvas *canvas = STUDIO_GRAPH_CANVAS(widget);
    if (canvas->needs_fit)
        fit(canvas, FIRST_ZOOM);
    studio_graph_canvas_paint(canvas, snapshot);
}

void studio_graph_canvas_forget(StudioGraphCanvas *canvas)
{
    g_ptr_array_set_size(canvas->drawn, 0);
    gtk_widget_queue_draw(GTK_WIDGET(canvas));
}

static void on_scene(StudioGraphCanvas *canvas)
{
    const StudioGraphScene *scene = scene_of(canvas);
    studio_graph_canvas_cancel(canvas);
    if (scene != NULL && g_strcmp0(canvas->path, scene->path) != 0) {
        const StudioGraphEye *view = g_hash_table_lookup(canvas->views, scene->path);
        g_free(canvas->path);
        canvas->path = g_strdup(scene->path);
        canvas->needs_fit = view == NULL;
        canvas->is_fitted = false;
        if (view != NULL)
            canvas->view = *view;
    }
    studio_graph_canvas_forget(canvas);
    studio_graph_canvas_describe(canvas);
}

static void on_marks(StudioGraphCanvas *canvas)
{
    canvas->needs_fit = canvas->needs_fit || canvas->is_fitted;
    studio_graph_canvas_forget(canvas);
    studio_graph_canvas_describe(canvas);
}

static void on_selection(StudioGraphCanvas *canvas)
{
    gtk_widget_queue_draw(GTK_WIDGET(canvas)); // nodes that look otherwise are drawn anew
    studio_graph_canvas_describe(canvas);
}

static void on_live(StudioGraphCanvas *canvas) { gtk_widget_queue_draw(GTK_WIDGET(canvas)); }

static void on_style(StudioGraphCanvas *canvas)
{
    g_hash_table_remove_all(canvas->layouts);
    studio_graph_canvas_forget(canvas);
}

static void studio_graph_canvas_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    StudioGraphCanvas *canvas = STUDIO_GRAPH_CANVAS(widget);
    (void)width, (void)height, (void)baseline;
    canvas->needs_fit = canvas->needs_fit || canvas->is_fitted;
    GtkWidget *const popovers[] = {canvas->search, canvas->refusal, canvas->menu};
    for (size_t i = 0; i < G_N_ELEMENTS(popovers); ++i)
        if (popovers[i] != NULL)
            gtk_popover_present(GTK_POPOVER(popovers[i]));
}

static void studio_graph_canvas_css_changed(GtkWidget *widget, GtkCssStyleChange *change)
{
    GTK_WIDGET_CLASS(studio_graph_canvas_parent_class)->css_changed(widget, change);
    on_style(STUDIO_GRAPH_CANVAS(widget));
}

static void studio_graph_canvas_dispose(GObject *object)
{
    StudioGraphCanvas *canvas = STUDIO_GRAPH_CANVAS(object);
    g_clear_object(&canvas->signals);
    g_clear_object(&canvas->desk);
    g_clear_pointer(&canvas->search, gtk_widget_unparent);
    g_clear_pointer(&canvas->refusal, gtk_widget_unparent);
    g_clear_pointer(&canvas->menu, gtk_widget_unparent);
    g_clear_object(&canvas->commands);
    G_OBJECT_CLASS(studio_graph_canvas_parent_class)->dispose(object);
}

static void studio_graph_canvas_finalize(GObject *object)
{
    StudioGraphCanvas *canvas = STUDIO_GRAPH_CANVAS(object);
    g_ptr_array_unref(canvas->drawn);
    g_byte_array_unref(canvas->looks);
    g_hash_table_unref(canvas->views);
    g_hash_table_unref(canvas->layouts);
    g_free(canvas->path);
    g_free(canvas->told);
    G_OBJECT_CLASS(studio_graph_canvas_parent_class)->finalize(object);
}

static void studio_graph_canvas_class_init(StudioGraphCanvasClass *class)
{
    GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = studio_graph_canvas_dispose;
    G_OBJECT_CLASS(class)->finalize = studio_graph_canvas_finalize;
    widget->snapshot = studio_graph_canvas_snapshot;
    widget->size_allocate = studio_graph_canvas_size_allocate;
    widget->css_changed = studio_graph_canvas_css_changed;
    gtk_widget_class_set_css_name(widget, "graphcanvas");
}

static void drop_node(void *node)
{
    if (node != NULL)
        gsk_render_node_unref(node);
}

static void studio_graph_canvas_init(StudioGraphCanvas *canvas)
{
    canvas->views = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    canvas->layouts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_object_unref);
    canvas->drawn = g_ptr_array_new_with_free_func(drop_node);
    canvas->looks = g_byte_array_new();
    canvas->view.zoom = 1.0;
    canvas->pointer_x = canvas->pointer_y = -1;
    canvas->wire = canvas->unplugged = (StudioLooseWire){-1, -1, -1};
    canvas->signals = g_signal_group_new(STUDIO_TYPE_GRAPH_DESK);
    g_signal_group_connect_swapped(canvas->signals, "scene", G_CALLBACK(on_scene), canvas);
    g_signal_group_connect_swapped(canvas->signals, "marks", G_CALLBACK(on_marks), canvas);
    g_signal_group_connect_swapped(canvas->signals, "selection", G_CALLBACK(on_selection), canvas);
    g_signal_group_connect_swapped(canvas->signals, "live", G_CALLBACK(on_live), canvas);
    AdwStyleManager *manager = adw_style_manager_get_default();
    g_signal_connect_object(manager, "notify::dark", G_CALLBACK(on_style), canvas, G_CONNECT_SWAPPED);
    g_signal_connect_object(manager, "notify::high-contrast", G_CALLBACK(on_style), canvas,
                            G_CONNECT_SWAPPED);
}

GtkWidget *studio_graph_canvas_new(StudioCommands *commands)
{
    StudioGraphCanvas *canvas = g_object_new(STUDIO_TYPE_GRAPH_CANVAS, "focusable", TRUE, "hexpand", TRUE,
                                             "vexpand", TRUE, "overflow", GTK_OVERFLOW_HIDDEN, NULL);
    canvas->commands = g_object_ref(commands);
    gtk_widget_set_name(GTK_WIDGET(canvas), "graph-canvas");
    studio_name(GTK_WIDGET(canvas), "Graph");
    studio_graph_canvas_add_hands(canvas);
    studio_graph_canvas_add_keys(canvas);
    studio_graph_canvas_add_drops(canvas);
    return GTK_WIDGET(canvas);
}

void studio_graph_canvas_set_desk(StudioGraphCanvas *canvas, StudioGraphDesk *desk)
{
    studio_graph_canvas_cancel(canvas);
    g_set_object(&canvas->desk, desk);
    g_signal_group_set_target(canvas->signals, desk);
    if (desk == NULL)
        g_clear_pointer(&canvas->path, g_free);
    on_scene(canvas);
}
