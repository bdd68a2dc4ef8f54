// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "render/visible.h"

#include "core/simd/vec.h"
#include "render/mesh.h"

const float mieni_sample_x[MIENI_VISIBLE_SAMPLES] = {0.375f, 0.875f, 0.125f, 0.625f};
const float mieni_sample_y[MIENI_VISIBLE_SAMPLES] = {0.875f, 0.625f, 0.375f, 0.125f};

/// The first quarter of a pixel whose middle is at or beyond x. Samples are in these middles.
static int32_t first_quarter(float x, int side)
{
    const float end = (float)side * 4;
    float at = x * 4 - 0.5f;
    at = at > 0 ? at : 0;
    at = at < end ? at : end;
    const int32_t down = (int32_t)at;
    return down + ((float)down < at);
}

bool mieni_visible_project(MieniVisible *visible, const float m[16])
{
    const float wide = (float)visible->width * 0.5f, high = (float)visible->height * 0.5f;
    bool are_before = true;
    for (int i = 0; i < visible->world->vertex_count; ++i) {
        const MienVec3 p = visible->world->positions[i];
        const float away = m[3] * p.x + m[7] * p.y + m[11] * p.z + m[15], per_w = 1 / away;
        MieniOnPicture *to = &visible->vertices[i];
        to->x = wide + wide * per_w * (m[0] * p.x + m[4] * p.y + m[8] * p.z + m[12]);
        to->y = high - high * per_w * (m[1] * p.x + m[5] * p.y + m[9] * p.z + m[13]);
        to->z = per_w * (m[2] * p.x + m[6] * p.y + m[10] * p.z + m[14]);
        to->per_w = per_w;
        to->column = first_quarter(to->x, visible->width);
        to->row = first_quarter(to->y, visible->height);
        are_before = are_before && away > 0 && to->z >= -1;
    }
    return are_before;
}

static int32_t least(int32_t a, int32_t b, int32_t c)
{
    const int32_t d = a < b ? a : b;
    return d < c ? d : c;
}

static int32_t most(int32_t a, int32_t b, int32_t c)
{
    const int32_t d = a > b ? a : b;
    return d > c ? d : c;
}

static void widen(MieniVisible *visible, const MieniVisibleTriangle *triangle)
{
    visible->x0 = triangle->x0 < visible->x0 ? triangle->x0 : visible->x0;
    visible->x1 = triangle->x1 > visible->x1 ? triangle->x1 : visible->x1;
    visible->y0 = triangle->y0 < visible->y0 ? triangle->y0 : visible->y0;
    visible->y1 = triangle->y1 > visible->y1 ? triangle->y1 : visible->y1;
}

/// facing: 1 for fronts only, -1 for backs only, 0 for both.
static void add_triangle(MieniVisible *visible, const uint32_t corners[3], int batch, float facing)
{
    const MieniOnPicture *a = &visible->vertices[corners[0]], *b = &visible->vertices[corners[1]],
                         *c = &visible->vertices[corners[2]];
    const int32_t x0 = least(a->column, b->column, c->column), x1 = most(a->column, b->column, c->column);
    const int32_t y0 = least(a->row, b->row, c->row), y1 = most(a->row, b->row, c->row);
    if (x0 == x1 || y0 == y1)
        return;
    const float abx = b->x - a->x, aby = b->y - a->y, acx = c->x - a->x, acy = c->y - a->y;
    const float area = abx * acy - aby * acx; // below 0 for fronts, because rows go down
    if (area == 0 || area * facing > 0)
        return;
    const float per = 1 / area, vx = acy * per, vy = -acx * per, wx = -aby * per, wy = abx * per;
    MieniVisibleTriangle *to = &visible->triangles[visible->triangle_count++];
    *to = (MieniVisibleTriangle){.corners = {corners[0], corners[1], corners[2]},
                                 .batch = batch,
                                 .x0 = (int16_t)(x0 / 4),
                                 .x1 = (int16_t)((x1 + 3) / 4),
                                 .y0 = (int16_t)(y0 / 4),
                                 .y1 = (int16_t)((y1 + 3) / 4),
                                 .x = a->x,
                                 .y = a->y,
                                 .vx = vx,
                                 .vy = vy,
                                 .wx = wx,
                                 .wy = wy,
                                 .z = a->z,
                                 .zx = (b->z - a->z) * vx + (c->z - a->z) * wx,
                                 .zy = (b->z - a->z) * vy + (c->z - a->z) * wy};
    widen(visible, to);
}

static void add_range(MieniVisible *visible, const MieniRenderItem *item, int index, uint32_t first_vertex)
{
    const MieniMeshRange *range = &item->mesh->ranges[index];
    const float facing = mieni_is_mirrored(item) ? -1 : 1;
    const int batch = visible->batch_count++;
    visible->batches[batch] = (MieniBatch){item, index};
    for (int i = 0; i + 2 < range->index_count; i += 3) {
        const uint32_t *at = item->mesh->indices + range->first_index + i;
        const uint32_t corners[3] = {at[0] + first_vertex, at[1] + first_vertex, at[2] + first_vertex};
        add_triangle(visible, corners, batch, i < range->closed_count ? facing : 0);
    }
}

void mieni_visible_gather(MieniVisible *visible)
{
    uint32_t first_vertex = 0;
    visible->batch_count = visible->triangle_count = 0;
    visible->x0 = visible->width;
    visible->y0 = visible->height;
    visible->x1 = visible->y1 = 0;
    for (int i = 0; i < visible->world->item_count; ++i) {
        const MieniRenderItem *item = &visible->world->items[i];
        if (item->mesh == NULL)
            continue;
        for (int r = 0; r < item->mesh->range_count && !item->is_hidden; ++r)
            add_range(visible, item, r, first_vertex);
        first_vertex += (uint32_t)item->mesh->vertex_count;
    }
}

/// Some samples of a pixel: weights of two corners and depths. Neighbours overlap by a hundred
/// thousandth, so that rounding leaves no gaps.
static inline void draw_samples(vf v, vf w, vf z, vf number, float *depths, float *triangles)
{
    const vf least_share = vf_set1(-0.00001f), most_share = vf_set1(1.00001f), depth = vf_load(depths);
    const vm is_inside =
        vm_and(vm_and(vf_ge(v, least_share), vf_ge(w, least_share)), vf_ge(most_share, vf_add(v, w)));
    const vm is_nearer = vm_and(is_inside, vf_lt(z, depth));
    vf_store(depths, vf_select(is_nearer, z, depth));
    vf_store(triangles, vf_select(is_nearer, number, vf_load(triangles)));
}

/// Some samples of all pixels between two rows that a triangle may cover.
static inline void draw_triangle(const MieniVisibleTriangle *t, vf number, int y0, int y1, int sample,
                                 MieniSeen *row, int width)
{
    const vf sx = vf_add(vf_load(mieni_sample_x + sample), vf_set1((float)t->x0 - t->x));
    const vf sy = vf_load(mieni_sample_y + sample);
    const vf vx = vf_set1(t->vx), wx = vf_set1(t->wx), zx = vf_set1(t->zx);
    for (int y = y0; y < y1; ++y, row += width) {
        const vf dy = vf_add(sy, vf_set1((float)y - t->y));
        vf v = vf_add(vf_mul(vx, sx), vf_mul(vf_set1(t->vy), dy));
        vf w = vf_add(vf_mul(wx, sx), vf_mul(vf_set1(t->wy), dy));
        vf z = vf_add(vf_set1(t->z), vf_add(vf_mul(zx, sx), vf_mul(vf_set1(t->zy), dy)));
        for (int x = 0; x < t->x1 - t->x0; ++x) {
            draw_samples(v, w, z, number, row[x].depths + sample, row[x].triangles + sample);
            v = vf_add(v, vx);
            w = vf_add(w, wx);
            z = vf_add(z, zx);
        }
    }
}

void mieni_visible_draw(const MieniVisible *visible, int first_row, int end_row, MieniSeen *seen)
{
    const int width = visible->x1 - visible->x0;
    const MieniSeen nothing = {{2, 2, 2, 2}, {-1, -1, -1, -1}};
    for (int i = 0; i < width * (end_row - first_row); ++i)
        seen[i] = nothing;
    for (int i = 0; i < visible->triangle_count; ++i) {
        const MieniVisibleTriangle *triangle = &visible->triangles[i];
        const int y0 = triangle->y0 > first_row ? triangle->y0 : first_row;
        const int y1 = triangle->y1 < end_row ? triangle->y1 : end_row;
        MieniSeen *row = seen + (ptrdiff_t)(y0 - first_row) * width + (triangle->x0 - visible->x0);
        for (int sample = 0; y0 < y1 && sample < MIENI_VISIBLE_SAMPLES; sample += VF_W)
            draw_triangle(triangle, vf_set1((float)i), y0, y1, sample, row, width);
    }
}
