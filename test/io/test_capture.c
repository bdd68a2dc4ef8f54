// SPDX-License-Identifier: MIT
//
// Takes from captures of live faces.

#include "support/check.h"
#include "support/live/captures.h"
#include "support/read_sources.h"

#include "io/formats.h"

static TestCapture capture;
static MieniSourceNotes notes;

static MienStatus read_as(MienIoLiveLinkTiming timing, MienIoSource **out_source, MienError *error)
{
    MieniRead out = {0};
    notes = (MieniSourceNotes){0};
    const MieniReading reading = {.bytes = capture.bytes,
                                  .size = capture.size,
                                  .file = "a.mienlive",
                                  .timing = timing,
                                  .notes = &notes};
    const MienStatus status = mieni_format_capture.read(&reading, &out, error);
    *out_source = out.source;
    CHECK(out.clip == NULL);
    CHECK((status == MIEN_OK) == (out.source != NULL));
    if (out.source != NULL)
        CHECK_STR(judge_read_source(out.source) != NULL ? judge_read_source(out.source) : "", "");
    return status;
}

static MienIoSource *read_exact(void)
{
    MienIoSource *source = NULL;
    MienError error = {0};
    CHECK_STATUS(read_as(MIEN_IO_LIVE_LINK_EXACT, &source, &error), MIEN_OK);
    return source;
}

static const MienAuthorClipCurve *curve_of(const MienAuthorClip *clip, const char *name)
{
    for (int c = 0; c < clip->curve_count; ++c)
        if (strcmp(clip->curves[c].name, name) == 0)
            return &clip->curves[c];
    CHECK_STR(name, "a curve of the clip");
    abort();
}

static bool is_near(double a, double b) { return a - b < 1e-9 && b - a < 1e-9; }

TEST(keys_are_at_the_times_of_the_sender)
{
    capture_clear(&capture);
    for (int i = 0; i < 20; ++i) // arrival jitters, the phone's clock does not
        capture_frame(&capture, 3.0 + i / 60.0 + (i % 3) * 0.004, "ada", 2592000 + i, 0.25f, (float)i * 0.01f,
                      true);
    MienIoSource *source = read_exact();
    CHECK_INT(source->take_count, 1);
    CHECK_STR(source->takes[0].name, "ada");
    const MienAuthorClip *clip = source->takes[0].clip;
    CHECK_STR(clip->timecode, "12:00:00:00.250");
    CHECK_INT(clip->rate, 60);
    CHECK_INT(clip->curve_count, 61);
    const MienAuthorClipCurve *jaw = curve_of(clip, "jawOpen"), *yaw = curve_of(clip, "HeadYaw");
    CHECK_INT(jaw->key_count, 20);
    for (int i = 0; i < 20; ++i) {
        CHECK(is_near(jaw->keys[i].time, i / 60.0));
        CHECK(jaw->keys[i].value == (float)i * 0.01f);
        CHECK(is_near((double)yaw->keys[i].value, (double)((float)i * 0.01f)));
    }
    CHECK(is_near(clip->length, 19 / 60.0));
    mien_io_source_destroy(source);
}

TEST(late_frames_find_their_place_and_doubled_ones_are_left_out)
{
    static const int order[] = {0, 1, 3, 2, 4, 4, 6, 7, 5};
    capture_clear(&capture);
    for (int i = 0; i < 9; ++i)
        capture_frame(&capture, i / 60.0, "ada", 1000 + order[i], 0, (float)order[i], true);
    MienIoSource *source = read_exact();
    const MienAuthorClipCurve *jaw = curve_of(source->takes[0].clip, "jawOpen");
    CHECK_INT(jaw->key_count, 8);
    for (int i = 0; i < 8; ++i)
        CHECK(is_near(jaw->keys[i].time, i / 60.0) && jaw->keys[i].value == (float)i);
    CHECK_INT(notes.count, 1);
    CHECK_STR(notes.items[0].text,
              "ada: 8 frames from 00:00:16:40.000, 0 without a face; 0 came too late, 1 twice");
    mien_io_source_destroy(source);
}

TEST(frames_without_a_face_have_no_keys)
{
    capture_clear(&capture);
    for (int i = 0; i < 10; ++i)
        capture_frame(&capture, i / 60.0, "ada", i, 0, 0.5f, i < 3 || i > 6);
    MienIoSource *source = read_exact();
    const MienAuthorClipCurve *jaw = curve_of(source->takes[0].clip, "jawOpen");
    CHECK_INT(jaw->key_count, 6);
    CHECK(is_near(jaw->keys[3].time, 7 / 60.0));
    mien_io_source_destroy(source);
}

TEST(a_clock_that_begins_again_goes_on_with_the_take)
{
    capture_clear(&capture);
    for (int i = 0; i < 10; ++i)
        capture_frame(&capture, i / 60.0, "ada", 50000 + i, 0, 0.1f, true);
    for (int i = 0; i < 10; ++i)
        capture_frame(&capture, 2 + i / 60.0, "ada", 7 + i, 0, 0.2f, true);
    MienIoSource *source = read_exact();
    const MienAuthorClipCurve *jaw = curve_of(source->takes[0].clip, "jawOpen");
    CHECK_INT(jaw->key_count, 20);
    for (int i = 0; i < 10; ++i)
        CHECK(is_near(jaw->keys[i].time, i / 60.0) && is_near(jaw->keys[10 + i].time, 2 + i / 60.0));
    mien_io_source_destroy(source);
}

TEST(devices_are_takes_on_one_time_line)
{
    const char *slate = "slate line\ntake 3";
    capture_clear(&capture);
    capture_add(&capture, MIEN_LIVE_RECORD_NOTE, 0, slate, strlen(slate));
    for (int i = 0; i < 20; ++i) {
        capture_frame(&capture, 5 + i / 60.0, "ada", i, 0, 0.1f, true);
        if (i >= 6)
            capture_frame(&capture, 5 + i / 60.0, "bruno", 900000 + i, 0, 0.2f, true);
    }
    MienIoSource *source = read_exact();
    CHECK_INT(source->take_count, 2);
    CHECK_STR(source->takes[0].name, "line_3_ada");
    CHECK_STR(source->takes[1].name, "line_3_bruno");
    CHECK(is_near(curve_of(source->takes[0].clip, "jawOpen")->keys[0].time, 0));
    CHECK(is_near(curve_of(source->takes[1].clip, "jawOpen")->keys[0].time, 0.1));
    mien_io_source_destroy(source);
}

TEST(sources_of_one_name_are_told_apart)
{
    capture_clear(&capture);
    capture_frame(&capture, 0, "ada", 1, 0, 0.1f, true);
    capture_add(&capture, MIEN_LIVE_RECORD_NOTE, 0.1, "slate ada", 9);
    capture_frame(&capture, 1, "ada", 61, 0, 0.1f, true);
    capture_add(&capture, MIEN_LIVE_RECORD_NOTE, 0.1 + 1, "slate ada", 9);
    capture_frame(&capture, 2, "ada", 121, 0, 0.1f, true);
    MienIoSource *source = read_exact();
    CHECK_INT(source->take_count, 3);
    CHECK_STR(source->takes[0].name, "ada");
    CHECK_STR(source->takes[1].name, "ada_ada");
    CHECK_STR(source->takes[2].name, "ada_ada 2");
    mien_io_source_destroy(source);
}

TEST(times_are_moved_to_frames_as_asked)
{
    for (int is_drifting = 0; is_drifting < 2; ++is_drifting) {
        MienError error = {0};
        MienIoSource *source = NULL;
        capture_clear(&capture);
        for (int i = 0; i < 6; ++i)
            capture_frame(&capture, i / 60.0, "ada", 600 + i,
                          i == 0        ? 0
                          : is_drifting ? 0.4f
                                        : 0.2f,
                          0.1f, true);
        for (int timing = 0; timing < 3; ++timing) {
            CHECK_STATUS(read_as((MienIoLiveLinkTiming)timing, &source, &error), MIEN_OK);
            const double time = curve_of(source->takes[0].clip, "jawOpen")->keys[2].time * 60;
            const bool is_whole =
                timing == MIEN_IO_LIVE_LINK_COUNTED || (timing == MIEN_IO_LIVE_LINK_NEAREST && !is_drifting);
            CHECK((time > 2.1) == !is_whole && (is_near(time, 2) == is_whole));
            mien_io_source_destroy(source);
        }
    }
}

TEST(wrong_captures_are_refused)
{
    MienIoSource *source = NULL;
    MienError error = {0};
    capture_clear(&capture);
    CHECK_STATUS(read_as(0, &source, &error), MIEN_ERROR_DATA); // no face
    capture_frame(&capture, 1, "ada", 1, 0, 0, false);
    CHECK_STATUS(read_as(0, &source, &error), MIEN_ERROR_DATA);
    capture_frame(&capture, 0.5, "ada", 2, 0, 0, true);
    CHECK_STATUS(read_as(0, &source, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.message, "The times of the capture go back.");
    capture.bytes[0] = 'x';
    CHECK_STATUS(read_as(0, &source, &error), MIEN_ERROR_CORRUPT);
}

TEST(a_cut_capture_is_read_up_to_there)
{
    MienError error = {0};
    capture_clear(&capture);
    for (int i = 0; i < 3; ++i)
        capture_frame(&capture, i / 60.0, "ada", i, 0, 0.1f, true);
    const size_t whole = capture.size;
    for (capture.size = 0; capture.size < whole; capture.size += 7) {
        MienIoSource *source = NULL;
        const MienStatus status = read_as(0, &source, &error);
        CHECK(status == MIEN_OK || error.message[0] != '\0');
        mien_io_source_destroy(source);
    }
    capture.size = whole - 1;
    MienIoSource *source = read_exact();
    CHECK_INT(curve_of(source->takes[0].clip, "jawOpen")->key_count, 2);
    CHECK_STR(notes.items[0].text, "The end of the capture is missing.");
    mien_io_source_destroy(source);
}

CHECK_MAIN
{
    RUN(keys_are_at_the_times_of_the_sender);
    RUN(late_frames_find_their_place_and_doubled_ones_are_left_out);
    RUN(frames_without_a_face_have_no_keys);
    RUN(a_clock_that_begins_again_goes_on_with_the_take);
    RUN(devices_are_takes_on_one_time_line);
    RUN(sources_of_one_name_are_told_apart);
    RUN(times_are_moved_to_frames_as_asked);
    RUN(wrong_captures_are_refused);
    RUN(a_cut_capture_is_read_up_to_there);
}
