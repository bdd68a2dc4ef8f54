// SPDX-License-Identifier: MIT
//
// Chooses the value of a reference setting.

#include "studio/panels/graph/chooser.h"

#include <string.h>

#include "mien_author/map.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/graph/list.h"
#include "studio/panels/thumbnails/thumbnails.h"
#include "studio/panels/widgets/widgets.h"

/// What is chosen for.
typedef struct Choosing {
    StudioGraphSession *session;
    char *id, *key;
    bool is_parameter;
} Choosing;

static void free_choosing(void *given)
{
    Choosing *choosing = given;
    g_object_unref(choosing->session);
    g_free(choosing->id);
    g_free(choosing->key);
    g_free(choosing);
}

/// Entries in the making.
typedef struct Entries {
    GArray *rows;     ///< Of StudioListEntry.
    GPtrArray *texts; ///< What they point at.
} Entries;

static char *keep(const Entries *entries, char *text)
{
    g_ptr_array_add(entries->texts, text);
    return text;
}

static void add(const Entries *entries, const char *value, const char *title, const char *hint)
{
    const StudioListEntry entry = {keep(entries, g_strdup(value)), keep(entries, g_strdup(title)),
                                   keep(entries, g_strdup(hint))};
    g_array_append_val(entries->rows, entry);
}

bool studio_graph_chooser_has(const MieniField *field)
{
    static const char *const keys[] = {"poses", "clip", "mask", "pose", "map"};
    for (size_t i = 0; i < G_N_ELEMENTS(keys); ++i)
        if (strcmp(field->key, keys[i]) == 0)
            return true;
    return false;
}

static void add_assets(const Entries *entries, Studio *studio, MieniAssetKind kind, const char *skeleton)
{
    char name[STUDIO_LABEL_ROOM];
    for (int i = 0; i < studio->files.count; ++i) {
        const StudioFile *file = studio->files.items[i];
        if (file->kind != kind || !studio_exists(studio, file->path))
            continue;
        g_autofree char *value = studio_graph_quote(file->path);
        const char *slash = strrchr(file->path, '/');
        g_autofree char *folder =
            slash != NULL ? g_strndup(file->path, (gsize)(slash - file->path)) : g_strdup("");
        (void)skeleton;
        add(entries, value, studio_asset_name(file->path, name), folder);
    }
}

/// Parameters of a type, which the host sets.
static void add_parameters(const Entries *entries, const StudioGraphChain *chain, const char *type)
{
    const MieniGraphView *graph = studio_graph_root(&chain->texts[0]);
    for (int i = 0; i < mieni_graph_parameter_count(graph); ++i) {
        const MieniParameterView *parameter = mieni_graph_parameter(graph, i);
        const char *name = mieni_text_or_empty(mieni_parameter_name(parameter));
        if (g_strcmp0(mieni_parameter_type(parameter), type) != 0)
            continue;
        g_autofree char *quoted = studio_graph_quote(name),
                        *value = g_strdup_printf("{\"parameter\": %s}", quoted);
        add(entries, value, name, "Parameter");
    }
}

static void add_named(const Entries *entries, const char *name, const char *hint)
{
    g_autofree char *value = studio_graph_quote(name);
    add(entries, value, name, hint);
}

static void add_poses_of(const Entries *entries, Studio *studio, const StudioGraphChain *chain, int row)
{
    const MieniJson *path = mieni_graph_text_setting(&chain->texts[0], row, "poses").value;
    const MieniAsset *asset;
    if (path == NULL || path->type != MIENI_JSON_STRING ||
        studio_asset(studio, path->string, &asset, NULL) != MIEN_OK)
        return;
    const MieniPoseAssetView *poses = mieni_pose_asset_of(asset);
    for (int i = 0; i < mieni_pose_asset_pose_count(poses); ++i)
        add_named(entries, mieni_text_or_empty(mieni_pose_name(mieni_pose_asset_pose(poses, i))), "");
}

static void add_masks(const Entries *entries, const StudioGraphChain *chain)
{
    for (int t = 0; t < chain->count; ++t) {
        const MieniGraphView *graph = mieni_graph_of(&chain->texts[t].asset);
        for (int i = 0; i < mieni_graph_mask_count(graph); ++i)
            add_named(entries, mieni_text_or_empty(mieni_bone_mask_name(mieni_graph_mask(graph, i))), "Mask");
    }
}

static void fill(const Entries *entries, const Choosing *choosing)
{
    Studio *studio = studio_workspace_studio(studio_graph_session_workspace(choosing->session));
    const StudioGraphScene *scene = studio_graph_session_scene(choosing->session);
    const char *key = choosing->key;
    StudioGraphChain chain;
    if (scene == NULL || studio_graph_chain_read(studio, scene->path, &chain, NULL) != MIEN_OK)
        return;
    const int row = studio_graph_chain_find(&chain, choosing->id);
    if (strcmp(key, "poses") == 0 || strcmp(key, "clip") == 0) {
        add_assets(entries, studio, strcmp(key, "poses") == 0 ? MIENI_ASSET_POSES : MIENI_ASSET_CLIP,
                   scene->skeleton);
        if (!choosing->is_parameter)
            add_parameters(entries, &chain, key);
        add(entries, "", "None", scene->parent != NULL ? "Inherit from parent" : "");
    } else if (strcmp(key, "pose") == 0) {
        add_poses_of(entries, studio, &chain, row);
        add_parameters(entries, &chain, "name");
    } else if (strcmp(key, "mask") == 0) {
        add_masks(entries, &chain);
        add_parameters(entries, &chain, "mask");
    } else if (strcmp(key, "map") == 0) {
        add_assets(entries, studio, MIENI_ASSET_MAP, NULL);
        for (int i = 0; i < mien_author_map_count(); ++i)
            add_named(entries, mien_author_map_info(i).id, "Built-in");
    }
}

static void on_chosen(void *user, const char *value)
{
    const Choosing *choosing = user;
    const char *json = value[0] != '\0' ? value : NULL;
    if (choosing->is_parameter)
        studio_graph_change_parameter(choosing->session, choosing->id, json);
    else
        studio_graph_change(choosing->session, choosing->id, choosing->key, json);
}

static Choosing *new_choosing(StudioGraphSession *session, StudioChoice choice)
{
    Choosing *choosing = g_new0(Choosing, 1);
    choosing->session = g_object_ref(session);
    choosing->id = g_strdup(choice.id);
    choosing->key = g_strdup(choice.key);
    choosing->is_parameter = choice.is_parameter;
    return choosing;
}

GtkWidget *studio_graph_chooser_popover(StudioGraphSession *session, StudioChoice choice)
{
    Choosing *choosing = new_choosing(session, choice);
    const Entries entries = {g_array_new(FALSE, FALSE, sizeof(StudioListEntry)),
                             g_ptr_array_new_with_free_func(g_free)};
    fill(&entries, choosing);
    g_autofree char *words = studio_label_of_key(choice.key), *name = g_strdup_printf("Choose %s", words);
    GtkWidget *popover = studio_list_popover_new(name, (const StudioListEntry *)(void *)entries.rows->data,
                                                 (int)entries.rows->len, on_chosen, choosing, free_choosing);
    g_array_unref(entries.rows);
    g_ptr_array_unref(entries.texts);
    return popover;
}

static void on_create(GtkMenuButton *button, void *user)
{
    const Choosing *choosing = user;
    gtk_menu_button_set_popover(
        button, studio_graph_chooser_popover(
                    choosing->session, (StudioChoice){choosing->id, choosing->key, choosing->is_parameter}));
}

GtkWidget *studio_graph_chooser_button(StudioGraphSession *session, StudioChoice choice, const char *name)
{
    GtkWidget *button = gtk_menu_button_new(), *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6),
              *label = studio_label_new("", NULL);
    Choosing *choosing = new_choosing(session, choice);
    gtk_label_set_max_width_chars(GTK_LABEL(label), 16);
    if (strcmp(choice.key, "poses") == 0) {
        GtkWidget *picture = studio_picture_new(24);
        gtk_box_append(GTK_BOX(box), picture);
        g_object_set_data(G_OBJECT(button), "picture", picture);
    }
    gtk_box_append(GTK_BOX(box), label);
    gtk_menu_button_set_child(GTK_MENU_BUTTON(button), box);
    gtk_menu_button_set_always_show_arrow(GTK_MENU_BUTTON(button), TRUE);
    gtk_menu_button_set_create_popup_func(GTK_MENU_BUTTON(button), on_create, choosing, free_choosing);
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    g_object_set_data(G_OBJECT(button), "label", label);
    g_object_set_data(G_OBJECT(button), "choosing", choosing);
    studio_name(button, name);
    return button;
}

void studio_graph_chooser_fill(GtkWidget *button, const char *text, const char *path)
{
    const Choosing *choosing = g_object_get_data(G_OBJECT(button), "choosing");
    GtkWidget *picture = g_object_get_data(G_OBJECT(button), "picture");
    gtk_label_set_text(GTK_LABEL(g_object_get_data(G_OBJECT(button), "label")), text);
    studio_describe(button, text);
    if (picture == NULL)
        return;
    gtk_widget_set_visible(picture, path != NULL);
    if (path != NULL)
        studio_picture_show(picture, studio_graph_session_workspace(choosing->session),
                            &(StudioPictureOf){.asset = path, .time = -1}, "face-smile-big-symbolic");
}
