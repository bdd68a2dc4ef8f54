// SPDX-License-Identifier: MIT
//
// Rows of dialogs.

#include "studio/panels/dialogs/rows.h"

#include "studio/panels/widgets/widgets.h"

enum {
    PICTURE = 34,
    EDGE = 8, ///< Before a picture that no number stands before, so that it begins where texts do.
};

#define STUDIO_TYPE_ROW_ITEM (studio_row_item_get_type())
G_DECLARE_FINAL_TYPE(StudioRowItem, studio_row_item, STUDIO, ROW_ITEM, GObject)

struct _StudioRowItem {
    GObject parent_instance;
    int number;
    char *pose, *from, *to, *to_pose, *remark, *right;
    bool is_error, has_tick, is_ticked;
};

G_DEFINE_TYPE(StudioRowItem, studio_row_item, G_TYPE_OBJECT)

static void studio_row_item_finalize(GObject *object)
{
    StudioRowItem *item = STUDIO_ROW_ITEM(object);
    g_free(item->pose);
    g_free(item->from);
    g_free(item->to);
    g_free(item->to_pose);
    g_free(item->remark);
    g_free(item->right);
    G_OBJECT_CLASS(studio_row_item_parent_class)->finalize(object);
}

static void studio_row_item_class_init(StudioRowItemClass *class)
{
    G_OBJECT_CLASS(class)->finalize = studio_row_item_finalize;
}

static void studio_row_item_init(StudioRowItem *item) { item->number = -1; }

struct _StudioDialogRows {
    GtkWidget parent_instance;
    GtkWidget *scrolled;
    StudioWorkspace *workspace;
    char *asset;
    GHashTable *draft;
    GListStore *items;
    bool has_numbers; ///< Any of them; otherwise there is no column for them.
};

G_DEFINE_TYPE(StudioDialogRows, studio_dialog_rows, GTK_TYPE_WIDGET)

static guint ticked_signal;

/// The widgets of a row, kept at its list item.
typedef struct Row {
    GtkListItem *item;
    GtkWidget *box, *tick, *number, *picture, *from, *arrow, *after, *to, *remark, *right;
    StudioDialogRows *rows;
    bool is_showing;
} Row;

static void on_tick(GtkCheckButton *tick, void *user)
{
    Row *row = user;
    StudioRowItem *item = gtk_list_item_get_item(row->item);
    if (row->is_showing || item == NULL)
        return;
    item->is_ticked = gtk_check_button_get_active(tick);
    g_signal_emit(row->rows, ticked_signal, 0);
}

static void on_setup(GtkSignalListItemFactory *factory, GtkListItem *item, void *user)
{
    (void)factory;
    Row *row = g_new0(Row, 1);
    row->rows = user;
    row->item = item;
    row->box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9);
    row->tick = gtk_check_button_new();
    row->number = gtk_label_new(NULL);
    row->picture = studio_picture_new(PICTURE);
    row->from = studio_label_new("", NULL);
    row->arrow = gtk_image_new_from_icon_name("go-next-symbolic");
    row->after = studio_picture_new(PICTURE);
    row->to = studio_label_new("", "heading");
    row->remark = studio_label_new("", "caption");
    row->right = gtk_label_new(NULL);
    gtk_widget_add_css_class(row->box, "dialog-row");
    gtk_label_set_width_chars(GTK_LABEL(row->number), 3);
    gtk_label_set_xalign(GTK_LABEL(row->number), 1.0f);
    gtk_widget_add_css_class(row->number, "numeric");
    gtk_widget_add_css_class(row->number, "dim-label");
    gtk_widget_add_css_class(row->right, "caption");
    gtk_widget_add_css_class(row->right, "numeric");
    gtk_widget_add_css_class(row->right, "dim-label");
    gtk_widget_set_size_request(row->from, 150, -1);
    gtk_label_set_ellipsize(GTK_LABEL(row->from), PANGO_ELLIPSIZE_MIDDLE);
    gtk_label_set_ellipsize(GTK_LABEL(row->to), PANGO_ELLIPSIZE_MIDDLE);
    gtk_label_set_wrap(GTK_LABEL(row->remark), TRUE);
    gtk_label_set_lines(GTK_LABEL(row->remark), 2);
    gtk_image_set_pixel_size(GTK_IMAGE(row->arrow), 12);
    gtk_widget_add_css_class(row->arrow, "dim-label");
    gtk_widget_set_hexpand(row->remark, TRUE);
    studio_picture_set_enlarges(row->picture, true);
    studio_picture_set_enlarges(row->after, true);
    g_signal_connect(row->tick, "toggled", G_CALLBACK(on_tick), row);
    GtkWidget *const parts[] = {row->tick,  row->number, row->picture, row->from, row->arrow,
                                row->after, row->to,     row->remark,  row->right};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i)
        gtk_box_append(GTK_BOX(row->box), parts[i]);
    gtk_list_item_set_child(item, row->box);
    g_object_set_data_full(G_OBJECT(item), "row", row, g_free);
}

static void set_class(GtkWidget *widget, const char *class, bool has)
{
    if (has)
        gtk_widget_add_css_class(widget, class);
    else
        gtk_widget_remove_css_class(widget, class);
}

static void set_text(GtkWidget *label, const char *text)
{
    gtk_label_set_text(GTK_LABEL(label), text != NULL ? text : "");
    gtk_widget_set_visible(label, text != NULL);
}

static void on_bind(GtkSignalListItemFactory *factory, GtkListItem *list_item, void *user)
{
    (void)factory;
    StudioDialogRows *rows = user;
    Row *row = g_object_get_data(G_OBJECT(list_item), "row");
    const StudioRowItem *item = gtk_list_item_get_item(list_item);
    g_autofree char *number = item->number >= 0 ? g_strdup_printf("%d", item->number) : NULL;
    row->is_showing = true;
    gtk_widget_set_visible(row->tick, item->has_tick);
    gtk_check_button_set_active(GTK_CHECK_BUTTON(row->tick), item->is_ticked);
    row->is_showing = false;
    gtk_label_set_text(GTK_LABEL(row->number), number != NULL ? number : "");
    gtk_widget_set_visible(row->number, rows->has_numbers);
    gtk_widget_set_margin_start(row->box, rows->has_numbers ? 0 : EDGE);
    gtk_label_set_text(GTK_LABEL(row->from), item->from != NULL ? item->from : "");
    set_text(row->to, item->is_error ? NULL : item->to); // the sentence names it
    gtk_label_set_text(GTK_LABEL(row->remark), item->remark != NULL ? item->remark : "");
    set_text(row->right, item->right);
    gtk_widget_set_visible(row->arrow, item->to != NULL);
    set_class(row->from, "dim-label", item->to != NULL);
    set_class(row->remark, "dim-label", !item->is_error);
    set_class(row->remark, "error", item->is_error);
    set_class(row->to, "error", item->is_error);
    set_class(row->number, "error", item->is_error);
    GtkWidget *around = gtk_widget_get_parent(row->box);
    if (around != NULL)
        set_class(around, "has-error", item->is_error);
    g_autofree char *spoken =
        g_strdup_printf("%s%s%s", item->from != NULL ? item->from : "", item->to != NULL ? " to " : "",
                        item->to != NULL ? item->to : "");
    studio_name(row->from, spoken);
    g_autofree char *about = g_strdup_printf("%s%s%s", item->remark != NULL ? item->remark : "",
                                             item->remark != NULL && item->right != NULL ? ", " : "",
                                             item->right != NULL ? item->right : "");
    studio_describe(row->from, about);
    g_autofree char *tick = g_strdup_printf("Include %s", spoken);
    studio_name(row->tick, tick);
    studio_picture_show(row->picture, rows->workspace,
                        item->pose != NULL ? &(StudioPictureOf){.asset = rows->asset, .pose = item->pose}
                                           : NULL,
                        "face-smile-big-symbolic");
    gtk_widget_set_visible(row->after, item->to_pose != NULL);
    studio_picture_show(
        row->after, rows->workspace,
        item->to_pose != NULL && rows->draft != NULL
            ? &(StudioPictureOf){.asset = rows->asset, .pose = item->to_pose, .draft = rows->draft}
            : NULL,
        "face-smile-big-symbolic");
}

static void on_unbind(GtkSignalListItemFactory *factory, GtkListItem *list_item, void *user)
{
    (void)factory, (void)user;
    Row *row = g_object_get_data(G_OBJECT(list_item), "row");
    studio_picture_show(row->picture, NULL, NULL, "face-smile-big-symbolic");
    studio_picture_show(row->after, NULL, NULL, "face-smile-big-symbolic");
}

void studio_dialog_rows_set_draft(StudioDialogRows *rows, GHashTable *draft)
{
    g_clear_pointer(&rows->draft, g_hash_table_unref);
    rows->draft = draft != NULL ? g_hash_table_ref(draft) : NULL;
}

void studio_dialog_rows_show(StudioDialogRows *rows, const StudioDialogRow *given, int count)
{
    g_autoptr(GPtrArray) items = g_ptr_array_new_with_free_func(g_object_unref);
    rows->has_numbers = false;
    for (int i = 0; i < count; ++i) {
        rows->has_numbers = rows->has_numbers || given[i].number >= 0;
        StudioRowItem *item = g_object_new(STUDIO_TYPE_ROW_ITEM, NULL);
        item->number = given[i].number;
        item->pose = g_strdup(given[i].pose);
        item->from = g_strdup(given[i].from);
        item->to = g_strdup(given[i].to);
        item->to_pose = g_strdup(given[i].to_pose);
        item->remark = g_strdup(given[i].remark);
        item->right = g_strdup(given[i].right);
        item->is_error = given[i].is_error;
        item->has_tick = given[i].has_tick;
        item->is_ticked = given[i].is_ticked;
        g_ptr_array_add(items, item);
    }
    g_list_store_splice(rows->items, 0, g_list_model_get_n_items(G_LIST_MODEL(rows->items)), items->pdata,
                        items->len);
}

bool studio_dialog_rows_is_ticked(StudioDialogRows *rows, int index)
{
    g_autoptr(StudioRowItem) item = g_list_model_get_item(G_LIST_MODEL(rows->items), (guint)index);
    return item != NULL && item->is_ticked;
}

static void studio_dialog_rows_dispose(GObject *object)
{
    StudioDialogRows *rows = STUDIO_DIALOG_ROWS(object);
    g_clear_pointer(&rows->scrolled, gtk_widget_unparent);
    g_clear_object(&rows->items);
    g_clear_object(&rows->workspace);
    g_clear_pointer(&rows->asset, g_free);
    g_clear_pointer(&rows->draft, g_hash_table_unref);
    G_OBJECT_CLASS(studio_dialog_rows_parent_class)->dispose(object);
}

static void studio_dialog_rows_class_init(StudioDialogRowsClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_dialog_rows_dispose;
    gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
    ticked_signal = g_signal_new("ticked", STUDIO_TYPE_DIALOG_ROWS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void studio_dialog_rows_init(StudioDialogRows *rows)
{
    rows->items = g_list_store_new(STUDIO_TYPE_ROW_ITEM);
}

GtkWidget *studio_dialog_rows_new(StudioWorkspace *workspace, const char *asset, const char *name)
{
    StudioDialogRows *rows = g_object_new(STUDIO_TYPE_DIALOG_ROWS, NULL);
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    rows->workspace = g_object_ref(workspace);
    rows->asset = g_strdup(asset);
    g_signal_connect(factory, "setup", G_CALLBACK(on_setup), rows);
    g_signal_connect(factory, "bind", G_CALLBACK(on_bind), rows);
    g_signal_connect(factory, "unbind", G_CALLBACK(on_unbind), rows);
    GtkSelectionModel *selection =
        GTK_SELECTION_MODEL(gtk_no_selection_new(G_LIST_MODEL(g_object_ref(rows->items))));
    GtkWidget *list = gtk_list_view_new(selection, factory);
    gtk_widget_add_css_class(list, "dialog-rows");
    studio_name(list, name);
    rows->scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(rows->scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(rows->scrolled), list);
    gtk_widget_set_parent(rows->scrolled, GTK_WIDGET(rows));
    gtk_widget_set_vexpand(GTK_WIDGET(rows), TRUE);
    return GTK_WIDGET(rows);
}
