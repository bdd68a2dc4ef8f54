// SPDX-License-Identifier: MIT
//
// Bruno's cap at default detail: grids along the ribs, so that its edges are clean with
// few vertices. Its band lies on the skull.

#include "core/float_rules.h"

#include "sample/cast/making.h"

enum { BAND_RIBS = 36, DOME_RIBS = 24, PER_RIB = 4, BAND_ROUND = 12, DOME_ROWS = 15 };

static const double tilt = 0.24, band_high = 0.165, band_thick = 0.085;

/// A root that keeps the sign: it turns a circle into a rounded square.
static double rounded(double x) { return x < 0.0 ? -mieni_sqrt(-x) : mieni_sqrt(x); }

/// Where the tilted plane of the band cuts the skull.
typedef struct Brim {
    MieniPoint middle, out;
    double radius;
} Brim;

static Brim brim_at(const MieniCastModel *model, double bearing)
{
    const MieniField skull = mieni_skull(model);
    double s, c;
    mien_sincos(bearing, &s, &c);
    Brim brim = {.middle = {0.0, 0.62 - 0.14 * tilt, -0.14}, .out = mieni_unit(mieni_point(s, c * tilt, c))};
    brim.radius = mieni_length(mieni_minus(mieni_field_hit(&skull, brim.middle, brim.out, 1.8), brim.middle));
    return brim;
}

/// A square torus whose section swells on each rib.
static MieniPoint band_point(const Brim *brim, double bearing, double round)
{
    double sr, cr;
    mien_sincos(round, &sr, &cr);
    const double rib = mieni_cosine((double)BAND_RIBS * bearing);
    const double up = (1.0 - 0.03 * rib) * rounded(sr) * band_high;
    // The upper part leans in, as the head does.
    const double out = brim->radius + 0.070 + (1.0 - 0.13 * rib) * rounded(cr) * band_thick - 0.16 * up;
    return mieni_plus(mieni_along(brim->middle, brim->out, out), mieni_point(0.0, up, 0.0));
}

/// From the pole down to within the band; ribs fade towards the pole.
static MieniPoint dome_point(const Brim *brim, double bearing, double down)
{
    static const MieniPoint top = {0.0, 1.37, -0.18};
    double s, c;
    mien_sincos(0.5 * MIENI_PI * down, &s, &c);
    const double rib = mieni_cosine((double)DOME_RIBS * bearing) * mieni_smooth(0.12, 0.6, down);
    const MieniPoint foot = mieni_along(brim->middle, brim->out, brim->radius + 0.075 - 0.012 * rib);
    return mieni_point(mieni_mix(top.x, foot.x, s), mieni_mix(foot.y, top.y, c), mieni_mix(top.z, foot.z, s));
}

static bool make_band(MieniMaking *making)
{
    const int rows = BAND_RIBS * PER_RIB, columns = BAND_ROUND, half = rows * columns;
    MieniCastPart *part =
        mieni_part_add(making, MIENI_CAST_CAP_BAND, MIENI_CAST_MATERIAL_CLOTH, 0, half, 2 * half);
    if (part == NULL)
        return false;
    for (int i = 0; i < rows; ++i) {
        const double bearing = 2.0 * MIENI_PI * (double)i / (double)rows;
        const Brim brim = brim_at(making->model, bearing);
        for (int j = 0; j < columns; ++j) {
            const int v = i * columns + j, next = (j + 1) % columns, below = (i + 1) % rows * columns;
            const double round = 2.0 * MIENI_PI * ((double)j + 0.5) / (double)columns;
            mieni_point_put(band_point(&brim, bearing, round), part->positions[v]);
            const int corners[2][3] = {{v, below + j, below + next}, {v, below + next, i * columns + next}};
            for (int k = 0; k < 3; ++k) {
                part->triangles[2 * v][k] = corners[0][k];
                part->triangles[2 * v + 1][k] = corners[1][k];
            }
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
    for (int j = 0; j < columns; ++j) {
        const double bearing = 2.0 * MIENI_PI * (double)j / (double)columns;
        const Brim brim = brim_at(making->model, bearing);
        double s, c;
        mien_sincos(bearing, &s, &c);
        for (int i = 0; i < DOME_ROWS; ++i) {
            const int v = i * columns + j;
            const bool is_last = i + 1 == DOME_ROWS; // within the head
            const double down = is_last ? 1.0 : (double)i / (double)(DOME_ROWS - 2);
            const MieniPoint p = is_last ? mieni_along(brim.middle, brim.out, brim.radius - 0.06)
                                         : dome_point(&brim, bearing, down);
            mieni_point_put(p, part->positions[v]);
            part->along[v] = mieni_smooth(1.1, 1.3, p.y);
            mieni_part_uv_disc(part, v, is_last ? 1.0 : 0.97 * down, -c, s);
        }
    }
    mieni_part_grid(part, 0, DOME_ROWS, columns, true, true);
    mieni_part_paint(part, mieni_linear(making->model->colours.cap));
    return true;
}

bool mieni_cast_make_knit(MieniMaking *making) { return make_dome(making) && make_band(making); }
