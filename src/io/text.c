// SPDX-License-Identifier: MIT
//
// Lines, cells and numbers.

#include "io/text.h"

#include "base/number.h"

#include <string.h>

static MieniSpan skip(MieniSpan span, size_t size) { return (MieniSpan){span.at + size, span.size - size}; }

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static char lower(char c) { return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }

MieniSpan mieni_span_trim(MieniSpan span)
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
        if (mieni_span_trim(line).size > 0) {
            *out_line = line;
            return true;
        }
    }
    return false;
}

MieniCells mieni_cells_of(MieniSpan line) { return (MieniCells){.rest = line, .separator = ','}; }

MieniCells mieni_cells_between(MieniSpan line, char separator)
{
    return (MieniCells){.rest = line, .separator = separator, .has_quotes = true};
}

/// How many bytes a quoted cell has, from its first quote to its last; 0 if it does
/// not close. A doubled quote is one that it contains.
static size_t quoted_size(MieniSpan text)
{
    for (size_t i = 1; i < text.size; ++i) {
        if (text.at[i] != '"')
            continue;
        if (i + 1 == text.size || text.at[i + 1] != '"')
            return i + 1;
        ++i;
    }
    return 0;
}

/// Takes a quoted cell from the start of the rest, if there is one: what is left is
/// what follows its last quote.
static bool take_quoted(MieniCells *cells, MieniSpan *out_cell)
{
    MieniSpan text = cells->rest;
    while (text.size > 0 && text.at[0] != cells->separator && is_blank(text.at[0]))
        text = skip(text, 1);
    if (text.size == 0 || text.at[0] != '"')
        return false;
    const size_t size = quoted_size(text);
    if (size == 0) {
        cells->is_wrong = true;
        return false;
    }
    *out_cell = (MieniSpan){text.at + 1, size - 2};
    cells->rest = skip(text, size);
    return true;
}

bool mieni_cells_next(MieniCells *cells, MieniSpan *out_cell)
{
    if (cells->is_over)
        return false;
    cells->is_wrong = false;
    cells->is_quoted = cells->has_quotes && take_quoted(cells, out_cell);
    MieniSpan cell = cells->rest;
    const char *end = cell.size > 0 ? memchr(cell.at, cells->separator, cell.size) : NULL;
    if (end != NULL) {
        cell.size = (size_t)(end - cell.at);
        cells->rest = skip(cells->rest, cell.size + 1);
    } else {
        cells->is_over = true;
    }
    ++cells->number;
    cell = mieni_span_trim(cell);
    if (!cells->is_quoted)
        *out_cell = cell;
    else if (cell.size > 0)
        cells->is_wrong = true;
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
