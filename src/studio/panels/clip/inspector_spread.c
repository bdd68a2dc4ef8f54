// SPDX-License-Identifier: MIT
//
// Applies a modifier to other clips, in one step.

#include "studio/panels/clip/inspector_private.h"

#include <string.h>

#include "studio/model/facts/strings.h"

typedef struct Spread {
    StudioClipInspector *side;
    char *row;          ///< As JSON.
    GHashTable *chosen; ///< Paths.
    GtkWidget *window, *suggest, *filter;
} Spread;

static void free_spread(void *given)
{
    Spread *spread = given;
    g_object_unref(spread->side);
    g_hash_table_unref(spread->chosen);
    g_free(spread->row);
    g_free(spread);
}

static void show_count(Spread *spread)
{
    const guint count = g_hash_table_size(spread->chosen);
    g_autofree char *label =
        count == 1 ? g_strdup("Apply to 1 Clip") : g_strdup_printf("Apply to %u Clips", count);
    gtk_button_set_label(GTK_BUTTON(spread->suggest), label);
    gtk_widget_set_sensitive(spread->suggest, count > 0);
}

static void on_check(GtkCheckButton *check, void *user)
{
    Spread *spread = user;
    const char *path = g_object_get_data(G_OBJECT(check), "path");
    if (path == NULL)
        return;
    if (gtk_check_button_get_active(check))
        g_hash_table_add(spread->chosen, g_strdup(path));
    else
        g_hash_table_remove(spread->chosen, path);
    show_count(spread);
}

static void on_setup(GtkListItemFactory *factory, GtkListItem *item, void *user)
{
    (void)factory;
    GtkWidget *check = gtk_check_button_new();
    g_signal_connect(check, "toggled", G_CALLBACK(on_check), user);
    gtk_list_item_set_child(item, check);
    gtk_list_item_set_activatable(item, FALSE);
}

static void on_bind(GtkListItemFactory *factory, GtkListItem *item, void *user)
{
    (void)factory;
    const Spread *spread = user;
    GtkCheckButton *check = GTK_CHECK_BUTTON(gtk_list_item_get_child(item));
    const char *path = gtk_string_object_get_string(gtk_list_item_get_item(item));
    char name[STUDIO_LABEL_ROOM];
    g_object_set_data(G_OBJECT(check), "path", NULL); // while it is NULL, "toggled" is not from the user
    gtk_check_button_set_label(check, studio_asset_name(path, name));
    gtk_check_button_set_active(check, g_hash_table_contains(spread->chosen, path));
    studio_tip(GTK_WIDGET(check), path);
    g_object_set_data_full(G_OBJECT(check), "path", g_strdup(path), g_free);
}

static gboolean matches(void *item, void *entry)
{
    return studio_filter_matches(gtk_editable_get_text(GTK_EDITABLE(entry)),
                                 gtk_string_object_get_string(item));
}

static void on_filter(GtkFilter *filter) { gtk_filter_changed(filter, GTK_FILTER_CHANGE_DIFFERENT); }

static GtkWidget *make_list(Spread *spread)
{
    const Studio *studio = studio_workspace_studio(spread->side->workspace);
    GtkStringList *strings = gtk_string_list_new(NULL);
    for (int i = 0; i < studio->files.count; ++i) {
        const StudioFile *file = studio->files.items[i];
        if (file->kind == MIENI_ASSET_CLIP && strcmp(file->path, spread->side->path) != 0 &&
            studio_exists(studio, file->path))
            gtk_string_list_append(strings, file->path);
    }
    GtkCustomFilter *filter = gtk_custom_filter_new(matches, spread->filter, NULL);
    g_signal_connect_object(spread->filter, "search-changed", G_CALLBACK(on_filter), filter,
                            G_CONNECT_SWAPPED);
    GtkFilterListModel *shown = gtk_filter_list_model_new(G_LIST_MODEL(strings), GTK_FILTER(filter));
    gtk_filter_list_model_set_incremental(shown, TRUE);
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(on_setup), spread);
    g_signal_connect(factory, "bind", G_CALLBACK(on_bind), spread);
    GtkWidget *view =
        gtk_list_view_new(GTK_SELECTION_MODEL(gtk_no_selection_new(G_LIST_MODEL(shown))), factory);
    GtkWidget *scrolled = gtk_scrolled_window_new();
    studio_name(view, "Clips");
    gtk_widget_add_css_class(view, "checks");
    gtk_widget_add_css_class(scrolled, "card");
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), view);
    gtk_widget_set_vexpand(scrolled, TRUE);
    return scrolled;
}

static void on_suggest(Spread *spread)
{
    StudioClipInspector *side = spread->side;
    MieniProblem problem = {0};
    guint count;
    if (side->workspace == NULL)
        return;
    g_autofree const char **paths = (const char **)g_hash_table_get_keys_as_array(spread->chosen, &count);
    const MienStatus status = studio_modifier_add(studio_workspace_studio(side->workspace), paths, (int)count,
                                                  -1, spread->row, &problem);
    if (studio_workspace_check(side->workspace, status, &problem)) {
        g_autofree char *text =
            count == 1 ? g_strdup("Applied to 1 clip") : g_strdup_printf("Applied to %u clips", count);
        studio_workspace_toast(side->workspace, text, "Undo", "win.undo");
    }
    gtk_window_destroy(GTK_WINDOW(spread->window));
}

void studio_clip_inspector_spread(StudioClipInspector *side, int index)
{
    const MieniModifierView *modifier = studio_clip_inspector_modifier(side, index);
    char title[STUDIO_LABEL_ROOM];
    if (modifier == NULL)
        return;
    Spread *spread = g_new0(Spread, 1);
    *spread = (Spread){.side = g_object_ref(side),
                       .row = studio_clip_inspector_row_text(modifier),
                       .chosen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};
    StudioDialog dialog =
        studio_dialog_new(GTK_WIDGET(side), "spread-dialog", "Apply to Other Clips",
                          studio_modifier_title(mieni_modifier_json(modifier), title), "Apply", 420, 520);
    spread->window = GTK_WIDGET(dialog.window);
    spread->suggest = dialog.suggest;
    g_object_set_data_full(G_OBJECT(dialog.window), "spread", spread, free_spread);
    spread->filter = gtk_search_entry_new();
    g_object_set(spread->filter, "placeholder-text", "Filter clips", NULL);
    studio_name(spread->filter, "Filter clips");
    gtk_widget_add_css_class(dialog.body, "form");
    gtk_box_set_spacing(GTK_BOX(dialog.body), 9);
    gtk_box_append(GTK_BOX(dialog.body), spread->filter);
    gtk_box_append(GTK_BOX(dialog.body), make_list(spread));
    show_count(spread);
    g_signal_connect_swapped(dialog.suggest, "clicked", G_CALLBACK(on_suggest), spread);
    gtk_window_present(GTK_WINDOW(dialog.window));
}
