// SPDX-License-Identifier: MIT
//
// Finds the files that reference an asset, on a worker, and lists them in a window.

#include "studio/panels/browser/private.h"

#include <adwaita.h>

#include "project/uses.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"

typedef struct Uses {
    GtkWidget *browser;
    char *path;
    StudioSnapshot *snapshot;
    MieniPaths users;
    MienStatus status;
    MieniProblem problem;
} Uses;

static void free_uses(void *given)
{
    Uses *uses = given;
    mieni_paths_release(&uses->users);
    g_object_unref(uses->browser);
    g_free(uses->path);
    g_free(uses);
}

static void run(StudioJob *job, void *data)
{
    (void)job;
    Uses *uses = data;
    uses->status = mieni_users_of(&uses->snapshot->project, uses->path, &uses->users, &uses->problem);
}

static void on_row(GtkWidget *window, GtkListBoxRow *row)
{
    StudioWorkspace *workspace = g_object_get_data(G_OBJECT(window), "workspace");
    const char *path = g_object_get_data(G_OBJECT(row), "path");
    if (studio_workspace_studio(workspace) != NULL && studio_exists(studio_workspace_studio(workspace), path))
        studio_workspace_show(workspace, path, false);
    gtk_window_close(GTK_WINDOW(window));
}

static GtkWidget *make_list(const MieniPaths *users)
{
    GtkWidget *list = gtk_list_box_new();
    gtk_list_box_set_selection_mode(GTK_LIST_BOX(list), GTK_SELECTION_NONE);
    gtk_widget_add_css_class(list, "boxed-list");
    studio_name(list, "Uses");
    for (int i = 0; i < users->count; ++i) {
        char name[STUDIO_LABEL_ROOM];
        const StudioKind *kind = &studio_kinds[studio_kind_index(mieni_asset_kind_of_path(users->items[i]))];
        GtkWidget *row = adw_action_row_new();
        g_autofree char *title = g_markup_escape_text(studio_asset_name(users->items[i], name), -1);
        adw_preferences_row_set_title(ADW_PREFERENCES_ROW(row), title);
        adw_action_row_set_subtitle(ADW_ACTION_ROW(row), kind->singular);
        adw_action_row_add_prefix(ADW_ACTION_ROW(row), gtk_image_new_from_icon_name(kind->icon));
        adw_action_row_add_suffix(ADW_ACTION_ROW(row), gtk_image_new_from_icon_name("go-next-symbolic"));
        gtk_list_box_row_set_activatable(GTK_LIST_BOX_ROW(row), TRUE);
        g_object_set_data_full(G_OBJECT(row), "path", g_strdup(users->items[i]), g_free);
        gtk_list_box_append(GTK_LIST_BOX(list), row);
    }
    return list;
}

static void show(StudioWorkspace *workspace, const Uses *uses)
{
    char name[STUDIO_LABEL_ROOM];
    studio_asset_name(uses->path, name);
    g_autofree char *title = g_strdup_printf("Uses of %s", name);
    g_autofree char *subtitle =
        g_strdup_printf("%d file%s reference%s it", uses->users.count, uses->users.count == 1 ? "" : "s",
                        uses->users.count == 1 ? "s" : "");
    StudioDialog dialog = studio_dialog_new(uses->browser, "uses-dialog", title, subtitle, "Close", 420, 480);
    GtkWidget *scrolled = gtk_scrolled_window_new(), *list = make_list(&uses->users), *box;
    box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_widget_add_css_class(box, "dialog-page");
    gtk_box_append(GTK_BOX(box), list);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), box);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_widget_set_vexpand(scrolled, TRUE);
    gtk_box_append(GTK_BOX(dialog.body), scrolled);
    g_object_set_data_full(G_OBJECT(dialog.window), "workspace", g_object_ref(workspace), g_object_unref);
    g_signal_connect_swapped(list, "row-activated", G_CALLBACK(on_row), dialog.window);
    g_signal_connect_swapped(dialog.suggest, "clicked", G_CALLBACK(gtk_window_close), dialog.window);
    gtk_window_present(GTK_WINDOW(dialog.window));
}

static void done(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    Uses *uses = data;
    studio_snapshot_destroy(uses->snapshot);
    if (is_cancelled || gtk_widget_get_root(uses->browser) == NULL ||
        !studio_workspace_check(workspace, uses->status, &uses->problem))
        return;
    char name[STUDIO_LABEL_ROOM];
    g_autofree char *text = g_strdup_printf("Nothing uses %s", studio_asset_name(uses->path, name));
    if (uses->users.count == 0)
        studio_workspace_toast(workspace, text, NULL, NULL);
    else
        show(workspace, uses);
}

void studio_browser_show_uses(StudioBrowser *browser, const char *path)
{
    MieniProblem problem = {0};
    StudioSnapshot *snapshot;
    const Studio *studio = studio_workspace_studio(browser->workspace);
    const MienStatus status = studio_snapshot_make(&studio->files, &snapshot, &problem);
    if (!studio_workspace_check(browser->workspace, status, &problem))
        return;
    Uses *uses = g_new0(Uses, 1);
    uses->browser = g_object_ref(GTK_WIDGET(browser));
    uses->path = g_strdup(path);
    uses->snapshot = snapshot;
    studio_workspace_run(browser->workspace,
                         &(StudioJobWork){.name = studio->files.count > 1000 ? "Searching for uses" : NULL,
                                          .run = run,
                                          .done = done,
                                          .free_data = free_uses},
                         uses);
}
