// SPDX-License-Identifier: MIT
//
// Which triangle each sample of a picture shows, found by the processor. Heads have
// triangles of a few pixels, for which software OpenGL takes five times as long.
// Include core/float_rules.h first.

#pragma once

#include "render/lamps.h"

enum {
    MIENI_VISIBLE_SAMPLES = 4,         ///< Per pixel.
    MIENI_VISIBLE_TRIANGLES = 1 << 21, ///< At most, so that floats can number them.
};

/// Triangles of one range of an item's mesh.
typedef struct MieniBatch {
    const MieniRenderItem *item;
    int range;
} MieniBatch;

/// Where a vertex is in the picture.
typedef struct MieniOnPicture {
    float x, y;          ///< Pixels from the upper left.
    float z, per_w;      ///< Depth, and one over the distance along the view.
    int32_t column, row; ///< The first quarters of pixels whose middles are at or beyond it.
} MieniOnPicture;

/// A triangle that may be visible. v and w weigh corners 1 and 2; with z they are planes over
/// the picture, from corner 0 on.
typedef struct MieniVisibleTriangle {
    uint32_t corners[3]; ///< Vertices of the world.
    int32_t batch;
    int16_t x0, x1, y0, y1; ///< Pixels that it may cover; x1 and y1 are beyond.
    float x, y;             ///< Of corner 0.
    float vx, vy, wx, wy;
    float z, zx, zy;
} MieniVisibleTriangle;

/// What the samples of a pixel show.
typedef struct MieniSeen {
    float depths[MIENI_VISIBLE_SAMPLES];
    float triangles[MIENI_VISIBLE_SAMPLES]; ///< Their numbers; -1: none.
} MieniSeen;

/// Where samples are in a pixel.
extern const float mieni_sample_x[MIENI_VISIBLE_SAMPLES], mieni_sample_y[MIENI_VISIBLE_SAMPLES];

typedef struct MieniVisible {
    const MieniWorld *world;
    int width, height;
    MieniOnPicture *vertices; ///< As many as the world has.
    int batch_count;
    MieniBatch *batches;
    int triangle_count;
    MieniVisibleTriangle *triangles;
    int x0, x1, y0, y1; ///< Pixels that triangles may cover.
} MieniVisible;

/// Projects the world's vertices; false if one is not before the camera. matrix: as of a
/// drawing.
bool mieni_visible_project(MieniVisible *visible, const float matrix[16]);
/// Finds the batches and their triangles that may be visible. There is memory for all ranges and
/// triangles of the world.
void mieni_visible_gather(MieniVisible *visible);
/// Draws what is between two rows, from x0 to x1 of all triangles. seen: row by row.
void mieni_visible_draw(const MieniVisible *visible, int first_row, int end_row, MieniSeen *seen);
