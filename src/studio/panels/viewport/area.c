// SPDX-License-Identifier: MIT
//
// The GL area. All OpenGL code of the editor is here.

#include "studio/panels/viewport/private.h"

#include <adwaita.h>
#include <string.h>

static void set_ground(const StudioStage *stage, MieniShot *shot)
{
    const bool is_dark = stage->ground == STUDIO_GROUND_STYLE
                             ? adw_style_manager_get_dark(adw_style_manager_get_default())
                             : stage->ground == STUDIO_GROUND_DARK;
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
        g_warning("cannot draw a mesh: %s", error.message);
        return false;
    }
    return true;
}

/// What the viewport shows, as the renderer gets it.
static MieniScene make_scene(StudioStage *stage, MieniShot *shot, MieniRenderItem items[STUDIO_STAGE_MOST])
{
    int count = 0, marked;
    studio_live_marked(stage->live, &marked);
    shot->paint = stage->paint;
    shot->light = stage->light;
    shot->has_bones = marked > 0 || studio_commands_state(stage->commands, "stage.bones");
    shot->has_wires = studio_commands_state(stage->commands, "stage.wire");
    shot->has_heat = stage->heat_most >= 0.0f;
    shot->is_transparent = stage->ground == STUDIO_GROUND_CHEQUERED;
    set_ground(stage, shot);
    for (guint i = 0; i < stage->actors->len; ++i) {
        StudioActor *actor = stage->actors->pdata[i];
        if (!attach(stage, actor))
            continue;
        shot->bone_marks = marked > 0 ? actor->marks : NULL;
        items[count++] = mieni_shot_item(actor->face, actor->mesh, shot, &actor->model);
    }
    const MieniCamera camera = count > 0 ? studio_stage_camera(stage, &stage->camera)
                                         : (MieniCamera){.eye = {0, 0, 1}, .field = 17.0f};
    return mieni_shot_scene(shot, camera, items, count);
}

/// How many pixels each way a drawn one stands for while something moves. Processors that draw
/// themselves are slow at pixels.
static int find_coarseness(const StudioStage *stage, int width, int height)
{
    enum { PIXELS = 120000, MOST = 4 };
    int coarseness = 1;
    if (!stage->is_draft || !stage->is_software)
        return 1;
    while (coarseness < MOST && width * height / (coarseness * coarseness) > PIXELS)
        ++coarseness;
    return coarseness;
}

/// Whether light can be that of before, which is what a draft spends much of its time for: if
/// only the camera moved, or for a moment.
static bool keeps_light(StudioStage *stage)
{
    enum { MOMENT = 150000 }; // microseconds
    const gint64 now = g_get_monotonic_time();
    if (stage->is_draft && (stage->is_light_new || now - stage->lit_at < MOMENT))
        return true;
    stage->lit_at = now;
    stage->is_light_new = true;
    return false;
}

static void draw(StudioStage *stage, int width, int height)
{
    MienError error = {0};
    MieniRenderItem items[STUDIO_STAGE_MOST];
    MieniShot shot = {.width = width,
                      .height = height,
                      .quality = stage->is_draft ? MIENI_QUALITY_DRAFT : MIENI_QUALITY_LIVE,
                      .keeps_light = keeps_light(stage)};
    MieniScene scene = make_scene(stage, &shot, items);
    scene.coarseness = find_coarseness(stage, width, height);
    if (mieni_render_draw(stage->renderer, &scene, 0, 0, width, height, NULL, &error) != MIEN_OK)
        g_warning("cannot draw the viewport: %s", error.message);
}

bool studio_stage_render(StudioStage *stage, MieniPicture *out_picture)
{
    MieniRenderItem items[STUDIO_STAGE_MOST];
    const int scale = gtk_widget_get_scale_factor(stage->area);
    MieniShot shot = {.width = gtk_widget_get_width(stage->area) * scale,
                      .height = gtk_widget_get_height(stage->area) * scale,
                      .quality = MIENI_QUALITY_LIVE};
    const MieniScene scene = make_scene(stage, &shot, items);
    return mieni_render_picture(stage->renderer, &scene, shot.width, shot.height, out_picture, NULL, NULL) ==
           MIEN_OK;
}

/// Tells how long it took from a change of the session to the picture, for those who measure.
static void on_painted(GdkFrameClock *clock, StudioStage *stage)
{
    const gint64 now = g_get_monotonic_time();
    g_clear_signal_handler(&stage->painted, clock);
    if (stage->measured_at != 0)
        g_printerr("mien-studio: picture after %" G_GINT64_FORMAT " us\n", now - stage->measured_at);
    if (stage->rested_at != 0)
        g_printerr("mien-studio: fine picture after %" G_GINT64_FORMAT " us\n", now - stage->rested_at);
    stage->measured_at = stage->rested_at = 0;
}

static void measure(StudioStage *stage)
{
    if (stage->needs_posing)
        return;
    if (stage->changed_at != 0)
        stage->measured_at = stage->changed_at;
    if (!stage->is_draft)
        stage->rested_at = stage->moved_at;
    stage->changed_at = 0;
    stage->moved_at = stage->is_draft ? stage->moved_at : 0;
    if (g_getenv("MIEN_STUDIO_TIMES") != NULL && stage->painted == 0)
        stage->painted = g_signal_connect_object(gtk_widget_get_frame_clock(stage->area), "after-paint",
                                                 G_CALLBACK(on_painted), stage, 0);
}

static gboolean on_render(GtkGLArea *area, GdkGLContext *context, StudioStage *stage)
{
    (void)context;
    const int scale = gtk_widget_get_scale_factor(GTK_WIDGET(area));
    if (stage->renderer == NULL || stage->live == NULL)
        return FALSE;
    if (!studio_stage_is_framed(stage))
        studio_stage_frame(stage);
    draw(stage, gtk_widget_get_width(GTK_WIDGET(area)) * scale,
         gtk_widget_get_height(GTK_WIDGET(area)) * scale);
    studio_stage_drew(stage);
    studio_stage_fit_bars(stage);
    measure(stage);
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
        stage->gl_problem = g_strdup_printf("Not available on this display: %s", gl_error->message);
    else if (mieni_renderer_create(&(MieniRendererOptions){.is_hosted = true}, &stage->renderer, &error) !=
             MIEN_OK)
        stage->gl_problem = g_strdup(error.message);
    else
        stage->is_software = strstr(mieni_renderer_name(stage->renderer), "pipe") != NULL;
    gtk_widget_set_opacity(GTK_WIDGET(area),
                           stage->gl_problem != NULL ? 0.0 : 1.0); // it has words of its own
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
    gtk_accessible_update_property(GTK_ACCESSIBLE(stage->area), GTK_ACCESSIBLE_PROPERTY_LABEL, "Viewport",
                                   -1);
    g_signal_connect(stage->area, "realize", G_CALLBACK(on_realize), stage);
    g_signal_connect(stage->area, "unrealize", G_CALLBACK(on_unrealize), stage);
    g_signal_connect(stage->area, "render", G_CALLBACK(on_render), stage);
}
