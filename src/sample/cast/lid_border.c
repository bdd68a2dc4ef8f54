// SPDX-License-Identifier: MIT
//
// Where lids come through the skin: with few vertices that border would be a staircase.
// Vertices next to it move onto it, along the surface, so that edges follow it.

#include "core/float_rules.h"

#include "sample/cast/making.h"

enum { SEEKING = 4, SETTLING = 2 };

typedef struct Border {
    const MieniCastEye *eye;
    MieniField skin;
    MieniCastPart *part;
    int count;       ///< Of vertices on the face.
    double *outside; ///< Per vertex, beyond the nearer lid's outer face.
    double *pins;    ///< 1: stays.
    double *reach;   ///< How far a vertex may move; 0: it need not.
} Border;

double mieni_lid_tuck(const MieniCastEye *eye, double around, double fold)
{
    return eye->tuck * (1.0 - mieni_smooth(1.4, 0.7, fold) * mieni_smooth(0.15, 0.8, around));
}

/// How far a point is beyond the outer face of the lid that is nearer to it. The context
/// is the eye.
static double beyond_lid(const void *context, MieniPoint p)
{
    const MieniCastEye *eye = context;
    double st, ct;
    mien_sincos(mieni_radians(eye->tilt), &st, &ct);
    const MieniPoint d = mieni_minus(mieni_folded(p), mieni_point(eye->x, eye->y, eye->z));
    const double y = d.y * ct - d.x * st;
    const double fold = mien_atan2(y, d.z) - mieni_radians(eye->up);
    const double around = mieni_sqrt(y * y + d.z * d.z) / mieni_length(d);
    const double outer = 1.085 + 0.02 * mieni_smooth(0.25, 0.6, fold);
    const double upper = outer - mieni_lid_tuck(eye, around, fold) * (outer - 1.025);
    const double is_upper = mieni_smooth(-0.1, 0.1, y / eye->radius);
    return mieni_length(d) - eye->radius * mieni_mix(1.055, upper, is_upper);
}

/// Of each edge that crosses the border, the end that is nearer may move.
static void choose_vertices(Border *border)
{
    const MieniCastPart *part = border->part;
    for (int t = 0; t < part->triangle_count; ++t)
        for (int k = 0; k < 3; ++k) {
            const int a = part->triangles[t][k], b = part->triangles[t][(k + 1) % 3];
            const double da = border->outside[a], db = border->outside[b];
            if ((da < 0.0) == (db < 0.0) || mieni_size(da) + mieni_size(db) > border->eye->radius)
                continue;
            const double length = mieni_length(
                mieni_minus(mieni_point_of(part->positions[a]), mieni_point_of(part->positions[b])));
            const int nearer = mieni_size(da) < mieni_size(db) ? a : b;
            border->reach[nearer] = mieni_most(border->reach[nearer], 0.6 * length);
        }
}

/// Along the surface to the border, but no further than the vertex may go.
static MieniPoint seek_border(const Border *border, MieniPoint p, double reach)
{
    const MieniPoint start = p;
    const MieniField lid = {beyond_lid, border->eye};
    for (int k = 0; k < SEEKING; ++k) {
        const MieniPoint n = mieni_field_normal(&border->skin, p, 1e-3),
                         away = mieni_field_normal(&lid, p, 1e-3);
        const MieniPoint along = mieni_along(away, n, -mieni_dot(away, n));
        const double slope = mieni_most(mieni_dot(along, along), 0.05);
        p = mieni_along(p, along, -mieni_field_at(&lid, p) / slope);
        const MieniPoint moved = mieni_minus(p, start);
        const double far = mieni_length(moved);
        if (far > reach)
            p = mieni_along(start, moved, reach / far);
        p = mieni_field_project(&border->skin, p, 2, 0.9);
    }
    return p;
}

/// Evens out what lies round the border, which itself stays.
static bool settle(MieniMaking *making, Border *border)
{
    const double near = 0.45 * border->eye->radius;
    for (int v = 0; v < border->count; ++v)
        border->pins[v] =
            border->reach[v] > 0.0 ? 1.0 : mieni_smooth(0.5 * near, near, mieni_size(border->outside[v]));
    for (int round = 0; round < SETTLING; ++round) {
        if (!mieni_part_relax(making, border->part, 0.4, border->pins))
            return false;
        for (int v = 0; v < border->count; ++v)
            if (border->pins[v] < 1.0)
                mieni_point_put(
                    mieni_field_project(&border->skin, mieni_point_of(border->part->positions[v]), 2, 0.9),
                    border->part->positions[v]);
    }
    return true;
}

bool mieni_cast_draw_lid_border(MieniMaking *making, MieniCastPart *part, int count)
{
    MieniArena scratch = {.allocator = making->arena->allocator};
    Border border = {
        .eye = &making->model->eye, .skin = mieni_skin(making->model), .part = part, .count = count};
    border.outside = mieni_arena_take(&scratch, (size_t)part->vertex_count, sizeof(double));
    border.pins = mieni_arena_take(&scratch, (size_t)part->vertex_count, sizeof(double));
    border.reach = mieni_arena_take(&scratch, (size_t)part->vertex_count, sizeof(double));
    bool is_well = !scratch.is_out_of_memory;
    if (is_well) {
        for (int v = 0; v < count; ++v)
            border.outside[v] = beyond_lid(border.eye, mieni_point_of(part->positions[v]));
        choose_vertices(&border);
        for (int v = 0; v < count; ++v)
            if (border.reach[v] > 0.0)
                mieni_point_put(seek_border(&border, mieni_point_of(part->positions[v]), border.reach[v]),
                                part->positions[v]);
        is_well = settle(making, &border);
    } else {
        making->arena->is_out_of_memory = true;
    }
    mieni_arena_release(&scratch);
    return is_well;
}
