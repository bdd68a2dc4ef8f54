// SPDX-License-Identifier: MIT
//
// Text that grows, and JSON written into it.

#include "base/text_out.h"

#include "base/number.h"
#include "core/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// Room for size more bytes and the closing zero.
static bool reserve(MieniTextOut *out, size_t size)
{
    if (out->is_out_of_memory)
        return false;
    if (size < out->room - out->size)
        return true;
    size_t room = out->room > 0 ? out->room : 256;
    while (room - out->size <= size && room <= SIZE_MAX / 2)
        room *= 2;
    char *bytes = room - out->size > size ? mieni_allocate(out->allocator, room, 1) : NULL;
    if (bytes == NULL) {
        out->is_out_of_memory = true;
        return false;
    }
    if (out->size > 0)
        memcpy(bytes, out->bytes, out->size);
    if (out->bytes != NULL)
        mieni_free(out->allocator, out->bytes, out->room, 1);
    out->bytes = bytes;
    out->room = room;
    return true;
}

void mieni_text_put_bytes(MieniTextOut *out, const char *bytes, size_t size)
{
    if (!reserve(out, size))
        return;
    memcpy(out->bytes + out->size, bytes, size);
    out->size += size;
    out->bytes[out->size] = '\0';
}

void mieni_text_put(MieniTextOut *out, const char *text) { mieni_text_put_bytes(out, text, strlen(text)); }

void mieni_text_putf(MieniTextOut *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int size = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (size < 0 || !reserve(out, (size_t)size))
        return;
    va_start(arguments, format);
    vsnprintf(out->bytes + out->size, (size_t)size + 1, format, arguments);
    va_end(arguments);
    out->size += (size_t)size;
}

void mieni_text_put_number(MieniTextOut *out, double value)
{
    char text[MIENI_NUMBER_ROOM];
    mieni_text_put_bytes(out, text, mieni_number_write(value, text));
}

void mieni_text_put_signed(MieniTextOut *out, double value)
{
    static const double minus_zero = -0.0;
    mieni_text_put(out, memcmp(&value, &minus_zero, sizeof value) == 0 ? "-" : "");
    mieni_text_put_number(out, value);
}

void mieni_text_put_floats(MieniTextOut *out, const float *values, int count)
{
    for (int i = 0; i < count; ++i) {
        mieni_text_put(out, " ");
        mieni_text_put_signed(out, values[i] != 0.0f ? mieni_number_of_float(values[i]) : (double)values[i]);
    }
}

/// Where a string has something next that JSON cannot hold as it is, or ends.
static const char *plain_end(const char *string)
{
    for (size_t taken = 1;; string += taken, taken = 1) {
        const unsigned char c = (unsigned char)*string;
        if (c < 0x20 || c == '"' || c == '\\' || c == 0x7F)
            return string;
        if (c >= 0x80 && mieni_utf8_decode(string, 4, &taken) < 0) // stops at the end
            return string;
    }
}

void mieni_text_put_string(MieniTextOut *out, const char *string)
{
    static const char letters[] = "\"\\\b\f\n\r\t", escapes[] = "\"\\bfnrt";
    mieni_text_put(out, "\"");
    while (*string != '\0') {
        const char *end = plain_end(string);
        mieni_text_put_bytes(out, string, (size_t)(end - string));
        if (*end == '\0')
            break;
        string = end + 1;
        if ((unsigned char)*end >= 0x80) { // no text of ours, but names of files may be anything
            mieni_text_put(out, "\xEF\xBF\xBD");
            continue;
        }
        const char *letter = strchr(letters, *end);
        if (letter != NULL)
            mieni_text_putf(out, "\\%c", escapes[letter - letters]);
        else
            mieni_text_putf(out, "\\u%04x", (unsigned)*end);
    }
    mieni_text_put(out, "\"");
}

/// How the parts of a value are set apart.
typedef struct Spacing {
    const char *comma, *colon;
} Spacing;

static void put_json(MieniTextOut *out, const MieniJson *value, const Spacing *spacing)
{
    switch (value->type) {
    case MIENI_JSON_NULL:
        mieni_text_put(out, "null");
        break;
    case MIENI_JSON_BOOL:
        mieni_text_put(out, value->boolean ? "true" : "false");
        break;
    case MIENI_JSON_NUMBER:
        if (value->string != NULL)
            mieni_text_put(out, value->string);
        else
            mieni_text_put_number(out, value->number);
        break;
    case MIENI_JSON_STRING:
        mieni_text_put_string(out, value->string);
        break;
    case MIENI_JSON_ARRAY:
    case MIENI_JSON_OBJECT: {
        const bool is_object = value->type == MIENI_JSON_OBJECT;
        mieni_text_put(out, is_object ? "{" : "[");
        for (int i = 0; i < value->count; ++i) {
            if (i > 0)
                mieni_text_put(out, spacing->comma);
            if (is_object) {
                mieni_text_put_string(out, value->keys[i]);
                mieni_text_put(out, spacing->colon);
            }
            put_json(out, value->items[i], spacing);
        }
        mieni_text_put(out, is_object ? "}" : "]");
        break;
    }
    }
}

void mieni_text_put_json(MieniTextOut *out, const MieniJson *value)
{
    put_json(out, value, &(Spacing){", ", ": "});
}

void mieni_text_put_dense_json(MieniTextOut *out, const MieniJson *value)
{
    put_json(out, value, &(Spacing){",", ":"});
}

void mieni_text_release(MieniTextOut *out)
{
    if (out->bytes != NULL)
        mieni_free(out->allocator, out->bytes, out->room, 1);
    *out = (MieniTextOut){.allocator = out->allocator};
}
