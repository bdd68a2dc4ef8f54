// SPDX-License-Identifier: MIT
//
// exp, log, pow, sine and cosine, atan2, in double, from + - * / and the bits of
// the numbers alone. libm is not used because its bits differ between systems,
// and between processors on one system.
//
// All of them work alike: bring the argument near 0 without losing anything,
// sum a Taylor series there, put the pieces together largest first. What a
// large term loses when a small one is added to it is kept and added with the
// small terms, so that only the last addition rounds noticeably.

#include "float_rules.h"

#include "mien/math.h"

#include <string.h>

/// A number as the unevaluated sum of two doubles, |low| far below |high|.
typedef struct Pair {
    double high, low;
} Pair;

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double from_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// One NaN for everyone: processors disagree on the sign of those they make.
static double not_a_number(void) { return from_bits(0x7FF8000000000000u); }

static double infinity(void) { return from_bits(0x7FF0000000000000u); }

/// 2 to the k, -1022 <= k <= 1023.
static double power_of_two(int k) { return from_bits((uint64_t)(k + 1023) << 52); }

static int nearest_int(double x) { return (int)(x < 0.0 ? x - 0.5 : x + 0.5); }

static double magnitude(double x) { return x < 0.0 ? -x : x; }

/// a + b without loss, for |a| >= |b| or a = 0.
static Pair sum_of_ordered(double a, double b)
{
    const double high = a + b;
    return (Pair){high, (a - high) + b};
}

/// a + b without loss (Knuth).
static Pair sum_of(double a, double b)
{
    const double high = a + b, b_seen = high - a, a_seen = high - b_seen;
    return (Pair){high, (a - a_seen) + (b - b_seen)};
}

/// a * b without loss (Dekker): halves of 26 bits, whose products are exact.
/// For factors whose size is near 1.
static Pair product_of(double a, double b)
{
    const double splitter = 0x1p27 + 1.0;
    const double a_scaled = a * splitter, a_high = a_scaled - (a_scaled - a), a_low = a - a_high;
    const double b_scaled = b * splitter, b_high = b_scaled - (b_scaled - b), b_low = b - b_high;
    const double high = a * b;
    return (Pair){high, ((a_high * b_high - high) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

/// c[0] + c[1] x + c[2] x^2 + ...
static double polynomial(const double *c, int count, double x)
{
    double sum = c[count - 1];
    for (int i = count - 2; i >= 0; i--)
        sum = sum * x + c[i];
    return sum;
}

// ln 2 in two parts. The first has 40 bits, so that its product with an
// exponent (11 bits) is exact; the second is the rest.
static const double ln2_high = 0x1.62e42fefa4p-1;
static const double ln2_low = -0x1.8432a1b0e2634p-43;
static const double one_over_ln2 = 0x1.71547652b82fep+0;

// x = k ln 2 + r with |r| <= ln 2 / 2, so e^x = 2^k e^r. The largest terms of
// e^r = 1 + r + r^2 (1/2! + r/3! + ...) are added without loss. The first term
// left out is r^15/15! < 2^-63.
double mien_exp(double x)
{
    static const double c[] = {
        1.0 / 2.0,         1.0 / 6.0,          1.0 / 24.0,          1.0 / 120.0,     1.0 / 720.0,
        1.0 / 5040.0,      1.0 / 40320.0,      1.0 / 362880.0,      1.0 / 3628800.0, 1.0 / 39916800.0,
        1.0 / 479001600.0, 1.0 / 6227020800.0, 1.0 / 87178291200.0,
    };
    if (x != x)
        return not_a_number();
    if (x > 710.0)
        return infinity();
    if (x < -746.0)
        return 0.0;
    const int k = nearest_int(x * one_over_ln2);
    const Pair r = sum_of_ordered(x - k * ln2_high, -(k * ln2_low));
    const Pair sum = sum_of_ordered(1.0, r.high);
    const double rest = r.high * r.high * polynomial(c, 13, r.high) + (r.low + r.low * r.high);
    const double power = sum.high + (sum.low + rest);
    // In two steps: 2^k may lie outside the normal range while the result does not.
    const int half = k / 2;
    return power * power_of_two(half) * power_of_two(k - half);
}

// x = 2^k (1 + f) with 1 + f in [sqrt 1/2, sqrt 2), so log x = k ln 2 + log(1 + f).
// With s = f / (2 + f): log(1 + f) = 2 (s + s^3/3 + s^5/5 + ...), and since
// f = 2s + s f, and s f = f^2/2 - s f^2/2, this is
//     f - f^2/2 + s (f^2/2 + R),  R = s^2 (2/3 + 2/5 s^2 + 2/7 s^4 + ...),
// whose first two terms lose nothing until the end.
double mien_log(double x)
{
    static const double c[] = {
        2.0 / 3.0,  2.0 / 5.0,  2.0 / 7.0,  2.0 / 9.0,  2.0 / 11.0, 2.0 / 13.0,
        2.0 / 15.0, 2.0 / 17.0, 2.0 / 19.0, 2.0 / 21.0, 2.0 / 23.0,
    };
    const double square_root_of_two = 0x1.6a09e667f3bcdp+0;
    if (x == 0.0)
        return -infinity();
    if (!(x > 0.0))
        return not_a_number();
    if (x == infinity())
        return x;
    int k = 0;
    if (x < 0x1p-1022) { // denormal: its exponent field says nothing
        x *= 0x1p54;
        k = -54;
    }
    const uint64_t bits = bits_of(x);
    k += (int)(bits >> 52) - 1023;
    double m = from_bits((bits & 0x000FFFFFFFFFFFFFu) | 0x3FF0000000000000u);
    if (m >= square_root_of_two) {
        m *= 0.5;
        k++;
    }
    const double f = m - 1.0, s = f / (2.0 + f);
    const Pair square = product_of(f, f);
    const double half_square = 0.5 * square.high;
    const double series = s * s * polynomial(c, 11, s * s);
    const Pair sum = sum_of_ordered(k * ln2_high, f);
    const double rest = s * (half_square + series) + (k * ln2_low - 0.5 * square.low);
    return sum.high + (sum.low + (rest - half_square));
}

double mien_pow(double x, double y)
{
    if (x == 1.0 || y == 0.0)
        return 1.0;
    return mien_exp(y * mien_log(x));
}

// x = k pi/2 + r + r_low with |r| <= pi/4. pi/2 comes in parts of 33 bits, so
// that their products with k (20 bits) are exact; with four of them r keeps all
// its bits even where x is as close to a multiple of pi/2 as a double can be.
static Pair reduce_to_quarter(double x, int k)
{
    const double part0 = 0x1.921fb544p+0, part1 = 0x1.0b4611a6p-34;
    const double part2 = 0x1.3198a2ep-69, part3 = 0x1.b839a252049c1p-104;
    const Pair a = sum_of(x - k * part0, -(k * part1));
    const Pair b = sum_of(a.high, -(k * part2));
    return sum_of_ordered(b.high, (b.low + a.low) - k * part3);
}

// sin(r + l) = r + (r^3 (-1/3! + r^2/5! - ...) + l (1 - r^2/2))
// cos(r + l) = 1 - r^2/2 + (r^4 (1/4! - r^2/6! + ...) - r l)
void mien_sincos(double x, double *out_sine, double *out_cosine)
{
    static const double sine_c[] = {
        -1.0 / 6.0,        1.0 / 120.0,        -1.0 / 5040.0,          1.0 / 362880.0,
        -1.0 / 39916800.0, 1.0 / 6227020800.0, -1.0 / 1307674368000.0, 1.0 / 355687428096000.0,
    };
    static const double cosine_c[] = {
        1.0 / 24.0,        -1.0 / 720.0,         1.0 / 40320.0,          -1.0 / 3628800.0,
        1.0 / 479001600.0, -1.0 / 87178291200.0, 1.0 / 20922789888000.0, -1.0 / 6402373705728000.0,
    };
    const double two_over_pi = 0x1.45f306dc9c883p-1;
    if (!(magnitude(x) <= 0x1p20))
        x = 0.0;
    const int k = nearest_int(x * two_over_pi);
    const Pair r = reduce_to_quarter(x, k);
    const double square = r.high * r.high, half = 0.5 * square;
    const double sine = r.high + (r.high * square * polynomial(sine_c, 8, square) + r.low * (1.0 - half));
    const Pair top = sum_of_ordered(1.0, -half);
    const double cosine =
        top.high + (top.low + (square * square * polynomial(cosine_c, 8, square) - r.high * r.low));
    switch (k & 3) {
    case 0:
        *out_sine = sine;
        *out_cosine = cosine;
        break;
    case 1:
        *out_sine = cosine;
        *out_cosine = -sine;
        break;
    case 2:
        *out_sine = -sine;
        *out_cosine = -cosine;
        break;
    default:
        *out_sine = -cosine;
        *out_cosine = sine;
        break;
    }
}

/// n / d without loss, for d = d.high + d.low, all near 1 or n below.
static Pair quotient_of(double n, Pair d)
{
    const double high = n / d.high;
    const Pair back = product_of(high, d.high);
    return (Pair){high, (((n - back.high) - back.low) - high * d.low) / d.high};
}

/// x times the power of two that brings scale to [1, 2), or to at least 2^-51 if
/// scale is denormal.
static double scaled_down(double x, double scale)
{
    const int exponent = (int)(bits_of(scale) >> 52) - 1023, half = exponent / 2;
    return x * power_of_two(-half) * power_of_two(half - exponent);
}

// Let c be 0, 1/2 or 1, whichever is near low / high. Then
//     atan(low / high) = atan(c) + atan(t),  t = (low - c high) / (high + c low),
// where the numerator is exact and |t| <= 1/4, small enough for the series
// t - t^3/3 + t^5/5 - ...
static double turn_by_ratio(Pair start, double turn, double low, double high)
{
    static const double c[] = {
        -1.0 / 3.0, 1.0 / 5.0,   -1.0 / 7.0, 1.0 / 9.0,   -1.0 / 11.0, 1.0 / 13.0,  -1.0 / 15.0,
        1.0 / 17.0, -1.0 / 19.0, 1.0 / 21.0, -1.0 / 23.0, 1.0 / 25.0,  -1.0 / 27.0,
    };
    static const Pair atan_of_half = {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56};
    static const Pair atan_of_one = {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55};
    double near = 0.0;
    Pair angle = {0.0, 0.0};
    if (low >= 0.75 * high) {
        near = 1.0;
        angle = atan_of_one;
    } else if (low >= 0.25 * high) {
        near = 0.5;
        angle = atan_of_half;
    }
    const Pair t = quotient_of(low - near * high, sum_of_ordered(high, near * low));
    const double square = t.high * t.high;
    const double tail = t.high * square * polynomial(c, 13, square) + t.low * (1.0 - square);
    const Pair a = sum_of_ordered(start.high, turn * angle.high);
    const Pair b = sum_of_ordered(a.high, turn * t.high);
    return b.high + (b.low + (a.low + (start.low + turn * (angle.low + tail))));
}

// The angle of (|x|, |y|), mirrored where x < 0, is start + turn atan(low / high)
// with low <= high the two magnitudes and start the axis nearest to it.
double mien_atan2(double y, double x)
{
    static const Pair pi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
    static const Pair half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
    const double along = magnitude(x), across = magnitude(y);
    const bool steep = across > along;
    double low = steep ? along : across, high = steep ? across : along;
    if (x != x || y != y || high == 0.0)
        return 0.0;
    Pair start = {0.0, 0.0};
    if (steep)
        start = half_pi;
    else if (x < 0.0)
        start = pi;
    const double turn = steep == (x < 0.0) ? 1.0 : -1.0;

    if (high == infinity()) {
        low = low == high ? 1.0 : 0.0;
        high = 1.0;
    }
    double angle;
    if (low < high * 0x1p-60) { // so small that it is its own tangent; may be denormal
        angle = start.high + (start.low + turn * (low / high));
    } else {
        angle = turn_by_ratio(start, turn, scaled_down(low, high), scaled_down(high, high));
    }
    return y < 0.0 ? -angle : angle;
}
