// SPDX-License-Identifier: MIT
//
// The stage: loading what the active document is about, drawing it in a GtkGLArea, and
// the camera. All that knows OpenGL in the editor is here.

#include "studio/panels/stage.h"

#include <adwaita.h>
#include <string.h>

#include "studio/panels/face.h"
#include "studio/panels/stage_overlay.h"

enum { REST = 150 }; ///< Milliseconds without a change until full quality is drawn.

struct _StudioStage {
    GtkWidget parent_instance;
    StudioCommands *commands;
    StudioWorkspace *workspace;
    GSignalGroup *signals;
    GtkWidget *overlay, *area;
    StudioStageOverlay over;
    MieniRenderer *renderer;
    char *gl_problem;

    StudioFace *face;
    char *wanted;        ///< Path of what shall be on the stage; NULL: nothing.
    char *wanted_clip;   ///< And what it plays; NULL: nothing.
    guint64 wanted_turn; ///< Goes up whenever what is wanted is another text.
    guint64 made_turn;
    bool is_making, is_framed, has_shown;

    StudioCamera camera;
    StudioCamera drag_from;
    bool is_panning;
    bool is_draft, needs_posing;
    guint rest_timer;
    int drawn_count;
    int view; ///< Of the names below; -1: turned by hand.
};

G_DEFINE_TYPE(StudioStage, studio_stage, GTK_TYPE_WIDGET)

static const struct {
    const char *action, *words;
    float yaw, pitch;
} views[] = {
    {"stage.front", "front", 0.0f, 2.0f},
    {"stage.three-quarter", "three-quarter", -35.0f, 4.0f},
    {"stage.side", "side", -90.0f, 2.0f},
};

// What is drawn

static gboolean on_rest(void *user)
{
    StudioStage *stage = user;
    stage->rest_timer = 0;
    stage->is_draft = false;
    gtk_gl_area_queue_render(GTK_GL_AREA(stage->area));
    return G_SOURCE_REMOVE;
}

/// Draws again: coarsely now, well once nothing moves.
static void redraw(StudioStage *stage, bool is_moving)
{
    stage->is_draft = is_moving;
    g_clear_handle_id(&stage->rest_timer, g_source_remove);
    if (is_moving)
        stage->rest_timer = g_timeout_add(REST, on_rest, stage);
    gtk_gl_area_queue_render(GTK_GL_AREA(stage->area));
}

static void describe(StudioStage *stage)
{
    if (stage->workspace == NULL)
        return;
    const StudioSession *session = studio_workspace_session(stage->workspace);
    g_autoptr(GString) text = g_string_new(NULL);
    if (stage->face != NULL)
        studio_stage_describe(text, studio_face_preview(stage->face), session);
    else
        g_string_append(text, "Nobody on stage.");
    g_string_append_printf(text, " Camera %s.", stage->view >= 0 ? views[stage->view].words : "turned");
    studio_stage_describe_weights(text, session);
    if (g_strcmp0(g_getenv("MIEN_UI_TEST"), "1") == 0)
        g_string_append_printf(text, " Drawn %d.", stage->drawn_count);
    gtk_accessible_update_property(GTK_ACCESSIBLE(stage->area), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                   text->str, -1);
}

/// A camera around its target; the lens is that of pictures.
static MieniCamera place_camera(const StudioCamera *camera)
{
    const double degree = 3.14159265358979323846 / 180.0;
    double yaw_sine, yaw_cosine, pitch_sine, pitch_cosine;
    mien_sincos((double)camera->yaw * degree, &yaw_sine, &yaw_cosine);
    mien_sincos((double)camera->pitch * degree, &pitch_sine, &pitch_cosine);
    const float d = camera->distance;
    const MienVec3 target = {camera->target[0], camera->target[1], camera->target[2]};
    return (MieniCamera){.eye = {target.x + d * (float)(yaw_sine * pitch_cosine),
                                 target.y + d * (float)pitch_sine,
                                 target.z + d * (float)(yaw_cosine * pitch_cosine)},
                         .target = target,
                         .field = 17.0f};
}

/// Stands before the head, so that it fills most of the height.
static void frame(StudioStage *stage)
{
    MienVec3 min, max;
    const int width = gtk_widget_get_width(stage->area), height = gtk_widget_get_height(stage->area);
    if (stage->face == NULL || width <= 0 || height <= 0)
        return;
    studio_face_bounds(stage->face, &min, &max);
    const MieniFraming framing = {.yaw = stage->camera.yaw,
                                  .pitch = stage->camera.pitch,
                                  .is_turned = true,
                                  .fill = 0.80f,
                                  .shift = 0.01f,
                                  .aspect = (float)width / (float)height};
    const MieniCamera camera = mieni_camera_frame(min, max, &framing);
    const float x = camera.eye.x - camera.target.x, y = camera.eye.y - camera.target.y,
                z = camera.eye.z - camera.target.z;
    stage->camera.target[0] = camera.target.x;
    stage->camera.target[1] = camera.target.y;
    stage->camera.target[2] = camera.target.z;
    stage->camera.distance = __builtin_sqrtf(x * x + y * y + z * z);
    stage->is_framed = true;
    redraw(stage, false);
}

static void ground(MieniScene *scene)
{
    const bool is_dark = adw_style_manager_get_dark(adw_style_manager_get_default());
    static const MieniColor dark[2] = {{0x4b, 0x4f, 0x57, 255}, {0x21, 0x23, 0x27, 255}};
    static const MieniColor light[2] = {{0xf2, 0xf3, 0xf5, 255}, {0xc3, 0xc8, 0xd0, 255}};
    memcpy(scene->ground, is_dark ? dark : light, sizeof scene->ground);
}

static void draw(StudioStage *stage, int width, int height)
{
    MienError error = {0};
    MieniRenderItem item = {0};
    MieniScene scene = {.quality = stage->is_draft ? MIENI_QUALITY_DRAFT : MIENI_QUALITY_LIVE,
                        .camera = place_camera(&stage->camera)};
    ground(&scene);
    if (stage->face != NULL && stage->needs_posing) {
        studio_face_pose(stage->face, studio_workspace_session(stage->workspace));
        stage->needs_posing = false;
    }
    if (stage->face != NULL && studio_face_upload(stage->face, stage->renderer, &error) == MIEN_OK) {
        item = studio_face_item(stage->face, studio_commands_state(stage->commands, "stage.bones"));
        item.has_wires = studio_commands_state(stage->commands, "stage.wire");
        if (studio_commands_state(stage->commands, "stage.heat"))
            item.heat = studio_face_heat(stage->face);
        scene.items = &item;
        scene.item_count = 1;
    } else {
        scene.camera = (MieniCamera){.eye = {0, 0, 1}, .field = 17.0f};
    }
    if (mieni_render_draw(stage->renderer, &scene, 0, 0, width, height, NULL, &error) != MIEN_OK)
        g_warning("the stage was not drawn: %s", error.message);
}

static gboolean on_render(GtkGLArea *area, GdkGLContext *context, StudioStage *stage)
{
    (void)context;
    const int scale = gtk_widget_get_scale_factor(GTK_WIDGET(area));
    if (stage->renderer == NULL)
        return FALSE;
    if (!stage->is_framed)
        frame(stage);
    draw(stage, gtk_widget_get_width(GTK_WIDGET(area)) * scale,
         gtk_widget_get_height(GTK_WIDGET(area)) * scale);
    ++stage->drawn_count;
    if (stage->face != NULL && !stage->has_shown) { // for those who measure from outside
        stage->has_shown = true;
        if (g_getenv("MIEN_STUDIO_TIMES") != NULL)
            g_printerr("mien-studio: first face at %" G_GINT64_FORMAT " us\n", g_get_monotonic_time());
    }
    describe(stage);
    return TRUE;
}

static void show_state(StudioStage *stage)
{
    const char *state = stage->gl_problem != NULL                      ? "gl"
                        : stage->face != NULL || stage->wanted != NULL ? "face"
                                                                       : "empty";
    studio_stage_overlay_show(&stage->over, state, stage->gl_problem);
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
    show_state(stage);
}

static void on_unrealize(GtkGLArea *area, StudioStage *stage)
{
    gtk_gl_area_make_current(area);
    if (gtk_gl_area_get_error(area) != NULL)
        return;
    if (stage->face != NULL)
        studio_face_forget(stage->face);
    g_clear_pointer(&stage->renderer, mieni_renderer_destroy);
}

// What is on the stage

typedef struct Making {
    StudioStage *stage;
    StudioPreview *preview;
    guint64 turn;
} Making;

static void free_making(void *given)
{
    Making *making = given;
    g_object_unref(making->stage);
    g_free(making);
}

static void run_making(StudioJob *job, void *data)
{
    if (!studio_job_is_cancelled(job))
        studio_preview_run(((Making *)data)->preview);
}

static void drop_face(StudioStage *stage)
{
    if (stage->face != NULL && stage->renderer != NULL)
        gtk_gl_area_make_current(GTK_GL_AREA(stage->area));
    g_clear_pointer(&stage->face, studio_face_free);
}

static void make(StudioStage *stage);

static void end_making(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    Making *making = data;
    StudioStage *stage = making->stage;
    stage->is_making = false;
    StudioFace *face = NULL;
    if (!is_cancelled && workspace == stage->workspace)
        face = studio_face_new(making->preview);
    if (face == NULL) {
        studio_preview_destroy(making->preview);
    } else {
        const bool is_other = stage->face == NULL || strcmp(studio_face_preview(stage->face)->path,
                                                            studio_face_preview(face)->path) != 0;
        drop_face(stage);
        stage->face = face;
        stage->needs_posing = true;
        if (is_other)
            stage->is_framed = false;
    }
    stage->made_turn = making->turn;
    show_state(stage);
    redraw(stage, false);
    if (!is_cancelled && workspace == stage->workspace && stage->made_turn != stage->wanted_turn)
        make(stage);
}

static void make(StudioStage *stage)
{
    MieniProblem problem = {0};
    StudioPreview *preview;
    if (stage->is_making || stage->wanted == NULL)
        return;
    if (studio_preview_begin(studio_workspace_studio(stage->workspace), stage->wanted, NULL,
                             stage->wanted_clip, NULL, &preview, &problem) != MIEN_OK)
        return;
    Making *making = g_new0(Making, 1);
    *making = (Making){g_object_ref(stage), preview, stage->wanted_turn};
    stage->is_making = true;
    studio_workspace_run(stage->workspace,
                         &(StudioJobWork){.run = run_making, .done = end_making, .free_data = free_making},
                         making);
}

static void want(StudioStage *stage, const char *path, const char *clip, bool is_other_text)
{
    if (!is_other_text && g_strcmp0(stage->wanted, path) == 0 && g_strcmp0(stage->wanted_clip, clip) == 0)
        return;
    if (path == NULL || g_strcmp0(stage->wanted, path) != 0)
        stage->view = 0;
    char *copy = g_strdup(path), *clip_copy = g_strdup(clip);
    g_free(stage->wanted);
    g_free(stage->wanted_clip);
    stage->wanted = copy;
    stage->wanted_clip = clip_copy;
    ++stage->wanted_turn;
    if (path == NULL) {
        drop_face(stage);
        stage->made_turn = stage->wanted_turn;
        show_state(stage);
        redraw(stage, false);
    } else {
        make(stage);
    }
}

/// The first character that names an asset, or NULL.
static const char *character_of(StudioStage *stage, const char *key, const char *path)
{
    Studio *studio = studio_workspace_studio(stage->workspace);
    for (int i = 0; i < studio->files.count; ++i) {
        const StudioFile *file = studio->files.items[i];
        const MieniAsset *asset;
        if (file->kind != MIENI_ASSET_CHARACTER || !studio_exists(studio, file->path) ||
            studio_asset(studio, file->path, &asset, NULL) != MIEN_OK)
            continue;
        if (strcmp(mieni_json_get_string(asset->json.root, key, ""), path) == 0)
            return file->path;
    }
    return NULL;
}

static void choose(StudioStage *stage, bool is_other_text)
{
    if (stage->workspace == NULL) {
        want(stage, NULL, NULL, false);
        return;
    }
    const StudioDocument *document = studio_workspace_active(stage->workspace);
    const StudioSession *session = studio_workspace_session(stage->workspace);
    const char *first = studio_workspace_first(stage->workspace, MIENI_ASSET_CHARACTER);
    const char *path = NULL, *clip = session->clip[0] != '\0' ? session->clip : NULL;
    switch (document != NULL ? document->kind : MIENI_ASSET_NONE) {
    case MIENI_ASSET_CHARACTER:
    case MIENI_ASSET_MESH:
    case MIENI_ASSET_POSES:
        path = document->path;
        break; // weights drive it, whatever graphs do
    case MIENI_ASSET_GRAPH:
        path = character_of(stage, "graph", document->path);
        break;
    case MIENI_ASSET_CLIP:
        clip = document->path;
        break;
    default:
        break;
    }
    if (path == NULL)
        path = first != NULL ? first : studio_workspace_first(stage->workspace, MIENI_ASSET_MESH);
    want(stage, path, clip, is_other_text);
}

static void on_active(StudioStage *stage) { choose(stage, false); }

static void on_changed(StudioStage *stage) { choose(stage, true); }

static void on_session(StudioStage *stage)
{
    choose(stage, false);
    stage->needs_posing = true;
    studio_stage_overlay_weights(&stage->over, studio_workspace_session(stage->workspace));
    redraw(stage, true);
}

// Camera

static void remember_camera(StudioStage *stage)
{
    if (stage->workspace == NULL)
        return;
    StudioSession *session = studio_workspace_session(stage->workspace);
    session->camera = stage->camera;
    session->has_camera = true;
}

static void turn_to(StudioStage *stage, int view)
{
    stage->view = view;
    stage->camera.yaw = views[view].yaw;
    stage->camera.pitch = views[view].pitch;
    studio_stage_overlay_view(&stage->over, view);
    redraw(stage, false);
    remember_camera(stage);
}

static void on_drag_begin(GtkGestureDrag *gesture, double x, double y, StudioStage *stage)
{
    (void)x, (void)y;
    const GdkModifierType state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture));
    const guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture));
    gtk_widget_grab_focus(stage->area);
    if (button == GDK_BUTTON_SECONDARY) {
        gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_DENIED);
        return;
    }
    stage->drag_from = stage->camera;
    stage->is_panning = button == GDK_BUTTON_MIDDLE || (state & GDK_SHIFT_MASK) != 0;
}

/// Moves the target across the picture, so that what is under the pointer follows it.
static void pan(StudioStage *stage, double x, double y)
{
    const MieniCamera camera = place_camera(&stage->drag_from);
    const float d = stage->drag_from.distance;
    const float per_pixel =
        2.0f * d * 0.1495f / (float)gtk_widget_get_height(stage->area); // tan of half the lens
    const MienVec3 back = {(camera.eye.x - camera.target.x) / d, (camera.eye.y - camera.target.y) / d,
                           (camera.eye.z - camera.target.z) / d};
    const float level = __builtin_sqrtf(back.x * back.x + back.z * back.z);
    const MienVec3 right =
        level > 0.0f ? (MienVec3){back.z / level, 0, -back.x / level} : (MienVec3){1, 0, 0};
    const MienVec3 up = {back.y * right.z - back.z * right.y, back.z * right.x - back.x * right.z,
                         back.x * right.y - back.y * right.x};
    const float across = -(float)x * per_pixel, upward = (float)y * per_pixel;
    stage->camera.target[0] = stage->drag_from.target[0] + right.x * across + up.x * upward;
    stage->camera.target[1] = stage->drag_from.target[1] + right.y * across + up.y * upward;
    stage->camera.target[2] = stage->drag_from.target[2] + right.z * across + up.z * upward;
}

static void on_drag_update(GtkGestureDrag *gesture, double x, double y, StudioStage *stage)
{
    (void)gesture;
    if (stage->is_panning) {
        pan(stage, x, y);
    } else {
        const float pitch = stage->drag_from.pitch + (float)y * 0.35f;
        stage->camera.yaw = stage->drag_from.yaw - (float)x * 0.35f;
        stage->camera.pitch = pitch < -85.0f ? -85.0f : pitch > 85.0f ? 85.0f : pitch;
        stage->view = -1;
        studio_stage_overlay_view(&stage->over, -1);
    }
    redraw(stage, true);
}

static void on_drag_end(GtkGestureDrag *gesture, double x, double y, StudioStage *stage)
{
    (void)gesture, (void)x, (void)y;
    remember_camera(stage);
}

static void zoom(StudioStage *stage, double by)
{
    const float distance = stage->camera.distance * (float)by;
    stage->camera.distance = distance < 0.05f ? 0.05f : distance > 60.0f ? 60.0f : distance;
    redraw(stage, true);
    remember_camera(stage);
}

static gboolean on_scroll(GtkEventControllerScroll *controller, double x, double y, StudioStage *stage)
{
    (void)controller, (void)x;
    zoom(stage, y > 0 ? 1.0 + 0.1 * y : 1.0 / (1.0 - 0.1 * y));
    return TRUE;
}

static void on_click(GtkGestureClick *gesture, int count, double x, double y, StudioStage *stage)
{
    (void)gesture, (void)x, (void)y;
    if (count == 2)
        frame(stage);
}

static void on_run(void *user, const char *name)
{
    StudioStage *stage = user;
    for (size_t i = 0; i < G_N_ELEMENTS(views); ++i)
        if (strcmp(views[i].action, name) == 0)
            turn_to(stage, (int)i);
    if (strcmp(name, "stage.reset-camera") == 0)
        turn_to(stage, 0);
    if (strcmp(name, "stage.frame") == 0 || strcmp(name, "stage.reset-camera") == 0)
        frame(stage);
    redraw(stage, false);
}

// The widget

static void add_gestures(StudioStage *stage)
{
    GtkGesture *drag = gtk_gesture_drag_new(), *click = gtk_gesture_click_new();
    GtkEventController *scroll = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(drag), 0);
    g_signal_connect(drag, "drag-begin", G_CALLBACK(on_drag_begin), stage);
    g_signal_connect(drag, "drag-update", G_CALLBACK(on_drag_update), stage);
    g_signal_connect(drag, "drag-end", G_CALLBACK(on_drag_end), stage);
    g_signal_connect(click, "pressed", G_CALLBACK(on_click), stage);
    g_signal_connect(scroll, "scroll", G_CALLBACK(on_scroll), stage);
    gtk_widget_add_controller(stage->area, GTK_EVENT_CONTROLLER(click));
    gtk_widget_add_controller(stage->area, GTK_EVENT_CONTROLLER(drag));
    gtk_widget_add_controller(stage->area, scroll);
}

static void on_style(StudioStage *stage) { redraw(stage, false); }

static void studio_stage_dispose(GObject *object)
{
    StudioStage *stage = STUDIO_STAGE(object);
    g_clear_handle_id(&stage->rest_timer, g_source_remove);
    g_clear_object(&stage->signals);
    g_clear_pointer(&stage->overlay, gtk_widget_unparent);
    g_clear_pointer(&stage->face, studio_face_free); // its mesh went with the area
    g_clear_object(&stage->workspace);
    g_clear_object(&stage->commands);
    g_clear_pointer(&stage->wanted, g_free);
    g_clear_pointer(&stage->wanted_clip, g_free);
    g_clear_pointer(&stage->gl_problem, g_free);
    G_OBJECT_CLASS(studio_stage_parent_class)->dispose(object);
}

static void studio_stage_class_init(StudioStageClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_stage_dispose;
    gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
}

static void studio_stage_init(StudioStage *stage)
{
    stage->camera = (StudioCamera){.target = {0, 0, 0}, .yaw = 0, .pitch = 2, .distance = 1.5f};
    stage->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    g_signal_group_connect_swapped(stage->signals, "changed", G_CALLBACK(on_changed), stage);
    g_signal_group_connect_swapped(stage->signals, "active", G_CALLBACK(on_active), stage);
    g_signal_group_connect_swapped(stage->signals, "session", G_CALLBACK(on_session), stage);
    g_signal_connect_object(adw_style_manager_get_default(), "notify::dark", G_CALLBACK(on_style), stage,
                            G_CONNECT_SWAPPED);
}

GtkWidget *studio_stage_new(StudioCommands *commands)
{
    static const char *const names[] = {"stage.frame",         "stage.front",        "stage.side",
                                        "stage.three-quarter", "stage.reset-camera", "stage.bones",
                                        "stage.wire",          "stage.heat"};
    StudioStage *stage = g_object_new(STUDIO_TYPE_STAGE, NULL);
    stage->commands = g_object_ref(commands);
    stage->overlay = gtk_overlay_new();
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
    gtk_overlay_set_child(GTK_OVERLAY(stage->overlay), stage->area);
    studio_stage_overlay_add(&stage->over, GTK_OVERLAY(stage->overlay), commands);
    gtk_widget_set_parent(stage->overlay, GTK_WIDGET(stage));
    add_gestures(stage);
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        studio_commands_bind(commands, names[i], on_run, stage);
    return GTK_WIDGET(stage);
}

void studio_stage_set_workspace(StudioStage *stage, StudioWorkspace *workspace)
{
    want(stage, NULL, NULL, false); // nothing of the old project stays, above all no snapshot
    g_set_object(&stage->workspace, workspace);
    g_signal_group_set_target(stage->signals, workspace);
    turn_to(stage, 0);
    if (workspace != NULL)
        choose(stage, false);
}

void studio_stage_set_low(StudioStage *stage, bool is_low) { studio_stage_overlay_low(&stage->over, is_low); }

bool studio_stage_is_settled(StudioStage *stage)
{
    return stage->gl_problem != NULL || (!stage->is_making && stage->rest_timer == 0 &&
                                         stage->drawn_count > 1 && stage->made_turn == stage->wanted_turn);
}

int studio_stage_drawn(StudioStage *stage) { return stage->drawn_count; }
