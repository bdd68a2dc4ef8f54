// SPDX-License-Identifier: MIT
//
// Parents and children of a graph.

#include "studio/panels/graph/family.h"

#include <adwaita.h>
#include <string.h>

#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"

// Children

/// Calls found for every graph that extends one, until it returns false.
static void find_children(StudioGraphSession *session, const char *path,
                          void (*found)(void *user, const char *child, const MieniGraphView *graph),
                          void *user)
{
    Studio *studio = studio_workspace_studio(studio_graph_session_workspace(session));
    for (int i = 0; i < studio->files.count; ++i) {
        const StudioFile *file = studio->files.items[i];
        const MieniAsset *asset;
        if (file->kind == MIENI_ASSET_GRAPH && studio_exists(studio, file->path) &&
            studio_asset(studio, file->path, &asset, NULL) == MIEN_OK &&
            g_strcmp0(mieni_graph_extends(mieni_graph_of(asset)), path) == 0)
            found(user, file->path, mieni_graph_of(asset));
    }
}

static void count_child(void *user, const char *child, const MieniGraphView *graph)
{
    (void)child, (void)graph;
    ++*(int *)user;
}

int studio_graph_child_count(StudioGraphSession *session, const char *path)
{
    int count = 0;
    find_children(session, path, count_child, &count);
    return count;
}

typedef struct Filling {
    GtkWidget *list;
    StudioGraphSession *session;
    int count;
} Filling;

/// "Pose asset: pip"; what a child says otherwise, key by key.
static char *tell_overrides(StudioGraphSession *session, const MieniGraphView *graph)
{
    const StudioGraphScene *scene = studio_graph_session_scene(session);
    GString *text = g_string_new(NULL);
    for (int i = 0; i < mieni_graph_override_count(graph); ++i) {
        const MieniOverrideView *override = mieni_graph_override(graph, i);
        const MieniJson *row = mieni_override_json(override);
        const char *id = mieni_override_id(override), *parameter = mieni_override_parameter(override);
        const StudioGraphNode *node = studio_graph_scene_node(scene, studio_graph_scene_find(scene, id));
        for (int k = 0; k < row->count; ++k) {
            if (strcmp(row->keys[k], "id") == 0 || strcmp(row->keys[k], "parameter") == 0)
                continue;
            g_autofree char *value = studio_label_of_value(NULL, row->items[k]);
            g_string_append_printf(text, "%s%s: %s", text->len > 0 ? " · " : "",
                                   node != NULL        ? node->words->title
                                   : parameter != NULL ? parameter
                                                       : mieni_text_or_empty(id),
                                   value);
        }
    }
    if (text->len == 0)
        g_string_append(text, "no overrides");
    return g_string_free(text, FALSE);
}

static void on_child(AdwActionRow *row, StudioGraphSession *session)
{
    g_autofree char *path = g_strdup(g_object_get_data(G_OBJECT(row), "path"));
    studio_workspace_show(studio_graph_session_workspace(session), path, false);
}

static void add_child(void *user, const char *child, const MieniGraphView *graph)
{
    Filling *filling = user;
    char name[STUDIO_LABEL_ROOM];
    GtkWidget *row = adw_action_row_new();
    g_autofree char *text = tell_overrides(filling->session, graph);
    adw_preferences_row_set_use_markup(ADW_PREFERENCES_ROW(row), FALSE);
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(row), studio_asset_name(child, name));
    adw_action_row_set_subtitle(ADW_ACTION_ROW(row), text);
    adw_action_row_add_suffix(ADW_ACTION_ROW(row), gtk_image_new_from_icon_name("go-next-symbolic"));
    gtk_list_box_row_set_activatable(GTK_LIST_BOX_ROW(row), TRUE);
    g_object_set_data_full(G_OBJECT(row), "path", g_strdup(child), g_free);
    g_signal_connect(row, "activated", G_CALLBACK(on_child), filling->session);
    gtk_list_box_append(GTK_LIST_BOX(filling->list), row);
    ++filling->count;
}

int studio_graph_children_fill(GtkWidget *list, StudioGraphSession *session)
{
    Filling filling = {list, session, 0};
    find_children(session, studio_graph_session_scene(session)->path, add_child, &filling);
    return filling.count;
}

// Overrides

typedef struct Override {
    StudioGraphSession *session;
    char *id, *key;
    bool is_parameter;
} Override;

static void free_override(void *given)
{
    Override *own = given;
    g_free(own->id);
    g_free(own->key);
    g_free(own);
}

static void on_reset(GtkButton *button, Override *own)
{
    (void)button;
    g_autofree char *id = g_strdup(own->id), *key = g_strdup(own->key);
    if (own->is_parameter)
        studio_graph_change_parameter(own->session, id, NULL);
    else
        studio_graph_change(own->session, id, key, NULL); // the row goes with it
}

static void on_row(AdwActionRow *row, Override *own)
{
    (void)row;
    if (!own->is_parameter)
        studio_graph_session_pick(own->session, own->id, STUDIO_PICK_ONLY);
}

static void add_override(Filling *filling, const char *id, bool is_parameter, const char *title,
                         const char *key, const char *before, const char *now)
{
    GtkWidget *row = adw_action_row_new(), *reset = gtk_button_new_from_icon_name("edit-undo-symbolic");
    Override *own = g_new0(Override, 1);
    g_autofree char *words = studio_label_of_key(key),
                    *heading = g_markup_printf_escaped("%s <span alpha='65%%'>· %s</span>", title,
                                                       strcmp(words, title) == 0 ? "asset" : words),
                    *values = g_markup_printf_escaped("<s>%s</s> → <b>%s</b>", before, now),
                    *name =
                        g_strdup_printf("Reset %s %s", title, strcmp(words, title) == 0 ? "asset" : words);
    *own = (Override){filling->session, g_strdup(id), g_strdup(key), is_parameter};
    g_object_set_data_full(G_OBJECT(row), "own", own, free_override);
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(row), heading);
    adw_action_row_set_subtitle(ADW_ACTION_ROW(row), values);
    gtk_widget_add_css_class(reset, "flat");
    gtk_widget_set_valign(reset, GTK_ALIGN_CENTER);
    studio_tip(reset, "Reset to the parent value");
    studio_name(reset, name);
    g_signal_connect(reset, "clicked", G_CALLBACK(on_reset), own);
    g_signal_connect(row, "activated", G_CALLBACK(on_row), own);
    gtk_list_box_row_set_activatable(GTK_LIST_BOX_ROW(row), !is_parameter);
    adw_action_row_add_suffix(ADW_ACTION_ROW(row), reset);
    gtk_list_box_append(GTK_LIST_BOX(filling->list), row);
    ++filling->count;
}

static void add_keys(Filling *filling, const StudioGraphChain *chain, const MieniOverrideView *override)
{
    const char *id = mieni_override_id(override), *parameter = mieni_override_parameter(override);
    const MieniJson *json = mieni_override_json(override);
    const MieniGraphText *parent = chain->texts[0].parent;
    const StudioGraphScene *scene = studio_graph_session_scene(filling->session);
    const StudioGraphNode *node = studio_graph_scene_node(scene, studio_graph_scene_find(scene, id));
    for (int k = 0; k < json->count; ++k) {
        const char *key = json->keys[k];
        if (strcmp(key, "id") == 0 || strcmp(key, "parameter") == 0)
            continue;
        const int row = node != NULL ? node->row : -1;
        const MieniField *field =
            node != NULL ? mieni_schema_find(studio_graph_chain_schema(chain, row), key) : NULL;
        const MieniJson *old =
            parameter != NULL ? mieni_graph_text_parameter(
                                    parent, mieni_graph_find_parameter(studio_graph_root(parent), parameter))
                                    .value
                              : mieni_graph_text_setting(parent, row, key).value;
        g_autofree char *before = studio_label_of_value(field, old),
                        *now = studio_label_of_value(field, json->items[k]);
        add_override(filling, parameter != NULL ? parameter : id, parameter != NULL,
                     parameter != NULL ? parameter
                     : node != NULL    ? node->words->title
                                       : id,
                     key, before, now);
    }
}

int studio_graph_overrides_fill(GtkWidget *list, StudioGraphSession *session)
{
    Filling filling = {list, session, 0};
    StudioGraphChain chain;
    if (studio_graph_chain_read(studio_workspace_studio(studio_graph_session_workspace(session)),
                                studio_graph_session_scene(session)->path, &chain, NULL) != MIEN_OK ||
        chain.count < 2)
        return 0;
    const MieniGraphView *graph = mieni_graph_of(&chain.texts[0].asset);
    for (int i = 0; i < mieni_graph_override_count(graph); ++i)
        add_keys(&filling, &chain, mieni_graph_override(graph, i));
    return filling.count;
}
