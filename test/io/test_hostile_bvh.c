// SPDX-License-Identifier: MIT
//
// Damaged and forged files of BVH: cut at every byte, every byte changed, several
// at random, far too many joints, frames that are not there. What is read must be a
// sound source, what is not a sound refusal.

#include "bvh_files.h"
#include "ledger.h"

#include "sample/random.h"

static const char small[] = "\xEF\xBB\xBFHIERARCHY\r\n"
                            "ROOT Hips\r\n"
                            "{\r\n"
                            "  OFFSET 1 2 3\r\n"
                            "  CHANNELS 4 Xposition Zrotation Xrotation Yrotation\r\n"
                            "  JOINT Sp\xC3\xA9 1\r\n"
                            "  {\r\n"
                            "    OFFSET 0 10.5 -4\r\n"
                            "    CHANNELS 1 Yrotation\r\n"
                            "    End Site\r\n"
                            "    {\r\n"
                            "      OFFSET 0 1 0\r\n"
                            "    }\r\n"
                            "  }\r\n"
                            "  JOINT b { OFFSET 0 0 1 CHANNELS 0 }\r\n"
                            "}\r\n"
                            "MOTION\r\n"
                            "Frames: 3\r\n"
                            "Frame Time: 0.0333333\r\n"
                            "0 0 0 0 7\r\n"
                            "4 5e1 6\r\n"
                            "-90 .0\r\n"
                            "4 5 6 90 180\r\n";

static const MienIoBvhOptions ways[] = {
    {0}, {.up = MIEN_IO_UP_Z, .source = "there"}, {.unit = 1e-9}, {.unit = 1e9, .up = MIEN_IO_UP_Z}};
enum { WAYS = sizeof ways / sizeof ways[0] };

static int read_count, refused_count;

/// Reads the bytes in every way. The place is for the person who looks for it.
static void attack(const char *bytes, size_t size, int place)
{
    for (int w = 0; w < WAYS; ++w) {
        MienStatus status;
        const char *fault = judge_bvh(bytes, size, &ways[w], &status);
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
    static const char others[] = {'\0', '\n', '\r', '{', '}', ':', '.', '-', '0', '9', 'e', ' ', '\xFF'};
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
            text[to] = small[from]; // what occurs in files gets further than noise
        }
        attack(text, sizeof small - 1, round);
    }
    close_attack("random");
}

/// Text that grows; free its bytes.
typedef struct Text {
    char *bytes;
    size_t size, room;
} Text;

static void add(Text *text, const char *words, int number)
{
    if (text->room - text->size < 256) {
        text->room = 2 * text->room + 4096;
        text->bytes = realloc(text->bytes, text->room);
        if (text->bytes == NULL)
            abort();
    }
    text->size += (size_t)snprintf(text->bytes + text->size, 256, words, number);
}

/// So many joints, each in the one before or all in the first.
static Text many_joints(int count, bool is_deep)
{
    Text text = {0};
    add(&text, "HIERARCHY ROOT r\n{OFFSET 0 0 0\n", 0);
    for (int j = 1; j < count; ++j)
        add(&text, is_deep ? "JOINT j%d\n{OFFSET 0 0 0\n" : "JOINT j%d\n{OFFSET 0 0 0}\n", j);
    for (int j = is_deep ? 0 : count - 1; j < count; ++j)
        add(&text, "}", 0);
    add(&text, "MOTION Frames: 1 Frame Time: 1\n", 0);
    return text;
}

TEST(too_many_joints)
{
    for (int is_deep = 0; is_deep < 2; ++is_deep) {
        MienIoSource *source = NULL;
        MienError error = {0};
        Text text = many_joints(MIEN_MAX_BONES, is_deep != 0);
        CHECK_STATUS(mien_io_bvh_read(text.bytes, text.size, NULL, NULL, &source, NULL, &error), MIEN_OK);
        CHECK_INT(source != NULL ? source->skeleton.bones[MIEN_MAX_BONES - 1].parent : -1,
                  is_deep ? MIEN_MAX_BONES - 2 : 0);
        mien_io_source_destroy(source);
        free(text.bytes);
        text = many_joints(MIEN_MAX_BONES + 1, is_deep != 0);
        CHECK_STATUS(mien_io_bvh_read(text.bytes, text.size, NULL, NULL, &source, NULL, &error),
                     MIEN_ERROR_LIMIT);
        CHECK(strncmp(error.place, "line ", 5) == 0);
        free(text.bytes);
    }
}

/// Counts the bytes that are asked for.
static void *counting_allocate(void *user, size_t size, size_t alignment)
{
    *(size_t *)user += size;
    return mieni_allocate(NULL, size, alignment);
}

static void counting_free(void *user, void *memory, size_t size, size_t alignment)
{
    (void)user;
    mieni_free(NULL, memory, size, alignment);
}

/// Memory is asked for by what is there, not by what a file says of itself.
TEST(memory_follows_the_bytes)
{
    for (int kind = 0; kind < 4; ++kind) {
        Text text = {0};
        add(&text, "HIERARCHY ROOT r\n{OFFSET 0 0 0 CHANNELS 1 Xrotation}\n", 0);
        add(&text, "MOTION Frames: %d Frame Time: 0.001\n",
            kind == 0   ? 999999999
            : kind == 1 ? 50001
                        : 50000);
        for (int i = 0; i < 50000; ++i)
            add(&text, "0\n", 0);
        if (kind == 3) {
            text.size = 0;
            add(&text, "HIERARCHY ", 0);
            for (int i = 0; i < 200000; ++i)
                add(&text, "{", 0);
        }
        size_t total = 0;
        const MienAllocator allocator = {&total, counting_allocate, counting_free};
        MienIoSource *source = NULL;
        const MienStatus status =
            mien_io_bvh_read(text.bytes, text.size, NULL, &allocator, &source, NULL, NULL);
        CHECK_STATUS(status, kind == 2 ? MIEN_OK : MIEN_ERROR_CORRUPT);
        mien_io_source_destroy(source);
        printf("%zu bytes took %zu\n", text.size, total);
        CHECK(total < (kind == 0 ? 2000 : kind == 3 ? 10000000 : 25 * text.size));
        free(text.bytes);
    }
}

TEST(nothing_but)
{
    static const char *const fillers[] = {"\n",
                                          "{",
                                          "}",
                                          ":",
                                          "0 ",
                                          " ",
                                          "ROOT a{",
                                          "JOINT a\n{",
                                          "End Site{",
                                          "\r",
                                          "e",
                                          "HIERARCHY\n",
                                          "OFFSET 0 0 0 ",
                                          "CHANNELS 1 "};
    for (size_t f = 0; f < sizeof fillers / sizeof fillers[0]; ++f) {
        Text bare = {0}, headed = {0}, moving = {0};
        add(&headed, "HIERARCHY ROOT a\n{OFFSET 0 0 0 ", 0);
        add(&moving, "HIERARCHY ROOT a\n{OFFSET 0 0 0 }MOTION Frames: 9 Frame Time: 1\n", 0);
        for (int i = 0; i < 3000; ++i) {
            add(&bare, fillers[f], 0);
            add(&headed, fillers[f], 0);
            add(&moving, fillers[f], 0);
        }
        attack(bare.bytes, bare.size, (int)f);
        attack(headed.bytes, headed.size, (int)f);
        attack(moving.bytes, moving.size, (int)f);
        free(bare.bytes);
        free(headed.bytes);
        free(moving.bytes);
    }
    close_attack("nothing but");
}

CHECK_MAIN
{
    RUN(cut_at_every_byte);
    RUN(every_byte_changed);
    RUN(bytes_lost_and_doubled);
    RUN(random_changes);
    RUN(too_many_joints);
    RUN(memory_follows_the_bytes);
    RUN(nothing_but);
}
