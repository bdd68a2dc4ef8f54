// SPDX-License-Identifier: MIT
//
// Commands that create graphs.

#include "studio/panels/graph/maker.h"

#include "studio/model/commands/assets.h"
#include "studio/model/commands/graph_make.h"
#include "studio/model/commands/graphs.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/graph/edits.h"
#include "studio/panels/graph/match.h"
#include "studio/panels/thumbnails/thumbnails.h"
#include "studio/panels/widgets/widgets.h"

#include <adwaita.h>
#include <string.h>

// The New Graph dialog: name, template, character and clips.

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

static Studio *studio_to_make_in(const Asking *asking) { return studio_workspace_studio(asking->workspace); }

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
    char *skeleton = character != NULL ? studio_match_skeleton(studio_to_make_in(asking), character) : NULL;
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
    const bool is_taken = studio_exists(studio_to_make_in(asking), path);
    const bool is_fine = name[0] != '\0' && mieni_path_is_valid(path) && !is_taken;
    g_autofree char *reason = is_taken ? g_strdup_printf("A graph named “%s” already exists", name) : NULL;
    gtk_widget_set_sensitive(asking->dialog.suggest, is_fine);
    if (is_fine)
        gtk_widget_remove_css_class(asking->name, "error");
    else
        gtk_widget_add_css_class(asking->name, "error");
    studio_tip(asking->name, reason);
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
    g_autofree char *poses =
                        character != NULL ? studio_match_poses(studio_to_make_in(asking), character) : NULL,
                    *graph =
                        character != NULL ? studio_match_graph(studio_to_make_in(asking), character) : NULL;
    char name[STUDIO_LABEL_ROOM];
    choose(asking, POSES, poses);
    gtk_widget_set_sensitive(asking->uses_row, character != NULL);
    gtk_switch_set_active(GTK_SWITCH(asking->uses), character != NULL && graph == NULL);
    g_autofree char *text =
        graph != NULL ? g_strdup_printf("Replaces %s", studio_asset_name(graph, name)) : g_strdup("");
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
        g_autofree char *graph = studio_match_graph(studio_to_make_in(asking), path);
        count += graph == NULL && g_strcmp0(path, chosen(asking, CHARACTER)) != 0;
    }
    return count;
}

static void on_create(GtkButton *button, Asking *asking)
{
    (void)button;
    Studio *studio = studio_to_make_in(asking);
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
            studio_workspace_toast(workspace, "Other characters can share this graph", "Share Face Graph…",
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
    asking->paths[combo] = studio_match_all(studio_to_make_in(asking), kind);
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
    studio_tip(asking->face, "Clip, layered blend, pose asset and output, with a clip for the body");
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
        g_autofree char *graph = studio_match_graph(studio_to_make_in(asking), path);
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
                    *path =
                        studio_match_free_path(studio_to_make_in(asking), skeleton, "face", ".graph.json");
    studio_fill(asking->name, studio_asset_name(path, name));
    choose(asking, CHARACTER, likely_character(asking));
    choose(asking, BODY, likely_body(asking));
    choose(asking, CLIP, session->clip[0] != '\0' ? session->clip : NULL);
    on_character(NULL, NULL, asking);
}

/// Asks for name, template and assets, and makes the graph.
static void graph_new_ask(GtkWindow *window, StudioWorkspace *workspace)
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
        add_combo(asking, list, CHARACTER, MIENI_ASSET_CHARACTER, "Character", "None");
    asking->uses_row = adw_action_row_new();
    asking->uses = gtk_switch_new();
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(asking->uses_row), "Use this graph for the character");
    gtk_widget_set_valign(asking->uses, GTK_ALIGN_CENTER);
    studio_name(asking->uses, "Use this graph for the character");
    adw_action_row_add_suffix(ADW_ACTION_ROW(asking->uses_row), asking->uses);
    adw_action_row_set_activatable_widget(ADW_ACTION_ROW(asking->uses_row), asking->uses);
    gtk_list_box_append(GTK_LIST_BOX(list), asking->uses_row);
    asking->combos[POSES] =
        add_combo(asking, list, POSES, MIENI_ASSET_POSES, "Pose asset", "Set in child graphs");
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

// The Share Face Graph dialog: one row per character of the same skeleton, with the pose asset of
// its child graph. Creates all of them in one step.

/// What happens to a character.
typedef enum ShareKind {
    SHARE_CHILD = 0, ///< It gets a child of its own.
    SHARE_SELF,      ///< It gets the graph itself: that has its face.
    SHARE_PLAYS,     ///< It has the graph already.
} ShareKind;

typedef struct Sharing Sharing;

typedef struct Row {
    Sharing *sharing;
    char *character;
    ShareKind kind;
    GtkWidget *tick, *poses, *child;
} Row;

struct Sharing {
    StudioWorkspace *workspace;
    StudioDialog dialog;
    char *graph;
    GPtrArray *rows;  ///< Of Row.
    GPtrArray *poses; ///< Paths that drop-downs offer.
};

static void free_row(void *given)
{
    Row *row = given;
    g_free(row->character);
    g_free(row);
}

static void free_sharing(void *given)
{
    Sharing *sharing = given;
    g_ptr_array_unref(sharing->rows);
    g_ptr_array_unref(sharing->poses);
    g_object_unref(sharing->workspace);
    g_free(sharing->graph);
    g_free(sharing);
}

static Studio *studio_to_share_in(const Sharing *sharing)
{
    return studio_workspace_studio(sharing->workspace);
}

static bool is_ticked(const Row *row)
{
    return row->kind != SHARE_PLAYS && gtk_check_button_get_active(GTK_CHECK_BUTTON(row->tick));
}

// What will be made

static char *child_path(const Row *row)
{
    const char *name = gtk_editable_get_text(GTK_EDITABLE(row->child)), *graph = row->sharing->graph;
    const char *slash = strrchr(graph, '/');
    return g_strdup_printf("%.*s%s.graph.json", slash != NULL ? (int)(slash - graph) + 1 : 0, graph, name);
}

/// Whether a name can be that of a child: free, or that of a child which is there.
static bool is_name_fine(const Row *row)
{
    g_autofree char *path = child_path(row);
    Studio *studio = studio_to_share_in(row->sharing);
    if (gtk_editable_get_text(GTK_EDITABLE(row->child))[0] == '\0' || !mieni_path_is_valid(path))
        return false;
    for (guint i = 0; i < row->sharing->rows->len; ++i) {
        const Row *other = g_ptr_array_index(row->sharing->rows, i);
        if (other != row && other->kind == SHARE_CHILD && is_ticked(other) &&
            strcmp(gtk_editable_get_text(GTK_EDITABLE(other->child)),
                   gtk_editable_get_text(GTK_EDITABLE(row->child))) == 0)
            return false;
    }
    return !studio_exists(studio, path) || studio_match_extends(studio, path, row->sharing->graph);
}

static void update(Sharing *sharing)
{
    int children = 0;
    bool is_fine = true, gives_itself = false;
    for (guint i = 0; i < sharing->rows->len; ++i) {
        const Row *row = g_ptr_array_index(sharing->rows, i);
        const bool is_on = is_ticked(row), is_child = row->kind == SHARE_CHILD;
        gives_itself = gives_itself || (is_on && !is_child);
        if (!is_child)
            continue;
        children += is_on;
        const bool has_name = is_name_fine(row);
        gtk_widget_set_sensitive(row->poses, is_on);
        gtk_widget_set_sensitive(row->child, is_on);
        if (has_name)
            gtk_widget_remove_css_class(row->child, "error");
        else
            gtk_widget_add_css_class(row->child, "error");
        is_fine = is_fine && (has_name || !is_on);
    }
    g_autofree char *label = children == 0 && gives_itself ? g_strdup("Use Graph")
                             : children == 1               ? g_strdup("Create 1 Child")
                                                           : g_strdup_printf("Create %d Children", children);
    gtk_button_set_label(GTK_BUTTON(sharing->dialog.suggest), label);
    gtk_widget_set_sensitive(sharing->dialog.suggest, is_fine && (children > 0 || gives_itself));
}

// Making it

/// Shows all characters that use the graph or a child of it.
static void show_all(StudioWorkspace *workspace, const char *graph)
{
    Studio *studio = studio_workspace_studio(workspace);
    StudioSession *session = studio_workspace_session(workspace);
    g_autoptr(GPtrArray) all = studio_match_all(studio, MIENI_ASSET_CHARACTER);
    MieniPaths cast = {0};
    for (guint i = 0; i < all->len; ++i) {
        const char *path = g_ptr_array_index(all, i);
        g_autofree char *own = studio_match_graph(studio, path);
        if (g_strcmp0(own, graph) == 0 || studio_match_extends(studio, own, graph))
            mieni_paths_add(&cast, path);
    }
    mieni_paths_release(&session->cast);
    session->cast = cast;
    studio_workspace_session_changed(workspace);
}

static MienStatus share_all(const Sharing *sharing, int *out_count, MieniProblem *problem)
{
    Studio *studio = studio_to_share_in(sharing);
    g_autoptr(GArray) shares = g_array_new(FALSE, FALSE, sizeof(StudioShared));
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *itself = studio_graph_quote(sharing->graph);
    MienStatus status = MIEN_OK;
    *out_count = 0;
    for (guint i = 0; i < sharing->rows->len && status == MIEN_OK; ++i) {
        const Row *row = g_ptr_array_index(sharing->rows, i);
        if (!is_ticked(row))
            continue;
        ++*out_count;
        if (row->kind == SHARE_SELF) {
            status = studio_asset_set(studio, row->character, "graph", itself, "use a graph", NULL, problem);
            continue;
        }
        const guint at = gtk_drop_down_get_selected(GTK_DROP_DOWN(row->poses));
        StudioShared share = {.character = row->character, .child = child_path(row)};
        g_ptr_array_add(texts, (void *)share.child);
        share.poses = at < sharing->poses->len ? g_ptr_array_index(sharing->poses, at) : NULL;
        g_array_append_val(shares, share);
    }
    if (status == MIEN_OK && shares->len > 0)
        status = studio_graph_share(studio, sharing->graph, (const StudioShared *)(void *)shares->data,
                                    (int)shares->len, problem);
    return status;
}

static void on_share(GtkButton *button, Sharing *sharing)
{
    (void)button;
    Studio *studio = studio_to_share_in(sharing);
    g_autoptr(StudioWorkspace) workspace = g_object_ref(sharing->workspace);
    MieniProblem problem = {0};
    char name[STUDIO_LABEL_ROOM];
    int count = 0, ticked = 0;
    for (guint i = 0; i < sharing->rows->len; ++i) {
        const Row *row = g_ptr_array_index(sharing->rows, i);
        ticked += is_ticked(row) && row->kind == SHARE_CHILD;
    }
    g_autofree char *graph = g_strdup(sharing->graph),
                    *label = g_strdup_printf("share %s with %d character%s", studio_asset_name(graph, name),
                                             ticked, ticked == 1 ? "" : "s");
    MienStatus status = studio_group_begin(studio, label, &problem);
    if (status == MIEN_OK) {
        status = share_all(sharing, &count, &problem);
        if (status == MIEN_OK)
            status = studio_group_end(studio, &problem);
        else
            studio_group_cancel(studio, NULL);
    }
    if (!studio_workspace_check(workspace, status, &problem))
        return;
    gtk_window_close(GTK_WINDOW(sharing->dialog.window));
    show_all(workspace, graph);
    g_autofree char *text = g_strdup_printf("Shared %s with %d character%s", studio_asset_name(graph, name),
                                            count, count == 1 ? "" : "s");
    studio_workspace_toast(workspace, text, "Undo", "win.undo");
}

// The dialog

static void on_changed(GObject *object, GParamSpec *spec, Sharing *sharing)
{
    (void)object, (void)spec;
    update(sharing);
}

static void on_child(GtkEditable *editable, Sharing *sharing)
{
    (void)editable;
    update(sharing);
}

/// Bones of the skeleton that a mesh does not name; NULL if it has all, or says nothing. Free it.
static char *missing_bones(const Sharing *sharing, const char *character)
{
    Studio *studio = studio_to_share_in(sharing);
    g_autofree char *mesh = studio_match_mesh(studio, character),
                    *skeleton = studio_match_skeleton(studio, character);
    const MieniAsset *asset, *rig;
    if (mesh == NULL || skeleton == NULL || studio_asset(studio, mesh, &asset, NULL) != MIEN_OK ||
        studio_asset(studio, skeleton, &rig, NULL) != MIEN_OK)
        return NULL;
    const MieniMeshView *has = mieni_mesh_of(asset);
    const MieniSkeletonView *all = mieni_skeleton_of(rig);
    if (mieni_mesh_rest_pose_json(has) == NULL)
        return NULL;
    int count = 0;
    g_autoptr(GString) names = g_string_new(NULL);
    for (int i = 0; i < mieni_skeleton_bone_count(all); ++i) {
        const char *name = mieni_text_or_empty(mieni_bone_name(mieni_skeleton_bone(all, i)));
        if (mieni_mesh_find_placed_bone(has, name) >= 0)
            continue;
        if (++count <= 3)
            g_string_append_printf(names, "%s%s", count > 1 ? ", " : "", name);
    }
    return count > 0 ? g_strdup_printf("missing %d bone%s: %s%s", count, count == 1 ? "" : "s", names->str,
                                       count > 3 ? " …" : "")
                     : NULL;
}

static char *remark_of(const Row *row, bool is_child_already)
{
    char name[STUDIO_LABEL_ROOM];
    studio_asset_name(row->sharing->graph, name);
    switch (row->kind) {
    case SHARE_PLAYS:
        return g_strdup_printf("uses “%s” directly", name);
    case SHARE_SELF:
        return g_strdup_printf("will use “%s” directly: it has the same face", name);
    default:
        break;
    }
    char *missing = missing_bones(row->sharing, row->character);
    return missing != NULL ? missing : g_strdup(is_child_already ? "already a child" : "");
}

static GtkWidget *make_poses(const Sharing *sharing, const char *wanted)
{
    char name[STUDIO_LABEL_ROOM];
    GtkStringList *names = gtk_string_list_new(NULL);
    guint at = sharing->poses->len;
    for (guint i = 0; i < sharing->poses->len; ++i) {
        const char *path = g_ptr_array_index(sharing->poses, i);
        gtk_string_list_append(names, studio_asset_name(path, name));
        if (g_strcmp0(path, wanted) == 0)
            at = i;
    }
    gtk_string_list_append(names, "Inherit");
    GtkWidget *control = gtk_drop_down_new(G_LIST_MODEL(names), NULL);
    gtk_drop_down_set_selected(GTK_DROP_DOWN(control), at);
    studio_ignore_scrolling(control);
    return control;
}

static GtkWidget *make_texts(const char *name, const char *remark)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 1), *title = studio_label_new(name, NULL),
              *second = studio_label_new(remark, "caption dim-label");
    gtk_box_append(GTK_BOX(box), title);
    gtk_widget_set_visible(second, remark[0] != '\0');
    gtk_label_set_wrap(GTK_LABEL(second), TRUE);
    gtk_box_append(GTK_BOX(box), second);
    gtk_widget_set_hexpand(box, TRUE);
    gtk_widget_set_valign(box, GTK_ALIGN_CENTER);
    studio_describe(title, remark);
    return box;
}

static void fill_row(GtkWidget *list, Row *row, const char *poses, const char *child, const char *remark)
{
    char name[STUDIO_LABEL_ROOM];
    Sharing *sharing = row->sharing;
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9), *picture = studio_picture_new(40),
              *list_row = gtk_list_box_row_new();
    studio_asset_name(row->character, name);
    g_autofree char *share_name = g_strdup_printf("Share with %s", name),
                    *poses_name = g_strdup_printf("Pose asset of %s", name),
                    *child_name = g_strdup_printf("Child graph of %s", name);
    row->tick = gtk_check_button_new();
    row->poses = make_poses(sharing, poses);
    row->child = gtk_entry_new();
    studio_fill(row->child, child);
    gtk_editable_set_width_chars(GTK_EDITABLE(row->child), 14);
    gtk_widget_set_size_request(row->poses, 120, -1);
    studio_name(row->tick, share_name);
    studio_name(row->poses, poses_name);
    studio_name(row->child, child_name);
    studio_picture_show(picture, sharing->workspace, &(StudioPictureOf){.asset = row->character},
                        "avatar-default-symbolic");
    GtkWidget *const parts[] = {row->tick, picture, make_texts(name, remark), row->poses, row->child};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i) {
        gtk_widget_set_valign(parts[i], GTK_ALIGN_CENTER);
        gtk_box_append(GTK_BOX(box), parts[i]);
    }
    gtk_widget_set_visible(row->poses, row->kind == SHARE_CHILD);
    gtk_widget_set_visible(row->child, row->kind == SHARE_CHILD);
    gtk_widget_set_sensitive(row->tick, row->kind != SHARE_PLAYS);
    gtk_widget_add_css_class(box, "share-row");
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(list_row), box);
    gtk_list_box_row_set_activatable(GTK_LIST_BOX_ROW(list_row), FALSE);
    gtk_widget_set_focusable(list_row, FALSE);
    gtk_list_box_append(GTK_LIST_BOX(list), list_row);
}

static bool is_among(const char *const *list, const char *path)
{
    for (; list != NULL && *list != NULL; ++list)
        if (strcmp(*list, path) == 0)
            return true;
    return false;
}

static void add_row(Sharing *sharing, GtkWidget *list, const char *character, const char *const *only)
{
    Studio *studio = studio_to_share_in(sharing);
    char name[STUDIO_LABEL_ROOM], graph_name[STUDIO_LABEL_ROOM];
    Row *row = g_new0(Row, 1);
    g_autofree char *graph = studio_match_graph(studio, character),
                    *poses = studio_match_poses(studio, character),
                    *face = studio_match_graph_poses(studio, sharing->graph);
    const bool is_child = studio_match_extends(studio, graph, sharing->graph);
    row->sharing = sharing;
    row->character = g_strdup(character);
    row->kind = g_strcmp0(graph, sharing->graph) == 0                       ? SHARE_PLAYS
                : !is_child && poses != NULL && g_strcmp0(poses, face) == 0 ? SHARE_SELF
                                                                            : SHARE_CHILD;
    g_autofree char *wanted = g_strdup_printf("%s_%s", studio_asset_name(sharing->graph, graph_name),
                                              studio_asset_name(character, name)),
                    *path = is_child ? g_strdup(graph)
                                     : studio_match_free_path(studio, sharing->graph, wanted, ".graph.json"),
                    *remark = remark_of(row, is_child);
    g_ptr_array_add(sharing->rows, row);
    fill_row(list, row, poses, studio_asset_name(path, name), remark);
    const bool is_wanted = only != NULL && *only != NULL ? is_among(only, character) : !is_child;
    gtk_check_button_set_active(GTK_CHECK_BUTTON(row->tick), row->kind == SHARE_PLAYS || is_wanted);
    g_signal_connect(row->tick, "notify::active", G_CALLBACK(on_changed), sharing);
    g_signal_connect(row->child, "changed", G_CALLBACK(on_child), sharing);
}

/// Characters of the graph's skeleton; of one without, all.
static int add_rows(Sharing *sharing, GtkWidget *list, const char *const *only)
{
    Studio *studio = studio_to_share_in(sharing);
    g_autoptr(GPtrArray) all = studio_match_all(studio, MIENI_ASSET_CHARACTER);
    g_autofree char *skeleton = studio_match_skeleton(studio, sharing->graph);
    for (guint i = 0; i < all->len; ++i) {
        const char *path = g_ptr_array_index(all, i);
        g_autofree char *own = studio_match_skeleton(studio, path);
        if (skeleton == NULL || g_strcmp0(own, skeleton) == 0)
            add_row(sharing, list, path, only);
    }
    return (int)sharing->rows->len;
}

/// Shows which characters a graph would be shared with, and shares it. only: characters to be ticked,
/// NULL-terminated; none given: all that are no children yet.
static void share_dialog_ask(GtkWindow *window, StudioWorkspace *workspace, const char *graph,
                             const char *const *only)
{
    Sharing *sharing = g_new0(Sharing, 1);
    char name[STUDIO_LABEL_ROOM];
    GtkWidget *list = studio_facts_new("Characters"), *scrolled = gtk_scrolled_window_new(),
              *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12),
              *words = studio_label_new("Each character gets a child graph with its own pose asset. Later "
                                        "changes to this graph reach all of them.",
                                        "dim-label");
    g_autofree char *title =
        g_strdup_printf("Share “%s” with Other Characters", studio_asset_name(graph, name));
    sharing->workspace = g_object_ref(workspace);
    sharing->graph = g_strdup(graph);
    sharing->rows = g_ptr_array_new_with_free_func(free_row);
    sharing->poses = studio_match_all(studio_to_share_in(sharing), MIENI_ASSET_POSES);
    sharing->dialog = studio_dialog_new(GTK_WIDGET(window), "share-dialog", title, NULL, "Create", 640, 480);
    g_object_set_data_full(G_OBJECT(sharing->dialog.window), "sharing", sharing, free_sharing);
    gtk_label_set_wrap(GTK_LABEL(words), TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(words), PANGO_ELLIPSIZE_NONE);
    gtk_widget_add_css_class(box, "dialog-page");
    gtk_box_append(GTK_BOX(box), words);
    if (add_rows(sharing, list, only) > 0)
        gtk_box_append(GTK_BOX(box), list);
    else
        gtk_box_append(GTK_BOX(box), studio_empty_new("avatar-default-symbolic", "No other characters",
                                                      "No other character uses the skeleton of this graph.",
                                                      NULL, NULL, NULL, NULL));
    gtk_widget_set_vexpand(scrolled, TRUE);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), box);
    gtk_box_append(GTK_BOX(sharing->dialog.body), scrolled);
    update(sharing);
    g_signal_connect(sharing->dialog.suggest, "clicked", G_CALLBACK(on_share), sharing);
    gtk_window_present(GTK_WINDOW(sharing->dialog.window));
}

struct StudioGraphMaker {
    GtkWindow *window;
    StudioCommands *commands;
    StudioWorkspace *workspace;
    GSignalGroup *signals;
};

/// The graph that is meant: of the document in front, of what is selected in the browser, or the
/// first one of a character on the way. NULL for none. Free it.
static char *graph_meant(const StudioGraphMaker *maker)
{
    Studio *studio = studio_workspace_studio(maker->workspace);
    const StudioDocument *document = studio_workspace_active(maker->workspace);
    const char *selected = studio_workspace_selected_of(maker->workspace, MIENI_ASSET_GRAPH);
    if (document != NULL && document->kind == MIENI_ASSET_GRAPH)
        return g_strdup(document->path);
    if (selected != NULL)
        return g_strdup(selected);
    const char *character = studio_workspace_selected_of(maker->workspace, MIENI_ASSET_CHARACTER);
    if (character == NULL && document != NULL && document->kind == MIENI_ASSET_CHARACTER)
        character = document->path;
    char *graph = studio_match_graph(studio, character);
    if (graph != NULL && studio_exists(studio, graph))
        return graph;
    g_free(graph);
    return NULL;
}

/// What is shared: the parent of a child, and the first graph of the project if none is meant.
static char *graph_to_share(const StudioGraphMaker *maker)
{
    Studio *studio = studio_workspace_studio(maker->workspace);
    char *graph = graph_meant(maker);
    if (graph == NULL)
        graph = g_strdup(studio_workspace_first(maker->workspace, MIENI_ASSET_GRAPH));
    for (int i = 0; graph != NULL && i < 32; ++i) {
        char *parent = studio_match_parent(studio, graph);
        if (parent == NULL || !studio_exists(studio, parent)) {
            g_free(parent);
            break;
        }
        g_free(graph);
        graph = parent;
    }
    return graph;
}

static void allow(StudioGraphMaker *maker)
{
    const char *none = maker->workspace == NULL ? "Open a project first" : NULL;
    const char *locked = none;
    if (locked == NULL && studio_workspace_studio(maker->workspace)->is_read_only)
        locked = "This project is read-only";
    studio_commands_allow(maker->commands, "win.new-graph",
                          locked != NULL ? locked
                          : studio_workspace_first(maker->workspace, MIENI_ASSET_SKELETON) == NULL
                              ? "Import a face first; a graph needs a skeleton"
                              : NULL);
    g_autofree char *meant = locked == NULL ? graph_meant(maker) : NULL;
    studio_commands_allow(maker->commands, "win.new-child",
                          locked != NULL  ? locked
                          : meant == NULL ? "Open the parent graph first"
                                          : NULL);
    const bool can_share = locked == NULL &&
                           studio_workspace_first(maker->workspace, MIENI_ASSET_GRAPH) != NULL &&
                           studio_workspace_first(maker->workspace, MIENI_ASSET_CHARACTER) != NULL;
    studio_commands_allow(maker->commands, "win.share-face",
                          locked != NULL ? locked
                          : !can_share   ? "Create a graph and a character first"
                                         : NULL);
}

static void make_child(StudioGraphMaker *maker)
{
    Studio *studio = studio_workspace_studio(maker->workspace);
    MieniProblem problem = {0};
    char name[STUDIO_LABEL_ROOM];
    g_autofree char *parent = graph_meant(maker);
    if (parent == NULL)
        return;
    g_autofree char *wanted = g_strdup_printf("%s_child", studio_asset_name(parent, name)),
                    *path = studio_match_free_path(studio, parent, wanted, ".graph.json");
    const MienStatus status = studio_graph_make_child(studio, path, parent, NULL, &problem);
    if (studio_workspace_check(maker->workspace, status, &problem))
        studio_workspace_show(maker->workspace, path, false);
}

static void share(StudioGraphMaker *maker)
{
    g_autofree char *graph = graph_to_share(maker);
    g_autoptr(GPtrArray) only = g_ptr_array_new();
    const MieniPaths *selected = studio_workspace_selected(maker->workspace);
    for (int i = 0; i < selected->count; ++i)
        if (mieni_asset_kind_of_path(selected->items[i]) == MIENI_ASSET_CHARACTER)
            g_ptr_array_add(only, selected->items[i]);
    if (only->len < 2) // one is where the graph comes from
        g_ptr_array_set_size(only, 0);
    g_ptr_array_add(only, NULL);
    if (graph != NULL)
        share_dialog_ask(maker->window, maker->workspace, graph, (const char *const *)only->pdata);
}

static void run(void *user, const char *name)
{
    StudioGraphMaker *maker = user;
    if (maker->workspace == NULL)
        return;
    if (strcmp(name, "win.new-graph") == 0)
        graph_new_ask(maker->window, maker->workspace);
    else if (strcmp(name, "win.new-child") == 0)
        make_child(maker);
    else
        share(maker);
}

StudioGraphMaker *studio_graph_maker_new(GtkWindow *window, StudioCommands *commands)
{
    static const char *const names[] = {"win.new-graph", "win.new-child", "win.share-face"};
    static const char *const signals[] = {"changed", "active", "selected"};
    StudioGraphMaker *maker = g_new0(StudioGraphMaker, 1);
    maker->window = window;
    maker->commands = g_object_ref(commands);
    maker->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    for (size_t i = 0; i < G_N_ELEMENTS(signals); ++i)
        g_signal_group_connect_swapped(maker->signals, signals[i], G_CALLBACK(allow), maker);
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        studio_commands_bind(commands, names[i], run, maker);
    allow(maker);
    return maker;
}

void studio_graph_maker_free(StudioGraphMaker *maker)
{
    if (maker == NULL)
        return;
    g_clear_object(&maker->signals);
    g_clear_object(&maker->workspace);
    g_clear_object(&maker->commands);
    g_free(maker);
}

void studio_graph_maker_set_workspace(StudioGraphMaker *maker, StudioWorkspace *workspace)
{
    g_set_object(&maker->workspace, workspace);
    g_signal_group_set_target(maker->signals, workspace);
    allow(maker);
}
