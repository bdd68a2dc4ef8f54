// SPDX-License-Identifier: MIT
//
// What may be a name, and how names compare.

#include "core/utf8.h"
#include "support/check.h"

#define EMPTY   "A name cannot be empty."
#define LONG    "A name cannot be longer than 255 bytes."
#define UTF8    "A name must be valid UTF-8."
#define CONTROL "A name cannot contain control characters."
#define BEGIN   "A name cannot begin with white space."
#define END     "A name cannot end with white space."

/// why is NULL for a good name.
static void check_name(const char *name, size_t length, const char *why)
{
    const char *said = "untouched";
    const bool valid = mieni_name_is_valid(name, length, &said);
    CHECK_INT(valid, why == NULL);
    CHECK_STR(said, why ? why : "untouched");
    CHECK_INT(mieni_name_is_valid(name, length, NULL), why == NULL);
}

/// U+code as UTF-8, also where it is not allowed (surrogates, too large).
static size_t encode(unsigned code, char *out)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    const size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = size - 1; i > 0; i--, code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3F));
    out[0] = (char)(lead[size] | code);
    return size;
}

TEST(good_names)
{
    static const char *const names[] = {"a",
                                        "jawOpen",
                                        "~",        // the last before the control characters
                                        "\xC2\xA1", // and the first after more of them
                                        "mouth smile left",
                                        "CTRL_expressions.jawOpen",
                                        "\xC3\xA9t\xC3\xA9",
                                        "\xE7\xAC\x91\xE3\x81\x84",
                                        "\xF0\x9F\x98\x80",
                                        "a\xC2\xA0z",
                                        "\xE2\x80\x8D" /* joiner, no space */};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        check_name(names[i], strlen(names[i]), NULL);
}

TEST(sizes)
{
    char name[257];
    memset(name, 'n', sizeof name);
    check_name(name, 0, EMPTY);
    check_name(name, 255, NULL);
    check_name(name, 256, LONG);
}

TEST(malformed_bytes)
{
    static const char *const bad[] = {
        "\x80",             // continuation without a start
        "a\xBF",            // the same, later
        "\xC0\xAF",         // overlong '/'
        "\xC1\xBF",         // overlong U+007F
        "\xE0\x9F\xBF",     // overlong U+07FF
        "\xF0\x8F\xBF\xBF", // overlong U+FFFF
        "\xED\xA0\x80",     // first surrogate
        "\xED\xBF\xBF",     // last surrogate
        "\xF4\x90\x80\x80", // U+110000
        "\xF5\x80\x80\x80", // beyond
        "\xFE",             // never a byte of UTF-8
        "\xFF",             // neither
        "\xC3",             // cut
        "\xE2\x82",         // cut
        "\xF0\x9F\x98",     // cut
        "\xC3z",            // broken off
        "\xE2\x82z",        // broken off
        "\xF0\x9F\x98z",    // broken off
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check_name(bad[i], strlen(bad[i]), UTF8);
    // Cut by the length although the bytes go on.
    check_name("\xE2\x82\xAC", 2, UTF8);
}

TEST(every_character)
{
    // In the middle of a name every character may stand but control characters
    // and surrogates; at the ends also no white space.
    int spaces = 0;
    for (unsigned code = 0; code <= 0x110000; code++) {
        char name[8] = "a";
        size_t length = 1 + encode(code, name + 1);
        const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
        const bool wrong = (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF;
        name[length] = 'z';
        const bool inside = mieni_name_is_valid(name, length + 1, NULL);
        const bool last = mieni_name_is_valid(name, length, NULL);
        const bool first = mieni_name_is_valid(name + 1, length, NULL);
        if (inside != !(control || wrong) || last != first || (last && !inside)) {
            printf("U+%04X\n", code);
            CHECK(false);
        }
        spaces += inside && !last;
    }
    CHECK_INT(spaces, 8 + 11 + 1); // listed below, and U+2000 to U+200A, and U+FEFF
}

TEST(spaces_at_the_ends)
{
    static const unsigned spaces[] = {0x20,   0xA0,   0x1680, 0x2000, 0x200A, 0x2028,
                                      0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF};
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
        char name[8] = "a";
        const size_t size = encode(spaces[i], name + 1);
        name[1 + size] = 'z';
        check_name(name, 1 + size, END);
        check_name(name + 1, size + 1, BEGIN);
        check_name(name + 1, size, BEGIN);
    }
    check_name("a\tb", 3, CONTROL);
    check_name("a\0b", 3, CONTROL);
    check_name("a\xC2\x85", 3, CONTROL);
    check_name("\n", 1, CONTROL);
}

TEST(order_is_by_unsigned_bytes)
{
    CHECK_INT(mieni_name_compare("jaw", "jaw", false), 0);
    CHECK_INT(mieni_name_compare("", "", false), 0);
    CHECK(mieni_name_compare("jaw", "jawOpen", false) < 0);
    CHECK(mieni_name_compare("jawOpen", "jaw", false) > 0);
    CHECK(mieni_name_compare("Z", "a", false) < 0);
    CHECK(mieni_name_compare("z", "\xC3\xA9", false) < 0);
    CHECK(mieni_name_compare("\xEF\xBF\xBD", "\xF0\x9F\x98\x80", false) < 0);
}

TEST(case_of_ascii_only)
{
    CHECK_INT(mieni_name_compare("JawOpen", "jawopen", true), 0);
    CHECK_INT(mieni_name_compare("AZaz09_", "azAZ09_", true), 0);
    CHECK(mieni_name_compare("jaw", "jawOpen", true) != 0);
    CHECK(mieni_name_compare("jawOpen", "jaw", true) != 0);
    CHECK(mieni_name_compare("@", "`", true) != 0);
    CHECK(mieni_name_compare("[", "{", true) != 0);
    CHECK(mieni_name_compare("\xC3\x89", "\xC3\xA9", true) != 0);
    CHECK_INT(mieni_name_compare("", "", true), 0);
}

CHECK_MAIN
{
    RUN(good_names);
    RUN(sizes);
    RUN(malformed_bytes);
    RUN(every_character);
    RUN(spaces_at_the_ends);
    RUN(order_is_by_unsigned_bytes);
    RUN(case_of_ascii_only);
}
