// SPDX-License-Identifier: MIT
//
// Rows of the Go To window.

#include "studio/app/go_to_row.h"

#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/kinds.h"

G_DEFINE_TYPE(StudioGoRow, studio_go_row, G_TYPE_OBJECT)

static void studio_go_row_finalize(GObject *object)
{
    StudioGoRow *row = STUDIO_GO_ROW(object);
    g_free(row->name);
    g_free(row->path);
    g_free(row->reason);
    G_OBJECT_CLASS(studio_go_row_parent_class)->finalize(object);
}

static void studio_go_row_class_init(StudioGoRowClass *class)
{
    G_OBJECT_CLASS(class)->finalize = studio_go_row_finalize;
}

static void studio_go_row_init(StudioGoRow *row) { (void)row; }

StudioGoRow *studio_go_row_new(const StudioGo *thing)
{
    StudioGoRow *row = g_object_new(STUDIO_TYPE_GO_ROW, NULL);
    row->kind = thing->kind;
    row->name = g_strdup(thing->name);
    row->path = g_strdup(thing->path);
    return row;
}

StudioGoRow *studio_go_row_new_command(const StudioAction *action, const char *label, const char *reason)
{
    StudioGoRow *row = g_object_new(STUDIO_TYPE_GO_ROW, NULL);
    row->kind = STUDIO_GO_KINDS;
    row->action = action;
    row->name = g_strdup(label);
    row->reason = g_strdup(reason);
    return row;
}

static const char *icon_of(const StudioGoRow *row)
{
    switch (row->kind) {
    case STUDIO_GO_ASSET:
        return studio_kinds[studio_kind_index(mieni_asset_kind_of_path(row->path))].icon;
    case STUDIO_GO_POSE:
        return "face-smile-symbolic";
    case STUDIO_GO_CURVE:
        return "view-list-symbolic";
    case STUDIO_GO_BONE:
        return "insert-link-symbolic";
    case STUDIO_GO_NODE:
        return "emblem-shared-symbolic";
    default:
        return row->action->icon != NULL ? row->action->icon : "system-run-symbolic";
    }
}

/// Free it.
static char *second_line(const StudioGoRow *row)
{
    static const char *const words[STUDIO_GO_KINDS] = {NULL, "pose", "curve", "bone", "node"};
    if (row->kind == STUDIO_GO_KINDS)
        return g_strdup(row->reason != NULL ? row->reason : "command");
    if (row->kind == STUDIO_GO_ASSET)
        return g_strdup_printf(
            "%s · %s", studio_kinds[studio_kind_index(mieni_asset_kind_of_path(row->path))].one, row->path);
    return g_strdup_printf("%s · %s", words[row->kind], row->path);
}

/// The first key of a command, as people read it; NULL: none. Free it.
static char *key_text(const StudioGoRow *row)
{
    guint key;
    GdkModifierType modifiers;
    if (row->action == NULL || row->action->keys == NULL)
        return NULL;
    g_auto(GStrv) keys = g_strsplit(row->action->keys, " ", 2);
    return gtk_accelerator_parse(keys[0], &key, &modifiers) ? gtk_accelerator_get_label(key, modifiers)
                                                            : NULL;
}

static void on_setup(GtkSignalListItemFactory *factory, GtkListItem *item, void *user)
{
    (void)factory, (void)user;
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
    GtkWidget *texts = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_box_append(GTK_BOX(box), gtk_image_new());
    gtk_box_append(GTK_BOX(texts), studio_label_new("", NULL));
    gtk_box_append(GTK_BOX(texts), studio_label_new("", "caption dim-label"));
    gtk_widget_set_hexpand(texts, TRUE);
    gtk_box_append(GTK_BOX(box), texts);
    gtk_box_append(GTK_BOX(box), studio_label_new("", "caption dim-label"));
    gtk_list_item_set_child(item, box);
}

static void on_bind(GtkSignalListItemFactory *factory, GtkListItem *item, void *user)
{
    (void)factory, (void)user;
    const StudioGoRow *row = gtk_list_item_get_item(item);
    GtkWidget *icon = gtk_widget_get_first_child(gtk_list_item_get_child(item));
    GtkWidget *texts = gtk_widget_get_next_sibling(icon), *key = gtk_widget_get_next_sibling(texts);
    GtkWidget *name = gtk_widget_get_first_child(texts), *second = gtk_widget_get_next_sibling(name);
    g_autofree char *line = second_line(row), *shortcut = key_text(row);
    gtk_image_set_from_icon_name(GTK_IMAGE(icon), icon_of(row));
    gtk_label_set_text(GTK_LABEL(name), row->name);
    gtk_label_set_text(GTK_LABEL(second), line);
    gtk_label_set_text(GTK_LABEL(key), shortcut != NULL ? shortcut : "");
    gtk_widget_set_sensitive(name, row->reason == NULL);
    gtk_widget_set_sensitive(icon, row->reason == NULL);
    studio_describe(name, line);
}

GtkListItemFactory *studio_go_row_factory(void)
{
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(on_setup), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(on_bind), NULL);
    return factory;
}
