// SPDX-License-Identifier: MIT
//
// Functions from 0 to 1. Computed in double and rounded once.

#include "core/float_rules.h"

#include "core/remap.h"

#include "core/square_root.h"
#include "mien/math.h"

static double power(double a, int n)
{
    double result = a;
    for (int i = 1; i < n; ++i)
        result *= a;
    return result;
}

static double circular_in(double a) { return 1.0 - mieni_sqrt(1.0 - a * a); }

static double exponential_in(double a)
{
    return a <= 0.0 ? 0.0 : mien_exp(10.0 * (a - 1.0) * 0.69314718055994530942);
}

/// One way in, and the same way out again.
static double in_and_out(double (*in)(double), double a)
{
    return a < 0.5 ? 0.5 * in(2.0 * a) : 1.0 - 0.5 * in(2.0 - 2.0 * a);
}

static double power_in_and_out(double a, int n)
{
    return a < 0.5 ? 0.5 * power(2.0 * a, n) : 1.0 - 0.5 * power(2.0 - 2.0 * a, n);
}

static double sine(double a)
{
    double s, c;
    mien_sincos(3.14159265358979323846 * (a - 0.5), &s, &c);
    return (s + 1.0) * 0.5;
}

static double remapped(MieniRemap remap, double a)
{
    switch (remap) {
    case MIENI_REMAP_SMOOTH:
        return a * a * (3.0 - 2.0 * a);
    case MIENI_REMAP_SINE:
        return sine(a);
    case MIENI_REMAP_QUADRATIC:
        return power_in_and_out(a, 2);
    case MIENI_REMAP_CUBIC:
        return power_in_and_out(a, 3);
    case MIENI_REMAP_QUARTIC:
        return power_in_and_out(a, 4);
    case MIENI_REMAP_QUINTIC:
        return power_in_and_out(a, 5);
    case MIENI_REMAP_CIRCULAR_IN:
        return circular_in(a);
    case MIENI_REMAP_CIRCULAR_OUT:
        return 1.0 - circular_in(1.0 - a);
    case MIENI_REMAP_CIRCULAR:
        return in_and_out(circular_in, a);
    case MIENI_REMAP_EXPONENTIAL_IN:
        return exponential_in(a);
    case MIENI_REMAP_EXPONENTIAL_OUT:
        return 1.0 - exponential_in(1.0 - a);
    case MIENI_REMAP_EXPONENTIAL:
        return in_and_out(exponential_in, a);
    default:
        return a;
    }
}

float mieni_remap(MieniRemap remap, float value, bool is_clamped)
{
    const float number = value == value ? value : 0.0f;
    if (remap == MIENI_REMAP_LINEAR && !is_clamped)
        return number;
    const float a = number > 0.0f ? number < 1.0f ? number : 1.0f : 0.0f;
    return a > 0.0f && a < 1.0f ? (float)remapped(remap, (double)a) : a;
}
