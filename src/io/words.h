// SPDX-License-Identifier: MIT
//
// Text as words, with the place of each. Lines end with LF, CRLF or CR.

#pragma once

#include "io/text.h"

/// A word and where it begins, from 1; columns are bytes.
typedef struct MieniWord {
    MieniSpan text; ///< Empty where the text ends.
    int line, column;
} MieniWord;

/// Walks over words.
typedef struct MieniWords {
    MieniSpan rest;
    const char *line_start;
    int line; ///< Of where rest begins, from 1.
} MieniWords;

/// The words of a text of at most 2^30 bytes, past the byte order mark if there is one.
MieniWords mieni_words_of(const void *bytes, size_t size);
/// The next word: a brace, a colon, or what lies between those and blanks.
MieniWord mieni_words_next(MieniWords *words);
/// What is left of the line before a brace that opens, without blanks around it. May
/// be empty.
MieniWord mieni_words_next_name(MieniWords *words);
