// SPDX-License-Identifier: MIT
//
// Draws the timeline: ruler, grid, lanes, playhead. Lanes are cached until their keys or the style
// change, so a moving playhead redraws only itself.

#include "studio/panels/clip/timeline_private.h"

#include "studio/model/commands/solve.h"
#include "studio/panels/widgets/widgets.h"

#include <math.h>
#include <string.h>

enum { LABEL_WIDTH = 72, KEY_SIZE = 5 };

static GdkRGBA lookup(GtkWidget *widget, const char *name)
{
    GdkRGBA color = {0.2f, 0.5f, 0.9f, 1.0f};
    gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), name, &color);
    return color;
}

static GdkRGBA fade(GdkRGBA color, float alpha)
{
    color.alpha *= alpha;
    return color;
}

static void fill(GtkSnapshot *snapshot, const GdkRGBA *color, double x, double y, double width, double height)
{
    gtk_snapshot_append_color(snapshot, color,
                              &GRAPHENE_RECT_INIT((float)x, (float)y, (float)width, (float)height));
}

cairo_t *studio_timeline_begin_picture(const StudioClipTimeline *timeline, const graphene_rect_t *area)
{
    const int scale = gtk_widget_get_scale_factor(GTK_WIDGET(timeline));
    cairo_surface_t *surface = cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, (int)ceilf(area->size.width) * scale, (int)ceilf(area->size.height) * scale);
    cairo_surface_set_device_scale(surface, scale, scale);
    cairo_t *cairo = cairo_create(surface);
    cairo_translate(cairo, -(double)area->origin.x, -(double)area->origin.y);
    cairo_surface_destroy(surface); // the context has it
    return cairo;
}

GskRenderNode *studio_timeline_end_picture(cairo_t *cairo, const graphene_rect_t *area)
{
    cairo_surface_t *surface = cairo_get_target(cairo);
    cairo_surface_flush(surface);
    const int width = cairo_image_surface_get_width(surface),
              height = cairo_image_surface_get_height(surface);
    const gsize stride = (gsize)cairo_image_surface_get_stride(surface);
    g_autoptr(GBytes) bytes = g_bytes_new(cairo_image_surface_get_data(surface), stride * (gsize)height);
    g_autoptr(GdkTexture) texture = gdk_memory_texture_new(width, height, GDK_MEMORY_DEFAULT, bytes, stride);
    cairo_destroy(cairo);
    return gsk_texture_node_new(texture,
                                &GRAPHENE_RECT_INIT(area->origin.x, area->origin.y, ceilf(area->size.width),
                                                    ceilf(area->size.height)));
}

// The ruler

/// Seconds between two numbers: the least that leaves room for them.
static double tick_step(double pixel)
{
    static const double steps[] = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1,   2,   5,
                                   10,   15,   30,   60,  120, 300, 600, 1800};
    for (size_t i = 0; i < G_N_ELEMENTS(steps); ++i)
        if (steps[i] / pixel >= LABEL_WIDTH)
            return steps[i];
    return 3600;
}

static void put_time(double time, double step, char out[STUDIO_NUMBER_ROOM])
{
    if (step >= 1 && fabs(time) >= 60) {
        const int seconds = (int)lround(fabs(time));
        g_snprintf(out, STUDIO_NUMBER_ROOM, "%s%d:%02d", time < 0 ? "−" : "", seconds / 60, seconds % 60);
        return;
    }
    studio_number_text(time, step < 0.1 ? 2 : 1, out);
}

static PangoLayout *make_layout(GtkWidget *widget, const char *text, double points)
{
    PangoLayout *layout = gtk_widget_create_pango_layout(widget, text);
    PangoFontDescription *font =
        pango_font_description_copy(pango_context_get_font_description(gtk_widget_get_pango_context(widget)));
    pango_font_description_set_size(font, (int)(points * PANGO_SCALE));
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
    return layout;
}

static void put_text(GtkSnapshot *snapshot, GtkWidget *widget, const char *text, double points, double x,
                     double y, const GdkRGBA *color)
{
    g_autoptr(PangoLayout) layout = make_layout(widget, text, points);
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((float)x, (float)y));
    gtk_snapshot_append_layout(snapshot, layout, color);
    gtk_snapshot_restore(snapshot);
}

static void draw_ruler(StudioClipTimeline *timeline, GtkSnapshot *snapshot, const GdkRGBA *ink)
{
    GtkWidget *widget = GTK_WIDGET(timeline);
    const int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget),
              ruler = studio_clip_top_height(timeline->clip);
    const double step = tick_step(studio_timeline_pixel(timeline)), minor = step / 5;
    const GdkRGBA line = fade(*ink, 0.12f), thin = fade(*ink, 0.07f), text = fade(*ink, 0.6f);
    const double end = studio_timeline_time(timeline, width);
    for (double n = floor(timeline->clip->look.start / minor); n * minor <= end; ++n) {
        const bool is_major = fabs(remainder(n, 5)) < 0.5;
        const double x = floor(studio_timeline_x(timeline, n * minor)) + 0.0;
        char number[STUDIO_NUMBER_ROOM];
        fill(snapshot, &line, x, is_major ? 4 : ruler - 8, 1, is_major ? ruler - 4 : 8);
        if (!is_major)
            continue;
        fill(snapshot, &thin, x, ruler + 1, 1, height - ruler - 1);
        put_time(n * minor, step, number);
        put_text(snapshot, widget, number, 8.5, x + 4, 5, &text);
    }
    fill(snapshot, &line, 0, ruler, width, 1);
}

/// What lies outside of the clip, and the range that is looped.
static void draw_range(StudioClipTimeline *timeline, GtkSnapshot *snapshot, const GdkRGBA *ink,
                       const GdkRGBA *accent)
{
    const StudioClip *clip = timeline->clip;
    const StudioSession *session = studio_workspace_session(clip->workspace);
    const int width = gtk_widget_get_width(GTK_WIDGET(timeline)),
              height = gtk_widget_get_height(GTK_WIDGET(timeline)), ruler = studio_clip_top_height(clip);
    const GdkRGBA shade = fade(*ink, 0.035f), loop = fade(*accent, 0.25f);
    const double start = studio_timeline_x(timeline, 0), end = studio_timeline_x(timeline, clip->view.length);
    if (start > 0)
        fill(snapshot, &shade, 0, ruler + 1, MIN(start, width), height);
    if (end < width)
        fill(snapshot, &shade, MAX(end, 0), ruler + 1, width - MAX(end, 0), height);
    if (session->loop_end > session->loop_start) {
        const double from = studio_timeline_x(timeline, session->loop_start),
                     to = studio_timeline_x(timeline, session->loop_end);
        fill(snapshot, &loop, from, ruler - 4, to - from, 4);
    }
}

/// Frames that the poses cannot express, if the clip is solved: a bar in the ruler, and a tint below it.
static void draw_flags(StudioClipTimeline *timeline, GtkSnapshot *snapshot)
{
    enum { LEAST = 3, BAR = 4 }; // pixels
    const StudioClip *clip = timeline->clip;
    const MieniClipSolved *solved = clip->view.samples != NULL ? &clip->view.samples->solved : NULL;
    const int height = gtk_widget_get_height(GTK_WIDGET(timeline)), ruler = studio_clip_top_height(clip);
    const GdkRGBA bar = lookup(GTK_WIDGET(timeline), "warning_bg_color"), tint = fade(bar, 0.16f);
    int first, last;
    for (int at = 0; solved != NULL && studio_solved_next(solved, at, &first, &last); at = last + 1) {
        const double x = studio_timeline_x(timeline, (first - 0.5) / solved->rate),
                     end = studio_timeline_x(timeline, (last + 0.5) / solved->rate);
        fill(snapshot, &tint, x, ruler + 1, MAX(end - x, LEAST), height - ruler - 1);
        fill(snapshot, &bar, x, ruler - BAR, MAX(end - x, LEAST), BAR);
    }
}

// Lanes

/// Keys of a lane. Where they are too many to be told apart, a bar stands for them.
static GskRenderNode *draw_lane(StudioClipTimeline *timeline, int index)
{
    StudioClip *clip = timeline->clip;
    const StudioShownCurve *curve = &clip->view.curves[index];
    const StudioCurveInfo *info = &clip->infos[index];
    const int width = gtk_widget_get_width(GTK_WIDGET(timeline));
    const double pixel = studio_timeline_pixel(timeline), middle = studio_clip_row_height(clip) / 2.0;
    const GdkRGBA color = studio_clip_color(info->group),
                  accent = lookup(GTK_WIDGET(timeline), "accent_bg_color");
    const graphene_rect_t area =
        GRAPHENE_RECT_INIT(0, 0, (float)MAX(width, 1), (float)studio_clip_row_height(clip));
    cairo_t *cairo = studio_timeline_begin_picture(timeline, &area);
    ++timeline->drawn_count;
    if (curve->is_sampled) { // the whole of it, small
        cairo_set_source_rgba(cairo, (double)color.red, (double)color.green, (double)color.blue, 0.7);
        for (int x = 0; x < width; x += 2) {
            float low, high;
            const double time = studio_timeline_time(timeline, x);
            if (time < 0 || time > clip->samples->end)
                continue;
            studio_shown_range(&clip->view, curve, time, time + 2 * pixel, &low, &high);
            const double top = middle + 9 - 18 * CLAMP((double)high, 0, 1),
                         bottom = middle + 9 - 18 * CLAMP((double)low, 0, 1);
            cairo_rectangle(cairo, x, top, 2, MAX(bottom - top, 1));
        }
        cairo_fill(cairo);
        return studio_timeline_end_picture(cairo, &area);
    }
    const MienAuthorClipCurve *keyed = &curve->keyed;
    int k = studio_shown_first_key(curve, studio_timeline_time(timeline, -8));
    while (k < keyed->key_count) {
        const double x = studio_timeline_x(timeline, keyed->keys[k].time);
        if (x > width + 8)
            break;
        int last = k;
        bool is_selected = studio_clip_is_key_selected(clip, index, k);
        while (last + 1 < keyed->key_count &&
               keyed->keys[last + 1].time - keyed->keys[last].time < 3 * pixel) {
            ++last;
            is_selected = is_selected || studio_clip_is_key_selected(clip, index, last);
        }
        if (last - k >= 2) {
            const GdkRGBA *paint = is_selected ? &accent : &color;
            cairo_set_source_rgba(cairo, (double)paint->red, (double)paint->green, (double)paint->blue, 0.8);
            cairo_rectangle(cairo, x - 2, middle - 3,
                            studio_timeline_x(timeline, keyed->keys[last].time) - x + 4, 6);
            cairo_fill(cairo);
            k = last + 1;
            continue;
        }
        const MienAuthorKey *key = &keyed->keys[k];
        const bool is_beyond =
            info->has_pose && (key->value < info->range_min || key->value > info->range_max);
        studio_timeline_draw_key(cairo, x, middle, studio_clip_tangent_of(key), &color,
                                 studio_clip_is_key_selected(clip, index, k), is_beyond, &accent);
        ++k;
    }
    return studio_timeline_end_picture(cairo, &area);
}

/// What a lane's picture depends on beside the look.
static uint64_t lane_hash(StudioClip *clip, int index)
{
    const StudioShownCurve *curve = &clip->view.curves[index];
    uint64_t hash = curve->hash ^ ((uint64_t)clip->infos[index].has_pose << 1) ^ (uint64_t)curve->is_sampled;
    const bool is_first = curve->keyed.key_count > 0 && studio_clip_is_key_selected(clip, index, 0);
    const uint8_t *marks = curve->keyed.key_count > 0 ? clip->marks[index] : NULL;
    for (int k = 0; marks != NULL && k < curve->keyed.key_count; ++k)
        hash = (hash ^ marks[k]) * 1099511628211ull;
    return hash + is_first;
}

static void draw_lanes(StudioClipTimeline *timeline, GtkSnapshot *snapshot, const GdkRGBA *ink,
                       const GdkRGBA *accent)
{
    StudioClip *clip = timeline->clip;
    const int width = gtk_widget_get_width(GTK_WIDGET(timeline)),
              height = (int)studio_timeline_bottom(timeline);
    const double top = studio_timeline_top(timeline), scroll = gtk_adjustment_get_value(clip->scroll);
    const GdkRGBA line = fade(*ink, 0.06f), chosen = fade(*accent, 0.14f);
    const int high = studio_clip_row_height(clip), first = MAX((int)(scroll / high), 0);
    gtk_snapshot_push_clip(snapshot, &GRAPHENE_RECT_INIT(0, (float)top, (float)width, (float)(height - top)));
    for (int row = first; row < (int)clip->rows->len; ++row) {
        const int index = g_array_index(clip->rows, int, row);
        const double y = top + row * high - scroll;
        const char *name = clip->view.curves[index].name;
        if (y > height)
            break;
        if (studio_timeline_is_selected(clip, name))
            fill(snapshot, &chosen, 0, y, width, high);
        fill(snapshot, &line, 0, y + high - 1, width, 1);
        const uint64_t hash = lane_hash(clip, index);
        StudioLaneNode *lane = g_hash_table_lookup(timeline->lanes, name);
        if (lane == NULL || lane->hash != hash) {
            lane = g_new0(StudioLaneNode, 1);
            lane->hash = hash;
            lane->node = draw_lane(timeline, index);
            g_hash_table_replace(timeline->lanes, g_strdup(name), lane);
        }
        gtk_snapshot_save(snapshot);
        gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(0, (float)y));
        gtk_snapshot_append_node(snapshot, lane->node);
        gtk_snapshot_restore(snapshot);
    }
    gtk_snapshot_pop(snapshot);
}

/// All keys of all curves, in one lane.
static void draw_summary(StudioClipTimeline *timeline, GtkSnapshot *snapshot, const GdkRGBA *ink)
{
    StudioClip *clip = timeline->clip;
    const int width = gtk_widget_get_width(GTK_WIDGET(timeline));
    const int top = studio_clip_top_height(clip) + 1, high = studio_clip_summary_height(clip);
    const double middle = top + high / 2.0;
    const GdkRGBA line = fade(*ink, 0.12f), color = fade(*ink, 0.55f),
                  accent = lookup(GTK_WIDGET(timeline), "accent_bg_color");
    g_autofree uint8_t *columns = g_new0(uint8_t, width + 1); // 1: a key, 2: all of them selected
    for (int i = 0; i < clip->view.count; ++i) {
        const StudioShownCurve *curve = &clip->view.curves[i];
        for (int k = studio_shown_first_key(curve, clip->look.start); k < curve->keyed.key_count; ++k) {
            const double x = studio_timeline_x(timeline, curve->keyed.keys[k].time);
            if (x < 0 || x >= width)
                break;
            const bool is_selected = studio_clip_is_key_selected(clip, i, k);
            columns[(int)x] = columns[(int)x] == 1 || !is_selected ? 1 : 2;
        }
    }
    cairo_t *cairo =
        gtk_snapshot_append_cairo(snapshot, &GRAPHENE_RECT_INIT(0, (float)top, (float)width, (float)high));
    for (int x = 0, last = -9; x < width; ++x)
        if (columns[x] == 2 || (columns[x] == 1 && x - last > 2)) {
            last = x; // one over the other would only be darker
            studio_timeline_draw_key(cairo, x + 0.5, middle, STUDIO_TANGENT_AUTO, &color, columns[x] == 2,
                                     false, &accent);
        }
    cairo_destroy(cairo);
    fill(snapshot, &line, 0, top + high - 1, width, 1);
}

// Sound

static void draw_sound(StudioClipTimeline *timeline, GtkSnapshot *snapshot, const GdkRGBA *ink)
{
    const int width = gtk_widget_get_width(GTK_WIDGET(timeline));
    const double top = studio_timeline_bottom(timeline), half = STUDIO_CLIP_SOUND / 2.0 - 2;
    const GdkRGBA line = fade(*ink, 0.12f);
    if (timeline->sound == NULL) {
        const graphene_rect_t area =
            GRAPHENE_RECT_INIT(0, (float)top, (float)MAX(width, 1), STUDIO_CLIP_SOUND);
        cairo_t *cairo = studio_timeline_begin_picture(timeline, &area);
        cairo_set_source_rgba(cairo, (double)ink->red, (double)ink->green, (double)ink->blue, 0.4);
        for (int x = 0; x < width; ++x) {
            StudioPeak peak;
            const double from = studio_timeline_time(timeline, x) - timeline->sound_offset;
            if (!studio_waveform_peak(timeline->waveform, from, from + studio_timeline_pixel(timeline),
                                      &peak))
                continue;
            const double middle = top + STUDIO_CLIP_SOUND / 2.0;
            cairo_rectangle(cairo, x, middle - (double)peak.max * half, 1,
                            MAX((double)(peak.max - peak.min) * half, 1));
        }
        cairo_fill(cairo);
        timeline->sound = studio_timeline_end_picture(cairo, &area);
    }
    gtk_snapshot_append_node(snapshot, timeline->sound);
    fill(snapshot, &line, 0, top, width, 1);
}

// Above all

static void draw_selected_box(StudioClipTimeline *timeline, GtkSnapshot *snapshot, const GdkRGBA *accent)
{
    graphene_rect_t box;
    bool is_shown = studio_timeline_box(timeline, &box);
    if (timeline->drag == STUDIO_DRAG_BOX && timeline->has_moved) {
        box = GRAPHENE_RECT_INIT(
            (float)MIN(timeline->begin_x, timeline->x), (float)MIN(timeline->begin_y, timeline->y),
            (float)fabs(timeline->x - timeline->begin_x), (float)fabs(timeline->y - timeline->begin_y));
        is_shown = true;
    }
    if (!is_shown)
        return;
    const GdkRGBA inside = fade(*accent, 0.10f), edge = fade(*accent, 0.75f);
    GskRoundedRect outline;
    gsk_rounded_rect_init_from_rect(&outline, &box, 3);
    gtk_snapshot_append_color(snapshot, &inside, &box);
    gtk_snapshot_append_border(snapshot, &outline, (float[4]){1, 1, 1, 1},
                               (GdkRGBA[4]){edge, edge, edge, edge});
}

static void draw_playhead(StudioClipTimeline *timeline, GtkSnapshot *snapshot, const GdkRGBA *accent)
{
    GtkWidget *widget = GTK_WIDGET(timeline);
    const double time = studio_clip_time(timeline->clip), x = round(studio_timeline_x(timeline, time));
    const int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
    const GdkRGBA text = lookup(widget, "accent_fg_color");
    char number[STUDIO_NUMBER_ROOM];
    int text_width, text_height;
    if (x < -1 || x > width + 1)
        return;
    fill(snapshot, accent, x - 1, studio_clip_top_height(timeline->clip) - 6, 2, height);
    studio_number_text(time, 2, number);
    g_autoptr(PangoLayout) layout = make_layout(widget, number, 8.5);
    pango_layout_get_pixel_size(layout, &text_width, &text_height);
    const double half = MAX(text_width / 2.0 + 7, 22);
    const double left = CLAMP(x - half, 0, MAX(width - 2 * half, 0));
    GskRoundedRect flag;
    gsk_rounded_rect_init_from_rect(
        &flag, &GRAPHENE_RECT_INIT((float)left, 3, (float)(2 * half), (float)text_height + 4), 4);
    gtk_snapshot_push_rounded_clip(snapshot, &flag);
    gtk_snapshot_append_color(snapshot, accent, &flag.bounds);
    gtk_snapshot_pop(snapshot);
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((float)(left + half - text_width / 2.0), 5));
    gtk_snapshot_append_layout(snapshot, layout, &text);
    gtk_snapshot_restore(snapshot);
}

void studio_timeline_forget(StudioClipTimeline *timeline, bool is_data)
{
    (void)is_data; // lanes know by their keys whether they are the same
    g_clear_pointer(&timeline->base, gsk_render_node_unref);
    g_clear_pointer(&timeline->graph, gsk_render_node_unref);
    g_clear_pointer(&timeline->sound, gsk_render_node_unref);
}

/// Drops pictures that show another part of the clip.
static void follow_look(StudioClipTimeline *timeline)
{
    const StudioClip *clip = timeline->clip;
    GtkWidget *widget = GTK_WIDGET(timeline);
    const int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
    const bool is_time_same = timeline->drawn.start == clip->look.start &&
                              timeline->drawn.span == clip->look.span && timeline->drawn_width == width;
    const int high = studio_clip_row_height(clip);
    if ((!is_time_same || timeline->drawn_row != high) && timeline->lanes != NULL)
        g_hash_table_remove_all(timeline->lanes);
    if (!is_time_same || timeline->drawn.low != clip->look.low || timeline->drawn.high != clip->look.high ||
        timeline->drawn_height != height)
        studio_timeline_forget(timeline, false);
    timeline->drawn = clip->look;
    timeline->drawn_width = width;
    timeline->drawn_row = high;
    timeline->drawn_height = height;
}

void studio_timeline_tell_speed(const StudioClipTimeline *timeline)
{
    if (g_getenv("MIEN_STUDIO_TIMES") != NULL && timeline->frame_count > 0)
        g_printerr("mien-studio: scrubbed %d frames in %d ms, %d us of drawing each\n", timeline->frame_count,
                   (int)((g_get_monotonic_time() - timeline->frames_from) / 1000),
                   (int)(timeline->frame_time / timeline->frame_count));
}

void studio_timeline_draw(StudioClipTimeline *timeline, GtkSnapshot *snapshot)
{
    const gint64 from = g_get_monotonic_time();
    GtkWidget *widget = GTK_WIDGET(timeline);
    StudioClip *clip = timeline->clip;
    GdkRGBA ink, accent = lookup(widget, "accent_bg_color");
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &ink);
    if (clip->look.span <= 0)
        return;
    follow_look(timeline);
    if (timeline->base == NULL) {
        GtkSnapshot *base = gtk_snapshot_new();
        draw_range(timeline, base, &ink, &accent);
        draw_flags(timeline, base);
        draw_ruler(timeline, base, &ink);
        if (!clip->is_graph)
            draw_summary(timeline, base, &ink);
        timeline->base = gtk_snapshot_free_to_node(base);
    }
    if (timeline->base != NULL)
        gtk_snapshot_append_node(snapshot, timeline->base);
    if (clip->is_graph)
        studio_timeline_draw_graph(timeline, snapshot);
    else
        draw_lanes(timeline, snapshot, &ink, &accent);
    if (timeline->waveform != NULL)
        draw_sound(timeline, snapshot, &ink);
    draw_selected_box(timeline, snapshot, &accent);
    draw_playhead(timeline, snapshot, &accent);
    timeline->frame_time += g_get_monotonic_time() - from;
    ++timeline->frame_count;
}
