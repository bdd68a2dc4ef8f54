// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "render/depth_map.h"

#include "core/simd/vec.h"

_Static_assert(VF_W <= MIENI_DEPTH_LANES, "maps have room for a vector");

static const float middles[MIENI_DEPTH_LANES] = {0.5f, 1.5f, 2.5f, 3.5f};

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

/// The first texel whose middle is at or beyond x; far ones are clamped before they
/// could overflow.
static int16_t first_texel(float x, float side)
{
    float at = x - 0.5f;
    at = at > 0 ? at : 0;
    at = at < side ? at : side;
    const int down = (int)at;
    return (int16_t)(down + ((float)down < at));
}

void mieni_depth_map_project(const MieniDepthMap *map, const MienVec3 *positions, int count,
                             MieniProjected *projected)
{
    const Axes axes = {vec_scale(map->axes.x, map->scale[0]), vec_scale(map->axes.y, map->scale[0]),
                       vec_scale(map->axes.z, map->scale[1])};
    const float side = (float)map->side;
    for (int i = 0; i < count; ++i) {
        MieniProjected *to = &projected[i];
        to->x = vec_dot(axes.x, positions[i]) + map->offset[0];
        to->y = vec_dot(axes.y, positions[i]) + map->offset[1];
        to->z = vec_dot(axes.z, positions[i]) + map->offset[2];
        to->column = first_texel(to->x, side);
        to->row = first_texel(to->y, side);
    }
}

static int least(int a, int b, int c)
{
    const int d = a < b ? a : b;
    return d < c ? d : c;
}

static int most(int a, int b, int c)
{
    const int d = a > b ? a : b;
    return d > c ? d : c;
}

/// Texels side by side: weights of two corners and depths.
static inline void draw_texels(vf v, vf w, vf z, float *texels)
{
    const vf there = vf_load(texels), zero = vf_set1(0);
    const vm is_inside = vm_and(vm_and(vf_ge(v, zero), vf_ge(w, zero)), vf_ge(vf_set1(1), vf_add(v, w)));
    vf_store(texels, vf_select(vm_and(is_inside, vf_lt(z, there)), z, there));
}

/// One triangle by its edge functions: E_i(x, y) is twice the area of the point with the
/// edge opposite corner i, so E_i / area weighs corner i.
static void draw_triangle(MieniDepthMap *map, const MieniProjected *a, const MieniProjected *b,
                          const MieniProjected *c, bool fronts_only)
{
    // Most triangles are smaller than texels and lie between their middles.
    const int x0 = least(a->column, b->column, c->column), x1 = most(a->column, b->column, c->column);
    const int y0 = least(a->row, b->row, c->row), y1 = most(a->row, b->row, c->row);
    if (x0 == x1 || y0 == y1)
        return;
    const float abx = b->x - a->x, aby = b->y - a->y, acx = c->x - a->x, acy = c->y - a->y;
    const float area = abx * acy - aby * acx;
    if (area == 0 || (fronts_only && area < 0))
        return;
    const float per = 1 / area;
    const float vx = acy * per, vy = -acx * per, wx = -aby * per, wy = abx * per; // slopes of both weights
    const float zx = (b->z - a->z) * vx + (c->z - a->z) * wx, zy = (b->z - a->z) * vy + (c->z - a->z) * wy;
    const vf dx = vf_add(vf_load(middles), vf_set1((float)x0 - a->x));
    const vf v0 = vf_mul(dx, vf_set1(vx)), w0 = vf_mul(dx, vf_set1(wx)),
             z0 = vf_add(vf_mul(dx, vf_set1(zx)), vf_set1(a->z));
    for (int y = y0; y < y1; ++y) {
        const float dy = (float)y + 0.5f - a->y;
        float *texels = map->depths + (size_t)y * (size_t)map->side + x0;
        for (int x = 0; x < x1 - x0; x += VF_W) // texels beyond the triangle are outside
            draw_texels(vf_add(v0, vf_set1(vy * dy + vx * (float)x)),
                        vf_add(w0, vf_set1(wy * dy + wx * (float)x)),
                        vf_add(z0, vf_set1(zy * dy + zx * (float)x)), texels + x);
    }
}

void mieni_depth_map_draw(MieniDepthMap *map, const uint32_t *indices, int index_count,
                          const MieniProjected *projected, bool fronts_only)
{
    for (int i = 0; i + 2 < index_count; i += 3)
        draw_triangle(map, projected + indices[i], projected + indices[i + 1], projected + indices[i + 2],
                      fronts_only);
}

static inline float light_of(const MieniDepthMap *map, MienVec3 point, float bias)
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

float mieni_depth_map_light(const MieniDepthMap *map, MienVec3 point, float bias)
{
    return light_of(map, point, bias);
}

float mieni_depth_maps_light(const MieniDepthMap *maps, int count, MienVec3 point, float bias)
{
    float sum = 0;
    for (int i = 0; i < count; ++i)
        sum += light_of(&maps[i], point, bias);
    return sum / (float)count;
}
