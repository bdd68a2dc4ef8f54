// SPDX-License-Identifier: MIT
//
// Words of FBX as text.

#include "core/float_rules.h"

#include "io/fbx/number.h"

#include "base/number.h"
#include "io/fbx/file.h"

#include <string.h>

static const uint64_t infinite = UINT64_C(0x7FF0000000000000), no_number = UINT64_C(0x7FF8000000000000);

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/// Whether a word begins with another, which has small letters, in any case.
static bool begins(const char *word, size_t size, const char *with)
{
    for (size_t i = 0; with[i] != '\0'; ++i)
        if (i >= size || lower(word[i]) != with[i])
            return false;
    return true;
}

static bool are_digits(const char *word, size_t size)
{
    for (size_t i = 0; i < size; ++i)
        if (!is_digit(word[i]))
            return false;
    return true;
}

/// Names of what is infinite or no number, after a sign: "inf", "infinity", "nan",
/// "nan(ind)".
static bool read_named(const char *word, size_t size, uint64_t *out_bits)
{
    if (begins(word, size, "inf") && (size == 3 || (size == 8 && begins(word, size, "infinity")))) {
        *out_bits = infinite;
        return true;
    }
    *out_bits = no_number;
    return begins(word, size, "nan") &&
           (size == 3 || (size > 4 && word[3] == '(' && memchr(word, ')', size) == word + size - 1));
}

/// The same as Windows writes it: "1.#INF", "1.#IND00".
static bool read_numbered(const char *word, size_t size, uint64_t *out_bits)
{
    static const char *const names[] = {"inf", "ind", "nan", "qnan", "snan"};
    const char *mark = size > 0 ? memchr(word, '#', size) : NULL;
    if (mark == NULL || mark - word < 2 || mark[-1] != '.' || !are_digits(word, (size_t)(mark - word) - 1))
        return false;
    const char *name = mark + 1;
    const size_t left = size - (size_t)(name - word);
    for (int i = 0; i < 5; ++i) {
        const size_t length = strlen(names[i]);
        if (begins(name, left, names[i]) && are_digits(name + length, left - length)) {
            *out_bits = i == 0 ? infinite : no_number;
            return true;
        }
    }
    return false;
}

/// Whole numbers of up to 18 digits, which are nearly all.
static bool read_short(const char *word, size_t size, MieniFbxValue *value)
{
    const bool is_signed = word[0] == '-' || word[0] == '+';
    const char *digits = word + is_signed;
    const size_t count = size - is_signed;
    int64_t whole = 0;
    if (count == 0 || count > 18)
        return false;
    for (size_t i = 0; i < count; ++i) {
        if (!is_digit(digits[i]))
            return false;
        whole = 10 * whole + (digits[i] - '0');
    }
    *value = (MieniFbxValue){.type = MIENI_FBX_INTEGER, .integer = word[0] == '-' ? -whole : whole};
    value->real = (double)value->integer;
    return true;
}

/// Those of 19 that fit.
static bool read_long(const char *word, size_t size, MieniFbxValue *value)
{
    const bool is_signed = word[0] == '-' || word[0] == '+', is_negative = word[0] == '-';
    uint64_t whole = 0;
    if (size - is_signed != 19 || !are_digits(word + is_signed, 19))
        return false;
    for (size_t i = is_signed; i < size; ++i)
        whole = 10 * whole + (uint64_t)(word[i] - '0'); // below 10^19, which fits
    if (whole > (uint64_t)INT64_MAX + is_negative)
        return false;
    const int64_t integer = !is_negative ? (int64_t)whole : whole > INT64_MAX ? INT64_MIN : -(int64_t)whole;
    *value = (MieniFbxValue){.type = MIENI_FBX_INTEGER, .integer = integer, .real = (double)integer};
    return true;
}

static void set_real(MieniFbxValue *value, double real)
{
    *value = (MieniFbxValue){.type = MIENI_FBX_REAL, .integer = mieni_fbx_truncate(real), .real = real};
}

bool mieni_fbx_word(const char *word, size_t size, MieniFbxValue *out_value)
{
    if (size == 0)
        return false;
    if (read_short(word, size, out_value) || read_long(word, size, out_value))
        return true;
    double real;
    if (mieni_number_read(word, size, &real)) {
        set_real(out_value, real);
        return true;
    }
    const bool is_signed = word[0] == '-' || word[0] == '+';
    uint64_t bits;
    if (read_named(word + is_signed, size - is_signed, &bits) ||
        read_numbered(word + is_signed, size - is_signed, &bits)) {
        memcpy(&real, &bits, sizeof real);
        set_real(out_value, word[0] == '-' ? -real : real);
        return true;
    }
    if (is_signed || is_digit(word[0]) || word[0] == '.')
        return false;
    *out_value = (MieniFbxValue){.type = MIENI_FBX_TEXT, .text = word, .size = size};
    if (size == 1) {
        out_value->type = MIENI_FBX_INTEGER;
        out_value->integer = (unsigned char)word[0];
        out_value->real = (double)out_value->integer;
    }
    return true;
}
