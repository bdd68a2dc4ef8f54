// SPDX-License-Identifier: MIT
//
// Text as words.

#include "io/words.h"

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

static bool is_line_end(char c) { return c == '\n' || c == '\r'; }

static bool is_sign(char c) { return c == '{' || c == '}' || c == ':'; }

static void skip(MieniWords *words, size_t size)
{
    words->rest.at += size;
    words->rest.size -= size;
}

static void skip_blanks(MieniWords *words)
{
    while (words->rest.size > 0 && is_blank(words->rest.at[0]))
        skip(words, 1);
}

static void skip_line_ends(MieniWords *words)
{
    for (skip_blanks(words); words->rest.size > 0 && is_line_end(words->rest.at[0]); skip_blanks(words)) {
        const bool is_pair = words->rest.size > 1 && words->rest.at[0] == '\r' && words->rest.at[1] == '\n';
        skip(words, is_pair ? 2 : 1);
        ++words->line;
        words->line_start = words->rest.at;
    }
}

/// The next size bytes as a word.
static MieniWord take(MieniWords *words, size_t size)
{
    const MieniWord word = {
        {words->rest.at, size}, words->line, 1 + (int)(words->rest.at - words->line_start)};
    skip(words, size);
    return word;
}

MieniWords mieni_words_of(const void *bytes, size_t size)
{
    const MieniSpan text = mieni_lines_of(size > 0 ? bytes : "", size).rest; // no bytes may be no pointer
    return (MieniWords){text, text.at, 1};
}

MieniWord mieni_words_next(MieniWords *words)
{
    skip_line_ends(words);
    const MieniSpan rest = words->rest;
    size_t size = 0;
    while (size < rest.size && !is_blank(rest.at[size]) && !is_line_end(rest.at[size]) &&
           !is_sign(rest.at[size]))
        ++size;
    return take(words, size > 0 || rest.size == 0 ? size : 1);
}

MieniWord mieni_words_next_name(MieniWords *words)
{
    skip_blanks(words);
    const MieniSpan rest = words->rest;
    size_t size = 0;
    while (size < rest.size && !is_line_end(rest.at[size]) && rest.at[size] != '{')
        ++size;
    while (size > 0 && is_blank(rest.at[size - 1]))
        --size;
    return take(words, size);
}
