// SPDX-License-Identifier: MIT
//
// Damaged and forged maps and vocabularies: cut at every byte, every byte changed,
// pieces exchanged, far too long. What is read must be sound, what is not a sound
// refusal.

#include "support/map_texts.h"
#include "support/victim.h"

static const char map_text[] = "{\"kind\": \"map\", \"version\": 1, \"from\": \"a\", \"to\": \"b\",\n"
                               " \"rows\": [\n"
                               "  {\"from\": \"x\", \"to\": \"y\", \"weight\": 0.5},\n"
                               "  {\"from\": \"z\", \"to\": \"y\", \"weight\": -1e2},\n"
                               "  {\"from\": \"x\", \"to\": \"z_L\"}],\n"
                               " \"unmapped\": [\"w\", \"\\u3042\"]}\n";
static const char vocabulary_text[] =
    "{\"kind\": \"vocabulary\", \"version\": 1, \"id\": \"own\", \"title\": \"Own\", \"uri\": \"urn:own\",\n"
    " \"names\": [\n"
    "  {\"name\": \"bs.jaw_L\", \"aliases\": [\"AK_01_jaw\", \"caf\xC3\xA9\"], \"about\": \"jaw\"},\n"
    "  {\"name\": \"Left\"}, {\"name\": \"e\xCC\x81\"}]}\n";

static const char *judge(const void *bytes, size_t size, int way, MienStatus *out_status)
{
    bool is_read;
    (void)way;
    char *copy = exact_copy(bytes, size);
    const char *fault = judge_map_text(copy, size, &is_read);
    free(copy);
    *out_status = is_read ? MIEN_OK : MIEN_ERROR_DATA;
    return fault;
}

#define VICTIM(string)                                                                                       \
    {                                                                                                        \
        .name = #string, .text = string, .size = sizeof string - 1, .judge = judge, .ways = 1,               \
        .others = "\n\",:{}[]-0e\\\xFF"                                                                      \
    }
static Victim victims[2] = {VICTIM(map_text), VICTIM(vocabulary_text)};

TEST(damaged)
{
    for (int t = 0; t < 2; ++t)
        victim_attack(&victims[t]);
}

/// A piece of the text is put in place of another, which keeps more of it well-formed.
TEST(pieces_exchanged)
{
    uint64_t random = 17;
    for (int t = 0; t < 2; ++t) {
        Victim *v = &victims[t];
        for (int round = 0; round < 4000; ++round) {
            char text[2 * (sizeof map_text + sizeof vocabulary_text)];
            const int size = (int)v->size;
            const int from = mien_random_index(&random, size), length = mien_random_index(&random, 12);
            const int to = mien_random_index(&random, size), gap = mien_random_index(&random, 12);
            const int piece = from + length > size ? size - from : length;
            const int rest = to + gap > size ? size : to + gap;
            memcpy(text, v->text, (size_t)to);
            memcpy(text + to, v->text + from, (size_t)piece);
            memcpy(text + to + piece, v->text + rest, (size_t)(size - rest));
            victim_try(v, text, (size_t)(to + piece + size - rest), round);
        }
        victim_close(v, "exchanged", true);
    }
}

/// A map of this many rows, all from or to one name.
static Text long_map(int rows, const char *format)
{
    Text text = {0};
    text_add(&text, "{\"kind\":\"map\",\"version\":1,\"from\":\"a\",\"to\":\"b\",\"rows\":[");
    for (int r = 0; r < rows; ++r) {
        text_add(&text, format, r > 0 ? "," : "", r);
    }
    text_add(&text, "]}");
    return text;
}

TEST(long_lists)
{
    static const char *const formats[] = {"%s{\"from\":\"x\",\"to\":\"t%d\"}",
                                          "%s{\"from\":\"s%d\",\"to\":\"y\"}"};
    for (int f = 0; f < 2; ++f) {
        Text text = long_map(20000, formats[f]);
        MienAuthorMap *map = NULL;
        CHECK_STATUS(mien_author_map_read(text.bytes, text.size, NULL, &map, NULL), MIEN_OK);
        if (map != NULL) {
            const char *fault = judge_applied(map);
            CHECK(fault == NULL);
        }
        mien_author_map_destroy(map);
        text_free(&text);
    }
}

TEST(too_long)
{
    Text text = {0};
    text_add(&text,
             "{\"kind\":\"vocabulary\",\"version\":1,\"id\":\"a\",\"title\":\"b\",\"uri\":\"c\",\"names\":[");
    for (int n = 0; n <= MIEN_MAX_CURVES; ++n) {
        text_add(&text, "%s{\"name\":\"n%d\"}", n > 0 ? "," : "", n);
    }
    text_add(&text, "]}");
    MienAuthorVocabulary *vocabulary = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_author_vocabulary_read(text.bytes, text.size, NULL, &vocabulary, &error),
                 MIEN_ERROR_LIMIT);
    CHECK_STR(error.location, "line 1, names");
    text_free(&text);
    text = long_map(MIENI_MAP_MAX_ROWS + 1, "%s{\"from\":\"s%d\",\"to\":\"y\"}");
    MienAuthorMap *map = NULL;
    CHECK_STATUS(mien_author_map_read(text.bytes, text.size, NULL, &map, &error), MIEN_ERROR_LIMIT);
    CHECK_STR(error.location, "line 1, rows");
    text_free(&text);
}

/// Sums of very many curves are sampled rather than computed at every key of all.
TEST(wide_sums)
{
    enum { WIDE = 20000 };
    Text text = long_map(WIDE, "%s{\"from\":\"s%d\",\"to\":\"y\"}");
    MienAuthorMap *map = NULL;
    CHECK_STATUS(mien_author_map_read(text.bytes, text.size, NULL, &map, NULL), MIEN_OK);
    MienAuthorClipCurve *curves = calloc(WIDE, sizeof *curves);
    MienAuthorKey *keys = calloc(WIDE, sizeof *keys);
    if (map == NULL || curves == NULL || keys == NULL)
        abort();
    for (int c = 0; c < WIDE; ++c) {
        keys[c] = (MienAuthorKey){.time = c / (double)WIDE, .value = 0.5f};
        curves[c] = (MienAuthorClipCurve){.name = map->rows[c].from, .key_count = 1, .keys = &keys[c]};
    }
    const MienAuthorClip clip = {.rate = 30, .length = 1.0, .curve_count = WIDE, .curves = curves};
    MienAuthorClip *made = NULL;
    MienAuthorMapReport report;
    CHECK_STATUS(mien_author_map_apply(&clip, map, NULL, &made, &report, NULL), MIEN_OK);
    CHECK_INT(report.resampled_count, 1);
    CHECK(made != NULL && made->curves[0].keys[7].value == 0.5f * WIDE);
    mien_author_clip_destroy(made);
    mien_author_map_destroy(map);
    free(keys);
    free(curves);
    text_free(&text);
}

CHECK_MAIN
{
    RUN(damaged);
    RUN(pieces_exchanged);
    RUN(long_lists);
    RUN(too_long);
    RUN(wide_sums);
}
