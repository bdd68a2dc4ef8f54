// SPDX-License-Identifier: MIT
//
// Brows: thick, closed, dark, so that a face is read from them at any size.

#include "core/float_rules.h"

#include "sample/cast/making.h"

enum { MOST_RINGS = 31 };

/// How much a ring narrows: the taper of the table, and round ends.
static double width_at(const MieniCastBrow *brow, double u)
{
    static const double knots[3] = {0.0, 0.45, 1.0};
    const double end = mieni_between(1.0 - (2.0 * u - 1.0) * (2.0 * u - 1.0), 1e-5, 1.0);
    return mieni_polyline_at(knots, brow->taper, 3, u) * mien_pow(end, 0.34);
}

/// A ring of the brow, dropped on skull and rim.
static MieniRing ring_at(const MieniCastModel *model, const MieniField *field, int side, double u)
{
    const MieniCastBrow *brow = &model->brow;
    MieniPoint points[4];
    for (int k = 0; k < 4; ++k)
        points[k] = mieni_point((double)side * (model->eye.x + brow->points[k][0] * model->eye.radius),
                                model->eye.y + brow->points[k][1] * model->eye.radius, 0.0);
    const MieniPoint flat = mieni_curve_at(points, 4, u);
    const MieniPoint at = mieni_field_front(field, flat.x, flat.y);
    const MieniPoint up = mieni_field_normal(field, at, 0.03);
    const double width = width_at(brow, u);
    return (MieniRing){.at = mieni_along(at, up, brow->thickness * 0.35),
                       .up = up,
                       .wide = brow->height * width,
                       .high = brow->thickness * width};
}

/// Rings crowd towards the ends, which close in a round tip.
static double ring_place(int ring, int count)
{
    return 0.5 - 0.5 * mieni_cosine(MIENI_PI * (double)ring / (double)(count - 1));
}

static bool make_brow(MieniMaking *making, int side)
{
    static const int marked[3] = {7, 15, 23}; // of 31 rings
    const MieniField field = mieni_skull_and_rim(making->model);
    const int count = making->is_full ? MOST_RINGS : 23, columns = making->is_full ? 14 : 12;
    MieniRing rings[MOST_RINGS];
    for (int k = 0; k < count; ++k)
        rings[k] = ring_at(making->model, &field, side, ring_place(k, count));
    MieniCastPart *part = mieni_part_add(making, MIENI_CAST_BROW, MIENI_CAST_MATERIAL_HAIR, side,
                                         count * columns, mieni_grid_size(count, columns, true));
    if (part == NULL || !mieni_part_add_along(making, part) ||
        !mieni_part_sweep(making, part, rings, count, columns, 0.85))
        return false;
    for (int v = 0; v < part->vertex_count; ++v)
        part->along[v] = ring_place(v / columns, count);
    for (int k = 0; k < 3; ++k)
        mieni_point_put(ring_at(making->model, &field, side, ring_place(marked[k], MOST_RINGS)).at,
                        making->parts->marks.brows[side < 0][k]);
    mieni_part_paint(part, mieni_linear(making->model->colours.brow));
    mieni_part_turn_outward(part);
    return true;
}

bool mieni_cast_make_brows(MieniMaking *making) { return make_brow(making, 1) && make_brow(making, -1); }
