// SPDX-License-Identifier: MIT
//
// Jobs in the status bar.

#include "studio/panels/workspace/jobs_bar.h"

#include "studio/panels/widgets/widgets.h"

#include <string.h>

enum { MOST = 12 }; ///< Rows in the popover.

typedef struct Row {
    GtkWidget *box, *name, *bar, *cancel;
} Row;

typedef struct Bar {
    StudioWorkspace *workspace; ///< Weak: set again with every change.
    Row rows[MOST + 1];         ///< The first is in the bar itself, the others are in the popover.
    GtkWidget *button;
} Bar;

/// "Cancel import of bruno.fbx" for "Import bruno.fbx". Free it.
static char *cancel_words(const char *name)
{
    if (g_str_has_prefix(name, "Import "))
        return g_strdup_printf("Cancel import of %s", name + strlen("Import "));
    g_autofree char *rest = g_strdup(name);
    rest[0] = g_ascii_tolower(rest[0]);
    return g_strdup_printf("Cancel %s", rest);
}

static void on_cancel(GtkButton *button, Bar *bar)
{
    const int index = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(button), "index"));
    StudioJob *job = bar->workspace != NULL ? studio_workspace_job(bar->workspace, index) : NULL;
    if (job == NULL)
        return;
    studio_job_cancel(job);
    gtk_widget_set_sensitive(GTK_WIDGET(button), FALSE); // it may take a moment to end
}

static Row make_row(Bar *bar, int index)
{
    Row row = {.box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6),
               .name = studio_label_new("", NULL),
               .bar = gtk_progress_bar_new(),
               .cancel = gtk_button_new_from_icon_name("process-stop-symbolic")};
    gtk_widget_set_valign(row.bar, GTK_ALIGN_CENTER);
    gtk_widget_set_hexpand(row.name, index > 0);
    gtk_widget_add_css_class(row.cancel, "flat");
    g_object_set_data(G_OBJECT(row.cancel), "index", GINT_TO_POINTER(MAX(index - 1, 0)));
    g_signal_connect(row.cancel, "clicked", G_CALLBACK(on_cancel), bar);
    gtk_box_append(GTK_BOX(row.box), row.name);
    gtk_box_append(GTK_BOX(row.box), row.bar);
    gtk_box_append(GTK_BOX(row.box), row.cancel);
    return row;
}

static void show_row(const Row *row, const StudioJob *job)
{
    gtk_widget_set_visible(row->box, job != NULL);
    if (job == NULL)
        return;
    const char *name = studio_job_name(job);
    g_autofree char *words = cancel_words(name);
    gtk_label_set_text(GTK_LABEL(row->name), name);
    gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(row->bar), CLAMP(studio_job_fraction(job), 0.0, 1.0));
    studio_name(row->bar, name);
    studio_name(row->cancel, words);
    studio_tip(row->cancel, words);
    gtk_widget_set_sensitive(row->cancel, !studio_job_is_cancelled(job));
}

GtkWidget *studio_jobs_bar_new(void)
{
    Bar *bar = g_new0(Bar, 1);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6), *popover = gtk_popover_new(),
              *list = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    for (int i = 0; i <= MOST; ++i)
        bar->rows[i] = make_row(bar, i);
    for (int i = 1; i <= MOST; ++i)
        gtk_box_append(GTK_BOX(list), bar->rows[i].box);
    bar->button = gtk_menu_button_new();
    gtk_widget_add_css_class(bar->button, "flat");
    gtk_menu_button_set_direction(GTK_MENU_BUTTON(bar->button), GTK_ARROW_UP);
    gtk_popover_set_child(GTK_POPOVER(popover), list);
    gtk_widget_set_size_request(list, 320, -1);
    gtk_menu_button_set_popover(GTK_MENU_BUTTON(bar->button), popover);
    gtk_box_append(GTK_BOX(box), bar->rows[0].box);
    gtk_box_append(GTK_BOX(box), bar->button);
    g_object_set_data_full(G_OBJECT(box), "bar", bar, g_free);
    studio_jobs_bar_show(box, NULL);
    return box;
}

void studio_jobs_bar_show(GtkWidget *widget, StudioWorkspace *workspace)
{
    Bar *bar = g_object_get_data(G_OBJECT(widget), "bar");
    const int count = workspace != NULL ? studio_workspace_job_count(workspace) : 0;
    bar->workspace = workspace;
    show_row(&bar->rows[0], count == 1 ? studio_workspace_job(workspace, 0) : NULL);
    for (int i = 0; i < MOST; ++i)
        show_row(&bar->rows[i + 1], i < count && count > 1 ? studio_workspace_job(workspace, i) : NULL);
    g_autofree char *label = g_strdup_printf("%d jobs", count);
    if (g_strcmp0(gtk_menu_button_get_label(GTK_MENU_BUTTON(bar->button)), label) != 0)
        gtk_menu_button_set_label(GTK_MENU_BUTTON(bar->button), label);
    gtk_widget_set_visible(bar->button, count > 1);
    gtk_widget_set_visible(widget, count > 0);
}
