// SPDX-License-Identifier: MIT
//
// Patterns, renaming by pattern, and sides in names.

#include "support/check.h"

#include "base/names.h"
#include "sample/random.h"

TEST(patterns)
{
    static const struct {
        const char *pattern, *name;
        bool is_match;
    } rows[] = {
        {"jaw", "jaw", true},
        {"jaw", "jawOpen", false},
        {"jawOpen", "jaw", false},
        {"*", "jaw", true},
        {"*", "", true},
        {"?", "", false},
        {"jaw*", "jaw", true},
        {"jaw*", "jawOpen", true},
        {"*Open", "jawOpen", true},
        {"*Open", "jawOpened", false},
        {"*Left*", "eyeLeftBlink", true},
        {"eye*Left", "eyeBlinkLeft", true},
        {"eye*Left", "eyeLeftBlink", false},
        {"a*b*c", "aXbYbZc", true},
        {"a*b*c", "acb", false},
        {"*ab", "aab", true},
        {"??", "ab", true},
        {"??", "abc", false},
        {"spine_0?", "spine_04", true},
        {"?", "\xC3\xA9", true}, // one character of two bytes
        {"*?x", "\xC3\xA9x", true},
        {"??", "\xC3\xA9", false},
        {"**a**", "a", true},
        {"Jaw", "jaw", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        CHECK(mieni_name_matches(rows[i].pattern, rows[i].name) == rows[i].is_match);
        if (mieni_name_matches(rows[i].pattern, rows[i].name) != rows[i].is_match)
            printf("  %s on %s\n", rows[i].pattern, rows[i].name);
    }
}

/// The same by trying everything.
static bool matches_plainly(const char *pattern, const char *name)
{
    if (*pattern == '\0')
        return *name == '\0';
    if (*pattern == '*')
        return matches_plainly(pattern + 1, name) || (*name != '\0' && matches_plainly(pattern, name + 1));
    return *name != '\0' && (*pattern == '?' || *pattern == *name) && matches_plainly(pattern + 1, name + 1);
}

TEST(random_patterns)
{
    uint64_t random = 5;
    int matches = 0;
    for (int round = 0; round < 200000; ++round) {
        char pattern[8] = "", name[10] = "";
        const int p = mien_random_index(&random, 8), n = mien_random_index(&random, 10);
        for (int i = 0; i < p; ++i)
            pattern[i] = "ab*?*"[mien_random_index(&random, 5)];
        for (int i = 0; i < n; ++i)
            name[i] = "ab"[mien_random_index(&random, 2)];
        const bool expected = matches_plainly(pattern, name);
        CHECK(mieni_name_matches(pattern, name) == expected);
        matches += expected;
    }
    CHECK(matches > 10000 && matches < 190000);
}

/// A pattern on which trying everything would not end.
TEST(no_blow_up)
{
    char pattern[MIEN_MAX_NAME + 1] = "", name[MIEN_MAX_NAME + 1] = "";
    for (int i = 0; i + 2 < MIEN_MAX_NAME; i += 2)
        memcpy(pattern + i, "*a", 3);
    pattern[strlen(pattern) - 1] = 'b';
    memset(name, 'a', MIEN_MAX_NAME);
    CHECK(!mieni_name_matches(pattern, name));
}

TEST(renames)
{
    static const char *const rows[][4] = {
        {"a", "b", "a", "b"},
        {"a", "b", "ab", NULL},
        {"CTRL_expressions_*", "*", "CTRL_expressions_jawOpen", "jawOpen"},
        {"*_L", "*Left", "blink_L", "blinkLeft"},
        {"ab*ba", "*", "aba", NULL}, // the ends may not overlap
        {"ab*ba", "x*y", "abba", "xy"},
        {"*", "face.*", "jawOpen", "face.jawOpen"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char out[MIENI_NAME_ROOM];
        const bool is_renamed = mieni_name_rename(rows[i][0], rows[i][1], rows[i][2], out);
        CHECK(is_renamed == (rows[i][3] != NULL));
        if (is_renamed)
            CHECK_STR(out, rows[i][3]);
    }
}

TEST(sides)
{
    static const char *const pairs[][2] = {
        {"eyeBlinkLeft", "eyeBlinkRight"},
        {"jawLeft", "jawRight"},
        {"LeftEyeYaw", "RightEyeYaw"},
        {"leftEye", "rightEye"},
        {"left_hand", "right_hand"},
        {"hand.left", "hand.right"},
        {"EYE_LEFT", "EYE_RIGHT"},
        {"LeftEyeLookLeft", "RightEyeLookRight"},
        {"LeftRight", "RightLeft"},
        {"hand_l", "hand_r"},
        {"hand.L", "hand.R"},
        {"hand.L.001", "hand.R.001"},
        {"L_Eye", "R_Eye"},
        {"Bip01 L Hand", "Bip01 R Hand"},
        {"FACIAL_L_12IPV_EyeCornerO1", "FACIAL_R_12IPV_EyeCornerO1"},
        {"Brow_Raise_Inner_L", "Brow_Raise_Inner_R"},
        {"browLowerL", "browLowerR"},
        {"CTRL_expressions_mouthLipsPurseUL", "CTRL_expressions_mouthLipsPurseUR"},
        {"mouth1L", "mouth1R"},
        {"handL_01", "handR_01"},
    };
    static const char *const none[] = {
        "jawOpen", "cleft", "brightness", "upright", "leftover", "Lefty",        "RIGHTEOUS", "L",     "R",
        "VR",      "skull", "ball",       "HSL",     "SPINE_1",  "left\xC3\xA9", "rightmost", "Color", "FUR"};
    char out[MIENI_NAME_ROOM];
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; ++i) {
        for (int way = 0; way < 2; ++way) {
            CHECK(mieni_name_swap_sides(pairs[i][way], out));
            CHECK_STR(out, pairs[i][1 - way]);
        }
    }
    for (size_t i = 0; i < sizeof none / sizeof none[0]; ++i) {
        CHECK(!mieni_name_swap_sides(none[i], out));
        CHECK_STR(out, none[i]);
    }
}

/// Twice is the name itself, whatever it is made of; so no two names become one.
TEST(swapping_twice)
{
    static const char *const pieces[] = {"Left", "left", "LEFT",     "Right", "right", "RIGHT", "L", "l",
                                         "R",    "r",    "_",        ".",     " ",     "U",     "D", "e",
                                         "E",    "1",    "\xC3\xA9", "t",     "ight",  "eft"};
    uint64_t random = 11;
    int swapped = 0;
    for (int round = 0; round < 300000; ++round) {
        char name[64] = "", once[MIENI_NAME_ROOM], twice[MIENI_NAME_ROOM];
        const int count = 1 + mien_random_index(&random, 6);
        for (int i = 0; i < count; ++i)
            strcat(name, pieces[mien_random_index(&random, sizeof pieces / sizeof pieces[0])]);
        const bool has_side = mieni_name_swap_sides(name, once);
        CHECK(mieni_name_swap_sides(once, twice) == has_side);
        CHECK_STR(twice, name);
        CHECK(has_side == (strcmp(name, once) != 0));
        swapped += has_side;
    }
    CHECK(swapped > 30000);
}

TEST(searching)
{
    MieniNameEntry entries[] = {{"b", 0}, {"a", 1}, {"c", 2}, {"a", 3}};
    mieni_names_sort(entries, 4);
    CHECK_INT(mieni_names_search(entries, 4, "a"), 1);
    CHECK_INT(mieni_names_search(entries, 4, "c"), 2);
    CHECK_INT(mieni_names_search(entries, 4, "d"), -1);
    CHECK_INT(mieni_names_search(entries, 4, ""), -1);
    CHECK_INT(mieni_names_search(NULL, 0, "a"), -1);
}

CHECK_MAIN
{
    RUN(patterns);
    RUN(random_patterns);
    RUN(no_blow_up);
    RUN(renames);
    RUN(sides);
    RUN(swapping_twice);
    RUN(searching);
}
