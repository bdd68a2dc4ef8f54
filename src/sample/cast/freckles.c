// SPDX-License-Identifier: MIT
//
// Freckles: flat discs on the skin, because colours of vertices would smear.

#include "core/float_rules.h"

#include "sample/cast/making.h"

enum { COLUMNS = 14, RINGS = 3 };

static int nearest_vertex(const MieniCastPart *skin, MieniPoint p)
{
    int nearest = 0;
    double least = 1e9;
    for (int v = 0; v < skin->vertex_count; ++v) {
        const MieniPoint away = mieni_minus(mieni_point_of(skin->positions[v]), p);
        if (mieni_dot(away, away) < least) {
            least = mieni_dot(away, away);
            nearest = v;
        }
    }
    return nearest;
}

static bool make_freckle(MieniMaking *making, MieniPoint at, MieniPoint up, double radius, int side)
{
    static const double sizes[RINGS] = {1.0, 0.9, 0.5}, heights[RINGS] = {-0.004, 0.003, 0.006};
    const int top = RINGS * COLUMNS;
    const MieniPoint across = mieni_unit(mieni_cross(up, mieni_point(0.0, 1.0, 0.0)));
    const MieniPoint along = mieni_cross(up, across);
    MieniCastPart *part = mieni_part_add(making, MIENI_CAST_FRECKLE, MIENI_CAST_MATERIAL_SKIN, side, top + 1,
                                         mieni_grid_size(RINGS, COLUMNS, true) + COLUMNS);
    if (part == NULL)
        return false;
    for (int v = 0; v < top; ++v) {
        double s, c;
        mien_sincos(2.0 * MIENI_PI * (double)(v % COLUMNS) / (double)COLUMNS, &s, &c);
        const double size = radius * sizes[v / COLUMNS];
        const MieniPoint ring = mieni_along(mieni_along(at, up, heights[v / COLUMNS]), across, size * c);
        mieni_point_put(mieni_along(ring, along, size * s), part->positions[v]);
        mieni_part_uv_disc(part, v, sizes[v / COLUMNS], s, c);
    }
    mieni_point_put(mieni_along(at, up, 0.007), part->positions[top]);
    mieni_part_uv_disc(part, top, 0.0, 0.0, 0.0);
    mieni_part_grid(part, 0, RINGS, COLUMNS, true, false);
    for (int j = 0; j < COLUMNS; ++j) {
        int *triangle = part->triangles[mieni_grid_size(RINGS, COLUMNS, true) + j];
        triangle[0] = top - COLUMNS + j;
        triangle[1] = top - COLUMNS + (j + 1) % COLUMNS;
        triangle[2] = top;
    }
    mieni_part_normals(part);
    if (mieni_dot(mieni_point_of(part->normals[top]), up) < 0.0)
        mieni_part_flip(part);
    part->nearest = nearest_vertex(&making->parts->parts[0], at);
    const MieniPoint skin = mieni_linear(making->model->colours.skin);
    mieni_part_paint(part, mieni_point(skin.x * 0.72, skin.y * 0.52, skin.z * 0.42));
    return true;
}

bool mieni_cast_make_freckles(MieniMaking *making)
{
    const MieniField skin = mieni_skin(making->model);
    for (int k = 0; k < making->model->freckle_count; ++k) {
        const MieniCastFreckle *freckle = &making->model->freckles[k];
        const MieniPoint at = mieni_field_front(&skin, freckle->x, freckle->y);
        const MieniPoint up = mieni_field_normal(&skin, at, 0.02);
        for (int side = 1; side >= -1; side -= 2)
            if (!make_freckle(making, mieni_point((double)side * at.x, at.y, at.z),
                              mieni_point((double)side * up.x, up.y, up.z), freckle->radius, side))
                return false;
    }
    return true;
}
