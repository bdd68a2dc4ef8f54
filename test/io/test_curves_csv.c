// SPDX-License-Identifier: MIT
//
// Reading tables of curves: names, separators, times, frames, gaps, refusals, memory.

#include "support/ledger.h"
#include "support/live_link_takes.h"

#include "mien_io/curves.h"

/// Reads text that must be a table.
static MienAuthorClip *read_table(const char *text, const MienIoCurvesOptions *options,
                                  MienIoCurvesReport *out_report)
{
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    if (mien_io_curves_csv_read(text, strlen(text), options, &clip, out_report, &error) != MIEN_OK)
        printf("%s: %s\n", error.location, error.message);
    CHECK(clip != NULL);
    if (clip != NULL)
        CHECK_STATUS(mien_author_clip_check(clip, NULL), MIEN_OK);
    return clip;
}

static const char small[] = "time,jawOpen,Mouth Close,b\xC3\xA9\n"
                            "0,0.1,1,\n"
                            "0.04,,0.5,-2\n"
                            "0.08,0.3,,3e-1\n"
                            "0.12,0.4,.25,+4.\n";

TEST(values_and_gaps)
{
    MienIoCurvesReport report;
    MienAuthorClip *clip = read_table(small, &(MienIoCurvesOptions){.source = "small.csv"}, &report);
    CHECK_INT(report.form, MIEN_IO_CURVES_TABLE);
    CHECK_INT(report.row_count, 4);
    CHECK_INT(report.curve_count, 3);
    CHECK_INT(report.key_count, 9);
    CHECK_INT(report.empty_count, 0);
    CHECK(!report.rate_is_assumed);
    CHECK_STR(clip->curves[0].name, "jawOpen");
    CHECK_STR(clip->curves[1].name, "Mouth Close");
    CHECK_STR(clip->curves[2].name, "b\xC3\xA9");
    CHECK_INT(clip->curves[0].key_count, 3);
    CHECK(key_value(clip, "jawOpen", 0) == 0.1f);
    CHECK(key_value(clip, "jawOpen", 1) == 0.3f);
    CHECK(clip->curves[0].keys[1].time == 0.08);
    CHECK_INT(clip->curves[0].keys[1].interpolation, MIEN_AUTHOR_LINEAR);
    CHECK(key_value(clip, "Mouth Close", 2) == 0.25f);
    CHECK(clip->curves[1].keys[2].time == 0.12);
    CHECK(key_value(clip, "b\xC3\xA9", 0) == -2.0f);
    CHECK(clip->curves[2].keys[0].time == 0.04);
    CHECK_NEAR(mien_author_curve_evaluate(&clip->curves[0], 0.04), 0.2, 1e-6); // over the gap
    CHECK_INT(clip->rate, 25);
    CHECK_INT(clip->rate_divisor, 1);
    CHECK(clip->length == 0.12);
    CHECK_STR(clip->source, "small.csv");
    CHECK(clip->sound == NULL);
    mien_author_clip_destroy(clip);
}

TEST(separators_and_lines)
{
    static const char *const texts[] = {
        "time,a,b\n1,2,3\n1.5,,4\n", "\xEF\xBB\xBFTIME;a;b\r\n1;2;3\r\n1.5;;4",
        "Time\ta\tb\n\n1\t2\t3\n1.5\t\t4\n\n", " time , \"a\" ,b\n 1 , 2 , 3 \n1.5, ,\"4\"\n",
        "\"time\"\t\"a\"\tb\n1\t 2 \t\"3\"\n1.5\t\"\"\t4\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        MienIoCurvesReport report;
        MienAuthorClip *clip = read_table(texts[i], NULL, &report);
        CHECK_INT(report.row_count, 2);
        CHECK_INT(report.key_count, 3);
        CHECK(key_value(clip, "a", 0) == 2.0f);
        CHECK(key_value(clip, "b", 0) == 3.0f);
        CHECK(key_value(clip, "b", 1) == 4.0f);
        CHECK(key_time(clip, 0) == 1.0);
        CHECK(clip != NULL && clip->length == 1.5 && clip->rate == 2);
        mien_author_clip_destroy(clip);
    }
}

TEST(names_in_quotes)
{
    MienAuthorClip *clip =
        read_table("time,\"a, b\",\"say \"\"ah\"\"\",\"c;d\",Time,time\n0,1,2,3,4,5\n", NULL, NULL);
    CHECK(key_value(clip, "a, b", 0) == 1.0f);
    CHECK(key_value(clip, "say \"ah\"", 0) == 2.0f);
    CHECK(key_value(clip, "c;d", 0) == 3.0f);
    CHECK(key_value(clip, "Time", 0) == 4.0f); // names differ by case
    CHECK(key_value(clip, "time", 0) == 5.0f);
    mien_author_clip_destroy(clip);
    clip = read_table("\"time\";\"a;b,c\"\n0;1\n", NULL, NULL);
    CHECK(key_value(clip, "a;b,c", 0) == 1.0f);
    mien_author_clip_destroy(clip);
}

TEST(frames)
{
    static const char text[] = "frame,a\n0,1\n10,2\n1000.5,3\n";
    const MienIoCurvesOptions options = {.rate = 30000, .rate_divisor = 1001};
    MienIoCurvesReport report;
    MienAuthorClip *clip = read_table(text, &options, &report);
    CHECK_INT(clip->rate, 30000);
    CHECK_INT(clip->rate_divisor, 1001);
    CHECK(!report.rate_is_assumed);
    CHECK(key_time(clip, 1) == 10.0 * 1001.0 / 30000.0);
    CHECK(key_time(clip, 2) == 1000.5 * 1001.0 / 30000.0);
    CHECK(clip->length == 1000.5 * 1001.0 / 30000.0);
    mien_author_clip_destroy(clip);
    clip = read_table(text, &(MienIoCurvesOptions){.rate = 25}, NULL);
    CHECK(key_time(clip, 1) == 0.4);
    CHECK_INT(clip->rate_divisor, 1);
    mien_author_clip_destroy(clip);
}

/// Every row is at a frame, whatever the steps: no key is lost when the clip is sampled.
TEST(uneven_rows_are_met)
{
    static const struct {
        const char *text;
        int rate;
    } rows[] = {{"time,a\n0,0\n1,0\n2,0\n2.1,1\n2.2,0\n3,0\n4,0\n", 30},
                {"time,a\n0,0\n0.3,0.9\n1,1\n1.6,0.3\n2,0\n", 30},
                {"time,a\n0,0\n0.01,1\n0.5,0\n0.77,1\n1,0\n", 100},
                {"time,a\n0,0\n0.0333,1\n0.0667,0\n0.0834,1\n0.1,0\n", 60},
                {"time,a\n0,0\n0.0312,1\n0.0655,0\n0.1021,1\n0.1339,0\n", 240}, // a camera that jitters
                {"time,a\n0,0\n1,1\n2,0\n", 1}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; ++r) {
        MienAuthorClip *clip = read_table(rows[r].text, NULL, NULL);
        CHECK_INT(clip->rate, rows[r].rate);
        for (int k = 0; k < clip->curves[0].key_count; ++k) {
            const double frame = key_time(clip, k) * rows[r].rate, whole = (double)(int)(frame + 0.5);
            CHECK(frame - whole < 1e-9 && whole - frame < 1e-9);
        }
        mien_author_clip_destroy(clip);
    }
    // Too close to each other for any usual rate: as in the file.
    MienAuthorClip *clip = read_table("time,a\n0,0\n0.0004,1\n0.5,0\n1,0\n", NULL, NULL);
    CHECK(key_time(clip, 1) == 0.0004);
    mien_author_clip_destroy(clip);
    clip = read_table("time,a\n0,0\n0.0000001,1\n1,0\n", NULL, NULL); // not ten million frames
    CHECK_INT(clip->rate, 240);
    mien_author_clip_destroy(clip);
}

TEST(rates)
{
    MienIoCurvesReport report;
    MienAuthorClip *clip = read_table("time,a\n0,1\n0.0333,2\n0.0667,3\n0.1,3\n2,3\n", NULL, &report);
    CHECK_INT(clip->rate, 30);
    CHECK(!report.rate_is_assumed);
    CHECK(key_time(clip, 1) == 1.0 / 30.0); // files round times: this is frame 1
    mien_author_clip_destroy(clip);
    clip = read_table("time,a\n0,1\n0.04,2\n", &(MienIoCurvesOptions){.rate = 24}, &report);
    CHECK_INT(clip->rate, 24);
    CHECK(key_time(clip, 1) == 0.04);
    mien_author_clip_destroy(clip);
    clip = read_table("time,a,b\n5,1,\n", NULL, &report);
    CHECK_INT(clip->rate, 60);
    CHECK(report.rate_is_assumed);
    CHECK_INT(report.empty_count, 1);
    CHECK_INT(clip->curves[1].key_count, 0);
    CHECK(mien_author_curve_evaluate(&clip->curves[1], 5.0) == 0.0f);
    CHECK(clip->length == 5.0);
    mien_author_clip_destroy(clip);
}

static void check_refused(const char *text, MienStatus expected, const char *place, const char *part)
{
    MienAuthorClip other, *clip = &other;
    MienError error = {0};
    MienIoCurvesReport report = {.row_count = 77};
    const MienStatus status = mien_io_curves_csv_read(text, strlen(text), NULL, &clip, &report, &error);
    CHECK_STATUS(status, expected);
    check_error(&error, expected, place, part);
    CHECK(clip == NULL);
    CHECK_INT(report.row_count, 77);
}

TEST(refused_headers)
{
    check_refused("", MIEN_ERROR_CORRUPT, "line 1", "no text");
    check_refused("\xEF\xBB\xBF \n\n", MIEN_ERROR_CORRUPT, "line 1", "no text");
    check_refused("\njawOpen,time\n", MIEN_ERROR_CORRUPT, "line 2, column 1", "begins with time or frame");
    check_refused("time|a\n0|1\n", MIEN_ERROR_CORRUPT, "line 1, column 1", "commas, semicolons or tabs");
    check_refused("time\n0\n", MIEN_ERROR_CORRUPT, "line 1", "no curves");
    check_refused("frame,a\n0,1\n", MIEN_ERROR_DATA, "line 1, column 1", "give one");
    check_refused("time,a,\n0,1,2\n", MIEN_ERROR_DATA, "line 1, column 3", "empty");
    check_refused("time,a,\" b\"\n0,1,2\n", MIEN_ERROR_DATA, "line 1, column 3", "white space");
    check_refused("time,\xFF\n0,1\n", MIEN_ERROR_DATA, "line 1, column 2", "UTF-8");
    check_refused("time,a,b,a,b\n0,1,2,3,4\n", MIEN_ERROR_DATA, "line 1, column 4", "Another column");
    check_refused("time,\"a\"\"b\",b,a\"b\n0,1,2,3\n", MIEN_ERROR_DATA, "line 1, column 4", "Another column");
    check_refused("time,\"a\n0,1\n", MIEN_ERROR_CORRUPT, "line 1, column 2", "quotes");
    check_refused("time,\"a\"b\n0,1\n", MIEN_ERROR_CORRUPT, "line 1, column 2", "quotes");
    check_refused("time,a\n", MIEN_ERROR_CORRUPT, "line 1", "no rows");
}

TEST(refused_rows)
{
    check_refused("time,a,b\n0,1\n", MIEN_ERROR_CORRUPT, "line 2, column 3", "fewer cells");
    check_refused("time,a,b\n0,1,2,3\n", MIEN_ERROR_CORRUPT, "line 2, column 4", "more cells");
    check_refused("time;a;b\n0;1,5;2\n", MIEN_ERROR_CORRUPT, "line 2, column 2", "with a point");
    check_refused("time;a\n0;1\n0,5;2\n", MIEN_ERROR_CORRUPT, "line 3, column 1", "with a point");
    check_refused("time,a\n\n0,nan\n", MIEN_ERROR_CORRUPT, "line 3, column 2", "decimal number");
    check_refused("time,a\n0,-1e10\n", MIEN_ERROR_DATA, "line 2, column 2", "at most a billion");
    check_refused("time,a\n,1\n", MIEN_ERROR_CORRUPT, "line 2, column 1", "begins with its time");
    check_refused("time,a\n-0.5,1\n", MIEN_ERROR_DATA, "line 2, column 1", "not negative");
    check_refused("time,a\n0,1\n0.5,1\n0.5,2\n", MIEN_ERROR_DATA, "line 4, column 1", "repeats");
    check_refused("time,a\n0,1\n0.5,1\n0.4,2\n", MIEN_ERROR_DATA, "line 4, column 1", "goes back");
    check_refused("time,a\n86400.5,1\n", MIEN_ERROR_LIMIT, "line 2, column 1", "at most a day");
    check_refused("time,a\n1e999,1\n", MIEN_ERROR_LIMIT, "line 2, column 1", "at most a day");
    check_refused("time,a\n0,\"1\n", MIEN_ERROR_CORRUPT, "line 2, column 2", "quotes");
}

TEST(arguments)
{
    MienAuthorClip other, *clip = &other;
    MienError error = {0};
    const size_t size = sizeof small - 1;
    CHECK_STATUS(mien_io_curves_csv_read(small, size, NULL, NULL, NULL, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_io_curves_csv_read(NULL, 5, NULL, &clip, NULL, &error), MIEN_ERROR_ARGUMENT);
    CHECK(clip == NULL);
    CHECK_STATUS(mien_io_curves_csv_read(NULL, 0, NULL, &clip, NULL, &error), MIEN_ERROR_CORRUPT);
    static const MienIoCurvesOptions wrong[] = {{.rate = -1}, {.rate = 30, .rate_divisor = -1}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        CHECK_STATUS(mien_io_curves_csv_read(small, size, &wrong[i], &clip, NULL, &error),
                     MIEN_ERROR_ARGUMENT);
        CHECK_STR(error.location, "options.rate");
    }
#if SIZE_MAX > 0xFFFFFFFF
    CHECK_STATUS(mien_io_curves_csv_read(small, (size_t)5 << 30, NULL, &clip, NULL, &error),
                 MIEN_ERROR_LIMIT);
#endif
}

static MienStatus read_with(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    MienAuthorClip *clip = NULL;
    const MienIoCurvesOptions options = {.source = "here", .allocator = allocator};
    const MienStatus status = mien_io_curves_csv_read(given, strlen(given), &options, &clip, NULL, error);
    *out_is_empty = clip == NULL;
    mien_author_clip_destroy(clip);
    return status;
}

TEST(each_allocation_fails_once) { check_call("table", read_with, small); }

CHECK_MAIN
{
    RUN(values_and_gaps);
    RUN(separators_and_lines);
    RUN(names_in_quotes);
    RUN(frames);
    RUN(uneven_rows_are_met);
    RUN(rates);
    RUN(refused_headers);
    RUN(refused_rows);
    RUN(arguments);
    RUN(each_allocation_fails_once);
}
