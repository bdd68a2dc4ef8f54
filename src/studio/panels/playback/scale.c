// SPDX-License-Identifier: MIT
//
// The time slider.

#include "studio/panels/playback/scale.h"

#include "studio/panels/widgets/widgets.h"

enum { TROUGH = 4, KNOB = 14, RANGE = 10 }; ///< Heights, in logical pixels.

struct _StudioTimeScale {
    GtkScale parent_instance;
    double time, start, end;
};

G_DEFINE_TYPE(StudioTimeScale, studio_time_scale, GTK_TYPE_SCALE)

/// Where a time is drawn: the way that the knob of GtkRange goes, which is as wide as ours by style.
static float place_of(StudioTimeScale *scale, const graphene_rect_t *trough, double time)
{
    const double most = gtk_adjustment_get_upper(gtk_range_get_adjustment(GTK_RANGE(scale)));
    const double part = most > 0.0 ? CLAMP(time / most, 0.0, 1.0) : 0.0;
    return trough->origin.x + KNOB / 2.0f + (trough->size.width - KNOB) * (float)part;
}

static void fill(GtkSnapshot *snapshot, float x, float y, float width, float height, const GdkRGBA *color)
{
    GskRoundedRect rounded;
    graphene_rect_t bounds;
    graphene_rect_init(&bounds, x, y, width > 0 ? width : 0, height);
    gsk_rounded_rect_init_from_rect(&rounded, &bounds, height / 2);
    gtk_snapshot_push_rounded_clip(snapshot, &rounded);
    gtk_snapshot_append_color(snapshot, color, &bounds);
    gtk_snapshot_pop(snapshot);
}

static GdkRGBA color_of(GtkWidget *widget, const char *name, float alpha)
{
    GdkRGBA color;
    GtkStyleContext *context = gtk_widget_get_style_context(widget);
    if (name == NULL || !gtk_style_context_lookup_color(context, name, &color))
        gtk_style_context_get_color(context, &color);
    color.alpha *= alpha;
    return color;
}

static void studio_time_scale_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    StudioTimeScale *scale = STUDIO_TIME_SCALE(widget);
    graphene_rect_t trough;
    if (!gtk_widget_compute_bounds(gtk_widget_get_first_child(widget), widget, &trough))
        return;
    const bool is_on = gtk_widget_is_sensitive(widget);
    const GdkRGBA ground = color_of(widget, NULL, 0.2f), range = color_of(widget, NULL, 0.3f);
    const GdkRGBA played = color_of(widget, "accent_bg_color", is_on ? 1.0f : 0.0f);
    const float middle = (float)gtk_widget_get_height(widget) / 2.0f;
    const float first = place_of(scale, &trough, 0.0), x = place_of(scale, &trough, scale->time);
    const float last = place_of(scale, &trough, G_MAXDOUBLE);
    if (scale->end > scale->start) {
        const float from = place_of(scale, &trough, scale->start), to = place_of(scale, &trough, scale->end);
        fill(snapshot, from, middle - RANGE / 2.0f, to - from, RANGE, &range);
    }
    fill(snapshot, first, middle - TROUGH / 2.0f, last - first, TROUGH, &ground);
    fill(snapshot, first, middle - TROUGH / 2.0f, x - first, TROUGH, &played);
    const GdkRGBA rim = color_of(widget, NULL, 0.35f);
    const GdkRGBA knob = is_on ? (GdkRGBA){0.98f, 0.98f, 0.98f, 1.0f} : color_of(widget, NULL, 0.35f);
    fill(snapshot, x - KNOB / 2.0f - 1, middle - KNOB / 2.0f - 1, KNOB + 2, KNOB + 2, &rim);
    fill(snapshot, x - KNOB / 2.0f, middle - KNOB / 2.0f, KNOB, KNOB, &knob);
}

static void studio_time_scale_class_init(StudioTimeScaleClass *class)
{
    GTK_WIDGET_CLASS(class)->snapshot = studio_time_scale_snapshot;
}

static void studio_time_scale_init(StudioTimeScale *scale) { (void)scale; }

GtkWidget *studio_time_scale_new(void)
{
    GtkWidget *scale = g_object_new(STUDIO_TYPE_TIME_SCALE, "adjustment",
                                    gtk_adjustment_new(0.0, 0.0, 1.0, 0.01, 0.1, 0.0), NULL);
    gtk_widget_add_css_class(scale, "time-scale");
    studio_ignore_scrolling(scale);
    return scale;
}

void studio_time_scale_set_length(StudioTimeScale *scale, double length, double rate)
{
    gtk_range_set_range(GTK_RANGE(scale), 0.0, length > 0.0 ? length : 1.0);
    gtk_range_set_increments(GTK_RANGE(scale), 1.0 / rate, 10.0 / rate);
    gtk_widget_queue_draw(GTK_WIDGET(scale));
}

void studio_time_scale_set_range(StudioTimeScale *scale, double start, double end)
{
    if (scale->start == start && scale->end == end)
        return;
    scale->start = start;
    scale->end = end;
    gtk_widget_queue_draw(GTK_WIDGET(scale));
}

void studio_time_scale_set_time(StudioTimeScale *scale, double time, bool is_told)
{
    if (scale->time != time) {
        scale->time = time;
        gtk_widget_queue_draw(GTK_WIDGET(scale));
    }
    if (is_told)
        gtk_range_set_value(GTK_RANGE(scale), time);
}

bool studio_time_scale_is_held(StudioTimeScale *scale)
{
    return gtk_widget_has_css_class(GTK_WIDGET(scale), "dragging");
}
