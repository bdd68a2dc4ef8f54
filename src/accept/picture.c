// SPDX-License-Identifier: MIT
//
// Drawing with the rasteriser: three by three samples per pixel.

#include "core/float_rules.h"

#include "accept/picture.h"
#include "core/square_root.h"

#include <string.h>

enum { SAMPLES = 3 };

/// Red, green and blue of parts, as seen in full light.
static const double colors[MIENI_PARTS][3] = {
    [MIENI_PART_SKIN] = {222, 178, 152},  [MIENI_PART_EYE] = {240, 240, 244},
    [MIENI_PART_TEETH] = {236, 228, 200}, [MIENI_PART_TONGUE] = {206, 92, 96},
    [MIENI_PART_OTHER] = {84, 66, 58},
};
static const double background[3] = {246, 246, 248};

typedef struct Drawing {
    const MieniShownFace *face;
    const MieniFaceParts *parts;
    MieniRaster raster;
    double *normals; ///< Per vertex, not normalised.
} Drawing;

static void edge(MienVec3 from, MienVec3 to, double out[3])
{
    out[0] = (double)to.x - (double)from.x;
    out[1] = (double)to.y - (double)from.y;
    out[2] = (double)to.z - (double)from.z;
}

/// Sums the normals of triangles at their vertices; those at one place share theirs.
static void find_normals(Drawing *d)
{
    const MieniShownFace *face = d->face;
    for (int t = 0; t < face->triangle_count; ++t) {
        const uint32_t *corner = face->indices + 3 * t;
        double a[3], b[3];
        edge(face->positions[corner[0]], face->positions[corner[1]], a);
        edge(face->positions[corner[0]], face->positions[corner[2]], b);
        const double n[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k)
                d->normals[3 * (size_t)d->parts->twin[corner[i]] + (size_t)k] += n[k];
    }
}

/// How bright a sample is: a lamp above on the left, and light from all sides. Inner surfaces are darker.
static double light(const Drawing *d, int32_t triangle, const MieniFaceView *view, const double at[2])
{
    static const double lamp[3] = {-0.35, 0.55, 0.76};
    const uint32_t *corner = d->face->indices + 3 * triangle;
    const double *a = d->raster.corners + 3 * (size_t)corner[0],
                 *b = d->raster.corners + 3 * (size_t)corner[1],
                 *c = d->raster.corners + 3 * (size_t)corner[2];
    const double twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    const double u = ((c[0] - b[0]) * (at[1] - b[1]) - (c[1] - b[1]) * (at[0] - b[0])) / twice;
    const double v = ((a[0] - c[0]) * (at[1] - c[1]) - (a[1] - c[1]) * (at[0] - c[0])) / twice;
    const double parts[3] = {u, v, 1.0 - u - v};
    double n[3] = {0}, length = 0.0;
    for (int i = 0; i < 3; ++i) {
        const double *normal = d->normals + 3 * (size_t)d->parts->twin[corner[i]];
        const double own = mieni_sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
        for (int k = 0; k < 3 && own > 0.0; ++k)
            n[k] += parts[i] * normal[k] / own;
    }
    length = mieni_sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(length > 0.0))
        return 0.5;
    const double right = (view->cosine * n[0] - view->sine * n[2]) / length, up = n[1] / length,
                 toward = (view->sine * n[0] + view->cosine * n[2]) / length;
    const double lit = right * lamp[0] + up * lamp[1] + toward * lamp[2];
    return toward > 0.0 ? 0.42 + 0.58 * (lit > 0.0 ? lit : 0.0) : 0.3;
}

static void add_sample(const Drawing *d, const MieniFaceView *view, int column, int row, double sum[3])
{
    const size_t pixel = (size_t)row * (size_t)d->raster.pixels + (size_t)column;
    const int32_t triangle = d->raster.triangles[pixel];
    const double at[2] = {(double)column + 0.5, (double)row + 0.5};
    const double bright = triangle >= 0 ? light(d, triangle, view, at) : 1.0;
    const double *color = triangle >= 0 ? colors[d->parts->of_triangle[triangle]] : background;
    for (int k = 0; k < 3; ++k)
        sum[k] += bright * color[k];
}

static void write_pixels(const Drawing *d, const MieniFaceView *view, int pixels, uint8_t *out)
{
    for (int row = 0; row < pixels; ++row)
        for (int column = 0; column < pixels; ++column, out += 4) {
            double sum[3] = {0};
            for (int i = 0; i < SAMPLES * SAMPLES; ++i)
                add_sample(d, view, column * SAMPLES + i % SAMPLES, row * SAMPLES + i / SAMPLES, sum);
            for (int k = 0; k < 3; ++k) {
                const double value = sum[k] / (double)(SAMPLES * SAMPLES);
                out[k] = (uint8_t)(value < 0.0 ? 0.0 : value > 255.0 ? 255.0 : value);
            }
            out[3] = 255;
        }
}

bool mieni_accept_picture(const MieniShownFace *face, const MieniFaceParts *parts, const MieniFaceView *view,
                          int pixels, bool is_whole, uint8_t *out_pixels, const MienAllocator *allocator)
{
    MieniArena arena = {.allocator = allocator};
    Drawing d = {.face = face, .parts = parts};
    d.normals = mieni_arena_take(&arena, (size_t)face->vertex_count, 3 * sizeof *d.normals);
    const bool is_open =
        mieni_raster_open(&d.raster, SAMPLES * pixels, face->vertex_count, &arena) && d.normals != NULL;
    if (is_open) {
        find_normals(&d);
        mieni_raster_draw(&d.raster,
                          &(MieniRasterDesc){.view = view,
                                             .positions = face->positions,
                                             .vertex_count = face->vertex_count,
                                             .indices = face->indices,
                                             .triangle_count = face->triangle_count,
                                             .kinds = parts->of_triangle,
                                             .shown = MIENI_PARTS_SOLID |
                                                      (is_whole ? MIENI_PART_BIT(MIENI_PART_OTHER) : 0)});
        write_pixels(&d, view, pixels, out_pixels);
    }
    mieni_arena_release(&arena);
    return is_open;
}
