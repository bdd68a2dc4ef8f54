// SPDX-License-Identifier: MIT
//
// Posing and drawing, once per frame at most and only if something is another. All that
// knows OpenGL in the editor is here.

#include "studio/panels/stage_private.h"

#include <adwaita.h>
#include <string.h>

enum {
    REST = 150,         ///< Milliseconds without a change until full quality is drawn.
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
    if (is_moving)
        stage->rest_timer = g_timeout_add(REST, on_rest, stage);
    gtk_gl_area_queue_render(GTK_GL_AREA(stage->area));
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

static void pose(StudioStage *stage)
{
    const float part = stage->held_part;
    const StudioActing acting = {.session = studio_workspace_session(stage->workspace),
                                 .has_weights = stage->has_weights,
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
    studio_live_posed(stage->live);
}

static gboolean on_tick(GtkWidget *widget, GdkFrameClock *clock, void *user)
{
    StudioStage *stage = user;
    (void)widget;
    if (stage->workspace == NULL) {
        stage->tick = 0;
        return G_SOURCE_REMOVE;
    }
    const bool goes_on = hold(stage, gdk_frame_clock_get_frame_time(clock));
    pose(stage);
    if (goes_on)
        studio_stage_redraw(stage, true);
    else
        gtk_gl_area_queue_render(GTK_GL_AREA(stage->area));
    if (goes_on)
        return G_SOURCE_CONTINUE;
    stage->tick = 0;
    return G_SOURCE_REMOVE;
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

// Drawing

static void set_ground(MieniShot *shot)
{
    const bool is_dark = adw_style_manager_get_dark(adw_style_manager_get_default());
    static const MieniColor dark[2] = {{0x4b, 0x4f, 0x57, 255}, {0x21, 0x23, 0x27, 255}};
    static const MieniColor light[2] = {{0xf2, 0xf3, 0xf5, 255}, {0xc3, 0xc8, 0xd0, 255}};
    memcpy(shot->ground, is_dark ? dark : light, sizeof shot->ground);
}

/// Images are on the graphics card from then on.
static bool attach(StudioStage *stage, StudioActor *actor)
{
    MienError error = {0};
    if (actor->mesh != NULL || actor->face->character->mesh == NULL)
        return true;
    if (mieni_face_attach(actor->face, stage->renderer, &actor->mesh, &error) != MIEN_OK) {
        g_warning("a mesh cannot be drawn: %s", error.message);
        return false;
    }
    return true;
}

static void draw(StudioStage *stage, int width, int height)
{
    MienError error = {0};
    MieniRenderItem items[STUDIO_STAGE_MOST];
    MieniRenderReport report = {0};
    int count = 0, marked;
    studio_live_marked(stage->live, &marked);
    MieniShot shot = {.width = width,
                      .height = height,
                      .quality = stage->is_draft ? MIENI_QUALITY_DRAFT : MIENI_QUALITY_LIVE,
                      .has_bones = marked > 0 || studio_commands_state(stage->commands, "stage.bones"),
                      .has_wires = studio_commands_state(stage->commands, "stage.wire"),
                      .has_heat = studio_commands_state(stage->commands, "stage.heat")};
    set_ground(&shot);
    for (guint i = 0; i < stage->actors->len; ++i) {
        StudioActor *actor = stage->actors->pdata[i];
        if (!attach(stage, actor))
            continue;
        if (shot.has_heat && actor->face->vertex_count > 0)
            mieni_face_heat(actor->face);
        shot.bone_marks = marked > 0 ? actor->marks : NULL;
        items[count++] = mieni_shot_item(actor->face, actor->mesh, &shot, &actor->model);
    }
    const MieniCamera camera =
        count > 0 ? studio_stage_camera(&stage->camera) : (MieniCamera){.eye = {0, 0, 1}, .field = 17.0f};
    const MieniScene scene = mieni_shot_scene(&shot, camera, items, count);
    if (mieni_render_draw(stage->renderer, &scene, 0, 0, width, height, &report, &error) != MIEN_OK)
        g_warning("the stage was not drawn: %s", error.message);
    stage->heat_most = report.heat_most;
}

static gboolean on_render(GtkGLArea *area, GdkGLContext *context, StudioStage *stage)
{
    (void)context;
    const int scale = gtk_widget_get_scale_factor(GTK_WIDGET(area));
    if (stage->renderer == NULL || stage->live == NULL)
        return FALSE;
    if (!stage->is_framed)
        studio_stage_frame(stage);
    if (stage->needs_posing) // before the first tick
        pose(stage);
    draw(stage, gtk_widget_get_width(GTK_WIDGET(area)) * scale,
         gtk_widget_get_height(GTK_WIDGET(area)) * scale);
    ++stage->drawn_count;
    if (stage->actors->len > 0 && !stage->has_shown) { // for those who measure from outside
        stage->has_shown = true;
        if (g_getenv("MIEN_STUDIO_TIMES") != NULL)
            g_printerr("mien-studio: first face at %" G_GINT64_FORMAT " us\n", g_get_monotonic_time());
    }
    studio_stage_describe(stage);
    return TRUE;
}

// The area

void studio_stage_show_state(StudioStage *stage)
{
    const char *state = stage->gl_problem != NULL ? "gl" : stage->actors->len > 0 ? "face" : "empty";
    studio_stage_overlay_show(&stage->over, state,
                              stage->gl_problem != NULL ? stage->gl_problem : stage->refusal);
}

static void on_realize(GtkGLArea *area, StudioStage *stage)
{
    MienError error = {0};
    gtk_gl_area_make_current(area);
    const GError *gl_error = gtk_gl_area_get_error(area);
    g_clear_pointer(&stage->gl_problem, g_free);
    if (gl_error != NULL)
        stage->gl_problem = g_strdup(gl_error->message);
    else if (mieni_renderer_create(&(MieniRendererOptions){.is_hosted = true}, &stage->renderer, &error) !=
             MIEN_OK)
        stage->gl_problem = g_strdup(error.message);
    studio_stage_show_state(stage);
}

static void on_unrealize(GtkGLArea *area, StudioStage *stage)
{
    gtk_gl_area_make_current(area);
    if (gtk_gl_area_get_error(area) != NULL)
        return;
    for (guint i = 0; i < stage->actors->len; ++i)
        g_clear_pointer(&((StudioActor *)stage->actors->pdata[i])->mesh, mieni_render_mesh_destroy);
    g_clear_pointer(&stage->renderer, mieni_renderer_destroy);
}

void studio_stage_add_area(StudioStage *stage)
{
    stage->area = gtk_gl_area_new();
    gtk_widget_set_name(stage->area, "stage");
    gtk_gl_area_set_required_version(GTK_GL_AREA(stage->area), 3, 3);
    gtk_gl_area_set_auto_render(GTK_GL_AREA(stage->area), FALSE);
    gtk_widget_set_focusable(stage->area, TRUE);
    gtk_widget_set_size_request(stage->area, 320, 200);
    gtk_widget_set_hexpand(stage->area, TRUE);
    gtk_widget_set_vexpand(stage->area, TRUE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(stage->area), GTK_ACCESSIBLE_PROPERTY_LABEL, "Stage", -1);
    g_signal_connect(stage->area, "realize", G_CALLBACK(on_realize), stage);
    g_signal_connect(stage->area, "unrealize", G_CALLBACK(on_unrealize), stage);
    g_signal_connect(stage->area, "render", G_CALLBACK(on_render), stage);
}
