// SPDX-License-Identifier: MIT
//
// Damaged and forged tables of curves: cut, changed, far too wide, far too long.

#include "support/curve_files.h"

#include "mien_io/curves.h"

static MienStatus read_table(const void *bytes, size_t size, int way, const MienAllocator *allocator,
                             MienAuthorClip **out_clip, MienError *error)
{
    static const MienIoCurvesOptions ways[] = {{0}, {.rate = 60000, .rate_divisor = 1001, .source = "there"}};
    MienIoCurvesOptions options = ways[way];
    options.allocator = allocator;
    return mien_io_curves_csv_read(bytes, size, &options, out_clip, NULL, error);
}

static const char *judge_table(const void *bytes, size_t size, int way, MienStatus *out_status)
{
    return judge_file(bytes, size, read_table, way, out_status);
}

static const char commas[] = "\xEF\xBB\xBFtime,jawOpen,\"a, \"\"b\"\"\",Mood \xC3\xA9\r\n"
                             "0,0.1236470118,-0.25,1e-3\r\n"
                             "0.5,,+0.75,\r\n"
                             "\"1.25\",\"1\",1.0533207655,\"\"\r\n"
                             "1e1,0.0000000000,.5,123456\r\n";
static const char tabs[] = "Time\tjawOpen\tb c\n0.01\t0.5\t\n0.02\t\t-1\n0.03\t1\t1\n\n";
static const char semicolons[] = "TIME;a;b;c\n1;2;3;4\n2;;;\n3;4;5;6.5\n";

TEST(damaged)
{
    const char *const texts[] = {commas, tabs, semicolons};
    for (int i = 0; i < 3; ++i) {
        Victim victim = {.name = i == 0   ? "commas"
                                 : i == 1 ? "tabs"
                                          : "semicolons",
                         .text = texts[i],
                         .size = strlen(texts[i]),
                         .judge = judge_table,
                         .ways = 2,
                         .others = "\n\r,;\t\".-09e \xFF"};
        victim_attack(&victim);
    }
}

TEST(nothing_but)
{
    static const char *const fillers[] = {"\n", ",", "0", " ", "\"", "time,", "1,", "\r\n", "e", "\t", ";"};
    Victim victim = {.name = "nothing but", .judge = judge_table, .ways = 2};
    for (size_t f = 0; f < sizeof fillers / sizeof fillers[0]; ++f) {
        victim_repeat(&victim, "", fillers[f]);
        victim_repeat(&victim, "time,a\n0,", fillers[f]);
        victim_repeat(&victim, "time,\"a", fillers[f]);
    }
    victim_close(&victim, "repeated", true);
}

/// A table of this many columns and one row.
static Text wide_table(int columns, bool has_values)
{
    Text take = {0};
    text_add(&take, "time");
    for (int c = 0; c < columns; ++c)
        text_add(&take, ",c%d", c);
    text_add(&take, "\n0");
    for (int c = 0; c < columns; ++c)
        text_add(&take, has_values ? ",%d" : ",", c);
    text_add(&take, "\n");
    return take;
}

TEST(too_wide)
{
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    Text take = wide_table(MIEN_MAX_CURVES, true);
    CHECK_STATUS(read_table(take.bytes, take.size, 0, NULL, &clip, &error), MIEN_OK);
    CHECK(key_value(clip, "c65534", 0) == 65534.0f);
    mien_author_clip_destroy(clip);
    text_free(&take);
    take = wide_table(MIEN_MAX_CURVES + 1, true);
    CHECK_STATUS(read_table(take.bytes, take.size, 0, NULL, &clip, &error), MIEN_ERROR_LIMIT);
    CHECK_STR(error.location, "line 1, column 65537");
    text_free(&take);
}

TEST(too_long)
{
    static const char header[] = "time,A\n";
    const size_t rows = MIEN_IO_CURVES_MAX_ROWS + 1, size = sizeof header - 1 + 2 * rows;
    char *text = malloc(size);
    if (text == NULL)
        SKIP("no memory");
    memset(text, '\n', size);
    memcpy(text, header, sizeof header - 1);
    for (size_t i = 0; i < rows; ++i)
        text[sizeof header - 1 + 2 * i] = 'x';
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    CHECK_STATUS(read_table(text, size, 0, NULL, &clip, &error), MIEN_ERROR_LIMIT);
    CHECK_STR(error.location, "line 20736002");
    CHECK_STATUS(read_table(text, size - 2, 0, NULL, &clip, &error), MIEN_ERROR_CORRUPT);
    CHECK_STR(error.location, "line 2, column 1");
    free(text);
}

/// Memory is asked for by the values that are there, not by rows times columns.
TEST(memory_follows_the_bytes)
{
    for (int kind = 0; kind < 2; ++kind) {
        Text take = wide_table(2000, kind == 1);
        for (int i = 1; i < 2000; ++i) {
            text_add(&take, "%d", i);
            for (int c = 0; c < 2000; ++c)
                text_add(&take, ",");
            text_add(&take, "\n");
        }
        size_t total = 0;
        const MienAllocator allocator = {&total, counting_allocate, counting_free};
        MienAuthorClip *clip = NULL;
        CHECK_STATUS(read_table(take.bytes, take.size, 0, &allocator, &clip, NULL), MIEN_OK);
        mien_author_clip_destroy(clip);
        printf("%zu bytes took %zu\n", take.size, total);
        CHECK(total < take.size);
        text_free(&take);
    }
}

CHECK_MAIN
{
    RUN(damaged);
    RUN(nothing_but);
    RUN(too_wide);
    RUN(too_long);
    RUN(memory_follows_the_bytes);
}
