// SPDX-License-Identifier: MIT
//
// Chooses the takes of a file that become clips. Takes that are already in the project are ticked;
// if there are none, all are.

#include "studio/panels/import/dialogs.h"

#include <adwaita.h>
#include <string.h>

#include "studio/panels/widgets/widgets.h"

typedef struct Choosing {
    GtkWidget *suggest;
    StudioImports *imports;
    StudioImport *import;
    GPtrArray *checks; ///< Widgets.
    GPtrArray *names;  ///< Of takes, one per check.
    bool is_answered;
} Choosing;

static void free_choosing(void *given)
{
    Choosing *choosing = given;
    if (!choosing->is_answered)
        studio_imports_answer(choosing->imports, choosing->import, false);
    g_object_unref(choosing->imports);
    g_ptr_array_unref(choosing->checks);
    g_ptr_array_unref(choosing->names);
    g_free(choosing);
}

static bool is_on(const Choosing *choosing, guint index)
{
    return gtk_check_button_get_active(GTK_CHECK_BUTTON(choosing->checks->pdata[index]));
}

static void on_toggled(Choosing *choosing)
{
    int count = 0;
    for (guint i = 0; i < choosing->checks->len; ++i)
        count += is_on(choosing, i);
    g_autofree char *label = count == 0   ? g_strdup("Import without Takes")
                             : count == 1 ? g_strdup("Import 1 Take")
                                          : g_strdup_printf("Import %d Takes", count);
    gtk_button_set_label(GTK_BUTTON(choosing->suggest), label);
}

static void set_all(Choosing *choosing, bool is_active)
{
    for (guint i = 0; i < choosing->checks->len; ++i)
        gtk_check_button_set_active(GTK_CHECK_BUTTON(choosing->checks->pdata[i]), is_active);
}

static void on_all(Choosing *choosing) { set_all(choosing, true); }

static void on_none(Choosing *choosing) { set_all(choosing, false); }

static void on_import(Choosing *choosing)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < choosing->checks->len; ++i)
        if (is_on(choosing, i))
            g_ptr_array_add(names, choosing->names->pdata[i]);
    GtkWidget *window = GTK_WIDGET(gtk_widget_get_root(choosing->suggest));
    choosing->is_answered = true;
    const bool is_going_on =
        studio_import_choose_takes(choosing->import, (const char *const *)names->pdata, (int)names->len);
    studio_imports_answer(choosing->imports, choosing->import, is_going_on);
    gtk_window_destroy(GTK_WINDOW(window));
}

/// Whether any take of the file is in the project.
static bool has_known(const MieniImportReport *report)
{
    for (const MieniImportLine *line = report->lines; line != NULL; line = line->next)
        if (line->take[0] != '\0' && strcmp(line->what, "created") != 0)
            return true;
    return false;
}

static void add_take(Choosing *choosing, GtkWidget *list, const MieniImportLine *line, bool some_known)
{
    GtkWidget *row = adw_action_row_new(), *check = gtk_check_button_new();
    const bool is_known = strcmp(line->what, "created") != 0;
    g_autofree char *text = g_strdup_printf("%s%s%s", line->kind == MIENI_ASSET_POSES ? "Pose asset: " : "",
                                            line->detail, is_known ? " · already in the project" : "");
    adw_preferences_row_set_use_markup(ADW_PREFERENCES_ROW(row), FALSE);
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(row), line->take);
    adw_action_row_set_subtitle(ADW_ACTION_ROW(row), text);
    gtk_widget_set_valign(check, GTK_ALIGN_CENTER);
    gtk_check_button_set_active(GTK_CHECK_BUTTON(check), !some_known || is_known);
    adw_action_row_add_prefix(ADW_ACTION_ROW(row), check);
    adw_action_row_set_activatable_widget(ADW_ACTION_ROW(row), check); // which names it too
    gtk_list_box_append(GTK_LIST_BOX(list), row);
    g_ptr_array_add(choosing->checks, check);
    g_ptr_array_add(choosing->names, g_strdup(line->take));
    g_signal_connect_swapped(check, "toggled", G_CALLBACK(on_toggled), choosing);
}

static GtkWidget *make_list(Choosing *choosing)
{
    GtkWidget *list = studio_facts_new("Takes"), *scrolled = gtk_scrolled_window_new();
    const MieniImportReport *report = &choosing->import->report;
    const bool some_known = has_known(report);
    for (const MieniImportLine *line = report->lines; line != NULL; line = line->next)
        if (line->take[0] != '\0')
            add_take(choosing, list, line, some_known);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), list);
    gtk_widget_set_valign(list, GTK_ALIGN_START);
    gtk_widget_set_vexpand(scrolled, TRUE);
    return scrolled;
}

static GtkWidget *make_top(Choosing *choosing)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6),
              *label = studio_label_new("Takes to import", "heading"),
              *all = gtk_button_new_with_label("All"), *none = gtk_button_new_with_label("None");
    gtk_widget_set_hexpand(label, TRUE);
    g_signal_connect_swapped(all, "clicked", G_CALLBACK(on_all), choosing);
    g_signal_connect_swapped(none, "clicked", G_CALLBACK(on_none), choosing);
    gtk_box_append(GTK_BOX(box), label);
    gtk_box_append(GTK_BOX(box), all);
    gtk_box_append(GTK_BOX(box), none);
    return box;
}

void studio_import_ask_takes(GtkWindow *window, StudioImports *imports, StudioImport *import)
{
    Choosing *choosing = g_new0(Choosing, 1);
    *choosing = (Choosing){.imports = g_object_ref(imports),
                           .import = import,
                           .checks = g_ptr_array_new(),
                           .names = g_ptr_array_new_with_free_func(g_free)};
    g_autofree char *base = g_path_get_basename(import->file);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12), *top = make_top(choosing),
              *list = make_list(choosing);
    g_autofree char *subtitle = g_strdup_printf("%u takes", choosing->checks->len);
    StudioDialog dialog = studio_dialog_new(GTK_WIDGET(window), "import-takes", base, subtitle, "Import",
                                            studio_scaled(520), 480);
    choosing->suggest = dialog.suggest;
    gtk_widget_add_css_class(box, "dialog-page");
    gtk_box_append(GTK_BOX(box), top);
    gtk_box_append(GTK_BOX(box), list);
    gtk_box_append(GTK_BOX(dialog.body), box);
    on_toggled(choosing);
    g_object_set_data_full(G_OBJECT(dialog.window), "choosing", choosing, free_choosing);
    g_signal_connect_swapped(dialog.suggest, "clicked", G_CALLBACK(on_import), choosing);
    gtk_window_present(GTK_WINDOW(dialog.window));
}
