// SPDX-License-Identifier: MIT
//
// Where the stage is seen from, and the gestures that change it.

#include "studio/panels/stage_private.h"

#include <string.h>

#define LENS       17.0f   ///< Degrees, as of pictures.
#define LENS_SLOPE 0.1495f ///< The tangent of half of it.

const StudioStageView studio_stage_views[STUDIO_STAGE_VIEWS] = {
    {"stage.front", "front", 0.0f, 2.0f},
    {"stage.three-quarter", "three-quarter", -35.0f, 4.0f},
    {"stage.side", "side", -90.0f, 2.0f},
};

MieniCamera studio_stage_camera(const StudioCamera *camera)
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
                         .field = LENS};
}

static void remember(StudioStage *stage)
{
    if (stage->workspace == NULL)
        return;
    StudioSession *session = studio_workspace_session(stage->workspace);
    session->camera = stage->camera;
    session->has_camera = true;
}

/// Stands so that a box fills most of the picture.
static void frame_box(StudioStage *stage, const MieniBox *box, float fill)
{
    const int width = gtk_widget_get_width(stage->area), height = gtk_widget_get_height(stage->area);
    if (!box->is_known || width <= 0 || height <= 0)
        return;
    const MieniFraming framing = {.yaw = stage->camera.yaw,
                                  .pitch = stage->camera.pitch,
                                  .is_turned = true,
                                  .fill = fill,
                                  .shift = 0.01f,
                                  .aspect = (float)width / (float)height};
    const MieniCamera camera = mieni_camera_frame(box->min, box->max, &framing);
    const float x = camera.eye.x - camera.target.x, y = camera.eye.y - camera.target.y,
                z = camera.eye.z - camera.target.z;
    stage->camera.target[0] = camera.target.x;
    stage->camera.target[1] = camera.target.y;
    stage->camera.target[2] = camera.target.z;
    stage->camera.distance = __builtin_sqrtf(x * x + y * y + z * z);
}

void studio_stage_frame(StudioStage *stage)
{
    if (stage->actors->len == 0)
        return;
    frame_box(stage, &stage->box, 0.80f);
    stage->is_framed = true;
    remember(stage);
    studio_stage_redraw(stage, false);
}

void studio_stage_turn_to(StudioStage *stage, int view)
{
    stage->view = view;
    stage->camera.yaw = studio_stage_views[view].yaw;
    stage->camera.pitch = studio_stage_views[view].pitch;
    studio_stage_overlay_view(&stage->over, view);
    studio_stage_redraw(stage, false);
    remember(stage);
}

// Gestures

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
    const MieniCamera camera = studio_stage_camera(&stage->drag_from);
    const float d = stage->drag_from.distance;
    const float per_pixel = 2.0f * d * LENS_SLOPE / (float)gtk_widget_get_height(stage->area);
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
    studio_stage_redraw(stage, true);
}

static void on_drag_end(GtkGestureDrag *gesture, double x, double y, StudioStage *stage)
{
    (void)gesture, (void)x, (void)y;
    remember(stage);
}

static void zoom(StudioStage *stage, double by)
{
    const float distance = stage->camera.distance * (float)by;
    stage->camera.distance = distance < 0.05f ? 0.05f : distance > 60.0f ? 60.0f : distance;
    studio_stage_redraw(stage, true);
    remember(stage);
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
        studio_stage_frame(stage);
}

void studio_stage_add_gestures(StudioStage *stage)
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
