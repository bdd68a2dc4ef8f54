// SPDX-License-Identifier: MIT
//
// Assets that are dropped on the stage: a clip plays, a character joins, a pose asset is
// shown and may be set for good.

#include "studio/panels/viewport/private.h"

#include <string.h>

#include "asset/view.h"
#include "studio/model/commands/assets.h"
#include "studio/model/commands/graphs.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/viewport/player.h"
#include "studio/panels/widgets/widgets.h"

/// An offer to use a pose asset for a character.
typedef struct Offer {
    StudioStage *stage;
    char *poses, *character;
    char *file, *node; ///< What would change: a node of a graph, or with NULL the character itself.
} Offer;

static void free_offer(void *given, GClosure *closure)
{
    (void)closure;
    Offer *offer = given;
    g_free(offer->poses);
    g_free(offer->character);
    g_free(offer->file);
    g_free(offer->node);
    g_free(offer);
}

static const MieniAsset *asset_of(StudioStage *stage, const char *path)
{
    const MieniAsset *asset;
    MieniProblem problem = {0};
    return path != NULL && path[0] != '\0' &&
                   studio_asset(studio_workspace_studio(stage->workspace), path, &asset, &problem) == MIEN_OK
               ? asset
               : NULL;
}

/// The node of a graph, or of what it extends, that has the face's poses; NULL: there is none.
static const char *find_node(StudioStage *stage, const char *graph)
{
    for (int depth = 0; depth < 16 && graph != NULL && graph[0] != '\0'; ++depth) {
        const MieniGraphView *view = mieni_graph_of(asset_of(stage, graph));
        for (int i = 0; i < mieni_graph_node_count(view); ++i)
            if (g_strcmp0(mieni_node_node(mieni_graph_node(view, i)), "poses") == 0)
                return mieni_node_id(mieni_graph_node(view, i));
        graph = mieni_graph_extends(view);
    }
    return NULL;
}

static void on_show(GtkWidget *button, Offer *offer)
{
    (void)button;
    StudioStage *stage = offer->stage;
    g_autofree char *poses = g_strdup(offer->poses);
    gtk_popover_popdown(GTK_POPOVER(stage->popover));
    studio_live_peek(stage->live, poses);
}

/// A path as a JSON text. Free it.
static char *json_text(const char *path)
{
    GString *text = g_string_new("\"");
    for (; *path != '\0'; ++path) {
        if (*path == '"' || *path == '\\')
            g_string_append_c(text, '\\');
        g_string_append_c(text, *path);
    }
    g_string_append_c(text, '"');
    return g_string_free(text, FALSE);
}

static void on_set(GtkWidget *button, Offer *offer)
{
    (void)button;
    StudioStage *stage = offer->stage;
    Studio *studio = studio_workspace_studio(stage->workspace);
    MieniProblem problem = {0};
    g_autofree char *json = json_text(offer->poses);
    const MienStatus status =
        offer->node != NULL
            ? studio_graph_set(studio, offer->file, offer->node, "poses", json, &problem)
            : studio_asset_set(studio, offer->file, "poses", json, "change pose asset", NULL, &problem);
    studio_workspace_check(stage->workspace, status, &problem);
    gtk_popover_popdown(GTK_POPOVER(stage->popover));
}

static GtkWidget *add_button(GtkWidget *box, const char *label, GCallback callback, const Offer *offer)
{
    GtkWidget *button = gtk_button_new_with_label(label);
    Offer *copy = g_new0(Offer, 1);
    *copy = (Offer){offer->stage, g_strdup(offer->poses), g_strdup(offer->character), g_strdup(offer->file),
                    g_strdup(offer->node)};
    g_signal_connect_data(button, "clicked", callback, copy, free_offer, 0);
    gtk_box_append(GTK_BOX(box), button);
    return button;
}

/// Asks whether a character shall have a pose asset, or only be seen with it.
static void offer_poses(StudioStage *stage, const char *poses, const char *character, double x, double y)
{
    char poses_name[STUDIO_LABEL_ROOM], name[STUDIO_LABEL_ROOM], file_name[STUDIO_LABEL_ROOM];
    const char *graph = mieni_character_graph(mieni_character_of(asset_of(stage, character)));
    const char *node = find_node(stage, graph);
    const Offer offer = {stage, (char *)poses, (char *)character, (char *)(node != NULL ? graph : character),
                         (char *)node};
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12),
              *buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    g_autofree char *question = g_strdup_printf("Use %s for %s?", studio_asset_name(poses, poses_name),
                                                studio_asset_name(character, name));
    g_autofree char *set = g_strdup_printf("Set in %s", studio_asset_name(offer.file, file_name));
    gtk_box_append(GTK_BOX(box), gtk_label_new(question));
    gtk_box_append(GTK_BOX(box), buttons);
    add_button(buttons, "Only Show", G_CALLBACK(on_show), &offer);
    GtkWidget *button = add_button(buttons, set, G_CALLBACK(on_set), &offer);
    gtk_widget_add_css_class(button, "suggested-action");
    gtk_widget_set_sensitive(button, !studio_workspace_studio(stage->workspace)->is_read_only);
    GtkWidget *popover = studio_stage_popover(stage, x, y);
    gtk_popover_set_child(GTK_POPOVER(popover), box);
    studio_popup(popover);
}

static void play_clip(StudioStage *stage, const char *path)
{
    const StudioDocument *document = studio_workspace_active(stage->workspace);
    StudioSession *session = studio_workspace_session(stage->workspace);
    if (document != NULL && document->kind == MIENI_ASSET_CLIP) // which is what plays
        studio_live_peek(stage->live, path);
    g_strlcpy(session->clip, path, sizeof session->clip);
    session->time = 0.0;
    studio_workspace_session_changed(stage->workspace);
    studio_player_play(studio_player_of(stage->workspace), true);
}

static const char *character_at(StudioStage *stage, GtkWidget *onto, double x, double y)
{
    MieniPick pick;
    const char *of_button = g_object_get_data(G_OBJECT(onto), "path");
    const int at = onto == stage->area ? studio_stage_actor_at(stage, x, y, &pick) : -1;
    if (of_button != NULL)
        return of_button;
    const StudioActor *actor = stage->actors->len > 0 ? stage->actors->pdata[at >= 0 ? at : 0] : NULL;
    return actor != NULL && mieni_asset_kind_of_path(actor->role.path) == MIENI_ASSET_CHARACTER
               ? actor->role.path
               : NULL;
}

/// Shows one asset; false if it cannot be.
static bool take(StudioStage *stage, GtkWidget *onto, const char *path, double x, double y)
{
    if (!studio_exists(studio_workspace_studio(stage->workspace), path))
        return false;
    switch (mieni_asset_kind_of_path(path)) {
    case MIENI_ASSET_CLIP:
        play_clip(stage, path);
        return true;
    case MIENI_ASSET_CHARACTER:
        studio_stage_cast_add(stage, path, g_object_get_data(G_OBJECT(onto), "path"));
        return true;
    case MIENI_ASSET_MESH:
        studio_live_peek(stage->live, path);
        return true;
    case MIENI_ASSET_POSES: {
        g_autofree char *character = g_strdup(character_at(stage, onto, x, y));
        double at_x = x, at_y = y;
        gtk_widget_translate_coordinates(onto, GTK_WIDGET(stage), x, y, &at_x, &at_y);
        if (character != NULL)
            offer_poses(stage, path, character, at_x, at_y);
        else
            studio_live_peek(stage->live, path);
        return true;
    }
    default:
        return false;
    }
}

/// Paths of assets, a line each, as the browser gives them.
static gboolean on_drop(GtkDropTarget *target, const GValue *value, double x, double y, StudioStage *stage)
{
    GtkWidget *onto = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(target));
    const char *text = g_value_get_string(value);
    bool is_taken = false;
    if (stage->workspace == NULL || text == NULL)
        return FALSE;
    g_auto(GStrv) paths = g_strsplit(text, "\n", -1);
    for (char **path = paths; *path != NULL; ++path)
        is_taken = take(stage, onto, *path, x, y) || is_taken;
    if (!is_taken)
        studio_workspace_toast(stage->workspace,
                               "Only clips, characters, meshes and pose assets can be shown.", NULL, NULL);
    return is_taken;
}

void studio_stage_add_drop(StudioStage *stage, GtkWidget *onto)
{
    GtkDropTarget *target = gtk_drop_target_new(G_TYPE_STRING, GDK_ACTION_COPY | GDK_ACTION_MOVE);
    g_signal_connect(target, "drop", G_CALLBACK(on_drop), stage);
    gtk_widget_add_controller(onto, GTK_EVENT_CONTROLLER(target));
}
