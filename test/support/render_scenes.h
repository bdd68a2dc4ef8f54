// SPDX-License-Identifier: MIT
//
// Things to draw, made in code: balls, plates, and a toy's head of balls.

#pragma once

#include "support/check.h"

#include "mien/math.h"
#include "render/render.h"

#include <math.h>

/// A mesh in the making, on the heap.
typedef struct Shape {
    int vertex_count, index_count, part_count;
    MienVec3 *positions, *normals;
    uint16_t *colors;
    float *uvs;
    uint32_t *indices;
    MienSubmesh parts[8];
    MieniRenderMaterial materials[8];
} Shape;

static inline void shape_grow(Shape *shape, int vertices, int indices)
{
    const size_t all = (size_t)(shape->vertex_count + vertices);
    shape->positions = realloc(shape->positions, all * sizeof *shape->positions);
    shape->normals = realloc(shape->normals, all * sizeof *shape->normals);
    shape->colors = realloc(shape->colors, all * 4 * sizeof *shape->colors);
    shape->uvs = realloc(shape->uvs, all * 2 * sizeof *shape->uvs);
    shape->indices = realloc(shape->indices, (size_t)(shape->index_count + indices) * sizeof *shape->indices);
    if (shape->positions == NULL || shape->normals == NULL || shape->colors == NULL || shape->uvs == NULL ||
        shape->indices == NULL)
        abort();
}

static inline void shape_free(Shape *shape)
{
    free(shape->positions);
    free(shape->normals);
    free(shape->colors);
    free(shape->uvs);
    free(shape->indices);
    *shape = (Shape){0};
}

static inline void shape_vertex(Shape *shape, MienVec3 position, MienVec3 normal, float u, float v)
{
    const int i = shape->vertex_count++;
    shape->positions[i] = position;
    shape->normals[i] = normal;
    shape->uvs[i * 2] = u;
    shape->uvs[i * 2 + 1] = v;
    for (int c = 0; c < 4; ++c)
        shape->colors[i * 4 + c] = 65535;
}

/// Closes what was added since the last part as a part with this colour.
static inline void shape_part(Shape *shape, MieniSurface surface, float r, float g, float b)
{
    const int first = shape->part_count > 0 ? shape->parts[shape->part_count - 1].first_index +
                                                  shape->parts[shape->part_count - 1].index_count
                                            : 0;
    shape->materials[shape->part_count] = (MieniRenderMaterial){{r, g, b, 1}, 0.5f, 0, surface, -1};
    shape->parts[shape->part_count] = (MienSubmesh){"", shape->part_count, first, shape->index_count - first};
    shape->part_count++;
}

/// A ball, or an egg, of rings of segments.
static inline void shape_ball(Shape *shape, MienVec3 middle, MienVec3 radii, int segments)
{
    const int rings = segments / 2, base = shape->vertex_count;
    shape_grow(shape, (rings + 1) * (segments + 1), rings * segments * 6);
    for (int i = 0; i <= rings; ++i) {
        for (int j = 0; j <= segments; ++j) {
            // At the seam and the poles, several vertices are at the very same place.
            const double a = 3.14159265358979 * i / rings,
                         b = 2 * 3.14159265358979 * (j % segments) / segments;
            const double around = i == 0 || i == rings ? 0 : sin(a);
            const MienVec3 n = {(float)(around * sin(b)), (float)cos(a), (float)(around * cos(b))};
            const MienVec3 p = {middle.x + n.x * radii.x, middle.y + n.y * radii.y, middle.z + n.z * radii.z};
            const MienVec3 m = {n.x / radii.x, n.y / radii.y, n.z / radii.z};
            shape_vertex(shape, p, m, (float)j / (float)segments, (float)i / (float)rings);
        }
    }
    for (int i = 0; i < rings; ++i) {
        for (int j = 0; j < segments; ++j) {
            const uint32_t at = (uint32_t)(base + i * (segments + 1) + j),
                           below = at + (uint32_t)segments + 1;
            const uint32_t corners[6] = {at, below, below + 1, at, below + 1, at + 1};
            memcpy(shape->indices + shape->index_count, corners, sizeof corners);
            shape->index_count += 6;
        }
    }
}

/// A plate that faces +Z, from corner to corner.
static inline void shape_plate(Shape *shape, float x0, float y0, float x1, float y1, float z)
{
    const uint32_t base = (uint32_t)shape->vertex_count;
    const uint32_t corners[6] = {base, base + 1, base + 2, base, base + 2, base + 3};
    const MienVec3 towards = {0, 0, 1};
    shape_grow(shape, 4, 6);
    shape_vertex(shape, (MienVec3){x0, y0, z}, towards, 0, 1);
    shape_vertex(shape, (MienVec3){x1, y0, z}, towards, 1, 1);
    shape_vertex(shape, (MienVec3){x1, y1, z}, towards, 1, 0);
    shape_vertex(shape, (MienVec3){x0, y1, z}, towards, 0, 0);
    memcpy(shape->indices + shape->index_count, corners, sizeof corners);
    shape->index_count += 6;
}

/// A head of a toy: an egg with eyes, a nose, a hat and shoulders.
static inline Shape toy_head(int segments)
{
    Shape shape = {0};
    shape_ball(&shape, (MienVec3){0, 0, 0}, (MienVec3){0.09f, 0.11f, 0.095f}, segments);
    shape_ball(&shape, (MienVec3){0, -0.01f, 0.095f}, (MienVec3){0.02f, 0.022f, 0.022f}, segments / 3);
    shape_part(&shape, MIENI_SURFACE_SKIN, 0.80f, 0.45f, 0.30f);
    for (int side = -1; side <= 1; side += 2)
        shape_ball(&shape, (MienVec3){(float)side * 0.036f, 0.025f, 0.07f},
                   (MienVec3){0.025f, 0.025f, 0.025f}, segments / 2);
    shape_part(&shape, MIENI_SURFACE_EYE, 0.9f, 0.9f, 0.9f);
    shape_ball(&shape, (MienVec3){0, 0.075f, -0.01f}, (MienVec3){0.098f, 0.07f, 0.1f}, segments / 2);
    shape_part(&shape, MIENI_SURFACE_CLOTH, 0.05f, 0.30f, 0.25f);
    shape_ball(&shape, (MienVec3){0, -0.17f, -0.01f}, (MienVec3){0.12f, 0.075f, 0.08f}, segments / 2);
    shape_part(&shape, MIENI_SURFACE_PLAIN, 0.75f, 0.45f, 0.05f);
    return shape;
}

/// Why there is no renderer, once one was asked for.
static char no_renderer[200];

/// A renderer, or NULL: then skip the test, for the reason in no_renderer.
static inline MieniRenderer *open_renderer(const MienAllocator *allocator)
{
    MieniRenderer *renderer = NULL;
    MienError error = {0};
    const MieniRendererOptions options = {.allocator = allocator};
    const MienStatus status = mieni_renderer_create(&options, &renderer, &error);
    if (status != MIEN_OK) {
        CHECK_STATUS(status, MIEN_ERROR_HOST);
        snprintf(no_renderer, sizeof no_renderer, "%s", error.message);
    }
    return renderer;
}

static inline MieniRenderMesh *shape_mesh(MieniRenderer *renderer, const Shape *shape)
{
    const MieniRenderMeshSource source = {
        .vertex_count = shape->vertex_count,
        .index_count = shape->index_count,
        .indices = shape->indices,
        .positions = shape->positions,
        .uvs = shape->uvs,
        .colors = shape->colors,
        .part_count = shape->part_count,
        .parts = shape->parts,
        .material_count = shape->part_count,
        .materials = shape->materials,
    };
    MieniRenderMesh *mesh = NULL;
    MienError error = {0};
    CHECK_STATUS(mieni_render_mesh_create(renderer, &source, &mesh, &error), MIEN_OK);
    return mesh;
}

static inline MieniRenderItem shape_item(const MieniRenderMesh *mesh, const Shape *shape)
{
    return (MieniRenderItem){.mesh = mesh, .positions = shape->positions, .normals = shape->normals};
}

/// A camera straight ahead that sees height metres around the origin.
static inline MieniCamera camera_ahead(float height)
{
    const MieniFraming framing = {.is_turned = true, .fill = 1};
    return mieni_camera_frame((MienVec3){0, -height / 2, 0}, (MienVec3){0, height / 2, 0}, &framing);
}

/// Draws, and says why not.
static inline MieniPicture take_picture(MieniRenderer *renderer, const MieniScene *scene, int width,
                                        int height)
{
    MieniPicture picture;
    MienError error = {0};
    const MienStatus status = mieni_render_picture(renderer, scene, width, height, &picture, NULL, &error);
    if (status != MIEN_OK)
        printf("%s: %s\n", error.location, error.message);
    CHECK_STATUS(status, MIEN_OK);
    if (status != MIEN_OK)
        abort();
    return picture;
}

static inline const uint8_t *pixel_at(const MieniPicture *picture, int x, int y)
{
    return picture->pixels + ((size_t)y * (size_t)picture->width + (size_t)x) * 4;
}

#define CHECK_PIXEL(picture, x, y, r, g, b, tolerance)                                                       \
    check_pixel(picture, x, y, (MieniColor){r, g, b, 255}, tolerance, __FILE__, __LINE__)

static inline void check_pixel(const MieniPicture *picture, int x, int y, MieniColor wanted, int tolerance,
                               const char *file, int line)
{
    const uint8_t *p = pixel_at(picture, x, y);
    const int off[3] = {abs(p[0] - wanted.r), abs(p[1] - wanted.g), abs(p[2] - wanted.b)};
    if (off[0] <= tolerance && off[1] <= tolerance && off[2] <= tolerance)
        return;
    printf("%s:%d: pixel (%d, %d) is %d %d %d, not within %d of %d %d %d\n", file, line, x, y, p[0], p[1],
           p[2], tolerance, wanted.r, wanted.g, wanted.b);
    check_state.faults++;
}

static inline int brightness(const MieniPicture *picture, int x, int y)
{
    const uint8_t *p = pixel_at(picture, x, y);
    return p[0] + p[1] + p[2];
}
