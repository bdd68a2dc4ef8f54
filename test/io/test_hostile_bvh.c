// SPDX-License-Identifier: MIT
//
// Damaged and forged files of BVH: cut at every byte, every byte changed, several
// at random, far too many joints, frames that are not there. What is read must be a
// sound source, what is not a sound refusal.

#include "support/bvh_files.h"
#include "support/ledger.h"

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

static const char *judge(const void *bytes, size_t size, int way, MienStatus *out_status)
{
    return judge_bvh(bytes, size, &ways[way], out_status);
}

TEST(damaged)
{
    Victim victim = {.name = "small",
                     .text = small,
                     .size = sizeof small - 1,
                     .judge = judge,
                     .ways = WAYS,
                     .others = "\n\r{}:.-09e \xFF"};
    victim_attack(&victim);
}

/// This many joints, each in the one before or all in the first.
static Text many_joints(int count, bool is_deep)
{
    Text text = {0};
    text_add(&text, "HIERARCHY ROOT r\n{OFFSET 0 0 0\n");
    for (int j = 1; j < count; ++j)
        text_add(&text, is_deep ? "JOINT j%d\n{OFFSET 0 0 0\n" : "JOINT j%d\n{OFFSET 0 0 0}\n", j);
    for (int j = is_deep ? 0 : count - 1; j < count; ++j)
        text_add(&text, "}");
    text_add(&text, "MOTION Frames: 1 Frame Time: 1\n");
    return text;
}

TEST(too_many_joints)
{
    for (int is_deep = 0; is_deep < 2; ++is_deep) {
        MienIoSource *source = NULL;
        MienError error = {0};
        Text text = many_joints(MIEN_MAX_BONES, is_deep != 0);
        CHECK_STATUS(mien_io_bvh_read(text.bytes, text.size, NULL, &source, NULL, &error), MIEN_OK);
        CHECK_INT(source != NULL ? source->skeleton.bones[MIEN_MAX_BONES - 1].parent : -1,
                  is_deep ? MIEN_MAX_BONES - 2 : 0);
        mien_io_source_destroy(source);
        text_free(&text);
        text = many_joints(MIEN_MAX_BONES + 1, is_deep != 0);
        CHECK_STATUS(mien_io_bvh_read(text.bytes, text.size, NULL, &source, NULL, &error), MIEN_ERROR_LIMIT);
        CHECK(strncmp(error.location, "line ", 5) == 0);
        text_free(&text);
    }
}

/// Memory is asked for by what is there, not by what a file says of itself.
TEST(memory_follows_the_bytes)
{
    for (int kind = 0; kind < 4; ++kind) {
        Text text = {0};
        text_add(&text, "HIERARCHY ROOT r\n{OFFSET 0 0 0 CHANNELS 1 Xrotation}\n");
        text_add(&text, "MOTION Frames: %d Frame Time: 0.001\n",
                 kind == 0   ? 999999999
                 : kind == 1 ? 50001
                             : 50000);
        for (int i = 0; i < 50000; ++i)
            text_add(&text, "0\n");
        if (kind == 3) {
            text.size = 0;
            text_add(&text, "HIERARCHY ");
            for (int i = 0; i < 200000; ++i)
                text_add(&text, "{");
        }
        size_t total = 0;
        const MienAllocator allocator = {&total, counting_allocate, counting_free};
        MienIoSource *source = NULL;
        const MienStatus status = mien_io_bvh_read(
            text.bytes, text.size, &(MienIoBvhOptions){.allocator = &allocator}, &source, NULL, NULL);
        CHECK_STATUS(status, kind == 2 ? MIEN_OK : MIEN_ERROR_CORRUPT);
        mien_io_source_destroy(source);
        printf("%zu bytes took %zu\n", text.size, total);
        CHECK(total < (kind == 0 ? 2000 : kind == 3 ? 10000000 : 25 * text.size));
        text_free(&text);
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
    Victim victim = {.name = "nothing but", .judge = judge, .ways = WAYS};
    for (size_t f = 0; f < sizeof fillers / sizeof fillers[0]; ++f) {
        victim_repeat(&victim, "", fillers[f]);
        victim_repeat(&victim, "HIERARCHY ROOT a\n{OFFSET 0 0 0 ", fillers[f]);
        victim_repeat(&victim, "HIERARCHY ROOT a\n{OFFSET 0 0 0 }MOTION Frames: 9 Frame Time: 1\n",
                      fillers[f]);
    }
    victim_close(&victim, "repeated", true);
}

CHECK_MAIN
{
    RUN(damaged);
    RUN(too_many_joints);
    RUN(memory_follows_the_bytes);
    RUN(nothing_but);
}
