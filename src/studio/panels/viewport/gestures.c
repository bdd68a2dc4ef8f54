// SPDX-License-Identifier: MIT
//
// Pointer, touch and key input of the viewport.

#include "studio/panels/viewport/private.h"

#include "studio/panels/viewport/player.h"

enum {
    STILL = 4,        ///< Pixels that a click may move.
    CLICK_WAIT = 230, ///< Milliseconds in which a click may become a double click.
};

static gboolean on_click_alone(void *user)
{
    StudioStage *stage = user;
    stage->click_timer = 0;
    studio_stage_pick(stage, stage->click_x, stage->click_y);
    return G_SOURCE_REMOVE;
}

static void on_drag_begin(GtkGestureDrag *gesture, double x, double y, StudioStage *stage)
{
    const GdkModifierType state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture));
    const guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture));
    gtk_widget_grab_focus(stage->area);
    if (button == GDK_BUTTON_SECONDARY) {
        gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_DENIED);
        return;
    }
    stage->drag_from = stage->camera;
    stage->drag_view = stage->view;
    stage->is_panning = button == GDK_BUTTON_MIDDLE || (state & GDK_SHIFT_MASK) != 0;
    stage->is_dragging = false;
    stage->click_x = x;
    stage->click_y = y;
}

static void on_drag_update(GtkGestureDrag *gesture, double x, double y, StudioStage *stage)
{
    (void)gesture;
    if (!stage->is_dragging && x * x + y * y < STILL * STILL)
        return;
    stage->is_dragging = true;
    if (stage->is_panning)
        studio_stage_pan(stage, x, y);
    else
        studio_stage_orbit(stage, x, y);
}

static void on_drag_end(GtkGestureDrag *gesture, double x, double y, StudioStage *stage)
{
    (void)x, (void)y;
    const guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture));
    if (stage->is_dragging)
        studio_stage_remember(stage);
    else if (button == GDK_BUTTON_PRIMARY && !stage->is_panning && stage->click_timer == 0)
        stage->click_timer = g_timeout_add(CLICK_WAIT, on_click_alone, stage);
    stage->is_dragging = false;
}

/// Escape takes a drag back.
static void on_drag_cancel(GtkGesture *gesture, GdkEventSequence *sequence, StudioStage *stage)
{
    (void)gesture, (void)sequence;
    if (!stage->is_dragging)
        return;
    stage->is_dragging = false;
    stage->camera = stage->drag_from;
    stage->view = stage->drag_view;
    studio_stage_overlay_view(&stage->over, stage->view);
    studio_stage_redraw(stage, false);
}

static void on_click(GtkGestureClick *gesture, int count, double x, double y, StudioStage *stage)
{
    (void)gesture;
    if (count != 2)
        return;
    g_clear_handle_id(&stage->click_timer, g_source_remove);
    stage->is_panning = true; // letting go is no click
    studio_stage_frame_at(stage, x, y);
}

static gboolean on_scroll(GtkEventControllerScroll *controller, double x, double y, StudioStage *stage)
{
    (void)controller, (void)x;
    studio_stage_zoom(stage, y > 0 ? 1.0 + 0.1 * y : 1.0 / (1.0 - 0.1 * y), stage->pointer_x,
                      stage->pointer_y);
    return TRUE;
}

static void on_motion(GtkEventControllerMotion *controller, double x, double y, StudioStage *stage)
{
    (void)controller;
    stage->pointer_x = x;
    stage->pointer_y = y;
}

static void on_pinch_begin(GtkGesture *gesture, GdkEventSequence *sequence, StudioStage *stage)
{
    (void)gesture, (void)sequence;
    stage->pinch_from = stage->camera.distance;
}

static void on_pinch(GtkGestureZoom *gesture, double scale, StudioStage *stage)
{
    double x = 0.0, y = 0.0;
    gtk_gesture_get_bounding_box_center(GTK_GESTURE(gesture), &x, &y);
    if (scale > 0.0 && stage->camera.distance > 0.0f)
        studio_stage_zoom(stage, (double)stage->pinch_from / scale / (double)stage->camera.distance, x, y);
}

static gboolean on_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                       StudioStage *stage)
{
    (void)controller, (void)code;
    const GdkModifierType others = GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK;
    if ((key == GDK_KEY_c || key == GDK_KEY_C) && (state & others) == 0) {
        studio_stage_compare(stage, true);
        return TRUE;
    }
    if (key == GDK_KEY_Menu || (key == GDK_KEY_F10 && (state & others) == GDK_SHIFT_MASK)) {
        studio_stage_popup(stage, gtk_widget_get_width(stage->area) / 2.0,
                           gtk_widget_get_height(stage->area) / 2.0);
        return TRUE;
    }
    if (key == GDK_KEY_Escape && stage->workspace != NULL && studio_live_peeked(stage->live) != NULL) {
        studio_live_peek(stage->live, NULL);
        return TRUE;
    }
    return FALSE;
}

static void on_key_up(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                      StudioStage *stage)
{
    (void)controller, (void)code, (void)state;
    if (key == GDK_KEY_c || key == GDK_KEY_C)
        studio_stage_compare(stage, false);
}

static void on_leave(StudioStage *stage) { studio_stage_compare(stage, false); }

static void on_menu(GtkGestureClick *gesture, int count, double x, double y, StudioStage *stage)
{
    (void)gesture, (void)count;
    gtk_widget_grab_focus(stage->area);
    studio_stage_popup(stage, x, y);
}

static void add_keys(StudioStage *stage)
{
    GtkEventController *keys = gtk_event_controller_key_new(), *focus = gtk_event_controller_focus_new();
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), stage);
    g_signal_connect(keys, "key-released", G_CALLBACK(on_key_up), stage);
    g_signal_connect_swapped(focus, "leave", G_CALLBACK(on_leave), stage);
    gtk_widget_add_controller(stage->area, keys);
    gtk_widget_add_controller(stage->area, focus);
}

void studio_stage_add_gestures(StudioStage *stage)
{
    GtkGesture *drag = gtk_gesture_drag_new(), *click = gtk_gesture_click_new(),
               *menu = gtk_gesture_click_new(), *pinch = gtk_gesture_zoom_new();
    GtkEventController *scroll = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL),
                       *motion = gtk_event_controller_motion_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(drag), 0);
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(menu), GDK_BUTTON_SECONDARY);
    g_signal_connect(drag, "drag-begin", G_CALLBACK(on_drag_begin), stage);
    g_signal_connect(drag, "drag-update", G_CALLBACK(on_drag_update), stage);
    g_signal_connect(drag, "drag-end", G_CALLBACK(on_drag_end), stage);
    g_signal_connect(drag, "cancel", G_CALLBACK(on_drag_cancel), stage);
    g_signal_connect(click, "pressed", G_CALLBACK(on_click), stage);
    g_signal_connect(menu, "pressed", G_CALLBACK(on_menu), stage);
    g_signal_connect(scroll, "scroll", G_CALLBACK(on_scroll), stage);
    g_signal_connect(motion, "motion", G_CALLBACK(on_motion), stage);
    g_signal_connect(motion, "enter", G_CALLBACK(on_motion), stage);
    g_signal_connect(pinch, "begin", G_CALLBACK(on_pinch_begin), stage);
    g_signal_connect(pinch, "scale-changed", G_CALLBACK(on_pinch), stage);
    gtk_widget_add_controller(stage->area, GTK_EVENT_CONTROLLER(click));
    gtk_widget_add_controller(stage->area, GTK_EVENT_CONTROLLER(menu));
    gtk_widget_add_controller(stage->area, GTK_EVENT_CONTROLLER(drag));
    gtk_widget_add_controller(stage->area, GTK_EVENT_CONTROLLER(pinch));
    gtk_widget_add_controller(stage->area, scroll);
    gtk_widget_add_controller(stage->area, motion);
    add_keys(stage);
}
