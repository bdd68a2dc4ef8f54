// SPDX-License-Identifier: MIT
//
// URIs in glTF files: data that they hold themselves, and paths, which never lead out
// of the file's folder.

#include "core/internal.h"
#include "core/utf8.h"
#include "io/gltf/steps.h"

#include <string.h>

static MienStatus fail(MienError *error, const char *place, const char *sentence)
{
    return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", place), "%s", sentence);
}

static MienStatus no_memory(MienError *error, const char *place)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_at("%s", place), "Out of memory.");
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/// Whether text begins with a word, in any case.
static bool begins(const char *text, size_t size, const char *word)
{
    size_t i = 0;
    for (; word[i] != '\0'; ++i)
        if (i >= size || lower(text[i]) != word[i])
            return false;
    return true;
}

bool mieni_uri_is_data(const char *uri) { return begins(uri, strlen(uri), "data:"); }

static int hex_digit(char c)
{
    const char l = lower(c);
    return c >= '0' && c <= '9' ? c - '0' : l >= 'a' && l <= 'f' ? l - 'a' + 10 : -1;
}

/// The value of a letter of base64, or -1. Those of the form for URLs count too.
static int base64_value(char c)
{
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+' || c == '-' ? 62
           : c == '/' || c == '_' ? 63
                                  : -1;
}

static MienStatus decode_base64(const char *text, const char *place, MieniArena *arena,
                                MieniGltfBytes *out_bytes, MienError *error)
{
    size_t size = strlen(text);
    for (int i = 0; i < 2 && size > 0 && text[size - 1] == '='; ++i)
        --size;
    uint8_t *bytes = mieni_arena_take(arena, size / 4 * 3 + 3, 1), *out = bytes;
    if (bytes == NULL)
        return no_memory(error, place);
    uint32_t pending = 0;
    int bits = 0;
    for (size_t i = 0; i < size; ++i) {
        const int value = base64_value(text[i]);
        if (value < 0)
            return fail(error, place, "The data URI holds a character that is not of base64.");
        pending = pending << 6 | (uint32_t)value;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            *out++ = (uint8_t)(pending >> bits);
        }
    }
    if (bits == 6)
        return fail(error, place, "The base64 of the data URI ends in the middle; perhaps it was cut short.");
    *out_bytes = (MieniGltfBytes){bytes, (size_t)(out - bytes)};
    return MIEN_OK;
}

/// Whether the media type, up to its parameters, is one of those wanted, or none.
static bool is_type(const char *text, size_t size, const char *const *types, int count)
{
    size_t end = 0;
    while (end < size && text[end] != ';')
        ++end;
    bool is_one = end == 0 || count == 0;
    for (int i = 0; i < count && !is_one; ++i)
        is_one = strlen(types[i]) == end && begins(text, end, types[i]);
    return is_one;
}

/// Characters that stand for themselves, others escaped.
static MienStatus decode_escapes(const char *text, const char *place, MieniArena *arena,
                                 MieniGltfBytes *out_bytes, MienError *error)
{
    uint8_t *bytes = mieni_arena_take(arena, strlen(text), 1), *out = bytes;
    if (bytes == NULL)
        return no_memory(error, place);
    for (; *text != '\0'; ++text) {
        if (*text != '%') {
            *out++ = (uint8_t)*text;
            continue;
        }
        const int high = hex_digit(text[1]), low = high >= 0 ? hex_digit(text[2]) : -1;
        if (low < 0)
            return fail(error, place, "The data URI has an escape that is none.");
        *out++ = (uint8_t)(16 * high + low);
        text += 2;
    }
    *out_bytes = (MieniGltfBytes){bytes, (size_t)(out - bytes)};
    return MIEN_OK;
}

/// Parameters are name=value.
static bool has_sound_parameters(const char *text, size_t size)
{
    for (size_t at = 0; at < size; ++at) {
        if (text[at] != ';')
            continue;
        size_t end = at + 1;
        while (end < size && text[end] != ';' && text[end] != '=')
            ++end;
        if (end == size || text[end] != '=' || end == at + 1)
            return false;
    }
    return true;
}

MienStatus mieni_uri_decode(const char *uri, const char *const *types, int type_count, const char *place,
                            MieniArena *arena, MieniGltfBytes *out_bytes, MienError *error)
{
    static const char base64[] = ";base64";
    const char *head = uri + strlen("data:"), *comma = strchr(head, ',');
    const size_t size = comma != NULL ? (size_t)(comma - head) : 0, tail = strlen(base64);
    const bool is_base64 = size >= tail && begins(comma - tail, tail, base64);
    if (comma == NULL || !has_sound_parameters(head, is_base64 ? size - tail : size))
        return fail(error, place, "A data URI must be of the form data:type;base64,data.");
    if (!is_type(head, size, types, type_count))
        return fail(error, place, "The data URI is of a type that does not belong here.");
    return (is_base64 ? decode_base64 : decode_escapes)(comma + 1, place, arena, out_bytes, error);
}

/// The URI without escapes; false if an escape is none, or means a zero or a separator.
static bool unescape(const char *uri, char *out)
{
    for (; *uri != '\0'; ++uri) {
        if (*uri != '%') {
            if ((unsigned char)*uri < 0x20 || *uri == 0x7F)
                return false;
            *out++ = *uri;
            continue;
        }
        const int high = hex_digit(uri[1]), low = high >= 0 ? hex_digit(uri[2]) : -1;
        const int character = 16 * high + low;
        if (low < 0 || character < 0x20 || character == 0x7F || character == '/' || character == '\\')
            return false;
        *out++ = (char)character;
        uri += 2;
    }
    *out = '\0';
    return true;
}

static bool is_utf8(const char *text)
{
    const size_t size = strlen(text);
    for (size_t at = 0, taken = 1; at < size; at += taken)
        if (mieni_utf8_decode(text + at, size - at, &taken) < 0)
            return false;
    return true;
}

/// Whether every step of a path goes down.
static bool goes_down(const char *path)
{
    for (const char *at = path;; ++at) {
        const size_t size = strcspn(at, "/");
        // Some systems drop dots and blanks at the end of a name: "..." and ".. " are "..".
        if (size == 0 || strspn(at, ". ") >= size)
            if (!(size == 1 && at[0] == '.' && at[1] == '/'))
                return false;
        at += size;
        if (*at == '\0')
            return true;
    }
}

MienStatus mieni_gltf_path(const char *uri, const char *place, MieniArena *scratch, const char **out_path,
                           MienError *error)
{
    char *path = mieni_arena_take(scratch, strlen(uri) + 1, 1);
    if (path == NULL)
        return no_memory(error, place);
    if (!unescape(uri, path) || !is_utf8(path))
        return fail(error, place, "The URI has escapes that mean no character of a file's name.");
    // A colon is a scheme, a drive or a stream, and never needed in a name.
    if (strpbrk(path, "\\:") != NULL || strpbrk(uri, "?#") != NULL || !goes_down(path))
        return fail(error, place,
                    "Only files in the folder of this one or below it are read; put the file there.");
    *out_path = path;
    return MIEN_OK;
}
