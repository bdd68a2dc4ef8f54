// SPDX-License-Identifier: MIT
//
// The canvas by keys, and in words.

#include <string.h>

#include "studio/panels/graph/canvas_private.h"
#include "studio/panels/widgets/widgets.h"

static const StudioGraphScene *scene_of(const StudioGraphCanvas *canvas)
{
    return canvas->desk != NULL ? studio_graph_desk_scene(canvas->desk) : NULL;
}

// Words

/// "Input from Layer per bone." Nothing if no input leads anywhere.
static void tell_inputs(GString *text, const StudioGraphScene *scene, const StudioGraphNode *node)
{
    const char *between = " Input from ";
    for (guint r = 0; r < node->rows->len; ++r) {
        const int from = studio_graph_node_row(node, (int)r)->from;
        if (from < 0)
            continue;
        g_string_append_printf(text, "%s%s", between, studio_graph_scene_node(scene, from)->words->title);
        between = ", ";
    }
    if (strcmp(between, ", ") == 0)
        g_string_append_c(text, '.');
}

static void tell_outputs(GString *text, const StudioGraphScene *scene, int index)
{
    const char *between = " Output to ";
    for (guint n = 0; n < scene->nodes->len; ++n) {
        const StudioGraphNode *node = studio_graph_scene_node(scene, (int)n);
        for (guint r = 0; r < node->rows->len; ++r)
            if (studio_graph_node_row(node, (int)r)->from == index) {
                g_string_append_printf(text, "%s%s", between, node->words->title);
                between = ", ";
                break;
            }
    }
    if (strcmp(between, ", ") == 0)
        g_string_append_c(text, '.');
}

static void tell_own(GString *text, const StudioGraphNode *node)
{
    for (guint r = 0; r < node->rows->len; ++r) {
        const StudioGraphRow *row = studio_graph_node_row(node, (int)r);
        if (row->inherited != NULL)
            g_string_append_printf(text, " Own value: %s instead of %s.", row->value, row->inherited);
    }
}

/// Where tests find things, in pixels of the widget.
static void tell_places(GString *text, const StudioGraphCanvas *canvas)
{
    const StudioGraphScene *scene = scene_of(canvas);
    const double scale = studio_graph_canvas_scale(canvas);
    g_string_append_printf(text, " Scale %d.", (int)(scale * 1000 + 0.5));
    for (guint i = 0; i < scene->nodes->len; ++i) {
        const StudioGraphNode *node = studio_graph_scene_node(scene, (int)i);
        g_string_append_printf(text, " [%s %d,%d %dx%d]", node->id, (int)((node->x - canvas->view.x) * scale),
                               (int)((node->y - canvas->view.y) * scale), (int)(node->width * scale),
                               (int)(node->height * scale));
    }
}

void studio_graph_canvas_describe(StudioGraphCanvas *canvas)
{
    const StudioGraphScene *scene = scene_of(canvas);
    g_autoptr(GString) text = g_string_new(NULL);
    if (scene == NULL)
        return;
    const int focus = studio_graph_desk_focus(canvas->desk), count = (int)scene->nodes->len;
    const StudioGraphNode *node = studio_graph_scene_node(scene, focus);
    g_auto(GStrv) picked = studio_graph_desk_picked(canvas->desk);
    const int picked_count = (int)g_strv_length(picked);
    if (node != NULL) {
        g_string_printf(text, "%s, node %d of %d.", node->words->title, focus + 1, count);
        tell_inputs(text, scene, node);
        tell_outputs(text, scene, focus);
        tell_own(text, node);
        if (node->error != NULL)
            g_string_append_printf(text, " Error: %s", node->error);
        if (picked_count > 1)
            g_string_append_printf(text, " %d selected.", picked_count);
    } else {
        g_string_printf(text, "%s, %d node%s.", scene->name, count, count == 1 ? "" : "s");
    }
    if (g_strcmp0(g_getenv("MIEN_UI_TEST"), "1") == 0 && canvas->path != NULL)
        tell_places(text, canvas);
    if (g_strcmp0(canvas->told, text->str) == 0)
        return;
    g_free(canvas->told);
    canvas->told = g_strdup(text->str);
    studio_describe(GTK_WIDGET(canvas), text->str);
}

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
    const int at = studio_graph_desk_focus(canvas->desk);
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
    studio_graph_desk_pick(canvas->desk, studio_graph_scene_node(scene, to)->id,
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
        studio_graph_desk_ask_parameters(canvas->desk);
        return TRUE;
    case GDK_KEY_Escape:
        if (canvas->gesture != STUDIO_GESTURE_NONE)
            studio_graph_canvas_cancel(canvas);
        else
            studio_graph_desk_pick(canvas->desk, NULL, STUDIO_PICK_ONLY);
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
    g_autofree char *text = canvas->desk != NULL ? studio_graph_copy(canvas->desk) : NULL;
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
    studio_graph_paste(canvas->desk, (const char *)all->data, 2 * STUDIO_GRID, 2 * STUDIO_GRID);
}

void studio_graph_canvas_paste(StudioGraphCanvas *canvas)
{
    const char *types[] = {"application/x-mien-graph+json", NULL};
    GdkClipboard *clipboard = gtk_widget_get_clipboard(GTK_WIDGET(canvas));
    if (scene_of(canvas) == NULL || studio_graph_is_locked(canvas->desk))
        return;
    if (!gdk_content_formats_contain_mime_type(gdk_clipboard_get_formats(clipboard), types[0])) {
        studio_workspace_toast(studio_graph_desk_workspace(canvas->desk), "No nodes were copied.", NULL,
                               NULL);
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
