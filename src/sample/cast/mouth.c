// SPDX-License-Identifier: MIT
//
// What is in the mouth, and the dark of the nostrils.

#include "core/float_rules.h"

#include "sample/cast/making.h"

enum { MOST_SLIT = 64, MOST_RINGS = 81, TUSK_RINGS = 14, TONGUE_RINGS = 26 };

/// The upper half of the slit, from right to left.
typedef struct Slit {
    int count;
    double x[MOST_SLIT], y[MOST_SLIT], z[MOST_SLIT];
    double middle_y, middle_z, half_width;
} Slit;

static Slit read_slit(const MieniMaking *making)
{
    const MieniCastPart *skin = &making->parts->parts[0];
    const int half = making->parts->column_count / 2;
    Slit slit = {.count = half + 1,
                 .middle_y = making->parts->marks.mouth[1],
                 .half_width = making->model->mouth.half_width};
    for (int k = 0; k <= half; ++k) {
        slit.x[k] = skin->positions[half - k][0];
        slit.y[k] = skin->positions[half - k][1];
        slit.z[k] = skin->positions[half - k][2];
    }
    slit.middle_z = mieni_polyline_at(slit.x, slit.z, slit.count, 0.0);
    return slit;
}

/// A row of teeth: one tube with grooves.
typedef struct Row {
    bool is_upper;
    double depth, height, middle; ///< Behind the slit; half height; y.
} Row;

/// 0 in the grooves between teeth, 1 on them.
static double tooth_at(const MieniMaking *making, const Slit *slit, double x)
{
    const double along = (x / (2.0 * 0.86 * slit->half_width) + 0.5) * (double)making->model->teeth.count;
    return mien_pow(mieni_size(mieni_sine(MIENI_PI * along)), 0.35);
}

static double row_x(const Slit *slit, int ring, int count)
{
    return mieni_mix(-0.86, 0.86, (double)ring / (double)(count - 1)) * slit->half_width;
}

static MieniRing teeth_ring(const MieniMaking *making, const Slit *slit, const Row *row, double x)
{
    const double a = slit->half_width, away = mieni_size(x) / a, tooth = tooth_at(making, slit, x);
    const double z = mieni_polyline_at(slit->x, slit->z, slit->count, x / 0.90);
    const double end = mieni_sqrt(mieni_between((1.0 - away / 0.86) / 0.05, 0.0, 1.0));
    const double size = mieni_most(end, 0.02);
    const double high =
        row->height * (making->model->teeth.has_tusks ? 0.62 + 0.38 * tooth : 0.90 + 0.10 * tooth);
    return (MieniRing){.at = {x, row->middle, z - row->depth - 0.35 * a * away * away * away},
                       .up = {0.0, 0.0, 1.0},
                       .wide = high * size,
                       .high = 0.035 * (0.72 + 0.28 * tooth) * size};
}

/// The upper row reaches below the slit and is in front of the lower one, so that it shows
/// in every open mouth.
static bool make_teeth(MieniMaking *making, const Slit *slit, bool is_upper)
{
    const int count = making->is_full ? MOST_RINGS : 61, columns = making->is_full ? 12 : 8;
    const double sign = is_upper ? 1.0 : -1.0, height = making->model->teeth.height * (is_upper ? 1.0 : 0.82);
    const Row row = {.is_upper = is_upper,
                     .depth = is_upper ? 0.118 : 0.160,
                     .height = height,
                     .middle = slit->middle_y + (is_upper ? height * 0.92 - 0.050 : -height * 0.92 - 0.012)};
    MieniRing rings[MOST_RINGS];
    for (int k = 0; k < count; ++k)
        rings[k] = teeth_ring(making, slit, &row, row_x(slit, k, count));
    MieniCastPart *part =
        mieni_part_add(making, is_upper ? MIENI_CAST_TEETH_UPPER : MIENI_CAST_TEETH_LOWER,
                       MIENI_CAST_MATERIAL_WET, 0, count * columns, mieni_grid_size(count, columns, true));
    if (part == NULL || !mieni_part_sweep(making, part, rings, count, columns, 0.62))
        return false;
    const MieniPoint tooth = mieni_linear(making->model->colours.teeth), gum = mieni_linear(0xc4606a);
    for (int v = 0; v < part->vertex_count; ++v) {
        const double shade = 0.80 + 0.20 * tooth_at(making, slit, row_x(slit, v / columns, count));
        mieni_point_put(mieni_times(tooth, shade), part->colours[v]);
        mieni_part_tint(part, v, gum,
                        mieni_smooth(0.25, 0.75, (part->positions[v][1] - row.middle) * sign / height));
    }
    mieni_part_turn_outward(part);
    return true;
}

/// Stands up over the lower lip, always visible.
static bool make_tusk(MieniMaking *making, const Slit *slit, int side)
{
    const double x = (double)side * slit->half_width * 0.62;
    const MieniPoint at = {x, mieni_polyline_at(slit->x, slit->y, slit->count, x),
                           mieni_polyline_at(slit->x, slit->z, slit->count, x)};
    const MieniPoint points[4] = {mieni_plus(at, mieni_point(0.0, -0.045, -0.10)),
                                  mieni_plus(at, mieni_point(0.0, 0.004, -0.012)),
                                  mieni_plus(at, mieni_point((double)side * 0.010, 0.075, 0.046)),
                                  mieni_plus(at, mieni_point((double)side * 0.015, 0.15, 0.040))};
    const int columns = 12;
    MieniRing rings[TUSK_RINGS];
    for (int k = 0; k < TUSK_RINGS; ++k) {
        const double u = (double)k / (double)(TUSK_RINGS - 1);
        const double radius = 0.052 * mien_pow(1.0 - mien_pow(u, 1.6), 0.8) + 0.002;
        rings[k] = (MieniRing){
            .at = mieni_curve_at(points, 4, u), .up = {0.0, 0.0, 1.0}, .wide = radius, .high = radius * 0.8};
    }
    MieniCastPart *part = mieni_part_add(making, MIENI_CAST_TUSK, MIENI_CAST_MATERIAL_WET, side,
                                         TUSK_RINGS * columns, mieni_grid_size(TUSK_RINGS, columns, true));
    if (part == NULL || !mieni_part_sweep(making, part, rings, TUSK_RINGS, columns, 1.0))
        return false;
    mieni_part_paint(part, mieni_linear(making->model->colours.teeth));
    mieni_part_turn_outward(part);
    return true;
}

static MieniPoint tongue_at(const Slit *slit, double u)
{
    return mieni_point(0.0, slit->middle_y - 0.115 - 0.06 * (1.0 - u) * (1.0 - u),
                       slit->middle_z - 0.20 - 0.42 * (1.0 - u));
}

static double tongue_swell(double start, double u, double power)
{
    return mien_pow(mieni_sine(MIENI_PI * mieni_between(start + (1.0 - start) * u, 0.0, 0.995)), power);
}

static bool make_tongue(MieniMaking *making, const Slit *slit)
{
    const int count = making->is_full ? TONGUE_RINGS : 20, columns = making->is_full ? 20 : 16;
    MieniRing rings[TONGUE_RINGS];
    for (int k = 0; k < count; ++k) {
        const double u = (double)k / (double)(count - 1);
        rings[k] = (MieniRing){.at = tongue_at(slit, u),
                               .up = {0.0, 1.0, 0.0},
                               .wide = slit->half_width * 0.56 * tongue_swell(0.30, u, 0.55),
                               .high = 0.062 * tongue_swell(0.25, u, 0.5)};
    }
    MieniCastPart *part = mieni_part_add(making, MIENI_CAST_TONGUE, MIENI_CAST_MATERIAL_WET, 0,
                                         count * columns, mieni_grid_size(count, columns, true));
    if (part == NULL || !mieni_part_add_along(making, part) ||
        !mieni_part_sweep(making, part, rings, count, columns, 1.0))
        return false;
    for (int v = 0; v < part->vertex_count; ++v) {
        double *p = part->positions[v];
        part->along[v] = (double)(v / columns) / (double)(count - 1);
        if (p[1] > rings[v / columns].at.y) // the groove along its back
            p[1] -= 0.018 * mieni_bell(p[0] / (0.12 * slit->half_width));
    }
    static const int marked[4] = {0, 8, 16, 25}; // of 26 rings
    for (int k = 0; k < 4; ++k)
        mieni_point_put(tongue_at(slit, (double)marked[k] / (double)(TONGUE_RINGS - 1)),
                        making->parts->marks.tongue[k]);
    mieni_part_paint(part, mieni_linear(making->model->colours.tongue));
    mieni_part_turn_outward(part);
    return true;
}

static bool make_nostril(MieniMaking *making, int side)
{
    const double *nostril = making->model->nostril, r = nostril[3];
    const int rows = making->is_full ? 10 : 8, columns = making->is_full ? 14 : 10;
    MieniCastPart *part = mieni_part_add(making, MIENI_CAST_NOSTRIL, MIENI_CAST_MATERIAL_DARK, side,
                                         rows * columns, mieni_grid_size(rows, columns, true));
    if (part == NULL)
        return false;
    const double deep = making->is_full ? 0.3 : 0.6;
    mieni_part_ball(part, mieni_point((double)side * nostril[0], nostril[1] + r * 0.1, nostril[2] - r * deep),
                    mieni_point(r * 0.95, r * 0.75, r * 1.3), rows, columns);
    const MieniPoint skin = mieni_linear(making->model->colours.skin);
    mieni_part_paint(part, making->model->who == MIENI_CAST_MOSS
                               ? mieni_linear(0x14443b)
                               : mieni_point(skin.x * 0.16, skin.y * 0.07, skin.z * 0.06));
    return true;
}

bool mieni_cast_make_mouth(MieniMaking *making)
{
    const Slit slit = read_slit(making);
    if (!make_teeth(making, &slit, true) || !make_teeth(making, &slit, false))
        return false;
    if (making->model->teeth.has_tusks && (!make_tusk(making, &slit, 1) || !make_tusk(making, &slit, -1)))
        return false;
    if (!make_tongue(making, &slit))
        return false;
    return making->model->nostril[3] <= 0.0 || (make_nostril(making, 1) && make_nostril(making, -1));
}
