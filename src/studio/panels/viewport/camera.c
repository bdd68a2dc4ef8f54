// SPDX-License-Identifier: MIT
//
// The camera of the viewport.

#include "studio/model/facts/strings.h"
#include "studio/panels/viewport/private.h"
#include "studio/panels/widgets/widgets.h"

#include <string.h>

enum { LEAST = 240 }; ///< Height of a stage that has room for names.

/// Whether those in the viewport are named under their faces.
static bool stage_has_names(const StudioViewport *viewport)
{
    return viewport->actors->len > 1 && gtk_widget_get_height(viewport->area) >= LEAST;
}

// Keeps overlays off the faces: buttons move up beside the others or hide, and so does the readout.

enum {
    MARGIN = 10,         ///< Around bars, as their style has it.
    HIGH = 50,           ///< Of bars above, with margins.
    READOUT_WIDTH = 220, ///< With margins: of long names,
    READOUT_HEIGHT = 132 ///< and of all lines.
};

/// Where a head is in the picture; false if it is not all before the camera.
static bool find_head(const StudioViewport *viewport, StudioActor *actor, graphene_rect_t *out_rect)
{
    const int width = gtk_widget_get_width(viewport->area), height = gtk_widget_get_height(viewport->area);
    const MieniCamera camera = studio_viewport_camera(viewport, &viewport->camera);
    const float *m = actor->model.m;
    MieniBox box;
    if (mieni_face_box(actor->face, MIENI_FRAME_HEAD, &box) != MIEN_OK || !box.is_known)
        return false;
    for (int i = 0; i < 8; ++i) {
        const MienVec3 corner = {m[0] * ((i & 1) != 0 ? box.max.x : box.min.x) + m[3],
                                 ((i & 2) != 0 ? box.max.y : box.min.y) + m[7],
                                 m[10] * ((i & 4) != 0 ? box.max.z : box.min.z) + m[11]};
        float at[3];
        if (!mieni_camera_project(&camera, width, height, corner, at))
            return false;
        const graphene_rect_t point = GRAPHENE_RECT_INIT(at[0], at[1], 0.0f, 0.0f);
        if (i == 0)
            *out_rect = point;
        else
            graphene_rect_union(out_rect, &point, out_rect);
    }
    return true;
}

static bool is_over_head(const StudioViewport *viewport, const graphene_rect_t *rect)
{
    for (guint i = 0; i < viewport->actors->len; ++i) {
        graphene_rect_t head;
        if (find_head(viewport, viewport->actors->pdata[i], &head) &&
            graphene_rect_intersection(&head, rect, NULL))
            return true;
    }
    return false;
}

static int width_of(GtkWidget *widget)
{
    int width;
    gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
    return width;
}

/// Whether a bar above lies over a head.
static bool stage_is_barred(const StudioViewport *viewport)
{
    const StudioViewportOverlay *over = &viewport->over;
    const int width = gtk_widget_get_width(viewport->area), cast = width_of(over->cast_bar);
    int left = width_of(over->bar) + width_of(over->views); // where the views go if there is room
    left = left + cast <= width ? left : width_of(over->bar);
    const graphene_rect_t bars[] = {
        GRAPHENE_RECT_INIT(0.0f, 0.0f, (float)left, HIGH),
        GRAPHENE_RECT_INIT((float)(width - cast), 0.0f, (float)cast, HIGH),
    };
    return is_over_head(viewport, &bars[0]) || is_over_head(viewport, &bars[1]);
}

static gboolean on_fit(void *user)
{
    StudioViewport *viewport = user;
    StudioViewportOverlay *over = &viewport->over;
    const int width = gtk_widget_get_width(viewport->area), height = gtk_widget_get_height(viewport->area);
    const bool is_shared = viewport->actors->len > 1;
    const graphene_rect_t readout =
        GRAPHENE_RECT_INIT(0.0f, (float)(height - studio_scaled(READOUT_HEIGHT)),
                           (float)studio_scaled(READOUT_WIDTH), (float)studio_scaled(READOUT_HEIGHT));
    viewport->bars_idle = 0;
    studio_viewport_overlay_views(over, STUDIO_VIEWS_BELOW, 0); // widths of what is hidden are 0
    const int bar = width_of(over->bar), views = width_of(over->views), cast = width_of(over->cast_bar);
    const graphene_rect_t corner =
        GRAPHENE_RECT_INIT((float)(width - views), (float)(height - 56), (float)views, 56.0f);
    if (is_shared && bar + views + cast <= width)
        studio_viewport_overlay_views(over, STUDIO_VIEWS_ABOVE, bar - MARGIN);
    else if (is_shared && is_over_head(viewport, &corner))
        studio_viewport_overlay_views(over, STUDIO_VIEWS_NOWHERE, 0);
    studio_viewport_overlay_stack(over, height);
    studio_viewport_overlay_cover(over, is_shared && is_over_head(viewport, &readout));
    gtk_widget_queue_draw(viewport->plates);
    return G_SOURCE_REMOVE;
}

void studio_viewport_fit_bars(StudioViewport *viewport)
{
    const StudioCamera *camera = &viewport->camera, *fitted = &viewport->fitted;
    const int width = gtk_widget_get_width(viewport->area), height = gtk_widget_get_height(viewport->area);
    if (camera->yaw == fitted->yaw && camera->pitch == fitted->pitch &&
        camera->distance == fitted->distance && viewport->fitted_width == width &&
        viewport->fitted_height == height && viewport->fitted_count == viewport->actors->len &&
        memcmp(camera->target, fitted->target, sizeof fitted->target) == 0)
        return;
    viewport->fitted = *camera;
    viewport->fitted_width = width;
    viewport->fitted_height = height;
    viewport->fitted_count = viewport->actors->len;
    if (viewport->bars_idle == 0) // it is amid a picture, when nothing may get another size
        viewport->bars_idle = g_idle_add(on_fit, viewport);
}

// Name plates under the preview characters, placed below their chins.

#define LOWEST      36.0f  ///< Pixels from below that names keep,
#define LOWEST_BARS 88.0f  ///< and where something lies over the viewport:
#define BARS        230.0f ///< as far as this from its sides.

#define STUDIO_TYPE_PLATES (studio_plates_get_type())
G_DECLARE_FINAL_TYPE(StudioPlates, studio_plates, STUDIO, PLATES, GtkWidget)

struct _StudioPlates {
    GtkWidget parent_instance;
    StudioViewport *viewport; ///< Which has this widget, and outlives it.
};

G_DEFINE_TYPE(StudioPlates, studio_plates, GTK_TYPE_WIDGET)

/// Where a name stands: under the middle of the head, or of the bust if that is all there is.
static bool place_name(StudioViewport *viewport, StudioActor *actor, int width, int height, float out[3])
{
    const MieniCamera camera = studio_viewport_camera(viewport, &viewport->camera);
    const float *m = actor->model.m;
    MieniBox box, body;
    if (mieni_face_box(actor->face, MIENI_FRAME_HEAD, &box) != MIEN_OK || !box.is_known ||
        mieni_face_box(actor->face, MIENI_FRAME_BODY, &body) != MIEN_OK)
        return false;
    const float tall = box.max.y - box.min.y;
    const float low = box.min.y - body.min.y < 0.7f * tall ? body.min.y : box.min.y;
    const MienVec3 chin = {0.5f * (box.min.x + box.max.x) + m[3], low + m[7],
                           0.5f * (box.min.z + box.max.z) + m[11]};
    return mieni_camera_project(&camera, width, height, chin, out);
}

static void snapshot_plate(GtkWidget *widget, GtkSnapshot *snapshot, const char *name, float x, float y)
{
    GdkRGBA back = {1, 1, 1, 0.78f}, ink;
    GskRoundedRect outline;
    int text_width, text_height;
    g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(widget, name);
    GtkStyleContext *style = gtk_widget_get_style_context(widget);
    gtk_style_context_lookup_color(style, "view_bg_color", &back);
    gtk_style_context_get_color(style, &ink);
    back.alpha = 0.78f;
    pango_layout_get_pixel_size(layout, &text_width, &text_height);
    const float width = (float)text_width + 20.0f, height = (float)text_height + 6.0f;
    const graphene_rect_t bounds = GRAPHENE_RECT_INIT(x - 0.5f * width, y, width, height);
    gsk_rounded_rect_init_from_rect(&outline, &bounds, 9.0f);
    gtk_snapshot_push_rounded_clip(snapshot, &outline);
    gtk_snapshot_append_color(snapshot, &back, &bounds);
    gtk_snapshot_pop(snapshot);
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(x - 0.5f * (float)text_width, y + 3.0f));
    gtk_snapshot_append_layout(snapshot, layout, &ink);
    gtk_snapshot_restore(snapshot);
}

static void studio_plates_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    StudioViewport *viewport = STUDIO_PLATES(widget)->viewport;
    const int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
    const bool has_readout = gtk_widget_get_visible(viewport->over.readout);
    const bool has_views = viewport->over.views_place == STUDIO_VIEWS_BELOW;
    for (guint i = 0; viewport->actors != NULL && stage_has_names(viewport) && i < viewport->actors->len;
         ++i) {
        StudioActor *actor = viewport->actors->pdata[i];
        char name[STUDIO_LABEL_ROOM];
        float at[3];
        if (!place_name(viewport, actor, width, height, at))
            continue;
        const bool is_aside = (at[0] < BARS && has_readout) || (at[0] > (float)width - BARS && has_views);
        const float low = (float)height - (is_aside ? LOWEST_BARS : LOWEST);
        snapshot_plate(widget, snapshot, studio_actor_label(actor, name), at[0],
                       at[1] + 6.0f < low ? at[1] + 6.0f : low);
    }
}

static void studio_plates_class_init(StudioPlatesClass *class)
{
    GTK_WIDGET_CLASS(class)->snapshot = studio_plates_snapshot;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "plates");
    gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void studio_plates_init(StudioPlates *plates)
{
    gtk_widget_set_can_target(GTK_WIDGET(plates), FALSE);
    gtk_widget_set_overflow(GTK_WIDGET(plates), GTK_OVERFLOW_HIDDEN);
}

void studio_viewport_add_plates(StudioViewport *viewport)
{
    viewport->plates = g_object_new(STUDIO_TYPE_PLATES, NULL);
    STUDIO_PLATES(viewport->plates)->viewport = viewport;
    gtk_overlay_add_overlay(GTK_OVERLAY(viewport->overlay), viewport->plates);
}

#define LENS       17.0f   ///< Degrees, as of pictures.
#define LENS_SLOPE 0.1495f ///< The tangent of half of it.
#define WIDE       1.5f    ///< Width through height from which on a longer lens is used.
#define STRONGEST  8.0f    ///< How much longer it gets at most.

#define FILL      0.80f ///< Part of the height that heads take,
#define FILL_FREE 0.94f ///< and of what the bars leave of it.
#define BARS_TOP  52    ///< Pixels that bars take from above, and
#define NAMES     36    ///< names from below.
#define GAP       8     ///< Where there are none.

const StudioViewportView studio_viewport_views[STUDIO_VIEWPORT_VIEWS] = {
    {"viewport.front", "front", 0.0f, 2.0f},
    {"viewport.three-quarter", "three-quarter", -35.0f, 4.0f},
    {"viewport.side", "side", -90.0f, 2.0f},
};

/// How many times longer than LENS the lens is. Through the short one, faces at the sides of a low
/// and wide stage would be seen from the side. What is at the target stays as large as it is.
static float lens_length(const StudioViewport *viewport)
{
    const int width = gtk_widget_get_width(viewport->area), height = gtk_widget_get_height(viewport->area);
    const float length = height > 0 ? (float)width / (float)height / WIDE : 1.0f;
    return length < 1.0f ? 1.0f : length > STRONGEST ? STRONGEST : length;
}

/// The angle of a lens in degrees. Halves below 9 degrees are the arc of their tangent to 0.2 %.
static float lens_field(float length)
{
    const float slope = LENS_SLOPE / length;
    return length > 1.0f ? 2.0f * slope * (1.0f - slope * slope / 3.0f) * 57.29578f : LENS;
}

MieniCamera studio_viewport_camera(const StudioViewport *viewport, const StudioCamera *camera)
{
    const double degree = 3.14159265358979323846 / 180.0;
    double yaw_sine, yaw_cosine, pitch_sine, pitch_cosine;
    mien_sincos((double)camera->yaw * degree, &yaw_sine, &yaw_cosine);
    mien_sincos((double)camera->pitch * degree, &pitch_sine, &pitch_cosine);
    const float length = lens_length(viewport), d = camera->distance * length;
    const MienVec3 target = {camera->target[0], camera->target[1], camera->target[2]};
    return (MieniCamera){.eye = {target.x + d * (float)(yaw_sine * pitch_cosine),
                                 target.y + d * (float)pitch_sine,
                                 target.z + d * (float)(yaw_cosine * pitch_cosine)},
                         .target = target,
                         .field = lens_field(length)};
}

void studio_viewport_remember(StudioViewport *viewport)
{
    if (viewport->workspace == NULL)
        return;
    StudioSession *session = studio_workspace_session(viewport->workspace);
    session->camera = viewport->camera;
    session->has_camera = true;
    studio_workspace_keep_soon(viewport->workspace);
}

/// Stands so that a box fills most of the picture, and lies higher than its middle by a part of it.
static void frame_box(StudioViewport *viewport, const MieniBox *box, float fill, float shift)
{
    const int width = gtk_widget_get_width(viewport->area), height = gtk_widget_get_height(viewport->area);
    if (!box->is_known || width <= 0 || height <= 0)
        return;
    const MieniFraming framing = {.yaw = viewport->camera.yaw,
                                  .pitch = viewport->camera.pitch,
                                  .is_turned = true,
                                  .fill = fill,
                                  .shift = shift,
                                  .aspect = (float)width / (float)height};
    const MieniCamera camera = mieni_camera_frame(box->min, box->max, &framing);
    const float x = camera.eye.x - camera.target.x, y = camera.eye.y - camera.target.y,
                z = camera.eye.z - camera.target.z;
    viewport->camera.target[0] = camera.target.x;
    viewport->camera.target[1] = camera.target.y;
    viewport->camera.target[2] = camera.target.z;
    viewport->camera.distance = __builtin_sqrtf(x * x + y * y + z * z);
}

/// The part of the height that heads can take so that no bar and no name lies over them. One face
/// alone stands between what is at the sides.
static float find_room(const StudioViewport *viewport, bool is_under_bars, float *out_shift)
{
    const int height = gtk_widget_get_height(viewport->area);
    const int above = is_under_bars ? BARS_TOP : GAP;
    const int below = stage_has_names(viewport) ? NAMES : GAP;
    const float fill = FILL_FREE * (float)(height - above - below) / (float)height;
    *out_shift = 0.01f;
    if (viewport->actors->len < 2 || fill >= FILL)
        return FILL;
    *out_shift = 0.5f * (float)(below - above) / (float)height;
    return fill;
}

void studio_viewport_frame(StudioViewport *viewport)
{
    if (viewport->actors->len == 0)
        return;
    for (int is_under = 0; is_under < 2; ++is_under) { // lower only if bars would lie over heads
        float shift;
        const float fill = find_room(viewport, is_under == 1, &shift);
        frame_box(viewport, &viewport->box, fill, shift);
        if (viewport->actors->len < 2 || !stage_is_barred(viewport))
            break;
    }
    viewport->is_framed = true;
    viewport->framed = viewport->camera;
    viewport->framed_width = gtk_widget_get_width(viewport->area);
    viewport->framed_height = gtk_widget_get_height(viewport->area);
    studio_viewport_remember(viewport);
    studio_viewport_redraw(viewport, false);
}

bool studio_viewport_is_framed(const StudioViewport *viewport)
{
    const bool is_same_size = viewport->framed_width == gtk_widget_get_width(viewport->area) &&
                              viewport->framed_height == gtk_widget_get_height(viewport->area);
    const bool is_moved =
        viewport->camera.distance != viewport->framed.distance ||
        memcmp(viewport->camera.target, viewport->framed.target, sizeof viewport->framed.target) != 0;
    return viewport->is_framed && (is_same_size || is_moved);
}

void studio_viewport_turn_to(StudioViewport *viewport, int view)
{
    viewport->view = view;
    viewport->camera.yaw = studio_viewport_views[view].yaw;
    viewport->camera.pitch = studio_viewport_views[view].pitch;
    studio_viewport_overlay_view(&viewport->over, view);
    studio_viewport_redraw(viewport, false);
    studio_viewport_remember(viewport);
}

void studio_viewport_pan(StudioViewport *viewport, double x, double y)
{
    const MieniCamera camera = studio_viewport_camera(viewport, &viewport->drag_from);
    const float d = viewport->drag_from.distance * lens_length(viewport);
    const float per_pixel =
        2.0f * viewport->drag_from.distance * LENS_SLOPE / (float)gtk_widget_get_height(viewport->area);
    const MienVec3 back = {(camera.eye.x - camera.target.x) / d, (camera.eye.y - camera.target.y) / d,
                           (camera.eye.z - camera.target.z) / d};
    const float level = __builtin_sqrtf(back.x * back.x + back.z * back.z);
    const MienVec3 right =
        level > 0.0f ? (MienVec3){back.z / level, 0, -back.x / level} : (MienVec3){1, 0, 0};
    const MienVec3 up = {back.y * right.z - back.z * right.y, back.z * right.x - back.x * right.z,
                         back.x * right.y - back.y * right.x};
    const float across = -(float)x * per_pixel, upward = (float)y * per_pixel;
    viewport->camera.target[0] = viewport->drag_from.target[0] + right.x * across + up.x * upward;
    viewport->camera.target[1] = viewport->drag_from.target[1] + right.y * across + up.y * upward;
    viewport->camera.target[2] = viewport->drag_from.target[2] + right.z * across + up.z * upward;
    studio_viewport_redraw(viewport, true);
}

void studio_viewport_orbit(StudioViewport *viewport, double x, double y)
{
    const float pitch = viewport->drag_from.pitch + (float)y * 0.35f;
    viewport->camera.yaw = viewport->drag_from.yaw - (float)x * 0.35f;
    viewport->camera.pitch = pitch < -85.0f ? -85.0f : pitch > 85.0f ? 85.0f : pitch;
    viewport->view = -1;
    studio_viewport_overlay_view(&viewport->over, -1);
    studio_viewport_redraw(viewport, true);
}

/// The place that the camera's target plane has at a place of the picture.
static bool place_at(const StudioViewport *viewport, double x, double y, MienVec3 *out_place)
{
    const MieniCamera camera = studio_viewport_camera(viewport, &viewport->camera);
    const MienVec3 ahead = {camera.target.x - camera.eye.x, camera.target.y - camera.eye.y,
                            camera.target.z - camera.eye.z};
    MienVec3 from, along;
    if (!mieni_camera_ray(&camera, gtk_widget_get_width(viewport->area),
                          gtk_widget_get_height(viewport->area), (float)x, (float)y, &from, &along))
        return false;
    const float d = viewport->camera.distance * lens_length(viewport);
    const float straight = (along.x * ahead.x + along.y * ahead.y + along.z * ahead.z) / d;
    if (!(straight > 0.1f))
        return false;
    const float way = d / straight;
    *out_place = (MienVec3){from.x + along.x * way, from.y + along.y * way, from.z + along.z * way};
    return true;
}

void studio_viewport_zoom(StudioViewport *viewport, double by, double x, double y)
{
    MienVec3 place;
    const float before = viewport->camera.distance, wanted = before * (float)by;
    const float distance = wanted < 0.05f ? 0.05f : wanted > 60.0f ? 60.0f : wanted;
    if (place_at(viewport, x, y, &place)) { // what is under the pointer stays there
        const float left = distance / before;
        viewport->camera.target[0] = place.x + (viewport->camera.target[0] - place.x) * left;
        viewport->camera.target[1] = place.y + (viewport->camera.target[1] - place.y) * left;
        viewport->camera.target[2] = place.z + (viewport->camera.target[2] - place.z) * left;
    }
    viewport->camera.distance = distance;
    studio_viewport_redraw(viewport, true);
    studio_viewport_remember(viewport);
}

void studio_viewport_frame_place(StudioViewport *viewport, MienVec3 place)
{
    const float half = 0.17f * (viewport->box.max.y - viewport->box.min.y);
    const MieniBox box = {{place.x - half, place.y - half, place.z - half},
                          {place.x + half, place.y + half, place.z + half},
                          true};
    frame_box(viewport, &box, FILL, 0.01f);
    studio_viewport_remember(viewport);
    studio_viewport_redraw(viewport, false);
}
