// SPDX-License-Identifier: MIT
//
// Lines, cells and numbers. What numbers must be is what the compiler makes of
// the same digits.

#include "support/check.h"

#include "io/arkit.h"
#include "io/text.h"

static MieniSpan span_of(const char *text) { return (MieniSpan){text, strlen(text)}; }

static void check_span(MieniSpan span, const char *expected)
{
    char text[64] = {0};
    if (span.size < sizeof text)
        memcpy(text, span.at, span.size);
    CHECK_STR(text, expected);
}

TEST(lines)
{
    static const char text[] = "\xEF\xBB\xBF"
                               "one\r\n \t\r\n\ntwo \r \nthree";
    MieniLines lines = mieni_lines_of(text, sizeof text - 1);
    MieniSpan line = {0};
    CHECK(mieni_lines_next(&lines, &line));
    check_span(line, "one");
    CHECK_INT(lines.number, 1);
    CHECK(mieni_lines_next(&lines, &line));
    check_span(line, "two \r ");
    CHECK_INT(lines.number, 4);
    CHECK(mieni_lines_next(&lines, &line));
    check_span(line, "three");
    CHECK_INT(lines.number, 5);
    CHECK(!mieni_lines_next(&lines, &line));
    lines = mieni_lines_of(NULL, 0);
    CHECK(!mieni_lines_next(&lines, &line));
}

TEST(cells)
{
    MieniCells cells = mieni_cells_of(span_of(" a b\t,,c,"));
    static const char *const expected[] = {"a b", "", "c", ""};
    MieniSpan cell = {0};
    for (int i = 0; i < 4; ++i) {
        CHECK(mieni_cells_next(&cells, &cell));
        check_span(cell, expected[i]);
        CHECK_INT(cells.number, i + 1);
    }
    CHECK(!mieni_cells_next(&cells, &cell));
}

/// Walks over all cells; the last one's state stays in cells.
static void check_cells(const char *line, char separator, int count, const char *last, bool is_quoted,
                        bool is_wrong)
{
    MieniCells cells = mieni_cells_between(span_of(line), separator);
    MieniSpan cell = {0};
    while (mieni_cells_next(&cells, &cell) && !cells.is_wrong)
        continue;
    CHECK_INT(cells.number, count);
    CHECK_INT(cells.is_quoted, is_quoted);
    CHECK_INT(cells.is_wrong, is_wrong);
    CHECK_INT(cell.size, strlen(last));
    CHECK(cell.size == strlen(last) && memcmp(cell.at, last, cell.size) == 0);
}

TEST(cells_in_quotes)
{
    check_cells("a;b,c; d ", ';', 3, "d", false, false);
    check_cells("a\tb\t", '\t', 3, "", false, false);
    check_cells("a\t\"\tb\"", '\t', 2, "\tb", true, false);
    check_cells("a,\"b,c\"", ',', 2, "b,c", true, false);
    check_cells("\"a\", \"b\"\"c\" ", ',', 2, "b\"\"c", true, false);
    check_cells("a,\"\"", ',', 2, "", true, false);
    check_cells("a,\" b \",", ',', 3, "", false, false);
    check_cells("a,b\"c\"", ',', 2, "b\"c\"", false, false); // a quote within is no quoting
    check_cells("a,\"b,c", ',', 2, "\"b", false, true);
    check_cells("a,\"b\"c,d", ',', 2, "b", true, true);
    check_cells("a,\"", ',', 2, "\"", false, true);
    MieniCells cells = mieni_cells_of(span_of("\"a,b\""));
    MieniSpan cell;
    CHECK(mieni_cells_next(&cells, &cell) && cell.size == 2); // without quotes
}

TEST(words_and_digits)
{
    int number = 0;
    CHECK(mieni_span_is(span_of("TimeCode"), "timecode"));
    CHECK(!mieni_span_is(span_of("Timecodes"), "timecode"));
    CHECK(!mieni_span_is(span_of("[imecode"), "{imecode"));
    CHECK_INT(mieni_span_digits(span_of("123x"), 9, &number), 3);
    CHECK_INT(number, 123);
    CHECK_INT(mieni_span_digits(span_of("123"), 2, &number), 0);
    CHECK_INT(mieni_span_digits(span_of("-1"), 9, &number), 0);
    CHECK_INT(mieni_arkit_find(span_of("EyeBlinkLeft")), 0);
    CHECK_INT(mieni_arkit_find(span_of("righteyeroll")), MIENI_ARKIT_CURVES - 1);
    CHECK_STR(mieni_arkit_name(MIENI_ARKIT_SHAPES - 1), "tongueOut");
    CHECK_STR(mieni_arkit_name(MIENI_ARKIT_SHAPES), "HeadYaw");
    for (int i = 0; i < MIENI_ARKIT_CURVES; ++i)
        CHECK_INT(mieni_arkit_find(span_of(mieni_arkit_name(i))), i);
    CHECK_INT(mieni_arkit_find(span_of("EyeBlink")), -1);
}

TEST(nearest_numbers)
{
#define NUMBER(digits)                                                                                       \
    {                                                                                                        \
#digits, digits                                                                                      \
    }
    static const struct {
        const char *text;
        double value;
    } rows[] = {NUMBER(0.1236470118),
                NUMBER(-0.0312639736),
                NUMBER(1.0533207655),
                NUMBER(0.0000000001),
                NUMBER(9007199254740993e-1),
                NUMBER(0.1000000000000000000000000000000),
                NUMBER(0.9007199254740991000),
                NUMBER(0.1568416432208836000),
                NUMBER(0.6471313452454534000),
                NUMBER(0.3859155010614073000),
                NUMBER(123456789.),
                NUMBER(.5),
                NUMBER(1e22),
                NUMBER(5E-22),
                NUMBER(250e-3),
                NUMBER(1.5e+2),
                NUMBER(0e99999),
                {"+2", 2.0},
                {"007", 7.0},
                {"0.000000000000000000000000000000", 0.0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        double value = -1.0;
        CHECK(mieni_span_number(span_of(rows[i].text), &value));
        if (value != rows[i].value)
            printf("%s is %.17g, not %.17g\n", rows[i].text, value, rows[i].value);
        CHECK(value == rows[i].value);
    }
}

TEST(long_numbers)
{
    static const struct {
        const char *text;
        double value;
    } rows[] = {NUMBER(0.12345678901234567890123456789), NUMBER(98765432109876543210.5), NUMBER(3.0e-30),
                NUMBER(1.7e300), NUMBER(0.00000000000000000000000000000000123)};
#undef NUMBER
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        double value = -1.0;
        CHECK(mieni_span_number(span_of(rows[i].text), &value));
        CHECK_NEAR(value / rows[i].value, 1.0, 4e-15);
    }
    double value = 0.0;
    CHECK(mieni_span_number(span_of("1e99999999999999999999"), &value) && value > 1e308);
    CHECK(mieni_span_number(span_of("1e1000"), &value) && value > 1e308);
    CHECK(mieni_span_number(span_of("-1e999"), &value) && value < -1e308);
    CHECK(mieni_span_number(span_of("1e-99999999999999999999"), &value) && value == 0.0);
}

TEST(no_numbers)
{
    static const char *const texts[] = {"",      "-",         "+",    ".",    "e5",  "nan", "NaN",
                                        "inf",   "-Infinity", "0x1",  "1e",   "1e+", "1,5", "1 2",
                                        "1.2.3", "--1",       "1e5x", "0.5f", " 1",  "1\r", "\xD9\xA1"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        double value = 7.0;
        if (mieni_span_number(span_of(texts[i]), &value))
            printf("taken for a number: \"%s\"\n", texts[i]);
        CHECK(value == 7.0);
    }
    double value = 7.0;
    CHECK(!mieni_span_number((MieniSpan){"1\0", 2}, &value));
}

CHECK_MAIN
{
    RUN(lines);
    RUN(cells);
    RUN(cells_in_quotes);
    RUN(words_and_digits);
    RUN(nearest_numbers);
    RUN(long_numbers);
    RUN(no_numbers);
}
