// SPDX-License-Identifier: MIT
//
// Draws the graph view: values over time, keys shaped by their tangents.

#include "studio/panels/clip/timeline_private.h"

#include "studio/panels/widgets/widgets.h"

#include <math.h>

static void set_color(cairo_t *cairo, const GdkRGBA *color, double alpha)
{
    cairo_set_source_rgba(cairo, (double)color->red, (double)color->green, (double)color->blue,
                          (double)color->alpha * alpha);
}

void studio_timeline_draw_key(cairo_t *cairo, double x, double y, StudioTangent tangent, const GdkRGBA *color,
                              bool is_selected, bool is_hollow, const GdkRGBA *accent)
{
    const double size = is_selected ? 6 : 5;
    cairo_new_path(cairo);
    switch (tangent) {
    case STUDIO_TANGENT_SMOOTH:
    case STUDIO_TANGENT_BREAK:
    case STUDIO_TANGENT_FLAT:
        cairo_arc(cairo, x, y, size - 0.7, 0, 2 * G_PI);
        break;
    case STUDIO_TANGENT_LINEAR:
        cairo_move_to(cairo, x, y - size);
        cairo_line_to(cairo, x + size, y + size * 0.8);
        cairo_line_to(cairo, x - size, y + size * 0.8);
        break;
    case STUDIO_TANGENT_STEP:
        cairo_rectangle(cairo, x - size * 0.8, y - size * 0.8, size * 1.6, size * 1.6);
        break;
    case STUDIO_TANGENT_AUTO:
    default:
        cairo_move_to(cairo, x, y - size);
        cairo_line_to(cairo, x + size, y);
        cairo_line_to(cairo, x, y + size);
        cairo_line_to(cairo, x - size, y);
        break;
    }
    cairo_close_path(cairo);
    if (is_hollow) {
        set_color(cairo, is_selected ? accent : color, 1);
        cairo_set_line_width(cairo, is_selected ? 2.2 : 1.6);
        cairo_stroke(cairo);
        return;
    }
    set_color(cairo, is_selected ? accent : color, 1);
    cairo_fill_preserve(cairo);
    if (is_selected) {
        cairo_set_source_rgb(cairo, 1, 1, 1);
        cairo_set_line_width(cairo, 1.4);
        cairo_stroke(cairo);
    }
    cairo_new_path(cairo);
}

/// The area that a curve sweeps over, column by column: stroking a dense curve would be slow.
static void fill_dense(const StudioClipTimeline *timeline, cairo_t *cairo, const StudioShownCurve *curve,
                       double step, double line)
{
    const StudioClip *clip = timeline->clip;
    const int width = gtk_widget_get_width(GTK_WIDGET(timeline));
    const double pixel = studio_timeline_pixel(timeline);
    for (double x = 0; x <= width; x += step) {
        const double time = studio_timeline_time(timeline, x);
        float low, high;
        studio_shown_range(&clip->view, curve, time, time + step * pixel, &low, &high);
        const double top = CLAMP(studio_timeline_y(timeline, (double)high), -4000, 8000),
                     bottom = CLAMP(studio_timeline_y(timeline, (double)low), -4000, 8000);
        cairo_rectangle(cairo, x, floor(top), step, MAX(ceil(bottom) - floor(top), line));
    }
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE);
    cairo_fill(cairo);
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_DEFAULT);
}

static bool is_dense(const StudioClipTimeline *timeline, const StudioShownCurve *curve)
{
    const int width = gtk_widget_get_width(GTK_WIDGET(timeline));
    return curve->is_sampled ? timeline->clip->view.samples->rate * studio_timeline_pixel(timeline) > 2
                             : curve->keyed.key_count > 2 * width;
}

/// A curve as a line; step: pixels between points.
static void trace(const StudioClipTimeline *timeline, cairo_t *cairo, const StudioShownCurve *curve,
                  double step)
{
    const StudioClip *clip = timeline->clip;
    const int width = gtk_widget_get_width(GTK_WIDGET(timeline));
    for (double x = 0; x <= width + step; x += step) {
        const double time = studio_timeline_time(timeline, x);
        const double y = studio_timeline_y(timeline, (double)studio_shown_value(&clip->view, curve, time));
        if (x > 0)
            cairo_line_to(cairo, x, CLAMP(y, -4000, 8000));
        else
            cairo_move_to(cairo, x, CLAMP(y, -4000, 8000));
    }
}

/// Where a curve steps or turns a corner, pixels alone would round it.
static void trace_keyed(const StudioClipTimeline *timeline, cairo_t *cairo, const StudioShownCurve *curve)
{
    const StudioClip *clip = timeline->clip;
    const MienAuthorClipCurve *keyed = &curve->keyed;
    const int width = gtk_widget_get_width(GTK_WIDGET(timeline));
    if (keyed->key_count == 0 || keyed->key_count > width) {
        trace(timeline, cairo, curve, 1);
        return;
    }
    const double start = studio_timeline_time(timeline, 0), end = studio_timeline_time(timeline, width);
    const double step = 2 * studio_timeline_pixel(timeline);
    cairo_move_to(cairo, 0,
                  studio_timeline_y(timeline, (double)studio_shown_value(&clip->view, curve, start)));
    int key = studio_shown_first_key(curve, start);
    for (double time = start + step; time < end + step; time += step) {
        for (; key < keyed->key_count && keyed->keys[key].time <= time; ++key) {
            const MienAuthorKey *before = key > 0 ? &keyed->keys[key - 1] : NULL, *at = &keyed->keys[key];
            const double x = studio_timeline_x(timeline, at->time);
            if (before != NULL && before->interpolation == MIEN_AUTHOR_CONSTANT)
                cairo_line_to(cairo, x, studio_timeline_y(timeline, (double)before->value));
            cairo_line_to(cairo, x, studio_timeline_y(timeline, (double)at->value));
        }
        cairo_line_to(cairo, studio_timeline_x(timeline, time),
                      studio_timeline_y(timeline, (double)studio_shown_value(&clip->view, curve, time)));
    }
}

static void stroke_curve(const StudioClipTimeline *timeline, cairo_t *cairo, int index, bool is_faint)
{
    const StudioClip *clip = timeline->clip;
    const GdkRGBA color = studio_clip_color(clip->infos[index].group);
    const StudioShownCurve *curve = &clip->view.curves[index];
    const bool is_contrast = adw_style_manager_get_high_contrast(adw_style_manager_get_default());
    static const double dashes[] = {6, 4};
    cairo_set_dash(cairo, dashes, clip->infos[index].is_right ? 2 : 0, 0);
    set_color(cairo, &color, is_faint ? 0.45 : 1);
    cairo_set_line_width(cairo, is_contrast ? 3 : is_faint ? 1.2 : 2.2);
    if (is_dense(timeline, curve)) {
        set_color(cairo, &color, is_faint ? 0.12 : 0.75);
        fill_dense(timeline, cairo, curve, is_faint ? 3 : 1, is_faint ? 1 : 2);
        return;
    }
    if (curve->is_sampled || is_faint)
        trace(timeline, cairo, curve, is_faint ? 3 : 1);
    else
        trace_keyed(timeline, cairo, curve);
    cairo_stroke(cairo);
    cairo_set_dash(cairo, NULL, 0, 0);
}

static void draw_handles(const StudioClipTimeline *timeline, cairo_t *cairo, const MienAuthorKey *key,
                         const GdkRGBA *ink)
{
    const double x = studio_timeline_x(timeline, key->time),
                 y = studio_timeline_y(timeline, (double)key->value);
    set_color(cairo, ink, 0.8);
    cairo_set_line_width(cairo, 1.2);
    for (int side = 0; side < 2; ++side) {
        double to_x, to_y;
        studio_timeline_handle(timeline, key, side == 1, &to_x, &to_y);
        cairo_move_to(cairo, x, y);
        cairo_line_to(cairo, to_x, to_y);
        cairo_stroke(cairo);
        cairo_arc(cairo, to_x, to_y, 3, 0, 2 * G_PI);
        cairo_stroke(cairo);
    }
}

static void draw_keys(StudioClipTimeline *timeline, cairo_t *cairo, int index, const GdkRGBA *ink,
                      const GdkRGBA *accent, int handles)
{
    StudioClip *clip = timeline->clip;
    const StudioCurveInfo *info = &clip->infos[index];
    const MienAuthorClipCurve *keyed = &clip->view.curves[index].keyed;
    const int width = gtk_widget_get_width(GTK_WIDGET(timeline));
    const GdkRGBA color = studio_clip_color(info->group);
    double last_x = -100;
    for (int k = studio_shown_first_key(&clip->view.curves[index], studio_timeline_time(timeline, -8));
         k < keyed->key_count; ++k) {
        const MienAuthorKey *key = &keyed->keys[k];
        const double x = studio_timeline_x(timeline, key->time),
                     y = studio_timeline_y(timeline, (double)key->value);
        const bool is_selected = studio_clip_is_key_selected(clip, index, k);
        if (x > width + 8)
            break;
        if (x - last_x < 2 && !is_selected) // they could not be told apart
            continue;
        last_x = x;
        if (is_selected && key->interpolation == MIEN_AUTHOR_CUBIC && handles <= 12)
            draw_handles(timeline, cairo, key, ink);
        studio_timeline_draw_key(
            cairo, x, y, studio_clip_tangent_of(key), &color, is_selected,
            info->has_pose && (key->value < info->range_min || key->value > info->range_max), accent);
    }
}

/// Lines of round values, with numbers; beyond 0 and 1 dashed.
static void draw_values(const StudioClipTimeline *timeline, GtkSnapshot *snapshot, cairo_t *cairo,
                        const GdkRGBA *ink)
{
    GtkWidget *widget = GTK_WIDGET(timeline);
    const StudioClipLook *look = &timeline->clip->look;
    const int width = gtk_widget_get_width(widget);
    const double per_value = studio_timeline_y(timeline, 0) - studio_timeline_y(timeline, 1);
    double step = 0.5;
    while (step * per_value < 34 && step < 1e9)
        step *= 2;
    while (step * per_value > 130 && step > 1e-6)
        step /= 5;
    const GdkRGBA text = {ink->red, ink->green, ink->blue, ink->alpha * 0.6f};
    for (double n = ceil(look->low / step); n * step <= look->high; ++n) {
        const double value = n * step, y = floor(studio_timeline_y(timeline, value)) + 0.5;
        const bool is_edge = fabs(value) < 1e-9 || fabs(value - 1) < 1e-9;
        const bool is_beyond = value > 1 - 1e-9 || value < -1e-9;
        char number[STUDIO_NUMBER_ROOM];
        cairo_set_dash(cairo, (const double[]){4, 4}, is_beyond ? 2 : 0, 0);
        set_color(cairo, ink, is_edge ? 0.2 : 0.07);
        cairo_set_line_width(cairo, 1);
        cairo_move_to(cairo, 0, y);
        cairo_line_to(cairo, width, y);
        cairo_stroke(cairo);
        cairo_set_dash(cairo, NULL, 0, 0);
        studio_number_text(value, fabs(value - round(value)) < 1e-9 ? 0 : step < 0.1 ? 2 : 1, number);
        g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(widget, number);
        PangoAttrList *small = pango_attr_list_new();
        pango_attr_list_insert(small, pango_attr_size_new((int)(8.5 * PANGO_SCALE)));
        pango_layout_set_attributes(layout, small);
        pango_attr_list_unref(small);
        gtk_snapshot_save(snapshot);
        gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(4, (float)y - 15));
        gtk_snapshot_append_layout(snapshot, layout, &text);
        gtk_snapshot_restore(snapshot);
    }
}

static void draw_more(const StudioClipTimeline *timeline, GtkSnapshot *snapshot, int more, const GdkRGBA *ink)
{
    GtkWidget *widget = GTK_WIDGET(timeline);
    const GdkRGBA text = {ink->red, ink->green, ink->blue, ink->alpha * 0.6f};
    g_autofree char *words = g_strdup_printf("and %d more", more);
    g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(widget, words);
    PangoAttrList *small = pango_attr_list_new();
    int width, height;
    pango_attr_list_insert(small, pango_attr_size_new((int)(8.5 * PANGO_SCALE)));
    pango_layout_set_attributes(layout, small);
    pango_attr_list_unref(small);
    pango_layout_get_pixel_size(layout, &width, &height);
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot,
                           &GRAPHENE_POINT_INIT((float)(gtk_widget_get_width(widget) - width - 8),
                                                (float)(studio_timeline_bottom(timeline) - height - 4)));
    gtk_snapshot_append_layout(snapshot, layout, &text);
    gtk_snapshot_restore(snapshot);
}

static void draw_all(StudioClipTimeline *timeline, GtkSnapshot *snapshot)
{
    StudioClip *clip = timeline->clip;
    GtkWidget *widget = GTK_WIDGET(timeline);
    const double top = studio_timeline_top(timeline);
    const graphene_rect_t area = GRAPHENE_RECT_INIT(0, (float)top, (float)gtk_widget_get_width(widget),
                                                    (float)(studio_timeline_bottom(timeline) - top));
    GdkRGBA ink, accent;
    int faint = 0, more = 0, handles = studio_clip_selection(clip)->key_count;
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &ink);
    gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), "accent_bg_color", &accent);
    gtk_snapshot_push_clip(snapshot, &area);
    cairo_t *lines = gtk_snapshot_append_cairo(snapshot, &area);
    draw_values(timeline, snapshot, lines, &ink);
    cairo_destroy(lines);
    cairo_t *cairo = studio_timeline_begin_picture(timeline, &area);
    for (guint row = 0; row < clip->rows->len; ++row) {
        const int index = g_array_index(clip->rows, int, row);
        if (studio_timeline_is_selected(clip, clip->view.curves[index].name))
            continue;
        if (faint++ < STUDIO_CLIP_FAINT)
            stroke_curve(timeline, cairo, index, true);
        else
            ++more;
    }
    for (int pass = 0; pass < 2; ++pass) // keys lie over all curves
        for (int i = 0; i < clip->view.count; ++i) {
            if (!studio_timeline_is_selected(clip, clip->view.curves[i].name))
                continue;
            if (pass == 0)
                stroke_curve(timeline, cairo, i, false);
            else if (!clip->view.curves[i].is_sampled)
                draw_keys(timeline, cairo, i, &ink, &accent, handles);
        }
    g_autoptr(GskRenderNode) picture = studio_timeline_end_picture(cairo, &area);
    gtk_snapshot_append_node(snapshot, picture);
    if (more > 0)
        draw_more(timeline, snapshot, more, &ink);
    gtk_snapshot_pop(snapshot);
    ++timeline->drawn_count;
}

void studio_timeline_draw_graph(StudioClipTimeline *timeline, GtkSnapshot *snapshot)
{
    if (timeline->graph == NULL) {
        GtkSnapshot *own = gtk_snapshot_new();
        draw_all(timeline, own);
        timeline->graph = gtk_snapshot_free_to_node(own);
    }
    if (timeline->graph != NULL)
        gtk_snapshot_append_node(snapshot, timeline->graph);
}
