// SPDX-License-Identifier: MIT
//
// Frame rates: from steps, from times, from numbers.

#include "support/check.h"

#include "io/rate.h"

TEST(medians)
{
    const int64_t values[] = {5, -3, 9, 9, 1, 2};
    CHECK_INT(mieni_median(values, 1), 5);
    CHECK_INT(mieni_median(values, 2), -3);
    CHECK_INT(mieni_median(values, 3), 5);
    CHECK_INT(mieni_median(values, 6), 2);
}

TEST(usual_rates)
{
    CHECK_INT(mieni_usual_rate(1000, 33), 30);
    CHECK_INT(mieni_usual_rate(1000, 40), 25);
    CHECK_INT(mieni_usual_rate(1000, 42), 24);
    CHECK_INT(mieni_usual_rate(1000, 1000), 1);
    CHECK_INT(mieni_usual_rate(1000, 25), 0);
    CHECK_INT(mieni_usual_rate(1000, 5000), 0);
}

static void check_times(double step, int count, bool shows, int rate, int divisor)
{
    double seconds[64];
    int64_t scratch[64];
    int found = -1, found_divisor = -1;
    for (int i = 0; i < count; ++i)
        seconds[i] = 3.5 + step * (double)i + (i % 3 == 0 ? step * 0.01 : 0.0);
    CHECK_INT(mieni_rate_of_times(seconds, count, scratch, &found, &found_divisor), shows);
    CHECK_INT(found, rate);
    CHECK_INT(found_divisor, divisor);
}

TEST(rates_of_times)
{
    check_times(1.0 / 30.0, 64, true, 30, 1);
    check_times(1001.0 / 30000.0, 64, true, 30, 1); // within four per cent
    check_times(1.0 / 60.0, 2, true, 60, 1);
    check_times(1.0, 20, true, 1, 1);
    check_times(0.5, 64, true, 2, 1);
    check_times(0.001, 1, false, 60, 1);
    check_times(1e-12, 20, false, 60, 1);          // no step that nanoseconds count
    check_times(4000.000123457, 20, false, 60, 1); // hours apart, and uneven
    const double even[] = {0.0, 0.001, 0.002, 4.0};
    int64_t scratch[4];
    int rate = 0, divisor = 0;
    CHECK(mieni_rate_of_times(even, 4, scratch, &rate, &divisor));
    CHECK_INT(rate, 1000);
    CHECK_INT(divisor, 1);
    const double slow[] = {0.0, 8.0, 16.0};
    CHECK(mieni_rate_of_times(slow, 3, scratch, &rate, &divisor));
    CHECK_INT(rate, 1);
    CHECK_INT(divisor, 8);
}

TEST(rates_of_numbers)
{
    static const struct {
        double number;
        int rate, divisor;
    } rows[] = {{30.0, 30, 1},           {60.0, 60, 1},        {29.97, 30000, 1001},
                {23.976, 24000, 1001},   {59.94, 60000, 1001}, {30000.0 / 1001.0, 30000, 1001},
                {12.5, 25, 2},           {23.98, 1199, 50},    {0.001, 1, 1000},
                {1000000.0, 1000000, 1}, {1000.0, 1000, 1},    {119.88, 120000, 1001}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        int rate = 0, divisor = 0;
        CHECK(mieni_rate_of_number(rows[i].number, &rate, &divisor));
        CHECK_INT(rate, rows[i].rate);
        CHECK_INT(divisor, rows[i].divisor);
    }
    static const double wrong[] = {0.0, -30.0, 0.0009, 1000001.0, 1e300};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        int rate = 7, divisor = 7;
        CHECK(!mieni_rate_of_number(wrong[i], &rate, &divisor));
        CHECK_INT(rate, 7);
    }
}

CHECK_MAIN
{
    RUN(medians);
    RUN(usual_rates);
    RUN(rates_of_times);
    RUN(rates_of_numbers);
}
