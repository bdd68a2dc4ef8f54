// SPDX-License-Identifier: MIT
//
// A small rasteriser: which triangle is seen at each pixel, from a view without perspective. Needs no
// graphics library; the same bits on every platform.

#pragma once

#include "base/arena.h"
#include "mien/math.h"

/// Where a picture is taken from. Square; seen along the horizontal.
typedef struct MieniFaceView {
    double centre[3]; ///< What is in the middle, model space.
    double side;      ///< Width and height, metres.
    double sine,
        cosine; ///< Of the angle about Y: 0 and 1 see the face from the front, 1 and 0 its left side.
} MieniFaceView;

/// What is seen at each pixel, row by row from above. Zero-initialise, then open.
typedef struct MieniRaster {
    int pixels;         ///< Per side.
    int32_t *triangles; ///< -1: nothing.
    double *depths;     ///< Towards the viewer, metres from the view's centre.
    double *corners;    ///< Private: vertices as the view sees them; three numbers each.
} MieniRaster;

/// What to draw.
typedef struct MieniRasterDesc {
    const MieniFaceView *view;
    const MienVec3 *positions;
    int vertex_count;
    const uint32_t *indices;
    int triangle_count;
    const uint8_t *kinds; ///< Per triangle, below 32.
    uint32_t shown;       ///< Bits of the kinds to draw.
} MieniRasterDesc;

/// Memory for pictures of meshes with up to vertex_count vertices. False without memory.
bool mieni_raster_open(MieniRaster *raster, int pixels, int vertex_count, MieniArena *arena);
/// Draws into an empty picture. Both sides of triangles are seen.
void mieni_raster_draw(MieniRaster *raster, const MieniRasterDesc *desc);
/// Whether a triangle shows its front.
bool mieni_raster_is_front(const MieniRaster *raster, const uint32_t *corners);
