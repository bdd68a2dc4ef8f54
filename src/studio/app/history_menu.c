// SPDX-License-Identifier: MIT
//
// The history menu. Choosing a step undoes it and all later steps.

#include "studio/app/history_menu.h"

#include "studio/panels/widgets/widgets.h"

enum { STEPS_MOST = 20 };

static void on_row(GtkListBox *list, GtkListBoxRow *row, StudioWindow *window)
{
    StudioWorkspace *workspace = studio_window_workspace(window);
    MieniProblem problem = {0};
    const int last = gtk_list_box_row_get_index(row);
    gtk_popover_popdown(GTK_POPOVER(gtk_widget_get_ancestor(GTK_WIDGET(list), GTK_TYPE_POPOVER)));
    for (int i = 0; workspace != NULL && i <= last; ++i)
        if (!studio_workspace_check(workspace, studio_undo(studio_workspace_studio(workspace), &problem),
                                    &problem))
            return;
}

/// Whatever the pointer is over would be undone with all above it: they are marked alike.
static void on_motion(GtkEventControllerMotion *motion, double x, double y, GtkListBox *list)
{
    (void)motion, (void)x;
    const GtkListBoxRow *under = gtk_list_box_get_row_at_y(list, (int)y);
    bool is_above = under != NULL;
    GtkListBoxRow *row;
    for (int i = 0; (row = gtk_list_box_get_row_at_index(list, i)) != NULL; ++i) {
        (is_above ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(GTK_WIDGET(row), "undone");
        is_above = is_above && row != under;
    }
}

static GtkWidget *make_list(const StudioHistory *history)
{
    GtkWidget *list = gtk_list_box_new();
    GtkEventController *motion = gtk_event_controller_motion_new();
    gtk_list_box_set_selection_mode(GTK_LIST_BOX(list), GTK_SELECTION_NONE);
    gtk_widget_add_css_class(list, "history");
    studio_name(list, "History");
    for (int i = history->done_count; i-- > 0 && history->done_count - i <= STEPS_MOST;) {
        const char *label = history->done[i]->label;
        g_autofree char *words = g_strdup_printf("Undo %s", label);
        GtkWidget *text = studio_label_new(words, NULL);
        gtk_label_set_max_width_chars(GTK_LABEL(text), 44);
        gtk_list_box_append(GTK_LIST_BOX(list), text);
        studio_name(gtk_widget_get_parent(text), words);
    }
    g_signal_connect(motion, "motion", G_CALLBACK(on_motion), list);
    gtk_widget_add_controller(list, motion);
    return list;
}

void studio_history_menu_open(StudioWindow *window, GtkWidget *button)
{
    StudioWorkspace *workspace = studio_window_workspace(window);
    if (workspace == NULL || studio_workspace_studio(workspace)->history.done_count == 0)
        return;
    GtkWidget *popover = gtk_popover_new(), *scrolled = gtk_scrolled_window_new();
    GtkWidget *list = make_list(&studio_workspace_studio(workspace)->history);
    g_signal_connect(list, "row-activated", G_CALLBACK(on_row), window);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_propagate_natural_width(GTK_SCROLLED_WINDOW(scrolled), TRUE);
    gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scrolled), TRUE);
    gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scrolled), 420);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), list);
    gtk_popover_set_child(GTK_POPOVER(popover), scrolled);
    gtk_widget_add_css_class(popover, "menu");
    if (studio_popup_once(popover, button))
        gtk_widget_grab_focus(GTK_WIDGET(gtk_list_box_get_row_at_index(GTK_LIST_BOX(list), 0)));
}

static void on_press(GtkGestureClick *click, int count, double x, double y, StudioWindow *window)
{
    (void)count, (void)x, (void)y;
    gtk_gesture_set_state(GTK_GESTURE(click), GTK_EVENT_SEQUENCE_CLAIMED);
    studio_history_menu_open(window, gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(click)));
}

static void on_long_press(GtkGestureLongPress *press, double x, double y, StudioWindow *window)
{
    (void)x, (void)y;
    gtk_gesture_set_state(GTK_GESTURE(press), GTK_EVENT_SEQUENCE_CLAIMED);
    studio_history_menu_open(window, gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(press)));
}

void studio_history_menu_add(StudioWindow *window, GtkWidget *button)
{
    GtkGesture *click = gtk_gesture_click_new(), *press = gtk_gesture_long_press_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), GDK_BUTTON_SECONDARY);
    gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(press), GTK_PHASE_CAPTURE);
    g_signal_connect(click, "pressed", G_CALLBACK(on_press), window);
    g_signal_connect(press, "pressed", G_CALLBACK(on_long_press), window);
    gtk_widget_add_controller(button, GTK_EVENT_CONTROLLER(click));
    gtk_widget_add_controller(button, GTK_EVENT_CONTROLLER(press));
}
