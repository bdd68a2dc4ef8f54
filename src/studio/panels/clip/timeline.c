// SPDX-License-Identifier: MIT
//
// The timeline: layout and accessible description.

#include "studio/panels/clip/timeline_private.h"

#include "studio/panels/widgets/widgets.h"

#include <math.h>
#include <string.h>

enum {
    PAD = 18,        ///< Left and right of a clip that fits.
    NEAR = 7,        ///< Pixels that a pointer may miss.
    HANDLE = 32,     ///< Pixels from a key to its handles.
    DESCRIBES = 250, ///< Milliseconds between what screen readers are told.
    MOST_NAMED = 24, ///< Times of selected keys that are told.
};

G_DEFINE_TYPE(StudioClipTimeline, studio_clip_timeline, GTK_TYPE_WIDGET)

// Where things are

double studio_timeline_pixel(const StudioClipTimeline *timeline)
{
    const int width = gtk_widget_get_width(GTK_WIDGET(timeline));
    return timeline->clip->look.span / MAX(width, 1);
}

double studio_timeline_x(const StudioClipTimeline *timeline, double time)
{
    return (time - timeline->clip->look.start) / studio_timeline_pixel(timeline);
}

double studio_timeline_time(const StudioClipTimeline *timeline, double x)
{
    return timeline->clip->look.start + x * studio_timeline_pixel(timeline);
}

double studio_timeline_top(const StudioClipTimeline *timeline)
{
    const StudioClip *clip = timeline->clip;
    return studio_clip_top_height(clip) + 1 + (clip->is_graph ? 0 : studio_clip_summary_height(clip));
}

double studio_timeline_bottom(const StudioClipTimeline *timeline)
{
    return gtk_widget_get_height(GTK_WIDGET(timeline)) - (timeline->waveform != NULL ? STUDIO_CLIP_SOUND : 0);
}

double studio_timeline_y(const StudioClipTimeline *timeline, double value)
{
    const StudioClipLook *look = &timeline->clip->look;
    const double top = studio_timeline_top(timeline), bottom = studio_timeline_bottom(timeline);
    return bottom - (value - look->low) / (look->high - look->low) * (bottom - top);
}

double studio_timeline_value(const StudioClipTimeline *timeline, double y)
{
    const StudioClipLook *look = &timeline->clip->look;
    const double top = studio_timeline_top(timeline), bottom = studio_timeline_bottom(timeline);
    return look->low + (bottom - y) / MAX(bottom - top, 1) * (look->high - look->low);
}

bool studio_timeline_is_selected(const StudioClip *clip, const char *curve)
{
    return clip->document != NULL && studio_selection_has(studio_clip_selection(clip), curve);
}

void studio_timeline_handle(const StudioClipTimeline *timeline, const MienAuthorKey *key, bool is_leave,
                            double *out_x, double *out_y)
{
    const double per_value = studio_timeline_y(timeline, 0) - studio_timeline_y(timeline, 1);
    const double across = 1.0 / studio_timeline_pixel(timeline);
    const double slope = (double)(is_leave ? key->leave : key->arrive) * per_value / across;
    const double length = sqrt(1 + slope * slope), way = is_leave ? HANDLE : -HANDLE;
    *out_x = studio_timeline_x(timeline, key->time) + way / length;
    *out_y = studio_timeline_y(timeline, (double)key->value) - way * slope / length;
}

bool studio_timeline_box(const StudioClipTimeline *timeline, graphene_rect_t *out_box)
{
    const StudioClip *clip = timeline->clip;
    g_autoptr(GArray) keys = studio_clip_selected_keys(clip);
    double start = HUGE_VAL, end = -HUGE_VAL, low = HUGE_VAL, high = -HUGE_VAL;
    if (keys->len < 2 || keys->len > 100000)
        return false;
    for (guint i = 0; i < keys->len; ++i) {
        const MieniKeyPlace *place = &g_array_index(keys, MieniKeyPlace, i);
        const MienAuthorKey *key = studio_clip_key(clip, place);
        double y = clip->is_graph ? studio_timeline_y(timeline, (double)key->value) : 0;
        if (!clip->is_graph) {
            const int curve = studio_clip_view_find(&clip->view, place->curve);
            guint row = 0;
            while (row < clip->rows->len && g_array_index(clip->rows, int, row) != curve)
                ++row;
            if (row == clip->rows->len)
                continue;
            y = studio_timeline_top(timeline) + ((double)row + 0.5) * studio_clip_row_height(clip) -
                gtk_adjustment_get_value(clip->scroll);
        }
        start = MIN(start, key->time);
        end = MAX(end, key->time);
        low = MIN(low, y);
        high = MAX(high, y);
    }
    if (!(end > start))
        return false;
    const double left = studio_timeline_x(timeline, start) - 11,
                 right = studio_timeline_x(timeline, end) + 11;
    graphene_rect_init(out_box, (float)left, (float)low - 11, (float)(right - left),
                       (float)(high - low) + 22);
    return true;
}

// Picking

static bool is_near(double x, double y, double to_x, double to_y)
{
    return fabs(x - to_x) <= NEAR && fabs(y - to_y) <= NEAR;
}

/// The key of a curve that is nearest to x; -1 if none is near.
static int key_near(const StudioClipTimeline *timeline, const StudioShownCurve *curve, double x)
{
    const double time = studio_timeline_time(timeline, x);
    const int at = studio_shown_first_key(curve, time);
    int best = -1;
    double nearest = NEAR + 0.5;
    for (int k = MAX(at - 1, 0); k <= at && k < curve->keyed.key_count; ++k) {
        const double away = fabs(studio_timeline_x(timeline, curve->keyed.keys[k].time) - x);
        if (away < nearest) {
            nearest = away;
            best = k;
        }
    }
    return best;
}

static bool pick_handle(const StudioClipTimeline *timeline, int index, double x, double y,
                        StudioClipPoint *out_point)
{
    const StudioClip *clip = timeline->clip;
    const StudioShownCurve *curve = &clip->view.curves[index];
    const StudioSelection *selection = studio_clip_selection(clip);
    for (int i = 0; i < selection->key_count; ++i) {
        const MieniKeyPlace *place = &selection->keys[i];
        if (strcmp(place->curve, curve->name) != 0 || place->key < 0 ||
            place->key >= curve->keyed.key_count ||
            curve->keyed.keys[place->key].interpolation != MIEN_AUTHOR_CUBIC)
            continue;
        for (int side = 0; side < 2; ++side) {
            double handle_x, handle_y;
            studio_timeline_handle(timeline, &curve->keyed.keys[place->key], side == 1, &handle_x, &handle_y);
            if (is_near(x, y, handle_x, handle_y)) {
                out_point->hit = side == 1 ? STUDIO_HIT_LEAVE : STUDIO_HIT_ARRIVE;
                out_point->curve = index;
                out_point->key = place->key;
                return true;
            }
        }
    }
    return false;
}

static void pick_graph(const StudioClipTimeline *timeline, double x, double y, StudioClipPoint *out_point)
{
    const StudioClip *clip = timeline->clip;
    for (int pass = 0; pass < 3; ++pass) // handles lie over keys, keys over curves
        for (int i = 0; i < clip->view.count; ++i) {
            const StudioShownCurve *curve = &clip->view.curves[i];
            if (!studio_timeline_is_selected(clip, curve->name))
                continue;
            if (pass == 0 && !curve->is_sampled && pick_handle(timeline, i, x, y, out_point))
                return;
            const int key = pass == 1 && !curve->is_sampled ? key_near(timeline, curve, x) : -1;
            if (key >= 0 &&
                fabs(studio_timeline_y(timeline, (double)curve->keyed.keys[key].value) - y) <= NEAR) {
                *out_point = (StudioClipPoint){STUDIO_HIT_KEY, i, key, out_point->time, out_point->value};
                return;
            }
            const double value = (double)studio_shown_value(&clip->view, curve, out_point->time);
            if (pass == 2 && fabs(studio_timeline_y(timeline, value) - y) <= NEAR) {
                *out_point = (StudioClipPoint){STUDIO_HIT_CURVE, i, -1, out_point->time, out_point->value};
                return;
            }
        }
}

static void pick_lane(const StudioClipTimeline *timeline, double x, double y, StudioClipPoint *out_point)
{
    const StudioClip *clip = timeline->clip;
    const double top = studio_timeline_top(timeline);
    if (y < top) {
        for (int i = 0; i < clip->view.count; ++i) {
            const int key = key_near(timeline, &clip->view.curves[i], x);
            if (key >= 0) {
                *out_point = (StudioClipPoint){STUDIO_HIT_SUMMARY, i, key, out_point->time, 0};
                return;
            }
        }
        return;
    }
    const int row =
        (int)floor((y - top + gtk_adjustment_get_value(clip->scroll)) / studio_clip_row_height(clip));
    if (row < 0 || row >= (int)clip->rows->len)
        return;
    out_point->curve = g_array_index(clip->rows, int, row);
    const StudioShownCurve *curve = &clip->view.curves[out_point->curve];
    out_point->key = key_near(timeline, curve, x);
    out_point->hit = out_point->key >= 0 ? STUDIO_HIT_KEY : STUDIO_HIT_CURVE;
}

StudioClipPoint studio_timeline_pick(const StudioClipTimeline *timeline, double x, double y)
{
    const StudioClip *clip = timeline->clip;
    StudioClipPoint point = {.curve = -1, .key = -1, .time = studio_timeline_time(timeline, x)};
    graphene_rect_t box;
    if (clip->document == NULL)
        return point;
    if (y < studio_clip_top_height(clip)) {
        point.hit = STUDIO_HIT_RULER;
        return point;
    }
    point.value = clip->is_graph ? studio_timeline_value(timeline, y) : 0;
    if (clip->is_graph)
        pick_graph(timeline, x, y, &point);
    else
        pick_lane(timeline, x, y, &point);
    const bool is_key = point.hit == STUDIO_HIT_KEY || point.hit == STUDIO_HIT_ARRIVE ||
                        point.hit == STUDIO_HIT_LEAVE || point.hit == STUDIO_HIT_SUMMARY;
    if (!is_key && studio_timeline_box(timeline, &box) && y >= (double)box.origin.y &&
        y <= (double)(box.origin.y + box.size.height)) {
        if (fabs(x - (double)box.origin.x) <= 4)
            point.hit = STUDIO_HIT_EDGE_START;
        else if (fabs(x - (double)(box.origin.x + box.size.width)) <= 4)
            point.hit = STUDIO_HIT_EDGE_END;
    }
    return point;
}

// Fitting

static void fit_selection(const StudioClip *clip, double *start, double *end, double *low, double *high)
{
    g_autoptr(GArray) keys = studio_clip_selected_keys(clip);
    for (guint i = 0; i < keys->len; ++i) {
        const MienAuthorKey *key = studio_clip_key(clip, &g_array_index(keys, MieniKeyPlace, i));
        *start = MIN(*start, key->time);
        *end = MAX(*end, key->time);
        *low = MIN(*low, (double)key->value);
        *high = MAX(*high, (double)key->value);
    }
}

void studio_clip_timeline_fit(StudioClip *clip, bool is_selection)
{
    const int width = gtk_widget_get_width(clip->timeline);
    double start = HUGE_VAL, end = -HUGE_VAL, low = HUGE_VAL, high = -HUGE_VAL;
    if (width < 4 * PAD) {
        clip->wants_fit = true;
        return;
    }
    clip->wants_fit = false;
    if (is_selection)
        fit_selection(clip, &start, &end, &low, &high);
    const bool is_all = !(end > start);
    if (is_all) {
        start = 0;
        end = clip->view.length > 0 ? clip->view.length : 1.0;
        low = 0;
        high = 1;
        for (int i = 0; i < clip->view.count; ++i) {
            float least, most;
            if (!studio_timeline_is_selected(clip, clip->view.curves[i].name))
                continue;
            studio_shown_range(&clip->view, &clip->view.curves[i], start, end, &least, &most);
            low = MIN(low, (double)least);
            high = MAX(high, (double)most);
        }
    }
    const double seconds = (end - start) / (width - 2 * PAD);
    clip->look.start = start - PAD * seconds;
    clip->look.span = seconds * width;
    const double room = MAX(high - low, 0.05) * 0.16;
    clip->look.low = low - room;
    clip->look.high = high + room;
    if (is_all)
        clip->fitted = clip->look;
    studio_clip_timeline_changed(clip, false);
}

// Telling

static void describe(StudioClip *clip)
{
    char number[STUDIO_NUMBER_ROOM];
    const double time = studio_clip_time(clip);
    GString *text = g_string_new(NULL);
    g_string_printf(text, "%d curve%s, %s s", clip->view.count, clip->view.count == 1 ? "" : "s",
                    studio_number_text(clip->view.length, 2, number));
    g_string_append_printf(text, ", playhead %s s", studio_number_text(time, 2, number));
    g_string_append_printf(text, ", frame %d", (int)lround(time * clip->view.rate));
    g_autoptr(GArray) keys = studio_clip_selected_keys(clip);
    if (keys->len > 0)
        g_string_append_printf(text, ", %u key%s selected:", keys->len, keys->len == 1 ? "" : "s");
    const char *curve = NULL;
    for (guint i = 0; i < keys->len && i < MOST_NAMED; ++i) {
        const MieniKeyPlace *place = &g_array_index(keys, MieniKeyPlace, i);
        if (curve == NULL || strcmp(curve, place->curve) != 0)
            g_string_append_printf(text, " %s", place->curve);
        curve = place->curve;
        g_string_append_printf(text, " %s",
                               studio_number_text(studio_clip_key(clip, place)->time, 2, number));
    }
    if (keys->len > MOST_NAMED)
        g_string_append(text, " …");
    const int flagged = clip->view.samples != NULL ? clip->view.samples->solved.report.flagged : 0;
    if (flagged > 0)
        g_string_append_printf(text, ", poses are missing for %d frame%s", flagged, flagged == 1 ? "" : "s");
    studio_describe(clip->timeline, text->str);
    g_string_free(text, TRUE);
    clip->described_at = g_get_monotonic_time();
}

static gboolean describe_later(void *user)
{
    StudioClip *clip = user;
    clip->describe_timer = 0;
    if (clip->document != NULL)
        describe(clip);
    return G_SOURCE_REMOVE;
}

/// At once, but no more than a few times a second.
static void describe_soon(StudioClip *clip)
{
    const gint64 since = (g_get_monotonic_time() - clip->described_at) / 1000;
    if (clip->describe_timer != 0)
        return;
    if (since >= DESCRIBES)
        describe(clip);
    else
        clip->describe_timer = g_timeout_add((guint)(DESCRIBES - since), describe_later, clip);
}

void studio_clip_timeline_changed(StudioClip *clip, bool is_data)
{
    StudioClipTimeline *timeline = STUDIO_CLIP_TIMELINE(clip->timeline);
    studio_timeline_forget(timeline, is_data);
    gtk_widget_queue_draw(clip->timeline);
    if (clip->document != NULL)
        describe_soon(clip);
}

void studio_clip_timeline_listen(StudioClip *clip)
{
    StudioClipTimeline *timeline = STUDIO_CLIP_TIMELINE(clip->timeline);
    timeline->waveform = clip->document != NULL
                             ? studio_waveform_of(clip->workspace, clip->path, &timeline->sound_offset)
                             : NULL;
    studio_clip_toolbar_update(clip);
    studio_clip_timeline_changed(clip, true);
}

bool studio_clip_timeline_has_sound(const StudioClip *clip)
{
    return STUDIO_CLIP_TIMELINE(clip->timeline)->waveform != NULL;
}

void studio_clip_timeline_played(StudioClip *clip)
{
    gtk_widget_queue_draw(clip->timeline);
    describe_soon(clip);
}

static gboolean on_tooltip(GtkWidget *widget, int x, int y, gboolean is_keyboard, GtkTooltip *tooltip,
                           gpointer user)
{
    (void)user;
    StudioClipTimeline *timeline = STUDIO_CLIP_TIMELINE(widget);
    const StudioClip *clip = timeline->clip;
    const StudioClipPoint point = studio_timeline_pick(timeline, x, y);
    if (is_keyboard || timeline->drag != STUDIO_DRAG_NONE || point.hit != STUDIO_HIT_KEY)
        return FALSE;
    const MienAuthorKey *key = &clip->view.curves[point.curve].keyed.keys[point.key];
    const StudioCurveInfo *info = &clip->infos[point.curve];
    char time[STUDIO_NUMBER_ROOM], value[STUDIO_NUMBER_ROOM], low[STUDIO_NUMBER_ROOM],
        high[STUDIO_NUMBER_ROOM];
    g_autofree char *text = g_strdup_printf("%s %s at %s s", clip->view.curves[point.curve].name,
                                            studio_number_text((double)key->value, 3, value),
                                            studio_number_text(key->time, 3, time));
    g_autofree char *beyond = g_strdup_printf("%s\nOutside the range of its pose, %s to %s", text,
                                              studio_number_text((double)info->range_min, 2, low),
                                              studio_number_text((double)info->range_max, 2, high));
    const bool is_beyond = info->has_pose && (key->value < info->range_min || key->value > info->range_max);
    gtk_tooltip_set_text(tooltip, is_beyond ? beyond : text);
    return TRUE;
}

// The widget

static void studio_clip_timeline_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    StudioClipTimeline *timeline = STUDIO_CLIP_TIMELINE(widget);
    if (timeline->clip->document != NULL)
        studio_timeline_draw(timeline, snapshot);
}

static void studio_clip_timeline_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    (void)width, (void)height, (void)baseline;
    StudioClipTimeline *timeline = STUDIO_CLIP_TIMELINE(widget);
    StudioClip *clip = timeline->clip;
    studio_timeline_forget(timeline, false);
    if (clip->document == NULL)
        return;
    const bool is_whole = clip->look.start == clip->fitted.start && clip->look.span == clip->fitted.span;
    const StudioClipLook look = clip->look;
    if (clip->wants_fit) {
        studio_clip_timeline_fit(clip, false);
    } else if (is_whole && look.span > 0) { // not zoomed: keep all of it in view, and its height
        studio_clip_timeline_fit(clip, false);
        clip->look.low = look.low;
        clip->look.high = look.high;
    }
}

static void studio_clip_timeline_dispose(GObject *object)
{
    StudioClipTimeline *timeline = STUDIO_CLIP_TIMELINE(object);
    studio_timeline_forget(timeline, true);
    g_clear_pointer(&timeline->lanes, g_hash_table_unref);
    g_clear_pointer(&timeline->keys, g_array_unref);
    g_clear_pointer(&timeline->whole, g_array_unref);
    G_OBJECT_CLASS(studio_clip_timeline_parent_class)->dispose(object);
}

static void studio_clip_timeline_class_init(StudioClipTimelineClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_clip_timeline_dispose;
    GTK_WIDGET_CLASS(class)->snapshot = studio_clip_timeline_snapshot;
    GTK_WIDGET_CLASS(class)->size_allocate = studio_clip_timeline_size_allocate;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "timeline");
}

static void free_lane(void *given)
{
    StudioLaneNode *lane = given;
    gsk_render_node_unref(lane->node);
    g_free(lane);
}

static void studio_clip_timeline_init(StudioClipTimeline *timeline)
{
    timeline->lanes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_lane);
    timeline->keys = g_array_new(FALSE, FALSE, sizeof(MieniKeyPlace));
    timeline->whole = g_array_new(FALSE, FALSE, sizeof(StudioKey));
}

GtkWidget *studio_clip_timeline_new(StudioClip *clip)
{
    StudioClipTimeline *timeline = g_object_new(STUDIO_TYPE_CLIP_TIMELINE, NULL);
    GtkWidget *widget = GTK_WIDGET(timeline);
    timeline->clip = clip;
    gtk_widget_set_name(widget, "timeline");
    gtk_widget_set_focusable(widget, TRUE);
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN);
    gtk_widget_set_has_tooltip(widget, TRUE);
    studio_name(widget, "Timeline");
    g_signal_connect(widget, "query-tooltip", G_CALLBACK(on_tooltip), NULL);
    g_signal_connect_swapped(clip->scroll, "value-changed", G_CALLBACK(gtk_widget_queue_draw), widget);
    studio_timeline_add_gestures(timeline);
    return widget;
}

bool studio_clip_timeline_cancel(StudioClip *clip)
{
    StudioClipTimeline *timeline = STUDIO_CLIP_TIMELINE(clip->timeline);
    if (timeline->drag == STUDIO_DRAG_NONE || timeline->drag == STUDIO_DRAG_OVER)
        return false;
    studio_timeline_end(timeline, true);
    timeline->drag = STUDIO_DRAG_OVER;
    return true;
}
