// SPDX-License-Identifier: MIT
//
// Rates from frame times.

#include "support/check.h"

#include "io/rate.h"

#include <math.h>

typedef struct Expected {
    double frame_time;
    int rate, divisor;
    bool is_snapped;
} Expected;

TEST(usual_rates)
{
    static const Expected all[] = {{0.041667, 24, 1, true},        {0.0416667, 24, 1, true},
                                   {1.0 / 24.0, 24, 1, false},     {0.0417083, 24000, 1001, true},
                                   {0.041708, 24000, 1001, true},  {1001.0 / 24000.0, 24000, 1001, false},
                                   {0.04, 25, 1, false},           {0.0333333, 30, 1, true},
                                   {0.03333, 30, 1, true},         {0.0333667, 30000, 1001, true},
                                   {0.033367, 30000, 1001, true},  {0.01666667, 60, 1, true},
                                   {0.0166833, 60000, 1001, true}, {0.008333, 120, 1, true},
                                   {0.0083333, 120, 1, true},      {0.00834167, 120000, 1001, true},
                                   {0.01, 100, 1, false},          {0.0100001, 100, 1, true},
                                   {0.02, 50, 1, false},           {0.004167, 240, 1, true},
                                   {0.00416667, 240, 1, true},     {1.0, 1, 1, false},
                                   {0.001, 1000, 1, false},        {0.5, 2, 1, false}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) {
        int rate = 0, divisor = 0;
        const bool is_snapped = mieni_rate_of_frame_time(all[i].frame_time, &rate, &divisor);
        if (rate != all[i].rate)
            printf("%.9g\n", all[i].frame_time);
        CHECK_INT(rate, all[i].rate);
        CHECK_INT(divisor, all[i].divisor);
        CHECK_INT(is_snapped, all[i].is_snapped);
    }
}

TEST(other_rates)
{
    static const Expected all[] = {{1.0 / 29.0, 29, 1, false}, {0.03, 100, 3, false},
                                   {0.07, 100, 7, false},      {2.0, 1, 2, false},
                                   {3.5, 2, 7, false},         {86400.0, 1, 86400, false},
                                   {1e-5, 100000, 1, false},   {0.0415, 2000, 83, false}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) {
        int rate = 0, divisor = 0;
        CHECK(!mieni_rate_of_frame_time(all[i].frame_time, &rate, &divisor));
        CHECK_INT(rate, all[i].rate);
        CHECK_INT(divisor, all[i].divisor);
    }
}

/// Every frame time has a rate near it: a thousandth if usual, a millionth otherwise.
TEST(all_rates_are_near)
{
    double usual = 0.0, other = 0.0;
    int usual_count = 0, other_count = 0;
    for (double frame_time = MIENI_LEAST_FRAME_TIME; frame_time <= MIENI_MOST_FRAME_TIME;
         frame_time *= 1.0000731) {
        int rate = 0, divisor = 0;
        const bool is_snapped = mieni_rate_of_frame_time(frame_time, &rate, &divisor);
        CHECK(rate > 0 && divisor > 0);
        const double off = fabs(frame_time * rate / divisor - 1.0);
        if (is_snapped) {
            usual = fmax(usual, off);
            ++usual_count;
        } else {
            other = fmax(other, off);
            ++other_count;
        }
    }
    printf("%d usual within %.3g, %d others within %.3g\n", usual_count, usual, other_count, other);
    CHECK(usual_count > 100 && usual <= 1e-3);
    CHECK(other_count > 100 && other <= 1e-6);
}

CHECK_MAIN
{
    RUN(usual_rates);
    RUN(other_rates);
    RUN(all_rates_are_near);
}
