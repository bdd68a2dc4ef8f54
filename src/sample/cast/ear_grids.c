// SPDX-License-Identifier: MIT
//
// Ears at default detail: grids whose rows follow the rim.

#include "core/float_rules.h"

#include "sample/cast/making.h"

enum { SHELL_COLUMNS = 26, LEAF_COLUMNS = 28, LEAF_ROWS = 20 };

/// A row of a shell, from within the head round the rim to the middle of the hollow. How
/// far it is from the middle, and how far out: above and behind, at the lobe, and before
/// the hollow. All in radii of the ear.
static const struct ShellRow {
    double size, rim, lobe, front;
} shell_rows[] = {{0.42, -2.60, -2.60, -2.60}, {0.62, -1.00, -0.80, -1.10}, {0.86, -0.42, -0.40, -0.60},
                  {0.96, -0.02, -0.08, -0.25}, {1.00, 0.34, 0.14, 0.02},    {0.99, 0.68, 0.30, 0.22},
                  {0.95, 0.92, 0.42, 0.36},    {0.88, 0.98, 0.50, 0.46},    {0.80, 0.80, 0.54, 0.52},
                  {0.72, 0.50, 0.56, 0.56},    {0.64, 0.44, 0.56, 0.62},    {0.56, 0.56, 0.54, 0.66},
                  {0.48, 0.58, 0.48, 0.60},    {0.40, 0.34, 0.34, 0.34},    {0.30, 0.02, 0.04, 0.04},
                  {0.16, -0.14, -0.14, -0.14}};

enum { SHELL_ROWS = (int)(sizeof shell_rows / sizeof *shell_rows) };

/// In the ear's own frame: x out, y up, z to the face.
static MieniPoint shell_point(const struct ShellRow *row, const double r[3], double sine, double cosine)
{
    const double lobe = mieni_smooth(-0.45, -0.92, cosine), front = mieni_smooth(0.45, 0.95, sine);
    const double out = mieni_mix(mieni_mix(row->rim, row->front, front), row->lobe, lobe);
    // Wider above; the lobe is small, and the hollow lies a little to the front.
    const double wide = 1.0 + 0.16 * cosine, hollow = 0.10 * (1.0 - row->size);
    return mieni_point(r[0] * out, 0.02 + r[1] * row->size * cosine * 1.06,
                       r[2] * (row->size * sine * wide + hollow) + 0.05 * r[2] * cosine);
}

/// From the ear's frame to the head's.
static MieniPoint turned(const MieniCastEar *ear, MieniPoint q)
{
    double s, c;
    mien_sincos(mieni_radians(ear->yaw), &s, &c);
    return mieni_plus(mieni_point_of(ear->at), mieni_point(q.x * c + q.z * -s, q.y, q.x * s + q.z * c));
}

static void join_middle(MieniCastPart *part, int columns)
{
    const int middle = part->vertex_count - 1, first = middle - columns;
    for (int j = 0; j < columns; ++j) {
        int *triangle = part->triangles[part->triangle_count - columns + j];
        triangle[0] = first + j;
        triangle[1] = first + (j + 1) % columns;
        triangle[2] = middle;
    }
}

static MieniCastPart *make_shell(MieniMaking *making)
{
    const MieniCastModel *model = making->model;
    const double *r = model->ear.radii;
    const int columns = SHELL_COLUMNS, grid = SHELL_ROWS * columns;
    MieniCastPart *part = mieni_part_add(making, MIENI_CAST_EAR, MIENI_CAST_MATERIAL_SKIN, 1, grid + 1,
                                         mieni_grid_size(SHELL_ROWS, columns, true) + columns);
    if (part == NULL || !mieni_part_add_along(making, part))
        return NULL;
    mieni_part_paint(part, mieni_linear(model->colours.skin));
    for (int v = 0; v <= grid; ++v) {
        static const struct ShellRow middle = {0.0, -0.16, -0.16, -0.16};
        double s, c;
        mien_sincos(2.0 * MIENI_PI * (double)(v % columns) / (double)columns, &s, &c);
        const struct ShellRow *row = v < grid ? &shell_rows[v / columns] : &middle;
        const MieniPoint q = shell_point(row, r, s, c);
        mieni_point_put(turned(&model->ear, q), part->positions[v]);
        part->along[v] = mieni_smooth(0.0, r[1], q.y);
        const double t = v < grid ? 1.0 - (double)(v / columns) / (double)SHELL_ROWS : 0.0;
        mieni_part_uv_disc(part, v, t, c, s);
        const double inner = v / columns > 8 ? 1.0 - row->size : 0.0;
        mieni_part_tint(part, v, mieni_linear(model->colours.blush), 0.55 * mieni_smooth(0.2, 0.9, inner));
    }
    mieni_part_grid(part, 0, SHELL_ROWS, columns, true, false);
    join_middle(part, columns);
    return part;
}

/// Half the width of a leaf, along it.
static double leaf_width(double t)
{
    if (t < 0.0)
        return 0.165 + 0.16 * t;
    return 0.245 * mien_pow(mieni_size(mieni_sine(MIENI_PI * (0.16 + 0.84 * t))), 0.9) + 0.035 * (1.0 - t);
}

static MieniPoint leaf_point(double t, double sine, double cosine)
{
    const MieniPoint end = {0.66, 0.42, -0.20}, ahead = {0.25, 0.15, 0.95};
    const MieniPoint along = mieni_unit(end);
    const MieniPoint up = mieni_unit(mieni_along(ahead, along, -mieni_dot(ahead, along)));
    const double width = leaf_width(t), thick = 0.10 * mieni_smooth(1.05, 0.6, t) + 0.015;
    // The front is hollow between round rims.
    const double hollow = sine > 0.0 ? mieni_smooth(-0.10, 0.25, t) * mieni_smooth(1.0, 0.55, t) : 0.0;
    const double out = sine * thick - hollow * 1.75 * thick * sine * sine;
    const MieniPoint p = mieni_along(mieni_times(end, t), mieni_cross(along, up), width * cosine);
    // The tip bends back and down.
    const double bend = t > 0.0 ? t * t : 0.0;
    return mieni_along(mieni_along(p, up, out - 0.08 * bend), mieni_point(0.0, -1.0, 0.0), 0.07 * bend);
}

static void paint_leaf(MieniCastPart *part, int v, double t, double sine, double cosine)
{
    const double inner = mieni_bump((t - 0.36) / 0.52) * mieni_smooth(0.25, 0.8, sine) * (1.0 - 0.3 * cosine);
    part->along[v] = mieni_smooth(0.15, 0.75, t);
    mieni_part_tint(part, v, mieni_linear(0xe8a58a), 0.9 * inner);
    mieni_part_tint(part, v, mieni_linear(0x2f7f6c), 0.7 * part->along[v] * (1.0 - inner));
}

static MieniCastPart *make_leaf(MieniMaking *making)
{
    const MieniCastModel *model = making->model;
    const int columns = LEAF_COLUMNS;
    MieniCastPart *part = mieni_part_add(making, MIENI_CAST_EAR, MIENI_CAST_MATERIAL_SKIN, 1,
                                         LEAF_ROWS * columns, mieni_grid_size(LEAF_ROWS, columns, true));
    if (part == NULL || !mieni_part_add_along(making, part))
        return NULL;
    mieni_part_paint(part, mieni_linear(model->colours.skin));
    for (int v = 0; v < part->vertex_count; ++v) {
        double s, c;
        mien_sincos(2.0 * MIENI_PI * (double)(v % columns) / (double)columns, &s, &c);
        const double k = (double)(v / columns) / (double)(LEAF_ROWS - 1);
        const double t = -0.40 + 1.40 * k * (1.25 - 0.25 * k);
        const MieniPoint p = mieni_plus(mieni_point_of(model->ear.at), leaf_point(t, s, c));
        mieni_point_put(p, part->positions[v]);
        paint_leaf(part, v, t, s, c);
    }
    mieni_part_grid(part, 0, LEAF_ROWS, columns, true, false);
    mieni_part_uv_grid(part, columns, true, false);
    mieni_part_turn_outward(part);
    return part;
}

MieniCastPart *mieni_cast_make_ear(MieniMaking *making)
{
    return making->model->ear.is_leaf ? make_leaf(making) : make_shell(making);
}
