// SPDX-License-Identifier: MIT
//
// Drawing triangles one after the other into a depth buffer.

#include "core/float_rules.h"

#include "face/raster.h"

bool mieni_raster_open(MieniRaster *raster, int pixels, int vertex_count, MieniArena *arena)
{
    const size_t count = (size_t)pixels * (size_t)pixels;
    raster->pixels = pixels;
    raster->triangles = mieni_arena_take(arena, count, sizeof *raster->triangles);
    raster->depths = mieni_arena_take(arena, count, sizeof *raster->depths);
    raster->corners = mieni_arena_take(arena, (size_t)vertex_count, 3 * sizeof *raster->corners);
    return !arena->is_out_of_memory;
}

/// Vertices in pixels from the upper left corner, and towards the viewer.
static void project(MieniRaster *raster, const MieniRasterDesc *desc)
{
    const MieniFaceView *view = desc->view;
    const double scale = (double)raster->pixels / view->side, middle = 0.5 * (double)raster->pixels;
    for (int v = 0; v < desc->vertex_count; ++v) {
        const MienVec3 p = desc->positions[v];
        const double x = (double)p.x - view->centre[0], y = (double)p.y - view->centre[1],
                     z = (double)p.z - view->centre[2];
        double *corner = raster->corners + 3 * (size_t)v;
        corner[0] = middle + scale * (view->cosine * x - view->sine * z);
        corner[1] = middle - scale * y;
        corner[2] = view->sine * x + view->cosine * z;
    }
}

static double least(double a, double b, double c)
{
    const double ab = a < b ? a : b;
    return ab < c ? ab : c;
}

static double most(double a, double b, double c)
{
    const double ab = a > b ? a : b;
    return ab > c ? ab : c;
}

/// Twice the signed area of a triangle.
static double area(const double *a, const double *b, const double *c)
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/// The first and last pixel whose centre may be between two numbers.
static void range(double low, double high, int pixels, int *out_first, int *out_last)
{
    const double end = (double)pixels;
    *out_first = low <= 0.5 ? 0 : low >= end ? pixels : (int)(low - 0.5);
    *out_last = high <= 0.0 ? -1 : high >= end ? pixels - 1 : (int)high;
}

/// A triangle while its rows are drawn. What belongs to a corner is 0 on the opposite edge and 1 at it.
typedef struct Triangle {
    int32_t index;
    double first[2], across[2],
        down[2];           ///< Of the first two corners: at the first pixel, and what steps add.
    double depth, over[2]; ///< Of the third corner, and what the first two add to it.
} Triangle;

static void draw_row(MieniRaster *raster, const Triangle *triangle, double u, double v, size_t pixel,
                     int count)
{
    for (int i = 0; i < count; ++i, ++pixel, u += triangle->across[0], v += triangle->across[1]) {
        const double depth = triangle->depth + u * triangle->over[0] + v * triangle->over[1];
        if (!(u >= 0.0 && v >= 0.0 && u + v <= 1.0))
            continue;
        if (raster->triangles[pixel] >= 0 && !(depth > raster->depths[pixel]))
            continue;
        raster->triangles[pixel] = triangle->index;
        raster->depths[pixel] = depth;
    }
}

static void draw_triangle(MieniRaster *raster, int32_t index, const uint32_t *corners)
{
    const double *a = raster->corners + 3 * (size_t)corners[0], *b = raster->corners + 3 * (size_t)corners[1],
                 *c = raster->corners + 3 * (size_t)corners[2];
    const double end = (double)raster->pixels, twice = area(a, b, c);
    const double low[2] = {least(a[0], b[0], c[0]), least(a[1], b[1], c[1])},
                 high[2] = {most(a[0], b[0], c[0]), most(a[1], b[1], c[1])};
    int left, right, top, bottom;
    if (!(high[0] > 0.0 && high[1] > 0.0 && low[0] < end && low[1] < end) ||
        !(twice != 0.0 && twice - twice == 0.0))
        return; // outside, flat or infinite
    range(low[0], high[0], raster->pixels, &left, &right);
    range(low[1], high[1], raster->pixels, &top, &bottom);
    const double p[3] = {(double)left + 0.5, (double)top + 0.5, 0.0};
    const Triangle triangle = {.index = index,
                               .first = {area(b, c, p) / twice, area(c, a, p) / twice},
                               .across = {(b[1] - c[1]) / twice, (c[1] - a[1]) / twice},
                               .down = {(c[0] - b[0]) / twice, (a[0] - c[0]) / twice},
                               .depth = c[2],
                               .over = {a[2] - c[2], b[2] - c[2]}};
    for (int row = top; row <= bottom; ++row) {
        const double down = (double)(row - top);
        draw_row(raster, &triangle, triangle.first[0] + down * triangle.down[0],
                 triangle.first[1] + down * triangle.down[1],
                 (size_t)row * (size_t)raster->pixels + (size_t)left, right - left + 1);
    }
}

void mieni_raster_draw(MieniRaster *raster, const MieniRasterDesc *desc)
{
    const size_t count = (size_t)raster->pixels * (size_t)raster->pixels;
    project(raster, desc);
    for (size_t i = 0; i < count; ++i)
        raster->triangles[i] = -1;
    for (int t = 0; t < desc->triangle_count; ++t)
        if ((desc->shown >> desc->kinds[t] & 1u) != 0)
            draw_triangle(raster, t, desc->indices + 3 * (size_t)t);
}

bool mieni_raster_is_front(const MieniRaster *raster, const uint32_t *corners)
{
    const double *corner = raster->corners;
    // Rows grow downwards, so what is counterclockwise has a negative area.
    return area(corner + 3 * (size_t)corners[0], corner + 3 * (size_t)corners[1],
                corner + 3 * (size_t)corners[2]) < 0.0;
}
