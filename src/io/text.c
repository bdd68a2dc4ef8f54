// SPDX-License-Identifier: MIT
//
// Lines, cells and numbers.

#include "io/text.h"

#include "author/number.h"

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

bool mieni_span_number(MieniSpan span, double *out_number)
{
    return mieni_number_read(span.at, span.size, out_number);
}
