// SPDX-License-Identifier: MIT
//
// Distances, kernels, weights. Angles are radians inside; unreal's lengths are
// centimetres, because one of its kernels is not free of units.

#include "core/float_rules.h"

#include "core/driver.h"

#include "core/square_root.h"
#include "mien/math.h"

#include <stddef.h>

static const double pi = 3.14159265358979323846;
static const double radians_per_degree = 3.14159265358979323846 / 180.0;
static const double centimetres = 100.0; ///< In a metre.
static const double least_reach = 1e-9;  ///< So that nothing divides by 0.
static const double unreal_least_reach = 1e-4;
static const double unreal_least_total = 1e-4;
static const double least_total = 1.0 / 16.0;

static double magnitude(double x) { return x < 0.0 ? -x : x; }

/// Not-a-number becomes low.
static double clamped(double x, double low, double high) { return x > low ? (x < high ? x : high) : low; }

// Rotations

/// a * b, b first.
static void multiply(const double a[4], const double b[4], double out[4])
{
    out[0] = ((a[3] * b[0] + a[0] * b[3]) + a[1] * b[2]) - a[2] * b[1];
    out[1] = ((a[3] * b[1] + a[1] * b[3]) + a[2] * b[0]) - a[0] * b[2];
    out[2] = ((a[3] * b[2] + a[2] * b[3]) + a[0] * b[1]) - a[1] * b[0];
    out[3] = ((a[3] * b[3] - a[0] * b[0]) - a[1] * b[1]) - a[2] * b[2];
}

static void conjugate(const double q[4], double out[4])
{
    for (int k = 0; k < 3; ++k)
        out[k] = -q[k];
    out[3] = q[3];
}

static double dot(const double a[3], const double b[3]) { return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]; }
static double length(const double v[3]) { return mieni_sqrt(dot(v, v)); }

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/// v rotated by q and multiplied by q's squared length, which no angle notices.
static void rotate(const double q[4], const double v[3], double out[3])
{
    const double w = q[3], s = w * w - dot(q, q), d = 2.0 * dot(q, v);
    double c[3];
    cross(q, v, c);
    for (int k = 0; k < 3; ++k)
        out[k] = (s * v[k] + d * q[k]) + 2.0 * (w * c[k]);
}

void mieni_driver_turn(const double degrees[3], double out_q[4])
{
    double q[3][4] = {{0.0}}, yx[4];
    for (int k = 0; k < 3; ++k)
        mien_sincos(degrees[k] * radians_per_degree * 0.5, &q[k][k], &q[k][3]);
    multiply(q[1], q[0], yx);
    multiply(q[2], yx, out_q);
}

void mieni_driver_relative(const double *from, const double *to, double *out)
{
    const double n = dot(from, from) + from[3] * from[3];
    const double moved[3] = {to[4] - from[4], to[5] - from[5], to[6] - from[6]};
    double back[4], turned[3], q[4];
    conjugate(from, back);
    rotate(back, moved, turned);
    multiply(back, to, q);
    for (int k = 0; k < 4; ++k)
        out[k] = q[k];
    for (int k = 0; k < 3; ++k)
        out[4 + k] = n > 0.0 ? turned[k] / n : moved[k];
}

/// The other way: radians about X, Y, Z. Where Y is a quarter turn only the difference
/// of the others is known, and X is 0.
static void angles_of(const double q[4], double out[3])
{
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const double n = (x * x + y * y) + (z * z + w * w);
    const double s = n > 0.0 ? 2.0 * (w * y - z * x) / n : 0.0;
    if (magnitude(s) > 0.999999) {
        const double yaw = 2.0 * mien_atan2(x, w);
        out[0] = 0.0;
        out[1] = s > 0.0 ? 0.5 * pi : -0.5 * pi;
        out[2] = s > 0.0 ? -yaw : yaw;
        out[2] -= out[2] > pi ? 2.0 * pi : (out[2] <= -pi ? -2.0 * pi : 0.0);
        return;
    }
    out[0] = mien_atan2(2.0 * (w * x + y * z), n - 2.0 * (x * x + y * y));
    out[1] = mien_atan2(s, mieni_sqrt(1.0 - s * s));
    out[2] = mien_atan2(2.0 * (w * z + x * y), n - 2.0 * (y * y + z * z));
}

/// The angle of the rotation from a to b: 2 atan2(|v|, |w|), 0 to pi.
static double rotation_between(const double a[4], const double b[4])
{
    double from[4], q[4];
    conjugate(a, from);
    multiply(b, from, q);
    return 2.0 * mien_atan2(length(q), magnitude(q[3]));
}

/// The angle about the axis, in (-pi, pi]; 0 where it is not defined.
static double twist_of(const double q[4], const double axis[3])
{
    const double angle = 2.0 * mien_atan2(dot(q, axis), q[3]);
    return angle > pi ? angle - 2.0 * pi : (angle <= -pi ? angle + 2.0 * pi : angle);
}

/// The angle between what both make of the axis.
static double direction_between(const double a[4], const double b[4], const double axis[3])
{
    double u[3], v[3], c[3];
    rotate(a, axis, u);
    rotate(b, axis, v);
    cross(u, v, c);
    return mien_atan2(length(c), dot(u, v));
}

/// What is left of q without its twist about the axis.
static void swing_of(const double q[4], const double axis[3], double out[4])
{
    const double along = dot(q, axis);
    double back[4] = {-along * axis[0], -along * axis[1], -along * axis[2], q[3]};
    if (along == 0.0 && q[3] == 0.0)
        back[3] = 1.0;
    multiply(q, back, out);
}

static double swing_between(const double a[4], const double b[4], const double axis[3])
{
    double u[4], v[4];
    swing_of(a, axis, u);
    swing_of(b, axis, v);
    return rotation_between(u, v);
}

// Distances

/// unreal takes translations for angles if told to compare them as such.
static const double *rotation_at(const MieniDriver *driver, const double *at, double made[4])
{
    if (!driver->reads_translation)
        return at;
    const double degrees[3] = {at[4] * centimetres, at[5] * centimetres, at[6] * centimetres};
    mieni_driver_turn(degrees, made);
    return made;
}

static double euclidean_between(const MieniDriver *driver, const double *a, const double *b)
{
    double u[3], v[3], d[3];
    if (driver->is_unreal && !driver->reads_translation) {
        angles_of(a, u);
        angles_of(b, v);
        for (int k = 0; k < 3; ++k)
            d[k] = u[k] - v[k];
        return length(d);
    }
    for (int k = 0; k < 3; ++k)
        d[k] = a[4 + k] - b[4 + k];
    return length(d) * (driver->is_unreal ? centimetres : 1.0);
}

static double bone_distance(const MieniDriver *driver, MieniDistance distance, const double *a,
                            const double *b)
{
    if (distance == MIENI_DISTANCE_EUCLIDEAN)
        return euclidean_between(driver, a, b);
    double made[2][4];
    const double *p = rotation_at(driver, a, made[0]), *q = rotation_at(driver, b, made[1]);
    if (distance == MIENI_DISTANCE_ROTATION)
        return rotation_between(p, q);
    if (distance == MIENI_DISTANCE_SWING)
        return driver->is_unreal ? swing_between(p, q, driver->axis) : direction_between(p, q, driver->axis);
    const double turned = magnitude(twist_of(p, driver->axis) - twist_of(q, driver->axis));
    return !driver->is_unreal && turned > pi ? 2.0 * pi - turned : turned;
}

/// step is from one bone's place to the next in b, or 0: one place for all bones.
static double distance_between(const MieniDriver *driver, MieniDistance distance, const double *a,
                               const double *b, int step)
{
    if (driver->bone_count == 1)
        return bone_distance(driver, distance, a, b);
    double sum = 0.0;
    for (int bone = 0; bone < driver->bone_count; ++bone) {
        const double d = bone_distance(driver, distance, a + (ptrdiff_t)bone * MIENI_DRIVER_PLACE,
                                       b + (ptrdiff_t)bone * step);
        sum += d * d;
    }
    return mieni_sqrt(sum);
}

double mieni_driver_distance(const MieniDriver *driver, MieniDistance distance, const double *a,
                             const double *b)
{
    return distance_between(driver, distance, a, b, MIENI_DRIVER_PLACE);
}

double mieni_driver_reach(const MieniDriver *driver, MieniDistance distance, double radius)
{
    const double number = driver->is_unreal && driver->reads_translation ? radius * centimetres : radius;
    const bool is_length = driver->reads_translation && distance == MIENI_DISTANCE_EUCLIDEAN;
    return is_length ? number : number * radians_per_degree;
}

// Kernels

static double no_less_than_zero(double x) { return x > 0.0 ? x : 0.0; }

static double kernel_of(MieniKernel kernel, double x)
{
    switch (kernel) {
    case MIENI_KERNEL_GAUSSIAN:
        return mien_exp(-(x * x));
    case MIENI_KERNEL_EXPONENTIAL:
        return mien_exp(-x);
    case MIENI_KERNEL_LINEAR:
        return no_less_than_zero(1.0 - x);
    case MIENI_KERNEL_CUBIC:
        return no_less_than_zero(1.0 - (x * x) * x);
    case MIENI_KERNEL_QUINTIC:
        return no_less_than_zero(1.0 - ((x * x) * (x * x)) * x);
    }
    return 0.0;
}

/// Those of unreal's interpolative solver, which bear the same names.
static double unreal_kernel_of(MieniKernel kernel, double d, double sigma)
{
    if (kernel == MIENI_KERNEL_GAUSSIAN)
        return mien_exp(-(d / (sigma * sigma)));
    if (kernel == MIENI_KERNEL_EXPONENTIAL)
        return mien_exp(-(2.0 * d / sigma));
    return kernel_of(kernel, d / sigma);
}

/// Straight between points; before the first and after the last as there.
static double along_curve(const double *points, int count, double x)
{
    if (!(x > points[0]))
        return points[1];
    for (int i = 1; i < count; ++i) {
        const double *from = points + 2 * (ptrdiff_t)(i - 1), *to = from + 2;
        if (x < to[0])
            return from[1] + (to[1] - from[1]) * ((x - from[0]) / (to[0] - from[0]));
    }
    return points[2 * (ptrdiff_t)(count - 1) + 1];
}

double mieni_driver_kernel(const MieniDriver *driver, int target, const double *at)
{
    const MieniDriverTarget *t = &driver->targets[target];
    const double d = mieni_driver_distance(driver, t->distance, at, t->at);
    const double reach = mieni_driver_reach(driver, t->distance, t->radius);
    if (driver->is_unreal && driver->solver == MIENI_SOLVER_INTERPOLATIVE)
        return unreal_kernel_of(t->kernel, d, reach > least_reach ? reach : least_reach);
    const double least = driver->is_unreal ? unreal_least_reach : least_reach;
    const double value = kernel_of(t->kernel, d / (reach > least ? reach : least));
    return t->curve_count > 0 ? along_curve(t->curve, t->curve_count, value) : value;
}

// Weights

void mieni_driver_solve(const MieniDriver *driver, const double *at, double *kernels, double *out_weights)
{
    const int n = driver->target_count;
    const bool is_solved = driver->solver == MIENI_SOLVER_INTERPOLATIVE;
    for (int i = 0; i < n; ++i) {
        kernels[i] = mieni_driver_kernel(driver, i, at);
        out_weights[i] = is_solved ? 0.0 : kernels[i];
    }
    if (!is_solved)
        return;
    if (driver->is_unreal && n == 1) {
        out_weights[0] = 1.0;
        return;
    }
    if (driver->is_invalid || !driver->inverse)
        return;
    // Row i of the matrix was the kernels at target i, so they stand on the left.
    for (int i = 0; i < n; ++i) {
        const double *row = driver->inverse + (ptrdiff_t)i * n;
        for (int k = 0; k < n && kernels[i] != 0.0; ++k)
            out_weights[k] += kernels[i] * row[k];
    }
    for (int i = 0; i < n; ++i)
        out_weights[i] = clamped(out_weights[i], 0.0, 1.0);
}

/// What unreal multiplies weights with that add up to no more than 1.
static double unreal_factor(const MieniDriver *driver, const double *at, double total)
{
    if (driver->normalise == MIENI_NORMALISE_ALWAYS)
        return 1.0 / total;
    if (driver->normalise != MIENI_NORMALISE_MEDIAN)
        return 1.0;
    const double *median = driver->median;
    double place[MIENI_DRIVER_PLACE] = {0.0, 0.0, 0.0, 1.0, median[0], median[1], median[2]};
    if (!driver->reads_translation)
        mieni_driver_turn(median, place);
    const double d = distance_between(driver, driver->distance, at, place, 0), all = 1.0 / total;
    const double least = mieni_driver_reach(driver, driver->distance, median[3]),
                 most = mieni_driver_reach(driver, driver->distance, median[4]);
    if (most < least || d > most)
        return 1.0;
    if (d <= least)
        return all;
    return all + (1.0 - all) * ((d - least) / (most - least));
}

static double factor_of(const MieniDriver *driver, const double *at, double total)
{
    if (driver->is_unreal) {
        if (!(total > unreal_least_total))
            return 0.0;
        return total > 1.0 ? 1.0 / total : unreal_factor(driver, at, total);
    }
    if (driver->normalise == MIENI_NORMALISE_NONE)
        return 1.0;
    if (driver->normalise == MIENI_NORMALISE_ALWAYS)
        return 1.0 / (total > least_total ? total : least_total);
    return total > 1.0 ? 1.0 / total : 1.0;
}

/// Angles of what is not finite would be 0, which is as near as can be.
static bool is_finite_place(const MieniDriver *driver, const double *at)
{
    for (ptrdiff_t k = 0; k < (ptrdiff_t)driver->bone_count * MIENI_DRIVER_PLACE; ++k) {
        if (!(at[k] - at[k] == 0.0))
            return false;
    }
    return true;
}

void mieni_driver_weights(const MieniDriver *driver, const double *at, double *work, float *out_weights)
{
    const int n = driver->target_count;
    double *weights = work + n, total = 0.0;
    if (!is_finite_place(driver, at)) {
        for (int i = 0; i < n; ++i)
            out_weights[i] = 0.0f;
        return;
    }
    mieni_driver_solve(driver, at, work, weights);
    // unreal's additive solver has put the gain into the radius.
    const bool has_gain = !driver->is_unreal || driver->solver == MIENI_SOLVER_INTERPOLATIVE;
    for (int i = 0; i < n; ++i) {
        const MieniDriverTarget *target = &driver->targets[i];
        weights[i] = target->is_excluded ? 0.0 : (has_gain ? weights[i] * target->gain : weights[i]);
        total += weights[i];
    }
    const double factor = factor_of(driver, at, total);
    for (int i = 0; i < n; ++i) {
        const double w = weights[i] * factor;
        const bool is_emitted = !driver->is_unreal || (w > driver->threshold && w > 0.0);
        const double most = (double)MIEN_MAX_WEIGHT;
        out_weights[i] = is_emitted && w == w ? (float)clamped(w, -most, most) + 0.0f : 0.0f;
    }
}
