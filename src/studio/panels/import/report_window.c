// SPDX-License-Identifier: MIT
//
// The import report window.

#include "studio/panels/import/dialogs.h"

#include <adwaita.h>
#include <string.h>

#include "studio/panels/widgets/widgets.h"

enum { MOST_ROWS = 500 }; ///< Of a section.

typedef struct Report {
    StudioWorkspace *workspace;
    MieniJsonDocument json;
} Report;

static void free_report(void *given)
{
    Report *report = given;
    mieni_json_release(&report->json);
    g_object_unref(report->workspace);
    g_free(report);
}

static void on_copy(GtkButton *button, Report *report)
{
    MieniTextOut out = {0};
    studio_report_put(&report->json, &out);
    if (out.bytes != NULL)
        gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(button)), out.bytes);
    mieni_text_release(&out);
}

static void on_row(Report *report, GtkListBoxRow *row)
{
    const char *path = g_object_get_data(G_OBJECT(row), "path");
    const Studio *studio = studio_workspace_studio(report->workspace);
    if (path != NULL && studio != NULL && studio_exists(studio, path))
        studio_workspace_show(report->workspace, path, false);
}

static GtkWidget *make_row(const MieniJson *item)
{
    const char *what = mieni_json_get_string(item, "what", ""),
               *detail = mieni_json_get_string(item, "detail", "");
    g_autofree char *title = g_markup_escape_text(what, -1), *subtitle = g_markup_escape_text(detail, -1);
    GtkWidget *row = adw_action_row_new();
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(row), title);
    adw_action_row_set_subtitle(ADW_ACTION_ROW(row), subtitle);
    if (mieni_asset_kind_of_path(what) > MIENI_ASSET_PROJECT) {
        g_object_set_data_full(G_OBJECT(row), "path", g_strdup(what), g_free);
        gtk_list_box_row_set_activatable(GTK_LIST_BOX_ROW(row), TRUE);
        adw_action_row_add_suffix(ADW_ACTION_ROW(row), gtk_image_new_from_icon_name("go-next-symbolic"));
    }
    return row;
}

static GtkWidget *make_section(Report *report, const StudioReportSection *section)
{
    const MieniJson *rows = mieni_json_get(report->json.root, section->key);
    if (rows == NULL || rows->type != MIENI_JSON_ARRAY || rows->count == 0)
        return NULL;
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6), *list = gtk_list_box_new();
    g_autofree char *title = g_strdup_printf("%s %d", section->title, rows->count);
    GtkWidget *heading = studio_label_new(title, "heading");
    if (strcmp(section->key, "needs") == 0)
        gtk_widget_add_css_class(heading, "warning");
    gtk_list_box_set_selection_mode(GTK_LIST_BOX(list), GTK_SELECTION_NONE);
    gtk_widget_add_css_class(list, "boxed-list");
    studio_name(list, section->title);
    for (int i = 0; i < rows->count && i < MOST_ROWS; ++i)
        gtk_list_box_append(GTK_LIST_BOX(list), make_row(rows->items[i]));
    g_signal_connect_swapped(list, "row-activated", G_CALLBACK(on_row), report);
    gtk_box_append(GTK_BOX(box), heading);
    gtk_box_append(GTK_BOX(box), list);
    return box;
}

static gboolean on_escape(GtkWidget *window, GVariant *arguments, void *user)
{
    (void)arguments, (void)user;
    gtk_window_close(GTK_WINDOW(window));
    return TRUE;
}

static GtkWidget *make_page(Report *report)
{
    GtkWidget *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 18), *scrolled = gtk_scrolled_window_new();
    gtk_widget_add_css_class(column, "dialog-page");
    for (int i = 0; i < STUDIO_REPORT_SECTIONS; ++i) {
        GtkWidget *section = make_section(report, &studio_report_sections[i]);
        if (section != NULL)
            gtk_box_append(GTK_BOX(column), section);
    }
    GtkWidget *clamp = adw_clamp_new();
    adw_clamp_set_child(ADW_CLAMP(clamp), column);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), clamp);
    gtk_widget_set_vexpand(scrolled, TRUE);
    return scrolled;
}

void studio_import_report_show(GtkWindow *parent, StudioWorkspace *workspace, const char *file)
{
    Report *report = g_new0(Report, 1);
    report->workspace = g_object_ref(workspace);
    mieni_json_begin(&report->json, NULL);
    if (file == NULL ||
        !studio_report_read(&studio_workspace_studio(workspace)->project, file, &report->json)) {
        free_report(report);
        studio_workspace_toast(workspace, "No report for this source file. Import it again to get one.",
                               "Import Again", "win.import-again");
        return;
    }
    g_autofree char *base = g_path_get_basename(file);
    GtkWidget *window = adw_window_new(), *bar = adw_header_bar_new(),
              *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0),
              *copy = gtk_button_new_with_label("Copy as Text");
    g_autofree char *title = g_strdup_printf("Import of %s", base);
    adw_header_bar_set_title_widget(
        ADW_HEADER_BAR(bar),
        adw_window_title_new(title, mieni_json_get_string(report->json.root, "summary", "")));
    gtk_widget_set_name(window, "import-report");
    gtk_window_set_title(GTK_WINDOW(window), title);
    gtk_window_set_transient_for(GTK_WINDOW(window), parent);
    gtk_window_set_default_size(GTK_WINDOW(window), 560, 600);
    adw_header_bar_pack_start(ADW_HEADER_BAR(bar), copy);
    g_signal_connect(copy, "clicked", G_CALLBACK(on_copy), report);
    gtk_box_append(GTK_BOX(box), bar);
    gtk_box_append(GTK_BOX(box), make_page(report));
    adw_window_set_content(ADW_WINDOW(window), box);
    g_object_set_data_full(G_OBJECT(window), "report", report, free_report);
    GtkEventController *keys = gtk_shortcut_controller_new();
    gtk_shortcut_controller_add_shortcut(GTK_SHORTCUT_CONTROLLER(keys),
                                         gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_Escape, 0),
                                                          gtk_callback_action_new(on_escape, NULL, NULL)));
    gtk_widget_add_controller(window, keys);
    gtk_window_present(GTK_WINDOW(window));
}
