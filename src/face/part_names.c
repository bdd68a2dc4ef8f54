// SPDX-License-Identifier: MIT
//
// Words in names.

#include "face/part_names.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { LONGEST_WORD = 15 };

typedef struct Word {
    const char *text;
    int part;
} Word;

/// The first row whose word is in a name decides, so eyelids and eyelashes come before eyes.
static const Word words[] = {
    {"lash", MIENI_PART_OTHER},      {"lashes", MIENI_PART_OTHER},    {"eyelash", MIENI_PART_OTHER},
    {"eyelashes", MIENI_PART_OTHER}, {"brow", MIENI_PART_OTHER},      {"brows", MIENI_PART_OTHER},
    {"eyebrow", MIENI_PART_OTHER},   {"eyebrows", MIENI_PART_OTHER},  {"hair", MIENI_PART_OTHER},
    {"beard", MIENI_PART_OTHER},     {"moustache", MIENI_PART_OTHER}, {"tear", MIENI_PART_OTHER},
    {"lacrimal", MIENI_PART_OTHER},  {"glasses", MIENI_PART_OTHER},   {"hat", MIENI_PART_OTHER},
    {"cap", MIENI_PART_OTHER},       {"cloth", MIENI_PART_OTHER},     {"clothes", MIENI_PART_OTHER},
    {"collar", MIENI_PART_OTHER},    {"bust", MIENI_PART_OTHER},      {"horn", MIENI_PART_OTHER},
    {"tusk", MIENI_PART_OTHER},      {"crest", MIENI_PART_OTHER},     {"earring", MIENI_PART_OTHER},
    {"freckle", MIENI_PART_OTHER},   {"lid", MIENI_PART_SKIN},        {"lids", MIENI_PART_SKIN},
    {"eyelid", MIENI_PART_SKIN},     {"eyelids", MIENI_PART_SKIN},    {"teeth", MIENI_PART_TEETH},
    {"tooth", MIENI_PART_TEETH},     {"gum", MIENI_PART_TEETH},       {"gums", MIENI_PART_TEETH},
    {"tongue", MIENI_PART_TONGUE},   {"eye", MIENI_PART_EYE},         {"eyes", MIENI_PART_EYE},
    {"eyeball", MIENI_PART_EYE},     {"eyeballs", MIENI_PART_EYE},    {"cornea", MIENI_PART_EYE},
    {"sclera", MIENI_PART_EYE},      {"iris", MIENI_PART_EYE},        {"pupil", MIENI_PART_EYE},
    {"skin", MIENI_PART_SKIN},       {"face", MIENI_PART_SKIN},
};
/// Bones with these words lie beside the eye.
static const char *const beside[] = {"lid", "lids",   "eyelid", "brow",   "eyebrow", "lash",  "lashes",
                                     "bag", "socket", "corner", "target", "crease",  "inner", "outer"};

static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
static bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

/// The next word of a name in small letters; the rest of the name, or NULL after the last word.
/// "Bip01 LEye" is bip, l, eye.
static const char *next_word(const char *name, char out_word[LONGEST_WORD + 1])
{
    int length = 0;
    while (*name != '\0' && !is_upper(*name) && !is_lower(*name))
        ++name;
    if (*name == '\0')
        return NULL;
    for (const char *first = name;; ++name) {
        const bool is_letter = is_upper(*name) || is_lower(*name);
        const bool begins = is_upper(*name) && name > first &&
                            (is_lower(name[-1]) || (is_upper(name[-1]) && is_lower(name[1])));
        if (!is_letter || begins)
            break;
        if (length < LONGEST_WORD)
            out_word[length++] = (char)(is_upper(*name) ? *name - 'A' + 'a' : *name);
    }
    out_word[length] = '\0';
    return name;
}

static bool has_word(const char *name, const char *word)
{
    char found[LONGEST_WORD + 1];
    while ((name = next_word(name, found)) != NULL)
        if (strcmp(found, word) == 0)
            return true;
    return false;
}

int mieni_part_of_name(const char *name)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        if (has_word(name, words[i].text))
            return words[i].part;
    return -1;
}

int mieni_part_of_bone(const char *name)
{
    for (size_t i = 0; i < sizeof beside / sizeof *beside; ++i)
        if (has_word(name, beside[i]))
            return -1;
    const int part = mieni_part_of_name(name);
    return part == MIENI_PART_EYE || part == MIENI_PART_TEETH || part == MIENI_PART_TONGUE ? part : -1;
}
