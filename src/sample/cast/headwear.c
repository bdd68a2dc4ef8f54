// SPDX-License-Identifier: MIT
//
// Bruno's knitted cap with the hair below it; Moss's horns and crest.

#include "core/float_rules.h"

#include "sample/cast/making.h"

static double cap_at(const void *context, MieniPoint p)
{
    (void)context;
    double d = mieni_ellipsoid(p, mieni_point(0.0, 0.48, -0.14), mieni_point(0.88, 0.84, 0.96));
    d = mieni_overlap(d, -(p.y - 0.58 - 0.26 * p.z), 0.06);
    return d + 0.010 * mieni_cosine(44.0 * mien_atan2(p.x, p.z + 0.12)) * mieni_smooth(1.25, 1.0, p.y);
}

static double cap_band_at(const void *context, MieniPoint p)
{
    (void)context;
    const double x = p.x / 0.89, z = (p.z + 0.14) / 0.97;
    const double out = (mieni_sqrt(x * x + z * z) - 1.0) * 0.95 / 0.105,
                 up = (p.y - 0.63 - 0.26 * p.z) / 0.155;
    const double ring = mieni_sqrt(mieni_sqrt(out * out * out * out + up * up * up * up)) - 1.0;
    return ring * 0.07 + 0.010 * mieni_cosine(56.0 * mien_atan2(p.x, p.z + 0.12));
}

static double side_hair_at(const void *context, MieniPoint p)
{
    const MieniField skull = mieni_skull(context);
    double d = mieni_overlap(mieni_field_at(&skull, p) - 0.05, -(p.y + 0.30), 0.06);
    d = mieni_overlap(d, p.y - 0.62, 0.05);
    return mieni_overlap(d, p.z + 0.14, 0.08);
}

/// What is above some height moves with the crest.
static bool hang(MieniMaking *making, MieniCastPart *part, double low, double high)
{
    if (!mieni_part_add_along(making, part))
        return false;
    for (int v = 0; v < part->vertex_count; ++v)
        part->along[v] = mieni_smooth(low, high, part->positions[v][1]);
    return true;
}

static bool make_cap_nets(MieniMaking *making)
{
    const MieniField cap = {cap_at, making->model}, band = {cap_band_at, making->model};
    const MieniNet cap_net = {
        .least = {-1.1, 0.1, -1.3}, .most = {1.1, 1.5, 1.1}, .cell = 0.055, .rounds = 2};
    const MieniNet band_net = {
        .least = {-1.25, 0.0, -1.4}, .most = {1.25, 1.2, 1.15}, .cell = 0.045, .rounds = 2};
    MieniCastPart *part =
        mieni_part_net(making, MIENI_CAST_CAP, MIENI_CAST_MATERIAL_CLOTH, 0, &cap, &cap_net);
    if (part == NULL || !hang(making, part, 1.1, 1.3))
        return false;
    mieni_part_paint(part, mieni_linear(making->model->colours.cap));
    part = mieni_part_net(making, MIENI_CAST_CAP_BAND, MIENI_CAST_MATERIAL_CLOTH, 0, &band, &band_net);
    if (part == NULL)
        return false;
    mieni_part_paint(part, mieni_linear(making->model->colours.cap2));
    return true;
}

bool mieni_cast_make_cap(MieniMaking *making)
{
    if (making->is_full ? !make_cap_nets(making) : !mieni_cast_make_knit(making))
        return false;
    if (!making->is_full)
        return mieni_cast_make_crop(making);
    const MieniField side = {side_hair_at, making->model};
    const MieniNet net = {.least = {-1.1, -0.5, -1.2}, .most = {1.1, 0.7, 0.3}, .cell = 0.065, .rounds = 2};
    MieniCastPart *part =
        mieni_part_net(making, MIENI_CAST_SIDE_HAIR, MIENI_CAST_MATERIAL_HAIR, 0, &side, &net);
    if (part == NULL)
        return false;
    mieni_part_paint(part, mieni_linear(making->model->colours.hair));
    return true;
}

enum { MOST_HORN_RINGS = 60 };

static bool make_horn(MieniMaking *making, int side)
{
    const double s = (double)side;
    const MieniPoint points[4] = {
        {s * 0.46, 0.66, -0.10}, {s * 0.62, 0.98, -0.16}, {s * 0.64, 1.26, -0.06}, {s * 0.54, 1.46, 0.10}};
    const int count = making->is_full ? MOST_HORN_RINGS : 46, columns = making->is_full ? 22 : 14;
    MieniRing rings[MOST_HORN_RINGS];
    for (int k = 0; k < count; ++k) {
        const double u = (double)k / (double)(count - 1);
        double radius = 0.155 * mien_pow(1.0 - u, 0.75) + 0.012;
        radius *= 1.0 + 0.055 * mieni_cosine(u * 2.0 * MIENI_PI * 6.5);
        if (k == count - 1)
            radius = 0.001;
        rings[k] = (MieniRing){
            .at = mieni_curve_at(points, 4, u), .up = {0.0, 0.0, 1.0}, .wide = radius, .high = radius};
    }
    MieniCastPart *part = mieni_part_add(making, MIENI_CAST_HORN, MIENI_CAST_MATERIAL_HORN, side,
                                         count * columns, mieni_grid_size(count, columns, true));
    if (part == NULL || !mieni_part_sweep(making, part, rings, count, columns, 1.0))
        return false;
    mieni_part_paint(part, mieni_linear(making->model->colours.horn));
    for (int v = 0; v < part->vertex_count; ++v) {
        const double u = (double)(v / columns) / (double)(count - 1);
        mieni_part_tint(part, v, mieni_linear(making->model->colours.horn2),
                        1.0 - mieni_smooth(0.0, 0.55, u));
        mieni_point_put(mieni_times(mieni_point_of(part->colours[v]),
                                    0.90 + 0.10 * mieni_cosine(u * 2.0 * MIENI_PI * 6.5)),
                        part->colours[v]);
    }
    mieni_part_turn_outward(part);
    return true;
}

static double crest_at(const void *context, MieniPoint p)
{
    static const double spikes[4][3] = {
        {0.96, 0.34, 0.20}, {1.02, 0.08, 0.27}, {0.98, -0.20, 0.27}, {0.86, -0.48, 0.22}};
    (void)context;
    double d = 0.0;
    for (int k = 0; k < 4; ++k) {
        const double y = spikes[k][0], z = spikes[k][1];
        const double own = mieni_capsule(p, mieni_point(0.0, y - 0.20, z),
                                         mieni_point(0.0, y + spikes[k][2] * 0.62, z - 0.16), 0.135, 0.05);
        d = k == 0 ? own : mieni_join(d, own, 0.05);
    }
    return d;
}

/// A fin of the crest at default detail, curved back.
static bool make_fin(MieniMaking *making, MieniPoint foot, double high, double wide)
{
    enum { RINGS = 14, COLUMNS = 14 };
    const MieniPoint inwards = mieni_unit(mieni_minus(mieni_point(0.0, 0.2, -0.1), foot));
    const MieniPoint points[4] = {
        mieni_plus(mieni_along(foot, inwards, 0.17), mieni_point(0.0, -0.06, 0.0)),
        {0.0, foot.y + 0.02, foot.z + 0.02},
        {0.0, foot.y + 0.62 * high, foot.z - 0.28 * high},
        {0.0, foot.y + high, foot.z - 0.85 * high},
    };
    MieniRing rings[RINGS];
    for (int k = 0; k < RINGS; ++k) {
        const double t = (double)k / (double)(RINGS - 1), u = t * (1.4 - 0.4 * t);
        const double size = k + 1 == RINGS ? 0.0 : wide * mien_pow(1.0 - u, 0.7);
        rings[k] = (MieniRing){
            .at = mieni_curve_at(points, 4, u), .up = {0.0, 0.0, 1.0}, .wide = 0.72 * size, .high = size};
    }
    MieniCastPart *part = mieni_part_add(making, MIENI_CAST_CREST, MIENI_CAST_MATERIAL_HAIR, 0,
                                         RINGS * COLUMNS, mieni_grid_size(RINGS, COLUMNS, true));
    if (part == NULL || !mieni_part_sweep(making, part, rings, RINGS, COLUMNS, 1.0) ||
        !hang(making, part, 0.9, 1.2))
        return false;
    mieni_part_turn_outward(part);
    mieni_part_paint(part, mieni_linear(0xe2725b));
    for (int v = 0; v < part->vertex_count; ++v)
        mieni_part_tint(part, v, mieni_linear(0xf3a07f),
                        mieni_smooth(0.35, 1.0, (double)(v / COLUMNS) / (double)RINGS));
    return true;
}

static bool make_fins(MieniMaking *making)
{
    static const double fins[5][4] = {{0.75, 0.41, 0.24, 0.115},
                                      {0.86, 0.20, 0.34, 0.17},
                                      {0.91, -0.06, 0.34, 0.17},
                                      {0.88, -0.32, 0.29, 0.16},
                                      {0.78, -0.56, 0.22, 0.14}};
    for (int k = 0; k < 5; ++k)
        if (!make_fin(making, mieni_point(0.0, fins[k][0], fins[k][1]), fins[k][2], fins[k][3]))
            return false;
    return true;
}

bool mieni_cast_make_horns(MieniMaking *making)
{
    if (!make_horn(making, 1) || !make_horn(making, -1))
        return false;
    if (!making->is_full)
        return make_fins(making);
    const MieniNet net = {.least = {-0.4, 0.4, -1.1}, .most = {0.4, 1.6, 0.8}, .cell = 0.032, .rounds = 3};
    const MieniField field = {crest_at, making->model};
    MieniCastPart *part = mieni_part_net(making, MIENI_CAST_CREST, MIENI_CAST_MATERIAL_HAIR, 0, &field, &net);
    if (part == NULL || !hang(making, part, 0.9, 1.2))
        return false;
    mieni_part_paint(part, mieni_linear(0xe2725b));
    return true;
}
