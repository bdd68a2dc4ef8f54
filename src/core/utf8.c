// SPDX-License-Identifier: MIT
//
// What may be a name. White space and control characters are few enough to list,
// so no Unicode tables are needed.

#include "utf8.h"

#include "mien/base.h"

// The bounds on the second byte are what excludes overlong forms, surrogates and
// characters beyond U+10FFFF (Unicode, table 3-7).
int32_t mieni_utf8_decode(const char *text, size_t left, size_t *out_taken)
{
    const unsigned char *bytes = (const unsigned char *)text;
    const unsigned first = bytes[0];
    size_t taken = 1;
    int32_t character = (int32_t)first;
    unsigned least = 0x80, most = 0xBF;
    if (first >= 0xC2 && first <= 0xDF) {
        taken = 2;
        character = first & 0x1F;
    } else if (first >= 0xE0 && first <= 0xEF) {
        taken = 3;
        character = first & 0x0F;
        if (first == 0xE0)
            least = 0xA0;
        else if (first == 0xED)
            most = 0x9F;
    } else if (first >= 0xF0 && first <= 0xF4) {
        taken = 4;
        character = first & 0x07;
        if (first == 0xF0)
            least = 0x90;
        else if (first == 0xF4)
            most = 0x8F;
    } else if (first >= 0x80) {
        return -1;
    }
    if (taken > left)
        return -1;
    for (size_t i = 1; i < taken; i++) {
        if (bytes[i] < least || bytes[i] > most)
            return -1;
        character = character << 6 | (bytes[i] & 0x3F);
        least = 0x80;
        most = 0xBF;
    }
    *out_taken = taken;
    return character;
}

static bool is_control(int32_t character)
{
    return character < 0x20 || (character >= 0x7F && character <= 0x9F);
}

/// Unicode's White_Space without its control characters, and U+FEFF, which is
/// no longer a space but just as invisible at the end of a name.
static bool is_space(int32_t character)
{
    switch (character) {
    case 0x20:
    case 0xA0:
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202F:
    case 0x205F:
    case 0x3000:
    case 0xFEFF:
        return true;
    default:
        return character >= 0x2000 && character <= 0x200A;
    }
}

/// NULL for a name, otherwise what is wrong with it.
static const char *fault_of(const char *bytes, size_t length)
{
    if (length == 0)
        return "A name cannot be empty.";
    if (length > MIEN_MAX_NAME)
        return "A name cannot be longer than 255 bytes.";
    bool space = false;
    for (size_t at = 0, taken = 0; at < length; at += taken) {
        if (bytes[at] > 0x20 && bytes[at] < 0x7F) { // nearly all bytes of nearly all names
            taken = 1;
            space = false;
            continue;
        }
        const int32_t character = mieni_utf8_decode(bytes + at, length - at, &taken);
        if (character < 0)
            return "A name must be valid UTF-8.";
        if (is_control(character))
            return "A name cannot contain control characters.";
        space = is_space(character);
        if (space && at == 0)
            return "A name cannot begin with white space.";
    }
    return space ? "A name cannot end with white space." : NULL;
}

bool mieni_name_is_valid(const char *bytes, size_t length, const char **why)
{
    const char *fault = fault_of(bytes, length);
    if (fault && why)
        *why = fault;
    return !fault;
}

static int byte_of(char c, bool ignore_case)
{
    const int byte = (unsigned char)c;
    return ignore_case && byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte;
}

int mieni_name_compare(const char *a, const char *b, bool ignore_case)
{
    while (*a && byte_of(*a, ignore_case) == byte_of(*b, ignore_case)) {
        a++;
        b++;
    }
    return byte_of(*a, ignore_case) - byte_of(*b, ignore_case);
}
