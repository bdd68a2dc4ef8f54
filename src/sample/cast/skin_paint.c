// SPDX-License-Identifier: MIT
//
// Colours of the skin: blush, lips, stubble, spots, the dark of the mouth.

#include "core/float_rules.h"

#include "sample/cast/making.h"

/// The colours of one head in linear light, and the vertex being painted.
typedef struct Paint {
    const MieniCastModel *model;
    MieniCastPart *skin;
    MieniPoint blush, lip, bag, stubble, belly;
    int vertex;
    MieniPoint at;
    const MieniCastSkinPoint *point;
    double across; ///< |x|.
    double crisp;  ///< Where the edge of a spot starts; few vertices need soft ones.
} Paint;

static void tint(Paint *paint, MieniPoint colour, double share)
{
    mieni_part_tint(paint->skin, paint->vertex, colour, share);
}

/// Cream below, darker on the crown, with spots.
static void paint_creature(Paint *paint)
{
    static const double spots[][4] = {{0.18, 0.62, 0.55, 0.10},   {0.36, 0.78, 0.30, 0.13},
                                      {0.10, 0.80, 0.35, 0.08},   {0.66, -0.05, 0.52, 0.075},
                                      {0.76, -0.16, 0.38, 0.055}, {0.60, -0.19, 0.60, 0.05}};
    const MieniPoint at = paint->at;
    if (!paint->point->is_inner && paint->point->sine < 0.3)
        tint(paint, paint->belly, 0.85 * mieni_smooth(-0.32, -0.62, at.y) * mieni_smooth(0.15, 0.5, at.z));
    tint(paint, mieni_linear(0x2f7f6c), 0.65 * mieni_smooth(0.25, 0.95, at.y - 0.5 * at.z));
    if (paint->point->is_inner)
        return;
    for (int k = 0; k < (int)(sizeof spots / sizeof *spots); ++k) {
        const double away =
            mieni_length(mieni_minus(mieni_point(paint->across, at.y, at.z), mieni_point_of(spots[k])));
        tint(paint, mieni_linear(0x2b7766),
             0.55 * (1.0 - mieni_smooth(paint->crisp, 1.1, away / spots[k][3])));
    }
}

/// Warmth where blood shows: cheeks and nose.
static void paint_blush(Paint *paint)
{
    const MieniCastModel *model = paint->model;
    const MieniCastEye *eye = &model->eye;
    const MieniPoint at = paint->at;
    const double x = (paint->across - eye->x * 1.18) / 0.30;
    const double y = (at.y - (0.5 * (eye->y - eye->radius + model->mouth.y) + 0.04)) / 0.21;
    if (model->blush > 0.0 && at.z > 0.2)
        tint(paint, paint->blush, 0.55 * model->blush * mieni_bump(mieni_sqrt(x * x + y * y)));
    const double from_tip = mieni_length(mieni_minus(at, mieni_point_of(model->nose_tip)));
    if (model->nose_red > 0.0)
        tint(paint, paint->blush, model->nose_red * mieni_bump(from_tip / 0.46));
    if (model->stubble > 0.0) {
        double share = mieni_smooth(-0.35, -0.62, at.y) * mieni_smooth(-0.25, 0.15, at.z);
        if (paint->across < 0.4)
            share = mieni_most(share, mieni_bell((at.y + 0.46) / 0.09) * mieni_smooth(0.4, 0.7, at.z));
        tint(paint, paint->stubble, model->stubble * share * mieni_smooth(1.05, 1.5, paint->point->s));
    }
    if (model->who != MIENI_CAST_MOSS)
        tint(paint, paint->blush, 0.22 * mieni_bump(from_tip / 0.30));
}

static void paint_lips(Paint *paint)
{
    const MieniCastSkinPoint *point = paint->point;
    const double edge = mieni_size(point->sine) + (point->s < 1.0 ? 0.15 : 0.0);
    const double lip =
        (1.0 - mieni_smooth(0.93, 1.12, point->s)) * (0.15 + 0.85 * mieni_smooth(0.0, 0.25, edge));
    tint(paint, paint->lip, lip);
}

static void paint_inner_mouth(Paint *paint)
{
    const double depth = paint->point->depth;
    tint(paint, paint->lip, 1.0);
    tint(paint, paint->bag, mieni_smooth(0.04, 0.13, depth));
    tint(paint, mieni_linear(0x16060a), 0.75 * mieni_smooth(0.16, 0.40, depth));
}

void mieni_cast_paint_skin(const MieniCastModel *model, MieniCastPart *skin, bool is_full)
{
    const MieniCastColours *colours = &model->colours;
    Paint paint = {.model = model,
                   .skin = skin,
                   .crisp = is_full ? 0.7 : 0.1,
                   .blush = mieni_linear(colours->blush),
                   .lip = mieni_linear(colours->lip),
                   .bag = mieni_linear(colours->bag),
                   .stubble = mieni_linear(colours->stubble),
                   .belly = mieni_linear(colours->belly)};
    const MieniPoint groove = mieni_linear(model->who == MIENI_CAST_MOSS ? 0x12352f : 0x401016);
    mieni_part_paint(skin, mieni_linear(colours->skin));
    for (int v = 0; v < skin->vertex_count; ++v) {
        paint.vertex = v;
        paint.at = mieni_point_of(skin->positions[v]);
        paint.point = &skin->skin[v];
        paint.across = mieni_size(paint.at.x);
        if (model->who == MIENI_CAST_MOSS)
            paint_creature(&paint);
        if (paint.point->is_inner) {
            paint_inner_mouth(&paint);
            continue;
        }
        paint_blush(&paint);
        paint_lips(&paint);
        tint(&paint, groove, 0.65 * mieni_bell(paint.point->s / 0.10));
    }
}
