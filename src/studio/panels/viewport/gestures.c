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
    StudioViewport *viewport = user;
    viewport->click_timer = 0;
    studio_viewport_pick(viewport, viewport->click_x, viewport->click_y);
    return G_SOURCE_REMOVE;
}

static void on_drag_begin(GtkGestureDrag *gesture, double x, double y, StudioViewport *viewport)
{
    const GdkModifierType state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture));
    const guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture));
    gtk_widget_grab_focus(viewport->area);
    if (button == GDK_BUTTON_SECONDARY) {
        gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_DENIED);
        return;
    }
    viewport->drag_from = viewport->camera;
    viewport->drag_view = viewport->view;
    viewport->is_panning = button == GDK_BUTTON_MIDDLE || (state & GDK_SHIFT_MASK) != 0;
    viewport->is_dragging = false;
    viewport->click_x = x;
    viewport->click_y = y;
}

static void on_drag_update(GtkGestureDrag *gesture, double x, double y, StudioViewport *viewport)
{
    (void)gesture;
    if (!viewport->is_dragging && x * x + y * y < STILL * STILL)
        return;
    viewport->is_dragging = true;
    if (viewport->is_panning)
        studio_viewport_pan(viewport, x, y);
    else
        studio_viewport_orbit(viewport, x, y);
}

static void on_drag_end(GtkGestureDrag *gesture, double x, double y, StudioViewport *viewport)
{
    (void)x, (void)y;
    const guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture));
    if (viewport->is_dragging)
        studio_viewport_remember(viewport);
    else if (button == GDK_BUTTON_PRIMARY && !viewport->is_panning && viewport->click_timer == 0)
        viewport->click_timer = g_timeout_add(CLICK_WAIT, on_click_alone, viewport);
    viewport->is_dragging = false;
}

/// Escape takes a drag back.
static void on_drag_cancel(GtkGesture *gesture, GdkEventSequence *sequence, StudioViewport *viewport)
{
    (void)gesture, (void)sequence;
    if (!viewport->is_dragging)
        return;
    viewport->is_dragging = false;
    viewport->camera = viewport->drag_from;
    viewport->view = viewport->drag_view;
    studio_viewport_overlay_view(&viewport->over, viewport->view);
    studio_viewport_redraw(viewport, false);
}

static void on_click(GtkGestureClick *gesture, int count, double x, double y, StudioViewport *viewport)
{
    (void)gesture;
    if (count != 2)
        return;
    g_clear_handle_id(&viewport->click_timer, g_source_remove);
    viewport->is_panning = true; // letting go is no click
    studio_viewport_frame_at(viewport, x, y);
}

static gboolean on_scroll(GtkEventControllerScroll *controller, double x, double y, StudioViewport *viewport)
{
    (void)controller, (void)x;
    studio_viewport_zoom(viewport, y > 0 ? 1.0 + 0.1 * y : 1.0 / (1.0 - 0.1 * y), viewport->pointer_x,
                         viewport->pointer_y);
    return TRUE;
}

static void on_motion(GtkEventControllerMotion *controller, double x, double y, StudioViewport *viewport)
{
    (void)controller;
    viewport->pointer_x = x;
    viewport->pointer_y = y;
}

static void on_pinch_begin(GtkGesture *gesture, GdkEventSequence *sequence, StudioViewport *viewport)
{
    (void)gesture, (void)sequence;
    viewport->pinch_from = viewport->camera.distance;
}

static void on_pinch(GtkGestureZoom *gesture, double scale, StudioViewport *viewport)
{
    double x = 0.0, y = 0.0;
    gtk_gesture_get_bounding_box_center(GTK_GESTURE(gesture), &x, &y);
    if (scale > 0.0 && viewport->camera.distance > 0.0f)
        studio_viewport_zoom(viewport,
                             (double)viewport->pinch_from / scale / (double)viewport->camera.distance, x, y);
}

static gboolean on_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                       StudioViewport *viewport)
{
    (void)controller, (void)code;
    const GdkModifierType others = GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK;
    if ((key == GDK_KEY_c || key == GDK_KEY_C) && (state & others) == 0) {
        studio_viewport_compare(viewport, true);
        return TRUE;
    }
    if (key == GDK_KEY_Menu || (key == GDK_KEY_F10 && (state & others) == GDK_SHIFT_MASK)) {
        studio_viewport_popup(viewport, gtk_widget_get_width(viewport->area) / 2.0,
                              gtk_widget_get_height(viewport->area) / 2.0);
        return TRUE;
    }
    if (key == GDK_KEY_Escape && viewport->workspace != NULL && studio_live_peeked(viewport->live) != NULL) {
        studio_live_peek(viewport->live, NULL);
        return TRUE;
    }
    if (key == GDK_KEY_Escape && viewport->workspace != NULL) {
        int marked;
        studio_live_marked(viewport->live, &marked);
        studio_live_mark(viewport->live, NULL, 0);
        return marked > 0;
    }
    return FALSE;
}

static void on_key_up(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                      StudioViewport *viewport)
{
    (void)controller, (void)code, (void)state;
    if (key == GDK_KEY_c || key == GDK_KEY_C)
        studio_viewport_compare(viewport, false);
}

static void on_leave(StudioViewport *viewport) { studio_viewport_compare(viewport, false); }

static void on_menu(GtkGestureClick *gesture, int count, double x, double y, StudioViewport *viewport)
{
    (void)gesture, (void)count;
    gtk_widget_grab_focus(viewport->area);
    studio_viewport_popup(viewport, x, y);
}

static void add_keys(StudioViewport *viewport)
{
    GtkEventController *keys = gtk_event_controller_key_new(), *focus = gtk_event_controller_focus_new();
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), viewport);
    g_signal_connect(keys, "key-released", G_CALLBACK(on_key_up), viewport);
    g_signal_connect_swapped(focus, "leave", G_CALLBACK(on_leave), viewport);
    gtk_widget_add_controller(viewport->area, keys);
    gtk_widget_add_controller(viewport->area, focus);
}

void studio_viewport_add_gestures(StudioViewport *viewport)
{
    GtkGesture *drag = gtk_gesture_drag_new(), *click = gtk_gesture_click_new(),
               *menu = gtk_gesture_click_new(), *pinch = gtk_gesture_zoom_new();
    GtkEventController *scroll = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL),
                       *motion = gtk_event_controller_motion_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(drag), 0);
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(menu), GDK_BUTTON_SECONDARY);
    g_signal_connect(drag, "drag-begin", G_CALLBACK(on_drag_begin), viewport);
    g_signal_connect(drag, "drag-update", G_CALLBACK(on_drag_update), viewport);
    g_signal_connect(drag, "drag-end", G_CALLBACK(on_drag_end), viewport);
    g_signal_connect(drag, "cancel", G_CALLBACK(on_drag_cancel), viewport);
    g_signal_connect(click, "pressed", G_CALLBACK(on_click), viewport);
    g_signal_connect(menu, "pressed", G_CALLBACK(on_menu), viewport);
    g_signal_connect(scroll, "scroll", G_CALLBACK(on_scroll), viewport);
    g_signal_connect(motion, "motion", G_CALLBACK(on_motion), viewport);
    g_signal_connect(motion, "enter", G_CALLBACK(on_motion), viewport);
    g_signal_connect(pinch, "begin", G_CALLBACK(on_pinch_begin), viewport);
    g_signal_connect(pinch, "scale-changed", G_CALLBACK(on_pinch), viewport);
    gtk_widget_add_controller(viewport->area, GTK_EVENT_CONTROLLER(click));
    gtk_widget_add_controller(viewport->area, GTK_EVENT_CONTROLLER(menu));
    gtk_widget_add_controller(viewport->area, GTK_EVENT_CONTROLLER(drag));
    gtk_widget_add_controller(viewport->area, GTK_EVENT_CONTROLLER(pinch));
    gtk_widget_add_controller(viewport->area, scroll);
    gtk_widget_add_controller(viewport->area, motion);
    add_keys(viewport);
}
