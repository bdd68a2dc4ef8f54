// SPDX-License-Identifier: MIT
//
// Parts as meshes: grids, swept rings, relaxing, normals.

#include "core/float_rules.h"

#include "sample/cast/making.h"

MieniCastPart *mieni_part_add(MieniMaking *making, MieniCastKind kind, MieniCastMaterial material, int side,
                              int vertex_count, int triangle_count)
{
    MieniCastPart part = {.kind = kind, .material = material, .side = side, .nearest = -1};
    part.vertex_count = vertex_count;
    part.triangle_count = triangle_count;
    part.positions = mieni_arena_take(making->arena, (size_t)vertex_count, sizeof *part.positions);
    part.normals = mieni_arena_take(making->arena, (size_t)vertex_count, sizeof *part.normals);
    part.colours = mieni_arena_take(making->arena, (size_t)vertex_count, sizeof *part.colours);
    part.uvs = mieni_arena_take(making->arena, (size_t)vertex_count, sizeof *part.uvs);
    part.triangles = mieni_arena_take(making->arena, (size_t)triangle_count, sizeof *part.triangles);
    if (making->arena->is_out_of_memory)
        return NULL;
    MieniCastPart *at = &making->parts->parts[making->parts->part_count++];
    *at = part;
    return at;
}

bool mieni_part_add_along(MieniMaking *making, MieniCastPart *part)
{
    part->along = mieni_arena_take(making->arena, (size_t)part->vertex_count, sizeof *part->along);
    return part->along != NULL;
}

MieniCastPart *mieni_part_mirror(MieniMaking *making, const MieniCastPart *part)
{
    MieniCastPart *twin = mieni_part_add(making, part->kind, part->material, -part->side, part->vertex_count,
                                         part->triangle_count);
    if (twin == NULL || (part->along != NULL && !mieni_part_add_along(making, twin)))
        return NULL;
    for (int v = 0; v < part->vertex_count; ++v) {
        for (int axis = 0; axis < 3; ++axis) {
            const double sign = axis == 0 ? -1.0 : 1.0;
            twin->positions[v][axis] = sign * part->positions[v][axis];
            twin->normals[v][axis] = sign * part->normals[v][axis];
            twin->colours[v][axis] = part->colours[v][axis];
        }
        twin->uvs[v][0] = 1.0 - part->uvs[v][0];
        twin->uvs[v][1] = part->uvs[v][1];
        if (part->along != NULL)
            twin->along[v] = part->along[v];
    }
    for (int t = 0; t < part->triangle_count; ++t)
        for (int k = 0; k < 3; ++k)
            twin->triangles[t][k] = part->triangles[t][2 - k];
    const MieniCastPart *parts = making->parts->parts;
    making->has_normals[twin - parts] = making->has_normals[part - parts];
    return twin;
}

static double linear_of(uint32_t byte)
{
    const double c = (double)byte / 255.0;
    return c <= 0.04045 ? c / 12.92 : mien_pow((c + 0.055) / 1.055, 2.4);
}

MieniPoint mieni_linear(uint32_t colour)
{
    return mieni_point(linear_of(colour >> 16 & 0xff), linear_of(colour >> 8 & 0xff),
                       linear_of(colour & 0xff));
}

void mieni_part_paint(MieniCastPart *part, MieniPoint colour)
{
    for (int v = 0; v < part->vertex_count; ++v)
        mieni_point_put(colour, part->colours[v]);
}

void mieni_part_tint(MieniCastPart *part, int vertex, MieniPoint colour, double share)
{
    const MieniPoint now = mieni_point_of(part->colours[vertex]);
    const double t = mieni_between(share, 0.0, 1.0);
    mieni_point_put(mieni_along(now, mieni_minus(colour, now), t), part->colours[vertex]);
}

int mieni_grid_size(int rows, int columns, bool is_closed)
{
    return 2 * (rows - 1) * (is_closed ? columns : columns - 1);
}

static void put_triangle(MieniCastPart *part, int at, int a, int b, int c)
{
    part->triangles[at][0] = a;
    part->triangles[at][1] = b;
    part->triangles[at][2] = c;
}

void mieni_part_grid(MieniCastPart *part, int first, int rows, int columns, bool is_closed, bool is_flipped)
{
    const int count = is_closed ? columns : columns - 1;
    int at = first;
    for (int i = 0; i < rows - 1; ++i)
        for (int j = 0; j < count; ++j) {
            const int a = i * columns + j, b = i * columns + (j + 1) % columns;
            const int c = b + columns, d = a + columns;
            put_triangle(part, at++, is_flipped ? c : a, b, is_flipped ? a : c);
            put_triangle(part, at++, is_flipped ? d : a, c, is_flipped ? a : d);
        }
}

void mieni_part_flip(MieniCastPart *part)
{
    for (int t = 0; t < part->triangle_count; ++t) {
        const int a = part->triangles[t][0];
        part->triangles[t][0] = part->triangles[t][2];
        part->triangles[t][2] = a;
    }
}

void mieni_part_normals(MieniCastPart *part)
{
    for (int v = 0; v < part->vertex_count; ++v)
        mieni_point_put(mieni_point(0.0, 0.0, 0.0), part->normals[v]);
    for (int t = 0; t < part->triangle_count; ++t) {
        const int *corners = part->triangles[t];
        const MieniPoint a = mieni_point_of(part->positions[corners[0]]);
        const MieniPoint n = mieni_cross(mieni_minus(mieni_point_of(part->positions[corners[1]]), a),
                                         mieni_minus(mieni_point_of(part->positions[corners[2]]), a));
        for (int k = 0; k < 3; ++k) {
            double *sum = part->normals[corners[k]];
            mieni_point_put(mieni_plus(mieni_point_of(sum), n), sum);
        }
    }
    for (int v = 0; v < part->vertex_count; ++v) {
        MieniPoint n = mieni_unit(mieni_point_of(part->normals[v]));
        if (mieni_length(n) < 0.5) // no triangle has an area there
            n = mieni_point(0.0, 0.0, 1.0);
        mieni_point_put(n, part->normals[v]);
    }
}

void mieni_part_turn_outward(MieniCastPart *part)
{
    MieniPoint middle = {0.0, 0.0, 0.0};
    for (int v = 0; v < part->vertex_count; ++v)
        middle = mieni_plus(middle, mieni_point_of(part->positions[v]));
    middle = mieni_times(middle, 1.0 / (double)part->vertex_count);
    mieni_part_normals(part);
    double outward = 0.0;
    for (int v = 0; v < part->vertex_count; ++v)
        outward += mieni_dot(mieni_minus(mieni_point_of(part->positions[v]), middle),
                             mieni_point_of(part->normals[v]));
    if (outward < 0.0)
        mieni_part_flip(part);
}

bool mieni_part_relax(MieniMaking *making, MieniCastPart *part, double share, const double *pins)
{
    MieniArena scratch = {.allocator = making->arena->allocator};
    double(*sums)[4] = mieni_arena_take(&scratch, (size_t)part->vertex_count, sizeof *sums);
    if (sums == NULL) {
        making->arena->is_out_of_memory = true;
        return false;
    }
    for (int t = 0; t < part->triangle_count; ++t)
        for (int k = 0; k < 3; ++k) {
            double *sum = sums[part->triangles[t][k]];
            for (int n = 1; n < 3; ++n) {
                const double *from = part->positions[part->triangles[t][(k + n) % 3]];
                for (int axis = 0; axis < 3; ++axis)
                    sum[axis] += from[axis];
            }
            sum[3] += 2.0;
        }
    for (int v = 0; v < part->vertex_count; ++v) {
        const double way = pins != NULL ? share * (1.0 - pins[v]) : share;
        for (int axis = 0; axis < 3 && sums[v][3] > 0.0; ++axis)
            part->positions[v][axis] += way * (sums[v][axis] / sums[v][3] - part->positions[v][axis]);
    }
    mieni_arena_release(&scratch);
    return true;
}

MieniPoint mieni_curve_at(const MieniPoint *points, int count, double u)
{
    const double along = u * ((double)(count - 1) - 1e-9);
    const int i = (int)along;
    const double t = along - (double)i;
    const MieniPoint b = points[i], c = points[i + 1];
    const MieniPoint a = i > 0 ? points[i - 1] : mieni_minus(mieni_times(b, 2.0), c);
    const MieniPoint d = i + 2 < count ? points[i + 2] : mieni_minus(mieni_times(c, 2.0), b);
    const double fa = -t + 2.0 * t * t - t * t * t, fb = 2.0 - 5.0 * t * t + 3.0 * t * t * t;
    const double fc = t + 4.0 * t * t - 3.0 * t * t * t, fd = -t * t + t * t * t;
    const MieniPoint sum = mieni_along(mieni_along(mieni_along(mieni_times(a, fa), b, fb), c, fc), d, fd);
    return mieni_times(sum, 0.5);
}

double mieni_polyline_at(const double *xs, const double *ys, int count, double x)
{
    if (x <= xs[0])
        return ys[0];
    for (int k = 1; k < count; ++k)
        if (x <= xs[k])
            return ys[k - 1] + (ys[k] - ys[k - 1]) * ((x - xs[k - 1]) / (xs[k] - xs[k - 1]));
    return ys[count - 1];
}

/// |x| to the power, with the sign of x.
static double squared_off(double x, double power)
{
    if (power == 1.0)
        return x;
    return x < 0.0 ? -mien_pow(-x, power) : mien_pow(x, power);
}

bool mieni_part_sweep(MieniMaking *making, MieniCastPart *part, const MieniRing *rings, int ring_count,
                      int columns, double power)
{
    MieniArena scratch = {.allocator = making->arena->allocator};
    double(*circle)[2] = mieni_arena_take(&scratch, (size_t)columns, sizeof *circle);
    if (circle == NULL) {
        making->arena->is_out_of_memory = true;
        return false;
    }
    for (int j = 0; j < columns; ++j) {
        double sine, cosine;
        mien_sincos(2.0 * MIENI_PI * (double)j / (double)columns, &sine, &cosine);
        circle[j][0] = squared_off(cosine, power);
        circle[j][1] = squared_off(sine, power);
    }
    // A sweep that ends where it starts has no ends.
    const int last = ring_count - 1;
    const bool is_round = !making->is_full && mieni_length(mieni_minus(rings[0].at, rings[last].at)) < 1e-6;
    for (int i = 0; i < ring_count; ++i) {
        const MieniRing *ring = &rings[i];
        const MieniPoint before = rings[i > 0 ? i - 1 : is_round ? last - 1 : 0].at;
        const MieniPoint after = rings[i < last ? i + 1 : is_round ? 1 : last].at;
        const MieniPoint tangent = mieni_unit(mieni_minus(after, before));
        const MieniPoint up = mieni_unit(mieni_along(ring->up, tangent, -mieni_dot(ring->up, tangent)));
        const MieniPoint across = mieni_cross(up, tangent);
        for (int j = 0; j < columns; ++j) {
            const MieniPoint p = mieni_along(mieni_along(ring->at, across, ring->wide * circle[j][0]), up,
                                             ring->high * circle[j][1]);
            mieni_point_put(p, part->positions[i * columns + j]);
        }
    }
    mieni_part_grid(part, 0, ring_count, columns, true, false);
    mieni_part_uv_grid(part, columns, true, false);
    mieni_arena_release(&scratch);
    return true;
}

void mieni_part_ball(MieniCastPart *part, MieniPoint centre, MieniPoint radii, int rows, int columns)
{
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) {
            double s, c, sj, cj;
            mien_sincos(MIENI_PI * (double)i / (double)(rows - 1), &s, &c);
            mien_sincos(2.0 * MIENI_PI * (double)j / (double)columns, &sj, &cj);
            const MieniPoint p = {centre.x + radii.x * (s * cj), centre.y + radii.y * (s * sj),
                                  centre.z + radii.z * c};
            mieni_point_put(p, part->positions[i * columns + j]);
        }
    mieni_part_grid(part, 0, rows, columns, true, true);
    mieni_part_uv_grid(part, columns, true, false);
}
