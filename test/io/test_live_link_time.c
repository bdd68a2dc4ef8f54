// SPDX-License-Identifier: MIT
//
// When the rows of a take are: timecodes, rates that are found, frames, dropped
// frames, clocks that drift, midnight.

#include "support/live_link_takes.h"

#include "io/live_link_time.h"

#define HEAD "Timecode,BlendShapeCount,JawOpen\n"

static MienAuthorClip *read_made(const Text *take, const MienIoLiveLinkOptions *options,
                                 MienIoLiveLinkReport *out_report)
{
    return read_text(take->bytes, options, out_report); // takes end with a zero
}

TEST(timecodes)
{
    static const struct {
        const char *text;
        int64_t second;
        int milliframe;
    } rows[] = {{"00:00:00:00", 0, 0},
                {"23:59:59:59.999", 86399, 59999},
                {"1:2:3:4.5", 3723, 4500},
                {"01:02:03:004.05", 3723, 4050},
                {"10:00:00:239.123456789", 36000, 239123},
                {"00:00:00:07.0009", 0, 7000}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        MieniRowTime time = {0};
        CHECK(mieni_timecode_read((MieniSpan){rows[i].text, strlen(rows[i].text)}, &time));
        CHECK_INT(time.second, rows[i].second);
        CHECK_INT(time.milliframe, rows[i].milliframe);
    }
    static const char *const wrong[] = {"",
                                        "1",
                                        "24:00:00:00",
                                        "00:60:00:00",
                                        "00:00:60:00",
                                        "0:0:0:240",
                                        "0:0:0:240.5",
                                        "0:0:0",
                                        "0:0:0:",
                                        "0:0:0:.5",
                                        "0:0:0:1.",
                                        "0:0:0:1.5.5",
                                        "-1:0:0:0",
                                        "0:0:0:1x",
                                        "0:0:0:1.x",
                                        "0:0:0:0001",
                                        "001:0:0:0",
                                        "0:0:0;0",
                                        "0.0.0.0",
                                        "::::",
                                        "0:0:0:0:0",
                                        "0:0:0:1.0000000001"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        MieniRowTime time = {0};
        if (mieni_timecode_read((MieniSpan){wrong[i], strlen(wrong[i])}, &time))
            CHECK_STR(wrong[i], "refused");
    }
}

TEST(rates_are_found)
{
    static const struct {
        int base, step, rate; ///< A step is in milliframes.
    } rows[] = {{60, 1000, 60}, {60, 2000, 30},   {30, 1000, 30},  {24, 1000, 24},
                {25, 1000, 25}, {30, 500, 60},    {24, 400, 60},   {48, 2000, 24},
                {50, 1000, 50}, {120, 1000, 120}, {120, 2000, 60}, {240, 1000, 240},
                {60, 1985, 30}, {60, 1500, 40},   {60, 4000, 15},  {15, 1000, 15}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        Text take = {0};
        for (int r = 0; r < 150 * rows[i].rate / 24; ++r)
            take_add_row(&take, (int64_t)rows[i].base * 3600000 + 700 + (int64_t)r * rows[i].step,
                         rows[i].base);
        MienIoLiveLinkReport report;
        MienAuthorClip *clip = read_made(&take, NULL, &report);
        CHECK_INT(report.timecode_rate, rows[i].base);
        CHECK_INT(report.timecode_rate_divisor, 1);
        CHECK(!report.timecode_rate_is_assumed);
        CHECK_INT(clip->rate, rows[i].rate);
        CHECK_INT(clip->rate_divisor, 1);
        CHECK_INT(report.dropped_count, 0);
        CHECK_INT(report.is_on_frames, rows[i].step != 1985);
        if (report.is_on_frames)
            CHECK(key_time(clip, 50) == 50.0 / rows[i].rate);
        mien_author_clip_destroy(clip);
        text_free(&take);
    }
}

/// The last moment of a second belongs to it.
TEST(frames_below_the_given_rate)
{
    const MienIoLiveLinkOptions options = {.timecode_rate = 30};
    MienIoLiveLinkReport report;
    MienAuthorClip *clip = read_text(HEAD "1:0:0:29.999,1,0\n1:0:1:5,1,0\n", &options, &report);
    CHECK(clip != NULL);
    mien_author_clip_destroy(clip);
}

TEST(rates_that_do_not_show)
{
    MienIoLiveLinkReport report;
    MienAuthorClip *clip = read_text(HEAD "1:0:0:2,1,0\n1:0:0:4,1,0\n1:0:0:6,1,1\n", NULL, &report);
    CHECK_INT(report.timecode_rate, 60);
    CHECK(report.timecode_rate_is_assumed);
    CHECK_INT(clip->rate, 30);
    mien_author_clip_destroy(clip);
    clip = read_text(HEAD "1:0:0:2,1,0\n1:0:0:110,1,0\n", NULL, &report);
    CHECK_INT(report.timecode_rate, 120);
    mien_author_clip_destroy(clip);
    clip = read_text(HEAD "1:0:0:2,1,0\n", NULL, &report);
    CHECK_INT(clip->rate, 60);
    CHECK(clip->length == 0.0 && report.drift == 0.0 && report.is_on_frames);
    mien_author_clip_destroy(clip);
    // Seconds seem to have 30 frames, but one counts 45.
    clip = read_text(HEAD "1:0:0:28,1,0\n1:0:0:29,1,0\n1:0:1:0,1,0\n1:0:1:1,1,0\n1:0:1:29,1,0\n1:0:2:0,1,0\n"
                          "1:0:2:1,1,0\n1:0:2:45,1,0\n1:0:3:0,1,0\n",
                     NULL, &report);
    CHECK_INT(report.timecode_rate, 60);
    CHECK(report.timecode_rate_is_assumed);
    mien_author_clip_destroy(clip);
    // A row per second, as some programs write.
    clip = read_text(HEAD "1:0:0:0,1,0\n1:0:1:0,1,0\n1:0:2:0,1,1\n", NULL, &report);
    CHECK_INT(clip->rate, 1);
    CHECK(key_time(clip, 2) == 2.0);
    mien_author_clip_destroy(clip);
    // Rows hours apart have no rate that a clip could say.
    clip = read_text(HEAD "1:0:0:0,1,0\n11:0:0:0.001,1,0\n21:0:0:0.002,1,0\n", NULL, &report);
    CHECK_INT(clip->rate, 60);
    CHECK_NEAR(key_time(clip, 2), 20.0 * 3600.0, 1e-3);
    mien_author_clip_destroy(clip);
}

TEST(rates_that_are_given)
{
    MienIoLiveLinkReport report;
    MienIoLiveLinkOptions options = {.timecode_rate = 30000, .timecode_rate_divisor = 1001};
    MienAuthorClip *clip = read_text(HEAD "1:0:0:28,1,0\n1:0:0:29,1,0\n1:0:1:0,1,1\n", &options, &report);
    CHECK_INT(clip->rate, 30000);
    CHECK_INT(clip->rate_divisor, 1001);
    CHECK(key_time(clip, 2) == 2002.0 / 30000.0);
    CHECK(report.is_on_frames && !report.timecode_rate_is_assumed);
    CHECK_INT(report.timecode_rate_divisor, 1001);
    mien_author_clip_destroy(clip);
    options = (MienIoLiveLinkOptions){.timecode_rate = 24};
    clip = read_text(HEAD "1:0:0:2,1,0\n1:0:0:3,1,0\n", &options, &report);
    CHECK(key_time(clip, 1) == 1.0 / 24.0);
    mien_author_clip_destroy(clip);
    MienError error = {0};
    static const char beyond[] = HEAD "1:0:0:2,1,0\n1:0:0:24,1,0\n";
    CHECK_STATUS(mien_io_live_link_read(beyond, sizeof beyond - 1, &options, &clip, NULL, &error),
                 MIEN_ERROR_DATA);
    CHECK_STR(error.location, "line 3, column 1");
}

TEST(dropped_frames)
{
    // Every second frame of 60; then one, three and no frames missing, with jitter.
    static const int frames[] = {0, 2, 4, 8, 10, 18, 20, 22, 24, 26, 28, 30};
    Text take = {0};
    for (int i = 0; i < 12; ++i)
        take_add_row(&take, 60 * 3600000 + 1000 * frames[i] + (i % 3) * 40, 60);
    MienIoLiveLinkReport report;
    MienAuthorClip *clip = read_made(&take, NULL, &report);
    CHECK_INT(report.dropped_count, 4);
    CHECK(report.is_on_frames);
    CHECK_INT(clip->rate, 30);
    for (int i = 0; i < 12; ++i)
        CHECK(key_time(clip, i) == frames[i] / 60.0);
    CHECK_NEAR(mien_author_curve_evaluate(&clip->curves[0], 6.0 / 60.0), 0.025, 1e-6); // bridged
    mien_author_clip_destroy(clip);
    clip = read_made(&take, &(MienIoLiveLinkOptions){.timing = MIEN_IO_LIVE_LINK_EXACT}, &report);
    CHECK(!report.is_on_frames);
    CHECK(key_time(clip, 4) == 10040.0 / 60000.0);
    CHECK_INT(report.dropped_count, 4);
    mien_author_clip_destroy(clip);
    text_free(&take);
}

TEST(far_from_frames)
{
    // A row 0.3 frames late: nothing is moved.
    static const char text[] = HEAD "1:0:0:0,1,0\n1:0:0:1,1,0\n1:0:0:2.3,1,0\n1:0:0:3,1,0\n1:0:0:4,1,0\n";
    MienIoLiveLinkReport report;
    MienAuthorClip *clip = read_text(text, NULL, &report);
    CHECK(!report.is_on_frames);
    CHECK(key_time(clip, 2) == 2300.0 / 60000.0);
    mien_author_clip_destroy(clip);
    // Two rows near one frame: counting still gives each its own.
    static const char near[] = HEAD "1:0:0:0,1,0\n1:0:0:1,1,0\n1:0:0:1.1,1,0\n1:0:0:2.1,1,0\n1:0:0:3.1,1,0\n";
    clip = read_text(near, NULL, &report);
    CHECK(!report.is_on_frames);
    mien_author_clip_destroy(clip);
    clip = read_text(near, &(MienIoLiveLinkOptions){.timing = MIEN_IO_LIVE_LINK_COUNTED}, &report);
    CHECK(report.is_on_frames);
    for (int i = 0; i < 5; ++i)
        CHECK(key_time(clip, i) == i / 60.0);
    mien_author_clip_destroy(clip);
}

TEST(clocks_that_drift)
{
    // A camera that is 0.1 per cent fast: half a frame is gone after 500 frames.
    Text take = {0};
    for (int i = 0; i < 1000; ++i)
        take_add_row(&take, 60 * 3600000 + (int64_t)i * 1998, 60);
    MienIoLiveLinkReport report;
    MienAuthorClip *clip = read_made(&take, NULL, &report);
    CHECK_INT(clip->rate, 30);
    CHECK(!report.is_on_frames);
    CHECK_INT(report.dropped_count, 0);
    CHECK(key_time(clip, 999) == 999.0 * 1998.0 / 60000.0);
    CHECK_NEAR(report.drift, -999.0 * 2.0 / 60000.0, 1e-12);
    mien_author_clip_destroy(clip);
    clip = read_made(&take, &(MienIoLiveLinkOptions){.timing = MIEN_IO_LIVE_LINK_COUNTED}, &report);
    CHECK(report.is_on_frames);
    CHECK(key_time(clip, 999) == 999.0 / 30.0);
    CHECK_NEAR(report.drift, -999.0 * 2.0 / 60000.0, 1e-12);
    mien_author_clip_destroy(clip);
    text_free(&take);
}

TEST(midnight)
{
    Text take = {0};
    const int64_t day = (int64_t)86400 * 60000;
    for (int i = 0; i < 200; ++i)
        take_add_row(&take, day - 100000 + (int64_t)i * 1000, 60);
    MienIoLiveLinkReport report;
    MienAuthorClip *clip = read_made(&take, NULL, &report);
    CHECK_STR(report.first_timecode, "23:59:58:20.000");
    CHECK_INT(report.dropped_count, 0);
    CHECK(key_time(clip, 199) == 199.0 / 60.0);
    mien_author_clip_destroy(clip);
    text_free(&take);
}

static void check_limit(const char *text, const MienIoLiveLinkOptions *options, const char *place)
{
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_io_live_link_read(text, strlen(text), options, &clip, NULL, &error), MIEN_ERROR_LIMIT);
    CHECK_STR(error.location, place);
    CHECK(clip == NULL);
}

TEST(at_most_a_day)
{
    check_limit(HEAD "6:0:0:0,1,0\n15:0:0:0,1,0\n0:0:0:0,1,0\n6:0:0:0,1,0\n", NULL, "line 5, column 1");
    check_limit(HEAD "23:59:0:0,1,0\n8:0:0:0,1,0\n20:0:0:0,1,0\n23:58:0:0,1,0\n0:0:1:0,1,0\n", NULL,
                "line 6, column 1");
    const MienIoLiveLinkOptions slow = {.timecode_rate = 30000, .timecode_rate_divisor = 1001};
    check_limit(HEAD "6:0:0:0,1,0\n15:0:0:0,1,0\n0:0:0:0,1,0\n5:59:59:0,1,0\n", &slow, "line 5");
    MienIoLiveLinkReport report;
    MienAuthorClip *clip =
        read_text(HEAD "6:0:0:0,1,0\n15:0:0:0,1,0\n0:0:0:0,1,0\n5:59:59:59,1,0\n", NULL, &report);
    CHECK_NEAR(clip ? clip->length : 0.0, 86400.0 - 1.0 / 60.0, 1e-9);
    mien_author_clip_destroy(clip);
    // Thousandths of a frame apart, then most of a day: dropped frames beyond counting.
    clip = read_text(HEAD "0:0:0:0,1,0\n0:0:0:0.001,1,0\n0:0:0:0.002,1,0\n0:0:0:0.003,1,0\n23:0:0:0,1,0\n",
                     NULL, &report);
    CHECK_INT(report.dropped_count, INT32_MAX);
    mien_author_clip_destroy(clip);
}

CHECK_MAIN
{
    RUN(timecodes);
    RUN(rates_are_found);
    RUN(frames_below_the_given_rate);
    RUN(rates_that_do_not_show);
    RUN(rates_that_are_given);
    RUN(dropped_frames);
    RUN(far_from_frames);
    RUN(clocks_that_drift);
    RUN(midnight);
    RUN(at_most_a_day);
}
