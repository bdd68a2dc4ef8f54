// SPDX-License-Identifier: MIT
//
// Small pictures of the cast, drawn here so that tests need no graphics library: no
// perspective, one lamp, colours of vertices.

#pragma once

#include "support/cast_actor.h"

#include "sample/cast/vectors.h"

enum { DRAWN_SIZE = 200, DRAWN_GRID = 2 * DRAWN_SIZE };

/// From where, as pictures of the cast are described, and how large.
typedef struct DrawnView {
    double yaw, pitch; ///< Degrees.
    MieniPoint middle; ///< Metres.
    double pixel;      ///< Metres.
} DrawnView;

typedef struct DrawnPoint {
    double x, y, depth; ///< In the grid; depth towards the camera, metres.
    double color[3];
} DrawnPoint;

typedef struct DrawnAxes {
    MieniPoint right, up, out;
} DrawnAxes;

static inline DrawnAxes drawn_axes(const DrawnView *view)
{
    const double yaw = mieni_radians(view->yaw), pitch = mieni_radians(view->pitch);
    return (DrawnAxes){{cos(yaw), 0.0, -sin(yaw)},
                       {-sin(yaw) * sin(pitch), cos(pitch), -cos(yaw) * sin(pitch)},
                       {sin(yaw) * cos(pitch), sin(pitch), cos(yaw) * cos(pitch)}};
}

static inline MieniPoint drawn_point(MienVec3 v)
{
    return (MieniPoint){(double)v.x, (double)v.y, (double)v.z};
}

static inline DrawnPoint drawn_place(const DrawnView *view, const DrawnAxes *axes, MieniPoint p)
{
    const MieniPoint from = mieni_minus(p, view->middle);
    const double half = 0.5 * (double)DRAWN_GRID, cell = 0.5 * view->pixel;
    return (DrawnPoint){.x = half + mieni_dot(from, axes->right) / cell,
                        .y = half - mieni_dot(from, axes->up) / cell,
                        .depth = mieni_dot(from, axes->out)};
}

/// What a drawn triangle does to one cell of the grid.
typedef void DrawnCell(void *user, int cell, double depth, const double color[3]);

/// Twice the area, positive if the corners are anticlockwise for who looks.
static inline double drawn_area(const DrawnPoint *a, const DrawnPoint *b, const DrawnPoint *c)
{
    return (c->x - a->x) * (b->y - a->y) - (b->x - a->x) * (c->y - a->y);
}

static inline int drawn_clamp(double at)
{
    return at < 0.0 ? 0 : at > (double)DRAWN_GRID - 1.0 ? DRAWN_GRID - 1 : (int)at;
}

static inline void drawn_triangle(const DrawnPoint p[3], DrawnCell *put, void *user)
{
    const double area = drawn_area(&p[0], &p[1], &p[2]);
    if (fabs(area) < 1e-12)
        return;
    const double grid = (double)DRAWN_GRID;
    if (fmax(fmax(p[0].x, p[1].x), p[2].x) < 0.0 || fmin(fmin(p[0].x, p[1].x), p[2].x) > grid ||
        fmax(fmax(p[0].y, p[1].y), p[2].y) < 0.0 || fmin(fmin(p[0].y, p[1].y), p[2].y) > grid)
        return;
    const int left = drawn_clamp(fmin(fmin(p[0].x, p[1].x), p[2].x));
    const int right = drawn_clamp(fmax(fmax(p[0].x, p[1].x), p[2].x));
    const int top = drawn_clamp(fmin(fmin(p[0].y, p[1].y), p[2].y));
    const int bottom = drawn_clamp(fmax(fmax(p[0].y, p[1].y), p[2].y));
    for (int y = top; y <= bottom; ++y)
        for (int x = left; x <= right; ++x) {
            const DrawnPoint at = {.x = (double)x + 0.5, .y = (double)y + 0.5};
            const double a = drawn_area(&at, &p[1], &p[2]) / area, b = drawn_area(&p[0], &at, &p[2]) / area;
            const double c = 1.0 - a - b;
            if (a < 0.0 || b < 0.0 || c < 0.0)
                continue;
            double color[3];
            for (int k = 0; k < 3; ++k)
                color[k] = a * p[0].color[k] + b * p[1].color[k] + c * p[2].color[k];
            put(user, y * DRAWN_GRID + x, a * p[0].depth + b * p[1].depth + c * p[2].depth, color);
        }
}

static inline const MienAuthorSubmesh *drawn_part(const Actor *actor, const char *name)
{
    for (int p = 0; p < actor->head.mesh.submesh_count; ++p)
        if (strcmp(actor->head.mesh.submeshes[p].name, name) == 0)
            return &actor->head.mesh.submeshes[p];
    return NULL;
}

/// Draws the triangles [first, first + count / 3) of the mesh that face the camera.
static inline void drawn_range(const Actor *actor, const DrawnView *view, int first_index, int count,
                               DrawnCell *put, void *user)
{
    const DrawnAxes axes = drawn_axes(view);
    const MieniPoint lamp = mieni_unit(mieni_point(-0.55, 0.72, 0.80));
    for (int i = first_index; i < first_index + count; i += 3) {
        DrawnPoint p[3];
        for (int k = 0; k < 3; ++k) {
            const uint32_t v = actor->head.mesh.indices[i + k];
            p[k] = drawn_place(view, &axes, drawn_point(actor->positions[v]));
            const double lit = mieni_dot(drawn_point(actor->normals[v]), lamp);
            for (int c = 0; c < 3; ++c)
                p[k].color[c] = (double)actor->head.mesh.colors[4 * v + (uint32_t)c] / 65535.0 *
                                (0.35 + 0.75 * (lit > 0.0 ? lit : 0.0));
        }
        if (drawn_area(&p[0], &p[1], &p[2]) > 0.0)
            drawn_triangle(p, put, user);
    }
}
