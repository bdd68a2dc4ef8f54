// SPDX-License-Identifier: MIT
//
// Names that files have made names of Mien, and found again among many.

#include "io/file_names.h"

#include "core/utf8.h"
#include "support/check.h"
#include "support/random.h"

static const char *cleaned(const char *text)
{
    static char out[MIEN_MAX_NAME + 1];
    const bool is_left = mieni_file_name_clean(text, out);
    CHECK(is_left == (out[0] != '\0'));
    CHECK(!is_left || mieni_name_is_valid(out, strlen(out), NULL));
    return out;
}

TEST(any_text_becomes_a_name)
{
    CHECK_STR(cleaned("jawOpen"), "jawOpen");
    CHECK_STR(cleaned("  jaw open\t"), "jaw open");
    CHECK_STR(cleaned("\xE3\x80\x80\xE3\x81\x82 "), "\xE3\x81\x82"); // an ideographic space before
    CHECK_STR(cleaned("a\nb\x7F"
                      "c\xC2\x85"),
              "abc");
    CHECK_STR(cleaned(""), "");
    CHECK_STR(cleaned(" \n "), "");
    CHECK_STR(cleaned("\x01 a \x02"), "a");
    char text[600];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    CHECK_INT(strlen(cleaned(text)), MIEN_MAX_NAME);
    text[254] = '\xC3'; // a letter of two bytes over the end
    text[255] = '\xA9';
    CHECK_INT(strlen(cleaned(text)), 254);
    text[254] = 'x';
    text[253] = text[254] = ' ';
    text[255] = 'x';
    CHECK_INT(strlen(cleaned(text)), 253);
}

TEST(names_are_given_out_once)
{
    MieniArena arena = {0};
    MieniFileNames set = {.arena = &arena};
    CHECK_STR(mieni_file_names_add(&set, "a", "f", 0), "a");
    CHECK_STR(mieni_file_names_add(&set, "a", "f", 1), "a-2");
    CHECK_STR(mieni_file_names_add(&set, "a-2", "f", 2), "a-2-2");
    CHECK_STR(mieni_file_names_add(&set, "a", "f", 3), "a-3");
    CHECK_STR(mieni_file_names_add(&set, NULL, "f", 4), "f");
    CHECK_STR(mieni_file_names_add(&set, "\n", "f", 5), "f-2");
    CHECK_STR(mieni_file_names_add(&set, " b", "f", 6), "b");
    CHECK_STR(mieni_file_names_add(&set, "ab", "f", 7), "ab");
    CHECK_INT(set.renamed_count, 6);
    CHECK_INT(mieni_file_names_find(&set, "a-2-2"), 2);
    CHECK_INT(mieni_file_names_find(&set, "ab"), 7);
    CHECK_INT(mieni_file_names_find(&set, "abc"), -1);
    CHECK_INT(mieni_file_names_find(&set, ""), -1);
    char text[MIEN_MAX_NAME + 1];
    memset(text, 'y', sizeof text);
    text[sizeof text - 1] = '\0';
    CHECK_STR(mieni_file_names_add(&set, text, "f", 8), text);
    const char *second = mieni_file_names_add(&set, text, "f", 9);
    CHECK(second != NULL && strlen(second) == MIEN_MAX_NAME && strcmp(second + 253, "-2") == 0);
    mieni_arena_release(&arena);
}

TEST(names_are_numbered)
{
    MieniArena arena = {0};
    MieniFileNames names = {.arena = &arena};
    char longest[MIEN_MAX_NAME + 20];
    CHECK_STR(mieni_file_name(&names, "a b", "node", 0), "a b");
    CHECK_STR(mieni_file_name(&names, "\xC2\xA0  x\x01y\xE3\x80\x80", "node", 0), "xy");
    CHECK_STR(mieni_file_name(&names, "", "node", 7), "node_7");
    CHECK_STR(mieni_file_name(&names, NULL, "node", 7), "node_7-2");
    CHECK_STR(mieni_file_name(&names, "a b", "node", 0), "a b-2");
    CHECK_STR(mieni_file_name(&names, "a b-2", "node", 0), "a b-2-2");
    CHECK_STR(mieni_file_name(&names, "a b", "node", 0), "a b-3");
    // Cut between characters, also where a number must follow.
    for (size_t i = 0; i + 2 < sizeof longest; i += 2)
        memcpy(longest + i, "\xC3\xA9", 3);
    const char *first = mieni_file_name(&names, longest, "node", 0);
    const char *second = mieni_file_name(&names, longest, "node", 0);
    CHECK(strlen(first) == MIEN_MAX_NAME - 1 && strlen(second) <= MIEN_MAX_NAME);
    CHECK_STR(second + strlen(second) - 4, "\xC3\xA9-2");
    CHECK_INT(names.renamed_count, 8);
    // Many of one name take no square of time.
    char last[32] = "";
    for (int i = 0; i < 50000; ++i)
        snprintf(last, sizeof last, "%s", mieni_file_name(&names, "same", "node", 0));
    CHECK_STR(last, "same-50000");
    mieni_arena_release(&arena);
}

enum { NAMES = 3000 };

/// Many names of few letters: every one is found, none that is not there.
TEST(many_names_are_found)
{
    static char texts[NAMES][8];
    MieniArena arena = {0};
    MieniFileNames set = {.arena = &arena};
    Random random = {7};
    int count = 0, known = 0;
    for (int i = 0; i < NAMES; ++i) {
        const int length = (int)random_below(&random, 7);
        for (int k = 0; k < length; ++k)
            texts[count][k] = (char)('a' + random_below(&random, 3));
        texts[count][length] = '\0';
        int first = 0;
        while (strcmp(texts[first], texts[count]) != 0)
            ++first;
        const int found = mieni_file_names_find(&set, texts[count]);
        CHECK_INT(found, first < count ? first : -1);
        known += found >= 0;
        if (found < 0) {
            CHECK_STR(mieni_file_names_put(&set, texts[count], count), texts[count]);
            ++count;
        }
    }
    CHECK(known > 500 && count > 500);
    for (int i = 0; i < count; ++i)
        CHECK_INT(mieni_file_names_find(&set, texts[i]), i);
    mieni_arena_release(&arena);
}

CHECK_MAIN
{
    RUN(any_text_becomes_a_name);
    RUN(names_are_given_out_once);
    RUN(names_are_numbered);
    RUN(many_names_are_found);
}
