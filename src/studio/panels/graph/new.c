// SPDX-License-Identifier: MIT
//
// New Graph: name, template, whose face it is, and what plays.

#include <adwaita.h>
#include <string.h>

#include "studio/model/commands/assets.h"
#include "studio/model/commands/graph_make.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/graph/maker.h"
#include "studio/panels/graph/match.h"
#include "studio/panels/widgets/widgets.h"

enum { CHARACTER, POSES, BODY, CLIP, COMBOS };

typedef struct Asking {
    StudioWorkspace *workspace;
    StudioDialog dialog;
    GtkWidget *face, *empty, *name, *uses, *uses_row, *combos[COMBOS];
    GPtrArray *paths[COMBOS]; ///< Of what combos offer; the row after the last: none.
} Asking;

static void free_asking(void *given)
{
    Asking *asking = given;
    for (int i = 0; i < COMBOS; ++i)
        g_ptr_array_unref(asking->paths[i]);
    g_object_unref(asking->workspace);
    g_free(asking);
}

static Studio *studio_of(const Asking *asking) { return studio_workspace_studio(asking->workspace); }

static const char *chosen(const Asking *asking, int combo)
{
    const guint at = adw_combo_row_get_selected(ADW_COMBO_ROW(asking->combos[combo]));
    return at < asking->paths[combo]->len ? g_ptr_array_index(asking->paths[combo], at) : NULL;
}

static void choose(const Asking *asking, int combo, const char *path)
{
    guint at = asking->paths[combo]->len;
    for (guint i = 0; path != NULL && i < asking->paths[combo]->len; ++i)
        if (strcmp(g_ptr_array_index(asking->paths[combo], i), path) == 0)
            at = i;
    adw_combo_row_set_selected(ADW_COMBO_ROW(asking->combos[combo]), at);
}

static char *skeleton_of(const Asking *asking)
{
    const char *character = chosen(asking, CHARACTER);
    char *skeleton = character != NULL ? studio_match_skeleton(studio_of(asking), character) : NULL;
    return skeleton != NULL ? skeleton
                            : g_strdup(studio_workspace_first(asking->workspace, MIENI_ASSET_SKELETON));
}

static char *path_of(const Asking *asking)
{
    g_autofree char *skeleton = skeleton_of(asking);
    const char *name = gtk_editable_get_text(GTK_EDITABLE(asking->name));
    const char *slash = skeleton != NULL && strchr(name, '/') == NULL ? strrchr(skeleton, '/') : NULL;
    return g_strdup_printf("%.*s%s.graph.json", slash != NULL ? (int)(slash - skeleton) + 1 : 0, skeleton,
                           name);
}

static void check_name(const Asking *asking)
{
    g_autofree char *path = path_of(asking);
    const char *name = gtk_editable_get_text(GTK_EDITABLE(asking->name));
    const bool is_taken = studio_exists(studio_of(asking), path);
    const bool is_fine = name[0] != '\0' && mieni_path_is_valid(path) && !is_taken;
    g_autofree char *reason = is_taken ? g_strdup_printf("“%s” is already the name of a graph.", name) : NULL;
    gtk_widget_set_sensitive(asking->dialog.suggest, is_fine);
    if (is_fine)
        gtk_widget_remove_css_class(asking->name, "error");
    else
        gtk_widget_add_css_class(asking->name, "error");
    gtk_widget_set_tooltip_text(asking->name, reason);
}

static void on_name(GtkEditable *editable, Asking *asking)
{
    (void)editable;
    check_name(asking);
}

/// Another character: its pose asset, and whether it has a graph already.
static void on_character(GObject *object, GParamSpec *spec, Asking *asking)
{
    (void)object, (void)spec;
    const char *character = chosen(asking, CHARACTER);
    g_autofree char *poses = character != NULL ? studio_match_poses(studio_of(asking), character) : NULL,
                    *graph = character != NULL ? studio_match_graph(studio_of(asking), character) : NULL;
    char name[STUDIO_LABEL_ROOM];
    choose(asking, POSES, poses);
    gtk_widget_set_sensitive(asking->uses_row, character != NULL);
    gtk_switch_set_active(GTK_SWITCH(asking->uses), character != NULL && graph == NULL);
    g_autofree char *text =
        graph != NULL ? g_strdup_printf("Instead of %s", studio_asset_name(graph, name)) : g_strdup("");
    adw_action_row_set_subtitle(ADW_ACTION_ROW(asking->uses_row), text);
    check_name(asking);
}

static void on_template(GtkToggleButton *button, Asking *asking)
{
    (void)button;
    const bool is_face = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(asking->face));
    for (int i = POSES; i < COMBOS; ++i)
        gtk_widget_set_visible(asking->combos[i], is_face);
}

/// Characters that have no graph, but for the one that is chosen.
static int count_without_graph(const Asking *asking)
{
    int count = 0;
    for (guint i = 0; i < asking->paths[CHARACTER]->len; ++i) {
        const char *path = g_ptr_array_index(asking->paths[CHARACTER], i);
        g_autofree char *graph = studio_match_graph(studio_of(asking), path);
        count += graph == NULL && g_strcmp0(path, chosen(asking, CHARACTER)) != 0;
    }
    return count;
}

static void on_create(GtkButton *button, Asking *asking)
{
    (void)button;
    Studio *studio = studio_of(asking);
    StudioWorkspace *workspace = g_object_ref(asking->workspace);
    MieniProblem problem = {0};
    g_autofree char *path = path_of(asking), *skeleton = skeleton_of(asking);
    const StudioFaceGraph face = {chosen(asking, POSES), chosen(asking, CLIP), chosen(asking, BODY)};
    const bool is_face = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(asking->face));
    const int others = count_without_graph(asking);
    const char *character =
        gtk_switch_get_active(GTK_SWITCH(asking->uses)) ? chosen(asking, CHARACTER) : NULL;
    const MienStatus status = is_face
                                  ? studio_graph_make_face(studio, path, skeleton, character, &face, &problem)
                                  : studio_asset_make(studio, path, skeleton, &problem);
    if (studio_workspace_check(workspace, status, &problem)) {
        gtk_window_close(GTK_WINDOW(asking->dialog.window));
        studio_workspace_show(workspace, path, false);
        if (is_face && others > 0)
            studio_workspace_toast(workspace, "Others can share this graph", "Share a Face Graph…",
                                   "win.share-face");
    }
    g_object_unref(workspace);
}

// Making the dialog

static GtkWidget *add_combo(Asking *asking, GtkWidget *list, int combo, MieniAssetKind kind,
                            const char *title, const char *none)
{
    char name[STUDIO_LABEL_ROOM];
    g_autoptr(GtkStringList) names = gtk_string_list_new(NULL);
    GtkWidget *row = adw_combo_row_new();
    asking->paths[combo] = studio_match_all(studio_of(asking), kind);
    for (guint i = 0; i < asking->paths[combo]->len; ++i)
        gtk_string_list_append(names, studio_asset_name(g_ptr_array_index(asking->paths[combo], i), name));
    gtk_string_list_append(names, none);
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(row), title);
    adw_combo_row_set_model(ADW_COMBO_ROW(row), G_LIST_MODEL(names));
    studio_name(row, title);
    gtk_list_box_append(GTK_LIST_BOX(list), row);
    return row;
}

static GtkWidget *make_templates(Asking *asking)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    gtk_widget_add_css_class(box, "linked");
    asking->face = gtk_toggle_button_new_with_label("Face");
    asking->empty = gtk_toggle_button_new_with_label("Empty");
    gtk_toggle_button_set_group(GTK_TOGGLE_BUTTON(asking->empty), GTK_TOGGLE_BUTTON(asking->face));
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(asking->face), TRUE);
    gtk_widget_set_tooltip_text(asking->face, "Clip, layer, pose asset and output, with a clip for the body");
    studio_name(asking->face, "Face template");
    studio_name(asking->empty, "Empty template");
    gtk_widget_set_halign(box, GTK_ALIGN_CENTER);
    gtk_box_append(GTK_BOX(box), asking->face);
    gtk_box_append(GTK_BOX(box), asking->empty);
    return box;
}

/// The character that is meant: selected, or else the first without a graph.
static const char *likely_character(const Asking *asking)
{
    const char *selected = studio_workspace_selected_of(asking->workspace, MIENI_ASSET_CHARACTER);
    if (selected != NULL)
        return selected;
    for (guint i = 0; i < asking->paths[CHARACTER]->len; ++i) {
        const char *path = g_ptr_array_index(asking->paths[CHARACTER], i);
        g_autofree char *graph = studio_match_graph(studio_of(asking), path);
        if (graph == NULL)
            return path;
    }
    return studio_workspace_first(asking->workspace, MIENI_ASSET_CHARACTER);
}

/// A clip that sounds like a body; NULL for none.
static const char *likely_body(const Asking *asking)
{
    static const char *const words[] = {"idle", "body", "walk"};
    for (size_t w = 0; w < G_N_ELEMENTS(words); ++w)
        for (guint i = 0; i < asking->paths[BODY]->len; ++i)
            if (strstr(g_ptr_array_index(asking->paths[BODY], i), words[w]) != NULL)
                return g_ptr_array_index(asking->paths[BODY], i);
    return NULL;
}

static void fill(Asking *asking)
{
    char name[STUDIO_LABEL_ROOM];
    const StudioSession *session = studio_workspace_session(asking->workspace);
    g_autofree char *skeleton = skeleton_of(asking),
                    *path = studio_match_free_path(studio_of(asking), skeleton, "face", ".graph.json");
    gtk_editable_set_text(GTK_EDITABLE(asking->name), studio_asset_name(path, name));
    choose(asking, CHARACTER, likely_character(asking));
    choose(asking, BODY, likely_body(asking));
    choose(asking, CLIP, session->clip[0] != '\0' ? session->clip : NULL);
    on_character(NULL, NULL, asking);
}

void studio_graph_new_ask(GtkWindow *window, StudioWorkspace *workspace)
{
    Asking *asking = g_new0(Asking, 1);
    GtkWidget *list = studio_facts_new("Graph"), *clamp = adw_clamp_new(),
              *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 18);
    asking->workspace = g_object_ref(workspace);
    asking->dialog =
        studio_dialog_new(GTK_WIDGET(window), "new-graph", "New Graph", NULL, "Create", 460, 520);
    asking->name = adw_entry_row_new();
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(asking->name), "Name");
    studio_name(asking->name, "Graph name");
    gtk_list_box_append(GTK_LIST_BOX(list), asking->name);
    asking->combos[CHARACTER] =
        add_combo(asking, list, CHARACTER, MIENI_ASSET_CHARACTER, "Character", "Nobody");
    asking->uses_row = adw_action_row_new();
    asking->uses = gtk_switch_new();
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(asking->uses_row), "Becomes its graph");
    gtk_widget_set_valign(asking->uses, GTK_ALIGN_CENTER);
    studio_name(asking->uses, "Becomes its graph");
    adw_action_row_add_suffix(ADW_ACTION_ROW(asking->uses_row), asking->uses);
    adw_action_row_set_activatable_widget(ADW_ACTION_ROW(asking->uses_row), asking->uses);
    gtk_list_box_append(GTK_LIST_BOX(list), asking->uses_row);
    asking->combos[POSES] =
        add_combo(asking, list, POSES, MIENI_ASSET_POSES, "Pose asset", "Children say it");
    asking->combos[BODY] = add_combo(asking, list, BODY, MIENI_ASSET_CLIP, "Body clip", "None");
    asking->combos[CLIP] = add_combo(asking, list, CLIP, MIENI_ASSET_CLIP, "Face clip", "None");
    gtk_box_append(GTK_BOX(box), make_templates(asking));
    gtk_box_append(GTK_BOX(box), list);
    gtk_widget_add_css_class(box, "dialog-page");
    adw_clamp_set_child(ADW_CLAMP(clamp), box);
    gtk_box_append(GTK_BOX(asking->dialog.body), clamp);
    g_object_set_data_full(G_OBJECT(asking->dialog.window), "asking", asking, free_asking);
    fill(asking);
    g_signal_connect(asking->name, "changed", G_CALLBACK(on_name), asking);
    g_signal_connect(asking->combos[CHARACTER], "notify::selected", G_CALLBACK(on_character), asking);
    g_signal_connect(asking->face, "toggled", G_CALLBACK(on_template), asking);
    g_signal_connect(asking->dialog.suggest, "clicked", G_CALLBACK(on_create), asking);
    gtk_window_present(GTK_WINDOW(asking->dialog.window));
}
