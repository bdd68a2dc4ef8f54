// SPDX-License-Identifier: MIT
//
// Lines, cells and numbers.

#include "core/float_rules.h"

#include "io/text.h"

#include <stdint.h>
#include <string.h>

static MieniSpan skip(MieniSpan span, size_t size) { return (MieniSpan){span.at + size, span.size - size}; }

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static char lower(char c) { return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }

static MieniSpan trim(MieniSpan span)
{
    while (span.size > 0 && is_blank(span.at[0]))
        span = skip(span, 1);
    while (span.size > 0 && is_blank(span.at[span.size - 1]))
        --span.size;
    return span;
}

MieniLines mieni_lines_of(const void *bytes, size_t size)
{
    const MieniSpan text = {bytes, size};
    const bool is_marked = size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0;
    return (MieniLines){is_marked ? skip(text, 3) : text, 0};
}

bool mieni_lines_next(MieniLines *lines, MieniSpan *out_line)
{
    while (lines->rest.size > 0) {
        const char *end = memchr(lines->rest.at, '\n', lines->rest.size);
        MieniSpan line = {lines->rest.at, end != NULL ? (size_t)(end - lines->rest.at) : lines->rest.size};
        lines->rest = skip(lines->rest, end != NULL ? line.size + 1 : line.size);
        ++lines->number;
        if (line.size > 0 && line.at[line.size - 1] == '\r')
            --line.size;
        if (trim(line).size > 0) {
            *out_line = line;
            return true;
        }
    }
    return false;
}

MieniCells mieni_cells_of(MieniSpan line) { return (MieniCells){.rest = line}; }

bool mieni_cells_next(MieniCells *cells, MieniSpan *out_cell)
{
    if (cells->is_over)
        return false;
    MieniSpan cell = cells->rest;
    const char *comma = cell.size > 0 ? memchr(cell.at, ',', cell.size) : NULL;
    if (comma != NULL) {
        cell.size = (size_t)(comma - cell.at);
        cells->rest = skip(cells->rest, cell.size + 1);
    } else {
        cells->is_over = true;
    }
    ++cells->number;
    *out_cell = trim(cell);
    return true;
}

bool mieni_span_is(MieniSpan span, const char *word)
{
    if (strlen(word) != span.size)
        return false;
    for (size_t i = 0; i < span.size; ++i)
        if (lower(span.at[i]) != lower(word[i]))
            return false;
    return true;
}

int mieni_span_digits(MieniSpan span, int most_digits, int *out_number)
{
    int number = 0, digits = 0;
    while ((size_t)digits < span.size && is_digit(span.at[digits])) {
        if (digits == most_digits)
            return 0;
        number = 10 * number + (span.at[digits++] - '0');
    }
    *out_number = number;
    return digits;
}

/// A number as it is read: mantissa * 10^exponent.
typedef struct Decimal {
    uint64_t mantissa; ///< The first 19 digits that count.
    int exponent;
    bool has_digits;
} Decimal;

static void take_digits(MieniSpan *span, bool is_fraction, Decimal *decimal)
{
    for (; span->size > 0 && is_digit(span->at[0]); *span = skip(*span, 1)) {
        decimal->has_digits = true;
        if (decimal->mantissa < UINT64_C(1000000000000000000)) {
            decimal->mantissa = 10 * decimal->mantissa + (uint64_t)(span->at[0] - '0');
            decimal->exponent -= is_fraction;
        } else {
            decimal->exponent += !is_fraction;
        }
    }
}

static bool take_sign(MieniSpan *span)
{
    if (span->size == 0 || (span->at[0] != '-' && span->at[0] != '+'))
        return false;
    const bool is_negative = span->at[0] == '-';
    *span = skip(*span, 1);
    return is_negative;
}

/// What follows an e. Beyond four digits nothing changes any more.
static bool take_exponent(MieniSpan *span, Decimal *decimal)
{
    const bool is_negative = take_sign(span);
    int exponent = 0;
    if (span->size == 0)
        return false;
    for (; span->size > 0 && is_digit(span->at[0]); *span = skip(*span, 1))
        exponent = exponent < 10000 ? 10 * exponent + (span->at[0] - '0') : exponent;
    decimal->exponent += is_negative ? -exponent : exponent;
    return true;
}

/// Powers of ten up to 10^22 and whole numbers up to 2^53 are doubles, so that one
/// product or quotient of them is rounded once: to the nearest double.
static double decimal_value(Decimal decimal)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (decimal.mantissa == 0)
        return 0.0;
    while (decimal.mantissa >> 53 != 0 && decimal.mantissa % 10 == 0) {
        decimal.mantissa /= 10;
        ++decimal.exponent;
    }
    double value = (double)decimal.mantissa;
    int left = decimal.exponent < -400 ? -400 : decimal.exponent > 400 ? 400 : decimal.exponent;
    for (; left > 22; left -= 22)
        value *= powers[22];
    for (; left < -22; left += 22)
        value /= powers[22];
    return left < 0 ? value / powers[-left] : value * powers[left];
}

bool mieni_span_number(MieniSpan span, double *out_number)
{
    Decimal decimal = {0};
    const bool is_negative = take_sign(&span);
    take_digits(&span, false, &decimal);
    if (span.size > 0 && span.at[0] == '.') {
        span = skip(span, 1);
        take_digits(&span, true, &decimal);
    }
    if (!decimal.has_digits)
        return false;
    if (span.size > 0 && (span.at[0] == 'e' || span.at[0] == 'E')) {
        span = skip(span, 1);
        if (!take_exponent(&span, &decimal))
            return false;
    }
    if (span.size > 0)
        return false;
    const double value = decimal_value(decimal);
    *out_number = is_negative ? -value : value;
    return true;
}
