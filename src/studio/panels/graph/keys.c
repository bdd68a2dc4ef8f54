// SPDX-License-Identifier: MIT
//
// Keyboard control and accessible description of the canvas.

#include "studio/panels/graph/canvas_private.h"

#include <string.h>

static const StudioGraphScene *scene_of(const StudioGraphCanvas *canvas)
{
    return canvas->session != NULL ? studio_graph_session_scene(canvas->session) : NULL;
}

// Words

// Walking

void studio_graph_canvas_reveal(StudioGraphCanvas *canvas, int node)
{
    const StudioGraphNode *shown = studio_graph_scene_node(scene_of(canvas), node);
    const double scale = studio_graph_canvas_scale(canvas),
                 width = gtk_widget_get_width(GTK_WIDGET(canvas)) / scale,
                 height = gtk_widget_get_height(GTK_WIDGET(canvas)) / scale;
    if (shown == NULL || canvas->needs_fit)
        return;
    canvas->view.x = MIN(canvas->view.x, shown->x - STUDIO_SNAP);
    canvas->view.y = MIN(canvas->view.y, shown->y - STUDIO_SNAP - 44 / scale);
    canvas->view.x = MAX(canvas->view.x, shown->x + shown->width + STUDIO_SNAP - width);
    canvas->view.y = MAX(canvas->view.y, shown->y + shown->height + STUDIO_SNAP - height);
    studio_graph_canvas_keep_view(canvas);
    gtk_widget_queue_draw(GTK_WIDGET(canvas));
}

/// The node that the first wire of an output leads to; -1 for none.
static int next_of(const StudioGraphScene *scene, int index)
{
    for (guint n = 0; n < scene->nodes->len; ++n) {
        const StudioGraphNode *node = studio_graph_scene_node(scene, (int)n);
        for (guint r = 0; r < node->rows->len; ++r)
            if (studio_graph_node_row(node, (int)r)->from == index)
                return (int)n;
    }
    return -1;
}

static int previous_of(const StudioGraphScene *scene, int index)
{
    const StudioGraphNode *node = studio_graph_scene_node(scene, index);
    for (guint r = 0; r < node->rows->len; ++r)
        if (studio_graph_node_row(node, (int)r)->from >= 0)
            return studio_graph_node_row(node, (int)r)->from;
    return -1;
}

/// The nearest node above or below, those of the same column first.
static int beside(const StudioGraphScene *scene, int index, bool is_down)
{
    const StudioGraphNode *node = studio_graph_scene_node(scene, index);
    int best = -1;
    double least = 1e30;
    for (guint n = 0; n < scene->nodes->len; ++n) {
        const StudioGraphNode *other = studio_graph_scene_node(scene, (int)n);
        const double down = is_down ? other->y - node->y : node->y - other->y, across = other->x - node->x;
        const double far = down + 3 * (across < 0 ? -across : across);
        if ((int)n != index && down > 0 && far < least) {
            least = far;
            best = (int)n;
        }
    }
    return best;
}

static void walk(StudioGraphCanvas *canvas, guint key, bool is_adding)
{
    const StudioGraphScene *scene = scene_of(canvas);
    const int at = studio_graph_session_focus(canvas->session);
    int to = -1;
    if (scene->nodes->len == 0)
        return;
    if (at < 0)
        to = 0;
    else if (key == GDK_KEY_Right)
        to = next_of(scene, at);
    else if (key == GDK_KEY_Left)
        to = previous_of(scene, at);
    else
        to = beside(scene, at, key == GDK_KEY_Down);
    if (to < 0)
        return;
    studio_graph_session_pick(canvas->session, studio_graph_scene_node(scene, to)->id,
                              is_adding ? STUDIO_PICK_ADD : STUDIO_PICK_ONLY);
    studio_graph_canvas_reveal(canvas, to);
}

static gboolean on_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                       StudioGraphCanvas *canvas)
{
    (void)controller, (void)code;
    const bool is_plain = (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) == 0;
    if (scene_of(canvas) == NULL)
        return FALSE;
    switch (is_plain ? key : 0) {
    case GDK_KEY_space: // plays, unless something is dragged meanwhile
        if (!canvas->is_space)
            canvas->was_space_used = false;
        canvas->is_space = true;
        return TRUE;
    case GDK_KEY_Left:
    case GDK_KEY_Right:
    case GDK_KEY_Up:
    case GDK_KEY_Down:
        walk(canvas, key, (state & GDK_SHIFT_MASK) != 0);
        return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
        studio_graph_session_ask_parameters(canvas->session);
        return TRUE;
    case GDK_KEY_Escape:
        if (canvas->gesture != STUDIO_GESTURE_NONE)
            studio_graph_canvas_cancel(canvas);
        else
            studio_graph_session_pick(canvas->session, NULL, STUDIO_PICK_ONLY);
        return TRUE;
    default:
        return FALSE;
    }
}

static void on_key_up(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                      StudioGraphCanvas *canvas)
{
    (void)controller, (void)code, (void)state;
    if (key != GDK_KEY_space || !canvas->is_space)
        return;
    canvas->is_space = false;
    if (!canvas->was_space_used)
        studio_commands_run(canvas->commands, "play.toggle");
}

// Clipboard

void studio_graph_canvas_copy(StudioGraphCanvas *canvas)
{
    g_autofree char *text = canvas->session != NULL ? studio_graph_copy(canvas->session) : NULL;
    if (text == NULL)
        return;
    g_autoptr(GBytes) bytes = g_bytes_new(text, strlen(text));
    GdkContentProvider *providers[] = {
        gdk_content_provider_new_for_bytes("application/x-mien-graph+json", bytes),
        gdk_content_provider_new_for_bytes("text/plain;charset=utf-8", bytes),
    };
    g_autoptr(GdkContentProvider) all = gdk_content_provider_new_union(providers, G_N_ELEMENTS(providers));
    gdk_clipboard_set_content(gtk_widget_get_clipboard(GTK_WIDGET(canvas)), all);
}

static void on_stream(GObject *source, GAsyncResult *result, void *user)
{
    g_autoptr(StudioGraphCanvas) canvas = user;
    g_autoptr(GInputStream) stream = gdk_clipboard_read_finish(GDK_CLIPBOARD(source), result, NULL, NULL);
    g_autoptr(GByteArray) all = g_byte_array_new();
    guint8 piece[4096];
    gssize size;
    if (stream == NULL || scene_of(canvas) == NULL)
        return;
    while (all->len < 4 << 20 && (size = g_input_stream_read(stream, piece, sizeof piece, NULL, NULL)) > 0)
        g_byte_array_append(all, piece, (guint)size);
    g_byte_array_append(all, (const guint8 *)"", 1);
    studio_graph_paste(canvas->session, (const char *)all->data, 2 * STUDIO_GRID, 2 * STUDIO_GRID);
}

void studio_graph_canvas_paste(StudioGraphCanvas *canvas)
{
    const char *types[] = {"application/x-mien-graph+json", NULL};
    GdkClipboard *clipboard = gtk_widget_get_clipboard(GTK_WIDGET(canvas));
    if (scene_of(canvas) == NULL || studio_graph_is_locked(canvas->session))
        return;
    if (!gdk_content_formats_contain_mime_type(gdk_clipboard_get_formats(clipboard), types[0])) {
        studio_workspace_toast(studio_graph_session_workspace(canvas->session), "No nodes on the clipboard",
                               NULL, NULL);
        return;
    }
    gdk_clipboard_read_async(clipboard, types, G_PRIORITY_DEFAULT, NULL, on_stream, g_object_ref(canvas));
}

void studio_graph_canvas_add_keys(StudioGraphCanvas *canvas)
{
    GtkEventController *keys = gtk_event_controller_key_new();
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), canvas);
    g_signal_connect(keys, "key-released", G_CALLBACK(on_key_up), canvas);
    gtk_widget_add_controller(GTK_WIDGET(canvas), keys);
}
