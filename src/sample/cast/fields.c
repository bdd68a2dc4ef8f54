// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "sample/cast/fields.h"

/// Marching takes this share of the distance, which blends overstate a little.
static const double march_share = 0.7;
enum { MARCH_STEPS = 90 };

double mieni_ellipsoid(MieniPoint p, MieniPoint centre, MieniPoint radii)
{
    const MieniPoint q = {(p.x - centre.x) / radii.x, (p.y - centre.y) / radii.y, (p.z - centre.z) / radii.z};
    const MieniPoint g = {q.x / radii.x, q.y / radii.y, q.z / radii.z};
    const double k0 = mieni_length(q), k1 = mieni_length(g);
    if (k1 <= 1e-9)
        return -mieni_least(radii.x, mieni_least(radii.y, radii.z));
    return k0 * (k0 - 1.0) / k1;
}

double mieni_capsule(MieniPoint p, MieniPoint a, MieniPoint b, double ra, double rb)
{
    const MieniPoint d = mieni_minus(b, a), from = mieni_minus(p, a);
    const double t = mieni_between(mieni_dot(from, d) / mieni_dot(d, d), 0.0, 1.0);
    return mieni_length(mieni_along(from, d, -t)) - (ra + (rb - ra) * t);
}

double mieni_join(double a, double b, double k)
{
    const double h = mieni_most(k - mieni_size(a - b), 0.0) / k;
    return mieni_least(a, b) - h * h * k * 0.25;
}

double mieni_overlap(double a, double b, double k) { return -mieni_join(-a, -b, k); }

MieniPoint mieni_field_normal(const MieniField *field, MieniPoint p, double step)
{
    const MieniPoint x0 = {p.x - step, p.y, p.z}, x1 = {p.x + step, p.y, p.z};
    const MieniPoint y0 = {p.x, p.y - step, p.z}, y1 = {p.x, p.y + step, p.z};
    const MieniPoint z0 = {p.x, p.y, p.z - step}, z1 = {p.x, p.y, p.z + step};
    return mieni_unit(mieni_point(mieni_field_at(field, x1) - mieni_field_at(field, x0),
                                  mieni_field_at(field, y1) - mieni_field_at(field, y0),
                                  mieni_field_at(field, z1) - mieni_field_at(field, z0)));
}

MieniPoint mieni_field_project(const MieniField *field, MieniPoint p, int times, double share)
{
    for (int k = 0; k < times; ++k) {
        const double distance = mieni_field_at(field, p);
        p = mieni_along(p, mieni_field_normal(field, p, 1e-3), -share * distance);
    }
    return p;
}

MieniPoint mieni_field_hit(const MieniField *field, MieniPoint origin, MieniPoint direction, double from)
{
    double t = from;
    for (int k = 0; k < MARCH_STEPS; ++k) {
        const double step = march_share * mieni_field_at(field, mieni_along(origin, direction, t));
        t = mieni_most(t - step, 0.02);
        if (mieni_size(step) < 1e-12)
            break;
    }
    return mieni_along(origin, direction, t);
}

MieniPoint mieni_field_front(const MieniField *field, double x, double y)
{
    return mieni_field_hit(field, mieni_point(x, y, 0.0), mieni_point(0.0, 0.0, 1.0), 2.2);
}

static double join_shapes(const MieniCastShape *shapes, int count, MieniPoint p, double d)
{
    const MieniPoint folded = mieni_folded(p);
    for (int k = 0; k < count; ++k) {
        const MieniCastShape *shape = &shapes[k];
        const MieniPoint q = shape->is_pair ? folded : p;
        const MieniPoint at = mieni_point_of(shape->at), size = mieni_point_of(shape->size);
        const double own = shape->is_capsule ? mieni_capsule(q, at, size, shape->ends[0], shape->ends[1])
                                             : mieni_ellipsoid(q, at, size);
        d = mieni_join(d, own, shape->blend);
    }
    return d;
}

static double skull_at(const void *context, MieniPoint p)
{
    const MieniCastModel *model = context;
    const MieniCastShape *first = &model->skull[0];
    const double d = mieni_ellipsoid(p, mieni_point_of(first->at), mieni_point_of(first->size));
    return join_shapes(model->skull + 1, model->skull_count - 1, p, d);
}

static double skull_and_nose_at(const void *context, MieniPoint p)
{
    const MieniCastModel *model = context;
    return join_shapes(model->nose, model->nose_count, p, skull_at(context, p));
}

/// A touch more flesh round the eye.
static double skull_and_rim_at(const void *context, MieniPoint p)
{
    const MieniCastModel *model = context;
    const MieniCastEye *eye = &model->eye;
    const double radius = eye->radius * (1.06 + eye->rim);
    const double rim =
        mieni_ellipsoid(mieni_folded(p), mieni_point(eye->x, eye->y, eye->z - 0.10 * eye->radius),
                        mieni_point(radius, radius, radius));
    return mieni_join(skull_at(context, p), rim, 0.16);
}

/// Eyeball and lids come through a shallow smooth dish, so what shows as the border of
/// the eye is where two smooth surfaces meet, never an edge of the mesh.
static double skin_at(const void *context, MieniPoint p)
{
    const MieniCastModel *model = context;
    const MieniCastEye *eye = &model->eye;
    const MieniPoint q = mieni_folded(p);
    double d = join_shapes(model->nose, model->nose_count, p, skull_and_rim_at(context, p));
    const MieniPoint dish = {eye->x, eye->y + eye->dish_y * eye->radius, eye->z + eye->radius};
    const double out = mieni_ellipsoid(q, dish, mieni_times(mieni_point_of(eye->dish), eye->radius));
    d = mieni_overlap(d, -out, 0.11);
    const double r = model->nostril[3];
    if (r > 0.0)
        d = mieni_overlap(
            d, -mieni_ellipsoid(q, mieni_point_of(model->nostril), mieni_point(r, r * 0.8, r * 1.4)), 0.03);
    return d;
}

MieniField mieni_skull(const MieniCastModel *model) { return (MieniField){skull_at, model}; }

MieniField mieni_skull_and_nose(const MieniCastModel *model)
{
    return (MieniField){skull_and_nose_at, model};
}

MieniField mieni_skull_and_rim(const MieniCastModel *model) { return (MieniField){skull_and_rim_at, model}; }

MieniField mieni_skin(const MieniCastModel *model) { return (MieniField){skin_at, model}; }

void mieni_cast_front(const MieniCastModel *model, double x, double y, double out[3])
{
    const MieniField field = mieni_skull_and_nose(model);
    mieni_point_put(mieni_field_front(&field, x, y), out);
}
