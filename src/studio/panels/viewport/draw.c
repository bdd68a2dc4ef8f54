// SPDX-License-Identifier: MIT
//
// Poses the characters, at most once per frame and only after a change; before layout, so that
// widgets with weights can follow.

#include "studio/panels/viewport/private.h"

#include <string.h>

enum {
    REST = 50,          ///< Milliseconds without a change until full quality is drawn.
    READ_FACES = 2,     ///< More faces leave no room for the readout.
    HOLD_TIME = 140000, ///< Microseconds until a pose that is held is there.
};

static gboolean on_rest(void *user)
{
    StudioStage *stage = user;
    stage->rest_timer = 0;
    stage->is_draft = false;
    bool is_hurried = false;
    for (guint i = 0; i < stage->actors->len; ++i)
        is_hurried = is_hurried || ((StudioActor *)stage->actors->pdata[i])->is_hurried;
    if (is_hurried)
        studio_stage_pose(stage, false);
    gtk_gl_area_queue_render(GTK_GL_AREA(stage->area));
    return G_SOURCE_REMOVE;
}

void studio_stage_redraw(StudioStage *stage, bool is_moving)
{
    stage->is_draft = is_moving;
    g_clear_handle_id(&stage->rest_timer, g_source_remove);
    gtk_gl_area_queue_render(GTK_GL_AREA(stage->area));
    gtk_widget_queue_draw(stage->plates);
}

void studio_stage_drew(StudioStage *stage)
{
    ++stage->drawn_count;
    g_clear_handle_id(&stage->rest_timer, g_source_remove);
    if (stage->is_draft) // from the picture on, so that slow ones are not followed by slower ones
        stage->rest_timer = g_timeout_add(REST, on_rest, stage);
}

void studio_stage_compare(StudioStage *stage, bool is_comparing)
{
    if (stage->is_comparing == is_comparing)
        return;
    stage->is_comparing = is_comparing;
    studio_stage_overlay_chip(&stage->over, STUDIO_CHIP_REST, is_comparing ? "Rest pose" : NULL);
    studio_stage_pose(stage, false);
}

// Posing

static bool is_animated(void)
{
    gboolean is_on = TRUE;
    g_object_get(gtk_settings_get_default(), "gtk-enable-animations", &is_on, NULL);
    return is_on;
}

/// Moves on to or away from the pose that is held; whether it goes on.
static bool hold(StudioStage *stage, gint64 now)
{
    const char *held = studio_live_held(stage->live);
    const float goal = held != NULL ? 1.0f : 0.0f;
    if (held != NULL && g_strcmp0(held, stage->held) != 0) {
        g_free(stage->held);
        stage->held = g_strdup(held);
    }
    const float way = stage->held_at != 0 ? (float)(now - stage->held_at) / (float)HOLD_TIME : 0.0f;
    stage->held_at = now;
    if (!is_animated())
        stage->held_part = goal;
    else if (goal > stage->held_part)
        stage->held_part = MIN(stage->held_part + way, goal);
    else
        stage->held_part = MAX(stage->held_part - way, goal);
    if (stage->held_part != goal)
        return true;
    stage->held_at = 0;
    return false;
}

static int compare_readings(const void *a, const void *b)
{
    const StudioReading *x = a, *y = b;
    const float of_x = x->asked < 0 ? -x->asked : x->asked, of_y = y->asked < 0 ? -y->asked : y->asked;
    return of_x != of_y ? (of_x < of_y ? 1 : -1) : strcmp(x->name, y->name);
}

/// Weights of the first face: what its poses are asked for, and curves that drive no pose.
static void show_readings(StudioStage *stage)
{
    const StudioActor *actor = stage->actors->len > 0 ? stage->actors->pdata[0] : NULL;
    const StudioSession *session = studio_workspace_session(stage->workspace);
    g_autoptr(GArray) readings = g_array_new(FALSE, FALSE, sizeof(StudioReading));
    for (int a = 0; actor != NULL && a < actor->face->poses_count; ++a) {
        const MieniFacePoses *of = &actor->face->poses[a];
        const int controls = mien_pose_asset_info(of->asset).control_count;
        for (int c = 0; c < controls; ++c)
            if (of->asked[c] != 0.0f || of->applied[c] != 0.0f) {
                const MienPoseInfo pose =
                    mien_pose_asset_pose(of->asset, mien_pose_asset_control(of->asset, c).pose);
                g_array_append_val(readings, ((StudioReading){pose.name, of->asked[c], of->applied[c]}));
            }
    }
    for (int i = 0; stage->has_weights && i < session->weight_count; ++i) {
        const char *name = session->weights[i].name;
        const float value = studio_session_effective(session, name);
        bool is_listed = value == 0.0f;
        for (int a = 0; actor != NULL && a < actor->face->poses_count && !is_listed; ++a)
            is_listed = mien_pose_asset_find_control(actor->face->poses[a].asset, name) >= 0;
        if (!is_listed)
            g_array_append_val(readings, ((StudioReading){name, value, value}));
    }
    g_array_sort(readings, compare_readings);
    // What the first of many faces does would lie over it, and say nothing of the others.
    const int count = stage->actors->len <= READ_FACES ? (int)readings->len : 0;
    studio_stage_overlay_readings(&stage->over, (const StudioReading *)(void *)readings->data, count);
}

/// Distances from rest, if they are to be seen.
static void measure_heat(StudioStage *stage)
{
    const bool is_on = studio_commands_state(stage->commands, "stage.heat") && stage->actors->len > 0;
    stage->heat_most = is_on ? 0.0f : -1.0f;
    for (guint i = 0; is_on && i < stage->actors->len; ++i) {
        StudioActor *actor = stage->actors->pdata[i];
        const float most = actor->face->vertex_count > 0 ? mieni_face_heat(actor->face) : 0.0f;
        stage->heat_most = most > stage->heat_most ? most : stage->heat_most;
    }
    studio_stage_overlay_heat(&stage->over, stage->heat_most);
}

static void pose(StudioStage *stage)
{
    const float part = stage->held_part;
    const StudioActing acting = {.session = studio_workspace_session(stage->workspace),
                                 .has_weights = stage->has_weights,
                                 .is_rest = stage->is_comparing,
                                 .is_hurried = stage->is_draft,
                                 .held = part > 0.0f ? stage->held : NULL,
                                 .held_part = part * part * (3.0f - 2.0f * part)};
    int count;
    const char *const *marked = studio_live_marked(stage->live, &count);
    for (guint i = 0; i < stage->actors->len; ++i) {
        StudioActor *actor = stage->actors->pdata[i];
        studio_actor_pose(actor, &acting);
        studio_actor_mark(actor, marked, count);
    }
    stage->needs_posing = false;
    stage->is_light_new = false;
    measure_heat(stage);
    show_readings(stage);
    studio_live_posed(stage->live);
}

static gboolean on_tick(GtkWidget *widget, GdkFrameClock *clock, void *user)
{
    StudioStage *stage = user;
    (void)widget;
    // It is there for one frame more than needed: what is added amid a frame comes with the next one
    // only, and whoever moves things does that amid frames, so that every second one would be missed.
    if (stage->workspace == NULL || !stage->needs_posing) {
        stage->tick = 0;
        return G_SOURCE_REMOVE;
    }
    const bool goes_on = hold(stage, gdk_frame_clock_get_frame_time(clock));
    pose(stage);
    stage->needs_posing = stage->needs_posing || goes_on;
    if (goes_on)
        studio_stage_redraw(stage, true);
    else
        gtk_gl_area_queue_render(GTK_GL_AREA(stage->area));
    return G_SOURCE_CONTINUE;
}

void studio_stage_pose(StudioStage *stage, bool is_moving)
{
    stage->needs_posing = true;
    if (stage->tick == 0)
        stage->tick = gtk_widget_add_tick_callback(stage->area, on_tick, stage, NULL);
    studio_stage_redraw(stage, is_moving);
}

void studio_stage_stop(StudioStage *stage)
{
    g_clear_handle_id(&stage->rest_timer, g_source_remove);
    if (stage->tick != 0)
        gtk_widget_remove_tick_callback(stage->area, stage->tick);
    stage->tick = 0;
}
