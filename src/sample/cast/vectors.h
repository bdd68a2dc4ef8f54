// SPDX-License-Identifier: MIT
//
// Points and small functions that the shapes of the cast are written with.

#pragma once

#include "core/square_root.h"
#include "mien/math.h"

#define MIENI_PI 3.14159265358979323846

typedef struct MieniPoint {
    double x, y, z;
} MieniPoint;

static inline MieniPoint mieni_point(double x, double y, double z) { return (MieniPoint){x, y, z}; }

static inline MieniPoint mieni_point_of(const double v[3]) { return (MieniPoint){v[0], v[1], v[2]}; }

static inline void mieni_point_put(MieniPoint p, double out[3])
{
    out[0] = p.x;
    out[1] = p.y;
    out[2] = p.z;
}

static inline MieniPoint mieni_plus(MieniPoint a, MieniPoint b)
{
    return (MieniPoint){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline MieniPoint mieni_minus(MieniPoint a, MieniPoint b)
{
    return (MieniPoint){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline MieniPoint mieni_times(MieniPoint a, double factor)
{
    return (MieniPoint){a.x * factor, a.y * factor, a.z * factor};
}

/// a + b * factor.
static inline MieniPoint mieni_along(MieniPoint a, MieniPoint b, double factor)
{
    return (MieniPoint){a.x + b.x * factor, a.y + b.y * factor, a.z + b.z * factor};
}

static inline double mieni_dot(MieniPoint a, MieniPoint b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static inline MieniPoint mieni_cross(MieniPoint a, MieniPoint b)
{
    return (MieniPoint){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double mieni_length(MieniPoint a) { return mieni_sqrt(mieni_dot(a, a)); }

/// Of length 1; nothing becomes nothing.
static inline MieniPoint mieni_unit(MieniPoint a)
{
    const double length = mieni_length(a);
    return mieni_times(a, 1.0 / (length > 1e-12 ? length : 1e-12));
}

/// The left twin of a point.
static inline MieniPoint mieni_folded(MieniPoint a) { return (MieniPoint){a.x < 0.0 ? -a.x : a.x, a.y, a.z}; }

static inline double mieni_least(double a, double b) { return a < b ? a : b; }

static inline double mieni_most(double a, double b) { return a > b ? a : b; }

static inline double mieni_size(double a) { return a < 0.0 ? -a : a; }

static inline double mieni_between(double a, double least, double most)
{
    return a < least ? least : a > most ? most : a;
}

static inline double mieni_mix(double a, double b, double t) { return a + (b - a) * t; }

/// 0 at a, 1 at b, level at both; a may be the larger.
static inline double mieni_smooth(double a, double b, double x)
{
    const double t = mieni_between((x - a) / (b - a), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

/// 1 at 0, 0 from 1 on, smooth.
static inline double mieni_bump(double d)
{
    const double t = mieni_between(1.0 - d * d, 0.0, 1.0);
    return t * t * t;
}

/// A bell of width 1.
static inline double mieni_bell(double x) { return mien_exp(-(x * x)); }

static inline double mieni_sine(double x)
{
    double sine, cosine;
    mien_sincos(x, &sine, &cosine);
    return sine;
}

static inline double mieni_cosine(double x)
{
    double sine, cosine;
    mien_sincos(x, &sine, &cosine);
    return cosine;
}

static inline double mieni_radians(double degrees) { return degrees * (MIENI_PI / 180.0); }
