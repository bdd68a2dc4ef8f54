// SPDX-License-Identifier: MIT
//
// Damaged and forged takes: cut at every byte, every byte changed, several at
// random, far too wide, far too long. What is read must be a sound clip, what is
// not a sound refusal.

#include "support/ledger.h"
#include "support/live_link_takes.h"

static const char small[] = "\xEF\xBB\xBFTimecode,BlendShapeCount,EyeBlinkLeft,JawOpen,Mood \xC3\xA9\r\n"
                            "23:59:59:57.000,3,0.1236470118,-0.25,1e-3\r\n"
                            "23:59:59:58.001,3,0.5,+0.75,.5\r\n"
                            "23:59:59:59.000,0,,,\r\n"
                            "00:00:00:00.002,3,1,1.0533207655,0\r\n"
                            "00:00:00:02.999,3,0.0000000000,0.5,123456\r\n"
                            "\r\n";

static const MienIoLiveLinkOptions ways[] = {{.timing = MIEN_IO_LIVE_LINK_NEAREST},
                                             {.timing = MIEN_IO_LIVE_LINK_EXACT, .keep_names = true},
                                             {.timing = MIEN_IO_LIVE_LINK_COUNTED, .source = "there"},
                                             {.timecode_rate = 60000, .timecode_rate_divisor = 1001}};
enum { WAYS = sizeof ways / sizeof ways[0] };

static const char *judge(const void *bytes, size_t size, int way, MienStatus *out_status)
{
    return judge_take(bytes, size, &ways[way], out_status);
}

TEST(damaged)
{
    Victim victim = {.name = "small",
                     .text = small,
                     .size = sizeof small - 1,
                     .judge = judge,
                     .ways = WAYS,
                     .others = "\n\r,:.-09e \xFF"};
    victim_attack(&victim);
}

/// A take of this many columns and one row.
static Text wide_take(int columns, bool has_values)
{
    Text take = {0};
    text_add(&take, "Timecode,BlendShapeCount");
    for (int c = 0; c < columns; ++c)
        text_add(&take, ",c%d", c);
    text_add(&take, "\n0:0:0:0,%d", has_values ? columns : 0);
    for (int c = 0; has_values && c < columns; ++c)
        text_add(&take, ",%d", c);
    text_add(&take, "\n");
    return take;
}

TEST(too_wide)
{
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    Text take = wide_take(MIEN_MAX_CURVES, true);
    CHECK_STATUS(mien_io_live_link_read(take.bytes, take.size, NULL, &clip, NULL, &error), MIEN_OK);
    CHECK(key_value(clip, "c65534", 0) == 65534.0f);
    mien_author_clip_destroy(clip);
    text_free(&take);
    take = wide_take(MIEN_MAX_CURVES + 1, true);
    CHECK_STATUS(mien_io_live_link_read(take.bytes, take.size, NULL, &clip, NULL, &error), MIEN_ERROR_LIMIT);
    CHECK_STR(error.location, "line 1, column 65538");
    text_free(&take);
    text_add(&take, "Timecode,BlendShapeCount,");
    for (int i = 0; i < 256; ++i)
        text_add(&take, "n");
    text_add(&take, "\n0:0:0:0,1,1\n");
    CHECK_STATUS(mien_io_live_link_read(take.bytes, take.size, NULL, &clip, NULL, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "line 1, column 3");
    text_free(&take);
}

TEST(too_long)
{
    static const char header[] = "Timecode,BlendShapeCount,A\n";
    const size_t rows = MIEN_IO_LIVE_LINK_MAX_ROWS + 1, size = sizeof header - 1 + 2 * rows;
    char *text = malloc(size);
    if (text == NULL)
        SKIP("no memory");
    memset(text, '\n', size);
    memcpy(text, header, sizeof header - 1);
    for (size_t i = 0; i < rows; ++i)
        text[sizeof header - 1 + 2 * i] = 'x';
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_io_live_link_read(text, size, NULL, &clip, NULL, &error), MIEN_ERROR_LIMIT);
    CHECK_STR(error.location, "line 20736002");
    CHECK_STATUS(mien_io_live_link_read(text, size - 2, NULL, &clip, NULL, &error), MIEN_ERROR_CORRUPT);
    CHECK_STR(error.location, "line 2, column 1");
    free(text);
}

/// Memory is asked for by what is there, not by what rows times columns would be.
TEST(memory_follows_the_bytes)
{
    for (int kind = 0; kind < 3; ++kind) {
        Text take = wide_take(20000, kind == 2);
        for (int i = 1; i < 20000; ++i)
            text_add(&take, kind == 1 ? "%d:%d:%d:%d,20000\n" : "%d:%d:%d:%d,0\n", i / 216000, i / 3600 % 60,
                     i / 60 % 60, i % 60);
        size_t total = 0;
        const MienAllocator allocator = {&total, counting_allocate, counting_free};
        MienAuthorClip *clip = NULL;
        const MienStatus status = mien_io_live_link_read(
            take.bytes, take.size, &(MienIoLiveLinkOptions){.allocator = &allocator}, &clip, NULL, NULL);
        CHECK_STATUS(status, kind == 1 ? MIEN_ERROR_CORRUPT : MIEN_OK);
        mien_author_clip_destroy(clip);
        printf("%zu bytes took %zu\n", take.size, total);
        CHECK(total < 32 * take.size);
        text_free(&take);
    }
}

TEST(nothing_but)
{
    static const char *const fillers[] = {"\n", ",", "0", " ", "\"", "Timecode,", "1:1:1:1,", "\r\n", "e"};
    Victim victim = {.name = "nothing but", .judge = judge, .ways = WAYS};
    for (size_t f = 0; f < sizeof fillers / sizeof fillers[0]; ++f) {
        victim_repeat(&victim, "", fillers[f]);
        victim_repeat(&victim, "Timecode,BlendShapeCount,A\n0:0:0:0,1,", fillers[f]);
    }
    victim_close(&victim, "repeated", true);
}

CHECK_MAIN
{
    RUN(damaged);
    RUN(too_wide);
    RUN(too_long);
    RUN(memory_follows_the_bytes);
    RUN(nothing_but);
}
