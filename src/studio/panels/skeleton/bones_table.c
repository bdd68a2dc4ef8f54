// SPDX-License-Identifier: MIT
//
// The bone tree.

#include "studio/panels/skeleton/bones_table.h"

#include <string.h>

#include "studio/model/commands/bone_table.h"
#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/live.h"

// A bone, as a model of GTK has it

#define STUDIO_TYPE_BONE_ITEM (studio_bone_item_get_type())
G_DECLARE_FINAL_TYPE(StudioBoneItem, studio_bone_item, STUDIO, BONE_ITEM, GObject)

struct _StudioBoneItem {
    GObject parent_instance;
    char *name, *level, *meshes, *remark;
    GListStore *children; ///< NULL: none.
};

G_DEFINE_FINAL_TYPE(StudioBoneItem, studio_bone_item, G_TYPE_OBJECT)

static void studio_bone_item_finalize(GObject *object)
{
    StudioBoneItem *item = STUDIO_BONE_ITEM(object);
    g_free(item->name);
    g_free(item->level);
    g_free(item->meshes);
    g_free(item->remark);
    g_clear_object(&item->children);
    G_OBJECT_CLASS(studio_bone_item_parent_class)->finalize(object);
}

static void studio_bone_item_class_init(StudioBoneItemClass *class)
{
    G_OBJECT_CLASS(class)->finalize = studio_bone_item_finalize;
}

static void studio_bone_item_init(StudioBoneItem *item) { (void)item; }

static StudioBoneItem *make_item(const StudioBoneTable *table, const StudioBoneRow *row)
{
    StudioBoneItem *item = g_object_new(STUDIO_TYPE_BONE_ITEM, NULL);
    item->name = g_strdup(row->name);
    item->level = row->max_lod == MIEN_ALL_LODS ? g_strdup("all") : g_strdup_printf("0–%d", row->max_lod);
    item->meshes = g_strdup_printf("%d of %d", row->mesh_count, table->mesh_count);
    item->remark = g_strdup(row->remark);
    return item;
}

// The panel

struct _StudioBonesTable {
    GtkBox parent_instance;
    StudioWorkspace *workspace;
    GSignalGroup *signals;
    char *path; ///< NULL: not shown.
    GListStore *roots;
    GtkWidget *view, *text;
    GtkSingleSelection *selection;
    bool is_making, makes_again;
};

G_DEFINE_TYPE(StudioBonesTable, studio_bones_table, GTK_TYPE_BOX)

static void fill(StudioBonesTable *bones, const StudioBoneTable *table)
{
    g_autoptr(GPtrArray) items = g_ptr_array_new_with_free_func(g_object_unref);
    g_autoptr(GPtrArray) roots = g_ptr_array_new();
    for (int i = 0; i < table->count; ++i) {
        StudioBoneItem *item = make_item(table, &table->rows[i]);
        g_ptr_array_add(items, item);
        if (table->rows[i].parent < 0) {
            g_ptr_array_add(roots, item);
            continue;
        }
        StudioBoneItem *parent = items->pdata[table->rows[i].parent];
        if (parent->children == NULL)
            parent->children = g_list_store_new(STUDIO_TYPE_BONE_ITEM);
        g_list_store_append(parent->children, item);
    }
    g_list_store_splice(bones->roots, 0, g_list_model_get_n_items(G_LIST_MODEL(bones->roots)), roots->pdata,
                        roots->len);
    g_autofree char *text =
        table->mesh_count == 0 ? g_strdup("No mesh uses this skeleton.")
        : table->remark_count == 0
            ? g_strdup_printf("The bones of %d mesh%s match the skeleton.", table->mesh_count,
                              table->mesh_count == 1 ? "" : "es")
            : g_strdup_printf("%d bone%s differ%s in meshes.", table->remark_count,
                              table->remark_count == 1 ? "" : "s", table->remark_count == 1 ? "s" : "");
    gtk_label_set_text(GTK_LABEL(bones->text), text);
}

typedef struct Making {
    StudioBonesTable *bones;
    char *path;
    StudioSnapshot *snapshot;
    StudioBoneTable table;
    MienStatus status;
} Making;

static void run_making(StudioJob *job, void *data)
{
    (void)job;
    Making *making = data;
    making->status = studio_bone_table_make(&making->table, making->snapshot, making->path, NULL);
}

static void begin(StudioBonesTable *bones);

static void end_making(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    (void)workspace;
    Making *making = data;
    StudioBonesTable *bones = making->bones;
    studio_snapshot_destroy(g_steal_pointer(&making->snapshot));
    bones->is_making = false;
    if (!is_cancelled && making->status == MIEN_OK && g_strcmp0(bones->path, making->path) == 0)
        fill(bones, &making->table);
    if (bones->makes_again)
        begin(bones);
}

static void free_making(void *data)
{
    Making *making = data;
    studio_bone_table_release(&making->table);
    g_object_unref(making->bones);
    g_free(making->path);
    g_free(making);
}

static void begin(StudioBonesTable *bones)
{
    StudioSnapshot *snapshot;
    bones->makes_again = bones->is_making;
    if (bones->path == NULL || bones->is_making ||
        studio_snapshot_make(&studio_workspace_studio(bones->workspace)->files, &snapshot, NULL) != MIEN_OK)
        return;
    Making *making = g_new0(Making, 1);
    *making = (Making){.bones = g_object_ref(bones), .path = g_strdup(bones->path), .snapshot = snapshot};
    bones->is_making = true;
    studio_workspace_run(
        bones->workspace,
        &(StudioJobWork){.is_minor = true, .run = run_making, .done = end_making, .free_data = free_making},
        making);
}

/// Skeletons and meshes alone have bones.
static void on_changed(StudioBonesTable *bones, const char *const *paths)
{
    for (; bones->path != NULL && *paths != NULL; ++paths) {
        const MieniAssetKind kind = mieni_asset_kind_of_path(*paths);
        if (kind == MIENI_ASSET_SKELETON || kind == MIENI_ASSET_MESH) {
            begin(bones);
            return;
        }
    }
}

/// The selected bone is marked in the viewport.
static void on_selected(StudioBonesTable *bones)
{
    GtkTreeListRow *row = gtk_single_selection_get_selected_item(bones->selection);
    if (bones->workspace == NULL || bones->path == NULL)
        return;
    g_autoptr(StudioBoneItem) item = row != NULL ? gtk_tree_list_row_get_item(row) : NULL;
    const char *const names[] = {item != NULL ? item->name : NULL};
    studio_live_mark(studio_live_of(bones->workspace), names, item != NULL ? 1 : 0);
}

/// Escape selects none, so that no bone stays marked.
static gboolean on_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                       StudioBonesTable *bones)
{
    (void)controller, (void)code, (void)state;
    if (key != GDK_KEY_Escape ||
        gtk_single_selection_get_selected(bones->selection) == GTK_INVALID_LIST_POSITION)
        return GDK_EVENT_PROPAGATE;
    gtk_single_selection_set_selected(bones->selection, GTK_INVALID_LIST_POSITION);
    return GDK_EVENT_STOP;
}

// Columns

enum { NAME, LEVEL, MESHES, REMARK, COLUMNS };

static void on_setup(GtkListItemFactory *factory, GtkListItem *item, void *user)
{
    const int column = GPOINTER_TO_INT(user);
    GtkWidget *label = studio_label_new(NULL, column == NAME     ? NULL
                                              : column == REMARK ? "caption warning"
                                                                 : "numeric");
    (void)factory;
    if (column != NAME) {
        gtk_list_item_set_child(item, label);
        return;
    }
    GtkWidget *expander = gtk_tree_expander_new();
    gtk_tree_expander_set_child(GTK_TREE_EXPANDER(expander), label);
    gtk_list_item_set_child(item, expander);
}

static void on_bind(GtkListItemFactory *factory, GtkListItem *item, void *user)
{
    const int column = GPOINTER_TO_INT(user);
    GtkWidget *child = gtk_list_item_get_child(item);
    GtkTreeListRow *row = gtk_list_item_get_item(item);
    g_autoptr(StudioBoneItem) bone = gtk_tree_list_row_get_item(row);
    const char *const texts[COLUMNS] = {bone->name, bone->level, bone->meshes, bone->remark};
    (void)factory;
    if (column == NAME) {
        gtk_tree_expander_set_list_row(GTK_TREE_EXPANDER(child), row);
        child = gtk_tree_expander_get_child(GTK_TREE_EXPANDER(child));
        studio_describe(child, bone->remark);
    } else if (column == REMARK) {
        studio_tip(child, bone->remark[0] != '\0' ? bone->remark : NULL);
    }
    gtk_label_set_text(GTK_LABEL(child), texts[column]);
}

static GListModel *children_of(void *item, void *user)
{
    (void)user;
    StudioBoneItem *bone = item;
    return bone->children != NULL ? g_object_ref(G_LIST_MODEL(bone->children)) : NULL;
}

static void add_columns(StudioBonesTable *bones)
{
    static const struct {
        const char *title;
        int width;
    } columns[COLUMNS] = {{"Bone", 0}, {"LOD", 60}, {"Meshes", 80}, {"Note", 0}};
    for (int i = 0; i < COLUMNS; ++i) {
        GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
        g_signal_connect(factory, "setup", G_CALLBACK(on_setup), GINT_TO_POINTER(i));
        g_signal_connect(factory, "bind", G_CALLBACK(on_bind), GINT_TO_POINTER(i));
        g_autoptr(GtkColumnViewColumn) column = gtk_column_view_column_new(columns[i].title, factory);
        if (columns[i].width > 0)
            gtk_column_view_column_set_fixed_width(column, studio_scaled(columns[i].width));
        gtk_column_view_column_set_expand(column, columns[i].width == 0);
        gtk_column_view_append_column(GTK_COLUMN_VIEW(bones->view), column);
    }
}

static void studio_bones_table_dispose(GObject *object)
{
    StudioBonesTable *bones = STUDIO_BONES_TABLE(object);
    g_clear_object(&bones->signals);
    g_clear_object(&bones->workspace);
    g_clear_pointer(&bones->path, g_free);
    G_OBJECT_CLASS(studio_bones_table_parent_class)->dispose(object);
}

static void studio_bones_table_class_init(StudioBonesTableClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_bones_table_dispose;
}

static void studio_bones_table_init(StudioBonesTable *bones)
{
    bones->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    g_signal_group_connect_swapped(bones->signals, "changed", G_CALLBACK(on_changed), bones);
}

GtkWidget *studio_bones_table_new(void)
{
    StudioBonesTable *bones =
        g_object_new(STUDIO_TYPE_BONES_TABLE, "orientation", GTK_ORIENTATION_VERTICAL, NULL);
    GtkWidget *scrolled = gtk_scrolled_window_new();
    bones->roots = g_list_store_new(STUDIO_TYPE_BONE_ITEM);
    GtkTreeListModel *tree =
        gtk_tree_list_model_new(G_LIST_MODEL(bones->roots), FALSE, TRUE, children_of, NULL, NULL);
    bones->selection = gtk_single_selection_new(G_LIST_MODEL(tree));
    gtk_single_selection_set_autoselect(bones->selection, FALSE);
    gtk_single_selection_set_can_unselect(bones->selection, TRUE);
    g_signal_connect_swapped(bones->selection, "notify::selected", G_CALLBACK(on_selected), bones);
    bones->view = gtk_column_view_new(GTK_SELECTION_MODEL(bones->selection));
    gtk_widget_set_name(bones->view, "bones-table");
    gtk_widget_add_css_class(bones->view, "table");
    studio_name(bones->view, "Bones");
    add_columns(bones);
    GtkEventController *keys = gtk_event_controller_key_new();
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), bones);
    gtk_widget_add_controller(bones->view, keys);
    bones->text = studio_label_new(NULL, "caption dim-label");
    gtk_widget_add_css_class(bones->text, "table-note");
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), bones->view);
    gtk_widget_set_vexpand(scrolled, TRUE);
    gtk_box_append(GTK_BOX(bones), bones->text);
    gtk_box_append(GTK_BOX(bones), scrolled);
    return GTK_WIDGET(bones);
}

void studio_bones_table_show(GtkWidget *widget, StudioWorkspace *workspace, const char *skeleton)
{
    StudioBonesTable *bones = STUDIO_BONES_TABLE(widget);
    if (bones->workspace != NULL && bones->path != NULL && skeleton == NULL)
        gtk_single_selection_set_selected(bones->selection, GTK_INVALID_LIST_POSITION); // unmarks it
    g_set_object(&bones->workspace, workspace);
    g_signal_group_set_target(bones->signals, workspace);
    if (g_strcmp0(bones->path, skeleton) == 0)
        return;
    g_free(bones->path);
    bones->path = g_strdup(skeleton);
    begin(bones);
}
