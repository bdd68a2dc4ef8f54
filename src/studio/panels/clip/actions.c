// SPDX-License-Identifier: MIT
//
// Commands of the clip editor, and the reasons why some are not available.

#include "studio/panels/clip/private.h"

#include "studio/model/facts/strings.h"
#include "studio/panels/clip/timeline.h"
#include "studio/panels/widgets/widgets.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Keys

/// A curve's first key is as the person prefers; others go on as the one before them.
static MienStatus set_key(StudioClip *clip, const char *curve, double time, double value,
                          MieniProblem *problem)
{
    const MieniKeyShape fresh = studio_clip_fresh_shape();
    const int index = studio_clip_view_find(&clip->view, curve);
    const bool is_first = index < 0 || studio_shown_first_key(&clip->view.curves[index], time) == 0;
    const bool is_there = index >= 0 && studio_shown_key_at(&clip->view.curves[index], time) >= 0;
    return studio_clip_set_key(studio_clip_studio(clip), clip->path, curve, time, value,
                               is_first && !is_there ? &fresh : NULL, problem);
}

/// Where a key that is there already stands exactly, or the playhead.
static double key_time(const StudioClip *clip, const char *curve)
{
    const double time = studio_clip_time(clip);
    const int index = studio_clip_view_find(&clip->view, curve);
    const int key = index >= 0 ? studio_shown_key_at(&clip->view.curves[index], time) : -1;
    return key >= 0 ? clip->view.curves[index].keyed.keys[key].time : time;
}

/// Keys of sources are fitted first: one key alone would take the place of all of it.
static bool is_sampled(const StudioClip *clip, const char *curve)
{
    const int index = studio_clip_view_find(&clip->view, curve);
    return index >= 0 && clip->view.curves[index].is_sampled;
}

void studio_clip_set_value(StudioClip *clip, const char *curve, double value)
{
    MieniProblem problem = {0};
    if (!studio_clip_can_edit(clip))
        return;
    if (is_sampled(clip, curve))
        studio_clip_fit_dialog(clip, curve);
    else
        studio_clip_check(clip, set_key(clip, curve, key_time(clip, curve), value, &problem), &problem);
}

void studio_clip_key_here(StudioClip *clip, const char *const *names, int count)
{
    MieniProblem problem = {0};
    Studio *studio = studio_clip_studio(clip);
    g_auto(GStrv) copies = g_new0(char *, count + 1);
    char label[STUDIO_LABEL_ROOM], number[STUDIO_NUMBER_ROOM];
    int kept = 0;
    for (int i = 0; i < count; ++i)
        if (!is_sampled(clip, names[i]))
            copies[kept++] = g_strdup(names[i]);
    if (kept == 0 && count > 0) {
        studio_clip_fit_dialog(clip, names[0]);
        return;
    }
    studio_number_text(studio_clip_time(clip), 2, number);
    if (kept == 1)
        snprintf(label, sizeof label, "key %.300s at %s s", copies[0], number);
    else
        snprintf(label, sizeof label, "key %d curves at %s s", kept, number);
    if (kept == 0 || !studio_clip_check(clip, studio_group_begin(studio, label, &problem), &problem))
        return;
    for (int i = 0; i < kept; ++i) {
        const int index = studio_clip_view_find(&clip->view, copies[i]);
        const double value =
            (double)studio_shown_value(&clip->view, &clip->view.curves[index], studio_clip_time(clip));
        if (!studio_clip_check(clip, set_key(clip, copies[i], key_time(clip, copies[i]), value, &problem),
                               &problem))
            break;
    }
    studio_clip_check(clip, studio_group_end(studio, &problem), &problem);
    studio_selection_clear_keys(studio_clip_selection(clip));
    for (int i = 0; i < kept; ++i) {
        const int index = studio_clip_view_find(&clip->view, copies[i]);
        const int key =
            index >= 0 ? studio_shown_key_at(&clip->view.curves[index], studio_clip_time(clip)) : -1;
        if (key >= 0)
            studio_selection_add_key(studio_clip_selection(clip), copies[i], key);
    }
    studio_clip_selected(clip);
}

void studio_clip_toggle_key(StudioClip *clip, const char *curve)
{
    MieniProblem problem = {0};
    const int index = studio_clip_view_find(&clip->view, curve);
    if (index < 0 || !studio_clip_can_edit(clip))
        return;
    const int key = studio_shown_key_at(&clip->view.curves[index], studio_clip_time(clip));
    if (key < 0) {
        studio_clip_key_here(clip, &curve, 1);
        return;
    }
    const MieniKeyPlace place = {.curve = curve, .key = key};
    studio_clip_check(
        clip, studio_clip_delete_keys(studio_clip_studio(clip), clip->path, &place, 1, &problem), &problem);
}

static void run_key(StudioClip *clip)
{
    g_autoptr(GPtrArray) names = studio_clip_curves(clip);
    studio_clip_key_here(clip, (const char *const *)names->pdata, (int)names->len);
}

static void run_delete(StudioClip *clip)
{
    MieniProblem problem = {0};
    g_autoptr(GArray) keys = studio_clip_selected_keys(clip);
    if (keys->len == 0)
        return;
    studio_clip_check(clip,
                      studio_clip_delete_keys(studio_clip_studio(clip), clip->path,
                                              (const MieniKeyPlace *)(void *)keys->data, (int)keys->len,
                                              &problem),
                      &problem);
    studio_selection_clear_keys(studio_clip_selection(clip));
    studio_clip_selected(clip);
}

static void run_delete_curves(StudioClip *clip)
{
    MieniProblem problem = {0};
    Studio *studio = studio_clip_studio(clip);
    g_autoptr(GPtrArray) names = studio_clip_curves(clip), copies = g_ptr_array_new_with_free_func(g_free);
    char label[STUDIO_LABEL_ROOM];
    for (guint i = 0; i < names->len; ++i)
        if (!is_sampled(clip, names->pdata[i]))
            g_ptr_array_add(copies, g_strdup(names->pdata[i]));
    studio_label_many(label, "delete curve", (const char *const *)copies->pdata, (int)copies->len, "curves");
    if (copies->len == 0 || !studio_clip_check(clip, studio_group_begin(studio, label, &problem), &problem))
        return;
    for (guint i = 0; i < copies->len; ++i)
        studio_clip_check(clip, studio_clip_remove_curve(studio, clip->path, copies->pdata[i], &problem),
                          &problem);
    studio_clip_check(clip, studio_group_end(studio, &problem), &problem);
    studio_clip_selected(clip);
}

/// Each selected key onto its nearest frame.
static void run_snap(StudioClip *clip)
{
    MieniProblem problem = {0};
    Studio *studio = studio_clip_studio(clip);
    g_autoptr(GArray) places = studio_clip_selected_keys(clip),
                      keys = g_array_new(FALSE, FALSE, sizeof(StudioKey));
    char label[STUDIO_LABEL_ROOM];
    for (guint i = 0; i < places->len; ++i) {
        MieniKeyPlace *place = &g_array_index(places, MieniKeyPlace, i);
        StudioKey key = studio_clip_whole_key(clip, place);
        place->curve = key.curve = g_intern_string(place->curve);
        key.time = round(key.time * clip->view.rate) / clip->view.rate;
        g_array_append_val(keys, key);
    }
    snprintf(label, sizeof label, "snap %u key%s to frames", keys->len, keys->len == 1 ? "" : "s");
    if (keys->len == 0 || !studio_clip_check(clip, studio_group_begin(studio, label, &problem), &problem))
        return;
    studio_clip_check(clip,
                      studio_clip_delete_keys(studio, clip->path, (const MieniKeyPlace *)(void *)places->data,
                                              (int)places->len, &problem),
                      &problem);
    studio_clip_check(clip,
                      studio_clip_paste_keys(studio, clip->path, (const StudioKey *)(void *)keys->data,
                                             (int)keys->len, 0, NULL, &problem),
                      &problem);
    studio_clip_check(clip, studio_group_end(studio, &problem), &problem);
    studio_selection_clear_keys(studio_clip_selection(clip));
    studio_clip_selected(clip);
}

static void run_select_all(StudioClip *clip)
{
    StudioSelection *selection = studio_clip_selection(clip);
    studio_selection_clear_keys(selection);
    for (guint row = 0; row < clip->rows->len; ++row) {
        const StudioShownCurve *curve = &clip->view.curves[g_array_index(clip->rows, int, row)];
        if (clip->is_graph && selection->names.count > 0 && !studio_selection_has(selection, curve->name))
            continue;
        for (int k = 0; k < curve->keyed.key_count; ++k)
            studio_selection_add_key(selection, curve->name, k);
    }
    studio_clip_selected(clip);
}

static void run_fit_keys(StudioClip *clip)
{
    g_autoptr(GPtrArray) names = studio_clip_curves(clip);
    for (guint i = 0; i < names->len; ++i)
        if (is_sampled(clip, names->pdata[i])) {
            studio_clip_fit_dialog(clip, names->pdata[i]);
            return;
        }
}

// Commands

static void set_graph(StudioClip *clip, bool is_graph)
{
    clip->is_graph = is_graph;
    g_autoptr(GArray) keys = studio_clip_selected_keys(clip);
    for (guint i = 0; is_graph && i < keys->len; ++i) { // the graph shows keys of selected curves alone
        const char *curve = g_array_index(keys, MieniKeyPlace, i).curve;
        if (!studio_selection_has(studio_clip_selection(clip), curve))
            studio_selection_add(studio_clip_selection(clip), curve);
    }
    studio_clip_list_select(clip);
    studio_clip_toolbar_update(clip);
    studio_clip_timeline_changed(clip, true);
}

static void run_add(StudioClip *clip)
{
    GtkWidget *over = g_object_get_data(G_OBJECT(clip->editor), "add-button");
    const bool is_empty = gtk_stack_get_visible_child(GTK_STACK(clip->body)) == clip->empty;
    studio_clip_add_popup(clip, is_empty ? clip->empty : over);
}

static const struct {
    const char *name;
    StudioTangent tangent;
} tangents[] = {
    {"clip.tangent-auto", STUDIO_TANGENT_AUTO},     {"clip.tangent-smooth", STUDIO_TANGENT_SMOOTH},
    {"clip.tangent-linear", STUDIO_TANGENT_LINEAR}, {"clip.tangent-step", STUDIO_TANGENT_STEP},
    {"clip.tangent-break", STUDIO_TANGENT_BREAK},   {"clip.tangent-flat", STUDIO_TANGENT_FLAT},
};

static bool is_name(const char *name, const char *other) { return strcmp(name, other) == 0; }

static void run_looks(StudioClip *clip, const char *name)
{
    if (is_name(name, "clip.dope") || is_name(name, "clip.graph"))
        set_graph(clip, is_name(name, "clip.graph"));
    else if (is_name(name, "clip.fit") || is_name(name, "clip.fit-selection"))
        studio_clip_timeline_fit(clip, is_name(name, "clip.fit-selection"));
    else if (is_name(name, "clip.snap-frames"))
        clip->snap = STUDIO_SNAP_FRAMES;
    else if (is_name(name, "clip.snap-keys"))
        clip->snap = STUDIO_SNAP_KEYS;
    else if (is_name(name, "clip.snap-off"))
        clip->snap = STUDIO_SNAP_OFF;
    else if (is_name(name, "clip.tangents"))
        studio_clip_tangent_menu(clip, clip->tool_tangents[0], 8, 24);
}

static void run(void *user, const char *name)
{
    StudioClip *clip = user;
    if (clip->document == NULL)
        return;
    for (size_t i = 0; i < G_N_ELEMENTS(tangents); ++i)
        if (is_name(name, tangents[i].name))
            studio_clip_set_tangents(clip, tangents[i].tangent);
    if (is_name(name, "clip.add-curve"))
        run_add(clip);
    else if (is_name(name, "clip.key"))
        run_key(clip);
    else if (is_name(name, "clip.delete-keys") || is_name(name, "win.delete"))
        run_delete(clip);
    else if (is_name(name, "clip.delete-curve"))
        run_delete_curves(clip);
    else if (is_name(name, "clip.snap-selected"))
        run_snap(clip);
    else if (is_name(name, "clip.fit-keys"))
        run_fit_keys(clip);
    else if (is_name(name, "win.copy"))
        studio_clip_copy(clip);
    else if (is_name(name, "win.cut")) {
        studio_clip_copy(clip);
        run_delete(clip);
    } else if (is_name(name, "win.paste"))
        studio_clip_paste(clip);
    else if (is_name(name, "win.select-all"))
        run_select_all(clip);
    else if (is_name(name, "win.select-none")) {
        studio_selection_clear_keys(studio_clip_selection(clip));
        studio_clip_selected(clip);
    } else
        run_looks(clip, name);
}

static const char *const shared[] = {"win.copy",   "win.cut",        "win.paste",
                                     "win.delete", "win.select-all", "win.select-none"};
static const char *const own[] = {
    "clip.add-curve",     "clip.key",         "clip.auto-key",  "clip.delete-keys", "clip.delete-curve",
    "clip.snap-selected", "clip.dope",        "clip.graph",     "clip.tangents",    "clip.fit",
    "clip.fit-selection", "clip.snap-frames", "clip.snap-keys", "clip.snap-off",    "clip.fit-keys"};

/// Commands of the window act on the focused panel, which binds them when it gets the focus.
static void on_focus(GtkEventControllerFocus *controller, StudioClip *clip)
{
    (void)controller;
    for (size_t i = 0; i < G_N_ELEMENTS(shared); ++i)
        studio_commands_bind(clip->commands, shared[i], run, clip);
    g_object_set_data(G_OBJECT(clip->editor), "has-shared", clip);
    studio_clip_allow(clip);
}

static void on_blur(GtkEventControllerFocus *controller, StudioClip *clip)
{
    (void)controller;
    g_object_set_data(G_OBJECT(clip->editor), "has-shared", NULL);
}

void studio_clip_bind(StudioClip *clip)
{
    GtkEventController *focus = gtk_event_controller_focus_new();
    for (size_t i = 0; i < G_N_ELEMENTS(own); ++i)
        studio_commands_bind(clip->commands, own[i], run, clip);
    for (size_t i = 0; i < G_N_ELEMENTS(tangents); ++i)
        studio_commands_bind(clip->commands, tangents[i].name, run, clip);
    g_signal_connect(focus, "enter", G_CALLBACK(on_focus), clip);
    g_signal_connect(focus, "leave", G_CALLBACK(on_blur), clip);
    gtk_widget_add_controller(clip->editor, focus);
}

static bool has_sampled(const StudioClip *clip, const GPtrArray *names)
{
    for (guint i = 0; i < names->len; ++i)
        if (is_sampled(clip, names->pdata[i]))
            return true;
    return false;
}

void studio_clip_allow(StudioClip *clip)
{
    StudioCommands *commands = clip->commands;
    const char *none = clip->document == NULL ? "Open a clip first" : NULL;
    const char *fixed = none != NULL                  ? none
                        : !studio_clip_can_edit(clip) ? "This project is read-only"
                                                      : NULL;
    g_autoptr(GArray) keys = studio_clip_selected_keys(clip);
    g_autoptr(GPtrArray) names = studio_clip_curves(clip);
    const char *keyless = fixed != NULL ? fixed : keys->len == 0 ? "Select keys first" : NULL;
    const char *curveless = fixed != NULL ? fixed : names->len == 0 ? "Select a curve first" : NULL;
    static const char *const views[] = {"clip.dope",        "clip.graph",     "clip.fit",
                                        "clip.snap-frames", "clip.snap-keys", "clip.snap-off"};
    for (size_t i = 0; i < G_N_ELEMENTS(views); ++i)
        studio_commands_allow(commands, views[i], none);
    for (size_t i = 0; i < G_N_ELEMENTS(tangents); ++i)
        studio_commands_allow(commands, tangents[i].name, keyless);
    studio_commands_allow(commands, "clip.tangents", keyless);
    studio_commands_allow(commands, "clip.delete-keys", keyless);
    studio_commands_allow(commands, "clip.snap-selected", keyless);
    studio_commands_allow(commands, "clip.fit-selection",
                          none != NULL     ? none
                          : keys->len == 0 ? "Select keys first"
                                           : NULL);
    studio_commands_allow(commands, "clip.key", curveless);
    studio_commands_allow(commands, "clip.delete-curve",
                          curveless != NULL          ? curveless
                          : has_sampled(clip, names) ? "Remove curves of a source file with a modifier"
                                                     : NULL);
    studio_commands_allow(commands, "clip.add-curve", fixed);
    studio_commands_allow(commands, "clip.fit-keys",
                          curveless != NULL           ? curveless
                          : !has_sampled(clip, names) ? "These curves already have keys"
                                                      : NULL);
    // sliders of other documents make keys too, in the clip that plays
    const bool plays = clip->workspace != NULL && studio_workspace_session(clip->workspace)->clip[0] != '\0';
    studio_commands_allow(commands, "clip.auto-key", plays && clip->document == NULL ? NULL : fixed);
    if (g_object_get_data(G_OBJECT(clip->editor), "has-shared") == NULL)
        return;
    studio_commands_allow(commands, "win.copy",
                          none != NULL     ? none
                          : keys->len == 0 ? "Select keys first"
                                           : NULL);
    studio_commands_allow(commands, "win.cut", keyless);
    studio_commands_allow(commands, "win.delete", keyless);
    studio_commands_allow(commands, "win.paste", fixed);
    studio_commands_allow(commands, "win.select-all", none);
    studio_commands_allow(commands, "win.select-none",
                          none != NULL     ? none
                          : keys->len == 0 ? "Select keys first"
                                           : NULL);
}
