// SPDX-License-Identifier: MIT
//
// Pointer gestures of the timeline: scrub, select, pan, zoom. dragging.c has those that change
// keys. Motion is applied once per frame.

#include "studio/panels/clip/gestures.h"

#include <math.h>
#include <string.h>

enum { STILL = 4 }; ///< Pixels that are no drag yet.

static void select_only(StudioClip *clip, const char *curve, int key)
{
    StudioSelection *selection = studio_clip_selection(clip);
    studio_selection_clear_keys(selection);
    studio_selection_add_key(selection, curve, key);
}

/// Takes one key out of those selected; the selection can only be cleared and filled.
static void drop_key(StudioClip *clip, const char *curve, int key)
{
    StudioSelection *selection = studio_clip_selection(clip);
    g_autoptr(GArray) keys = studio_clip_selected_keys(clip);
    for (guint i = 0; i < keys->len; ++i) { // names of the view outlive the clearing
        MieniKeyPlace *place = &g_array_index(keys, MieniKeyPlace, i);
        place->curve = clip->view.curves[studio_clip_view_find(&clip->view, place->curve)].name;
    }
    studio_selection_clear_keys(selection);
    for (guint i = 0; i < keys->len; ++i) {
        const MieniKeyPlace *place = &g_array_index(keys, MieniKeyPlace, i);
        if (place->key != key || strcmp(place->curve, curve) != 0)
            studio_selection_add_key(selection, place->curve, place->key);
    }
}

static void press_key(StudioClipTimeline *timeline, const StudioClipPoint *point)
{
    StudioClip *clip = timeline->clip;
    const char *curve = clip->view.curves[point->curve].name;
    const bool is_selected = studio_clip_is_key_selected(clip, point->curve, point->key);
    if (timeline->adds && is_selected)
        drop_key(clip, curve, point->key);
    else if (timeline->adds)
        studio_selection_add_key(studio_clip_selection(clip), curve, point->key);
    else if (!is_selected)
        select_only(clip, curve, point->key);
    if (!clip->is_graph && !studio_timeline_is_selected(clip, curve))
        studio_selection_only(studio_clip_selection(clip), curve);
    studio_clip_selected(clip);
}

/// All keys at the time of one, on the summary lane.
static void press_summary(StudioClipTimeline *timeline, const StudioClipPoint *point)
{
    StudioClip *clip = timeline->clip;
    StudioSelection *selection = studio_clip_selection(clip);
    const double time = clip->view.curves[point->curve].keyed.keys[point->key].time;
    if (!timeline->adds && !studio_clip_is_key_selected(clip, point->curve, point->key))
        studio_selection_clear_keys(selection);
    for (int i = 0; i < clip->view.count; ++i) {
        const int key = studio_shown_key_at(&clip->view.curves[i], time);
        if (key >= 0 && !studio_clip_is_key_selected(clip, i, key))
            studio_selection_add_key(selection, clip->view.curves[i].name, key);
    }
    studio_clip_selected(clip);
}

// Selecting a box

void studio_timeline_select_box(StudioClipTimeline *timeline)
{
    StudioClip *clip = timeline->clip;
    StudioSelection *selection = studio_clip_selection(clip);
    const double from_y = MIN(timeline->begin_y, timeline->y), to_y = MAX(timeline->begin_y, timeline->y);
    const double from = studio_timeline_time(timeline, MIN(timeline->begin_x, timeline->x)),
                 to = studio_timeline_time(timeline, MAX(timeline->begin_x, timeline->x));
    studio_selection_clear_keys(selection);
    for (guint i = 0; timeline->adds && i < timeline->keys->len; ++i) {
        const MieniKeyPlace *place = &g_array_index(timeline->keys, MieniKeyPlace, i);
        studio_selection_add_key(selection, place->curve, place->key);
    }
    for (guint row = 0; row < clip->rows->len; ++row) {
        const int index = g_array_index(clip->rows, int, row);
        const StudioShownCurve *curve = &clip->view.curves[index];
        const double lane = studio_timeline_top(timeline) +
                            ((double)row + 0.5) * studio_clip_row_height(clip) -
                            gtk_adjustment_get_value(clip->scroll);
        if (curve->is_sampled || (clip->is_graph && !studio_timeline_is_selected(clip, curve->name)))
            continue;
        for (int k = studio_shown_first_key(curve, from); k < curve->keyed.key_count; ++k) {
            const MienAuthorKey *key = &curve->keyed.keys[k];
            if (key->time > to)
                break;
            const double y = clip->is_graph ? studio_timeline_y(timeline, (double)key->value) : lane;
            if (y >= from_y && y <= to_y &&
                !(timeline->adds && studio_selection_has_key(selection, curve->name, k)))
                studio_selection_add_key(selection, curve->name, k);
        }
    }
    studio_clip_selected(clip);
}

// Looking

static void zoom(StudioClip *clip, double factor, double x)
{
    StudioClipTimeline *timeline = STUDIO_CLIP_TIMELINE(clip->timeline);
    const double at = studio_timeline_time(timeline, x);
    const double least = 0.02, most = MAX(clip->view.length * 20, 60);
    const double span = CLAMP(clip->look.span * factor, least, most);
    clip->look.start = at - (at - clip->look.start) * span / clip->look.span;
    clip->look.span = span;
    clip->is_look_own = true;
    studio_clip_timeline_changed(clip, false);
}

static gboolean on_scroll(GtkEventControllerScroll *controller, double across, double down,
                          StudioClipTimeline *timeline)
{
    StudioClip *clip = timeline->clip;
    const GdkModifierType state =
        gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(controller));
    if (clip->document == NULL)
        return FALSE;
    if (state & GDK_CONTROL_MASK) {
        zoom(clip, pow(1.15, down), timeline->x);
        return TRUE;
    }
    if ((state & GDK_SHIFT_MASK) || across != 0) {
        clip->look.start += (across != 0 ? across : down) * clip->look.span * 0.08;
        clip->is_look_own = true;
        studio_clip_timeline_changed(clip, false);
        return TRUE;
    }
    if (clip->is_graph) {
        const double by = -down * (clip->look.high - clip->look.low) * 0.08;
        clip->look.low += by;
        clip->look.high += by;
        clip->is_look_own = true;
        studio_clip_timeline_changed(clip, false);
    } else {
        gtk_adjustment_set_value(clip->scroll,
                                 gtk_adjustment_get_value(clip->scroll) + down * STUDIO_CLIP_ROW);
    }
    return TRUE;
}

static void pan(StudioClipTimeline *timeline)
{
    StudioClip *clip = timeline->clip;
    const double across = timeline->x - timeline->begin_x, down = timeline->y - timeline->begin_y;
    const int height = gtk_widget_get_height(clip->timeline);
    const StudioClipLook *before = &timeline->before;
    clip->look = *before;
    clip->is_look_own = true;
    if (timeline->drag == STUDIO_DRAG_PAN) {
        const double values = (before->high - before->low) / MAX(height - STUDIO_CLIP_RULER, 1);
        clip->look.start -= across * studio_timeline_pixel(timeline);
        clip->look.low += down * values;
        clip->look.high += down * values;
    } else {
        const double wide = CLAMP(before->span * pow(1.01, -across), 0.02, MAX(clip->view.length * 20, 60));
        const double middle = (before->high + before->low) / 2,
                     half = CLAMP((before->high - before->low) / 2 * pow(1.01, down), 1e-4, 1e9);
        clip->look.start = timeline->at.time - (timeline->at.time - before->start) * wide / before->span;
        clip->look.span = wide;
        clip->look.low = middle - half;
        clip->look.high = middle + half;
    }
    studio_clip_timeline_changed(clip, false);
}

// One gesture

static void apply(StudioClipTimeline *timeline)
{
    StudioClip *clip = timeline->clip;
    if (clip->document == NULL)
        return;
    switch (timeline->drag) {
    case STUDIO_DRAG_SCRUB:
        studio_clip_seek(clip, studio_clip_snapped(clip, studio_timeline_time(timeline, timeline->x),
                                                   studio_timeline_pixel(timeline)));
        break;
    case STUDIO_DRAG_BOX:
        studio_timeline_select_box(timeline);
        break;
    case STUDIO_DRAG_PAN:
    case STUDIO_DRAG_ZOOM:
        pan(timeline);
        break;
    case STUDIO_DRAG_KEYS:
    case STUDIO_DRAG_COPY:
    case STUDIO_DRAG_HANDLE:
    case STUDIO_DRAG_SCALE:
        studio_timeline_drag_keys(timeline);
        break;
    case STUDIO_DRAG_NONE:
    case STUDIO_DRAG_OVER:
    default:
        break;
    }
}

static gboolean on_tick(GtkWidget *widget, GdkFrameClock *clock, void *user)
{
    (void)clock, (void)user;
    StudioClipTimeline *timeline = STUDIO_CLIP_TIMELINE(widget);
    timeline->tick = 0;
    apply(timeline);
    return G_SOURCE_REMOVE;
}

static void press_main(StudioClipTimeline *timeline)
{
    StudioClip *clip = timeline->clip;
    const StudioClipPoint *point = &timeline->at;
    const bool is_control = timeline->modifiers & GDK_CONTROL_MASK;
    switch (point->hit) {
    case STUDIO_HIT_RULER:
        timeline->drag = STUDIO_DRAG_SCRUB;
        timeline->frame_count = 0;
        timeline->frame_time = 0;
        timeline->frames_from = g_get_monotonic_time();
        timeline->has_moved = true;
        apply(timeline);
        return;
    case STUDIO_HIT_KEY:
        press_key(timeline, point);
        break;
    case STUDIO_HIT_SUMMARY:
        press_summary(timeline, point);
        break;
    case STUDIO_HIT_ARRIVE:
    case STUDIO_HIT_LEAVE:
        timeline->drag = STUDIO_DRAG_HANDLE;
        break;
    case STUDIO_HIT_EDGE_START:
    case STUDIO_HIT_EDGE_END:
        timeline->drag = STUDIO_DRAG_SCALE;
        break;
    case STUDIO_HIT_CURVE:
        if (is_control && clip->is_graph && studio_timeline_add_on_curve(timeline, point)) {
            timeline->drag = STUDIO_DRAG_OVER;
            return;
        }
        timeline->drag = STUDIO_DRAG_BOX;
        break;
    case STUDIO_HIT_NONE:
    default:
        timeline->drag = STUDIO_DRAG_BOX;
        break;
    }
    if (point->hit == STUDIO_HIT_KEY || point->hit == STUDIO_HIT_SUMMARY)
        timeline->drag = is_control ? STUDIO_DRAG_COPY : STUDIO_DRAG_KEYS;
    if (timeline->drag != STUDIO_DRAG_BOX && !studio_clip_can_edit(clip))
        timeline->drag = STUDIO_DRAG_OVER;
    studio_timeline_note_keys(timeline);
}

static void on_begin(GtkGestureDrag *gesture, double x, double y, StudioClipTimeline *timeline)
{
    const guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture));
    if (timeline->clip->document == NULL)
        return;
    gtk_widget_grab_focus(GTK_WIDGET(timeline));
    timeline->modifiers = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture));
    timeline->adds = timeline->modifiers & GDK_SHIFT_MASK;
    timeline->begin_x = timeline->x = x;
    timeline->begin_y = timeline->y = y;
    timeline->has_moved = timeline->is_grouped = timeline->is_locked_time = timeline->is_locked_value = false;
    timeline->before = timeline->clip->look;
    timeline->at = studio_timeline_pick(timeline, x, y);
    if (button == GDK_BUTTON_MIDDLE) {
        timeline->drag = timeline->modifiers & GDK_CONTROL_MASK ? STUDIO_DRAG_ZOOM : STUDIO_DRAG_PAN;
        gtk_widget_set_cursor_from_name(GTK_WIDGET(timeline), "grabbing");
    } else if (button == GDK_BUTTON_PRIMARY) {
        press_main(timeline);
    }
}

static void on_update(GtkGestureDrag *gesture, double across, double down, StudioClipTimeline *timeline)
{
    if (timeline->drag == STUDIO_DRAG_NONE || timeline->drag == STUDIO_DRAG_OVER)
        return;
    timeline->x = timeline->begin_x + across;
    timeline->y = timeline->begin_y + down;
    if (!timeline->has_moved && hypot(across, down) < STILL)
        return;
    if (!timeline->has_moved && (timeline->modifiers & GDK_SHIFT_MASK)) {
        timeline->is_locked_value = fabs(across) >= fabs(down);
        timeline->is_locked_time = !timeline->is_locked_value;
    }
    timeline->has_moved = true;
    gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
    if (timeline->drag == STUDIO_DRAG_SCRUB)
        apply(timeline); // at once, so that the face follows with this frame and not the next
    else if (timeline->tick == 0)
        timeline->tick = gtk_widget_add_tick_callback(GTK_WIDGET(timeline), on_tick, NULL, NULL);
}

void studio_timeline_end(StudioClipTimeline *timeline, bool is_cancelled)
{
    StudioClip *clip = timeline->clip;
    if (timeline->tick != 0) {
        gtk_widget_remove_tick_callback(GTK_WIDGET(timeline), timeline->tick);
        timeline->tick = 0;
        if (!is_cancelled)
            apply(timeline); // where the pointer was let go counts
    }
    if (timeline->is_grouped)
        studio_timeline_end_keys(timeline, is_cancelled);
    else if (timeline->drag == STUDIO_DRAG_BOX && !timeline->has_moved && !timeline->adds &&
             clip->document != NULL && !is_cancelled) {
        studio_selection_clear_keys(studio_clip_selection(clip));
        if (!clip->is_graph && timeline->at.curve >= 0) // a lane is its curve
            studio_selection_only(studio_clip_selection(clip), clip->view.curves[timeline->at.curve].name);
        studio_clip_selected(clip);
    } else if (is_cancelled && (timeline->drag == STUDIO_DRAG_PAN || timeline->drag == STUDIO_DRAG_ZOOM)) {
        clip->look = timeline->before;
    }
    if (timeline->drag == STUDIO_DRAG_SCRUB)
        studio_timeline_tell_speed(timeline);
    timeline->drag = STUDIO_DRAG_NONE;
    gtk_widget_set_cursor(GTK_WIDGET(timeline), NULL);
    studio_clip_timeline_changed(clip, false);
}

static void on_end(GtkGestureDrag *gesture, double across, double down, StudioClipTimeline *timeline)
{
    if (timeline->has_moved && timeline->drag != STUDIO_DRAG_NONE)
        on_update(gesture, across, down, timeline); // it may have come further than the last event said
    if (timeline->drag == STUDIO_DRAG_OVER)
        timeline->drag = STUDIO_DRAG_NONE;
    else if (timeline->drag != STUDIO_DRAG_NONE)
        studio_timeline_end(timeline, false);
}

static void on_cancel(GtkGesture *gesture, GdkEventSequence *sequence, StudioClipTimeline *timeline)
{
    (void)gesture, (void)sequence;
    if (timeline->drag != STUDIO_DRAG_NONE && timeline->drag != STUDIO_DRAG_OVER)
        studio_timeline_end(timeline, true);
    timeline->drag = STUDIO_DRAG_NONE;
}

static void on_pressed(GtkGestureClick *gesture, int count, double x, double y, StudioClipTimeline *timeline)
{
    StudioClip *clip = timeline->clip;
    const guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture));
    if (clip->document == NULL)
        return;
    const StudioClipPoint point = studio_timeline_pick(timeline, x, y);
    if (button == GDK_BUTTON_PRIMARY && count == 2 && point.hit != STUDIO_HIT_RULER)
        studio_timeline_add_here(timeline, &point);
    if (button == GDK_BUTTON_SECONDARY) {
        if (point.hit == STUDIO_HIT_KEY && !studio_clip_is_key_selected(clip, point.curve, point.key)) {
            select_only(clip, clip->view.curves[point.curve].name, point.key);
            studio_clip_selected(clip);
        }
        studio_clip_tangent_menu(clip, GTK_WIDGET(timeline), x, y);
    }
}

static void on_motion(GtkEventControllerMotion *controller, double x, double y, StudioClipTimeline *timeline)
{
    (void)controller;
    if (timeline->drag != STUDIO_DRAG_NONE)
        return;
    timeline->x = x;
    timeline->y = y;
    const StudioClipHit hit = studio_timeline_pick(timeline, x, y).hit;
    const bool is_edge = hit == STUDIO_HIT_EDGE_START || hit == STUDIO_HIT_EDGE_END;
    const bool is_key = hit == STUDIO_HIT_KEY || hit == STUDIO_HIT_ARRIVE || hit == STUDIO_HIT_LEAVE ||
                        hit == STUDIO_HIT_SUMMARY;
    gtk_widget_set_cursor_from_name(GTK_WIDGET(timeline), is_edge ? "ew-resize" : is_key ? "pointer" : NULL);
}

static gboolean on_key(GtkEventControllerKey *controller, guint value, guint code, GdkModifierType state,
                       StudioClipTimeline *timeline)
{
    (void)controller, (void)code, (void)state;
    StudioClip *clip = timeline->clip;
    if (value == GDK_KEY_Menu || (value == GDK_KEY_F10 && (state & GDK_SHIFT_MASK))) {
        studio_clip_tangent_menu(clip, GTK_WIDGET(timeline), gtk_widget_get_width(GTK_WIDGET(timeline)) / 2.0,
                                 gtk_widget_get_height(GTK_WIDGET(timeline)) / 2.0);
        return TRUE;
    }
    if (value != GDK_KEY_Escape || clip->document == NULL)
        return FALSE;
    if (studio_clip_timeline_cancel(clip))
        return TRUE;
    if (studio_clip_selection(clip)->key_count == 0)
        return FALSE;
    studio_selection_clear_keys(studio_clip_selection(clip));
    studio_clip_selected(clip);
    return TRUE;
}

void studio_timeline_add_gestures(StudioClipTimeline *timeline)
{
    GtkWidget *widget = GTK_WIDGET(timeline);
    GtkGesture *drag = gtk_gesture_drag_new(), *click = gtk_gesture_click_new();
    GtkEventController *scroll = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES),
                       *motion = gtk_event_controller_motion_new(), *keys = gtk_event_controller_key_new();
    timeline->gesture = drag;
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(drag), 0);
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), 0);
    g_signal_connect(drag, "drag-begin", G_CALLBACK(on_begin), timeline);
    g_signal_connect(drag, "drag-update", G_CALLBACK(on_update), timeline);
    g_signal_connect(drag, "drag-end", G_CALLBACK(on_end), timeline);
    g_signal_connect(drag, "cancel", G_CALLBACK(on_cancel), timeline);
    g_signal_connect(click, "pressed", G_CALLBACK(on_pressed), timeline);
    g_signal_connect(scroll, "scroll", G_CALLBACK(on_scroll), timeline);
    g_signal_connect(motion, "motion", G_CALLBACK(on_motion), timeline);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), timeline);
    gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(drag));
    gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(click));
    gtk_widget_add_controller(widget, scroll);
    gtk_widget_add_controller(widget, motion);
    gtk_widget_add_controller(widget, keys);
    gtk_gesture_group(click, drag);
}
