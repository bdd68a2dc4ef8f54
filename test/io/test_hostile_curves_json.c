// SPDX-License-Identifier: MIT
//
// Damaged and forged curves in JSON, of every form.

#include "support/curve_files.h"

#include "mien_io/curves.h"

static MienStatus read_json(const void *bytes, size_t size, int way, const MienAllocator *allocator,
                            MienAuthorClip **out_clip, MienError *error)
{
    static const MienIoCurvesOptions ways[] = {{0}, {.rate = 60000, .rate_divisor = 1001, .source = "there"}};
    MienIoCurvesOptions options = ways[way];
    options.allocator = allocator;
    return mien_io_curves_json_read(bytes, size, &options, out_clip, NULL, error);
}

static const char *judge_json(const void *bytes, size_t size, int way, MienStatus *out_status)
{
    return judge_file(bytes, size, read_json, way, out_status);
}

static const char *const texts[] = {
    "{\"names\":[\"a\",\"b \"],\"x\":0,\"frames\":[{\"weights\":[1,-2e-1],\"time\":0.5},"
    "{\"weights\":[3,4],\"time\":1}]}",
    "{\"exportFps\":29.97,\"numPoses\":1,\"numFrames\":2,\"facsNames\":[\"a\"],\"weightMat\":[[1],[2]]}",
    "{\"format\":\"openfacefx.track\",\"version\":1,\"fps\":60,\"duration\":1.5,\"channels\":[{\"name\":"
    "\"a\","
    "\"keys\":[[0,1],[0.5,2]]}],\"events\":[{\"t\":1,\"name\":\"e\"}]}",
    "{\"curves\":{\"a\":[[0,1],[2,3]],\"\\u00e9\":[]},\"rate\":24,\"length\":9}",
    "{\"blendshape_names\":[\"a\",\"b\"],\"fps\":30,\"blendshape_values\":[[1,2],[3,4]]}",
    "{\"a\":0.5,\"b\":1}"};

TEST(damaged)
{
    static const char *const names[] = {"frames", "audio2face", "openfacefx", "keys", "rows", "constants"};
    for (int i = 0; i < 6; ++i) {
        Victim victim = {.name = names[i],
                         .text = texts[i],
                         .size = strlen(texts[i]),
                         .judge = judge_json,
                         .ways = 2,
                         .others = "\n\t\"{}[],:-.09e\\ntfu \xFF"};
        victim_attack(&victim);
    }
}

/// Every number made awkward, every name long.
TEST(awkward_members)
{
    static const char *const values[] = {"-1",   "0",    "1e308", "-1e308", "1e-308", "86400", "86400.0001",
                                         "null", "true", "[]",    "{}",     "\"\"",   "\"1\"", "4294967296"};
    Victim victim = {.name = "awkward", .judge = judge_json, .ways = 2};
    for (int i = 0; i < 6; ++i)
        for (const char *at = texts[i]; *at != '\0'; ++at)
            for (size_t v = 0; *at >= '0' && *at <= '9' && v < sizeof values / sizeof values[0]; ++v) {
                Text take = {0};
                text_add(&take, "%.*s%s%s", (int)(at - texts[i]), texts[i], values[v], at + 1);
                victim_try(&victim, take.bytes, take.size, i);
                text_free(&take);
            }
    victim_close(&victim, "values", true);
}

TEST(nothing_but)
{
    static const char *const heads[] = {"", "{\"names\":", "{\"curves\":{\"a\":[", "{\"a\":1,",
                                        "{\"names\":[\"a\"],\"frames\":["};
    static const char *const fillers[] = {"[", "{", "\"", "{\"a\":", "[0,1],", "1", ",", " ", "\\"};
    Victim victim = {.name = "nothing but", .judge = judge_json, .ways = 2};
    for (size_t h = 0; h < sizeof heads / sizeof heads[0]; ++h)
        for (size_t f = 0; f < sizeof fillers / sizeof fillers[0]; ++f)
            victim_repeat(&victim, heads[h], fillers[f]);
    victim_close(&victim, "repeated", false);
}

TEST(too_wide)
{
    for (int extra = 0; extra < 2; ++extra) {
        Text take = {0};
        MienAuthorClip *clip = NULL;
        MienError error = {0};
        text_add(&take, "{\"c0\":0");
        for (int c = 1; c < MIEN_MAX_CURVES + extra; ++c)
            text_add(&take, ",\"c%d\":%d", c, c);
        text_add(&take, "}");
        CHECK_STATUS(read_json(take.bytes, take.size, 0, NULL, &clip, &error),
                     extra == 0 ? MIEN_OK : MIEN_ERROR_LIMIT);
        if (extra == 0)
            CHECK(key_value(clip, "c65534", 0) == 65534.0f);
        else
            CHECK_STR(error.location, "line 1");
        mien_author_clip_destroy(clip);
        text_free(&take);
    }
}

/// Many names and many rows that do not have as many values take no memory for keys.
TEST(memory_follows_the_bytes)
{
    Text take = {0};
    text_add(&take, "{\"facsNames\":[\"c\"");
    for (int i = 0; i < 20000; ++i)
        text_add(&take, ",\"c%d\"", i);
    text_add(&take, "],\"exportFps\":30,\"weightMat\":[[]");
    for (int i = 0; i < 20000; ++i)
        text_add(&take, ",[1]");
    text_add(&take, "]}");
    size_t total = 0;
    const MienAllocator allocator = {&total, counting_allocate, counting_free};
    MienAuthorClip *clip = NULL;
    CHECK_STATUS(read_json(take.bytes, take.size, 0, &allocator, &clip, NULL), MIEN_ERROR_DATA);
    printf("%zu bytes took %zu\n", take.size, total);
    CHECK(total < 100 * take.size);
    text_free(&take);
}

CHECK_MAIN
{
    RUN(damaged);
    RUN(awkward_members);
    RUN(nothing_but);
    RUN(too_wide);
    RUN(memory_follows_the_bytes);
}
