// SPDX-License-Identifier: MIT
//
// Numbers as text. Reading is exact: what a division of doubles cannot settle is
// worked out in whole numbers of any length.

#include "core/float_rules.h"

#include "base/number.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
    MOST_DIGITS = 800, ///< No double is decided by more; whatever follows only counts as "not zero".
    MOST_LIMBS = 210,  ///< Room for 800 digits, shifted up by 120 limbs to divide by 10^1130.
};

/// A number as it is read: digits * 10^exponent.
typedef struct Decimal {
    char digits[MOST_DIGITS]; ///< Values 0 to 9, the first not 0.
    int count;
    int exponent;
    bool has_digits;
    bool has_more; ///< Some digit that had no room was not 0.
} Decimal;

/// A whole number, lowest limb first.
typedef struct Whole {
    uint32_t limbs[MOST_LIMBS];
    int count;
} Whole;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void take_digits(const char **at, const char *end, bool is_fraction, Decimal *decimal)
{
    for (; *at < end && is_digit(**at); ++*at) {
        const char digit = (char)(**at - '0');
        decimal->has_digits = true;
        if (decimal->count == 0 && digit == 0) {
            decimal->exponent -= is_fraction;
        } else if (decimal->count < MOST_DIGITS) {
            decimal->digits[decimal->count++] = digit;
            decimal->exponent -= is_fraction;
        } else {
            decimal->has_more = decimal->has_more || digit != 0;
            decimal->exponent += !is_fraction;
        }
    }
}

static bool take_sign(const char **at, const char *end)
{
    if (*at == end || (**at != '-' && **at != '+'))
        return false;
    return *(*at)++ == '-';
}

/// What follows an e. Texts are shorter than 2^30, so beyond ten digits nothing
/// changes any more.
static bool take_exponent(const char **at, const char *end, Decimal *decimal)
{
    const bool is_negative = take_sign(at, end);
    int exponent = 0;
    if (*at == end)
        return false;
    for (; *at < end && is_digit(**at); ++*at)
        exponent = exponent < 100000000 ? 10 * exponent + (**at - '0') : exponent;
    decimal->exponent += is_negative ? -exponent : exponent;
    return true;
}

static void whole_times(Whole *whole, uint32_t factor, uint32_t summand)
{
    uint64_t carry = summand;
    for (int i = 0; i < whole->count; ++i) {
        carry += (uint64_t)whole->limbs[i] * factor;
        whole->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0)
        whole->limbs[whole->count++] = (uint32_t)carry;
}

/// Divides and returns the remainder.
static uint32_t whole_divide(Whole *whole, uint32_t divisor)
{
    uint64_t rest = 0;
    for (int i = whole->count - 1; i >= 0; --i) {
        rest = rest << 32 | whole->limbs[i];
        whole->limbs[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    while (whole->count > 0 && whole->limbs[whole->count - 1] == 0)
        --whole->count;
    return (uint32_t)rest;
}

static int whole_bits(const Whole *whole)
{
    int bits = 32 * (whole->count - 1);
    for (uint32_t top = whole->limbs[whole->count - 1]; top != 0; top >>= 1)
        ++bits;
    return bits;
}

static bool whole_bit(const Whole *whole, int bit)
{
    return bit >= 0 && (whole->limbs[bit / 32] >> bit % 32 & 1) != 0;
}

static void whole_shift_limbs(Whole *whole, int limbs)
{
    memmove(whole->limbs + limbs, whole->limbs, sizeof *whole->limbs * (size_t)whole->count);
    memset(whole->limbs, 0, sizeof *whole->limbs * (size_t)limbs);
    whole->count += limbs;
}

/// Whether any bit below is set.
static bool whole_has_below(const Whole *whole, int bit)
{
    for (int i = 0; i < bit; ++i) {
        if (i % 32 == 0 && bit - i >= 32 && whole->limbs[i / 32] == 0)
            i += 31;
        else if (whole_bit(whole, i))
            return true;
    }
    return false;
}

static double double_of_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/// The double nearest to whole * 2^exponent, a little more if has_more.
static double round_whole(const Whole *whole, int exponent, bool has_more)
{
    const int bits = whole_bits(whole);
    const int top = bits - 1 + exponent; // the number is at least 2^top
    if (top > 1023)
        return double_of_bits(UINT64_C(0x7FF0000000000000));
    if (top < -1075)
        return 0.0;
    const int kept = top >= -1022 ? 53 : top + 1075;
    uint64_t mantissa = 0;
    for (int i = 1; i <= kept; ++i)
        mantissa = mantissa << 1 | whole_bit(whole, bits - i);
    const bool is_half = whole_bit(whole, bits - kept - 1);
    const bool is_more = has_more || (bits > kept + 1 && whole_has_below(whole, bits - kept - 1));
    if (is_half && (is_more || (mantissa & 1) != 0))
        ++mantissa;
    // The hidden bit of a normal number raises the exponent field by one, as does a carry.
    const uint64_t field = top >= -1022 ? (uint64_t)(top + 1022) << 52 : 0;
    return double_of_bits(field + mantissa);
}

static double decimal_exact(const Decimal *decimal)
{
    static const uint32_t powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
    Whole whole = {.count = 0};
    for (int i = 0; i < decimal->count; ++i)
        whole_times(&whole, 10, (uint32_t)decimal->digits[i]);
    bool has_more = decimal->has_more;
    int exponent = decimal->exponent, shift = 0;
    for (; exponent >= 9; exponent -= 9)
        whole_times(&whole, 1000000000, 0);
    if (exponent > 0)
        whole_times(&whole, powers[exponent], 0);
    if (exponent < 0) {
        // 10^n is below 2^(n * 10/3 + 1): that many more bits leave at least 66 after dividing.
        shift = (-exponent * 10 / 3 + 1 + 66 + 31) / 32;
        whole_shift_limbs(&whole, shift);
        for (; exponent <= -9; exponent += 9)
            has_more = whole_divide(&whole, 1000000000) != 0 || has_more;
        if (exponent < 0)
            has_more = whole_divide(&whole, powers[-exponent]) != 0 || has_more;
    }
    return round_whole(&whole, -32 * shift, has_more);
}

/// Powers of ten up to 10^22 and whole numbers up to 2^53 are doubles, so that one
/// product or quotient of them is rounded once: to the nearest double.
static double decimal_value(const Decimal *decimal)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (decimal->count == 0)
        return 0.0;
    if (decimal->count <= 15 && decimal->exponent >= -22 && decimal->exponent <= 22) {
        int64_t whole = 0;
        for (int i = 0; i < decimal->count; ++i)
            whole = 10 * whole + decimal->digits[i];
        return decimal->exponent < 0 ? (double)whole / powers[-decimal->exponent]
                                     : (double)whole * powers[decimal->exponent];
    }
    // The number lies between 10^(first - 1) and 10^first.
    const int first = decimal->count + decimal->exponent;
    if (first > 310)
        return double_of_bits(UINT64_C(0x7FF0000000000000));
    return first < -330 ? 0.0 : decimal_exact(decimal);
}

bool mieni_number_read(const char *text, size_t size, double *out_number)
{
    Decimal decimal;
    decimal.count = decimal.exponent = 0; // not the digits, which are many
    decimal.has_digits = decimal.has_more = false;
    if (size > 1 << 30)
        return false;
    const char *at = text, *end = text + size;
    const bool is_negative = take_sign(&at, end);
    take_digits(&at, end, false, &decimal);
    if (at < end && *at == '.') {
        ++at;
        take_digits(&at, end, true, &decimal);
    }
    if (!decimal.has_digits)
        return false;
    if (at < end && (*at == 'e' || *at == 'E')) {
        ++at;
        if (!take_exponent(&at, end, &decimal))
            return false;
    }
    if (at < end)
        return false;
    const double value = decimal_value(&decimal);
    *out_number = is_negative ? -value : value;
    return true;
}

/// The digits of a positive value, rounded to count digits, and its exponent in
/// scientific notation; without trailing zeros.
static int digits_of(double value, int count, char digits[20], int *out_exponent)
{
    char text[40];
    snprintf(text, sizeof text, "%.*e", count - 1, value);
    int found = 0;
    const char *at = text;
    for (; *at != 'e'; ++at) // what stands between the digits is the locale's
        if (is_digit(*at))
            digits[found++] = *at;
    int exponent = 0;
    for (const char *digit = at + 2; *digit != '\0'; ++digit)
        exponent = 10 * exponent + (*digit - '0');
    *out_exponent = at[1] == '-' ? -exponent : exponent;
    while (found > 1 && digits[found - 1] == '0')
        --found;
    return found;
}

static size_t layout(bool is_negative, const char *digits, int count, int exponent,
                     char out[MIENI_NUMBER_ROOM])
{
    char *at = out;
    if (is_negative)
        *at++ = '-';
    if (exponent < -6 || exponent > 20) {
        *at++ = digits[0];
        if (count > 1) {
            *at++ = '.';
            memcpy(at, digits + 1, (size_t)count - 1);
            at += count - 1;
        }
        return (size_t)(at - out) +
               (size_t)snprintf(at, MIENI_NUMBER_ROOM - (size_t)(at - out), "e%d", exponent);
    }
    if (exponent < 0) {
        *at++ = '0';
        *at++ = '.';
        for (int i = -1; i > exponent; --i)
            *at++ = '0';
    }
    for (int i = 0; i < count || i <= exponent; ++i) {
        if (i > 0 && i == exponent + 1)
            *at++ = '.';
        *at++ = i < count ? digits[i] : '0';
    }
    *at = '\0';
    return (size_t)(at - out);
}

/// Whether the numbers next to a value are not equally far: below a power of two they
/// lie closer.
static bool is_lopsided(double value, bool as_float)
{
    const float single = (float)value;
    uint64_t bits;
    uint32_t single_bits;
    memcpy(&bits, &value, sizeof bits);
    memcpy(&single_bits, &single, sizeof single_bits);
    return as_float ? (single_bits & 0x7FFFFF) == 0 : (bits & UINT64_C(0xFFFFFFFFFFFFF)) == 0;
}

/// Writes a positive value that few digits say, as nearly all numbers of assets are; 0 if it is
/// none. A whole number below 2^53 divided by a power of ten up to 10^22 is the nearest double
/// to that decimal, so equality says that it reads back; and no two decimals of 15 digits (6
/// for floats) read back alike, so it is the one that rounding to as many digits gives.
static size_t write_short(double size, bool as_float, bool is_negative, char out[MIENI_NUMBER_ROOM])
{
    static const double tens[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12};
    const double limit = as_float ? 1e6 : 1e15;
    for (int places = 0; places < (int)(sizeof tens / sizeof *tens); ++places) {
        const double scaled = size * tens[places] + 0.5;
        if (!(scaled < limit))
            return 0;
        uint64_t whole = (uint64_t)scaled;
        const double back = (double)whole / tens[places];
        if (as_float ? (float)back != (float)size : back != size)
            continue;
        char digits[20];
        int count = 0, zeros = 0;
        for (; whole % 10 == 0; whole /= 10)
            ++zeros;
        for (uint64_t rest = whole; rest > 0; rest /= 10)
            ++count;
        for (int i = count - 1; i >= 0; --i, whole /= 10)
            digits[i] = (char)('0' + whole % 10);
        return layout(is_negative, digits, count, count + zeros - 1 - places, out);
    }
    return 0;
}

/// The fewest digits whose text reads back as the value, or as the same float. More
/// digits are never farther from the value, so halving finds them; but they may lie on
/// the side where less reads back, so powers of two try one after another.
static size_t write_shortest(double value, bool as_float, char out[MIENI_NUMBER_ROOM])
{
    const bool is_negative = value < 0;
    const double size = is_negative ? -value : value;
    if (size == 0)
        return layout(false, "0", 1, 0, out);
    const size_t quick = write_short(size, as_float, is_negative, out);
    if (quick > 0)
        return quick;
    const bool is_in_order = is_lopsided(size, as_float);
    int least = 1, most = as_float ? 9 : 17; // this is always enough to read back
    for (;;) {
        const int count = is_in_order ? least : least + (most - least) / 2;
        char digits[20];
        int exponent;
        double back = 0;
        const int found = digits_of(size, count, digits, &exponent);
        const size_t length = layout(is_negative, digits, found, exponent, out);
        if (least == most)
            return length;
        mieni_number_read(out, length, &back);
        if (as_float ? (float)back == (float)value : back == value)
            most = is_in_order ? least : count;
        else
            least = count + 1;
    }
}

size_t mieni_number_write(double value, char out[MIENI_NUMBER_ROOM])
{
    return write_shortest(value, false, out);
}

size_t mieni_number_write_float(float value, char out[MIENI_NUMBER_ROOM])
{
    return write_shortest((double)value, true, out);
}

double mieni_number_of_float(float value)
{
    char text[MIENI_NUMBER_ROOM];
    double number = 0;
    mieni_number_read(text, write_shortest((double)value, true, text), &number);
    return number;
}
