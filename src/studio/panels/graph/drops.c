// SPDX-License-Identifier: MIT
//
// Drops on the canvas: a clip or pose asset on a node that takes one.

#include <string.h>

#include "studio/model/facts/strings.h"
#include "studio/panels/graph/canvas_private.h"

/// The key of a node that takes an asset; NULL for none.
static const char *key_for(const StudioGraphNode *node, const char *path)
{
    const MieniAssetKind kind = mieni_asset_kind_of_path(path);
    const char *type = node->words->type;
    if (kind == MIENI_ASSET_CLIP && strcmp(type, "clip") == 0)
        return "clip";
    if (kind == MIENI_ASSET_POSES &&
        (strcmp(type, "poses") == 0 || strcmp(type, "pose") == 0 || strcmp(type, "driver") == 0))
        return "poses";
    if (kind == MIENI_ASSET_MAP && strcmp(type, "map") == 0)
        return "map";
    return NULL;
}

/// The first path of what is dropped: paths of the project, a line each.
static char *first_path(const GValue *value)
{
    g_auto(GStrv) lines =
        g_strsplit(g_value_get_string(value) != NULL ? g_value_get_string(value) : "", "\n", 2);
    return g_strdup(lines[0] != NULL ? lines[0] : "");
}

static gboolean on_drop(GtkDropTarget *target, const GValue *value, double x, double y,
                        StudioGraphCanvas *canvas)
{
    (void)target;
    const StudioGraphScene *scene =
        canvas->session != NULL ? studio_graph_session_scene(canvas->session) : NULL;
    g_autofree char *path = first_path(value);
    const StudioHit hit = studio_graph_canvas_hit(canvas, x, y);
    const StudioGraphNode *node = scene != NULL ? studio_graph_scene_node(scene, hit.node) : NULL;
    const char *key = node != NULL ? key_for(node, path) : NULL;
    if (key == NULL)
        return FALSE;
    g_autofree char *json = studio_graph_quote(path), *id = g_strdup(node->id);
    studio_graph_session_pick(canvas->session, id, STUDIO_PICK_ONLY);
    return studio_graph_change(canvas->session, id, key, json);
}

void studio_graph_canvas_add_drops(StudioGraphCanvas *canvas)
{
    GtkDropTarget *target = gtk_drop_target_new(G_TYPE_STRING, GDK_ACTION_COPY | GDK_ACTION_MOVE);
    g_signal_connect(target, "drop", G_CALLBACK(on_drop), canvas);
    gtk_widget_add_controller(GTK_WIDGET(canvas), GTK_EVENT_CONTROLLER(target));
}
