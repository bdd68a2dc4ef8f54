// SPDX-License-Identifier: MIT
//
// Eyeballs, lids and lashes. A lid is a piece of a sphere about the eyeball's centre,
// hinged on the eye's x axis, so that no turn can make it leave the eyeball.

#include "core/float_rules.h"

#include "sample/cast/making.h"

enum { MOST_RINGS = 32, EDGE_RINGS = 7 };

static MieniPoint eye_centre(const MieniCastEye *eye, int side)
{
    return mieni_point((double)side * eye->x, eye->y, eye->z);
}

static int add_even(double *rings, int count, double first, double last, int steps)
{
    for (int k = 0; k < steps; ++k)
        rings[count + k] = first + (last - first) * (double)k / (double)(steps - 1);
    return count + steps;
}

/// Angles from the pole, exactly on the borders of the colours.
static int place_eye_rings(bool is_full, double pupil, double iris, double rings[MOST_RINGS])
{
    int count = add_even(rings, 0, 0.0, pupil, is_full ? 5 : 4);
    count = add_even(rings, count, pupil + 0.015, iris * 0.86, is_full ? 6 : 4);
    rings[count++] = iris * 0.90;
    rings[count++] = iris;
    rings[count++] = iris + 0.022;
    return add_even(rings, count, iris + 0.06, MIENI_PI, is_full ? 16 : 10);
}

/// sine and cosine place a vertex round the pole.
static MieniPoint eye_colour(const MieniCastModel *model, double ring, double sine)
{
    const double pupil = mieni_radians(model->eye.pupil), iris = mieni_radians(model->eye.iris);
    if (ring <= pupil + 1e-6)
        return mieni_linear(0x0b0709);
    if (ring < iris + 1e-6) {
        const MieniPoint dark = mieni_linear(model->colours.iris), light = mieni_linear(model->colours.iris2);
        const double g = mieni_between((ring - pupil) / (iris - pupil), 0.0, 1.0);
        const double low = 0.5 - 0.5 * sine; // lighter at the bottom, dark under the lid: reads as depth
        MieniPoint colour = mieni_times(dark, (1.0 - low) * 0.62);
        colour = mieni_along(colour, mieni_along(mieni_times(dark, 0.35), light, 0.65), low);
        return mieni_times(colour, (0.80 + 0.35 * g) * (g > 0.88 ? 0.42 : 1.0));
    }
    const MieniPoint white = mieni_linear(model->colours.sclera);
    if (ring <= iris + 0.02)
        return white;
    const double far = mieni_smooth(0.6, 1.5, ring);
    return mieni_point(white.x * (1.0 - far * 0.04), white.y * (1.0 - far * 0.12),
                       white.z * (1.0 - far * 0.14));
}

static MieniPoint eye_point(const MieniCastEye *eye, double ring, double column)
{
    const double pupil = mieni_radians(eye->pupil), iris = mieni_radians(eye->iris);
    double s, c, sj, cj;
    mien_sincos(ring, &s, &c);
    mien_sincos(column, &sj, &cj);
    MieniPoint d = {s * cj, s * sj, c};
    if (eye->slit > 0.0) {
        const double w = 1.0 - mieni_smooth(pupil, iris * 0.86, ring);
        d.x *= 1.0 - (1.0 - eye->slit) * w;
        d.y *= 1.0 + 0.55 * w;
    }
    const double cornea = 1.0 + 0.035 * (1.0 - mieni_smooth(0.0, iris * 1.15, ring));
    return mieni_times(mieni_unit(d), eye->radius * cornea);
}

static bool make_eyeball(MieniMaking *making, int side)
{
    const MieniCastEye *eye = &making->model->eye;
    const double pupil = mieni_radians(eye->pupil), iris = mieni_radians(eye->iris);
    double rings[MOST_RINGS];
    const int ring_count = place_eye_rings(making->is_full, pupil, iris, rings);
    const int columns = making->is_full ? 40 : 30;
    MieniCastPart *part = mieni_part_add(making, MIENI_CAST_EYE, MIENI_CAST_MATERIAL_EYE, side,
                                         ring_count * columns, mieni_grid_size(ring_count, columns, true));
    if (part == NULL || !mieni_part_add_along(making, part))
        return false;
    double sine, cosine;
    mien_sincos(-(double)side * mieni_radians(eye->toe), &sine, &cosine);
    for (int v = 0; v < part->vertex_count; ++v) {
        const double ring = rings[v / columns];
        const double column = 2.0 * MIENI_PI * (double)(v % columns) / (double)columns;
        const MieniPoint d = eye_point(eye, ring, column);
        const MieniPoint turned = {d.x * cosine + d.z * sine, d.y, -d.x * sine + d.z * cosine};
        mieni_point_put(mieni_plus(eye_centre(eye, side), turned), part->positions[v]);
        double across, up;
        mien_sincos(column, &up, &across);
        mieni_point_put(eye_colour(making->model, ring, up), part->colours[v]);
        mieni_part_uv_disc(part, v, mien_pow(ring / MIENI_PI, 0.6), up, across); // much of it to the iris
        part->along[v] = 1.0 - mieni_smooth(pupil * 1.02, iris * 0.98, ring);
    }
    mieni_part_grid(part, 0, ring_count, columns, true, true);
    return true;
}

/// The cross-section of a lid: angle from the hinge's plane, and radius in eyeballs.
typedef struct LidRing {
    double angle, radius;
} LidRing;

typedef struct Lid {
    bool is_upper;
    int side, ring_count, columns;
    double edge, inner, outer; ///< Radians; radii in eyeballs.
    LidRing rings[MOST_RINGS];
} Lid;

/// Up the inner face, round the edge, and back along the outer face.
static void place_lid_rings(Lid *lid, bool is_full)
{
    const double thick = 0.5 * (lid->outer - lid->inner), far = mieni_radians(165.0);
    const int outer_count = is_full ? 13 : 9, edge_count = is_full ? EDGE_RINGS : 5;
    int count = 0;
    lid->rings[count++] = (LidRing){far, lid->inner};
    lid->rings[count++] = (LidRing){lid->edge + mieni_radians(25.0), lid->inner};
    lid->rings[count++] = (LidRing){lid->edge + mieni_radians(6.0), lid->inner};
    for (int k = 0; k < edge_count; ++k) {
        double sine, cosine;
        mien_sincos(MIENI_PI * ((double)k / (double)(edge_count - 1) - 0.5), &sine, &cosine);
        lid->rings[count++] =
            (LidRing){lid->edge + thick - thick * cosine, 0.5 * (lid->outer + lid->inner) + thick * sine};
    }
    for (int k = 1; k <= outer_count; ++k) {
        double t = (double)k / (double)outer_count;
        if (!is_full)
            t *= 0.6 + 0.4 * t;
        lid->rings[count++] = (LidRing){mieni_mix(lid->edge, far, t) + thick, lid->outer};
    }
    lid->ring_count = count;
    for (int k = 0; k < count && lid->is_upper; ++k) // the fold of the upper lid
        if (lid->rings[k].radius > 1.06)
            lid->rings[k].radius += 0.02 * mieni_smooth(0.25, 0.6, lid->rings[k].angle - lid->edge);
}

/// A point on the lid's sphere: bearing along the hinge's axis, angle about it.
static MieniPoint lid_point(const MieniCastEye *eye, int side, double bearing, double angle, double radius)
{
    double s, c, sb, cb, st, ct;
    mien_sincos(angle, &s, &c);
    mien_sincos(bearing, &sb, &cb);
    mien_sincos((double)side * mieni_radians(eye->tilt), &st, &ct);
    const MieniPoint p = mieni_times(mieni_point(cb, sb * s, sb * c), eye->radius * radius);
    // A difference beside a sum of products becomes one fused instruction in gcc 12, even
    // where it is told not to fuse; two sums do not.
    return mieni_plus(eye_centre(eye, side), mieni_point(p.x * ct + p.y * -st, p.x * st + p.y * ct, p.z));
}

static MieniPoint lid_colour(const MieniCastModel *model, bool is_upper)
{
    const MieniPoint skin = mieni_times(mieni_linear(model->colours.skin), is_upper ? 0.93 : 1.0);
    if (model->who == MIENI_CAST_MOSS)
        return mieni_point(skin.x * 0.62, skin.y * 0.78, skin.z * 0.82);
    return mieni_along(skin, mieni_minus(mieni_linear(model->colours.blush), skin), is_upper ? 0.20 : 0.05);
}

static bool make_lid(MieniMaking *making, int side, bool is_upper)
{
    const MieniCastEye *eye = &making->model->eye;
    Lid lid = {.is_upper = is_upper,
               .side = side,
               .columns = making->is_full ? 35 : 25,
               .edge = mieni_radians(is_upper ? eye->up : eye->low),
               .inner = 1.025,
               .outer = is_upper ? 1.085 : 1.055};
    place_lid_rings(&lid, making->is_full);
    MieniCastPart *part = mieni_part_add(making, is_upper ? MIENI_CAST_LID_UPPER : MIENI_CAST_LID_LOWER,
                                         MIENI_CAST_MATERIAL_SKIN, side, lid.ring_count * lid.columns,
                                         mieni_grid_size(lid.ring_count, lid.columns, false));
    if (part == NULL)
        return false;
    for (int v = 0; v < part->vertex_count; ++v) {
        const LidRing *ring = &lid.rings[v / lid.columns];
        const double t = (double)(v % lid.columns) / (double)(lid.columns - 1);
        const double bearing = mieni_mix(0.02, MIENI_PI - 0.02, t);
        const double tuck = is_upper ? mieni_lid_tuck(eye, mieni_sine(bearing), ring->angle - lid.edge) : 0.0;
        const MieniPoint p = lid_point(eye, side, bearing, is_upper ? ring->angle : -ring->angle,
                                       ring->radius - tuck * (ring->radius - lid.inner));
        mieni_point_put(p, part->positions[v]);
    }
    mieni_part_grid(part, 0, lid.ring_count, lid.columns, false, !is_upper);
    mieni_part_uv_grid(part, lid.columns, false, false);
    mieni_part_paint(part, lid_colour(making->model, is_upper));
    for (int v = 0; v < part->vertex_count && !making->is_full; ++v) // like the skin where it meets it
        mieni_part_tint(part, v, mieni_linear(making->model->colours.skin),
                        mieni_smooth(0.55, 1.0, lid.rings[v / lid.columns].angle - lid.edge));
    // The outer face, which is the second half, looks away from the eye.
    double outward = 0.0;
    mieni_part_normals(part);
    for (int v = part->vertex_count / 2; v < part->vertex_count; ++v)
        outward += mieni_dot(mieni_minus(mieni_point_of(part->positions[v]), eye_centre(eye, side)),
                             mieni_point_of(part->normals[v]));
    if (outward < 0.0)
        mieni_part_flip(part);
    return true;
}

/// A line on the upper lid's edge, thicker towards the outer corner.
static bool make_lash(MieniMaking *making, int side)
{
    enum { MOST = 33 };
    const MieniCastEye *eye = &making->model->eye;
    const int count = making->is_full ? MOST : 25, columns = making->is_full ? 10 : 8;
    MieniRing rings[MOST];
    for (int k = 0; k < count; ++k) {
        const double t = (double)k / (double)(count - 1), bearing = mieni_mix(0.35, MIENI_PI - 0.35, t);
        const double outer = (mieni_cosine(bearing) * (double)side + 1.0) / 2.0;
        const double swell = mieni_sqrt(mieni_sine(mieni_mix(0.02, MIENI_PI - 0.02, t)));
        const double radius = eye->radius * 0.052 * making->model->lash * swell * (0.6 + 0.9 * outer);
        rings[k] = (MieniRing){.at = lid_point(eye, side, bearing, mieni_radians(eye->up) + 0.01, 1.085),
                               .up = {0.0, 0.0, 1.0},
                               .wide = radius,
                               .high = radius * 1.25};
    }
    MieniCastPart *part = mieni_part_add(making, MIENI_CAST_LASH, MIENI_CAST_MATERIAL_DARK, side,
                                         count * columns, mieni_grid_size(count, columns, true));
    if (part == NULL || !mieni_part_sweep(making, part, rings, count, columns, 1.0))
        return false;
    mieni_part_paint(part, mieni_linear(making->model->colours.lash));
    return true;
}

bool mieni_cast_make_eyes(MieniMaking *making)
{
    for (int side = 1; side >= -1; side -= 2)
        if (!make_eyeball(making, side) || !make_lid(making, side, true) || !make_lash(making, side) ||
            !make_lid(making, side, false))
            return false;
    return true;
}
