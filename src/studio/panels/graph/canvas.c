// SPDX-License-Identifier: MIT
//
// The canvas as a widget: its view, and drawing it.

#include "studio/panels/graph/canvas_private.h"
#include "studio/panels/widgets/widgets.h"

#include <adwaita.h>

enum {
    MARGIN = 13,
    TOP = 56, ///< The bars that lie over the canvas.
};
#define FIRST_ZOOM 0.75 ///< Smaller text would be unreadable.

G_DEFINE_TYPE(StudioGraphCanvas, studio_graph_canvas, GTK_TYPE_WIDGET)

static const StudioGraphScene *scene_of(const StudioGraphCanvas *canvas)
{
    return canvas->session != NULL ? studio_graph_session_scene(canvas->session) : NULL;
}

// Looking

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
    fit(canvas, STUDIO_LEAST_ZOOM);
    studio_graph_canvas_keep_view(canvas);
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
    gtk_widget_queue_draw(GTK_WIDGET(canvas)); // nodes that look otherwise are drawn again
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
    g_clear_object(&canvas->session);
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
    canvas->signals = g_signal_group_new(STUDIO_TYPE_GRAPH_SESSION);
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

void studio_graph_canvas_set_desk(StudioGraphCanvas *canvas, StudioGraphSession *session)
{
    studio_graph_canvas_cancel(canvas);
    g_set_object(&canvas->session, session);
    g_signal_group_set_target(canvas->signals, session);
    if (session == NULL)
        g_clear_pointer(&canvas->path, g_free);
    on_scene(canvas);
}
