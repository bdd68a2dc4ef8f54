// SPDX-License-Identifier: MIT
//
// Untrusted text on a terminal.

#include "cli/plain.h"

#include "core/utf8.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/// Controls, what turns the direction of text, and ends of lines beyond ASCII.
static bool is_obeyed(int32_t c)
{
    return c < 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0x61C || c == 0x200E || c == 0x200F ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF ||
           (c >= 0xFFF9 && c <= 0xFFFB);
}

/// How many bytes a colour takes that begins here; 0 if none does.
static size_t color_size(const char *bytes, size_t left)
{
    size_t size = 2;
    if (left < 3 || bytes[0] != '\x1b' || bytes[1] != '[')
        return 0;
    while (size < left && ((bytes[size] >= '0' && bytes[size] <= '9') || bytes[size] == ';'))
        ++size;
    return size < left && bytes[size] == 'm' ? size + 1 : 0;
}

/// How many bytes from here on can stay as they are.
static size_t plain_size(const char *bytes, size_t left, bool has_lines, bool has_colors)
{
    size_t size = 0;
    while (size < left) {
        const unsigned char byte = (unsigned char)bytes[size];
        size_t taken = 1;
        if (byte >= 0x20 && byte < 0x7F) {
            ++size;
            continue;
        }
        const int32_t c = byte < 0x80 ? byte : mieni_utf8_decode(bytes + size, left - size, &taken);
        if (has_colors && byte == 0x1B)
            taken = color_size(bytes + size, left - size);
        else if (c < 0 || (is_obeyed(c) && !(has_lines && (c == '\n' || c == '\t'))))
            taken = 0;
        if (taken == 0)
            break;
        size += taken;
    }
    return size;
}

static void put(MieniTextOut *out, const char *bytes, size_t size, bool has_lines, bool has_colors)
{
    while (size > 0) {
        size_t taken = plain_size(bytes, size, has_lines, has_colors);
        mieni_text_put_bytes(out, bytes, taken);
        bytes += taken;
        size -= taken;
        if (size == 0)
            break;
        const int32_t c = mieni_utf8_decode(bytes, size, &taken);
        if (c < 0x80) { // or no character at all
            taken = 1;
            mieni_text_putf(out, "\\x%02x", (unsigned)(unsigned char)*bytes);
        } else {
            mieni_text_putf(out, "\\u%04x", (unsigned)c);
        }
        bytes += taken;
        size -= taken;
    }
}

void cli_put(MieniTextOut *out, const char *text) { put(out, text, strlen(text), false, false); }

void cli_put_lines(MieniTextOut *out, const char *bytes, size_t size, bool has_colors)
{
    put(out, bytes, size, true, has_colors);
}

/// One conversion of a format: "%-*.3s".
typedef struct Conversion {
    char text[32]; ///< With numbers in place of stars.
    int width, precision;
    int longs;    ///< How many l.
    bool is_size; ///< z.
    bool has_precision;
    char letter;
} Conversion;

/// Reads a number, or takes the one that a star stands for.
static const char *read_number(const char *at, va_list *arguments, int *out_number)
{
    *out_number = 0;
    if (*at == '*') {
        *out_number = va_arg(*arguments, int);
        return at + 1;
    }
    while (*at >= '0' && *at <= '9')
        *out_number = 10 * *out_number + (*at++ - '0');
    return at;
}

/// Reads what follows a %.
static const char *read_conversion(const char *at, va_list *arguments, Conversion *out)
{
    char flags[8];
    size_t count = 0;
    *out = (Conversion){0};
    for (; *at != '\0' && strchr("-+ #0", *at) != NULL; ++at)
        if (count < sizeof flags - 1)
            flags[count++] = *at;
    at = read_number(at, arguments, &out->width);
    if (*at == '.') {
        out->has_precision = true;
        at = read_number(at + 1, arguments, &out->precision);
    }
    for (; *at == 'l' || *at == 'z'; ++at) {
        out->longs += *at == 'l';
        out->is_size = out->is_size || *at == 'z';
    }
    if (out->width < 0) {
        out->width = -out->width;
        flags[count < sizeof flags - 1 ? count++ : count - 1] = '-';
    }
    flags[count] = '\0';
    out->letter = *at;
    char precision[16] = "";
    if (out->has_precision && out->precision >= 0)
        snprintf(precision, sizeof precision, ".%d", out->precision);
    char width[16] = "";
    if (out->width > 0)
        snprintf(width, sizeof width, "%d", out->width);
    snprintf(out->text, sizeof out->text, "%%%s%s%s", flags, width, precision);
    return at + (*at != '\0');
}

/// A text, escaped; width and precision count bytes, as everywhere.
static void put_text(MieniTextOut *out, const Conversion *how, const char *text)
{
    size_t size = 0;
    const size_t most = how->has_precision && how->precision >= 0 ? (size_t)how->precision : SIZE_MAX;
    while (size < most && text[size] != '\0')
        ++size;
    const size_t blanks = (size_t)how->width > size ? (size_t)how->width - size : 0;
    const bool is_left = strchr(how->text, '-') != NULL;
    if (!is_left)
        mieni_text_putf(out, "%*s", (int)blanks, "");
    put(out, text, size, false, false);
    if (is_left)
        mieni_text_putf(out, "%*s", (int)blanks, "");
}

/// A number by the C library, whose format is made here.
static void put_number(MieniTextOut *out, Conversion *how, va_list *arguments)
{
    char text[400];
    const size_t size = strlen(how->text);
    const char *length = how->is_size ? "z" : how->longs == 2 ? "ll" : how->longs == 1 ? "l" : "";
    snprintf(how->text + size, sizeof how->text - size, "%s%c", length, how->letter);
    if (strchr("fFgGeE", how->letter) != NULL)
        snprintf(text, sizeof text, how->text, va_arg(*arguments, double));
    else if (how->is_size)
        snprintf(text, sizeof text, how->text, va_arg(*arguments, size_t));
    else if (how->longs == 2)
        snprintf(text, sizeof text, how->text, va_arg(*arguments, long long));
    else if (how->longs == 1)
        snprintf(text, sizeof text, how->text, va_arg(*arguments, long));
    else
        snprintf(text, sizeof text, how->text, va_arg(*arguments, int));
    mieni_text_put(out, text);
}

void cli_putf(MieniTextOut *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    while (*format != '\0') {
        const size_t size = strcspn(format, "%");
        mieni_text_put_bytes(out, format, size);
        format += size;
        if (*format == '\0')
            break;
        Conversion how;
        format = read_conversion(format + 1, &arguments, &how);
        if (how.letter == 's')
            put_text(out, &how, va_arg(arguments, const char *));
        else if (how.letter == '%')
            mieni_text_put(out, "%");
        else
            put_number(out, &how, &arguments);
    }
    va_end(arguments);
}
