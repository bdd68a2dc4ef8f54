// SPDX-License-Identifier: MIT
//
// Gestures that change keys. Each is a history group that starts over with every move, so the
// result depends only on the pointer position, not on its path.

#include "studio/panels/clip/gestures.h"

#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void studio_timeline_note_keys(StudioClipTimeline *timeline)
{
    StudioClip *clip = timeline->clip;
    g_autoptr(GArray) keys = studio_clip_selected_keys(clip);
    g_array_set_size(timeline->keys, 0);
    g_array_set_size(timeline->whole, 0);
    timeline->box_start = HUGE_VAL;
    timeline->box_end = -HUGE_VAL;
    for (guint i = 0; i < keys->len; ++i) {
        MieniKeyPlace place = g_array_index(keys, MieniKeyPlace, i);
        place.curve = g_intern_string(place.curve); // the selection's own goes with the first change
        const StudioKey whole = studio_clip_whole_key(clip, &place);
        g_array_append_val(timeline->keys, place);
        g_array_append_val(timeline->whole, whole);
        timeline->box_start = MIN(timeline->box_start, whole.time);
        timeline->box_end = MAX(timeline->box_end, whole.time);
    }
}

static bool begin(StudioClipTimeline *timeline, MieniProblem *problem)
{
    StudioClip *clip = timeline->clip;
    const guint count = timeline->drag == STUDIO_DRAG_HANDLE ? 1 : timeline->keys->len;
    const char *verb = timeline->drag == STUDIO_DRAG_COPY     ? "duplicate"
                       : timeline->drag == STUDIO_DRAG_SCALE  ? "scale"
                       : timeline->drag == STUDIO_DRAG_HANDLE ? "change tangents of"
                                                              : "move";
    char label[STUDIO_LABEL_ROOM];
    snprintf(label, sizeof label, "%s %u key%s", verb, count, count == 1 ? "" : "s");
    if (timeline->is_grouped)
        return studio_clip_check(clip, studio_group_rewind(studio_clip_studio(clip), problem), problem);
    timeline->is_grouped =
        studio_clip_check(clip, studio_group_begin(studio_clip_studio(clip), label, problem), problem);
    return timeline->is_grouped;
}

/// Selects keys by their curve and time, as they are found after a change.
static void select_again(StudioClipTimeline *timeline, const MieniKeyPlace *places, guint count)
{
    StudioSelection *selection = studio_clip_selection(timeline->clip);
    studio_selection_clear_keys(selection);
    for (guint i = 0; i < count; ++i)
        studio_selection_add_key(selection, places[i].curve, places[i].key);
    studio_clip_selected(timeline->clip);
}

// Moving

/// How far the pointer went, snapped so that the key under it lies well.
static MieniKeyMove move_of(const StudioClipTimeline *timeline)
{
    const StudioClip *clip = timeline->clip;
    const double pixel = studio_timeline_pixel(timeline);
    MieniKeyMove move = {.time = (timeline->x - timeline->begin_x) * pixel};
    double held = studio_timeline_time(timeline, timeline->begin_x);
    for (guint i = 0; i < timeline->keys->len; ++i) { // the one that was pressed
        const StudioKey *whole = &g_array_index(timeline->whole, StudioKey, i);
        if (fabs(whole->time - held) < 9 * pixel) {
            held = whole->time;
            break;
        }
    }
    move.time = studio_clip_snapped(clip, held + move.time, pixel) - held;
    if (held + move.time < 0 && held >= 0)
        move.time = -held;
    if (clip->is_graph)
        move.value =
            studio_timeline_value(timeline, timeline->y) - studio_timeline_value(timeline, timeline->begin_y);
    if (timeline->is_locked_time)
        move.time = 0;
    if (timeline->is_locked_value)
        move.value = 0;
    return move;
}

static MienStatus move_keys(StudioClipTimeline *timeline, const MieniKeyMove *move, GArray *places,
                            MieniProblem *problem)
{
    const StudioClip *clip = timeline->clip;
    return studio_clip_move_keys(studio_clip_studio(clip), clip->path, (MieniKeyPlace *)(void *)places->data,
                                 (int)places->len, move, problem);
}

static MienStatus copy_keys(StudioClipTimeline *timeline, const MieniKeyMove *move, GArray *places,
                            MieniProblem *problem)
{
    const StudioClip *clip = timeline->clip;
    g_autoptr(GArray) keys = g_array_copy(timeline->whole);
    for (guint i = 0; i < keys->len; ++i)
        g_array_index(keys, StudioKey, i).value += move->value;
    const MienStatus status =
        studio_clip_paste_keys(studio_clip_studio(clip), clip->path, (const StudioKey *)(void *)keys->data,
                               (int)keys->len, move->time, NULL, problem);
    for (guint i = 0; i < places->len && status == MIEN_OK; ++i) {
        MieniKeyPlace *place = &g_array_index(places, MieniKeyPlace, i);
        const int curve = studio_clip_view_find(&clip->view, place->curve);
        place->key = studio_shown_key_at(&clip->view.curves[curve],
                                         g_array_index(keys, StudioKey, i).time + move->time);
    }
    return status;
}

static MienStatus scale_keys(StudioClipTimeline *timeline, GArray *places, MieniProblem *problem)
{
    const StudioClip *clip = timeline->clip;
    const bool is_start = timeline->at.hit == STUDIO_HIT_EDGE_START;
    const double edge = is_start ? timeline->box_start : timeline->box_end,
                 pivot = is_start ? timeline->box_end : timeline->box_start;
    const double by = (timeline->x - timeline->begin_x) * studio_timeline_pixel(timeline);
    const double to = studio_clip_snapped(clip, edge + by, studio_timeline_pixel(timeline));
    const double scale = (to - pivot) / (edge - pivot);
    const MieniKeyMove move = {.scale = MAX(scale, 0.01), .pivot = pivot};
    return move_keys(timeline, &move, places, problem);
}

// Handles

static MienStatus turn_handle(StudioClipTimeline *timeline, MieniProblem *problem)
{
    const StudioClip *clip = timeline->clip;
    StudioKey *whole = NULL;
    const char *curve = g_intern_string(clip->view.curves[timeline->at.curve].name);
    for (guint i = 0; i < timeline->keys->len; ++i) {
        const MieniKeyPlace *place = &g_array_index(timeline->keys, MieniKeyPlace, i);
        if (place->curve == curve && place->key == timeline->at.key)
            whole = &g_array_index(timeline->whole, StudioKey, i);
    }
    if (whole == NULL)
        return MIEN_OK;
    const bool is_leave = timeline->at.hit == STUDIO_HIT_LEAVE;
    const double pixel = studio_timeline_pixel(timeline);
    const double across = studio_timeline_time(timeline, timeline->x) - whole->time,
                 up = studio_timeline_value(timeline, timeline->y) - whole->value;
    const double run = is_leave ? MAX(across, 2 * pixel) : MIN(across, -2 * pixel);
    const float slope = (float)CLAMP(up / run, -1e6, 1e6);
    StudioKey key = *whole;
    const bool is_broken = fabsf(key.shape.arrive - key.shape.leave) > 1e-4f * (1 + fabsf(key.shape.leave));
    key.shape.type = "cubic";
    key.shape.is_auto = false;
    key.shape.has_slopes = true;
    if (is_leave)
        key.shape.leave = slope;
    else
        key.shape.arrive = slope;
    if (!is_broken && !(timeline->modifiers & GDK_CONTROL_MASK))
        key.shape.arrive = key.shape.leave = slope;
    return studio_clip_paste_keys(studio_clip_studio(clip), clip->path, &key, 1, 0, NULL, problem);
}

// All of them

void studio_timeline_drag_keys(StudioClipTimeline *timeline)
{
    MieniProblem problem = {0};
    if ((timeline->keys->len == 0 && timeline->drag != STUDIO_DRAG_HANDLE) || !begin(timeline, &problem))
        return;
    g_autoptr(GArray) places = g_array_copy(timeline->keys);
    const MieniKeyMove move = move_of(timeline);
    MienStatus status = MIEN_OK;
    if (timeline->drag == STUDIO_DRAG_KEYS)
        status = move_keys(timeline, &move, places, &problem);
    else if (timeline->drag == STUDIO_DRAG_COPY)
        status = copy_keys(timeline, &move, places, &problem);
    else if (timeline->drag == STUDIO_DRAG_SCALE)
        status = scale_keys(timeline, places, &problem);
    else
        status = turn_handle(timeline, &problem);
    if (studio_clip_check(timeline->clip, status, &problem))
        select_again(timeline, (const MieniKeyPlace *)(void *)places->data, places->len);
}

void studio_timeline_end_keys(StudioClipTimeline *timeline, bool is_cancelled)
{
    StudioClip *clip = timeline->clip;
    MieniProblem problem = {0};
    timeline->is_grouped = false;
    if (!is_cancelled) {
        studio_clip_check(clip, studio_group_end(studio_clip_studio(clip), &problem), &problem);
        return;
    }
    studio_clip_check(clip, studio_group_cancel(studio_clip_studio(clip), &problem), &problem);
    if (clip->document != NULL)
        select_again(timeline, (const MieniKeyPlace *)(void *)timeline->keys->data, timeline->keys->len);
}

// Adding

static void select_new(StudioClipTimeline *timeline, const char *curve, double time)
{
    StudioClip *clip = timeline->clip;
    StudioSelection *selection = studio_clip_selection(clip);
    const int index = studio_clip_view_find(&clip->view, curve);
    const int key = index >= 0 ? studio_shown_key_at(&clip->view.curves[index], time) : -1;
    if (key < 0)
        return;
    studio_selection_clear_keys(selection);
    studio_selection_add_key(selection, curve, key);
    studio_clip_selected(clip);
}

/// A key as it is, its slopes no longer made: another key beside it would make others.
static StudioKey freeze(const char *curve, const MienAuthorKey *key)
{
    StudioKey whole = {.curve = curve, .time = key->time, .value = (double)key->value};
    whole.shape = studio_clip_shape(key);
    whole.shape.is_auto = false;
    return whole;
}

bool studio_timeline_add_on_curve(StudioClipTimeline *timeline, const StudioClipPoint *point)
{
    StudioClip *clip = timeline->clip;
    Studio *studio = studio_clip_studio(clip);
    MieniProblem problem = {0};
    const StudioShownCurve *curve = &clip->view.curves[point->curve];
    if (curve->is_sampled || curve->keyed.key_count == 0 || !studio_clip_can_edit(clip))
        return false;
    const char *name = g_intern_string(curve->name);
    const double time = studio_clip_snapped(clip, point->time, studio_timeline_pixel(timeline));
    if (studio_shown_key_at(curve, time) >= 0)
        return false;
    const int next = studio_shown_first_key(curve, time);
    const MienAuthorKey *keys = curve->keyed.keys;
    StudioKey set[3];
    int count = 0;
    MienAuthorKey added = {.time = time,
                           .value = studio_shown_value(&clip->view, curve, time),
                           .interpolation =
                               next > 0 ? keys[next - 1].interpolation : keys[next].interpolation};
    added.arrive = added.leave = studio_shown_slope(&clip->view, curve, time);
    set[count++] = freeze(name, &added);
    if (next > 0 && keys[next - 1].is_auto)
        set[count++] = freeze(name, &keys[next - 1]);
    if (next < curve->keyed.key_count && keys[next].is_auto)
        set[count++] = freeze(name, &keys[next]);
    char label[STUDIO_LABEL_ROOM], number[STUDIO_NUMBER_ROOM];
    snprintf(label, sizeof label, "key %.300s at %s s", name, studio_number_text(time, 2, number));
    if (!studio_clip_check(clip, studio_group_begin(studio, label, &problem), &problem))
        return true;
    studio_clip_check(clip, studio_clip_paste_keys(studio, clip->path, set, count, 0, NULL, &problem),
                      &problem);
    studio_clip_check(clip, studio_group_end(studio, &problem), &problem);
    select_new(timeline, name, time);
    return true;
}

void studio_timeline_add_here(StudioClipTimeline *timeline, const StudioClipPoint *point)
{
    StudioClip *clip = timeline->clip;
    MieniProblem problem = {0};
    g_autoptr(GPtrArray) names = studio_clip_curves(clip);
    if (!studio_clip_can_edit(clip) || point->hit == STUDIO_HIT_KEY || point->hit == STUDIO_HIT_SUMMARY)
        return;
    const int lane = clip->is_graph ? -1 : point->curve;
    if (lane < 0 && names->len != 1)
        return;
    const char *name = g_intern_string(lane >= 0 ? clip->view.curves[lane].name : names->pdata[0]);
    const int index = studio_clip_view_find(&clip->view, name);
    if (clip->view.curves[index].is_sampled) {
        studio_clip_fit_dialog(clip, name);
        return;
    }
    const double time = studio_clip_snapped(clip, point->time, studio_timeline_pixel(timeline));
    const double value = clip->is_graph
                             ? point->value
                             : (double)studio_shown_value(&clip->view, &clip->view.curves[index], time);
    const MieniKeyShape fresh = studio_clip_fresh_shape();
    const bool is_first = clip->view.curves[index].keyed.key_count == 0;
    if (studio_clip_check(clip,
                          studio_clip_set_key(studio_clip_studio(clip), clip->path, name, MAX(time, 0),
                                              round(value * 1000) / 1000, is_first ? &fresh : NULL, &problem),
                          &problem))
        select_new(timeline, name, MAX(time, 0));
}
