// SPDX-License-Identifier: MIT
//
// The camera of the viewport.

#include "studio/model/facts/strings.h"
#include "studio/panels/viewport/private.h"
#include "studio/panels/widgets/widgets.h"

#include <string.h>

enum { LEAST = 240 }; ///< Height of a stage that has room for names.

/// Whether those in the viewport are named under their faces.
static bool stage_has_names(const StudioStage *stage)
{
    return stage->actors->len > 1 && gtk_widget_get_height(stage->area) >= LEAST;
}

// Keeps overlays off the faces: buttons move up beside the others or hide, and so does the readout.

enum {
    MARGIN = 10,         ///< Around bars, as their style has it.
    HIGH = 50,           ///< Of bars above, with margins.
    READOUT_WIDTH = 220, ///< With margins: of long names,
    READOUT_HEIGHT = 132 ///< and of all lines.
};

/// Where a head is in the picture; false if it is not all before the camera.
static bool find_head(const StudioStage *stage, StudioActor *actor, graphene_rect_t *out_rect)
{
    const int width = gtk_widget_get_width(stage->area), height = gtk_widget_get_height(stage->area);
    const MieniCamera camera = studio_stage_camera(stage, &stage->camera);
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

static bool is_over_head(const StudioStage *stage, const graphene_rect_t *rect)
{
    for (guint i = 0; i < stage->actors->len; ++i) {
        graphene_rect_t head;
        if (find_head(stage, stage->actors->pdata[i], &head) && graphene_rect_intersection(&head, rect, NULL))
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
static bool stage_is_barred(const StudioStage *stage)
{
    const StudioStageOverlay *over = &stage->over;
    const int width = gtk_widget_get_width(stage->area), cast = width_of(over->cast_bar);
    int left = width_of(over->bar) + width_of(over->views); // where the views go if there is room
    left = left + cast <= width ? left : width_of(over->bar);
    const graphene_rect_t bars[] = {
        GRAPHENE_RECT_INIT(0.0f, 0.0f, (float)left, HIGH),
        GRAPHENE_RECT_INIT((float)(width - cast), 0.0f, (float)cast, HIGH),
    };
    return is_over_head(stage, &bars[0]) || is_over_head(stage, &bars[1]);
}

static gboolean on_fit(void *user)
{
    StudioStage *stage = user;
    StudioStageOverlay *over = &stage->over;
    const int width = gtk_widget_get_width(stage->area), height = gtk_widget_get_height(stage->area);
    const bool is_shared = stage->actors->len > 1;
    const graphene_rect_t readout =
        GRAPHENE_RECT_INIT(0.0f, (float)(height - studio_scaled(READOUT_HEIGHT)),
                           (float)studio_scaled(READOUT_WIDTH), (float)studio_scaled(READOUT_HEIGHT));
    stage->bars_idle = 0;
    studio_stage_overlay_views(over, STUDIO_VIEWS_BELOW, 0); // widths of what is hidden are 0
    const int bar = width_of(over->bar), views = width_of(over->views), cast = width_of(over->cast_bar);
    const graphene_rect_t corner =
        GRAPHENE_RECT_INIT((float)(width - views), (float)(height - 56), (float)views, 56.0f);
    if (is_shared && bar + views + cast <= width)
        studio_stage_overlay_views(over, STUDIO_VIEWS_ABOVE, bar - MARGIN);
    else if (is_shared && is_over_head(stage, &corner))
        studio_stage_overlay_views(over, STUDIO_VIEWS_NOWHERE, 0);
    studio_stage_overlay_cover(over, is_shared && is_over_head(stage, &readout));
    gtk_widget_queue_draw(stage->plates);
    return G_SOURCE_REMOVE;
}

void studio_stage_fit_bars(StudioStage *stage)
{
    const StudioCamera *camera = &stage->camera, *fitted = &stage->fitted;
    const int width = gtk_widget_get_width(stage->area), height = gtk_widget_get_height(stage->area);
    if (camera->yaw == fitted->yaw && camera->pitch == fitted->pitch &&
        camera->distance == fitted->distance && stage->fitted_width == width &&
        stage->fitted_height == height && stage->fitted_count == stage->actors->len &&
        memcmp(camera->target, fitted->target, sizeof fitted->target) == 0)
        return;
    stage->fitted = *camera;
    stage->fitted_width = width;
    stage->fitted_height = height;
    stage->fitted_count = stage->actors->len;
    if (stage->bars_idle == 0) // it is amid a picture, when nothing may get another size
        stage->bars_idle = g_idle_add(on_fit, stage);
}

// Name plates under the preview characters, placed below their chins.

#define LOWEST      36.0f  ///< Pixels from below that names keep,
#define LOWEST_BARS 88.0f  ///< and where something lies over the viewport:
#define BARS        230.0f ///< as far as this from its sides.

#define STUDIO_TYPE_PLATES (studio_plates_get_type())
G_DECLARE_FINAL_TYPE(StudioPlates, studio_plates, STUDIO, PLATES, GtkWidget)

struct _StudioPlates {
    GtkWidget parent_instance;
    StudioStage *stage; ///< Which has this widget, and outlives it.
};

G_DEFINE_TYPE(StudioPlates, studio_plates, GTK_TYPE_WIDGET)

/// Where a name stands: under the middle of the head, or of the bust if that is all there is.
static bool place_name(StudioStage *stage, StudioActor *actor, int width, int height, float out[3])
{
    const MieniCamera camera = studio_stage_camera(stage, &stage->camera);
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
    StudioStage *stage = STUDIO_PLATES(widget)->stage;
    const int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
    const bool has_readout = gtk_widget_get_visible(stage->over.readout);
    const bool has_views = stage->over.views_place == STUDIO_VIEWS_BELOW;
    for (guint i = 0; stage->actors != NULL && stage_has_names(stage) && i < stage->actors->len; ++i) {
        StudioActor *actor = stage->actors->pdata[i];
        char name[STUDIO_LABEL_ROOM];
        float at[3];
        if (!place_name(stage, actor, width, height, at))
            continue;
        const bool is_aside = (at[0] < BARS && has_readout) || (at[0] > (float)width - BARS && has_views);
        const float low = (float)height - (is_aside ? LOWEST_BARS : LOWEST);
        snapshot_plate(widget, snapshot, studio_asset_name(actor->role.path, name), at[0],
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

void studio_stage_add_plates(StudioStage *stage)
{
    stage->plates = g_object_new(STUDIO_TYPE_PLATES, NULL);
    STUDIO_PLATES(stage->plates)->stage = stage;
    gtk_overlay_add_overlay(GTK_OVERLAY(stage->overlay), stage->plates);
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

const StudioStageView studio_stage_views[STUDIO_STAGE_VIEWS] = {
    {"stage.front", "front", 0.0f, 2.0f},
    {"stage.three-quarter", "three-quarter", -35.0f, 4.0f},
    {"stage.side", "side", -90.0f, 2.0f},
};

/// How many times longer than LENS the lens is. Through the short one, faces at the sides of a low
/// and wide stage would be seen from the side. What is at the target stays as large as it is.
static float lens_length(const StudioStage *stage)
{
    const int width = gtk_widget_get_width(stage->area), height = gtk_widget_get_height(stage->area);
    const float length = height > 0 ? (float)width / (float)height / WIDE : 1.0f;
    return length < 1.0f ? 1.0f : length > STRONGEST ? STRONGEST : length;
}

/// The angle of a lens in degrees. Halves below 9 degrees are the arc of their tangent to 0.2 %.
static float lens_field(float length)
{
    const float slope = LENS_SLOPE / length;
    return length > 1.0f ? 2.0f * slope * (1.0f - slope * slope / 3.0f) * 57.29578f : LENS;
}

MieniCamera studio_stage_camera(const StudioStage *stage, const StudioCamera *camera)
{
    const double degree = 3.14159265358979323846 / 180.0;
    double yaw_sine, yaw_cosine, pitch_sine, pitch_cosine;
    mien_sincos((double)camera->yaw * degree, &yaw_sine, &yaw_cosine);
    mien_sincos((double)camera->pitch * degree, &pitch_sine, &pitch_cosine);
    const float length = lens_length(stage), d = camera->distance * length;
    const MienVec3 target = {camera->target[0], camera->target[1], camera->target[2]};
    return (MieniCamera){.eye = {target.x + d * (float)(yaw_sine * pitch_cosine),
                                 target.y + d * (float)pitch_sine,
                                 target.z + d * (float)(yaw_cosine * pitch_cosine)},
                         .target = target,
                         .field = lens_field(length)};
}

void studio_stage_remember(StudioStage *stage)
{
    if (stage->workspace == NULL)
        return;
    StudioSession *session = studio_workspace_session(stage->workspace);
    session->camera = stage->camera;
    session->has_camera = true;
    studio_workspace_keep_soon(stage->workspace);
}

/// Stands so that a box fills most of the picture, and lies higher than its middle by a part of it.
static void frame_box(StudioStage *stage, const MieniBox *box, float fill, float shift)
{
    const int width = gtk_widget_get_width(stage->area), height = gtk_widget_get_height(stage->area);
    if (!box->is_known || width <= 0 || height <= 0)
        return;
    const MieniFraming framing = {.yaw = stage->camera.yaw,
                                  .pitch = stage->camera.pitch,
                                  .is_turned = true,
                                  .fill = fill,
                                  .shift = shift,
                                  .aspect = (float)width / (float)height};
    const MieniCamera camera = mieni_camera_frame(box->min, box->max, &framing);
    const float x = camera.eye.x - camera.target.x, y = camera.eye.y - camera.target.y,
                z = camera.eye.z - camera.target.z;
    stage->camera.target[0] = camera.target.x;
    stage->camera.target[1] = camera.target.y;
    stage->camera.target[2] = camera.target.z;
    stage->camera.distance = __builtin_sqrtf(x * x + y * y + z * z);
}

/// The part of the height that heads can take so that no bar and no name lies over them. One face
/// alone stands between what is at the sides.
static float find_room(const StudioStage *stage, bool is_under_bars, float *out_shift)
{
    const int height = gtk_widget_get_height(stage->area);
    const int above = is_under_bars ? BARS_TOP : GAP;
    const int below = stage_has_names(stage) ? NAMES : GAP;
    const float fill = FILL_FREE * (float)(height - above - below) / (float)height;
    *out_shift = 0.01f;
    if (stage->actors->len < 2 || fill >= FILL)
        return FILL;
    *out_shift = 0.5f * (float)(below - above) / (float)height;
    return fill;
}

void studio_stage_frame(StudioStage *stage)
{
    if (stage->actors->len == 0)
        return;
    for (int is_under = 0; is_under < 2; ++is_under) { // lower only if bars would lie over heads
        float shift;
        const float fill = find_room(stage, is_under == 1, &shift);
        frame_box(stage, &stage->box, fill, shift);
        if (stage->actors->len < 2 || !stage_is_barred(stage))
            break;
    }
    stage->is_framed = true;
    stage->framed = stage->camera;
    stage->framed_width = gtk_widget_get_width(stage->area);
    stage->framed_height = gtk_widget_get_height(stage->area);
    studio_stage_remember(stage);
    studio_stage_redraw(stage, false);
}

bool studio_stage_is_framed(const StudioStage *stage)
{
    const bool is_same_size = stage->framed_width == gtk_widget_get_width(stage->area) &&
                              stage->framed_height == gtk_widget_get_height(stage->area);
    const bool is_moved =
        stage->camera.distance != stage->framed.distance ||
        memcmp(stage->camera.target, stage->framed.target, sizeof stage->framed.target) != 0;
    return stage->is_framed && (is_same_size || is_moved);
}

void studio_stage_turn_to(StudioStage *stage, int view)
{
    stage->view = view;
    stage->camera.yaw = studio_stage_views[view].yaw;
    stage->camera.pitch = studio_stage_views[view].pitch;
    studio_stage_overlay_view(&stage->over, view);
    studio_stage_redraw(stage, false);
    studio_stage_remember(stage);
}

void studio_stage_pan(StudioStage *stage, double x, double y)
{
    const MieniCamera camera = studio_stage_camera(stage, &stage->drag_from);
    const float d = stage->drag_from.distance * lens_length(stage);
    const float per_pixel =
        2.0f * stage->drag_from.distance * LENS_SLOPE / (float)gtk_widget_get_height(stage->area);
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
    studio_stage_redraw(stage, true);
}

void studio_stage_orbit(StudioStage *stage, double x, double y)
{
    const float pitch = stage->drag_from.pitch + (float)y * 0.35f;
    stage->camera.yaw = stage->drag_from.yaw - (float)x * 0.35f;
    stage->camera.pitch = pitch < -85.0f ? -85.0f : pitch > 85.0f ? 85.0f : pitch;
    stage->view = -1;
    studio_stage_overlay_view(&stage->over, -1);
    studio_stage_redraw(stage, true);
}

/// The place that the camera's target plane has at a place of the picture.
static bool place_at(const StudioStage *stage, double x, double y, MienVec3 *out_place)
{
    const MieniCamera camera = studio_stage_camera(stage, &stage->camera);
    const MienVec3 ahead = {camera.target.x - camera.eye.x, camera.target.y - camera.eye.y,
                            camera.target.z - camera.eye.z};
    MienVec3 from, along;
    if (!mieni_camera_ray(&camera, gtk_widget_get_width(stage->area), gtk_widget_get_height(stage->area),
                          (float)x, (float)y, &from, &along))
        return false;
    const float d = stage->camera.distance * lens_length(stage);
    const float straight = (along.x * ahead.x + along.y * ahead.y + along.z * ahead.z) / d;
    if (!(straight > 0.1f))
        return false;
    const float way = d / straight;
    *out_place = (MienVec3){from.x + along.x * way, from.y + along.y * way, from.z + along.z * way};
    return true;
}

void studio_stage_zoom(StudioStage *stage, double by, double x, double y)
{
    MienVec3 place;
    const float before = stage->camera.distance, wanted = before * (float)by;
    const float distance = wanted < 0.05f ? 0.05f : wanted > 60.0f ? 60.0f : wanted;
    if (place_at(stage, x, y, &place)) { // what is under the pointer stays there
        const float left = distance / before;
        stage->camera.target[0] = place.x + (stage->camera.target[0] - place.x) * left;
        stage->camera.target[1] = place.y + (stage->camera.target[1] - place.y) * left;
        stage->camera.target[2] = place.z + (stage->camera.target[2] - place.z) * left;
    }
    stage->camera.distance = distance;
    studio_stage_redraw(stage, true);
    studio_stage_remember(stage);
}

void studio_stage_frame_place(StudioStage *stage, MienVec3 place)
{
    const float half = 0.17f * (stage->box.max.y - stage->box.min.y);
    const MieniBox box = {{place.x - half, place.y - half, place.z - half},
                          {place.x + half, place.y + half, place.z + half},
                          true};
    frame_box(stage, &box, FILL, 0.01f);
    studio_stage_remember(stage);
    studio_stage_redraw(stage, false);
}
