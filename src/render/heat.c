// SPDX-License-Identifier: MIT
//
// The colours lie on a line of straight pieces in Oklab, a space in which equal distances
// look equal; a value is a share of the line's length.

#include "core/float_rules.h"

#include "render/heat.h"

#include "core/square_root.h"
#include "render/srgb.h"

enum { POINTS = 5 };

/// Lightness, green to red, blue to yellow.
static const double points[POINTS][3] = {
    {0.86, 0.000, 0.010}, {0.80, 0.030, 0.090},  {0.69, 0.130, 0.110},
    {0.52, 0.190, 0.050}, {0.34, 0.110, -0.090},
};

static double distance(const double a[3], const double b[3])
{
    const double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    return mieni_sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

static MieniColor from_oklab(const double lab[3])
{
    double cones[3] = {
        lab[0] + 0.3963377774 * lab[1] + 0.2158037573 * lab[2],
        lab[0] - 0.1055613458 * lab[1] - 0.0638541728 * lab[2],
        lab[0] - 0.0894841775 * lab[1] - 1.2914855480 * lab[2],
    };
    for (int i = 0; i < 3; ++i)
        cones[i] = cones[i] * cones[i] * cones[i];
    const double r = 4.0767416621 * cones[0] - 3.3077115913 * cones[1] + 0.2309699292 * cones[2];
    const double g = -1.2684380046 * cones[0] + 2.6097574011 * cones[1] - 0.3413193965 * cones[2];
    const double b = -0.0041960863 * cones[0] - 0.7034186147 * cones[1] + 1.7076147010 * cones[2];
    return (MieniColor){mieni_srgb_encode((float)r), mieni_srgb_encode((float)g), mieni_srgb_encode((float)b),
                        255};
}

MieniColor mieni_heat_color(float value)
{
    const double at = value > 0 ? (value < 1 ? (double)value : 1) : 0;
    double whole = 0, passed = 0,
           color[3] = {points[POINTS - 1][0], points[POINTS - 1][1], points[POINTS - 1][2]};
    for (int i = 1; i < POINTS; ++i)
        whole += distance(points[i - 1], points[i]);
    for (int i = 1; i < POINTS; ++i) {
        const double length = distance(points[i - 1], points[i]), share = (at * whole - passed) / length;
        if (share < 1) {
            for (int c = 0; c < 3; ++c)
                color[c] = points[i - 1][c] + (points[i][c] - points[i - 1][c]) * share;
            break;
        }
        passed += length;
    }
    return from_oklab(color);
}

MieniHeatLegend mieni_heat_legend(float range)
{
    static const double rounds[] = {1, 2, 2.5, 5};
    MieniHeatLegend legend = {.range = range, .count = 1};
    if (!(range > 1e-30f) || !(range < 1e30f))
        return legend;
    double power = 1e-30;
    while (power * 10 <= (double)range)
        power *= 10;
    power /= 10;
    double step = 0; // the smallest round one of which at most MIENI_HEAT_TICKS - 1 fit
    for (int i = 0; step == 0; ++i) {
        const double wish = rounds[i % 4] * (i < 4 ? power : power * 10);
        if ((double)range / wish < MIENI_HEAT_TICKS - 2 + 1e-6)
            step = wish;
    }
    for (int i = 1; i < MIENI_HEAT_TICKS && step * i <= (double)range * (1 + 1e-6); ++i)
        legend.ticks[legend.count++] = (float)(step * i);
    return legend;
}
