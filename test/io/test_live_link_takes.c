// SPDX-License-Identifier: MIT
//
// Two real takes of Live Link Face: a range of motion, captured at 30 images per
// second. Skipped without the data.

#include "support/live_link_takes.h"

typedef struct Expected {
    const char *path;
    int rows, dropped, zeros;
    bool is_on_frames;
    double length, drift;
    const char *first_timecode;
    float least, most;
} Expected;

/// Opens and reads a take, or NULL.
static MienAuthorClip *read_file(const char *path, MienIoLiveLinkTiming timing,
                                 MienIoLiveLinkReport *out_report)
{
    MienFile *file = NULL;
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    const MienIoLiveLinkOptions options = {.timing = timing, .source = path};
    if (mien_file_open(path, NULL, &file, &error) != MIEN_OK ||
        mien_io_live_link_read(mien_file_data(file), mien_file_size(file), &options, &clip, out_report,
                               &error) != MIEN_OK)
        printf("%s, %s: %s\n", path, error.location, error.message);
    mien_file_close(file);
    CHECK(clip != NULL);
    return clip;
}

static void check_take(const Expected *expected, const char *path)
{
    MienIoLiveLinkReport report = {0};
    MienAuthorClip *clip = read_file(path, MIEN_IO_LIVE_LINK_NEAREST, &report);
    if (clip == NULL)
        return;
    CHECK_STATUS(mien_author_clip_check(clip, NULL), MIEN_OK);
    CHECK_INT(report.row_count, expected->rows);
    CHECK_INT(report.curve_count, 61);
    CHECK_INT(report.no_face_count, 0);
    CHECK_INT(report.odd_count, 0);
    CHECK_INT(report.dropped_count, expected->dropped);
    CHECK_INT(report.zero_count, expected->zeros);
    CHECK_INT(report.timecode_rate, 60);
    CHECK(!report.timecode_rate_is_assumed);
    CHECK_INT(report.is_on_frames, expected->is_on_frames);
    CHECK_STR(report.first_timecode, expected->first_timecode);
    CHECK_NEAR(report.drift, expected->drift, 1e-9);
    CHECK_NEAR(clip->length, expected->length, 1e-9);
    CHECK_INT(clip->rate, 30);
    CHECK_INT(clip->rate_divisor, 1);
    CHECK_STR(clip->source, path);
    float least = 0.0f, most = 0.0f;
    for (int c = 0; c < clip->curve_count; ++c) {
        CHECK_INT(clip->curves[c].key_count, expected->rows);
        for (int k = 0; k < clip->curves[c].key_count; ++k) {
            const float value = clip->curves[c].keys[k].value;
            least = value < least ? value : least;
            most = value > most ? value : most;
        }
    }
    CHECK(least == expected->least);
    CHECK(most == expected->most);
    // In the file JawRight stands before JawLeft; here a name means what it says.
    CHECK_STR(clip->curves[15].name, "jawRight");
    CHECK_STR(clip->curves[16].name, "jawLeft");
    mien_author_clip_destroy(clip);

    // Counted, every key is on a frame, and those that were dropped are missing.
    clip = read_file(path, MIEN_IO_LIVE_LINK_COUNTED, &report);
    CHECK_NEAR(clip->length, (expected->rows - 1 + expected->dropped) / 30.0, 1e-12);
    CHECK(report.is_on_frames);
    mien_author_clip_destroy(clip);
    printf("%s: %d rows, %d dropped, %.6f s, drift %.6f s\n", expected->path, report.row_count,
           report.dropped_count, expected->length, report.drift);
}

static const Expected takes[] = {
    {"curves/livelinkface/alex_rom_3.csv", 4030, 3, 3, false, 8062909.0 / 60000.0,
     8062909.0 / 60000.0 - 4032.0 / 30.0, "13:13:04:31.652", -0.6070534587f, 1.0033375025f},
    {"curves/livelinkface/alex_rom_4.csv", 3809, 2, 3, false, 7618957.0 / 60000.0,
     7618957.0 / 60000.0 - 3810.0 / 30.0, "16:55:51:38.453", -0.5982553959f, 1.0533207655f},
    {"curves/livelinkface/alex_rom_3_first120.csv", 120, 0, 15, true, 119.0 / 30.0,
     237968.0 / 60000.0 - 119.0 / 30.0, "13:13:04:31.652", -0.0312639736f, 0.9749079943f},
};

TEST(range_of_motion_3)
{
    const char *path = check_data_path(takes[0].path);
    if (path == NULL)
        SKIP("no test data");
    check_take(&takes[0], path);
}

TEST(range_of_motion_4)
{
    const char *path = check_data_path(takes[1].path);
    if (path == NULL)
        SKIP("no test data");
    check_take(&takes[1], path);
}

TEST(first_seconds)
{
    const char *path = check_data_path(takes[2].path);
    if (path == NULL)
        SKIP("no test data");
    check_take(&takes[2], path);
    MienIoLiveLinkReport report;
    MienAuthorClip *clip = read_file(path, MIEN_IO_LIVE_LINK_NEAREST, &report);
    CHECK(key_value(clip, "eyeBlinkLeft", 0) == 0.1236470118f);
    CHECK(key_value(clip, "jawRight", 0) == 0.0185036063f);
    CHECK(key_value(clip, "jawLeft", 0) == 0.0f);
    CHECK(key_value(clip, "mouthLeft", 0) == 0.0444001928f);
    CHECK(key_value(clip, "mouthRight", 0) == 0.0f);
    CHECK(key_value(clip, "RightEyeRoll", 0) == 0.0058006854f);
    for (int k = 0; k < 120; ++k)
        CHECK(key_time(clip, k) == k / 30.0);
    mien_author_clip_destroy(clip);
}

CHECK_MAIN
{
    RUN(range_of_motion_3);
    RUN(range_of_motion_4);
    RUN(first_seconds);
}
