// SPDX-License-Identifier: MIT
//
// Renames an asset beside its row. References follow.

#include "studio/panels/browser/private.h"

#include <string.h>

#include "studio/model/commands/assets.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"

typedef struct Renaming {
    StudioBrowser *browser;
    GtkWidget *popover, *entry, *why;
    char *path;
} Renaming;

static void free_renaming(void *given)
{
    Renaming *renaming = given;
    g_free(renaming->path);
    g_free(renaming);
}

/// "faces/bo.poses.json" for "faces/ada.poses.json" and "bo"; free it.
static char *path_for(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    return g_strdup_printf("%.*s%s.%s.json", slash != NULL ? (int)(slash - path) + 1 : 0, path, name,
                           mieni_asset_kind_name(mieni_asset_kind_of_path(path)));
}

static void on_changed(GtkEditable *editable, Renaming *renaming)
{
    const Studio *studio = studio_workspace_studio(renaming->browser->workspace);
    g_autofree char *to = path_for(renaming->path, gtk_editable_get_text(editable));
    const bool is_same = strcmp(to, renaming->path) == 0;
    const char *why = is_same                                                ? ""
                      : gtk_editable_get_text(editable)[0] == '\0'           ? "Enter a name"
                      : strchr(gtk_editable_get_text(editable), '/') != NULL ? "Names cannot contain a slash"
                      : !mieni_path_is_valid(to)                             ? "Not a valid file name"
                      : studio_exists(studio, to) ? "A file with this name already exists"
                                                  : "";
    gtk_label_set_text(GTK_LABEL(renaming->why), why);
    gtk_widget_set_visible(renaming->why, why[0] != '\0');
    (why[0] != '\0' ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(renaming->entry, "error");
}

static void on_enter(GtkEntry *entry, Renaming *renaming)
{
    (void)entry;
    StudioBrowser *browser = renaming->browser;
    g_autofree char *to = path_for(renaming->path, gtk_editable_get_text(GTK_EDITABLE(renaming->entry)));
    MieniProblem problem = {0};
    int files = 0;
    if (gtk_widget_get_visible(renaming->why))
        return; // it stays open until the name can be
    if (strcmp(to, renaming->path) != 0) {
        studio_workspace_note_move(browser->workspace, renaming->path, to);
        const MienStatus status = studio_asset_move(studio_workspace_studio(browser->workspace),
                                                    renaming->path, to, &files, &problem);
        char name[STUDIO_LABEL_ROOM];
        g_autofree char *text =
            g_strdup_printf("Renamed to %s; %d file%s reference%s it", studio_asset_name(to, name), files,
                            files == 1 ? "" : "s", files == 1 ? "s" : "");
        if (studio_workspace_check(browser->workspace, status, &problem)) {
            const char *const paths[] = {to, NULL};
            studio_workspace_reveal(browser->workspace, paths);
            if (files > 0)
                studio_workspace_toast(browser->workspace, text, "Undo", "win.undo");
        }
    }
    gtk_popover_popdown(GTK_POPOVER(renaming->popover));
}

static gboolean drop_popover(void *popover)
{
    gtk_widget_unparent(popover);
    return G_SOURCE_REMOVE;
}

static void on_closed(GtkWidget *popover, StudioBrowser *browser)
{
    gtk_widget_grab_focus(browser->is_grid ? browser->grid : browser->view);
    g_idle_add_full(G_PRIORITY_DEFAULT, drop_popover, g_object_ref(popover), g_object_unref);
}

void studio_browser_rename(StudioBrowser *browser, const char *path)
{
    char name[STUDIO_LABEL_ROOM];
    Renaming *renaming = g_new0(Renaming, 1);
    GtkWidget *row = g_hash_table_lookup(browser->rows.shown, path);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    double x = 24.0, y = 24.0;
    *renaming = (Renaming){.browser = browser, .popover = gtk_popover_new(), .entry = gtk_entry_new()};
    renaming->path = g_strdup(path);
    renaming->why = studio_label_new("", "caption error");
    gtk_widget_set_visible(renaming->why, FALSE);
    studio_name(renaming->entry, "New name");
    studio_fill(renaming->entry, studio_asset_name(path, name));
    g_signal_connect(renaming->entry, "changed", G_CALLBACK(on_changed), renaming);
    g_signal_connect(renaming->entry, "activate", G_CALLBACK(on_enter), renaming);
    gtk_box_append(GTK_BOX(box), renaming->entry);
    gtk_box_append(GTK_BOX(box), renaming->why);
    gtk_popover_set_child(GTK_POPOVER(renaming->popover), box);
    gtk_popover_set_position(GTK_POPOVER(renaming->popover), GTK_POS_BOTTOM);
    gtk_widget_set_parent(renaming->popover, GTK_WIDGET(browser));
    if (row != NULL)
        gtk_widget_translate_coordinates(row, GTK_WIDGET(browser), gtk_widget_get_width(row) / 2.0,
                                         gtk_widget_get_height(row), &x, &y);
    gtk_popover_set_pointing_to(GTK_POPOVER(renaming->popover), &(GdkRectangle){(int)x, (int)y, 1, 1});
    g_object_set_data_full(G_OBJECT(renaming->popover), "renaming", renaming, free_renaming);
    g_signal_connect(renaming->popover, "closed", G_CALLBACK(on_closed), browser);
    studio_popup(renaming->popover);
    gtk_widget_grab_focus(renaming->entry);
    gtk_editable_select_region(GTK_EDITABLE(renaming->entry), 0, -1);
}
