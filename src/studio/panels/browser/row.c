// SPDX-License-Identifier: MIT
//
// Rows of the browser: thumbnail, name, second line, marks.

#include "studio/panels/browser/row.h"

#include "studio/panels/browser/item.h"
#include "studio/panels/import/queue.h"
#include "studio/panels/thumbnails/thumbnails.h"
#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/kinds.h"

#include <string.h>

/// The widgets of a row, kept at its list item.
typedef struct Row {
    StudioBrowserRows *rows;
    GtkListItem *list_item;
    GtkWidget *expander, *box, *picture, *name, *second, *bar, *changed, *problem, *dot, *count, *update;
    StudioBrowserItem *item;
    gulong changed_id, summary_id, import_id;
} Row;

/// The second line of a source; free it. While it is imported, a bar shows how far.
static char *show_source(Row *row)
{
    static const char *const words[] = {"", " · imported", " · changed since import"};
    const StudioImports *imports = studio_imports_of(row->rows->workspace);
    const StudioSourceState state = studio_imports_state(imports, row->item->path);
    const double fraction = studio_imports_fraction(imports, row->item->path);
    const char *dot = strrchr(row->item->name, '.');
    g_autofree char *upper = g_ascii_strup(dot != NULL ? dot + 1 : "", -1);
    gtk_widget_set_visible(row->changed, state == STUDIO_SOURCE_CHANGED);
    gtk_widget_set_visible(row->bar, fraction >= 0.0);
    if (fraction >= 0.0)
        gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(row->bar), fraction);
    return fraction >= 0.0 ? g_strdup_printf("%s · %d %%", upper, (int)(fraction * 100.0))
                           : g_strconcat(upper, words[state], NULL);
}

static void show_asset(Row *row)
{
    const StudioBrowserItem *item = row->item;
    const StudioKind *kind = &studio_kinds[item->section];
    StudioWorkspace *workspace = row->rows->workspace;
    const bool is_asset = kind->kind != MIENI_ASSET_NONE;
    const bool is_plain = !item->is_many && item->file == NULL; // otherwise the asset index tells of it
    const char *summary = !is_plain                       ? item->second
                          : is_asset && workspace != NULL ? studio_workspace_summary(workspace, item->path)
                                                          : NULL;
    g_autofree char *of_source = is_asset || workspace == NULL ? NULL : show_source(row);
    if (!is_asset)
        summary = of_source;
    else
        gtk_widget_set_visible(row->changed, FALSE), gtk_widget_set_visible(row->bar, FALSE);
    const StudioPictureOf of = {.asset = item->path, .time = -1.0};
    studio_picture_show(row->picture, workspace, is_asset && is_plain ? &of : NULL,
                        item->is_many ? "folder-videos-symbolic" : kind->icon);
    gtk_label_set_text(GTK_LABEL(row->second), summary != NULL ? summary : "");
    const bool has_problem = item->severity >= (int)MIENI_LINT_WARNING;
    const bool is_error = item->severity >= (int)MIENI_LINT_ERROR;
    gtk_widget_set_visible(row->problem, has_problem);
    gtk_image_set_from_icon_name(GTK_IMAGE(row->problem),
                                 is_error ? "dialog-error-symbolic" : "dialog-warning-symbolic");
    if (is_error) {
        gtk_widget_remove_css_class(row->problem, "warning");
        gtk_widget_add_css_class(row->problem, "error");
    } else {
        gtk_widget_remove_css_class(row->problem, "error");
        gtk_widget_add_css_class(row->problem, "warning");
    }
    gtk_widget_set_visible(row->dot, item->is_edited);
    g_autofree char *description =
        g_strdup_printf("%s%s%s%s%s", item->is_many ? "clip collection" : kind->one,
                        summary != NULL && summary[0] != '\0' ? ", " : "", summary != NULL ? summary : "",
                        item->is_edited ? ", edited" : "",
                        is_error      ? ", has errors"
                        : has_problem ? ", has problems"
                                      : "");
    gtk_accessible_update_property(GTK_ACCESSIBLE(row->name), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                   description, -1);
}

static void show(Row *row)
{
    const StudioBrowserItem *item = row->item;
    const bool is_asset = item->path != NULL;
    gtk_label_set_text(GTK_LABEL(row->name), item->name);
    gtk_widget_remove_css_class(row->name, "dim-label");
    gtk_widget_set_visible(row->picture, is_asset);
    gtk_widget_set_visible(row->second, is_asset || item->is_note);
    gtk_widget_set_visible(row->count, !is_asset && !item->is_note);
    gtk_widget_set_visible(row->update, item->is_unsure);
    gtk_tree_expander_set_indent_for_icon(GTK_TREE_EXPANDER(row->expander),
                                          item->children != NULL || item->file != NULL || item->is_note);
    if (is_asset) {
        gtk_widget_remove_css_class(row->box, "section");
        show_asset(row);
        return;
    }
    char count[STUDIO_COUNT_ROOM];
    if (item->is_note) {
        gtk_widget_remove_css_class(row->box, "section");
        gtk_widget_add_css_class(row->name, "dim-label");
        gtk_label_set_text(GTK_LABEL(row->second), item->second);
        studio_describe(row->name, item->second);
    } else {
        gtk_widget_add_css_class(row->box, "section");
    }
    gtk_label_set_text(GTK_LABEL(row->count), studio_count_text(item->count, count));
    GtkWidget *const marks[] = {row->problem, row->dot, row->changed, row->bar};
    for (size_t i = 0; i < G_N_ELEMENTS(marks); ++i)
        gtk_widget_set_visible(marks[i], FALSE);
}

static void on_summary(StudioWorkspace *workspace, const char *path, void *user)
{
    (void)workspace;
    Row *row = user;
    if (row->item != NULL && row->item->path != NULL && strcmp(path, row->item->path) == 0)
        show(row);
}

static void on_imports(StudioImports *imports, void *user)
{
    (void)imports;
    show(user);
}

static void on_changed(StudioBrowserItem *item, void *user)
{
    (void)item;
    show(user);
}

static void on_menu(GtkGestureClick *gesture, int count, double x, double y, void *user)
{
    (void)gesture, (void)count;
    Row *row = user;
    if (row->item != NULL && row->item->path != NULL)
        row->rows->menu(row->rows->user, row->box, gtk_list_item_get_position(row->list_item), x, y);
}

static GdkContentProvider *on_drag(GtkDragSource *source, double x, double y, void *user)
{
    (void)x, (void)y;
    Row *row = user;
    if (row->item == NULL || row->item->path == NULL)
        return NULL;
    GdkContentProvider *content = row->rows->drag(row->rows->user, row->item->path);
    GdkPaintable *paintable = gtk_widget_paintable_new(row->box);
    gtk_drag_source_set_icon(source, paintable, 12, 12);
    g_object_unref(paintable);
    return content;
}

/// What every row of the browser can: its menu, and being dragged.
static void add_gestures(Row *row)
{
    GtkGesture *click = gtk_gesture_click_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), GDK_BUTTON_SECONDARY);
    g_signal_connect(click, "pressed", G_CALLBACK(on_menu), row);
    gtk_widget_add_controller(row->box, GTK_EVENT_CONTROLLER(click));
    GtkDragSource *drag = gtk_drag_source_new();
    gtk_drag_source_set_actions(drag, GDK_ACTION_COPY);
    g_signal_connect(drag, "prepare", G_CALLBACK(on_drag), row);
    gtk_widget_add_controller(row->box, GTK_EVENT_CONTROLLER(drag));
}

static GtkWidget *new_label(const char *class, bool is_first)
{
    GtkWidget *label = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(label), 0.0f);
    gtk_label_set_max_width_chars(GTK_LABEL(label), 16); // the browser says how wide it is
    gtk_label_set_ellipsize(GTK_LABEL(label), is_first ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_END);
    gtk_widget_add_css_class(label, class);
    return label;
}

static void on_setup(GtkSignalListItemFactory *factory, GtkListItem *list_item, void *user)
{
    (void)factory;
    Row *row = g_new0(Row, 1);
    row->rows = user;
    row->list_item = list_item;
    row->expander = gtk_tree_expander_new();
    row->box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9);
    row->picture = studio_picture_new(32);
    row->name = new_label("name", true);
    row->second = new_label("caption", false);
    row->problem = gtk_image_new();
    row->dot = gtk_image_new_from_icon_name("media-record-symbolic");
    row->count = new_label("numeric", false);
    row->bar = gtk_progress_bar_new();
    row->changed = gtk_image_new_from_icon_name("emblem-synchronizing-symbolic");
    row->update = studio_commands_button(row->rows->commands, "browser.update-asset-index", NULL);
    gtk_widget_add_css_class(row->update, "flat");
    gtk_widget_set_valign(row->update, GTK_ALIGN_CENTER);
    gtk_widget_add_css_class(row->changed, "warning");
    studio_tip(row->changed, "Changed since import (press F5 to import again)");
    studio_name(row->changed, "Changed since import");
    gtk_widget_add_css_class(row->box, "browser-row");
    gtk_widget_add_css_class(row->second, "dim-label");
    gtk_widget_add_css_class(row->count, "dim-label");
    gtk_widget_add_css_class(row->dot, "edited-dot");
    gtk_image_set_pixel_size(GTK_IMAGE(row->dot), 10);
    gtk_accessible_update_property(GTK_ACCESSIBLE(row->dot), GTK_ACCESSIBLE_PROPERTY_LABEL, "Edited", -1);
    GtkWidget *texts = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_widget_set_hexpand(texts, TRUE);
    gtk_widget_set_valign(texts, GTK_ALIGN_CENTER);
    gtk_box_append(GTK_BOX(texts), row->name);
    gtk_box_append(GTK_BOX(texts), row->second);
    gtk_box_append(GTK_BOX(texts), row->bar);
    GtkWidget *const parts[] = {row->picture, texts,       row->changed, row->problem,
                                row->dot,     row->update, row->count};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i)
        gtk_box_append(GTK_BOX(row->box), parts[i]);
    gtk_tree_expander_set_child(GTK_TREE_EXPANDER(row->expander), row->box);
    add_gestures(row);
    gtk_list_item_set_child(list_item, row->expander);
    g_object_set_data_full(G_OBJECT(list_item), "row", row, g_free);
}

static void on_bind(GtkSignalListItemFactory *factory, GtkListItem *list_item, void *user)
{
    (void)factory, (void)user;
    Row *row = g_object_get_data(G_OBJECT(list_item), "row");
    GtkTreeListRow *tree_row = gtk_list_item_get_item(list_item);
    row->item = gtk_tree_list_row_get_item(tree_row);
    gtk_tree_expander_set_list_row(GTK_TREE_EXPANDER(row->expander), tree_row);
    row->changed_id = g_signal_connect(row->item, "changed", G_CALLBACK(on_changed), row);
    if (row->rows->workspace != NULL)
        row->summary_id = g_signal_connect(row->rows->workspace, "summary", G_CALLBACK(on_summary), row);
    if (row->rows->workspace != NULL && row->item->path != NULL &&
        studio_kinds[row->item->section].kind == MIENI_ASSET_NONE)
        row->import_id =
            g_signal_connect(studio_imports_of(row->rows->workspace), "changed", G_CALLBACK(on_imports), row);
    if (row->item->path != NULL)
        g_hash_table_insert(row->rows->shown, g_strdup(row->item->path), row->box);
    gtk_list_item_set_selectable(list_item, row->item->path != NULL);
    show(row);
}

static void on_unbind(GtkSignalListItemFactory *factory, GtkListItem *list_item, void *user)
{
    (void)factory, (void)user;
    Row *row = g_object_get_data(G_OBJECT(list_item), "row");
    if (row->item->path != NULL && g_hash_table_lookup(row->rows->shown, row->item->path) == row->box)
        g_hash_table_remove(row->rows->shown, row->item->path);
    g_clear_signal_handler(&row->changed_id, row->item);
    if (row->rows->workspace != NULL)
        g_clear_signal_handler(&row->summary_id, row->rows->workspace);
    if (row->rows->workspace != NULL)
        g_clear_signal_handler(&row->import_id, studio_imports_of(row->rows->workspace));
    studio_picture_show(row->picture, NULL, NULL, NULL);
    gtk_tree_expander_set_list_row(GTK_TREE_EXPANDER(row->expander), NULL);
    g_clear_object(&row->item);
}

GtkListItemFactory *studio_browser_rows_new(StudioBrowserRows *rows)
{
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(on_setup), rows);
    g_signal_connect(factory, "bind", G_CALLBACK(on_bind), rows);
    g_signal_connect(factory, "unbind", G_CALLBACK(on_unbind), rows);
    return factory;
}
