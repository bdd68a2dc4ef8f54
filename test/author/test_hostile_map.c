// SPDX-License-Identifier: MIT
//
// Damaged and forged maps and vocabularies: cut at every byte, every byte changed,
// pieces exchanged, far too long. What is read must be sound, what is not a sound
// refusal.

#include "map_texts.h"

#include "sample/random.h"

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

static const struct {
    const char *name, *text;
    size_t size;
} texts[2] = {{"map", map_text, sizeof map_text - 1},
              {"vocabulary", vocabulary_text, sizeof vocabulary_text - 1}};

static int read_count, refused_count;

static void attack(const char *bytes, size_t size, int place)
{
    bool is_read;
    // A copy that ends where the text does, so that sanitizers see the end.
    char *copy = malloc(size > 0 ? size : 1);
    if (copy == NULL)
        abort();
    memcpy(copy, bytes, size);
    const char *fault = judge_map_text(copy, size, &is_read);
    free(copy);
    if (fault != NULL)
        printf("place %d: %s\n", place, fault);
    CHECK(fault == NULL);
    ++*(is_read ? &read_count : &refused_count);
}

static void close_attack(const char *name, const char *what)
{
    printf("%s, %s: %d read, %d refused\n", name, what, read_count, refused_count);
    CHECK(read_count > 0);
    CHECK(refused_count > 0);
    read_count = refused_count = 0;
}

TEST(cut_at_every_byte)
{
    for (int t = 0; t < 2; ++t) {
        for (size_t size = 0; size <= texts[t].size; ++size)
            attack(texts[t].text, size, (int)size);
        CHECK_INT(read_count, 2); // whole, and without the last line's end
        close_attack(texts[t].name, "cut");
    }
}

TEST(every_byte_changed)
{
    static const char others[] = {'\0', '\n', '"', ',', ':', '{', '}', '[', ']', '-', '0', 'e', '\\', '\xFF'};
    for (int t = 0; t < 2; ++t) {
        char text[sizeof map_text + sizeof vocabulary_text];
        memcpy(text, texts[t].text, texts[t].size);
        for (size_t i = 0; i < texts[t].size; ++i) {
            for (size_t o = 0; o < sizeof others; ++o) {
                text[i] = others[o];
                attack(text, texts[t].size, (int)i);
            }
            for (int bit = 0; bit < 8; ++bit) {
                text[i] = (char)(texts[t].text[i] ^ (char)(1 << bit));
                attack(text, texts[t].size, (int)i);
            }
            text[i] = texts[t].text[i];
        }
        close_attack(texts[t].name, "changed");
    }
}

/// A piece of the text is put in place of another, which keeps more of it well-formed.
TEST(pieces_exchanged)
{
    uint64_t random = 17;
    for (int t = 0; t < 2; ++t) {
        for (int round = 0; round < 4000; ++round) {
            char text[2 * (sizeof map_text + sizeof vocabulary_text)];
            const int size = (int)texts[t].size;
            const int from = mien_random_index(&random, size), length = mien_random_index(&random, 12);
            const int to = mien_random_index(&random, size), gap = mien_random_index(&random, 12);
            const int piece = from + length > size ? size - from : length;
            const int rest = to + gap > size ? size : to + gap;
            memcpy(text, texts[t].text, (size_t)to);
            memcpy(text + to, texts[t].text + from, (size_t)piece);
            memcpy(text + to + piece, texts[t].text + rest, (size_t)(size - rest));
            attack(text, (size_t)(to + piece + size - rest), round);
        }
        close_attack(texts[t].name, "exchanged");
    }
}

/// Text that grows; free its bytes.
typedef struct Text {
    char *bytes;
    size_t size, room;
} Text;

static void add(Text *text, const char *piece)
{
    const size_t size = strlen(piece);
    if (text->room - text->size <= size) {
        text->room = 2 * text->room + size + 4096;
        text->bytes = realloc(text->bytes, text->room);
        if (text->bytes == NULL)
            abort();
    }
    memcpy(text->bytes + text->size, piece, size + 1);
    text->size += size;
}

/// A map of so many rows, all from or to one name.
static Text long_map(int rows, const char *format)
{
    Text text = {0};
    add(&text, "{\"kind\":\"map\",\"version\":1,\"from\":\"a\",\"to\":\"b\",\"rows\":[");
    for (int r = 0; r < rows; ++r) {
        char row[80];
        snprintf(row, sizeof row, format, r > 0 ? "," : "", r);
        add(&text, row);
    }
    add(&text, "]}");
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
        free(text.bytes);
    }
}

TEST(too_long)
{
    Text text = {0};
    add(&text,
        "{\"kind\":\"vocabulary\",\"version\":1,\"id\":\"a\",\"title\":\"b\",\"uri\":\"c\",\"names\":[");
    for (int n = 0; n <= MIEN_MAX_CURVES; ++n) {
        char name[40];
        snprintf(name, sizeof name, "%s{\"name\":\"n%d\"}", n > 0 ? "," : "", n);
        add(&text, name);
    }
    add(&text, "]}");
    MienAuthorVocabulary *vocabulary = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_author_vocabulary_read(text.bytes, text.size, NULL, &vocabulary, &error),
                 MIEN_ERROR_LIMIT);
    CHECK_STR(error.place, "line 1, names");
    free(text.bytes);
    text = long_map(MIENI_MAP_MAX_ROWS + 1, "%s{\"from\":\"s%d\",\"to\":\"y\"}");
    MienAuthorMap *map = NULL;
    CHECK_STATUS(mien_author_map_read(text.bytes, text.size, NULL, &map, &error), MIEN_ERROR_LIMIT);
    CHECK_STR(error.place, "line 1, rows");
    free(text.bytes);
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
    CHECK_STATUS(mien_author_map_apply(&clip, map, NULL, NULL, &made, &report, NULL), MIEN_OK);
    CHECK_INT(report.resampled_count, 1);
    CHECK(made != NULL && made->curves[0].keys[7].value == 0.5f * WIDE);
    mien_author_clip_destroy(made);
    mien_author_map_destroy(map);
    free(keys);
    free(curves);
    free(text.bytes);
}

CHECK_MAIN
{
    RUN(cut_at_every_byte);
    RUN(every_byte_changed);
    RUN(pieces_exchanged);
    RUN(long_lists);
    RUN(too_long);
    RUN(wide_sums);
}
