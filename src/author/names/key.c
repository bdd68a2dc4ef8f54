// SPDX-License-Identifier: MIT
//
// Keys of names: what is left of a name when what the rules let pass is taken away.
//
// A key must not lose a side. Where a side is taken out its letter comes at the end,
// after a character that no name has; where separators go, which make an l a side
// (tail_l, taill), the sides that are letters are also noted there. Prefixes are only
// taken off if no side goes with them.

#include "base/names.h"

#include "mien_author/resolve.h"

#include <string.h>

/// Before notes at the end of a key: sides taken out, sides that stay, all that is left.
enum { SIDES_OUT = 1, SIDES_IN = 2, NOTHING_BUT = 3 };

static bool is_separator(char c)
{
    return c == '_' || c == '.' || c == '-' || c == ':' || c == ' ' || c == '|' || c == '/';
}
static bool ends_prefix(char c) { return c == '.' || c == ':' || c == '|'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
static char lower(char c) { return is_capital(c) ? (char)(c - 'A' + 'a') : c; }
static char upper(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; }

/// Notes the sides of the first size bytes of a name, in order; returns how many.
static int sides_of(const char *name, size_t size, bool only_letters, char *out)
{
    int count = 0;
    for (size_t i = 0; i < size;) {
        char side;
        bool is_letter;
        const int length = mieni_name_side_at(name, i, &side, &is_letter);
        if (length > 0 && (is_letter || !only_letters))
            out[count++] = side;
        i += length > 0 ? (size_t)length : 1;
    }
    return count;
}

/// Whether a part between separators is a number or a side alone: eye.L.001 has no
/// prefix, and neither has hand.Left.
static bool is_appendix(const char *part, size_t size)
{
    static const char *const sides[] = {"l", "r", "left", "right"};
    size_t digits = 0;
    while (digits < size && is_digit(part[digits]))
        ++digits;
    bool is_side = false;
    for (int s = 0; s < 4; ++s) {
        size_t same = 0;
        while (same < size && lower(part[same]) == sides[s][same])
            ++same;
        is_side = is_side || (same == size && sides[s][same] == '\0');
    }
    return digits == size || is_side;
}

/// How many bytes the prefix of a deformer or namespace takes, or 0.
static size_t prefix_size(const char *name)
{
    size_t end = strlen(name), at = end;
    for (; at > 0; --at) {
        if (!ends_prefix(name[at - 1]))
            continue;
        if (!is_appendix(name + at, end - at))
            break;
        end = at - 1;
    }
    if (at == 0)
        return 0;
    char before[MIENI_NAME_ROOM], after[MIENI_NAME_ROOM];
    const int sides = sides_of(name, at, false, before);
    if (sides == 0)
        return at;
    const int others = sides_of(name + at, strlen(name + at), false, after);
    return sides == others && memcmp(before, after, (size_t)sides) == 0 ? at : 0;
}

/// Two to four capitals and a line: AK_. How many bytes they take, or 0.
static int tag_size(const char *at)
{
    int size = 0;
    while (size < 5 && is_capital(at[size]))
        ++size;
    const bool is_side = size == 4 && strncmp(at, "LEFT", 4) == 0;
    return size >= 2 && size <= 4 && !is_side && at[size] == '_' ? size + 1 : 0;
}

/// How many bytes the prefix of a numbered list takes, or 0.
static int numbered_size(const char *name)
{
    int size = tag_size(name);
    if (size == 0)
        return 0;
    size += tag_size(name + size);
    int digits = 0;
    while (digits < 4 && is_digit(name[size + digits]))
        ++digits;
    const bool is_number = digits >= 1 && digits <= 3 && name[size + digits] == '_';
    return is_number && name[size + digits + 1] != '\0' ? size + digits + 1 : 0;
}

bool mieni_name_is_numbered(const char *name) { return numbered_size(name + prefix_size(name)) > 0; }

/// Takes sides out, each with one separator where it stood between two or at an end.
static void take_sides_out(const char *name, char *out)
{
    size_t size = 0;
    for (size_t i = 0; name[i] != '\0';) {
        char side;
        bool is_letter;
        const int length = mieni_name_side_at(name, i, &side, &is_letter);
        if (length == 0) {
            out[size++] = name[i++];
            continue;
        }
        i += (size_t)length;
        if (size > 0 && is_separator(out[size - 1]) && (name[i] == '\0' || is_separator(name[i])))
            --size;
        else if (size == 0 && is_separator(name[i]))
            ++i;
    }
    out[size] = '\0';
}

/// eye_blink becomes eyeBlink, in place.
static void take_separators_out(char *name)
{
    size_t size = 0;
    bool begins_word = false;
    for (const char *at = name; *at != '\0'; ++at) {
        if (is_separator(*at)) {
            begins_word = true;
            continue;
        }
        const char c = begins_word ? upper(*at) : *at;
        name[size] = size == 0 ? lower(c) : c;
        ++size;
        begins_word = false;
    }
    name[size] = '\0';
}

void mieni_name_key(const char *name, unsigned rules, char out[MIENI_NAME_ROOM])
{
    char whole[MIENI_NAME_ROOM], notes[MIENI_NAME_ROOM];
    if ((rules & MIEN_AUTHOR_NAME_UNICODE) != 0)
        mieni_name_compose(name, whole);
    else
        memcpy(whole, name, strlen(name) + 1);
    const char *rest = whole;
    if ((rules & MIEN_AUTHOR_NAME_PREFIX) != 0)
        rest += prefix_size(rest);
    if ((rules & MIEN_AUTHOR_NAME_NUMBERED) != 0)
        rest += numbered_size(rest);

    const bool no_sides = (rules & MIEN_AUTHOR_NAME_SIDE) != 0;
    const bool no_separators = (rules & MIEN_AUTHOR_NAME_SEPARATORS) != 0;
    int note_count = 0;
    if (no_sides || no_separators)
        note_count = sides_of(rest, strlen(rest), !no_sides, notes);
    if (no_sides)
        take_sides_out(rest, out);
    else
        memcpy(out, rest, strlen(rest) + 1);
    if (no_separators)
        take_separators_out(out);
    char mark = no_sides ? SIDES_OUT : SIDES_IN;
    if (out[0] == '\0') { // a name of sides or separators alone is what it is
        memcpy(out, rest, strlen(rest) + 1);
        mark = NOTHING_BUT;
    }
    size_t size = strlen(out);
    for (size_t i = 0; (rules & MIEN_AUTHOR_NAME_CASE) != 0 && i < size; ++i)
        out[i] = lower(out[i]);
    if (note_count > 0) {
        out[size++] = mark;
        memcpy(out + size, notes, (size_t)note_count);
        size += (size_t)note_count;
    }
    out[size] = '\0';
}
