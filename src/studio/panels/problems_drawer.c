// SPDX-License-Identifier: MIT
//
// The drawer of problems.

#include "studio/panels/problems_drawer.h"

#include <adwaita.h>
#include <string.h>

#include "studio/model/words.h"

enum { MOST = 200 }; ///< Rows that are made.

struct _StudioProblemsDrawer {
    GtkBox parent_instance;
    StudioCommands *commands;
    StudioWorkspace *workspace;
    GSignalGroup *signals;
    GtkWidget *title, *list, *states;
};

G_DEFINE_TYPE(StudioProblemsDrawer, studio_problems_drawer, GTK_TYPE_BOX)

static GtkWidget *make_row(const MieniFinding *finding)
{
    static const char *const icons[] = {"dialog-information-symbolic", "dialog-warning-symbolic",
                                        "dialog-error-symbolic"};
    static const char *const classes[] = {"dim-label", "warning", "error"};
    const int severity = CLAMP((int)finding->severity - (int)MIENI_LINT_ERROR + 2, 0, 2);
    char name[STUDIO_LABEL_ROOM];
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9),
              *icon = gtk_image_new_from_icon_name(icons[severity]);
    GtkWidget *message = gtk_label_new(finding->message), *place = gtk_label_new(NULL);
    g_autofree char *where =
        finding->line > 0
            ? g_strdup_printf("%s, line %d", studio_asset_name(finding->file, name), finding->line)
            : g_strdup(studio_asset_name(finding->file, name));
    gtk_label_set_text(GTK_LABEL(place), where);
    gtk_label_set_xalign(GTK_LABEL(message), 0.0f);
    gtk_label_set_ellipsize(GTK_LABEL(message), PANGO_ELLIPSIZE_END);
    gtk_widget_set_tooltip_text(message, finding->message);
    gtk_widget_set_hexpand(message, TRUE);
    gtk_widget_add_css_class(icon, classes[severity]);
    gtk_widget_add_css_class(place, "dim-label");
    gtk_widget_add_css_class(place, "caption");
    gtk_widget_add_css_class(box, "problem-row");
    gtk_box_append(GTK_BOX(box), icon);
    gtk_box_append(GTK_BOX(box), message);
    gtk_box_append(GTK_BOX(box), place);
    GtkWidget *row = gtk_list_box_row_new();
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
    g_object_set_data_full(G_OBJECT(row), "path", g_strdup(finding->file), g_free);
    return row;
}

static void fill(StudioProblemsDrawer *drawer)
{
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(drawer->list)) != NULL)
        gtk_list_box_remove(GTK_LIST_BOX(drawer->list), child);
    const StudioProblems *problems =
        drawer->workspace != NULL ? studio_workspace_problems(drawer->workspace) : NULL;
    const int count = problems != NULL ? problems->count : 0;
    for (int i = 0; i < count && i < MOST; ++i)
        gtk_list_box_append(GTK_LIST_BOX(drawer->list), make_row(problems->items[i].finding));
    g_autofree char *title = count > 0 ? g_strdup_printf("Problems %d", count) : g_strdup("Problems");
    gtk_label_set_text(GTK_LABEL(drawer->title), title);
    gtk_stack_set_visible_child_name(GTK_STACK(drawer->states), count > 0 ? "list" : "none");
}

static void on_row(StudioProblemsDrawer *drawer, GtkListBoxRow *row)
{
    const char *path = g_object_get_data(G_OBJECT(row), "path");
    if (mieni_asset_kind_of_path(path) > MIENI_ASSET_PROJECT)
        studio_workspace_show(drawer->workspace, path, false);
}

static void studio_problems_drawer_dispose(GObject *object)
{
    StudioProblemsDrawer *drawer = STUDIO_PROBLEMS_DRAWER(object);
    g_clear_object(&drawer->signals);
    g_clear_object(&drawer->workspace);
    g_clear_object(&drawer->commands);
    G_OBJECT_CLASS(studio_problems_drawer_parent_class)->dispose(object);
}

static void studio_problems_drawer_class_init(StudioProblemsDrawerClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_problems_drawer_dispose;
}

static void studio_problems_drawer_init(StudioProblemsDrawer *drawer)
{
    drawer->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    g_signal_group_connect_swapped(drawer->signals, "problems", G_CALLBACK(fill), drawer);
}

GtkWidget *studio_problems_drawer_new(StudioCommands *commands)
{
    StudioProblemsDrawer *drawer =
        g_object_new(STUDIO_TYPE_PROBLEMS_DRAWER, "orientation", GTK_ORIENTATION_VERTICAL, NULL);
    drawer->commands = g_object_ref(commands);
    GtkWidget *top = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6),
              *close = gtk_button_new_from_icon_name("window-close-symbolic");
    drawer->title = gtk_label_new("Problems");
    gtk_label_set_xalign(GTK_LABEL(drawer->title), 0.0f);
    gtk_widget_set_hexpand(drawer->title, TRUE);
    gtk_widget_add_css_class(drawer->title, "heading");
    gtk_widget_add_css_class(top, "panel-top");
    gtk_widget_add_css_class(close, "flat");
    gtk_widget_set_tooltip_text(close, "Close the problems");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(close), "win.show-problems");
    gtk_box_append(GTK_BOX(top), drawer->title);
    gtk_box_append(GTK_BOX(top), close);
    drawer->list = gtk_list_box_new();
    gtk_widget_set_name(drawer->list, "problems-list");
    gtk_accessible_update_property(GTK_ACCESSIBLE(drawer->list), GTK_ACCESSIBLE_PROPERTY_LABEL, "Problems",
                                   -1);
    g_signal_connect_swapped(drawer->list, "row-activated", G_CALLBACK(on_row), drawer);
    GtkWidget *scrolled = gtk_scrolled_window_new(), *page = adw_status_page_new();
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), drawer->list);
    adw_status_page_set_icon_name(ADW_STATUS_PAGE(page), "emblem-ok-symbolic");
    adw_status_page_set_title(ADW_STATUS_PAGE(page), "No problems");
    adw_status_page_set_description(ADW_STATUS_PAGE(page), "Everything fits together.");
    gtk_widget_add_css_class(page, "compact");
    drawer->states = gtk_stack_new();
    gtk_widget_set_vexpand(drawer->states, TRUE);
    gtk_stack_add_named(GTK_STACK(drawer->states), page, "none");
    gtk_stack_add_named(GTK_STACK(drawer->states), scrolled, "list");
    gtk_box_append(GTK_BOX(drawer), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL));
    gtk_box_append(GTK_BOX(drawer), top);
    gtk_box_append(GTK_BOX(drawer), drawer->states);
    gtk_widget_set_size_request(GTK_WIDGET(drawer), -1, 256);
    return GTK_WIDGET(drawer);
}

void studio_problems_drawer_set_workspace(StudioProblemsDrawer *drawer, StudioWorkspace *workspace)
{
    g_set_object(&drawer->workspace, workspace);
    g_signal_group_set_target(drawer->signals, workspace);
    fill(drawer);
}
