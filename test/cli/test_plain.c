// SPDX-License-Identifier: MIT
//
// Text of others on a terminal, and in JSON.

#include "support/check.h"

#include "cli/plain.h"

#include <limits.h>

static MieniTextOut text;

static const char *shown(const char *given)
{
    text.size = 0;
    mieni_text_put(&text, "");
    cli_put(&text, given);
    return text.bytes;
}

static const char *lines(const char *given, bool has_colors)
{
    text.size = 0;
    mieni_text_put(&text, "");
    cli_put_lines(&text, given, strlen(given), has_colors);
    return text.bytes;
}

static const char *quoted(const char *given)
{
    text.size = 0;
    mieni_text_put_string(&text, given);
    return text.bytes;
}

TEST(what_a_terminal_obeys_is_shown)
{
    CHECK_STR(shown("plain, \xC3\xA9, \xE6\xBC\xA2 and \xF0\x9F\x98\x80"),
              "plain, \xC3\xA9, \xE6\xBC\xA2 and \xF0\x9F\x98\x80");
    CHECK_STR(shown("a\x1b[31mb\a\n\t\x7f"), "a\\x1b[31mb\\x07\\x0a\\x09\\x7f");
    CHECK_STR(shown("\xC2\x9B"
                    "31m"),
              "\\u009b31m");
    CHECK_STR(shown("\xE2\x80\xAE"
                    "txt\xE2\x81\xA9\xD8\x9C\xE2\x80\xA8\xEF\xBB\xBF"),
              "\\u202etxt\\u2069\\u061c\\u2028\\ufeff");
    CHECK_STR(shown("\xFF\xC3(\xE2\x80"), "\\xff\\xc3(\\xe2\\x80");
    CHECK_STR(shown("\xC0\xAF\xED\xA0\x80\xF4\x90\x80\x80"), "\\xc0\\xaf\\xed\\xa0\\x80\\xf4\\x90\\x80\\x80");
}

TEST(lines_and_colours_stay_if_wished)
{
    CHECK_STR(lines("a\tb\n\r\x1b[1;31mc\x1b[0m\x1b[2J", true), "a\tb\n\\x0d\x1b[1;31mc\x1b[0m\\x1b[2J");
    CHECK_STR(lines("a\x1b[1mb\x1b[", false), "a\\x1b[1mb\\x1b[");
    CHECK_STR(lines("\x1b[\x1b[1", true), "\\x1b[\\x1b[1");
}

TEST(formats)
{
    text.size = 0;
    cli_putf(&text, "%s|%5s|%-5s|%.2s|%*s|%-*s|%.*s|%%|%c", "a\x1b", "b", "c", "def", 3, "g", 3, "h", 1, "ij",
             'k');
    CHECK_STR(text.bytes, "a\\x1b|    b|c    |de|  g|h  |i|%|k");
    text.size = 0;
    cli_putf(&text, "%d %5d %-5d| %05d %+d %u %x %zu %ld %lld %.3f %g", INT_MIN, 7, 7, 7, 7, UINT_MAX, 255u,
             SIZE_MAX, LONG_MIN, LLONG_MAX, 1.5, 0.25);
    char expected[400];
    snprintf(expected, sizeof expected, "%d %5d %-5d| %05d %+d %u %x %zu %ld %lld %.3f %g", INT_MIN, 7, 7, 7,
             7, UINT_MAX, 255u, SIZE_MAX, LONG_MIN, LLONG_MAX, 1.5, 0.25);
    CHECK_STR(text.bytes, expected);
}

TEST(json_is_utf_8)
{
    CHECK_STR(quoted("\xC3\xA9\x1b\x7f\"\\"), "\"\xC3\xA9\\u001b\\u007f\\\"\\\\\"");
    CHECK_STR(quoted("a\xFF"
                     "b\xE2\x80"),
              "\"a\xEF\xBF\xBD"
              "b\xEF\xBF\xBD\xEF\xBF\xBD\"");
    CHECK_STR(quoted("\xED\xA0\x80"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
    CHECK_STR(lines("\"\xC2\x85\xE2\x80\xAE\"", false), "\"\\u0085\\u202e\""); // still JSON, and the same
}

CHECK_MAIN
{
    RUN(what_a_terminal_obeys_is_shown);
    RUN(lines_and_colours_stay_if_wished);
    RUN(formats);
    RUN(json_is_utf_8);
    mieni_text_release(&text);
}
