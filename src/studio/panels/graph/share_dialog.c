// SPDX-License-Identifier: MIT
//
// Share a face graph: a row per character of the same skeleton, each with the pose asset that
// its child gets. Shows what will be made; makes it in one step.

#include <adwaita.h>
#include <string.h>

#include "studio/model/commands/assets.h"
#include "studio/model/commands/graphs.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/graph/edits.h"
#include "studio/panels/graph/maker.h"
#include "studio/panels/graph/match.h"
#include "studio/panels/thumbnails/thumbnails.h"
#include "studio/panels/widgets/widgets.h"

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

static Studio *studio_of(const Sharing *sharing) { return studio_workspace_studio(sharing->workspace); }

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
    Studio *studio = studio_of(row->sharing);
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
    g_autofree char *label = children == 0 && gives_itself ? g_strdup("Use It")
                             : children == 1               ? g_strdup("Create 1 Child")
                                                           : g_strdup_printf("Create %d Children", children);
    gtk_button_set_label(GTK_BUTTON(sharing->dialog.suggest), label);
    gtk_widget_set_sensitive(sharing->dialog.suggest, is_fine && (children > 0 || gives_itself));
}

// Making it

/// All who play the graph, or a child of it, go on stage.
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
    Studio *studio = studio_of(sharing);
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
    Studio *studio = studio_of(sharing);
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
    g_autofree char *text = g_strdup_printf("%s is shared with %d character%s",
                                            studio_asset_name(graph, name), count, count == 1 ? "" : "s");
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
    Studio *studio = studio_of(sharing);
    g_autofree char *mesh = studio_match_mesh(studio, character),
                    *skeleton = studio_match_skeleton(studio, character);
    const MieniAsset *asset, *rig;
    if (mesh == NULL || skeleton == NULL || studio_asset(studio, mesh, &asset, NULL) != MIEN_OK ||
        studio_asset(studio, skeleton, &rig, NULL) != MIEN_OK)
        return NULL;
    const MieniMeshView *has = mieni_mesh_of(asset);
    const MieniSkeletonView *all = mieni_skeleton_of(rig);
    if (mieni_mesh_reference_json(has) == NULL)
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
    return count > 0 ? g_strdup_printf("lacks %d bone%s: %s%s", count, count == 1 ? "" : "s", names->str,
                                       count > 3 ? " …" : "")
                     : NULL;
}

static char *remark_of(const Row *row, bool is_child_already)
{
    char name[STUDIO_LABEL_ROOM];
    studio_asset_name(row->sharing->graph, name);
    switch (row->kind) {
    case SHARE_PLAYS:
        return g_strdup_printf("plays %s itself", name);
    case SHARE_SELF:
        return g_strdup_printf("gets %s itself: it has this face", name);
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
    gtk_string_list_append(names, "As the parent");
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
    gtk_editable_set_text(GTK_EDITABLE(row->child), child);
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
    Studio *studio = studio_of(sharing);
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
    Studio *studio = studio_of(sharing);
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

void studio_share_dialog_ask(GtkWindow *window, StudioWorkspace *workspace, const char *graph,
                             const char *const *only)
{
    Sharing *sharing = g_new0(Sharing, 1);
    char name[STUDIO_LABEL_ROOM];
    GtkWidget *list = studio_facts_new("Characters"), *scrolled = gtk_scrolled_window_new(),
              *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12),
              *words = studio_label_new(
                  "Each gets a child: the same graph with its own pose asset. What the graph "
                  "does later, all children do.",
                  "dim-label");
    g_autofree char *title =
        g_strdup_printf("Share “%s” with Other Characters", studio_asset_name(graph, name));
    sharing->workspace = g_object_ref(workspace);
    sharing->graph = g_strdup(graph);
    sharing->rows = g_ptr_array_new_with_free_func(free_row);
    sharing->poses = studio_match_all(studio_of(sharing), MIENI_ASSET_POSES);
    sharing->dialog = studio_dialog_new(GTK_WIDGET(window), "share-dialog", title, NULL, "Create", 640, 480);
    g_object_set_data_full(G_OBJECT(sharing->dialog.window), "sharing", sharing, free_sharing);
    gtk_label_set_wrap(GTK_LABEL(words), TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(words), PANGO_ELLIPSIZE_NONE);
    gtk_widget_add_css_class(box, "dialog-page");
    gtk_box_append(GTK_BOX(box), words);
    if (add_rows(sharing, list, only) > 0)
        gtk_box_append(GTK_BOX(box), list);
    else
        gtk_box_append(GTK_BOX(box), studio_empty_new("avatar-default-symbolic", "Nobody to share with",
                                                      "No character has the skeleton of this graph.", NULL,
                                                      NULL, NULL, NULL));
    gtk_widget_set_vexpand(scrolled, TRUE);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), box);
    gtk_box_append(GTK_BOX(sharing->dialog.body), scrolled);
    update(sharing);
    g_signal_connect(sharing->dialog.suggest, "clicked", G_CALLBACK(on_share), sharing);
    gtk_window_present(GTK_WINDOW(sharing->dialog.window));
}
