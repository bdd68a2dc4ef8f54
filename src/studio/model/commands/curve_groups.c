// SPDX-License-Identifier: MIT
//
// Face regions by curve name.

#include "studio/model/commands/curve_groups.h"

#include "base/names.h"

#include <string.h>

/// The first word that is in a name decides, so the narrower ones stand first.
static const struct {
    const char *word;
    StudioCurveGroup group;
} words[] = {
    {"viseme", STUDIO_GROUP_VISEMES},  {"phoneme", STUDIO_GROUP_VISEMES}, {"vrc.v_", STUDIO_GROUP_VISEMES},
    {"tongue", STUDIO_GROUP_TONGUE},   {"brow", STUDIO_GROUP_BROWS},      {"nose", STUDIO_GROUP_CHEEKS},
    {"sneer", STUDIO_GROUP_CHEEKS},    {"cheek", STUDIO_GROUP_CHEEKS},    {"nasolabial", STUDIO_GROUP_CHEEKS},
    {"jaw", STUDIO_GROUP_JAW},         {"chin", STUDIO_GROUP_JAW},        {"smile", STUDIO_GROUP_CORNERS},
    {"frown", STUDIO_GROUP_CORNERS},   {"dimple", STUDIO_GROUP_CORNERS},  {"corner", STUDIO_GROUP_CORNERS},
    {"stretch", STUDIO_GROUP_CORNERS}, {"mouth", STUDIO_GROUP_LIPS},      {"lip", STUDIO_GROUP_LIPS},
    {"eye", STUDIO_GROUP_EYES},        {"lid", STUDIO_GROUP_EYES},        {"blink", STUDIO_GROUP_EYES},
    {"squint", STUDIO_GROUP_EYES},     {"pupil", STUDIO_GROUP_EYES},
};

static bool has_word(const char *name, const char *word)
{
    for (; *name != '\0'; ++name) {
        size_t i = 0;
        while (word[i] != '\0' && (name[i] == word[i] || name[i] == word[i] - 'a' + 'A'))
            ++i;
        if (word[i] == '\0')
            return true;
    }
    return false;
}

StudioCurveGroup studio_curve_group(const char *name)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i)
        if (has_word(name, words[i].word))
            return words[i].group;
    return STUDIO_GROUP_OTHER;
}

char studio_curve_side(const char *name)
{
    for (size_t i = 0; name[i] != '\0'; ++i) {
        char side = 0;
        bool is_letter;
        if (mieni_name_side_at(name, i, &side, &is_letter) > 0)
            return side == 'l' || side == 'L' ? 'L' : 'R';
    }
    return 0;
}
