// SPDX-License-Identifier: MIT
//
// Hair at full detail: Ada's bob with a bun, Pip's fringe with two curls.

#include "core/float_rules.h"

#include "sample/cast/making.h"

/// Grooves that run away from the parting.
static double strands_at(MieniPoint p)
{
    const double z = p.z - 0.2, y = p.y - 1.1;
    const double angle = mien_atan2(p.x + 0.26, mieni_sqrt(z * z + y * y) + 0.2);
    return 0.008 * mieni_sine(34.0 * angle) * mieni_smooth(1.05, 0.55, p.y);
}

static double bob_at(const void *context, MieniPoint p)
{
    const MieniMaking *making = context;
    const MieniField skull = mieni_skull(making->model);
    double d = mieni_field_at(&skull, p) - 0.105;
    d = mieni_join(d, mieni_ellipsoid(p, mieni_point(0.0, -0.02, -0.30), mieni_point(0.95, 0.95, 0.76)),
                   0.20);
    d = mieni_join(
        d, mieni_ellipsoid(mieni_folded(p), mieni_point(0.66, -0.40, -0.10), mieni_point(0.27, 0.50, 0.44)),
        0.25);
    d = mieni_join(d, mieni_ellipsoid(p, mieni_point(0.20, 0.92, 0.26), mieni_point(0.60, 0.34, 0.54)), 0.25);
    d += strands_at(p);
    // The face opening: an arch, and a peak at the parting.
    double open = mieni_ellipsoid(p, mieni_point(0.02, -0.44, 0.98), mieni_point(0.715, 1.17, 1.05));
    open = mieni_join(open, mieni_ellipsoid(p, mieni_point(-0.27, 0.44, 1.0), mieni_point(0.26, 0.46, 0.62)),
                      0.22);
    d = mieni_overlap(d, -open, 0.13);
    d = mieni_overlap(d, -(p.y + 0.84 + 0.16 * p.z), 0.12);
    double bun = mieni_ellipsoid(p, mieni_point(0.0, 1.32, -0.36), mieni_point(0.35, 0.30, 0.35));
    bun += 0.014 * mieni_sine(9.0 * mien_atan2(p.x, p.z + 0.36) + 7.0 * p.y);
    return mieni_join(d, bun, 0.04);
}

/// A curl of rods that join.
static double curl_at(MieniPoint p, const double (*points)[4], int count, double d)
{
    for (int k = 0; k + 1 < count; ++k)
        d = mieni_join(d,
                       mieni_capsule(p, mieni_point_of(points[k]), mieni_point_of(points[k + 1]),
                                     points[k][3], points[k + 1][3]),
                       0.06);
    return d;
}

/// The part of x beyond the whole number below it.
static double fraction(double x)
{
    const double whole = (double)(int)x;
    return x < whole ? x - whole + 1.0 : x - whole;
}

static double tuft_at(const void *context, MieniPoint p)
{
    static const double long_curl[4][4] = {{0.0, 1.02, 0.02, 0.20},
                                           {0.04, 1.30, 0.0, 0.165},
                                           {0.14, 1.50, 0.10, 0.12},
                                           {0.30, 1.56, 0.22, 0.055}};
    static const double short_curl[3][4] = {
        {-0.10, 1.04, -0.05, 0.18}, {-0.22, 1.28, -0.05, 0.12}, {-0.36, 1.36, 0.02, 0.05}};
    const MieniMaking *making = context;
    const MieniField skull = mieni_skull(making->model);
    double d = mieni_field_at(&skull, p) - 0.085;
    d = mieni_join(d, mieni_ellipsoid(p, mieni_point(0.10, 0.98, 0.36), mieni_point(0.62, 0.30, 0.62)), 0.18);
    // The opening's height swings with the angle, so that the fringe ends in soft points.
    const double angle = mien_atan2(p.x - 0.12, p.y + 0.55);
    const double turn = fraction(angle * 2.9 + 0.25);
    const double swing = mieni_size(turn - 0.5) * 2.0;
    const double open = mieni_ellipsoid(p, mieni_point(0.0, -0.26, 0.88), mieni_point(0.84, 0.98, 1.02)) -
                        0.15 * (swing - 0.5) * mieni_smooth(0.1, 0.5, p.y);
    d = mieni_overlap(d, -open, 0.07);
    d = mieni_overlap(d, -(p.y - 0.02 + 0.30 * (p.z + 0.2)), 0.12);
    d = curl_at(p, long_curl, 4, d);
    return curl_at(p, short_curl, 3, d);
}

/// Hair above some height moves with the crest.
static bool hang(MieniMaking *making, MieniCastPart *part, double low, double high)
{
    if (!mieni_part_add_along(making, part))
        return false;
    for (int v = 0; v < part->vertex_count; ++v)
        part->along[v] = mieni_smooth(low, high, part->positions[v][1]);
    return true;
}

static bool make_band(MieniMaking *making)
{
    enum { RINGS = 40, COLUMNS = 10 };
    MieniRing rings[RINGS];
    for (int k = 0; k < RINGS; ++k) {
        double s, c;
        mien_sincos(2.0 * MIENI_PI * (double)k / (double)(RINGS - 1), &s, &c);
        const MieniPoint at =
            mieni_plus(mieni_point(-0.02, 1.085, -0.34), mieni_point(0.25 * c, 0.03 * s, 0.25 * s));
        rings[k] = (MieniRing){.at = at, .up = {0.0, 1.0, 0.0}, .wide = 0.05, .high = 0.05};
    }
    MieniCastPart *part = mieni_part_add(making, MIENI_CAST_HAIR_BAND, MIENI_CAST_MATERIAL_CLOTH, 0,
                                         RINGS * COLUMNS, mieni_grid_size(RINGS, COLUMNS, true));
    if (part == NULL || !mieni_part_sweep(making, part, rings, RINGS, COLUMNS, 1.0))
        return false;
    mieni_part_paint(part, mieni_linear(making->model->colours.shirt2));
    return true;
}

static bool make_bob(MieniMaking *making)
{
    const MieniNet net = {
        .least = {-1.25, -1.15, -1.35}, .most = {1.25, 1.8, 1.25}, .cell = 0.050, .rounds = 5};
    const MieniField field = {bob_at, making};
    MieniCastPart *part = mieni_part_net(making, MIENI_CAST_HAIR, MIENI_CAST_MATERIAL_HAIR, 0, &field, &net);
    if (part == NULL || !hang(making, part, 1.0, 1.25))
        return false;
    mieni_part_paint(part, mieni_linear(making->model->colours.hair));
    return make_band(making);
}

static bool make_tuft(MieniMaking *making)
{
    const MieniNet net = {
        .least = {-1.25, -0.7, -1.35}, .most = {1.25, 1.75, 1.25}, .cell = 0.048, .rounds = 4};
    const MieniField field = {tuft_at, making};
    MieniCastPart *part = mieni_part_net(making, MIENI_CAST_HAIR, MIENI_CAST_MATERIAL_HAIR, 0, &field, &net);
    if (part == NULL || !hang(making, part, 1.12, 1.4))
        return false;
    mieni_part_paint(part, mieni_linear(making->model->colours.hair));
    return true;
}

bool mieni_cast_make_hair(MieniMaking *making)
{
    switch (making->model->who) {
    case MIENI_CAST_ADA:
        return making->is_full ? make_bob(making) : mieni_cast_make_styled(making);
    case MIENI_CAST_PIP:
        return making->is_full ? make_tuft(making) : mieni_cast_make_styled(making);
    case MIENI_CAST_BRUNO:
        return mieni_cast_make_cap(making);
    default:
        return mieni_cast_make_horns(making);
    }
}
