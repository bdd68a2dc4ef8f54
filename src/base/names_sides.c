// SPDX-License-Identifier: MIT
//
// Left and right in names. A side is
//
//     Left, left, LEFT   as a word of its own: eyeBlinkLeft, leftEye, hand_left,
//                        EYE_LEFT; not in cleft or leftover
//     L, l               alone between separators or at an end: hand_l, eye.L.001,
//                        L_Eye, Bip01 L Hand; not as the whole name
//     L                  at the end of a camelCase word: browLowerL, handL_01,
//                        lipsPurseUL (upper left)
//
// and the same for right. Every side in a name is swapped. A side and its partner
// begin and end with characters of the same class, and what is around them
// decides whether they are sides; so swapping twice gives the name, and two names
// never become one.

#include "base/names.h"

#include <string.h>

static bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
/// What is not ASCII counts as a letter that goes on with the word.
static bool goes_on(char c) { return is_lower(c) || (unsigned char)c >= 0x80; }
static bool is_letter(char c) { return goes_on(c) || is_upper(c); }
static bool ends_word(char c) { return c == '\0' || strchr("_.-: |/", c) != NULL; }

static const char *const words[6][2] = {{"left", "right"}, {"right", "left"}, {"Left", "Right"},
                                        {"Right", "Left"}, {"LEFT", "RIGHT"}, {"RIGHT", "LEFT"}};

/// The word that stands at a place as a word of its own, or -1. before is 0 at
/// the start of the name.
static int word_at(const char *at, char before)
{
    for (int w = 0; w < 6; ++w) {
        const size_t size = strlen(words[w][0]);
        if (strncmp(at, words[w][0], size) != 0)
            continue;
        const char next = at[size];
        if (is_lower(at[0]) && (is_letter(before) || goes_on(next)))
            continue;
        if (is_upper(at[1]) && (is_upper(before) || is_letter(next)))
            continue;
        if (!goes_on(next))
            return w;
    }
    return -1;
}

static bool is_letter_side(const char *name, size_t i)
{
    const char c = name[i], before = i > 0 ? name[i - 1] : '\0', next = name[i + 1];
    if (strchr("lrLR", c) == NULL || !ends_word(next))
        return false;
    if (ends_word(before))
        return i > 0 || next != '\0';
    if (is_lower(c))
        return false;
    if ((before == 'U' || before == 'D') && i > 1)
        return is_lower(name[i - 2]);
    return is_lower(before) || (before >= '0' && before <= '9');
}

static char other_letter(char c)
{
    switch (c) {
    case 'l':
        return 'r';
    case 'r':
        return 'l';
    case 'L':
        return 'R';
    default:
        return 'L';
    }
}

int mieni_name_side_at(const char *name, size_t at, char *out_side, bool *out_is_letter)
{
    const char c = name[at];
    if (c != 'l' && c != 'r' && c != 'L' && c != 'R')
        return 0; // the common case, quickly
    const int word = word_at(name + at, at > 0 ? name[at - 1] : '\0');
    *out_is_letter = word < 0;
    if (word < 0 && !is_letter_side(name, at))
        return 0;
    *out_side = c == 'l' || c == 'L' ? 'L' : 'R';
    return word < 0 ? 1 : (int)strlen(words[word][0]);
}

bool mieni_name_swap_sides(const char *name, char out[MIENI_NAME_ROOM])
{
    bool has_side = false;
    size_t size = 0;
    for (size_t i = 0; name[i] != '\0';) {
        const int word = word_at(name + i, i > 0 ? name[i - 1] : '\0');
        if (word >= 0) {
            const size_t length = strlen(words[word][1]);
            memcpy(out + size, words[word][1], length);
            size += length;
            i += strlen(words[word][0]);
            has_side = true;
        } else if (is_letter_side(name, i)) {
            out[size++] = other_letter(name[i++]);
            has_side = true;
        } else {
            out[size++] = name[i++];
        }
    }
    out[size] = '\0';
    return has_side;
}
