// SPDX-License-Identifier: MIT
//
// Names under those who share the stage, drawn where the camera has their chins.

#include "studio/panels/viewport/private.h"

#include "studio/model/facts/strings.h"

#define LOWEST      36.0f  ///< Pixels from below that names keep,
#define LOWEST_BARS 88.0f  ///< and where something lies over the stage:
#define BARS        230.0f ///< as far as this from its sides.

enum { LEAST = 240 }; ///< Height of a stage that has room for names.

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
    for (guint i = 0; stage->actors != NULL && studio_stage_has_names(stage) && i < stage->actors->len; ++i) {
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

bool studio_stage_has_names(const StudioStage *stage)
{
    return stage->actors->len > 1 && gtk_widget_get_height(stage->area) >= LEAST;
}

void studio_stage_add_plates(StudioStage *stage)
{
    stage->plates = g_object_new(STUDIO_TYPE_PLATES, NULL);
    STUDIO_PLATES(stage->plates)->stage = stage;
    gtk_overlay_add_overlay(GTK_OVERLAY(stage->overlay), stage->plates);
}
