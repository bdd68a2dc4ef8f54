// SPDX-License-Identifier: MIT
//
// Ears: a shell with a lobe and a hollow, or a leaf; and earrings.

#include "core/float_rules.h"

#include "sample/cast/making.h"

typedef struct Ear {
    const MieniCastEar *ear;
    int side;
    double sine, cosine; ///< Of the yaw.
    MieniPoint at;
} Ear;

static const MieniPoint leaf_end = {0.62, 0.42, -0.22};

static double leaf_at(MieniPoint p)
{
    const double length = mieni_length(leaf_end);
    const MieniPoint along = mieni_times(leaf_end, 1.0 / length);
    const MieniPoint front = {0.25, 0.15, 0.95};
    const MieniPoint up = mieni_unit(mieni_along(front, along, -mieni_dot(front, along)));
    const MieniPoint q = {mieni_dot(p, mieni_cross(along, up)), mieni_dot(p, along), mieni_dot(p, up)};
    const double t = mieni_between(q.y / length, 0.0, 1.0);
    const double width = 0.235 * mien_pow(mieni_size(mieni_sine(MIENI_PI * (0.16 + 0.84 * t))), 0.9) + 0.035;
    const double x = q.x / width, z = q.z / 0.090;
    double d = (mieni_sqrt(x * x + z * z) - 1.0) * 0.06;
    d = mieni_most(d, mieni_most(q.y - length, -q.y - 0.12) * 0.6);
    const double hx = q.x / (width * 0.72), hz = (q.z - 0.075) / 0.075, hy = (q.y - 0.30) / 0.40;
    const double hollow = (mieni_sqrt(hx * hx + hz * hz + hy * hy) - 1.0) * 0.06;
    return mieni_overlap(d, -hollow, 0.02);
}

static double shell_at(MieniPoint p, MieniPoint r)
{
    double d = mieni_ellipsoid(p, mieni_point(0.0, 0.03, 0.0), r);
    d = mieni_join(d,
                   mieni_ellipsoid(p, mieni_point(0.0, -r.y * 0.62, 0.015),
                                   mieni_point(0.8 * r.x, 0.42 * r.y, 0.55 * r.z)),
                   0.08);
    const double hollow = mieni_ellipsoid(p, mieni_point(r.x * 0.95, 0.05 * r.y + 0.02, 0.02),
                                          mieni_point(r.x * 0.95, r.y * 0.70, r.z * 0.66));
    d = mieni_overlap(d, -hollow, 0.03);
    return mieni_join(d,
                      mieni_ellipsoid(p, mieni_point(r.x * 0.25, -0.02, -r.z * 0.02),
                                      mieni_point(0.45 * r.x, 0.20 * r.y, 0.30 * r.z)),
                      0.04);
}

/// In the frame of the left ear, its middle at 0; shells are turned by their yaw.
static MieniPoint to_local(const Ear *ear, MieniPoint p)
{
    const MieniPoint q = mieni_minus(mieni_point((double)ear->side * p.x, p.y, p.z), ear->at);
    if (ear->ear->is_leaf)
        return q;
    return mieni_point(q.x * ear->cosine + q.z * ear->sine, q.y, -q.x * ear->sine + q.z * ear->cosine);
}

static double ear_at(const void *context, MieniPoint p)
{
    const Ear *ear = context;
    const MieniPoint q = to_local(ear, p);
    return ear->ear->is_leaf ? leaf_at(q) : shell_at(q, mieni_point_of(ear->ear->radii));
}

static void paint_leaf(MieniCastPart *part, int v, MieniPoint q)
{
    const MieniPoint away = {(q.x - 0.30) / 0.42, (q.y - 0.22) / 0.30, (q.z + 0.03) / 0.16};
    const double inner = part->normals[v][2] > 0.2 ? mieni_bump(mieni_length(away)) : 0.0;
    part->along[v] = mieni_smooth(0.15, 0.75, mieni_dot(q, leaf_end) / 0.78);
    mieni_part_tint(part, v, mieni_linear(0xe8a58a), 0.85 * inner);
    mieni_part_tint(part, v, mieni_linear(0x2f7f6c), 0.7 * part->along[v] * (1.0 - inner));
}

static void paint_shell(const MieniCastModel *model, MieniCastPart *part, int v, MieniPoint q)
{
    const double *r = model->ear.radii;
    const MieniPoint away = {(q.x - r[0] * 0.5) / 0.12, (q.y - 0.02) / (r[1] * 0.8),
                             (q.z - 0.01) / (r[2] * 0.8)};
    part->along[v] = mieni_smooth(0.0, r[1], q.y);
    mieni_part_tint(part, v, mieni_linear(model->colours.blush), 0.38 * mieni_bump(mieni_length(away)));
}

static MieniCastPart *make_ear(MieniMaking *making, int side)
{
    const MieniCastModel *model = making->model;
    Ear ear = {.ear = &model->ear, .side = side, .at = mieni_point_of(model->ear.at)};
    mien_sincos(mieni_radians(model->ear.yaw), &ear.sine, &ear.cosine);
    const double reach = model->ear.is_leaf ? 0.95 : model->ear.radii[1] * 1.5, *at = model->ear.at;
    MieniNet net = {.least = {at[0] - reach, at[1] - reach, at[2] - reach},
                    .most = {at[0] + reach, at[1] + reach, at[2] + reach},
                    .cell = 0.028,
                    .rounds = 3};
    if (side < 0) {
        net.least.x = -(at[0] + reach);
        net.most.x = -(at[0] - reach);
    }
    const MieniField field = {ear_at, &ear};
    MieniCastPart *part =
        mieni_part_net(making, MIENI_CAST_EAR, MIENI_CAST_MATERIAL_SKIN, side, &field, &net);
    if (part == NULL || !mieni_part_add_along(making, part))
        return NULL;
    mieni_part_paint(part, mieni_linear(model->colours.skin));
    mieni_part_normals(part);
    for (int v = 0; v < part->vertex_count; ++v) {
        const MieniPoint q = to_local(&ear, mieni_point_of(part->positions[v]));
        if (model->ear.is_leaf)
            paint_leaf(part, v, q);
        else
            paint_shell(model, part, v, q);
    }
    return part;
}

static bool make_earring(MieniMaking *making, int side)
{
    const int rows = making->is_full ? 16 : 10, columns = making->is_full ? 20 : 14;
    MieniCastPart *part = mieni_part_add(making, MIENI_CAST_EARRING, MIENI_CAST_MATERIAL_WET, side,
                                         rows * columns, mieni_grid_size(rows, columns, true));
    if (part == NULL)
        return false;
    const double x = making->is_full ? 0.845 : 0.87, y = making->is_full ? -0.335 : -0.30;
    mieni_part_ball(part, mieni_point((double)side * x, y, -0.04), mieni_point(0.055, 0.055, 0.055), rows,
                    columns);
    mieni_part_paint(part, mieni_linear(making->model->colours.shirt2));
    return true;
}

bool mieni_cast_make_ears(MieniMaking *making)
{
    const MieniCastPart *left = making->is_full ? make_ear(making, 1) : mieni_cast_make_ear(making);
    if (left == NULL || (making->is_full ? make_ear(making, -1) : mieni_part_mirror(making, left)) == NULL)
        return false;
    return making->model->who != MIENI_CAST_ADA || (make_earring(making, 1) && make_earring(making, -1));
}
