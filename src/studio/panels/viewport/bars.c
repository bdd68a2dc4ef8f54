// SPDX-License-Identifier: MIT
//
// What lies over the stage keeps off faces that share it: buttons go up beside the others or
// give way, and so does the readout.

#include "studio/panels/viewport/private.h"

#include <string.h>

#include "studio/panels/widgets/widgets.h"

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

bool studio_stage_is_barred(const StudioStage *stage)
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
