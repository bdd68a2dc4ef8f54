// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "render/depth_map.h"

void mieni_depth_map_aim(MieniDepthMap *map, const Axes *axes, MienVec3 focus, float radius)
{
    map->axes = *axes;
    map->scale[0] = (float)map->side / (2 * radius);
    map->scale[1] = -1 / (2 * radius);
    map->offset[0] = (float)map->side * 0.5f - vec_dot(map->axes.x, focus) * map->scale[0];
    map->offset[1] = (float)map->side * 0.5f - vec_dot(map->axes.y, focus) * map->scale[0];
    map->offset[2] = 0.5f - vec_dot(map->axes.z, focus) * map->scale[1];
    for (int i = 0; i < map->side * map->side; ++i)
        map->depths[i] = 1;
}

void mieni_depth_map_project(const MieniDepthMap *map, const MienVec3 *positions, int count, float *projected)
{
    const Axes axes = {vec_scale(map->axes.x, map->scale[0]), vec_scale(map->axes.y, map->scale[0]),
                       vec_scale(map->axes.z, map->scale[1])};
    for (int i = 0; i < count; ++i) {
        projected[i * 3 + 0] = vec_dot(axes.x, positions[i]) + map->offset[0];
        projected[i * 3 + 1] = vec_dot(axes.y, positions[i]) + map->offset[1];
        projected[i * 3 + 2] = vec_dot(axes.z, positions[i]) + map->offset[2];
    }
}

/// The first texel whose middle is at or beyond x; far ones are clamped before they
/// could overflow.
static int first_texel(float x, int side)
{
    const float at = x - 0.5f;
    if (at <= 0)
        return 0;
    if (at > (float)side)
        return side;
    const int down = (int)at;
    return (float)down < at ? down + 1 : down;
}

static float least(float a, float b, float c) { return a < b ? (a < c ? a : c) : (b < c ? b : c); }
static float most(float a, float b, float c) { return a > b ? (a > c ? a : c) : (b > c ? b : c); }

/// One triangle by its edge functions: E_i(x, y) is twice the area of the point with the
/// edge opposite corner i, so E_i / area weighs corner i.
static void draw_triangle(MieniDepthMap *map, const float *a, const float *b, const float *c,
                          bool fronts_only)
{
    const float abx = b[0] - a[0], aby = b[1] - a[1], acx = c[0] - a[0], acy = c[1] - a[1];
    const float area = abx * acy - aby * acx;
    if (area == 0 || (fronts_only && area < 0))
        return;
    const int x0 = first_texel(least(a[0], b[0], c[0]), map->side);
    const int x1 = first_texel(most(a[0], b[0], c[0]), map->side);
    if (x0 == x1)
        return;
    const int y0 = first_texel(least(a[1], b[1], c[1]), map->side);
    const int y1 = first_texel(most(a[1], b[1], c[1]), map->side);
    if (y0 == y1)
        return;
    const float per = 1 / area;
    const float vx = acy * per, vy = -acx * per, wx = -aby * per, wy = abx * per; // slopes of both weights
    const float zx = (b[2] - a[2]) * vx + (c[2] - a[2]) * wx, zy = (b[2] - a[2]) * vy + (c[2] - a[2]) * wy;
    for (int y = y0; y < y1; ++y) {
        const float dy = (float)y + 0.5f - a[1];
        float *row = map->depths + (size_t)y * (size_t)map->side;
        for (int x = x0; x < x1; ++x) {
            const float dx = (float)x + 0.5f - a[0];
            const float v = vx * dx + vy * dy, w = wx * dx + wy * dy;
            const float z = a[2] + zx * dx + zy * dy;
            if (v >= 0 && w >= 0 && v + w <= 1 && z < row[x])
                row[x] = z;
        }
    }
}

void mieni_depth_map_draw(MieniDepthMap *map, const uint32_t *indices, int index_count,
                          const float *projected, bool fronts_only)
{
    for (int i = 0; i + 2 < index_count; i += 3)
        draw_triangle(map, projected + (size_t)indices[i] * 3, projected + (size_t)indices[i + 1] * 3,
                      projected + (size_t)indices[i + 2] * 3, fronts_only);
}

float mieni_depth_map_light(const MieniDepthMap *map, MienVec3 point, float bias)
{
    const float x = vec_dot(map->axes.x, point) * map->scale[0] + map->offset[0] - 0.5f;
    const float y = vec_dot(map->axes.y, point) * map->scale[0] + map->offset[1] - 0.5f;
    const float z = vec_dot(map->axes.z, point) * map->scale[1] + map->offset[2] - bias;
    const float end = (float)(map->side - 1);
    if (!(x >= 0 && y >= 0 && x < end && y < end))
        return 1;
    const int column = (int)x, row = (int)y;
    const float u = x - (float)column, v = y - (float)row;
    const float *at = map->depths + (size_t)row * (size_t)map->side + (size_t)column, *below = at + map->side;
    const float above_left = at[0] < z ? 0 : 1 - u, above_right = at[1] < z ? 0 : u;
    const float below_left = below[0] < z ? 0 : 1 - u, below_right = below[1] < z ? 0 : u;
    return (above_left + above_right) * (1 - v) + (below_left + below_right) * v;
}
