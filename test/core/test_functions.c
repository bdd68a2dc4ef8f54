// SPDX-License-Identifier: MIT
//
// The transcendental functions: their special values, their exact bits on every
// platform, and their error against a libm with wider numbers, where there is
// one. The bounds are those that mien/math.h states.

#include "support/random.h"

#include "mien/math.h"
#include "support/check.h"

#include <float.h>
#include <math.h>

static const double pi = 0x1.921fb54442d18p+1;
static const double tiny = 0x1p-1074, largest = DBL_MAX;

/// The bits are equal; NaN is what mien_exp and the others return for it.
static bool is_same(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

TEST(exp_special_values)
{
    CHECK(is_same(mien_exp(0.0), 1.0));
    CHECK(is_same(mien_exp(-0.0), 1.0));
    CHECK(is_same(mien_exp(tiny), 1.0));
    CHECK(is_same(mien_exp((double)INFINITY), (double)INFINITY));
    CHECK(is_same(mien_exp(-(double)INFINITY), 0.0));
    CHECK(is_same(mien_exp(largest), (double)INFINITY));
    CHECK(is_same(mien_exp(-largest), 0.0));
    CHECK(isnan(mien_exp((double)NAN)));
    // The ends: e^x passes the largest double, and half the smallest.
    CHECK(is_same(mien_exp(0x1.62e42fefa39efp+9), 0x1.fffffffffff2ap+1023));
    CHECK(is_same(mien_exp(0x1.62e42fefa39f0p+9), (double)INFINITY));
    CHECK(is_same(mien_exp(-0x1.74910d52d3051p+9), tiny));
    CHECK(is_same(mien_exp(-0x1.74910d52d3052p+9), 0.0));
}

TEST(log_special_values)
{
    CHECK(is_same(mien_log(1.0), 0.0));
    CHECK(is_same(mien_log(0.0), -(double)INFINITY));
    CHECK(is_same(mien_log(-0.0), -(double)INFINITY));
    CHECK(is_same(mien_log((double)INFINITY), (double)INFINITY));
    CHECK(is_same(mien_log(tiny), -0x1.74385446d71c3p+9));
    CHECK(is_same(mien_log(largest), 0x1.62e42fefa39efp+9));
    CHECK(isnan(mien_log(-tiny)));
    CHECK(isnan(mien_log(-1.0)));
    CHECK(isnan(mien_log(-(double)INFINITY)));
    CHECK(isnan(mien_log((double)NAN)));
    CHECK(is_same(mien_log(-1.0), mien_log((double)NAN)));
}

TEST(pow_special_values)
{
    const double numbers[] = {0.0, tiny, 0.5, 1.0, 2.0, largest, (double)INFINITY, (double)NAN, -1.0};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        CHECK(is_same(mien_pow(numbers[i], 0.0), 1.0));
        CHECK(is_same(mien_pow(numbers[i], -0.0), 1.0));
        CHECK(is_same(mien_pow(1.0, numbers[i]), 1.0));
        CHECK(isnan(mien_pow(-1.0, numbers[i])) || numbers[i] == 0.0);
    }
    CHECK(is_same(mien_pow(0.0, 2.0), 0.0));
    CHECK(is_same(mien_pow(0.0, -2.0), (double)INFINITY));
    CHECK(is_same(mien_pow(0.5, (double)INFINITY), 0.0));
    CHECK(is_same(mien_pow(2.0, (double)INFINITY), (double)INFINITY));
    CHECK(is_same(mien_pow(2.0, -(double)INFINITY), 0.0));
    CHECK(is_same(mien_pow((double)INFINITY, -1.0), 0.0));
    CHECK(isnan(mien_pow((double)NAN, 1.0)));
    CHECK(isnan(mien_pow(2.0, (double)NAN)));
    CHECK_NEAR(mien_pow(2.0, 10.0), 1024.0, 1024.0 * 0x1p-42);
    CHECK_NEAR(mien_pow(9.0, 0.5), 3.0, 3.0 * 0x1p-42);
}

TEST(sincos_special_values)
{
    double sine, cosine;
    mien_sincos(0.0, &sine, &cosine);
    CHECK(is_same(sine, 0.0) && is_same(cosine, 1.0));
    mien_sincos(tiny, &sine, &cosine);
    CHECK(is_same(sine, tiny) && is_same(cosine, 1.0));
    mien_sincos(pi / 2, &sine, &cosine);
    CHECK(is_same(sine, 1.0) && is_same(cosine, 0x1.1a62633145c07p-54));
    mien_sincos(-pi / 2, &sine, &cosine);
    CHECK(is_same(sine, -1.0) && is_same(cosine, 0x1.1a62633145c07p-54));
    mien_sincos(pi, &sine, &cosine);
    CHECK(is_same(sine, 0x1.1a62633145c07p-53) && is_same(cosine, -1.0));
    const double refused[] = {0x1.0000000000001p+20, -0x1.0000000000001p+20, largest,
                              (double)INFINITY,      -(double)INFINITY,      (double)NAN};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        mien_sincos(refused[i], &sine, &cosine);
        CHECK(is_same(sine, 0.0) && is_same(cosine, 1.0));
    }
    mien_sincos(0x1p20, &sine, &cosine);
    CHECK_NEAR(sine, 0.3304931400217347, 0x1p-53);
}

TEST(atan2_special_values)
{
    const double inf = (double)INFINITY, not_a_number = (double)NAN;
    const struct {
        double y, x, angle;
    } cases[] = {
        {0, 0, 0},
        {0, -0.0, 0},
        {-0.0, -0.0, 0},
        {not_a_number, 1, 0},
        {1, not_a_number, 0},
        {not_a_number, not_a_number, 0},
        {0, 1, 0},
        {-0.0, 1, 0},
        {0, -1, pi},
        {-0.0, -1, pi},
        {-tiny, -1, -pi},
        {1, 0, pi / 2},
        {1, -0.0, pi / 2},
        {-1, 0, -pi / 2},
        {1, 1, pi / 4},
        {1, -1, 0x1.2d97c7f3321d2p+1},
        {-1, -1, -0x1.2d97c7f3321d2p+1},
        {-1, 1, -pi / 4},
        {inf, inf, pi / 4},
        {inf, -inf, 0x1.2d97c7f3321d2p+1},
        {1, inf, 0},
        {1, -inf, pi},
        {-1, -inf, -pi},
        {inf, 1, pi / 2},
        {-inf, -1, -pi / 2},
        {tiny, tiny, pi / 4},
        {tiny, 1, tiny},
        {tiny, largest, 0},
        {largest, tiny, pi / 2},
        {1, 2, 0x1.dac670561bb4fp-2},
        {2 * tiny, 4 * tiny, 0x1.dac670561bb4fp-2},
        {largest / 2, largest, 0x1.dac670561bb4fp-2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double angle = mien_atan2(cases[i].y, cases[i].x);
        if (!is_same(angle, cases[i].angle)) {
            printf("atan2(%a, %a) is %a, not %a\n", cases[i].y, cases[i].x, angle, cases[i].angle);
            CHECK(false);
        }
    }
}

/// An argument for function number which: usual, extreme or hard to reduce.
static double argument(Random *random, int which)
{
    const int way = random_below(random, 4);
    if (way == 0)
        return random_double(random);
    if (way == 1)
        return random_between(random, -2.0, 2.0);
    if (which == 0)
        return random_between(random, -750.0, 712.0);
    if (which == 3) // near a multiple of pi/2, or anywhere in range
        return way == 2 ? random_below(random, 667544) * (pi / 2) : random_between(random, -0x1p20, 0x1p20);
    return random_between(random, 0.0, way == 2 ? 2.0 : 1000.0);
}

TEST(bits)
{
    Random random = {5};
    MieniSha256 hash;
    mieni_sha256_begin(&hash);
    for (int n = 0; n < 100000; n++) {
        double sine, cosine;
        hash_double(&hash, mien_exp(argument(&random, 0)));
        hash_double(&hash, mien_log(argument(&random, 1)));
        const double x = argument(&random, 2), y = argument(&random, 2);
        hash_double(&hash, mien_pow(x, y));
        mien_sincos(argument(&random, 3), &sine, &cosine);
        hash_double(&hash, sine);
        hash_double(&hash, cosine);
        const double along = argument(&random, 4), across = argument(&random, 4);
        hash_double(&hash, mien_atan2(across, along));
    }
    char text[65];
    hash_text(&hash, text);
    CHECK_STR(text, "970f5b90d55b49ace9a29397629df689cf0264312fe4f948bd248c4435b5ae00");
}

// 64 bits of mantissa judge 53 well. Where long double is as narrow as double,
// or emulated, there is nothing to compare with or it takes too long.
#if defined(__x86_64__) && LDBL_MANT_DIG == 64
#define HAS_WIDE 1
#else
#define HAS_WIDE 0
#endif

#if HAS_WIDE

enum { POINTS = 1000000 };

/// The largest error met, and where.
typedef struct Worst {
    double error, x, y;
} Worst;

static void note(Worst *worst, double error, double x, double y)
{
    if (!(error <= worst->error)) // so that NaN counts
        *worst = (Worst){error, x, y};
}

static void check_worst(const char *name, Worst worst, double bound)
{
    if (worst.error < bound)
        return;
    printf("%s at %a, %a is off by %.4g, not below %.4g\n", name, worst.x, worst.y, worst.error, bound);
    CHECK(false);
}

/// In units of the last place of a double as large as right.
static double ulps(double got, long double right)
{
    if (got == (double)right && (isinf(got) || got == 0.0))
        return 0.0;
    int exponent;
    frexpl(right, &exponent);
    return (double)(fabsl(got - right) / ldexpl(1.0L, (exponent < -1021 ? -1021 : exponent) - 53));
}

TEST(exp_error)
{
    Random random = {11};
    Worst worst = {0}, worst_denormal = {0};
    for (int n = 0; n < POINTS; n++) {
        const double x = n % 2 ? random_between(&random, -708.3, 709.78) : random_between(&random, -1.0, 1.0);
        note(&worst, ulps(mien_exp(x), expl(x)), x, 0);
        const double d = random_between(&random, -746.0, -708.3);
        note(&worst_denormal, ulps(mien_exp(d), expl(d)), d, 0);
    }
    check_worst("exp", worst, 0.75);
    check_worst("exp, denormal", worst_denormal, 0.9);
}

TEST(log_error)
{
    Random random = {12};
    Worst worst = {0};
    for (int n = 0; n < POINTS; n++) {
        double x = random_between(&random, 0.6, 1.5); // both sides of where the exponent steps
        if (n % 4 == 1)
            x = 1.0 + random_between(&random, -1e-3, 1e-3);
        else if (n % 4 == 2)
            x = ldexp(random_between(&random, 0.5, 1.0), random_below(&random, 2098) - 1073);
        else if (n % 4 == 3)
            x = random_between(&random, 0.0, 10.0);
        note(&worst, ulps(mien_log(x), logl(x)), x, 0);
    }
    check_worst("log", worst, 1.0);
}

TEST(pow_error)
{
    Random random = {13};
    Worst worst = {0};
    for (int n = 0; n < POINTS; n++) {
        double x = random_between(&random, 0.0, 10.0), y = random_between(&random, -10.0, 10.0);
        if (n % 2) { // results near the ends of the range, where the error is largest
            x = ldexp(random_between(&random, 0.5, 1.0), random_below(&random, 2046) - 1021);
            y = random_between(&random, -709.0, 709.0) / log(x);
        }
        const long double right = powl(x, y);
        if (right >= (long double)DBL_MIN && right <= (long double)DBL_MAX)
            note(&worst, (double)(fabsl(mien_pow(x, y) - right) / right), x, y);
    }
    check_worst("pow", worst, 0x1p-42);
}

TEST(sincos_error)
{
#if defined(__MINGW32__)
    SKIP("sinl is the processor's own here, and worse than what it would judge");
#endif
    const long double half_pi = 1.57079632679489661923L;
    Random random = {14};
    Worst worst = {0};
    for (int n = 0; n < POINTS; n++) {
        double x = random_between(&random, -0x1p20, 0x1p20), sine, cosine;
        if (n % 4 == 1)
            x = random_between(&random, -10.0, 10.0);
        else if (n % 4 == 2) // the doubles nearest to multiples of pi/2: most bits cancel
            x = nextafter((double)(random_below(&random, 667543) * half_pi), n % 8 < 4 ? 0.0 : 1e9);
        else if (n % 4 == 3)
            x = (double)(random_below(&random, 667543) * half_pi);
        mien_sincos(x, &sine, &cosine);
        note(&worst, ulps(sine, sinl(x)), x, 0);
        note(&worst, ulps(cosine, cosl(x)), x, 0);
    }
    check_worst("sincos", worst, 0.9);
}

TEST(atan2_error)
{
    Random random = {15};
    Worst worst = {0};
    for (int n = 0; n < POINTS; n++) {
        double x = random_between(&random, -1.0, 1.0), y = random_between(&random, -1.0, 1.0);
        if (n % 4 == 1) { // any ratio, from tiny to huge
            y = ldexp(y, random_below(&random, 140) - 70);
        } else if (n % 4 == 2) { // denormal, or about to be
            x = ldexp(x, -1000 - random_below(&random, 70));
            y = ldexp(y, -1000 - random_below(&random, 70));
        } else if (n % 4 == 3) { // near the limits of the pieces, ratios 1/4, 3/4 and 1
            const double ratios[] = {0.25, 0.75, 1.0};
            y = x * ratios[random_below(&random, 3)] * (1.0 + random_between(&random, -1e-3, 1e-3));
        }
        if (y != 0.0 && x != 0.0) {
            note(&worst, ulps(mien_atan2(y, x), atan2l(y, x)), y, x);
            note(&worst, ulps(mien_atan2(x, y), atan2l(x, y)), x, y);
        }
    }
    check_worst("atan2", worst, 0.6);
}

#endif

TEST(error_needs_wide_numbers)
{
    if (!HAS_WIDE)
        SKIP("no 80-bit long double");
}

CHECK_MAIN
{
    RUN(exp_special_values);
    RUN(log_special_values);
    RUN(pow_special_values);
    RUN(sincos_special_values);
    RUN(atan2_special_values);
    RUN(bits);
    RUN(error_needs_wide_numbers);
#if HAS_WIDE
    RUN(exp_error);
    RUN(log_error);
    RUN(pow_error);
    RUN(sincos_error);
    RUN(atan2_error);
#endif
}
