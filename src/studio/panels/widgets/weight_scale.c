// SPDX-License-Identifier: MIT
//
// The weight slider. GtkRange draws knob and focus; its own gestures are removed, because they have
// no snapping, no fine dragging and no cancel.

#include "studio/panels/widgets/weight_scale.h"
#include "studio/panels/workspace/preferences.h"

#include <math.h>

enum {
    ROOM = 4,        ///< Pixels of the trough that the knob takes, as style.css has it.
    KNOB = 10,       ///< Pixels around its middle that a press takes hold of it.
    MAGNET = 4,      ///< Pixels.
    FINER = 10,      ///< With Shift.
    TROUGH = 4,      ///< Pixels of its height.
    TICK = 10,       ///< Pixels of a tick's height.
    MARK_HEIGHT = 14 ///< Pixels.
};
static const double SAME = 0.0005; ///< Weights nearer to each other than this look alike.

struct _StudioWeightScale {
    GtkScale parent_instance;
    GtkGesture *drag;
    double own_min, own_max, applied, mark;
    bool is_showing; ///< A value is set by the program.
    bool is_dragging;
    double pressed_value;      ///< What Escape brings back.
    double base_value, base_x; ///< Where the drag, or its last change of keys, began.
    double free_value;         ///< Where the hand is, without magnet and steps.
    double step;               ///< Per pixel, as the drag found it: rows may be laid out again meanwhile.
    GdkModifierType keys;
    guint32 press_time;
    double press_x;
};

G_DEFINE_TYPE(StudioWeightScale, studio_weight_scale, GTK_TYPE_SCALE)

enum { BEGAN, ASKED, ENDED, SIGNAL_COUNT };
static guint signals[SIGNAL_COUNT];

static GtkAdjustment *adjustment_of(StudioWeightScale *scale)
{
    return gtk_range_get_adjustment(GTK_RANGE(scale));
}

/// To the nearest step of 1 / per.
static double to_step(double value, double per)
{
    return (double)(gint64)(value * per + (value < 0 ? -0.5 : 0.5)) / per;
}

static double lower(StudioWeightScale *scale) { return gtk_adjustment_get_lower(adjustment_of(scale)); }
static double upper(StudioWeightScale *scale) { return gtk_adjustment_get_upper(adjustment_of(scale)); }

/// Where the middle of the knob is at the ends, in pixels.
static void span(StudioWeightScale *scale, double *out_start, double *out_length)
{
    GdkRectangle trough;
    gtk_range_get_range_rect(GTK_RANGE(scale), &trough);
    *out_start = trough.x + ROOM / 2.0;
    *out_length = MAX(trough.width - ROOM, 1);
}

static double x_of(StudioWeightScale *scale, double value)
{
    double start, length;
    span(scale, &start, &length);
    const double range = upper(scale) - lower(scale);
    return start + (range > 0 ? CLAMP((value - lower(scale)) / range, 0, 1) : 0) * length;
}

static double per_pixel(StudioWeightScale *scale)
{
    double start, length;
    span(scale, &start, &length);
    return (upper(scale) - lower(scale)) / length;
}

// Asking

static void show_value(StudioWeightScale *scale, double value)
{
    scale->is_showing = true;
    gtk_range_set_value(GTK_RANGE(scale), value);
    scale->is_showing = false;
}

static void ask(StudioWeightScale *scale, double value)
{
    value = CLAMP(value, lower(scale), upper(scale));
    show_value(scale, value);
    g_signal_emit(scale, signals[ASKED], 0, value);
}

static void ask_once(StudioWeightScale *scale, double value)
{
    g_signal_emit(scale, signals[BEGAN], 0);
    ask(scale, value);
    g_signal_emit(scale, signals[ENDED], 0, FALSE);
}

/// Assistive programs set the value itself.
static void on_value(StudioWeightScale *scale)
{
    if (!scale->is_showing)
        ask_once(scale, gtk_range_get_value(GTK_RANGE(scale)));
}

// Dragging

static void end_drag(StudioWeightScale *scale, bool is_cancelled)
{
    if (!scale->is_dragging)
        return;
    scale->is_dragging = false;
    gtk_widget_remove_css_class(GTK_WIDGET(scale), "dragging");
    g_signal_emit(scale, signals[ENDED], 0, is_cancelled);
}

static void cancel_drag(StudioWeightScale *scale)
{
    if (!scale->is_dragging)
        return;
    ask(scale, scale->pressed_value);
    end_drag(scale, true);
    gtk_event_controller_reset(GTK_EVENT_CONTROLLER(scale->drag)); // a denied one would ignore the next press
}

static double to_magnet(StudioWeightScale *scale, double value)
{
    const double reach = studio_prefers(STUDIO_PREFER_MAGNET) ? MAGNET * scale->step : 0;
    const double places[] = {0, 1, lower(scale), upper(scale), scale->own_min, scale->own_max};
    for (size_t i = 0; i < G_N_ELEMENTS(places); ++i)
        if (places[i] >= lower(scale) && places[i] <= upper(scale) && fabs(value - places[i]) <= reach)
            return places[i];
    return value;
}

static bool is_double(StudioWeightScale *scale, guint32 time, double x)
{
    int most, distance;
    g_object_get(gtk_widget_get_settings(GTK_WIDGET(scale)), "gtk-double-click-time", &most,
                 "gtk-double-click-distance", &distance, NULL);
    const bool is_second = scale->press_time != 0 && time - scale->press_time <= (guint32)most &&
                           fabs(x - scale->press_x) <= distance;
    scale->press_time = is_second ? 0 : time;
    scale->press_x = x;
    return is_second;
}

static void on_drag_begin(GtkGestureDrag *gesture, double x, double y, StudioWeightScale *scale)
{
    (void)y;
    GtkEventController *controller = GTK_EVENT_CONTROLLER(gesture);
    const guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture));
    if (button == GDK_BUTTON_SECONDARY) { // the row's menu
        gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_DENIED);
        return;
    }
    gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
    gtk_widget_grab_focus(GTK_WIDGET(scale));
    if (button == GDK_BUTTON_MIDDLE ||
        is_double(scale, gtk_event_controller_get_current_event_time(controller), x)) {
        ask_once(scale, 0);
        gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_DENIED);
        return;
    }
    scale->is_dragging = true;
    scale->pressed_value = gtk_range_get_value(GTK_RANGE(scale));
    scale->step = per_pixel(scale);
    const double away = x - x_of(scale, scale->pressed_value);
    gtk_widget_add_css_class(GTK_WIDGET(scale), "dragging");
    g_signal_emit(scale, signals[BEGAN], 0);
    scale->keys =
        gtk_event_controller_get_current_event_state(controller) & (GDK_SHIFT_MASK | GDK_CONTROL_MASK);
    scale->base_value = scale->pressed_value;
    if (fabs(away) > KNOB)
        scale->base_value += away * scale->step;
    scale->base_x = x;
    scale->free_value = scale->base_value;
    if (scale->base_value != scale->pressed_value)
        ask(scale, to_magnet(scale, scale->base_value));
}

static void on_drag_update(GtkGestureDrag *gesture, double offset_x, double offset_y,
                           StudioWeightScale *scale)
{
    (void)offset_y;
    double start_x, start_y;
    if (!scale->is_dragging || !gtk_gesture_drag_get_start_point(gesture, &start_x, &start_y))
        return;
    const GdkModifierType keys = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture)) &
                                 (GDK_SHIFT_MASK | GDK_CONTROL_MASK);
    const double x = start_x + offset_x;
    if (keys != scale->keys) { // what was dragged so far stays
        scale->base_value = CLAMP(scale->free_value, lower(scale), upper(scale));
        scale->base_x = x;
        scale->keys = keys;
    }
    const double step = scale->step / ((keys & GDK_SHIFT_MASK) != 0 ? FINER : 1);
    double value = scale->base_value + (x - scale->base_x) * step;
    scale->free_value = value;
    if ((keys & GDK_CONTROL_MASK) != 0)
        value = to_step(value, 10);
    else if ((keys & GDK_SHIFT_MASK) == 0)
        value = to_magnet(scale, value);
    ask(scale, value);
}

static void on_drag_end(GtkGestureDrag *gesture, double x, double y, StudioWeightScale *scale)
{
    (void)gesture, (void)x, (void)y;
    end_drag(scale, false);
}

static void on_drag_cancel(GtkGesture *gesture, GdkEventSequence *sequence, StudioWeightScale *scale)
{
    (void)gesture, (void)sequence;
    end_drag(scale, false);
}

// Keys

static gboolean on_key(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                       StudioWeightScale *scale)
{
    (void)controller, (void)code;
    const double value = gtk_range_get_value(GTK_RANGE(scale));
    const double step = (state & GDK_CONTROL_MASK) != 0 ? 0.1 : (state & GDK_SHIFT_MASK) != 0 ? 0.001 : 0.01;
    if ((state & GDK_ALT_MASK) != 0)
        return GDK_EVENT_PROPAGATE;
    switch (key) {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
        ask_once(scale, to_step(value - step, 1e6));
        return GDK_EVENT_STOP;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
        ask_once(scale, to_step(value + step, 1e6));
        return GDK_EVENT_STOP;
    case GDK_KEY_Home:
        ask_once(scale, scale->own_min);
        return GDK_EVENT_STOP;
    case GDK_KEY_End:
        ask_once(scale, scale->own_max);
        return GDK_EVENT_STOP;
    case GDK_KEY_0:
    case GDK_KEY_KP_0:
    case GDK_KEY_1:
    case GDK_KEY_KP_1:
        if ((state & GDK_CONTROL_MASK) != 0)
            return GDK_EVENT_PROPAGATE;
        ask_once(scale, key == GDK_KEY_1 || key == GDK_KEY_KP_1 ? 1 : 0);
        return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
        if (!scale->is_dragging)
            return GDK_EVENT_PROPAGATE;
        cancel_drag(scale);
        return GDK_EVENT_STOP;
    default:
        return GDK_EVENT_PROPAGATE; // up and down move in the list
    }
}

// Drawing

static GdkRGBA color_of(StudioWeightScale *scale, const char *name, double alpha)
{
    GtkStyleContext *style = gtk_widget_get_style_context(GTK_WIDGET(scale));
    GdkRGBA color;
    if (name == NULL || !gtk_style_context_lookup_color(style, name, &color))
        gtk_style_context_get_color(style, &color);
    color.alpha = (float)((double)color.alpha * alpha);
    return color;
}

static void put_bar(GtkSnapshot *snapshot, double from, double to, double middle, double height,
                    const GdkRGBA *color)
{
    GskRoundedRect round;
    const graphene_rect_t bar = GRAPHENE_RECT_INIT((float)MIN(from, to), (float)(middle - height / 2),
                                                   (float)fabs(to - from), (float)height);
    gsk_rounded_rect_init_from_rect(&round, &bar, (float)MIN(height, fabs(to - from)) / 2);
    gtk_snapshot_push_rounded_clip(snapshot, &round);
    gtk_snapshot_append_color(snapshot, color, &bar);
    gtk_snapshot_pop(snapshot);
}

static void put_line(StudioWeightScale *scale, GtkSnapshot *snapshot, double value, double middle,
                     double width, double height, const GdkRGBA *color)
{
    const double x = x_of(scale, value);
    gtk_snapshot_append_color(snapshot, color,
                              &GRAPHENE_RECT_INIT((float)(x - width / 2), (float)(middle - height / 2),
                                                  (float)width, (float)height));
}

/// From what is applied to what was asked.
static void put_dots(GtkSnapshot *snapshot, double from, double to, double middle, const GdkRGBA *color)
{
    const double end = MAX(from, to);
    for (double x = MIN(from, to) + 3; x < end; x += 4)
        gtk_snapshot_append_color(snapshot, color,
                                  &GRAPHENE_RECT_INIT((float)x, (float)middle - 1.0f, 2.0f, 2.0f));
}

static void studio_weight_scale_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    StudioWeightScale *scale = STUDIO_WEIGHT_SCALE(widget);
    GdkRectangle trough;
    gtk_range_get_range_rect(GTK_RANGE(scale), &trough);
    const double middle = trough.y + trough.height / 2.0, asked = gtk_range_get_value(GTK_RANGE(scale));
    const bool is_wide = scale->own_min > lower(scale) + SAME || scale->own_max < upper(scale) - SAME;
    const bool is_other = scale->own_min != 0 || scale->own_max != 1 || is_wide;
    const bool differs = fabs(asked - scale->applied) > SAME;
    const GdkRGBA ground = color_of(scale, NULL, is_wide ? 0.09 : 0.18);
    const GdkRGBA own = color_of(scale, NULL, 0.25), tick = color_of(scale, NULL, 0.5);
    const GdkRGBA fill = color_of(scale, differs ? "warning_color" : "accent_bg_color", 1);
    put_bar(snapshot, x_of(scale, lower(scale)), x_of(scale, upper(scale)), middle, TROUGH, &ground);
    if (is_wide)
        put_bar(snapshot, x_of(scale, scale->own_min), x_of(scale, scale->own_max), middle, TROUGH, &own);
    for (int i = 0; i <= 1 && is_other; ++i)
        if (i > lower(scale) + SAME && i < upper(scale) - SAME)
            put_line(scale, snapshot, i, middle, 1, TICK, &tick);
    if (fabs(scale->applied) > SAME)
        put_bar(snapshot, x_of(scale, 0), x_of(scale, scale->applied), middle, TROUGH, &fill);
    if (differs)
        put_dots(snapshot, x_of(scale, scale->applied), x_of(scale, asked), middle, &fill);
    if (!isnan(scale->mark)) {
        const GdkRGBA accent = color_of(scale, "accent_color", 1);
        put_line(scale, snapshot, scale->mark, middle, 2, MARK_HEIGHT, &accent);
    }
    GTK_WIDGET_CLASS(studio_weight_scale_parent_class)->snapshot(widget, snapshot); // knob and focus
}

// Making

/// Only now it has an adjustment.
static void studio_weight_scale_constructed(GObject *object)
{
    G_OBJECT_CLASS(studio_weight_scale_parent_class)->constructed(object);
    gtk_range_set_range(GTK_RANGE(object), 0.0, 1.0);
    gtk_range_set_increments(GTK_RANGE(object), 0.01, 0.1);
    g_signal_connect(object, "value-changed", G_CALLBACK(on_value), NULL);
}

static void studio_weight_scale_class_init(StudioWeightScaleClass *class)
{
    G_OBJECT_CLASS(class)->constructed = studio_weight_scale_constructed;
    GTK_WIDGET_CLASS(class)->snapshot = studio_weight_scale_snapshot;
    signals[BEGAN] = g_signal_new("began", STUDIO_TYPE_WEIGHT_SCALE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
    signals[ASKED] = g_signal_new("asked", STUDIO_TYPE_WEIGHT_SCALE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_DOUBLE);
    signals[ENDED] = g_signal_new("ended", STUDIO_TYPE_WEIGHT_SCALE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
}

/// GtkRange's own: pressing, dragging, zooming, scrolling, and keys: up and down are the list's, and
/// the key controller uses the drag gesture, which is gone.
static void drop_gestures(GtkWidget *widget)
{
    g_autoptr(GListModel) controllers = gtk_widget_observe_controllers(widget);
    for (guint i = g_list_model_get_n_items(controllers); i-- > 0;) {
        g_autoptr(GtkEventController) controller = g_list_model_get_item(controllers, i);
        if (GTK_IS_GESTURE(controller) || GTK_IS_EVENT_CONTROLLER_SCROLL(controller) ||
            GTK_IS_EVENT_CONTROLLER_KEY(controller) || GTK_IS_SHORTCUT_CONTROLLER(controller))
            gtk_widget_remove_controller(widget, controller);
    }
}

static void studio_weight_scale_init(StudioWeightScale *scale)
{
    GtkWidget *widget = GTK_WIDGET(scale);
    scale->own_max = 1;
    scale->mark = NAN;
    gtk_scale_set_draw_value(GTK_SCALE(scale), FALSE);
    gtk_scale_set_has_origin(GTK_SCALE(scale), FALSE);
    gtk_range_set_round_digits(GTK_RANGE(scale), -1);
    gtk_widget_add_css_class(widget, "weight-scale");
    drop_gestures(widget);
    scale->drag = gtk_gesture_drag_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(scale->drag), 0);
    g_signal_connect(scale->drag, "drag-begin", G_CALLBACK(on_drag_begin), scale);
    g_signal_connect(scale->drag, "drag-update", G_CALLBACK(on_drag_update), scale);
    g_signal_connect(scale->drag, "drag-end", G_CALLBACK(on_drag_end), scale);
    g_signal_connect(scale->drag, "cancel", G_CALLBACK(on_drag_cancel), scale);
    gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(scale->drag));
    GtkEventController *keys = gtk_event_controller_key_new();
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), scale);
    gtk_widget_add_controller(widget, keys);
}

GtkWidget *studio_weight_scale_new(void) { return g_object_new(STUDIO_TYPE_WEIGHT_SCALE, NULL); }

void studio_weight_scale_set_range(StudioWeightScale *scale, double min, double max, double own_min,
                                   double own_max)
{
    if (min == lower(scale) && max == upper(scale) && scale->own_min == own_min && scale->own_max == own_max)
        return;
    scale->own_min = own_min;
    scale->own_max = own_max;
    scale->is_showing = true;
    if (min != lower(scale) || max != upper(scale))
        gtk_range_set_range(GTK_RANGE(scale), min, max);
    scale->is_showing = false;
    gtk_widget_queue_draw(GTK_WIDGET(scale));
}

void studio_weight_scale_set_values(StudioWeightScale *scale, double asked, double applied)
{
    if (!scale->is_dragging && gtk_range_get_value(GTK_RANGE(scale)) != asked)
        show_value(scale, asked);
    if (scale->applied == applied)
        return;
    scale->applied = applied;
    gtk_widget_queue_draw(GTK_WIDGET(scale));
}

void studio_weight_scale_set_mark(StudioWeightScale *scale, double value)
{
    if (scale->mark == value || (isnan(scale->mark) && isnan(value)))
        return;
    scale->mark = value;
    gtk_widget_queue_draw(GTK_WIDGET(scale));
}

void studio_weight_scale_set_armed(StudioWeightScale *scale, bool is_armed)
{
    if (is_armed)
        gtk_widget_add_css_class(GTK_WIDGET(scale), "armed");
    else
        gtk_widget_remove_css_class(GTK_WIDGET(scale), "armed");
}

void studio_weight_scale_let_go(StudioWeightScale *scale)
{
    if (!scale->is_dragging)
        return;
    end_drag(scale, false);
    gtk_gesture_set_state(scale->drag, GTK_EVENT_SEQUENCE_DENIED);
}
