// SPDX-License-Identifier: MIT
//
// Numbers as people read them.

#include "base/format.h"
#include "support/check.h"

#include <locale.h>

static const char *fixed(double value, int decimals)
{
    static char text[64];
    MieniTextOut out = {0};
    mieni_say_fixed(&out, value, decimals);
    snprintf(text, sizeof text, "%s", out.bytes);
    mieni_text_release(&out);
    return text;
}

TEST(decimals)
{
    CHECK_STR(fixed(0.0, 0), "0");
    CHECK_STR(fixed(-0.0, 2), "0.00");
    CHECK_STR(fixed(2.5, 0), "3");
    CHECK_STR(fixed(-2.5, 0), "-3");
    CHECK_STR(fixed(0.004, 2), "0.00");
    CHECK_STR(fixed(-0.004, 2), "0.00");
    CHECK_STR(fixed(-0.006, 2), "-0.01");
    CHECK_STR(fixed(9.996, 2), "10.00");
    CHECK_STR(fixed(1.0625, 3), "1.063");
    CHECK_STR(fixed(1000000.0, 9), "1000000.000000000");
    CHECK_STR(fixed(1e9, 9), "1000000000");
    CHECK_STR(fixed(1e300, 1), "1e300");
    CHECK_STR(fixed(0.000000001, 9), "0.000000001");
    CHECK_INT(mieni_decimals_of(123.0), 1);
    CHECK_INT(mieni_decimals_of(-1.0), 1);
    CHECK_INT(mieni_decimals_of(0.5), 2);
    CHECK_INT(mieni_decimals_of(-0.012), 3);
    CHECK_INT(mieni_decimals_of(0.0), 9);
}

TEST(units)
{
    static const struct {
        double metres[3];
        const char *text;
    } shifts[] = {{{0.001, 0.002, 0.002}, "3.0 mm (1.0, 2.0, 2.0)"},
                  {{-0.00001, 0.0, 0.0}, "0.010 mm (-0.010, 0.000, 0.000)"},
                  {{0.0, 12.345, 0.0}, "12.35 m (0.00, 12.35, 0.00)"},
                  {{0.0, 0.0, -0.25}, "250.0 mm (0.0, 0.0, -250.0)"}};
    for (size_t i = 0; i < sizeof shifts / sizeof *shifts; ++i) {
        MieniTextOut out = {0};
        mieni_say_shift(&out, shifts[i].metres);
        CHECK_STR(out.bytes, shifts[i].text);
        mieni_text_release(&out);
    }
}

TEST(turns)
{
    static const struct {
        double q[4], degrees;
        const char *text;
    } turns[] = {{{0.6, 0.0, 0.0, 0.8}, 73.73979529168804, "+73.7\xC2\xB0 about x"},
                 {{-0.6, 0.0, 0.0, -0.8}, 73.73979529168804, "+73.7\xC2\xB0 about x"},
                 {{0.0, -0.6, 0.0, 0.8}, 73.73979529168804, "-73.7\xC2\xB0 about y"},
                 {{0.0, 0.0, 1.0, 0.0}, 180.0, "+180.0\xC2\xB0 about z"},
                 {{0.5, 0.5, 0.5, 0.5}, 120.0, "120.0\xC2\xB0"},
                 {{0.0001, 0.0001, 0.0, 1.0}, 0.0162056935828, "0.016\xC2\xB0"}};
    for (size_t i = 0; i < sizeof turns / sizeof *turns; ++i) {
        MieniTextOut out = {0};
        CHECK_NEAR(mieni_degrees_of(turns[i].q), turns[i].degrees, 1e-9);
        mieni_say_turn(&out, turns[i].q);
        CHECK_STR(out.bytes, turns[i].text);
        mieni_text_release(&out);
    }
}

TEST(locales)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "C.UTF-8"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        if (setlocale(LC_ALL, names[i]) != NULL)
            CHECK_STR(fixed(1234.5, 1), "1234.5");
    }
    setlocale(LC_ALL, "C");
}

CHECK_MAIN
{
    RUN(decimals);
    RUN(units);
    RUN(turns);
    RUN(locales);
}
