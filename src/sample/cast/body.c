// SPDX-License-Identifier: MIT
//
// Neck, bust and collar.

#include "core/float_rules.h"

#include "sample/cast/making.h"

static double neck_at(const void *context, MieniPoint p)
{
    const MieniMaking *making = context;
    const MieniCastNeck *neck = &making->model->neck;
    const double d =
        mieni_capsule(p, mieni_point(0.0, neck->top, neck->z + 0.10),
                      mieni_point(0.0, neck->base - 0.1, neck->z), neck->radius, neck->base_radius);
    const double middle = (neck->base + neck->top) / 2.0, half = mieni_size(neck->base - neck->top) / 2.0;
    return mieni_overlap(d, mieni_size(p.y - middle) - half - 0.18, 0.05);
}

static double bust_at(const void *context, MieniPoint p)
{
    const MieniMaking *making = context;
    const MieniCastModel *model = making->model;
    const MieniCastNeck *neck = &model->neck;
    const double w = model->bust.width, drop = model->bust.drop, deep = model->bust.depth, z = neck->z;
    double d = mieni_capsule(mieni_folded(p), mieni_point(0.0, drop + 0.10, z - 0.02),
                             mieni_point(w * 0.70, drop - 0.03, z - 0.04), deep * 0.80, deep * 0.62);
    d = mieni_join(
        d,
        mieni_ellipsoid(p, mieni_point(0.0, drop - 0.30, z + 0.04), mieni_point(w * 0.82, 0.55, deep * 1.06)),
        0.30);
    const double top = neck->base - 0.06 - 0.35 * mieni_most(0.0, neck->base_radius - 0.4);
    d = mieni_join(d,
                   mieni_capsule(p, mieni_point(0.0, drop - 0.1, z), mieni_point(0.0, top, z + 0.01),
                                 neck->base_radius + 0.06, neck->base_radius + 0.025),
                   0.25);
    d = mieni_overlap(d, (drop - 0.52) - p.y, 0.10);
    if (!making->is_full) // no shirt inside the collar, which is lower in front
        d = mieni_overlap(d, p.y - neck->base - 0.03 + 0.10 * (p.z - neck->z), 0.05);
    return d;
}

static bool make_neck(MieniMaking *making)
{
    const MieniCastModel *model = making->model;
    const MieniCastNeck *neck = &model->neck;
    const MieniNet net = {.least = {-1.2, neck->base - 0.4, -1.2},
                          .most = {1.2, neck->top + 0.3, 1.2},
                          .cell = 0.085,
                          .rounds = 2};
    const MieniField field = {neck_at, making};
    MieniCastPart *part = mieni_part_net(making, MIENI_CAST_NECK, MIENI_CAST_MATERIAL_SKIN, 0, &field, &net);
    if (part == NULL || !mieni_part_add_along(making, part))
        return false;
    mieni_part_paint(part, mieni_linear(model->colours.skin));
    for (int v = 0; v < part->vertex_count; ++v) {
        const double *p = part->positions[v];
        part->along[v] = (p[1] - neck->base) / (neck->top - neck->base);
        if (model->stubble > 0.0)
            mieni_part_tint(part, v, mieni_linear(model->colours.stubble),
                            0.25 * mieni_smooth(-1.5, -1.0, p[1]));
        if (model->who == MIENI_CAST_MOSS)
            mieni_part_tint(part, v, mieni_linear(model->colours.belly),
                            0.8 * mieni_smooth(-0.05, 0.25, p[2]));
    }
    return true;
}

static bool make_bust(MieniMaking *making)
{
    const MieniCastModel *model = making->model;
    const double w = model->bust.width, drop = model->bust.drop;
    const MieniNet net = {.least = {-w - 0.9, drop - 0.8, -1.4},
                          .most = {w + 0.9, model->neck.base + 0.7, 1.4},
                          .cell = making->is_full ? 0.095 : 0.07 * (0.6 + w),
                          .rounds = 3};
    const MieniField field = {bust_at, making};
    MieniCastPart *part = mieni_part_net(making, MIENI_CAST_BUST, MIENI_CAST_MATERIAL_CLOTH, 0, &field, &net);
    if (part == NULL)
        return false;
    mieni_part_paint(part, mieni_linear(model->colours.shirt));
    return true;
}

/// A fat ring, lower in front.
static bool make_collar(MieniMaking *making)
{
    const MieniCastModel *model = making->model;
    const bool is_high = model->who == MIENI_CAST_ADA;
    const int rows = making->is_full ? 60 : 44, columns = making->is_full ? 14 : 10;
    const double radius = model->neck.base_radius + 0.03, y = model->neck.base + 0.10, z = model->neck.z;
    const double thick = is_high ? 0.10 : 0.085, high = thick * (is_high ? 2.2 : 1.15);
    MieniCastPart *part = mieni_part_add(making, MIENI_CAST_COLLAR, MIENI_CAST_MATERIAL_CLOTH, 0,
                                         rows * columns, 2 * rows * columns);
    if (part == NULL)
        return false;
    const int half = rows * columns;
    for (int v = 0; v < half; ++v) {
        const int i = v / columns, j = v % columns;
        double s, c, sj, cj;
        mien_sincos(2.0 * MIENI_PI * (double)i / (double)rows, &s, &c);
        mien_sincos(2.0 * MIENI_PI * (double)j / (double)columns, &sj, &cj);
        const double out = radius + thick * cj;
        mieni_point_put(
            mieni_point(out * c, y + high * sj - 0.10 * s * radius - 0.02, z + 0.02 + out * s * 0.98),
            part->positions[v]);
        const int next = (j + 1) % columns, row = i * columns, below = (i + 1) % rows * columns;
        const int corners[2][3] = {{v, row + next, below + next}, {v, below + next, below + j}};
        for (int k = 0; k < 3; ++k) {
            part->triangles[v][k] = corners[0][k];
            part->triangles[half + v][k] = corners[1][k];
        }
    }
    mieni_part_uv_grid(part, columns, true, true);
    mieni_part_paint(part, mieni_linear(is_high ? model->colours.shirt : model->colours.shirt2));
    return true;
}

bool mieni_cast_make_body(MieniMaking *making)
{
    return (making->is_full ? make_neck(making) : mieni_cast_make_neck(making) != NULL) &&
           make_bust(making) && make_collar(making);
}
