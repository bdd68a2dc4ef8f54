// SPDX-License-Identifier: MIT
//
// Poses the characters, at most once per frame and only after a change; before layout, so that
// widgets with weights can follow.

#include "studio/panels/viewport/private.h"

#include <string.h>

#include "studio/panels/viewport/player.h"
#include "studio/panels/widgets/widgets.h"

enum {
    REST = 50,          ///< Milliseconds without a change until full quality is drawn.
    READ_FACES = 2,     ///< More faces leave no room for the readout.
    HOLD_TIME = 140000, ///< Microseconds until a pose that is held is there.
};

static gboolean on_rest(void *user)
{
    StudioViewport *viewport = user;
    viewport->rest_timer = 0;
    viewport->is_draft = false;
    bool is_hurried = false;
    for (guint i = 0; i < viewport->actors->len; ++i)
        is_hurried = is_hurried || ((StudioActor *)viewport->actors->pdata[i])->is_hurried;
    if (is_hurried)
        studio_viewport_pose(viewport, false);
    gtk_gl_area_queue_render(GTK_GL_AREA(viewport->area));
    return G_SOURCE_REMOVE;
}

void studio_viewport_redraw(StudioViewport *viewport, bool is_moving)
{
    viewport->is_draft = is_moving;
    g_clear_handle_id(&viewport->rest_timer, g_source_remove);
    gtk_gl_area_queue_render(GTK_GL_AREA(viewport->area));
    gtk_widget_queue_draw(viewport->plates);
}

void studio_viewport_drew(StudioViewport *viewport)
{
    ++viewport->drawn_count;
    g_clear_handle_id(&viewport->rest_timer, g_source_remove);
    if (viewport->is_draft) // from the picture on, so that slow ones are not followed by slower ones
        viewport->rest_timer = g_timeout_add(REST, on_rest, viewport);
}

void studio_viewport_compare(StudioViewport *viewport, bool is_comparing)
{
    if (viewport->is_comparing == is_comparing)
        return;
    viewport->is_comparing = is_comparing;
    studio_viewport_overlay_chip(&viewport->over, STUDIO_CHIP_REST, is_comparing ? "Rest pose" : NULL);
    studio_viewport_pose(viewport, false);
}

// Posing

static bool is_animated(void)
{
    gboolean is_on = TRUE;
    g_object_get(gtk_settings_get_default(), "gtk-enable-animations", &is_on, NULL);
    return is_on;
}

/// Moves on to or away from the pose that is held; whether it goes on.
static bool hold(StudioViewport *viewport, gint64 now)
{
    const char *held = studio_live_held(viewport->live);
    const float goal = held != NULL ? 1.0f : 0.0f;
    if (held != NULL && g_strcmp0(held, viewport->held) != 0) {
        g_free(viewport->held);
        viewport->held = g_strdup(held);
    }
    const float way = viewport->held_at != 0 ? (float)(now - viewport->held_at) / (float)HOLD_TIME : 0.0f;
    viewport->held_at = now;
    if (!is_animated())
        viewport->held_part = goal;
    else if (goal > viewport->held_part)
        viewport->held_part = MIN(viewport->held_part + way, goal);
    else
        viewport->held_part = MAX(viewport->held_part - way, goal);
    if (viewport->held_part != goal)
        return true;
    viewport->held_at = 0;
    return false;
}

static int compare_readings(const void *a, const void *b)
{
    const StudioReading *x = a, *y = b;
    const float of_x = x->asked < 0 ? -x->asked : x->asked, of_y = y->asked < 0 ? -y->asked : y->asked;
    return of_x != of_y ? (of_x < of_y ? 1 : -1) : strcmp(x->name, y->name);
}

/// The face that weights are read from: the first that has the poses of the document in front, or the
/// first. NULL: there is none.
static const StudioActor *read_from(const StudioViewport *viewport)
{
    const StudioDocument *document = studio_workspace_active(viewport->workspace);
    for (guint i = 0; document != NULL && i < viewport->actors->len; ++i) {
        const StudioActor *actor = viewport->actors->pdata[i];
        for (int a = 0; a < actor->face->poses_count; ++a)
            if (strcmp(actor->face->poses[a].path, document->path) == 0)
                return actor;
    }
    return viewport->actors->len > 0 ? viewport->actors->pdata[0] : NULL;
}

/// What the poses of one face are asked for, and curves of it that drive no pose.
static void show_readings(StudioViewport *viewport)
{
    const StudioActor *actor = read_from(viewport);
    const StudioSession *session = studio_workspace_session(viewport->workspace);
    g_autoptr(GArray) readings = g_array_new(FALSE, FALSE, sizeof(StudioReading));
    for (int a = 0; actor != NULL && a < actor->face->poses_count; ++a) {
        const MieniFacePoses *of = &actor->face->poses[a];
        const int controls = mien_pose_asset_info(of->asset).driven_pose_count;
        for (int c = 0; c < controls; ++c)
            if (!studio_weight_reads_zero(of->asked[c]) || !studio_weight_reads_zero(of->applied[c])) {
                const MienPoseInfo pose =
                    mien_pose_asset_pose(of->asset, mien_pose_asset_driven_pose(of->asset, c).pose);
                g_array_append_val(readings, ((StudioReading){pose.name, of->asked[c], of->applied[c]}));
            }
    }
    for (int i = 0; actor != NULL && i < session->weight_count; ++i) {
        const char *name = session->weights[i].name;
        const float value = studio_session_effective(session, name);
        bool is_listed = !studio_viewport_weighs(viewport, name) || !studio_actor_has_curve(actor, name);
        for (int a = 0; a < actor->face->poses_count && !is_listed; ++a)
            is_listed = mien_pose_asset_find_driven_pose(actor->face->poses[a].asset, name) >= 0;
        if (!is_listed)
            g_array_append_val(readings, ((StudioReading){name, value, value}));
    }
    g_array_sort(readings, compare_readings);
    // What the first of many faces does would lie over it, and say nothing of the others.
    const int count = viewport->actors->len <= READ_FACES ? (int)readings->len : 0;
    studio_viewport_overlay_readings(&viewport->over, (const StudioReading *)(void *)readings->data, count);
}

bool studio_viewport_weighs(const StudioViewport *viewport, const char *name)
{
    const float value = studio_session_effective(studio_workspace_session(viewport->workspace), name);
    bool is_there = false;
    for (guint i = 0; viewport->has_weights && i < viewport->actors->len && !is_there; ++i)
        is_there = studio_actor_has_curve(viewport->actors->pdata[i], name);
    return is_there && !studio_weight_reads_zero(value);
}

/// Weights that no list shows, because a clip plays over them or there are many faces.
static void show_weights_chip(StudioViewport *viewport)
{
    const StudioSession *session = studio_workspace_session(viewport->workspace);
    const bool is_unseen =
        viewport->actors->len > READ_FACES || studio_player_is_playing(studio_player_of(viewport->workspace));
    const char *first = NULL;
    int count = 0;
    for (int i = 0; is_unseen && i < session->weight_count; ++i)
        if (studio_viewport_weighs(viewport, session->weights[i].name) && count++ == 0)
            first = session->weights[i].name;
    char number[STUDIO_NUMBER_ROOM];
    g_autofree char *words =
        count == 1
            ? g_strdup_printf("Weights: %s %s", first,
                              studio_number_text((double)studio_session_weight(session, first), 2, number))
            : g_strdup_printf("Weights: %d poses", count);
    studio_viewport_overlay_chip(&viewport->over, STUDIO_CHIP_WEIGHTS, count > 0 ? words : NULL);
}

/// Distances from rest, if they are to be seen.
static void measure_heat(StudioViewport *viewport)
{
    const bool is_on =
        studio_commands_state(viewport->commands, "viewport.heat-map") && viewport->actors->len > 0;
    const bool is_take = is_on && studio_viewport_compares_take(viewport);
    viewport->heat_most = is_take ? studio_viewport_take_heat(viewport) : is_on ? 0.0f : -1.0f;
    for (guint i = 0; is_on && !is_take && i < viewport->actors->len; ++i) {
        StudioActor *actor = viewport->actors->pdata[i];
        const float most = actor->face->vertex_count > 0 ? mieni_face_heat(actor->face) : 0.0f;
        viewport->heat_most = most > viewport->heat_most ? most : viewport->heat_most;
    }
    studio_viewport_overlay_heat(&viewport->over, viewport->heat_most);
}

static void pose(StudioViewport *viewport)
{
    const float part = viewport->held_part;
    const StudioActing acting = {.session = studio_workspace_session(viewport->workspace),
                                 .has_weights = viewport->has_weights,
                                 .is_rest = viewport->is_comparing,
                                 .is_hurried = viewport->is_draft,
                                 .held = part > 0.0f ? viewport->held : NULL,
                                 .held_part = part * part * (3.0f - 2.0f * part),
                                 .live = studio_live_driven(viewport->live)};
    int count;
    const char *const *marked = studio_live_marked(viewport->live, &count);
    for (guint i = 0; i < viewport->actors->len; ++i) {
        StudioActor *actor = viewport->actors->pdata[i];
        studio_actor_pose(actor, &acting);
        studio_actor_mark(actor, marked, count);
    }
    viewport->needs_posing = false;
    viewport->is_light_new = false;
    measure_heat(viewport);
    show_readings(viewport);
    show_weights_chip(viewport);
    studio_live_posed(viewport->live);
}

static gboolean on_tick(GtkWidget *widget, GdkFrameClock *clock, void *user)
{
    StudioViewport *viewport = user;
    (void)widget;
    // It runs for one frame more than needed: a callback that is added during a frame first runs in the
    // next one, and bones are moved during frames, so every second frame would be missed.
    if (viewport->workspace == NULL || !viewport->needs_posing) {
        viewport->tick = 0;
        return G_SOURCE_REMOVE;
    }
    const bool goes_on = hold(viewport, gdk_frame_clock_get_frame_time(clock));
    pose(viewport);
    viewport->needs_posing = viewport->needs_posing || goes_on;
    if (goes_on)
        studio_viewport_redraw(viewport, true);
    else
        gtk_gl_area_queue_render(GTK_GL_AREA(viewport->area));
    return G_SOURCE_CONTINUE;
}

void studio_viewport_pose(StudioViewport *viewport, bool is_moving)
{
    viewport->needs_posing = true;
    if (viewport->tick == 0)
        viewport->tick = gtk_widget_add_tick_callback(viewport->area, on_tick, viewport, NULL);
    studio_viewport_redraw(viewport, is_moving);
}

void studio_viewport_stop(StudioViewport *viewport)
{
    g_clear_handle_id(&viewport->rest_timer, g_source_remove);
    if (viewport->tick != 0)
        gtk_widget_remove_tick_callback(viewport->area, viewport->tick);
    viewport->tick = 0;
}
