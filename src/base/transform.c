// SPDX-License-Identifier: MIT
//
// Transforms in double.

#include "core/float_rules.h"

#include "base/transform.h"

#include "core/square_root.h"

#include <string.h>

double mieni_length3(const double v[3]) { return mieni_sqrt((v[0] * v[0] + v[1] * v[1]) + v[2] * v[2]); }

void mieni_normalize4(double q[4])
{
    const double length = mieni_sqrt((q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]));
    for (int k = 0; length > 0.0 && k < 4; ++k)
        q[k] /= length;
}

void mieni_multiply4(const double a[4], const double b[4], double out[4])
{
    const double q[4] = {((a[3] * b[0] + a[0] * b[3]) + a[1] * b[2]) - a[2] * b[1],
                         ((a[3] * b[1] + a[1] * b[3]) + a[2] * b[0]) - a[0] * b[2],
                         ((a[3] * b[2] + a[2] * b[3]) + a[0] * b[1]) - a[1] * b[0],
                         ((a[3] * b[3] - a[0] * b[0]) - a[1] * b[1]) - a[2] * b[2]};
    memcpy(out, q, sizeof q);
}

void mieni_rotate3(const double q[4], const double v[3], double out[3])
{
    // v + 2 w (u x v) + 2 u x (u x v)
    const double c[3] = {q[1] * v[2] - q[2] * v[1], q[2] * v[0] - q[0] * v[2], q[0] * v[1] - q[1] * v[0]};
    const double d[3] = {q[1] * c[2] - q[2] * c[1], q[2] * c[0] - q[0] * c[2], q[0] * c[1] - q[1] * c[0]};
    for (int k = 0; k < 3; ++k)
        out[k] = v[k] + 2.0 * (q[3] * c[k] + d[k]);
}

MieniPlace mieni_place_of(const MienTransform *transform)
{
    float f[sizeof *transform / sizeof(float)];
    memcpy(f, transform, sizeof f);
    return (MieniPlace){{(double)f[0], (double)f[1], (double)f[2], (double)f[3]},
                        {(double)f[4], (double)f[5], (double)f[6]},
                        {(double)f[8], (double)f[9], (double)f[10]}};
}

MieniPlace mieni_place_compose(const MieniPlace *parent, const MieniPlace *child)
{
    MieniPlace out;
    const double v[3] = {parent->s[0] * child->t[0], parent->s[1] * child->t[1], parent->s[2] * child->t[2]};
    mieni_rotate3(parent->q, v, out.t);
    mieni_multiply4(parent->q, child->q, out.q);
    for (int k = 0; k < 3; ++k) {
        out.t[k] += parent->t[k];
        out.s[k] = parent->s[k] * child->s[k];
    }
    return out;
}

double mieni_place_distance(const MieniPlace *a, const MieniPlace *b, double shell)
{
    double worst = 0.0;
    for (int i = 0; i < 6; ++i) {
        double point[3] = {0.0, 0.0, 0.0}, p[3], r[3], d[3];
        point[i / 2] = i % 2 == 0 ? shell : -shell;
        double q[3] = {point[0] * b->s[0], point[1] * b->s[1], point[2] * b->s[2]};
        for (int k = 0; k < 3; ++k)
            point[k] *= a->s[k];
        mieni_rotate3(a->q, point, p);
        mieni_rotate3(b->q, q, r);
        for (int k = 0; k < 3; ++k)
            d[k] = (p[k] + a->t[k]) - (r[k] + b->t[k]);
        const double length = mieni_length3(d);
        worst = length > worst ? length : worst;
    }
    return worst;
}

double mieni_places_extent(const MieniPlace *places, int count)
{
    double extent = 0.0;
    for (int k = 0; k < 3 && count > 0; ++k) {
        double low = places[0].t[k], high = low;
        for (int i = 1; i < count; ++i) {
            low = places[i].t[k] < low ? places[i].t[k] : low;
            high = places[i].t[k] > high ? places[i].t[k] : high;
        }
        extent = high - low > extent ? high - low : extent;
    }
    return extent;
}

bool mieni_place_is_moved(const MienTransform *from, const MienTransform *to, double extent)
{
    const MieniPlace a = mieni_place_of(from), b = mieni_place_of(to);
    const double back[4] = {-a.q[0], -a.q[1], -a.q[2], a.q[3]};
    double turn[4], shift[3], growth[3];
    mieni_multiply4(b.q, back, turn);
    for (int k = 0; k < 3; ++k) {
        shift[k] = b.t[k] - a.t[k];
        growth[k] = a.s[k] > 1e-8 || a.s[k] < -1e-8 ? b.s[k] / a.s[k] - 1.0 : b.s[k] - a.s[k];
    }
    return mieni_length3(turn) > 1e-5 || mieni_length3(shift) > 1e-5 * extent || mieni_length3(growth) > 1e-5;
}
