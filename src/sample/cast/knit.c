// SPDX-License-Identifier: MIT
//
// Bruno's cap at default detail: grids along the ribs, so that its edges are clean with
// few vertices.

#include "core/float_rules.h"

#include "sample/cast/making.h"

enum { BAND_RIBS = 40, DOME_RIBS = 24, PER_RIB = 4, BAND_ROUND = 12, DOME_ROWS = 14 };

/// A root that keeps the sign: it turns a circle into a rounded square.
static double rounded(double x) { return x < 0.0 ? -mieni_sqrt(-x) : mieni_sqrt(x); }

/// A square torus, tilted back, whose section swells on each rib.
static MieniPoint band_point(double bearing, double round)
{
    double s, c, sr, cr;
    mien_sincos(bearing, &s, &c);
    mien_sincos(round, &sr, &cr);
    const double rib = mieni_cosine((double)BAND_RIBS * bearing);
    const double out = 1.0 + (1.0 - 0.14 * rib) * rounded(cr) * (0.105 / 0.95);
    const double up = (1.0 - 0.03 * rib) * rounded(sr) * 0.155;
    const double z = -0.14 + 0.97 * out * c;
    return mieni_point(0.89 * out * s, 0.63 + 0.26 * z + up, z);
}

/// From the pole down to within the band; ribs fade towards the pole.
static MieniPoint dome_point(double bearing, double down)
{
    double s, c, sd, cd;
    mien_sincos(bearing, &s, &c);
    mien_sincos(down, &sd, &cd);
    const double size =
        1.0 - 0.011 * mieni_cosine((double)DOME_RIBS * bearing) * mieni_smooth(0.15, 0.75, down);
    return mieni_point(0.88 * size * sd * s, 0.48 + 0.84 * size * cd, -0.14 + 0.96 * size * sd * c);
}

static bool make_band(MieniMaking *making)
{
    const int rows = BAND_RIBS * PER_RIB, columns = BAND_ROUND, half = rows * columns;
    MieniCastPart *part =
        mieni_part_add(making, MIENI_CAST_CAP_BAND, MIENI_CAST_MATERIAL_CLOTH, 0, half, 2 * half);
    if (part == NULL)
        return false;
    for (int v = 0; v < half; ++v) {
        const int i = v / columns, j = v % columns, next = (j + 1) % columns,
                  below = (i + 1) % rows * columns;
        const double bearing = 2.0 * MIENI_PI * (double)i / (double)rows;
        const double round = 2.0 * MIENI_PI * ((double)j + 0.5) / (double)columns;
        mieni_point_put(band_point(bearing, round), part->positions[v]);
        const int corners[2][3] = {{v, below + j, below + next}, {v, below + next, i * columns + next}};
        for (int k = 0; k < 3; ++k) {
            part->triangles[2 * v][k] = corners[0][k];
            part->triangles[2 * v + 1][k] = corners[1][k];
        }
    }
    mieni_part_uv_grid(part, columns, true, true);
    mieni_part_paint(part, mieni_linear(making->model->colours.cap2));
    return true;
}

static bool make_dome(MieniMaking *making)
{
    const int columns = DOME_RIBS * PER_RIB;
    MieniCastPart *part = mieni_part_add(making, MIENI_CAST_CAP, MIENI_CAST_MATERIAL_CLOTH, 0,
                                         DOME_ROWS * columns, mieni_grid_size(DOME_ROWS, columns, true));
    if (part == NULL || !mieni_part_add_along(making, part))
        return false;
    for (int v = 0; v < part->vertex_count; ++v) {
        const double bearing = 2.0 * MIENI_PI * (double)(v % columns) / (double)columns;
        // The rim follows the band's tilt: deeper behind.
        const double last = 1.46 - 0.27 * mieni_cosine(bearing);
        const double down = last * (double)(v / columns) / (double)(DOME_ROWS - 1);
        const MieniPoint p = dome_point(bearing, down);
        mieni_point_put(p, part->positions[v]);
        part->along[v] = mieni_smooth(1.1, 1.3, p.y);
        double s, c;
        mien_sincos(bearing, &s, &c);
        mieni_part_uv_disc(part, v, (double)(v / columns) / (double)(DOME_ROWS - 1), -c, s);
    }
    mieni_part_grid(part, 0, DOME_ROWS, columns, true, true);
    mieni_part_paint(part, mieni_linear(making->model->colours.cap));
    return true;
}

bool mieni_cast_make_knit(MieniMaking *making) { return make_dome(making) && make_band(making); }
