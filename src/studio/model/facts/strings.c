// SPDX-License-Identifier: MIT
//
// Labels, typed numbers, filters.

#include "core/float_rules.h"

#include "studio/model/facts/strings.h"

#include "base/names.h"
#include "base/number.h"

#include <stdio.h>
#include <string.h>

const char *studio_label_many(char label[STUDIO_LABEL_ROOM], const char *verb, const char *const *names,
                              int count, const char *things)
{
    if (count == 1)
        snprintf(label, STUDIO_LABEL_ROOM, "%s %.300s", verb, names[0]);
    else
        snprintf(label, STUDIO_LABEL_ROOM, "%s %d %s", verb, count, things);
    return label;
}

const char *studio_asset_name(const char *path, char name[STUDIO_LABEL_ROOM])
{
    const char *slash = strrchr(path, '/'), *base = slash != NULL ? slash + 1 : path;
    snprintf(name, STUDIO_LABEL_ROOM, "%s", base);
    char *dot = strrchr(name, '.'); // ".json"
    if (dot != NULL)
        *dot = '\0';
    dot = strrchr(name, '.'); // the kind
    if (dot != NULL && dot != name)
        *dot = '\0';
    return name;
}

/// The text without blanks and with points for commas; false if it is too long.
static bool tidy(const char *text, char *out, size_t room)
{
    size_t size = 0;
    for (; *text != '\0'; ++text) {
        if (*text == ' ' || *text == '\t')
            continue;
        if ((unsigned char)text[0] == 0xE2 && (unsigned char)text[1] == 0x88 &&
            (unsigned char)text[2] == 0x92) { // the sign that lists show
            if (size + 1 >= room)
                return false;
            out[size++] = '-';
            text += 2;
            continue;
        }
        if (size + 1 >= room)
            return false;
        out[size++] = *text == ',' ? '.' : *text;
    }
    out[size] = '\0';
    return size > 0;
}

bool studio_number_read(const char *text, double before, double min, double max, double *out_number)
{
    char clean[64], digits[66];
    double number;
    if (!tidy(text, clean, sizeof clean))
        return false;
    if (strcmp(clean, "min") == 0 || strcmp(clean, "max") == 0) {
        *out_number = clean[1] == 'i' ? min : max;
        return true;
    }
    const bool is_relative = clean[1] == '=' && strchr("+-*", clean[0]) != NULL;
    const char *at = is_relative ? clean + 2 : clean;
    size_t size = strlen(at);
    const bool is_percent = size > 0 && at[size - 1] == '%';
    size -= is_percent;
    const bool is_negative = size > 0 && at[0] == '-', is_short = at[is_negative] == '.';
    snprintf(digits, sizeof digits, "%s%s%.*s", is_negative ? "-" : "", is_short ? "0" : "",
             (int)(size - is_negative), at + is_negative);
    if (size == 0 || !mieni_number_read(digits, strlen(digits), &number))
        return false;
    if (is_percent)
        number /= 100;
    if (is_relative)
        number = clean[0] == '+' ? before + number : clean[0] == '-' ? before - number : before * number;
    *out_number = number;
    return true;
}

static char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static bool has_word(const char *name, const char *word, size_t size)
{
    for (; *name != '\0'; ++name) {
        size_t i = 0;
        while (i < size && name[i] != '\0' && lower(name[i]) == lower(word[i]))
            ++i;
        if (i == size)
            return true;
    }
    return size == 0;
}

static bool has_side(const char *name, char side)
{
    for (size_t i = 0; name[i] != '\0'; ++i) {
        char found = 0;
        bool is_letter;
        if (mieni_name_side_at(name, i, &found, &is_letter) > 0 && lower(found) == lower(side))
            return true;
    }
    return false;
}

bool studio_filter_matches(const char *filter, const char *name)
{
    while (*filter != '\0') {
        const size_t size = strcspn(filter, " ");
        const bool is_side = size == 2 && filter[0] == '/' && strchr("lLrR", filter[1]) != NULL;
        if (size > 0 && !(is_side ? has_side(name, filter[1]) : has_word(name, filter, size)))
            return false;
        filter += size;
        filter += *filter == ' ';
    }
    return true;
}
