// SPDX-License-Identifier: MIT
//
// Reading takes of Live Link Face: names, values, rows without a face, refusals,
// memory. Their times have a test of their own.

#include "support/live_link_takes.h"

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

static const char small[] = "Timecode,BlendShapeCount,EyeBlinkLeft,JawRight,JawLeft,HeadYaw,Mood\n"
                            "10:00:00:00.000,5,0.1,0.25,-0.5,0.75,2\n"
                            "10:00:00:02.000,5,0.2,0.5,0,0.5,1e-1\n"
                            "10:00:00:04.000,5,0.3,0.75,.5,-0.25,3.\n";

TEST(values_bind_by_name)
{
    MienIoLiveLinkReport report;
    MienAuthorClip *clip = read_text(small, &(MienIoLiveLinkOptions){.source = "small.csv"}, &report);
    static const char *const names[] = {"eyeBlinkLeft", "jawRight", "jawLeft", "HeadYaw", "Mood"};
    CHECK_INT(report.curve_count, 5);
    for (int c = 0; clip != NULL && c < clip->curve_count; ++c)
        CHECK_STR(clip->curves[c].name, names[c]);
    CHECK(key_value(clip, "eyeBlinkLeft", 0) == 0.1f);
    CHECK(key_value(clip, "jawRight", 2) == 0.75f);
    CHECK(key_value(clip, "jawLeft", 0) == -0.5f);
    CHECK(key_value(clip, "jawLeft", 2) == 0.5f);
    CHECK(key_value(clip, "Mood", 1) == 0.1f);
    CHECK_NEAR(mien_author_curve_evaluate(find_curve(clip, "jawRight"), 0.05), 0.625, 1e-6);
    CHECK_STR(clip ? clip->source : NULL, "small.csv");
    CHECK_INT(clip ? clip->rate : 0, 30);
    CHECK_NEAR(clip ? clip->length : 0.0, 2.0 / 30.0, 1e-15);
    CHECK_INT(report.row_count, 3);
    CHECK_STR(report.first_timecode, "10:00:00:00.000");
    CHECK_INT(report.zero_count + report.no_face_count + report.odd_count + report.dropped_count, 0);
    mien_author_clip_destroy(clip);
}

TEST(names_in_any_case)
{
    static const char text[] = "TIMECODE,Blendshapecount,EYEBLINKLEFT,jawOpen,rightEYEroll,TongueOut2\n"
                               "0:0:0:0,4,1,2,3,4\n";
    MienAuthorClip *clip = read_text(text, NULL, NULL);
    CHECK(key_value(clip, "eyeBlinkLeft", 0) == 1.0f);
    CHECK(key_value(clip, "jawOpen", 0) == 2.0f);
    CHECK(key_value(clip, "RightEyeRoll", 0) == 3.0f);
    CHECK(key_value(clip, "TongueOut2", 0) == 4.0f);
    mien_author_clip_destroy(clip);
    clip = read_text(text, &(MienIoLiveLinkOptions){.keep_names = true}, NULL);
    CHECK(key_value(clip, "EYEBLINKLEFT", 0) == 1.0f);
    CHECK(key_value(clip, "rightEYEroll", 0) == 3.0f);
    mien_author_clip_destroy(clip);
}

TEST(line_ends_and_blanks)
{
    static const char *const texts[] = {
        "Timecode,BlendShapeCount,JawOpen,MouthClose\n01:00:00:00.000,2,0.5,1\n01:00:00:01.000,2,0.25,0\n",
        "\xEF\xBB\xBFTimecode,BlendshapeCount,JawOpen,MouthClose\r\n01:00:00:00.000,2,0.5,1\r\n"
        "01:00:00:01.000,2,0.25,0",
        " Timecode ,\tBlendShapeCount, JawOpen , MouthClose\n\n 01:00:00:00.000 , 2 , 0.5 , 1 \n"
        "1:0:0:1,2,+0.25,0e0\n\n  \n\r\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        MienIoLiveLinkReport report;
        MienAuthorClip *clip = read_text(texts[i], NULL, &report);
        CHECK_INT(report.row_count, 2);
        CHECK(key_value(clip, "jawOpen", 0) == 0.5f);
        CHECK(key_value(clip, "jawOpen", 1) == 0.25f);
        CHECK(key_value(clip, "mouthClose", 0) == 1.0f);
        CHECK_NEAR(key_time(clip, 1), 1.0 / 60.0, 0.0);
        mien_author_clip_destroy(clip);
    }
}

TEST(rows_without_a_face)
{
    static const char text[] = "Timecode,BlendShapeCount,JawOpen,MouthClose\n"
                               "01:00:00:00.000,0\n"
                               "01:00:00:01.000,2,0.5,0\n"
                               "01:00:00:02.000,0,,\n"
                               "01:00:00:03.000,,\n"
                               "01:00:00:04.000,2,0.25,-0\n"
                               "01:00:00:05.000,0,\n";
    MienIoLiveLinkReport report;
    MienAuthorClip *clip = read_text(text, NULL, &report);
    CHECK_INT(report.row_count, 6);
    CHECK_INT(report.no_face_count, 4);
    CHECK_INT(report.dropped_count, 0);
    CHECK_INT(report.odd_count, 0);
    CHECK_INT(find_curve(clip, "jawOpen")->key_count, 2);
    CHECK_NEAR(key_time(clip, 0), 1.0 / 60.0, 0.0);
    CHECK_NEAR(key_time(clip, 1), 4.0 / 60.0, 0.0);
    CHECK_NEAR(clip->length, 5.0 / 60.0, 0.0);
    CHECK_INT(report.zero_count, 1);
    CHECK_INT(report.zero_curves[0], 1);
    mien_author_clip_destroy(clip);
    clip = read_text("Timecode,BlendShapeCount,JawOpen\n1:2:3:4,0\n", NULL, &report);
    CHECK_INT(clip->curves[0].key_count, 0);
    CHECK_INT(report.zero_count, 1);
    mien_author_clip_destroy(clip);
}

TEST(other_counts)
{
    MienIoLiveLinkReport report;
    MienAuthorClip *clip = read_text("Timecode,BlendShapeCount,JawOpen,MouthClose\n"
                                     "1:0:0:0,61,1,2\n1:0:0:1,2,1,2\n1:0:0:2,0,1,2\n1:0:0:3,,1,2\n",
                                     NULL, &report);
    CHECK_INT(report.odd_count, 3);
    CHECK_INT(report.no_face_count, 0);
    CHECK(key_value(clip, "mouthClose", 3) == 2.0f);
    mien_author_clip_destroy(clip);
}

static void check_refused(const char *text, MienStatus expected, const char *place, const char *part)
{
    MienAuthorClip other, *clip = &other;
    MienError error = {0};
    const MienIoLiveLinkReport untouched = {.row_count = 77};
    MienIoLiveLinkReport report = untouched;
    const MienStatus status = mien_io_live_link_read(text, strlen(text), NULL, &clip, &report, &error);
    CHECK_STATUS(status, expected);
    check_error(&error, expected, place, part);
    CHECK(clip == NULL);
    CHECK_INT(report.row_count, 77);
}

#define HEAD "Timecode,BlendShapeCount,JawOpen,MouthClose\n"

TEST(refused_headers)
{
    check_refused("", MIEN_ERROR_CORRUPT, "line 1", "no text");
    check_refused("\xEF\xBB\xBF \n\n", MIEN_ERROR_CORRUPT, "line 1", "no text");
    check_refused("Time,BlendShapeCount,A\n", MIEN_ERROR_CORRUPT, "line 1, column 1", "begins with");
    check_refused("Timecode;BlendShapeCount;A\n", MIEN_ERROR_CORRUPT, "line 1, column 1", "commas");
    check_refused("\nTimecode,JawOpen,A\n", MIEN_ERROR_CORRUPT, "line 2, column 2", "begins with");
    check_refused("Timecode,BlendShapeCount\n0:0:0:0,0\n", MIEN_ERROR_CORRUPT, "line 1", "no curves");
    check_refused("Timecode\n0:0:0:0,0\n", MIEN_ERROR_CORRUPT, "line 1", "no curves");
    check_refused("Timecode,BlendShapeCount,A,\n", MIEN_ERROR_DATA, "line 1, column 4", "empty");
    check_refused("Timecode,BlendShapeCount,A,\xFF\n", MIEN_ERROR_DATA, "line 1, column 4", "UTF-8");
    check_refused("Timecode,BlendShapeCount,A\rB\n", MIEN_ERROR_DATA, "line 1, column 3", "control");
    check_refused("Timecode,BlendShapeCount,JawOpen,B,jawopen\n0:0:0:0,3,1,2,3\n", MIEN_ERROR_DATA,
                  "line 1, column 5", "Another column");
    check_refused(HEAD, MIEN_ERROR_CORRUPT, "line 1", "no rows");
}

TEST(refused_rows)
{
    check_refused(HEAD "0:0:0:0,2,1\n", MIEN_ERROR_CORRUPT, "line 2, column 4", "fewer cells");
    check_refused(HEAD "0:0:0:0,2\n", MIEN_ERROR_CORRUPT, "line 2, column 3", "fewer cells");
    check_refused(HEAD "0:0:0:0\n", MIEN_ERROR_CORRUPT, "line 2, column 2", "ends before");
    check_refused(HEAD "0:0:0:0,2,1,2,3\n", MIEN_ERROR_CORRUPT, "line 2, column 5", "more cells");
    check_refused(HEAD "0:0:0:0,0,,,\n", MIEN_ERROR_CORRUPT, "line 2, column 5", "more cells");
    check_refused(HEAD "0:0:0:0,2,,2\n", MIEN_ERROR_CORRUPT, "line 2, column 3", "missing");
    check_refused(HEAD "0:0:0:0,0,1,\n", MIEN_ERROR_CORRUPT, "line 2, column 4", "missing");
    check_refused(HEAD "0:0:0:0,2,,\n", MIEN_ERROR_CORRUPT, "line 2, column 3", "missing");
    check_refused(HEAD "0:0:0:0,2.0,1,2\n", MIEN_ERROR_CORRUPT, "line 2, column 2", "whole number");
    check_refused(HEAD "0:0:0:0,-1,1,2\n", MIEN_ERROR_CORRUPT, "line 2, column 2", "whole number");
    check_refused(HEAD "\n0:0:0:0,2,1,nan\n", MIEN_ERROR_CORRUPT, "line 3, column 4", "decimal number");
    check_refused(HEAD "0:0:0:0,2,0x1,2\n", MIEN_ERROR_CORRUPT, "line 2, column 3", "decimal number");
    check_refused(HEAD "0:0:0:0,2,1,-1e10\n", MIEN_ERROR_DATA, "line 2, column 4", "at most a billion");
    check_refused(HEAD "0:0:0:0,2,1e999,0\n", MIEN_ERROR_DATA, "line 2, column 3", "at most a billion");
    check_refused(HEAD "00:00:00;00,2,1,1\n", MIEN_ERROR_CORRUPT, "line 2, column 1", "HH:MM:SS:FF");
    check_refused(HEAD "0:0:0:1,2,1,1\n0:0:0:1,2,1,1\n", MIEN_ERROR_DATA, "line 3, column 1", "repeats");
    check_refused(HEAD "0:0:0:1,2,1,1\n0:0:0:0.9,2,1,1\n", MIEN_ERROR_DATA, "line 3, column 1", "goes back");
    check_refused(HEAD "9:0:0:1,2,1,1\n8:0:0:2,2,1,1\n", MIEN_ERROR_DATA, "line 3, column 1", "goes back");
}

TEST(arguments)
{
    MienAuthorClip other, *clip = &other;
    MienError error = {0};
    CHECK_STATUS(mien_io_live_link_read(small, sizeof small - 1, NULL, NULL, NULL, NULL),
                 MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_io_live_link_read(NULL, 5, NULL, &clip, NULL, &error), MIEN_ERROR_ARGUMENT);
    CHECK(clip == NULL);
    CHECK_STATUS(mien_io_live_link_read(NULL, 0, NULL, &clip, NULL, &error), MIEN_ERROR_CORRUPT);
    static const MienIoLiveLinkOptions wrong[] = {{.timecode_rate = -1},
                                                  {.timecode_rate = 241},
                                                  {.timecode_rate = 30, .timecode_rate_divisor = -1},
                                                  {.timecode_rate = 240001, .timecode_rate_divisor = 1000},
                                                  {.timecode_rate = 30, .timecode_rate_divisor = 1002},
                                                  {.timing = (MienIoLiveLinkTiming)3}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        error = (MienError){0};
        CHECK_STATUS(mien_io_live_link_read(small, sizeof small - 1, &wrong[i], &clip, NULL, &error),
                     MIEN_ERROR_ARGUMENT);
        CHECK(strncmp(error.location, "options.", 8) == 0);
    }
#if SIZE_MAX > 0xFFFFFFFF
    CHECK_STATUS(mien_io_live_link_read(small, (size_t)5 << 30, NULL, &clip, NULL, &error), MIEN_ERROR_LIMIT);
#endif
}

TEST(rounding_of_the_caller)
{
#if defined(__SSE2__)
    MienAuthorClip *expected = read_text(small, NULL, NULL);
    const unsigned control = _mm_getcsr();
    _mm_setcsr((control & ~0x6000u) | 0x6000u); // toward zero: 0.1's nearest float lies above it
    MienAuthorClip *clip = NULL;
    const MienStatus status = mien_io_live_link_read(small, sizeof small - 1, NULL, &clip, NULL, NULL);
    const unsigned after = _mm_getcsr();
    _mm_setcsr(control);
    CHECK_STATUS(status, MIEN_OK);
    CHECK_INT(after & 0x6000u, 0x6000u);
    for (int k = 0; k < 3; ++k) {
        CHECK(key_value(clip, "eyeBlinkLeft", k) == key_value(expected, "eyeBlinkLeft", k));
        CHECK(key_time(clip, k) == key_time(expected, k));
    }
    mien_author_clip_destroy(clip);
    mien_author_clip_destroy(expected);
#else
    SKIP("no control word here");
#endif
}

/// Counts what is live and fails the n-th allocation.
typedef struct Ledger {
    int allocations, live, fails;
} Ledger;

static void *ledger_allocate(void *user, size_t size, size_t alignment)
{
    Ledger *ledger = user;
    if (++ledger->allocations == ledger->fails)
        return NULL;
    (void)alignment;
    void *memory = NULL;
    uint8_t *block = malloc(size + 128); // aligned to 64, with the block's address before it
    if (block != NULL) {
        memory = block + 128 - (uintptr_t)block % 64;
        memcpy((uint8_t *)memory - sizeof block, &block, sizeof block);
        ++ledger->live;
    }
    return memory;
}

static void ledger_free(void *user, void *memory, size_t size, size_t alignment)
{
    Ledger *ledger = user;
    uint8_t *block;
    (void)size;
    (void)alignment;
    memcpy(&block, (uint8_t *)memory - sizeof block, sizeof block);
    free(block);
    --ledger->live;
}

TEST(each_allocation_fails_once)
{
    Ledger ledger = {0};
    const MienAllocator allocator = {&ledger, ledger_allocate, ledger_free};
    const MienIoLiveLinkOptions options = {.source = "here", .allocator = &allocator};
    MienStatus status = MIEN_ERROR_MEMORY;
    int fails = 0;
    while (status != MIEN_OK && fails < 100) {
        MienAuthorClip other, *clip = &other;
        MienError error = {0};
        ledger = (Ledger){.fails = ++fails};
        status = mien_io_live_link_read(small, sizeof small - 1, &options, &clip, NULL, &error);
        if (status != MIEN_OK) {
            CHECK_STATUS(status, MIEN_ERROR_MEMORY);
            CHECK_STATUS(error.status, MIEN_ERROR_MEMORY);
            CHECK(clip == NULL);
        }
        mien_author_clip_destroy(clip);
        CHECK_INT(ledger.live, 0);
    }
    CHECK_STATUS(status, MIEN_OK);
    CHECK_INT(ledger.allocations, fails - 1);
    CHECK(fails > 5);
}

CHECK_MAIN
{
    RUN(values_bind_by_name);
    RUN(names_in_any_case);
    RUN(line_ends_and_blanks);
    RUN(rows_without_a_face);
    RUN(other_counts);
    RUN(refused_headers);
    RUN(refused_rows);
    RUN(arguments);
    RUN(rounding_of_the_caller);
    RUN(each_allocation_fails_once);
}
