// SPDX-License-Identifier: MIT
//
// Numbers as text: reading against the C library in the C locale, writing by
// reading back, and that no shorter text would do.

#include "support/check.h"
#include "support/random.h"

#include "base/number.h"

#include <locale.h>

static double read_back(const char *text)
{
    double value = -7.0;
    CHECK(mieni_number_read(text, strlen(text), &value));
    return value;
}

static bool same_bits(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

TEST(hard_cases)
{
    static const char *const texts[] = {
        "9007199254740993", // halfway between two doubles
        "9007199254740992.99999999999999999999999999999999",
        "9007199254740993.00000000000000000000000000000001",
        "2.2250738585072011e-308", // around the smallest normal number
        "2.2250738585072012e-308",
        "4.9406564584124654e-324",
        "2.4703282292062327e-324", // just below half of the smallest
        "2.4703282292062328e-324", // just above
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308", // infinite
        "0.500000000000000166533453693773481063544750213623046875",
        "3.518437208883201171875e13",
        "62.5364939768271845828",
        "8.10109172351e-10",
        "1.50000000000000011102230246251565",
        "179769313486231580793728971405301e276",
        "0.000000000000000000000000000000000000000000000000000000000000000000000000000000001e81",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        const double expected = strtod(texts[i], NULL), value = read_back(texts[i]);
        if (!same_bits(value, expected))
            printf("%s is %.17g, not %.17g\n", texts[i], value, expected);
        CHECK(same_bits(value, expected));
    }
}

TEST(very_long_numbers)
{
    char text[2000];
    memset(text, '0', sizeof text);
    text[sizeof text - 1] = '\0';
    memcpy(text, "9007199254740993.", 17); // a tie, and zeros
    CHECK(read_back(text) == 9007199254740992.0);
    text[sizeof text - 2] = '1'; // a tie no more
    CHECK(read_back(text) == 9007199254740994.0);
    memset(text, '7', sizeof text - 1);
    CHECK(read_back(text) > 1e308);
    memcpy(text + sizeof text - 7, "e-1990", 7);
    CHECK(same_bits(read_back(text), strtod(text, NULL)));
}

TEST(random_texts)
{
    Random random = {1};
    for (int i = 0; i < 20000; ++i) {
        char text[80];
        const int digits = 1 + (int)(random_bits(&random) % 30);
        int at = 0;
        for (int d = 0; d < digits; ++d) {
            text[at++] = (char)('0' + random_bits(&random) % 10);
            if (d == digits / 2)
                text[at++] = '.';
        }
        const int exponent = (int)(random_bits(&random) % 680) - 350;
        snprintf(text + at, sizeof text - (size_t)at, "e%d", exponent);
        if (!same_bits(read_back(text), strtod(text, NULL))) {
            printf("%s\n", text);
            CHECK(false);
            return;
        }
    }
}

TEST(written_numbers)
{
    static const struct {
        double value;
        const char *text;
    } rows[] = {{0, "0"},           {-0.0, "0"},
                {1, "1"},           {-12, "-12"},
                {0.1, "0.1"},       {1.0 / 3, "0.3333333333333333"},
                {100, "100"},       {1e20, "100000000000000000000"},
                {1e21, "1e21"},     {1.5e-7, "1.5e-7"},
                {1e-6, "0.000001"}, {123456.789, "123456.789"},
                {5e-324, "5e-324"}, {1.7976931348623157e308, "1.7976931348623157e308"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        char text[MIENI_NUMBER_ROOM];
        CHECK_INT(mieni_number_write(rows[i].value, text), strlen(rows[i].text));
        CHECK_STR(text, rows[i].text);
    }
}

TEST(written_and_read)
{
    Random random = {2};
    for (int i = 0; i < 5000; ++i) {
        const uint64_t bits = random_bits(&random);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (value - value != 0)
            continue;
        char text[MIENI_NUMBER_ROOM];
        const size_t length = mieni_number_write(value, text);
        CHECK_INT(length, strlen(text));
        CHECK(same_bits(read_back(text), value));

        const float small = (float)((double)(int32_t)(uint32_t)bits * 1e-7);
        const double number = mieni_number_of_float(small);
        CHECK((float)number == small);
        CHECK(mieni_number_write(number, text) <= 16);
    }
}

/// Decimals of few digits are written as they are, and no other way is shorter.
TEST(few_digits)
{
    Random random = {3};
    for (int i = 0; i < 20000; ++i) {
        const int digits = 1 + random_below(&random, 15), places = random_below(&random, digits + 6);
        uint64_t whole = 1 + (uint64_t)random_below(&random, 9);
        for (int d = 1; d < digits; ++d)
            whole = 10 * whole + (uint64_t)random_below(&random, 10);
        whole += whole % 10 == 0; // none ends in a zero
        char given[64], text[MIENI_NUMBER_ROOM];
        snprintf(given, sizeof given, "%" PRIu64 "e-%d", whole, places);
        const double value = read_back(given);
        const size_t length = mieni_number_write(value, text);
        int written = 0;
        for (const char *at = text; *at != '\0' && *at != 'e'; ++at)
            written += *at >= '0' && *at <= '9' && (written > 0 || *at != '0');
        CHECK_INT(length, strlen(text));
        CHECK(same_bits(read_back(text), value));
        CHECK_INT(written, digits);

        const float small = (float)value;
        char exact[64];
        for (int count = 1; count <= 9; ++count) { // the first that reads back, rounded by the C library
            snprintf(exact, sizeof exact, "%.*e", count - 1, (double)small);
            if ((float)read_back(exact) == small)
                break;
        }
        mieni_number_write_float(small, text);
        CHECK(same_bits(read_back(text), read_back(exact)));
    }
}

TEST(other_locale)
{
    if (setlocale(LC_ALL, "de_DE.UTF-8") == NULL || localeconv()->decimal_point[0] != ',')
        SKIP("there is no de_DE here");
    char text[MIENI_NUMBER_ROOM];
    mieni_number_write(-1234.5, text);
    CHECK_STR(text, "-1234.5");
    CHECK(read_back("0.25") == 0.25);
    CHECK(read_back("12345678901234567890.25e-3") == 12345678901234567.89025);
    setlocale(LC_ALL, "C");
}

CHECK_MAIN
{
    RUN(hard_cases);
    RUN(very_long_numbers);
    RUN(random_texts);
    RUN(written_numbers);
    RUN(written_and_read);
    RUN(few_digits);
    RUN(other_locale);
}
