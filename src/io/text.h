// SPDX-License-Identifier: MIT
//
// Text that came from elsewhere: lines, cells, numbers. Nothing here depends on
// the locale, and nothing is closed by a zero.

#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Some bytes of a text.
typedef struct MieniSpan {
    const char *at;
    size_t size;
} MieniSpan;

/// Walks over lines. Start with the text as rest, without its byte order mark.
typedef struct MieniLines {
    MieniSpan rest;
    int number; ///< Of the line given last, from 1.
} MieniLines;

/// Walks over the cells of a line.
typedef struct MieniCells {
    MieniSpan rest;
    int number; ///< Of the cell given last, from 1.
    bool is_over;
    char separator;
    bool has_quotes; ///< Cells may be in quotes, as RFC 4180 has them.
    bool is_quoted;  ///< The cell given last was; quotes within it are still doubled.
    bool is_wrong;   ///< The cell given last has a quote that does not close, or more after it.
} MieniCells;

/// The lines of a text, past the byte order mark if there is one.
MieniLines mieni_lines_of(const void *bytes, size_t size);
/// The next line that is not blank, without its end (LF or CRLF); false if none is left.
bool mieni_lines_next(MieniLines *lines, MieniSpan *out_line);

/// The cells of a line between commas; quotes are characters like others.
MieniCells mieni_cells_of(MieniSpan line);
/// The cells between separators, with or without quotes around them.
MieniCells mieni_cells_between(MieniSpan line, char separator);
/// The next cell, without spaces, tabs and quotes around it; false if none is left.
bool mieni_cells_next(MieniCells *cells, MieniSpan *out_cell);

/// The span without spaces and tabs at its ends.
MieniSpan mieni_span_trim(MieniSpan span);

/// Whether the span is the word, a to z being as A to Z.
bool mieni_span_is(MieniSpan span, const char *word);

/// A whole number of at most most_digits (9) decimal digits and nothing else, from
/// the start of the span; how many digits there are, 0 for none or too many.
int mieni_span_digits(MieniSpan span, int most_digits, int *out_number);

/// A decimal number: sign, digits, point, exponent, and nothing else; the nearest
/// double. Too large a number becomes infinite. Needs the default float environment.
bool mieni_span_number(MieniSpan span, double *out_number);
