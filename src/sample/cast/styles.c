// SPDX-License-Identifier: MIT
//
// Hair at default detail: Ada's tucked bob with a bun, Pip's mop with curls, and what
// shows of Bruno's below the cap.

#include "core/float_rules.h"

#include "sample/cast/comb.h"

/// Hair above some height moves with the crest.
static bool hang(MieniMaking *making, MieniCastPart *part, double low, double high)
{
    if (!mieni_part_add_along(making, part))
        return false;
    for (int v = 0; v < part->vertex_count; ++v)
        part->along[v] = mieni_smooth(low, high, part->positions[v][1]);
    return true;
}

static double bob_at(const void *context, MieniPoint p)
{
    const MieniField skull = mieni_skull(context);
    const MieniPoint q = mieni_folded(p);
    double d = mieni_field_at(&skull, p) - 0.095;
    d = mieni_join(d, mieni_ellipsoid(p, mieni_point(0.0, -0.02, -0.30), mieni_point(0.95, 0.95, 0.76)),
                   0.20);
    d = mieni_join(d, mieni_ellipsoid(q, mieni_point(0.62, -0.42, -0.22), mieni_point(0.28, 0.52, 0.40)),
                   0.25);
    return mieni_join(d, mieni_ellipsoid(p, mieni_point(0.20, 0.92, 0.26), mieni_point(0.60, 0.34, 0.54)),
                      0.25);
}

/// The face: an arch with a peak at the parting. The ears: hair is tucked behind them.
static double bob_opening_at(const void *context, MieniPoint p)
{
    (void)context;
    const MieniPoint q = mieni_folded(p);
    double open = mieni_ellipsoid(p, mieni_point(0.02, -0.44, 0.98), mieni_point(0.715, 1.17, 1.05));
    open = mieni_join(open, mieni_ellipsoid(p, mieni_point(-0.27, 0.44, 1.0), mieni_point(0.26, 0.46, 0.62)),
                      0.22);
    // Before them a lock comes down to a soft point.
    const double lock = 0.24 * mieni_bump((q.z - 0.19) / (q.z > 0.19 ? 0.55 : 0.20));
    const double behind = -0.25 - q.z, above = q.y - 0.14 - 0.09 * mieni_bump((q.z + 0.10) / 0.26) + lock;
    open = mieni_join(open, mieni_overlap(behind, above, 0.22), 0.16);
    return mieni_join(open, p.y + 0.84 + 0.16 * p.z, 0.16);
}

/// Where the bun sits on the hair, which slopes there: it leans back with it.
typedef struct Seat {
    MieniPoint foot, up, ahead, side;
} Seat;

static Seat find_seat(const MieniField *hair)
{
    Seat seat;
    seat.foot = mieni_field_hit(hair, mieni_point(0.0, 0.4, -0.34), mieni_point(0.0, 1.0, 0.0), 1.6);
    seat.up = mieni_field_normal(hair, seat.foot, 0.2);
    seat.side = mieni_unit(mieni_cross(seat.up, mieni_point(0.0, 0.0, 1.0)));
    seat.ahead = mieni_cross(seat.side, seat.up);
    return seat;
}

/// The point at a height above the foot, and as far as given from the axis.
static MieniPoint seated(const Seat *seat, double side, double high, double ahead)
{
    const MieniPoint p = mieni_along(seat->foot, seat->up, high);
    return mieni_along(mieni_along(p, seat->side, side), seat->ahead, ahead);
}

/// Lobes that wind from the top of the bun to its foot.
static bool make_bun(MieniMaking *making, const Seat *seat)
{
    enum { ROWS = 15, LOBES = 9, COLUMNS = LOBES * 5 };
    MieniCastPart *part = mieni_part_add(making, MIENI_CAST_HAIR, MIENI_CAST_MATERIAL_HAIR, 0, ROWS * COLUMNS,
                                         mieni_grid_size(ROWS, COLUMNS, true));
    if (part == NULL)
        return false;
    for (int v = 0; v < part->vertex_count; ++v) {
        const double t = (double)(v / COLUMNS) / (double)(ROWS - 1);
        const double lobe = (double)(v % COLUMNS) / (double)COLUMNS;
        double s, c, sb, cb;
        mien_sincos(MIENI_PI * t, &s, &c);
        mien_sincos(2.0 * MIENI_PI * lobe + 1.9 * t, &sb, &cb);
        const double round = mieni_sqrt(mieni_size(mieni_sine(MIENI_PI * (double)LOBES * lobe)));
        const double size = 1.0 - 0.085 * s * (1.0 - round);
        mieni_point_put(seated(seat, 0.35 * size * s * sb, 0.235 + 0.31 * size * c, 0.35 * size * s * cb),
                        part->positions[v]);
        mieni_part_uv_disc(part, v, t, sb, cb);
    }
    mieni_part_grid(part, 0, ROWS, COLUMNS, true, true);
    mieni_part_turn_outward(part);
    mieni_part_paint(part, mieni_linear(making->model->colours.hair));
    return hang(making, part, 0.0, 0.1);
}

/// A band that lies on the hair all round the foot of the bun.
static bool make_band(MieniMaking *making, const MieniField *hair, const Seat *seat)
{
    enum { RINGS = 37, COLUMNS = 9 };
    MieniRing rings[RINGS];
    for (int k = 0; k < RINGS; ++k) {
        double s, c;
        mien_sincos(2.0 * MIENI_PI * (double)k / (double)(RINGS - 1), &s, &c);
        const MieniPoint on = mieni_field_hit(hair, seated(seat, 0.285 * s, -0.4, -0.285 * c), seat->up, 0.8);
        rings[k] =
            (MieniRing){.at = mieni_along(on, seat->up, 0.034), .up = seat->up, .wide = 0.05, .high = 0.05};
    }
    MieniCastPart *part = mieni_part_add(making, MIENI_CAST_HAIR_BAND, MIENI_CAST_MATERIAL_CLOTH, 0,
                                         RINGS * COLUMNS, mieni_grid_size(RINGS, COLUMNS, true));
    if (part == NULL || !mieni_part_sweep(making, part, rings, RINGS, COLUMNS, 1.0))
        return false;
    mieni_part_paint(part, mieni_linear(making->model->colours.shirt2));
    // The last ring is the first one again: both share their normals.
    mieni_part_normals(part);
    for (int v = 0; v < COLUMNS; ++v) {
        double *first = part->normals[v], *last = part->normals[v + (RINGS - 1) * COLUMNS];
        const MieniPoint shared = mieni_unit(mieni_plus(mieni_point_of(first), mieni_point_of(last)));
        mieni_point_put(shared, first);
        mieni_point_put(shared, last);
    }
    making->has_normals[part - making->parts->parts] = true;
    return true;
}

static bool make_bob(MieniMaking *making)
{
    static const int locks[] = {7, 5, 9, 6, 8, 5, 7, 9, 5, 8, 6, 5, 9, 7, 5, 8, 6, 9, 5, 7, 6, 8};
    const MieniPoint pole = mieni_unit(mieni_point(-0.20, 0.95, 0.10));
    const MieniPoint ahead = mieni_point(0.0, 0.0, 1.0);
    const MieniComb comb = {.outside = {bob_at, making->model},
                            .opening = {bob_opening_at, making->model},
                            .skin = mieni_skull(making->model),
                            .centre = {0.0, 0.05, -0.10},
                            .pole = pole,
                            .front = mieni_unit(mieni_along(ahead, pole, -mieni_dot(ahead, pole))),
                            .rows = 16,
                            .locks = locks,
                            .lock_count = (int)(sizeof locks / sizeof *locks),
                            .groove = 0.016,
                            .start = 0.02,
                            .tip = 0.004,
                            .lean = 1.0,
                            .twist = 0.5,
                            .rim = 0.06};
    MieniCastPart *part = mieni_part_comb(making, MIENI_CAST_HAIR, &comb);
    if (part == NULL || !hang(making, part, 1.6, 1.9))
        return false;
    mieni_part_paint(part, mieni_linear(making->model->colours.hair));
    const Seat seat = find_seat(&comb.outside);
    return make_bun(making, &seat) && make_band(making, &comb.outside, &seat);
}

static double mop_at(const void *context, MieniPoint p)
{
    const MieniField skull = mieni_skull(context);
    const double d = mieni_field_at(&skull, p) - 0.085;
    return mieni_join(d, mieni_ellipsoid(p, mieni_point(0.10, 0.98, 0.36), mieni_point(0.62, 0.30, 0.62)),
                      0.18);
}

/// The face, and round the ears.
static double mop_opening_at(const void *context, MieniPoint p)
{
    (void)context;
    const MieniPoint q = mieni_folded(p);
    double open = mieni_ellipsoid(p, mieni_point(0.0, -0.18, 0.88), mieni_point(0.87, 1.05, 1.02));
    open = mieni_join(open, p.y + 0.10 - 0.33 * p.z, 0.20);
    return mieni_join(open, mieni_ellipsoid(q, mieni_point(1.05, -0.10, 0.0), mieni_point(0.30, 0.39, 0.26)),
                      0.12);
}

/// A lock that stands up, from within the hair to a round tip.
static bool make_curl(MieniMaking *making, const MieniPoint *points, int count, double radius)
{
    enum { RINGS = 16, COLUMNS = 12 };
    MieniRing rings[RINGS];
    for (int k = 0; k < RINGS; ++k) {
        const double t = (double)k / (double)(RINGS - 1), u = t * (1.4 - 0.4 * t);
        const double size = k + 1 == RINGS ? 0.0 : radius * mien_pow(1.0 - u, 0.62);
        rings[k] = (MieniRing){
            .at = mieni_curve_at(points, count, u), .up = {0.0, 0.0, 1.0}, .wide = size, .high = size};
    }
    MieniCastPart *part = mieni_part_add(making, MIENI_CAST_HAIR, MIENI_CAST_MATERIAL_HAIR, 0,
                                         RINGS * COLUMNS, mieni_grid_size(RINGS, COLUMNS, true));
    if (part == NULL || !mieni_part_sweep(making, part, rings, RINGS, COLUMNS, 1.0))
        return false;
    mieni_part_turn_outward(part);
    mieni_part_paint(part, mieni_linear(making->model->colours.hair));
    return hang(making, part, 1.12, 1.4);
}

static bool make_mop(MieniMaking *making)
{
    static const int locks[] = {13, 8, 10, 6, 11, 8, 12, 7, 9, 13, 8, 11, 7, 12};
    static const MieniPoint curls[3][4] = {
        {{0.02, 0.98, -0.10}, {0.02, 1.28, -0.06}, {0.12, 1.47, 0.06}, {0.32, 1.50, 0.20}},
        {{-0.10, 0.98, -0.10}, {-0.16, 1.22, -0.10}, {-0.30, 1.34, -0.02}, {-0.46, 1.30, 0.06}},
        {{-0.02, 0.98, -0.24}, {-0.04, 1.20, -0.32}, {-0.02, 1.32, -0.44}, {0.06, 1.34, -0.58}}};
    static const double radii[3] = {0.20, 0.17, 0.16};
    const MieniPoint pole = mieni_unit(mieni_point(0.0, 1.0, -0.12));
    const MieniPoint ahead = mieni_point(0.0, 0.0, 1.0);
    const MieniComb comb = {.outside = {mop_at, making->model},
                            .opening = {mop_opening_at, making->model},
                            .skin = mieni_skull(making->model),
                            .centre = {0.0, 0.15, -0.08},
                            .pole = pole,
                            .front = mieni_unit(mieni_along(ahead, pole, -mieni_dot(ahead, pole))),
                            .rows = 17,
                            .locks = locks,
                            .lock_count = (int)(sizeof locks / sizeof *locks),
                            .groove = 0.035,
                            .start = 0.15,
                            .tip = 0.10,
                            .lean = 1.5,
                            .twist = 0.9,
                            .rim = 0.06};
    MieniCastPart *part = mieni_part_comb(making, MIENI_CAST_HAIR, &comb);
    if (part == NULL || !hang(making, part, 1.12, 1.4))
        return false;
    mieni_part_paint(part, mieni_linear(making->model->colours.hair));
    for (int k = 0; k < 3; ++k)
        if (!make_curl(making, curls[k], 4, radii[k]))
            return false;
    return true;
}

static double crop_at(const void *context, MieniPoint p)
{
    const MieniField skull = mieni_skull(context);
    return mieni_field_at(&skull, p) - 0.045;
}

/// From whiskers before the ears to the neck.
static double crop_opening_at(const void *context, MieniPoint p)
{
    (void)context;
    const MieniPoint q = mieni_folded(p);
    const double open = mieni_join(0.20 - p.z, p.y + 0.34 - 0.30 * mieni_smooth(-0.5, 0.1, p.z), 0.16);
    return mieni_join(
        open, mieni_ellipsoid(q, mieni_point(0.95, -0.12, -0.06), mieni_point(0.34, 0.30, 0.16)), 0.10);
}

bool mieni_cast_make_crop(MieniMaking *making)
{
    static const int locks[] = {84};
    const MieniComb comb = {.outside = {crop_at, making->model},
                            .opening = {crop_opening_at, making->model},
                            .skin = mieni_skull(making->model),
                            .centre = {0.0, 0.20, -0.10},
                            .pole = {0.0, 1.0, 0.0},
                            .front = {0.0, 0.0, 1.0},
                            .rows = 6,
                            .locks = locks,
                            .lock_count = 1,
                            .lean = 1.0,
                            .rim = 0.035};
    MieniCastPart *part = mieni_part_comb(making, MIENI_CAST_SIDE_HAIR, &comb);
    if (part == NULL)
        return false;
    mieni_part_paint(part, mieni_linear(making->model->colours.hair));
    return true;
}

bool mieni_cast_make_styled(MieniMaking *making)
{
    return making->model->who == MIENI_CAST_ADA ? make_bob(making) : make_mop(making);
}
