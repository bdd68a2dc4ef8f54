// SPDX-License-Identifier: MIT
//
// Numbers as people read them.

#include "core/float_rules.h"

#include "base/format.h"

#include "base/transform.h"

#include <inttypes.h>

static const double degrees_per_radian = 57.29577951308232;

static double absolute(double value) { return value < 0.0 ? -value : value; }

void mieni_say_fixed(MieniTextOut *out, double value, int decimals)
{
    static const uint64_t powers[] = {1,      10,      100,      1000,      10000,
                                      100000, 1000000, 10000000, 100000000, 1000000000};
    const uint64_t power = powers[decimals];
    const double scaled = absolute(value) * (double)power + 0.5;
    if (!(scaled < 9e15)) { // beyond, doubles are whole numbers anyway
        mieni_text_put_number(out, value);
        return;
    }
    const uint64_t digits = (uint64_t)scaled;
    mieni_text_putf(out, "%s%" PRIu64, value < 0.0 && digits > 0 ? "-" : "", digits / power);
    if (decimals > 0)
        mieni_text_putf(out, ".%0*" PRIu64, decimals, digits % power);
}

int mieni_decimals_of(double value)
{
    int decimals = 1;
    for (double size = absolute(value); size < 1.0 && decimals < 9; size *= 10.0)
        ++decimals;
    return decimals;
}

void mieni_say_about(MieniTextOut *out, double value)
{
    mieni_say_fixed(out, value, mieni_decimals_of(value));
}

/// The unit for something of a length: metres are multiplied by what is returned.
static double unit_of(double metres, const char **out_name, int *out_decimals)
{
    const bool is_long = absolute(metres) >= 1.0;
    *out_name = is_long ? " m" : " mm";
    *out_decimals = is_long ? 2 : mieni_decimals_of(metres * 1000.0);
    return is_long ? 1.0 : 1000.0;
}

void mieni_say_length(MieniTextOut *out, double metres)
{
    const char *name;
    int decimals;
    const double factor = unit_of(metres, &name, &decimals);
    mieni_say_fixed(out, metres * factor, decimals);
    mieni_text_put(out, name);
}

void mieni_say_shift(MieniTextOut *out, const double metres[3])
{
    const char *name;
    int decimals;
    const double length = mieni_length3(metres), factor = unit_of(length, &name, &decimals);
    mieni_say_length(out, length);
    for (int k = 0; k < 3; ++k) {
        mieni_text_put(out, k == 0 ? " (" : ", ");
        mieni_say_fixed(out, metres[k] * factor, decimals);
    }
    mieni_text_put(out, ")");
}

double mieni_degrees_of(const double q[4])
{
    return 2.0 * mien_atan2(mieni_length3(q), absolute(q[3])) * degrees_per_radian;
}

void mieni_say_turn(MieniTextOut *out, const double q[4])
{
    static const char *const axes[] = {"x", "y", "z"};
    const double degrees = mieni_degrees_of(q), length = mieni_length3(q);
    int axis = -1;
    for (int k = 0; k < 3; ++k)
        axis = absolute(q[k]) > 0.99 * length ? k : axis;
    if (axis >= 0)
        mieni_text_put(out, (q[axis] < 0.0) == (q[3] < 0.0) ? "+" : "-");
    mieni_say_about(out, degrees);
    mieni_text_put(out, "\xC2\xB0");
    if (axis >= 0)
        mieni_text_putf(out, " about %s", axes[axis]);
}
