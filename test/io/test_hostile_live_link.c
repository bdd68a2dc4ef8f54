// SPDX-License-Identifier: MIT
//
// Damaged and forged takes: cut at every byte, every byte changed, several at
// random, far too wide, far too long. What is read must be a sound clip, what is
// not a sound refusal.

#include "live_link_takes.h"

#include "sample/random.h"

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

static int read_count, refused_count;

/// Reads the bytes in every way. The place is for the person who looks for it.
static void attack(const char *bytes, size_t size, int place)
{
    for (int w = 0; w < WAYS; ++w) {
        MienStatus status;
        const char *fault = judge_take((const uint8_t *)bytes, size, &ways[w], &status);
        if (fault != NULL)
            printf("place %d, way %d: %s\n", place, w, fault);
        CHECK(fault == NULL);
        ++*(status == MIEN_OK ? &read_count : &refused_count);
    }
}

static void close_attack(const char *name)
{
    printf("%s: %d read, %d refused\n", name, read_count, refused_count);
    CHECK(read_count > 0);
    CHECK(refused_count > 0);
    read_count = refused_count = 0;
}

TEST(cut_at_every_byte)
{
    for (size_t size = 0; size < sizeof small; ++size)
        attack(small, size, (int)size);
    close_attack("cut");
}

TEST(every_byte_changed)
{
    static const char others[] = {'\0', '\n', '\r', ',', ':', '.', '-', '0', '9', 'e', ' ', '\xFF'};
    char text[sizeof small];
    memcpy(text, small, sizeof small);
    for (size_t i = 0; i + 1 < sizeof small; ++i) {
        for (size_t o = 0; o < sizeof others; ++o) {
            text[i] = others[o];
            attack(text, sizeof small - 1, (int)i);
        }
        for (int bit = 0; bit < 8; ++bit) {
            text[i] = (char)(small[i] ^ (char)(1 << bit));
            attack(text, sizeof small - 1, (int)i);
        }
        text[i] = small[i];
    }
    close_attack("changed");
}

TEST(bytes_lost_and_doubled)
{
    char text[2 * sizeof small];
    for (size_t i = 0; i + 1 < sizeof small; ++i) {
        memcpy(text, small, i);
        memcpy(text + i, small + i + 1, sizeof small - 1 - i);
        attack(text, sizeof small - 2, (int)i);
        memcpy(text + i, small + i, 1);
        memcpy(text + i + 1, small + i, sizeof small - 1 - i);
        attack(text, sizeof small, (int)i);
    }
    close_attack("lost and doubled");
}

TEST(random_changes)
{
    uint64_t random = 4711;
    for (int round = 0; round < 4000; ++round) {
        char text[sizeof small];
        memcpy(text, small, sizeof small);
        for (int edits = 1 + round % 4; edits > 0; --edits) {
            const int from = mien_random_index(&random, (int)sizeof small - 1);
            const int to = mien_random_index(&random, (int)sizeof small - 1);
            text[to] = small[from]; // what occurs in takes gets further than noise
        }
        const int size = mien_random_index(&random, 8) > 0 ? (int)sizeof small - 1
                                                           : mien_random_index(&random, (int)sizeof small);
        attack(text, (size_t)size, round);
    }
    close_attack("random");
}

/// A take of so many columns and one row.
static Take wide_take(int columns, bool has_values)
{
    Take take = {0};
    take_add(&take, "Timecode,BlendShapeCount");
    for (int c = 0; c < columns; ++c)
        take_add(&take, ",c%d", c);
    take_add(&take, "\n0:0:0:0,%d", has_values ? columns : 0);
    for (int c = 0; has_values && c < columns; ++c)
        take_add(&take, ",%d", c);
    take_add(&take, "\n");
    return take;
}

TEST(too_wide)
{
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    Take take = wide_take(MIEN_MAX_CURVES, true);
    CHECK_STATUS(mien_io_live_link_read(take.bytes, take.size, NULL, NULL, &clip, NULL, &error), MIEN_OK);
    CHECK(key_value(clip, "c65534", 0) == 65534.0f);
    mien_author_clip_destroy(clip);
    take_free(&take);
    take = wide_take(MIEN_MAX_CURVES + 1, true);
    CHECK_STATUS(mien_io_live_link_read(take.bytes, take.size, NULL, NULL, &clip, NULL, &error),
                 MIEN_ERROR_LIMIT);
    CHECK_STR(error.place, "line 1, column 65538");
    take_free(&take);
    take_add(&take, "Timecode,BlendShapeCount,");
    for (int i = 0; i < 256; ++i)
        take_add(&take, "n");
    take_add(&take, "\n0:0:0:0,1,1\n");
    CHECK_STATUS(mien_io_live_link_read(take.bytes, take.size, NULL, NULL, &clip, NULL, &error),
                 MIEN_ERROR_DATA);
    CHECK_STR(error.place, "line 1, column 3");
    take_free(&take);
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
    CHECK_STATUS(mien_io_live_link_read(text, size, NULL, NULL, &clip, NULL, &error), MIEN_ERROR_LIMIT);
    CHECK_STR(error.place, "line 20736002");
    CHECK_STATUS(mien_io_live_link_read(text, size - 2, NULL, NULL, &clip, NULL, &error), MIEN_ERROR_CORRUPT);
    CHECK_STR(error.place, "line 2, column 1");
    free(text);
}

/// Counts the bytes that are asked for; gives them from malloc.
static void *counting_allocate(void *user, size_t size, size_t alignment)
{
    size_t *total = user;
    *total += size;
    void *block = malloc(size + 2 * alignment);
    if (block == NULL)
        return NULL;
    uint8_t *memory = (uint8_t *)block + 2 * alignment - (uintptr_t)block % alignment;
    memcpy(memory - sizeof block, &block, sizeof block);
    return memory;
}

static void counting_free(void *user, void *memory, size_t size, size_t alignment)
{
    void *block;
    (void)user;
    (void)size;
    (void)alignment;
    memcpy(&block, (uint8_t *)memory - sizeof block, sizeof block);
    free(block);
}

/// Memory is asked for by what is there, not by what rows times columns would be.
TEST(memory_follows_the_bytes)
{
    for (int kind = 0; kind < 3; ++kind) {
        Take take = wide_take(20000, kind == 2);
        for (int i = 1; i < 20000; ++i)
            take_add(&take, kind == 1 ? "%d:%d:%d:%d,20000\n" : "%d:%d:%d:%d,0\n", i / 216000, i / 3600 % 60,
                     i / 60 % 60, i % 60);
        size_t total = 0;
        const MienAllocator allocator = {&total, counting_allocate, counting_free};
        MienAuthorClip *clip = NULL;
        const MienStatus status =
            mien_io_live_link_read(take.bytes, take.size, NULL, &allocator, &clip, NULL, NULL);
        CHECK_STATUS(status, kind == 1 ? MIEN_ERROR_CORRUPT : MIEN_OK);
        mien_author_clip_destroy(clip);
        printf("%zu bytes took %zu\n", take.size, total);
        CHECK(total < 32 * take.size);
        take_free(&take);
    }
}

TEST(nothing_but)
{
    static const char *const fillers[] = {"\n", ",", "0", " ", "\"", "Timecode,", "1:1:1:1,", "\r\n", "e"};
    for (size_t f = 0; f < sizeof fillers / sizeof fillers[0]; ++f) {
        Take take = {0}, headed = {0};
        take_add(&headed, "Timecode,BlendShapeCount,A\n0:0:0:0,1,");
        for (int i = 0; i < 3000; ++i) {
            take_add(&take, "%s", fillers[f]);
            take_add(&headed, "%s", fillers[f]);
        }
        attack(take.bytes, take.size, (int)f);
        attack(headed.bytes, headed.size, (int)f);
        take_free(&take);
        take_free(&headed);
    }
    close_attack("nothing but");
}

CHECK_MAIN
{
    RUN(cut_at_every_byte);
    RUN(every_byte_changed);
    RUN(bytes_lost_and_doubled);
    RUN(random_changes);
    RUN(too_wide);
    RUN(too_long);
    RUN(memory_follows_the_bytes);
    RUN(nothing_but);
}
