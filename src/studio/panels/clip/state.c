// SPDX-License-Identifier: MIT
//
// The clip of the editor and its selection.

#include "studio/panels/clip/private.h"

#include "studio/panels/clip/timeline.h"
#include "studio/panels/workspace/preferences.h"

#include <math.h>
#include <string.h>

Studio *studio_clip_studio(const StudioClip *clip) { return studio_workspace_studio(clip->workspace); }

StudioSelection *studio_clip_selection(const StudioClip *clip) { return &clip->document->selection; }

bool studio_clip_can_edit(const StudioClip *clip)
{
    return clip->document != NULL && !studio_clip_studio(clip)->is_read_only;
}

double studio_clip_time(const StudioClip *clip)
{
    return clip->workspace != NULL ? studio_workspace_session(clip->workspace)->time : 0.0;
}

void studio_clip_seek(StudioClip *clip, double time)
{
    StudioPlayer *player = studio_player_of(clip->workspace);
    time = MAX(time, 0.0);
    studio_player_seek(player, time);
    StudioSession *session = studio_workspace_session(clip->workspace);
    if (session->time < time) { // the clip ends before; keys may be set there all the same
        session->time = time;
        studio_workspace_session_changed(clip->workspace);
    }
}

bool studio_clip_check(StudioClip *clip, MienStatus status, const MieniProblem *problem)
{
    return studio_workspace_check(clip->workspace, status, problem);
}

// Snapping

static double nearest_key(const StudioClip *clip, double time)
{
    const StudioSelection *selection = studio_clip_selection(clip);
    double best = HUGE_VAL;
    for (int i = 0; i < clip->view.count; ++i) {
        const StudioShownCurve *curve = &clip->view.curves[i];
        const int at = studio_shown_first_key(curve, time);
        for (int k = MAX(at - 2, 0); k < MIN(at + 2, curve->keyed.key_count); ++k) {
            const double key = curve->keyed.keys[k].time;
            if (!studio_selection_has_key(selection, curve->name, k) && fabs(key - time) < fabs(best - time))
                best = key;
        }
    }
    return best;
}

MieniKeyShape studio_clip_fresh_shape(void)
{
    static const MieniKeyShape shapes[] = {
        {.type = "cubic", .is_auto = true}, {.type = "linear"}, {.type = "constant"}};
    return shapes[studio_prefers(STUDIO_PREFER_KEYS)];
}

double studio_clip_snapped(const StudioClip *clip, double time, double pixel)
{
    if (clip->snap == STUDIO_SNAP_OFF || clip->view.rate <= 0)
        return time;
    if (clip->snap == STUDIO_SNAP_KEYS) {
        const double key = nearest_key(clip, time);
        return fabs(key - time) <= 8 * pixel ? key : time;
    }
    return round(time * clip->view.rate) / clip->view.rate;
}

// Keys

const MienAuthorKey *studio_clip_key(const StudioClip *clip, const MieniKeyPlace *place)
{
    const int curve = studio_clip_view_find(&clip->view, place->curve);
    if (curve < 0 || place->key < 0 || place->key >= clip->view.curves[curve].keyed.key_count)
        return NULL;
    return &clip->view.curves[curve].keyed.keys[place->key];
}

GArray *studio_clip_selected_keys(const StudioClip *clip)
{
    GArray *keys = g_array_new(FALSE, FALSE, sizeof(MieniKeyPlace));
    if (clip->document == NULL)
        return keys;
    const StudioSelection *selection = studio_clip_selection(clip);
    for (int i = 0; i < selection->key_count; ++i)
        if (studio_clip_key(clip, &selection->keys[i]) != NULL)
            g_array_append_val(keys, selection->keys[i]);
    return keys;
}

MieniKeyShape studio_clip_shape(const MienAuthorKey *key)
{
    static const char *const types[] = {"constant", "linear", "cubic"};
    return (MieniKeyShape){.type = types[key->interpolation],
                           .is_auto = key->is_auto && key->interpolation == MIEN_AUTHOR_CUBIC,
                           .has_slopes = true,
                           .arrive = key->arrive,
                           .leave = key->leave};
}

StudioKey studio_clip_whole_key(const StudioClip *clip, const MieniKeyPlace *place)
{
    const MienAuthorKey *key = studio_clip_key(clip, place);
    return (StudioKey){.curve = place->curve,
                       .time = key->time,
                       .value = (double)key->value,
                       .shape = studio_clip_shape(key)};
}

GPtrArray *studio_clip_curves(const StudioClip *clip)
{
    GPtrArray *names = g_ptr_array_new();
    if (clip->document == NULL)
        return names;
    const StudioSelection *selection = studio_clip_selection(clip);
    for (int i = 0; i < selection->names.count; ++i)
        if (studio_clip_view_find(&clip->view, selection->names.items[i]) >= 0)
            g_ptr_array_add(names, selection->names.items[i]);
    return names;
}

static void make_marks(StudioClip *clip)
{
    const StudioSelection *selection = studio_clip_selection(clip);
    for (int i = 0; i < clip->mark_count; ++i)
        g_free(clip->marks[i]);
    g_free(clip->marks);
    clip->marks = g_new0(uint8_t *, clip->view.count + 1);
    clip->mark_count = clip->view.count;
    clip->mark_revision = clip->revision;
    clip->mark_selected = selection->revision;
    for (int i = 0; i < selection->key_count; ++i) {
        const int curve = studio_clip_view_find(&clip->view, selection->keys[i].curve);
        const int count = curve >= 0 ? clip->view.curves[curve].keyed.key_count : 0;
        if (selection->keys[i].key < 0 || selection->keys[i].key >= count)
            continue;
        if (clip->marks[curve] == NULL)
            clip->marks[curve] = g_new0(uint8_t, count);
        clip->marks[curve][selection->keys[i].key] = 1;
    }
}

bool studio_clip_is_key_selected(StudioClip *clip, int curve, int key)
{
    if (clip->marks == NULL || clip->mark_revision != clip->revision ||
        clip->mark_selected != studio_clip_selection(clip)->revision)
        make_marks(clip);
    return clip->marks[curve] != NULL && clip->marks[curve][key] != 0;
}

void studio_clip_selected(StudioClip *clip)
{
    studio_clip_list_select(clip);
    studio_clip_timeline_changed(clip, false);
    studio_clip_toolbar_update(clip);
    studio_clip_allow(clip);
    studio_workspace_selection_changed(clip->workspace);
}

void studio_clip_read(StudioClip *clip)
{
    const MieniAsset *asset;
    MieniProblem problem = {0};
    if (clip->document == NULL)
        return;
    studio_clip_keep_keys(clip, false);
    if (studio_asset(studio_clip_studio(clip), clip->path, &asset, &problem) == MIEN_OK)
        studio_clip_view_read(&clip->view, asset, clip->samples);
    else
        studio_clip_view_release(&clip->view);
    ++clip->revision;
    studio_clip_note_infos(clip);
    studio_clip_find_keys(clip);
    gtk_stack_set_visible_child(GTK_STACK(clip->body),
                                clip->view.count > 0 || clip->is_reading
                                    ? gtk_stack_get_child_by_name(GTK_STACK(clip->body), "curves")
                                    : clip->empty);
    studio_clip_list_fill(clip);
    studio_clip_timeline_changed(clip, true);
    studio_clip_toolbar_update(clip);
    studio_clip_allow(clip);
}

void studio_clip_look_first(StudioClip *clip)
{
    StudioSelection *selection = studio_clip_selection(clip);
    if (clip->is_look_own)
        return;
    for (guint row = 0; selection->names.count == 0 && row < clip->rows->len; ++row) {
        const StudioShownCurve *curve = &clip->view.curves[g_array_index(clip->rows, int, row)];
        float low, high;
        studio_shown_range(&clip->view, curve, 0, clip->view.length, &low, &high);
        if (high - low > 0.01f) // the first that moves
            studio_selection_only(selection, curve->name);
    }
    studio_clip_selected(clip);
    studio_clip_timeline_fit(clip, false);
}

// Looks

GdkRGBA studio_clip_color(StudioCurveGroup group)
{
    static const char *const light[STUDIO_GROUP_COUNT] = {
        "#e5a50a", "#1c71d8", "#986a44", "#e66100", "#26a269", "#9141ac", "#e01b24", "#d56199", "#77767b"};
    static const char *const dark[STUDIO_GROUP_COUNT] = {
        "#f6d32d", "#62a0ea", "#cdab8f", "#ffa348", "#33d17a", "#c061cb", "#f66151", "#f4a3c4", "#c0bfbc"};
    GdkRGBA color;
    const bool is_dark = adw_style_manager_get_dark(adw_style_manager_get_default());
    gdk_rgba_parse(&color, (is_dark ? dark : light)[group]);
    return color;
}

const char *studio_clip_drives(const StudioCurveInfo *info)
{
    return info->has_pose    ? (info->has_morph ? "pose + morph" : "pose")
           : info->has_morph ? "morph"
                             : "no target";
}
