// SPDX-License-Identifier: MIT
//
// The GL area. All OpenGL code of the editor is here.

#include "studio/panels/viewport/private.h"

#include <adwaita.h>
#include <string.h>

static void set_ground(const StudioViewport *viewport, MieniShot *shot)
{
    const bool is_dark = viewport->ground == STUDIO_GROUND_STYLE
                             ? adw_style_manager_get_dark(adw_style_manager_get_default())
                             : viewport->ground == STUDIO_GROUND_DARK;
    static const MieniColor dark[2] = {{0x4b, 0x4f, 0x57, 255}, {0x21, 0x23, 0x27, 255}};
    static const MieniColor light[2] = {{0xf2, 0xf3, 0xf5, 255}, {0xc3, 0xc8, 0xd0, 255}};
    memcpy(shot->ground, is_dark ? dark : light, sizeof shot->ground);
}

/// Images are on the graphics card from then on.
static bool attach(StudioViewport *viewport, StudioActor *actor)
{
    MienError error = {0};
    if (actor->mesh != NULL || actor->face->character->mesh == NULL)
        return true;
    if (mieni_face_attach(actor->face, viewport->renderer, &actor->mesh, &error) != MIEN_OK) {
        g_warning("cannot draw a mesh: %s", error.message);
        return false;
    }
    return true;
}

/// What the viewport shows, as the renderer gets it.
static MieniScene make_scene(StudioViewport *viewport, MieniShot *shot,
                             MieniRenderItem items[STUDIO_VIEWPORT_MOST])
{
    int count = 0, marked;
    studio_live_marked(viewport->live, &marked);
    shot->paint = viewport->paint;
    shot->light = viewport->light;
    shot->has_bones = marked > 0 || studio_commands_state(viewport->commands, "viewport.bones");
    shot->has_wires = studio_commands_state(viewport->commands, "viewport.wireframe");
    const bool has_heat = viewport->heat_most >= 0.0f, is_take = studio_viewport_compares_take(viewport);
    shot->heat_range = has_heat && is_take ? viewport->heat_most : 0.0f;
    shot->is_transparent = viewport->ground == STUDIO_GROUND_CHEQUERED;
    set_ground(viewport, shot);
    for (guint i = 0; i < viewport->actors->len; ++i) {
        StudioActor *actor = viewport->actors->pdata[i];
        if (!attach(viewport, actor))
            continue;
        shot->has_heat = has_heat && !actor->role.is_take; // the take is what it is compared with
        shot->bone_marks = marked > 0 ? actor->marks : NULL;
        items[count++] = mieni_shot_item(actor->face, actor->mesh, shot, &actor->model);
    }
    shot->has_heat = has_heat;
    const MieniCamera camera = count > 0 ? studio_viewport_camera(viewport, &viewport->camera)
                                         : (MieniCamera){.eye = {0, 0, 1}, .field = 17.0f};
    return mieni_shot_scene(shot, camera, items, count);
}

/// How many pixels each way a drawn one stands for while something moves. Processors that draw
/// themselves are slow at pixels.
static int find_coarseness(const StudioViewport *viewport, int width, int height)
{
    enum { PIXELS = 120000, MOST = 4 };
    int coarseness = 1;
    if (!viewport->is_draft || !viewport->is_software)
        return 1;
    while (coarseness < MOST && width * height / (coarseness * coarseness) > PIXELS)
        ++coarseness;
    return coarseness;
}

/// Whether light can be that of before, which is what a draft spends much of its time for: if
/// only the camera moved, or for a moment.
static bool keeps_light(StudioViewport *viewport)
{
    enum { MOMENT = 150000 }; // microseconds
    const gint64 now = g_get_monotonic_time();
    if (viewport->is_draft && (viewport->is_light_new || now - viewport->lit_at < MOMENT))
        return true;
    viewport->lit_at = now;
    viewport->is_light_new = true;
    return false;
}

static void draw(StudioViewport *viewport, int width, int height)
{
    MienError error = {0};
    MieniRenderItem items[STUDIO_VIEWPORT_MOST];
    MieniShot shot = {.width = width,
                      .height = height,
                      .quality = viewport->is_draft ? MIENI_QUALITY_DRAFT : MIENI_QUALITY_LIVE,
                      .keeps_light = keeps_light(viewport)};
    MieniScene scene = make_scene(viewport, &shot, items);
    scene.coarseness = find_coarseness(viewport, width, height);
    if (mieni_render_draw(viewport->renderer, &scene, 0, 0, width, height, NULL, &error) != MIEN_OK)
        g_warning("cannot draw the viewport: %s", error.message);
}

bool studio_viewport_render(StudioViewport *viewport, MieniPicture *out_picture)
{
    MieniRenderItem items[STUDIO_VIEWPORT_MOST];
    const int scale = gtk_widget_get_scale_factor(viewport->area);
    MieniShot shot = {.width = gtk_widget_get_width(viewport->area) * scale,
                      .height = gtk_widget_get_height(viewport->area) * scale,
                      .quality = MIENI_QUALITY_LIVE};
    const MieniScene scene = make_scene(viewport, &shot, items);
    return mieni_render_picture(viewport->renderer, &scene, shot.width, shot.height, out_picture, NULL,
                                NULL) == MIEN_OK;
}

/// Tells how long it took from a change of the session to the picture, for those who measure.
static void on_painted(GdkFrameClock *clock, StudioViewport *viewport)
{
    const gint64 now = g_get_monotonic_time();
    g_clear_signal_handler(&viewport->painted, clock);
    if (viewport->measured_at != 0)
        g_printerr("mien-studio: picture after %" G_GINT64_FORMAT " us\n", now - viewport->measured_at);
    if (viewport->rested_at != 0)
        g_printerr("mien-studio: fine picture after %" G_GINT64_FORMAT " us\n", now - viewport->rested_at);
    viewport->measured_at = viewport->rested_at = 0;
}

static void measure(StudioViewport *viewport)
{
    if (viewport->needs_posing)
        return;
    if (viewport->changed_at != 0)
        viewport->measured_at = viewport->changed_at;
    if (!viewport->is_draft)
        viewport->rested_at = viewport->moved_at;
    viewport->changed_at = 0;
    viewport->moved_at = viewport->is_draft ? viewport->moved_at : 0;
    if (g_getenv("MIEN_STUDIO_TIMES") != NULL && viewport->painted == 0)
        viewport->painted = g_signal_connect_object(gtk_widget_get_frame_clock(viewport->area), "after-paint",
                                                    G_CALLBACK(on_painted), viewport, 0);
}

static gboolean on_render(GtkGLArea *area, GdkGLContext *context, StudioViewport *viewport)
{
    (void)context;
    const int scale = gtk_widget_get_scale_factor(GTK_WIDGET(area));
    if (viewport->renderer == NULL || viewport->live == NULL)
        return FALSE;
    if (!studio_viewport_is_framed(viewport))
        studio_viewport_frame(viewport);
    draw(viewport, gtk_widget_get_width(GTK_WIDGET(area)) * scale,
         gtk_widget_get_height(GTK_WIDGET(area)) * scale);
    studio_viewport_drew(viewport);
    studio_viewport_fit_bars(viewport);
    measure(viewport);
    if (viewport->actors->len > 0 && !viewport->has_shown) { // for those who measure from outside
        viewport->has_shown = true;
        if (g_getenv("MIEN_STUDIO_TIMES") != NULL)
            g_printerr("mien-studio: first face at %" G_GINT64_FORMAT " us\n", g_get_monotonic_time());
    }
    studio_viewport_describe(viewport);
    return TRUE;
}

// The area

void studio_viewport_show_state(StudioViewport *viewport)
{
    const char *state = viewport->gl_problem != NULL ? "gl" : viewport->actors->len > 0 ? "face" : "empty";
    studio_viewport_overlay_show(&viewport->over, state,
                                 viewport->gl_problem != NULL ? viewport->gl_problem : viewport->refusal);
}

static void on_realize(GtkGLArea *area, StudioViewport *viewport)
{
    MienError error = {0};
    gtk_gl_area_make_current(area);
    const GError *gl_error = gtk_gl_area_get_error(area);
    g_clear_pointer(&viewport->gl_problem, g_free);
    if (gl_error != NULL)
        viewport->gl_problem = g_strdup_printf("Not available on this display: %s", gl_error->message);
    else if (mieni_renderer_create(&(MieniRendererOptions){.is_hosted = true}, &viewport->renderer, &error) !=
             MIEN_OK)
        viewport->gl_problem = g_strdup(error.message);
    else
        viewport->is_software = strstr(mieni_renderer_name(viewport->renderer), "pipe") != NULL;
    gtk_widget_set_opacity(GTK_WIDGET(area),
                           viewport->gl_problem != NULL ? 0.0 : 1.0); // it has words of its own
    studio_viewport_show_state(viewport);
}

static void on_unrealize(GtkGLArea *area, StudioViewport *viewport)
{
    gtk_gl_area_make_current(area);
    if (gtk_gl_area_get_error(area) != NULL)
        return;
    for (guint i = 0; i < viewport->actors->len; ++i)
        g_clear_pointer(&((StudioActor *)viewport->actors->pdata[i])->mesh, mieni_render_mesh_destroy);
    g_clear_pointer(&viewport->renderer, mieni_renderer_destroy);
}

void studio_viewport_add_area(StudioViewport *viewport)
{
    viewport->area = gtk_gl_area_new();
    gtk_widget_set_name(viewport->area, "viewport");
    gtk_gl_area_set_required_version(GTK_GL_AREA(viewport->area), 3, 3);
    gtk_gl_area_set_auto_render(GTK_GL_AREA(viewport->area), FALSE);
    gtk_widget_set_focusable(viewport->area, TRUE);
    gtk_widget_set_size_request(viewport->area, 320, 200);
    gtk_widget_set_hexpand(viewport->area, TRUE);
    gtk_widget_set_vexpand(viewport->area, TRUE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(viewport->area), GTK_ACCESSIBLE_PROPERTY_LABEL, "Viewport",
                                   -1);
    g_signal_connect(viewport->area, "realize", G_CALLBACK(on_realize), viewport);
    g_signal_connect(viewport->area, "unrealize", G_CALLBACK(on_unrealize), viewport);
    g_signal_connect(viewport->area, "render", G_CALLBACK(on_render), viewport);
}
