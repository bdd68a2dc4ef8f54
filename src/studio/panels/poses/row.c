// SPDX-License-Identifier: MIT
//
// Rows of the poses list: picture, name, slider, number, solo, menu. Rows are recycled:
// binding reads no file and draws nothing.

#include "studio/panels/poses/row_private.h"

#include <string.h>

#include "studio/panels/poses/drag.h"
#include "studio/panels/widgets/weight_scale.h"

static void on_changed(StudioPoseItem *item, StudioPosesRow *row)
{
    (void)item;
    studio_poses_row_show(row);
}

// Hands

static void on_began(StudioWeightScale *scale, StudioPosesRow *row)
{
    (void)scale;
    studio_poses_gesture_begin(row->panel, row->item->name);
}

static void on_asked(StudioWeightScale *scale, double value, StudioPosesRow *row)
{
    (void)scale;
    studio_poses_gesture_move(row->panel, value);
}

static void on_ended(StudioWeightScale *scale, gboolean is_cancelled, StudioPosesRow *row)
{
    (void)scale;
    studio_poses_gesture_end(row->panel, is_cancelled);
}

static void on_solo(GtkToggleButton *button, StudioPosesRow *row)
{
    (void)button;
    if (row->is_showing || row->item == NULL)
        return;
    studio_poses_toggle_solo(row->panel, (const char *const[]){row->item->name}, 1);
}

static void on_more(GtkButton *button, StudioPosesRow *row)
{
    const int width = gtk_widget_get_width(GTK_WIDGET(button));
    studio_poses_open_menu(row->panel, GTK_WIDGET(button), row->item->name, width / 2,
                           gtk_widget_get_height(GTK_WIDGET(button)));
}

static void on_secondary(GtkGestureClick *gesture, int count, double x, double y, StudioPosesRow *row)
{
    (void)count;
    gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
    studio_poses_open_menu(row->panel, row->box, row->item->name, x, y);
}

static void on_hold(GtkGestureClick *gesture, int count, double x, double y, StudioPosesRow *row)
{
    (void)count, (void)x, (void)y;
    if (row->item == NULL || row->panel->workspace == NULL)
        return;
    gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
    studio_live_hold(studio_live_of(row->panel->workspace), row->item->name);
}

static void let_go(StudioPosesRow *row)
{
    if (row->panel->workspace != NULL)
        studio_live_hold(studio_live_of(row->panel->workspace), NULL);
}

static gboolean on_hover(void *user)
{
    StudioPosesRow *row = user;
    row->hover_idle = 0;
    studio_poses_row_show_buttons(row);
    return G_SOURCE_REMOVE;
}

/// While a list scrolls, rows come under the pointer after layout and before they are drawn: one that
/// became another size there would not be drawn.
static void hover(StudioPosesRow *row, bool is_hovered)
{
    row->is_hovered = is_hovered;
    if (row->hover_idle == 0)
        row->hover_idle = g_idle_add_full(GDK_PRIORITY_REDRAW + 10, on_hover, row, NULL);
}

static void on_enter(GtkEventControllerMotion *motion, double x, double y, StudioPosesRow *row)
{
    (void)motion, (void)x, (void)y;
    hover(row, true);
}

static void on_leave(GtkEventControllerMotion *motion, StudioPosesRow *row)
{
    (void)motion;
    hover(row, false);
}

// Numbers

static void end_typing(StudioPosesRow *row)
{
    row->is_typing = false;
    studio_poses_row_class(row->number, "error", false);
    gtk_widget_set_tooltip_text(row->number, NULL);
    studio_poses_row_refresh(row);
}

static bool take_number(StudioPosesRow *row)
{
    const char *text = gtk_editable_get_text(GTK_EDITABLE(row->number));
    char min[STUDIO_NUMBER_ROOM], max[STUDIO_NUMBER_ROOM], now[STUDIO_NUMBER_ROOM];
    if (row->item == NULL)
        return true;
    const StudioPoseValues values = studio_poses_values(row->panel, row->item);
    if (strcmp(text, studio_number_text(values.asked, 2, now)) == 0 ||
        studio_poses_type(row->panel, row->item->name, text)) {
        end_typing(row);
        return true;
    }
    g_autofree char *tip =
        g_strdup_printf("Not a number. The range is %s to %s.", studio_number_text(row->item->min, 2, min),
                        studio_number_text(row->item->max, 2, max));
    studio_poses_row_class(row->number, "error", true);
    gtk_widget_set_tooltip_text(row->number, tip);
    return false;
}

static void on_number(GtkEntry *entry, StudioPosesRow *row)
{
    if (take_number(row)) {
        row->is_typing = true; // the focus is still here
        gtk_editable_select_region(GTK_EDITABLE(entry), 0, -1);
    }
}

static void on_number_focus(GtkEventControllerFocus *controller, StudioPosesRow *row)
{
    (void)controller;
    row->is_typing = true;
}

static void on_number_leave(GtkEventControllerFocus *controller, StudioPosesRow *row)
{
    (void)controller;
    if (gtk_widget_in_destruction(row->number))
        return;
    if (row->is_typing && !take_number(row))
        end_typing(row);
    gtk_editable_select_region(GTK_EDITABLE(row->number), 0, 0);
}

static gboolean on_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                       StudioPosesRow *row)
{
    (void)code;
    GtkWidget *widget = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(controller));
    const bool is_number = widget == row->number;
    if (row->item == NULL || (state & (GDK_ALT_MASK | GDK_CONTROL_MASK | GDK_SHIFT_MASK)) != 0)
        return GDK_EVENT_PROPAGATE;
    if (key == GDK_KEY_Up || key == GDK_KEY_Down)
        return studio_poses_step(row->panel, row->item->name, key == GDK_KEY_Up ? -1 : 1, is_number);
    if (key == GDK_KEY_Escape && is_number) {
        end_typing(row);
        gtk_widget_grab_focus(row->scale);
        return GDK_EVENT_STOP;
    }
    return GDK_EVENT_PROPAGATE;
}

// Making

static void add_keys(GtkWidget *widget, StudioPosesRow *row)
{
    GtkEventController *keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), row);
    gtk_widget_add_controller(widget, keys);
}

static void make_picture(StudioPosesRow *row)
{
    row->picture_box = gtk_overlay_new();
    row->mark = studio_label_new("", "pose-mark");
    gtk_widget_set_halign(row->mark, GTK_ALIGN_END);
    gtk_widget_set_valign(row->mark, GTK_ALIGN_END);
    gtk_widget_set_valign(row->picture_box, GTK_ALIGN_CENTER);
    gtk_overlay_add_overlay(GTK_OVERLAY(row->picture_box), row->mark);
    gtk_widget_set_tooltip_text(row->picture_box, "Show this pose alone while held");
    GtkGesture *click = gtk_gesture_click_new();
    g_signal_connect(click, "pressed", G_CALLBACK(on_hold), row);
    g_signal_connect_swapped(click, "released", G_CALLBACK(let_go), row);
    g_signal_connect_swapped(click, "cancel", G_CALLBACK(let_go), row);
    g_signal_connect_swapped(click, "unpaired-release", G_CALLBACK(let_go), row);
    gtk_widget_add_controller(row->picture_box, GTK_EVENT_CONTROLLER(click));
}

static void make_number(StudioPosesRow *row)
{
    row->number = gtk_entry_new();
    gtk_entry_set_alignment(GTK_ENTRY(row->number), 1.0f);
    gtk_editable_set_width_chars(GTK_EDITABLE(row->number), 4);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(row->number), 5);
    gtk_widget_add_css_class(row->number, "pose-number");
    gtk_widget_add_css_class(row->number, "numeric");
    gtk_widget_set_valign(row->number, GTK_ALIGN_CENTER);
    g_signal_connect(row->number, "activate", G_CALLBACK(on_number), row);
    GtkEventController *focus = gtk_event_controller_focus_new();
    g_signal_connect(focus, "enter", G_CALLBACK(on_number_focus), row);
    g_signal_connect(focus, "leave", G_CALLBACK(on_number_leave), row);
    gtk_widget_add_controller(row->number, focus);
    add_keys(row->number, row);
}

static void make_values(StudioPosesRow *row)
{
    row->scale = studio_weight_scale_new();
    gtk_widget_set_hexpand(row->scale, TRUE);
    gtk_widget_set_valign(row->scale, GTK_ALIGN_CENTER);
    g_signal_connect(row->scale, "began", G_CALLBACK(on_began), row);
    g_signal_connect(row->scale, "asked", G_CALLBACK(on_asked), row);
    g_signal_connect(row->scale, "ended", G_CALLBACK(on_ended), row);
    add_keys(row->scale, row);
    make_number(row);
    row->solo = gtk_toggle_button_new_with_label("S");
    row->more = gtk_button_new_from_icon_name("view-more-symbolic");
    gtk_widget_set_tooltip_text(row->solo, "Only this pose counts (S)");
    gtk_widget_set_tooltip_text(row->more, "Commands on this pose");
    gtk_widget_add_css_class(row->solo, "pose-solo");
    gtk_widget_add_css_class(row->solo, "flat");
    gtk_widget_add_css_class(row->more, "pose-more");
    gtk_widget_add_css_class(row->more, "flat");
    gtk_widget_set_valign(row->solo, GTK_ALIGN_CENTER);
    gtk_widget_set_valign(row->more, GTK_ALIGN_CENTER);
    g_signal_connect(row->solo, "toggled", G_CALLBACK(on_solo), row);
    g_signal_connect(row->more, "clicked", G_CALLBACK(on_more), row);
}

static void add_hands(StudioPosesRow *row)
{
    GtkGesture *menu = gtk_gesture_click_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(menu), GDK_BUTTON_SECONDARY);
    g_signal_connect(menu, "pressed", G_CALLBACK(on_secondary), row);
    gtk_widget_add_controller(row->box, GTK_EVENT_CONTROLLER(menu));
    GtkEventController *motion = gtk_event_controller_motion_new();
    g_signal_connect(motion, "enter", G_CALLBACK(on_enter), row);
    g_signal_connect(motion, "leave", G_CALLBACK(on_leave), row);
    gtk_widget_add_controller(row->box, motion);
}

/// What a hand began with a pose ends when the row shows another one.
static void end_hands(StudioPosesRow *row)
{
    if (gtk_widget_in_destruction(row->box))
        return;
    studio_weight_scale_let_go(STUDIO_WEIGHT_SCALE(row->scale));
    studio_poses_name_drop(&row->name);
    row->is_typing = false;
}

static void drop_row(void *given)
{
    StudioPosesRow *row = given;
    if (--row->holders > 0)
        return;
    g_clear_handle_id(&row->hover_idle, g_source_remove);
    g_clear_weak_pointer(&row->name.list_item);
    g_clear_object(&row->last);
    g_clear_object(&row->item);
    studio_poses_name_release(&row->name);
    g_free(row);
}

static void on_setup(GtkSignalListItemFactory *factory, GtkListItem *list_item, StudioPosesPanel *panel)
{
    (void)factory;
    StudioPosesRow *row = g_new0(StudioPosesRow, 1);
    row->panel = panel;
    row->list_item = list_item;
    row->box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9);
    gtk_widget_add_css_class(row->box, "pose-row");
    row->texts = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_widget_set_valign(row->texts, GTK_ALIGN_CENTER);
    row->second = studio_label_new("", "caption");
    gtk_label_set_max_width_chars(GTK_LABEL(row->second), 1); // the column says how wide it is
    make_picture(row);
    make_values(row);
    studio_poses_name_make(&row->name, panel, list_item);
    gtk_box_append(GTK_BOX(row->texts), row->name.label);
    gtk_box_append(GTK_BOX(row->texts), row->second);
    GtkWidget *values = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2);
    gtk_widget_set_hexpand(values, TRUE);
    GtkWidget *const ends[] = {row->scale, row->number, row->solo, row->more};
    for (size_t i = 0; i < G_N_ELEMENTS(ends); ++i)
        gtk_box_append(GTK_BOX(values), ends[i]);
    gtk_box_append(GTK_BOX(row->box), row->picture_box);
    gtk_box_append(GTK_BOX(row->box), row->texts);
    gtk_box_append(GTK_BOX(row->box), values);
    add_hands(row);
    studio_poses_drag_add(row->box, panel, list_item);
    g_signal_connect_swapped(row->box, "unmap", G_CALLBACK(end_hands), row);
    gtk_list_item_set_child(list_item, row->box);
    void *const holders[] = {list_item,  row->box,    row->picture_box, row->name.label, row->second,
                             row->scale, row->number, row->solo,        row->more};
    for (size_t i = 0; i < G_N_ELEMENTS(holders); ++i) { // any of them may be the last
        row->holders += 1;
        g_object_set_data_full(G_OBJECT(holders[i]), "row", row, drop_row);
    }
}

static void on_bind(GtkSignalListItemFactory *factory, GtkListItem *list_item, StudioPosesPanel *panel)
{
    (void)factory;
    StudioPosesRow *row = g_object_get_data(G_OBJECT(list_item), "row");
    row->item = g_object_ref(gtk_list_item_get_item(list_item));
    if (row->item != row->last) {
        end_hands(row);
        row->is_hovered = false;
    }
    g_clear_object(&row->last);
    row->changed_id = g_signal_connect(row->item, "changed", G_CALLBACK(on_changed), row);
    row->selected_id = g_signal_connect_swapped(list_item, "notify::selected",
                                                G_CALLBACK(studio_poses_row_show_buttons), row);
    g_ptr_array_add(panel->rows, row);
    studio_poses_row_show(row);
}

static void on_unbind(GtkSignalListItemFactory *factory, GtkListItem *list_item, StudioPosesPanel *panel)
{
    (void)factory;
    StudioPosesRow *row = g_object_get_data(G_OBJECT(list_item), "row");
    g_clear_signal_handler(&row->changed_id, row->item);
    g_clear_signal_handler(&row->selected_id, list_item);
    g_ptr_array_remove_fast(panel->rows, row);
    g_set_object(&row->last, row->item);
    g_clear_object(&row->item);
}

StudioPoseItem *studio_poses_row_item(const StudioPosesRow *row) { return row->item; }

void studio_poses_row_edit(StudioPosesRow *row) { studio_poses_name_edit(&row->name); }

void studio_poses_row_focus(StudioPosesRow *row, bool is_number)
{
    gtk_widget_grab_focus(is_number ? row->number : row->scale);
}

GtkListItemFactory *studio_poses_rows_new(StudioPosesPanel *panel)
{
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(on_setup), panel);
    g_signal_connect(factory, "bind", G_CALLBACK(on_bind), panel);
    g_signal_connect(factory, "unbind", G_CALLBACK(on_unbind), panel);
    return factory;
}
