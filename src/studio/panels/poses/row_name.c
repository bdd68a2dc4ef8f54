// SPDX-License-Identifier: MIT
//
// Names in rows: editing in place.

#include "studio/panels/poses/row_name.h"

#include <string.h>

static GtkEditableLabel *label_of(const StudioPosesName *name) { return GTK_EDITABLE_LABEL(name->label); }

static void set_problem(StudioPosesName *name, char *problem)
{
    g_free(name->problem);
    name->problem = problem;
    if (problem != NULL)
        gtk_widget_add_css_class(name->label, "error");
    else
        gtk_widget_remove_css_class(name->label, "error");
    gtk_widget_set_tooltip_text(name->label, problem); // describes it too
    studio_describe(name->label, problem != NULL                                  ? problem
                                 : gtk_editable_label_get_editing(label_of(name)) ? "being edited"
                                                                                  : "");
    if (name->item != NULL && name->list_item != NULL)
        studio_poses_row_refresh(g_object_get_data(G_OBJECT(name->list_item), "row"));
}

static void on_text(GtkEditable *editable, StudioPosesName *name)
{
    if (name->item == NULL || name->is_over || !gtk_editable_label_get_editing(label_of(name)))
        return;
    set_problem(name, studio_poses_clash(name->panel, name->item, gtk_editable_get_text(editable)));
}

typedef struct Rename {
    StudioPosesPanel *panel;
    char *from, *to;
} Rename;

static void free_rename(void *given)
{
    Rename *rename = given;
    g_object_unref(rename->panel);
    g_free(rename->from);
    g_free(rename->to);
    g_free(rename);
}

static gboolean on_rename(void *given)
{
    const Rename *rename = given;
    studio_poses_rename_one(rename->panel, rename->from, rename->to);
    return G_SOURCE_REMOVE;
}

/// Once the field has ended: a renamed pose may have no row any more.
static void rename_soon(StudioPosesPanel *panel, const char *from, const char *to)
{
    Rename *rename = g_new0(Rename, 1);
    *rename = (Rename){g_object_ref(panel), g_strdup(from), g_strdup(to)};
    g_idle_add_full(G_PRIORITY_DEFAULT, on_rename, rename, free_rename);
}

static void on_editing(GtkEditableLabel *label, GParamSpec *spec, StudioPosesName *name)
{
    (void)spec;
    if (name->item == NULL || name->is_over)
        return;
    if (gtk_editable_label_get_editing(label)) {
        set_problem(name, NULL);
        return;
    }
    const char *text = gtk_editable_get_text(GTK_EDITABLE(label));
    const bool is_refused = name->problem != NULL;
    set_problem(name, NULL);
    if (is_refused)
        studio_poses_name_show(name, name->item);
    else if (strcmp(text, name->item->name) != 0)
        rename_soon(name->panel, name->item->name, text);
}

/// Before the field itself: a name that clashes stays open, Tab goes on to the next.
static gboolean on_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                       StudioPosesName *name)
{
    (void)controller, (void)code;
    if (name->item == NULL || name->list_item == NULL || !gtk_editable_label_get_editing(label_of(name)))
        return GDK_EVENT_PROPAGATE;
    const bool is_tab = key == GDK_KEY_Tab || key == GDK_KEY_ISO_Left_Tab;
    const bool is_enter = key == GDK_KEY_Return || key == GDK_KEY_KP_Enter;
    if ((is_tab || is_enter) && name->problem != NULL)
        return GDK_EVENT_STOP;
    if (!is_tab)
        return GDK_EVENT_PROPAGATE;
    StudioPosesPanel *panel = name->panel;
    const guint position = gtk_list_item_get_position(name->list_item);
    const bool is_back = key == GDK_KEY_ISO_Left_Tab || (state & GDK_SHIFT_MASK) != 0;
    g_autoptr(StudioPoseItem) next =
        is_back && position == 0
            ? NULL
            : g_list_model_get_item(G_LIST_MODEL(panel->list.shown), is_back ? position - 1 : position + 1);
    gtk_editable_label_stop_editing(label_of(name), TRUE);
    if (next != NULL)
        studio_poses_edit_name(panel, next->name);
    return GDK_EVENT_STOP;
}

static gboolean on_left(void *user)
{
    StudioPosesName *name = user;
    name->idle = 0;
    if (gtk_editable_label_get_editing(label_of(name)))
        gtk_editable_label_stop_editing(label_of(name), TRUE);
    return G_SOURCE_REMOVE;
}

static void on_leave(GtkEventControllerFocus *controller, StudioPosesName *name)
{
    (void)controller;
    if (name->is_over || gtk_widget_in_destruction(name->label))
        return;
    if (name->idle == 0 && gtk_editable_label_get_editing(label_of(name)))
        name->idle = g_idle_add(on_left, name); // once the focus is where it goes
}

static void on_pressed(GtkGestureClick *gesture, int count, double x, double y, StudioPosesName *name)
{
    (void)gesture, (void)count, (void)x, (void)y;
    name->was_selected = name->list_item != NULL && gtk_list_item_get_selected(name->list_item);
}

static void on_released(GtkGestureClick *gesture, int count, double x, double y, StudioPosesName *name)
{
    (void)count, (void)x, (void)y;
    const int selected = studio_poses_selected_count(name->panel);
    const GdkModifierType state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture));
    if (name->was_selected && selected == 1 && (state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)) == 0)
        studio_poses_name_edit(name);
}

/// The label inside, which no function gives: long names lose their middle, so that sides stay.
static void shorten(GtkWidget *widget)
{
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL;
         child = gtk_widget_get_next_sibling(child)) {
        if (GTK_IS_LABEL(child)) {
            gtk_label_set_ellipsize(GTK_LABEL(child), PANGO_ELLIPSIZE_MIDDLE);
            gtk_label_set_max_width_chars(GTK_LABEL(child), 1);
        }
        shorten(child);
    }
}

void studio_poses_name_make(StudioPosesName *name, StudioPosesPanel *panel, GtkListItem *list_item)
{
    name->panel = panel;
    g_set_weak_pointer(&name->list_item, list_item); // it may go first
    name->label = gtk_editable_label_new("");
    gtk_widget_add_css_class(name->label, "pose-name");
    shorten(name->label);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(name->label), 1);
    gtk_editable_set_width_chars(GTK_EDITABLE(name->label), 1);
    g_autoptr(GListModel) controllers = gtk_widget_observe_controllers(name->label);
    for (guint i = g_list_model_get_n_items(controllers); i-- > 0;) {
        g_autoptr(GtkEventController) controller = g_list_model_get_item(controllers, i);
        // It would edit at the first click, drag its text in place of the pose, and once the
        // focus is gone wait a moment, longer than the row may live.
        if (GTK_IS_GESTURE_CLICK(controller) || GTK_IS_DRAG_SOURCE(controller) ||
            GTK_IS_DROP_TARGET(controller) || GTK_IS_EVENT_CONTROLLER_FOCUS(controller))
            gtk_widget_remove_controller(name->label, controller);
    }
    GtkGesture *click = gtk_gesture_click_new();
    g_signal_connect(click, "pressed", G_CALLBACK(on_pressed), name);
    g_signal_connect(click, "released", G_CALLBACK(on_released), name);
    gtk_widget_add_controller(name->label, GTK_EVENT_CONTROLLER(click));
    GtkEventController *focus = gtk_event_controller_focus_new();
    g_signal_connect(focus, "leave", G_CALLBACK(on_leave), name);
    gtk_widget_add_controller(name->label, focus);
    GtkEventController *keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), name);
    gtk_widget_add_controller(name->label, keys);
    g_signal_connect(name->label, "changed", G_CALLBACK(on_text), name);
    g_signal_connect(name->label, "notify::editing", G_CALLBACK(on_editing), name);
    g_signal_connect_swapped(name->label, "destroy", G_CALLBACK(studio_poses_name_release), name);
}

void studio_poses_name_show(StudioPosesName *name, StudioPoseItem *item)
{
    name->item = item;
    if (gtk_editable_label_get_editing(label_of(name)) ||
        strcmp(gtk_editable_get_text(GTK_EDITABLE(name->label)), item->name) == 0)
        return;
    gtk_editable_set_text(GTK_EDITABLE(name->label), item->name);
}

void studio_poses_name_release(StudioPosesName *name)
{
    name->is_over = true;
    g_clear_handle_id(&name->idle, g_source_remove);
    g_clear_pointer(&name->problem, g_free);
}

void studio_poses_name_drop(StudioPosesName *name)
{
    name->item = NULL;
    if (name->is_over) // the widget is gone
        return;
    name->is_over = true;
    if (gtk_editable_label_get_editing(label_of(name)))
        gtk_editable_label_stop_editing(label_of(name), FALSE);
    g_clear_handle_id(&name->idle, g_source_remove);
    g_clear_pointer(&name->problem, g_free);
    gtk_widget_remove_css_class(name->label, "error");
    name->is_over = false;
}

void studio_poses_name_edit(StudioPosesName *name)
{
    if (name->item == NULL || gtk_editable_label_get_editing(label_of(name)))
        return;
    gtk_widget_grab_focus(name->label);
    gtk_editable_label_start_editing(label_of(name));
}
