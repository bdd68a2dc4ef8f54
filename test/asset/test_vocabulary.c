// SPDX-License-Identifier: MIT
//
// Vocabularies: those that are built in, and reading any.

#include "support/check.h"
#include "support/ledger.h"

#include "mien_author/resolve.h"

TEST(what_is_built_in)
{
    static const struct {
        const char *id, *first, *last;
        int count;
    } rows[] = {
        {"arkit", "eyeBlinkLeft", "tongueOut", 52},
        {"livelink", "EyeBlinkLeft", "RightEyeRoll", 61},
        {"mediapipe", "_neutral", "noseSneerRight", 52},
        {"oculus", "sil", "U", 15},
        {"vrm0", "Neutral", "Blink_R", 17},
        {"vrm1", "happy", "neutral", 18},
        {"rhubarb", "A", "X", 9},
        {"prestonblair", "MBP", "rest", 9},
        {"makehuman", "Rest", "TonguePointDown", 60},
        {"facs", "AU1", "AU46R", 84},
        {"openface", "AU01_r", "AU45_r", 17},
        {"audio2face", "browLowerL", "lipSuck", 46},
        {"ifacialmocap", "eyeBlink_L", "tongueOut", 52},
        {"roblox", "ChinRaiser", "UpperLipSuck", 50},
        {"unified", "EyeSquintRight", "EyeClosedLeft", 98},
    };
    enum { ROWS = sizeof rows / sizeof rows[0] };
    CHECK_INT(mien_author_vocabulary_count(), ROWS);
    for (int r = 0; r < ROWS; ++r) {
        const MienAuthorVocabularyInfo info =
            mien_author_vocabulary_info(mien_author_vocabulary_find(rows[r].id));
        char uri[80];
        snprintf(uri, sizeof uri, "urn:mien:vocabulary:%s:1", rows[r].id);
        CHECK_STR(info.id, rows[r].id);
        CHECK_STR(info.uri, uri);
        CHECK(info.title[0] != '\0');
        CHECK_INT(info.name_count, rows[r].count);
        if (info.name_count == rows[r].count) {
            CHECK_STR(info.names[0], rows[r].first);
            CHECK_STR(info.names[info.name_count - 1], rows[r].last);
        }
    }
    CHECK_INT(mien_author_vocabulary_find("klingon"), -1);
    CHECK_INT(mien_author_vocabulary_find(NULL), -1);
    CHECK_STR(mien_author_vocabulary_info(-1).id, "");
    CHECK_INT(mien_author_vocabulary_info(ROWS).name_count, 0);
}

TEST(text_and_list_agree)
{
    for (int i = 0; i < mien_author_vocabulary_count(); ++i) {
        const MienAuthorVocabularyInfo info = mien_author_vocabulary_info(i);
        MienAuthorVocabulary *vocabulary = NULL;
        MienError error = {0};
        CHECK_STATUS(mien_author_vocabulary_load(info.id, NULL, &vocabulary, &error), MIEN_OK);
        if (vocabulary == NULL) {
            printf("%s: %s: %s\n", info.id, error.location, error.message);
            continue;
        }
        CHECK_STR(vocabulary->id, info.id);
        CHECK_STR(vocabulary->title, info.title);
        CHECK_STR(vocabulary->uri, info.uri);
        CHECK_INT(vocabulary->name_count, info.name_count);
        for (int n = 0; n < vocabulary->name_count && n < info.name_count; ++n)
            CHECK_STR(vocabulary->names[n].name, info.names[n]);
        mien_author_vocabulary_destroy(vocabulary);
    }
}

/// Rules must not make one name of two, and an alias must not sound like another name.
TEST(no_name_is_near_another)
{
    for (int i = 0; i < mien_author_vocabulary_count(); ++i) {
        MienAuthorVocabulary *vocabulary = NULL;
        mien_author_vocabulary_load(mien_author_vocabulary_info(i).id, NULL, &vocabulary, NULL);
        const char *spellings[1024];
        int owners[1024], count = 0;
        for (int n = 0; vocabulary != NULL && n < vocabulary->name_count; ++n) {
            for (int a = -1; a < vocabulary->names[n].alias_count && count < 1024; ++a) {
                spellings[count] = a < 0 ? vocabulary->names[n].name : vocabulary->names[n].aliases[a];
                owners[count++] = n;
            }
        }
        CHECK(count > 0 && count < 1024);
        for (int a = 0; a < count; ++a) {
            for (int b = 0; b < a; ++b) {
                const bool is_near = mien_author_name_near_miss(spellings[a], spellings[b]) >= 0;
                if (is_near && owners[a] != owners[b])
                    printf("%s: %s and %s\n", vocabulary->id, spellings[a], spellings[b]);
                CHECK(!is_near || owners[a] == owners[b]);
            }
        }
        mien_author_vocabulary_destroy(vocabulary);
    }
}

TEST(one_of_ones_own)
{
    static const char text[] =
        "{\"kind\": \"vocabulary\", \"version\": 1, \"id\": \"own\", \"hat\": 1,\n"
        " \"title\": \"Ours\", \"uri\": \"urn:own\", \"names\": [\n"
        "  {\"name\": \"joy\", \"aliases\": [\"\\u7b11\\u3044\", \"fun\"], \"about\": \"both\"},\n"
        "  {\"name\": \"rage\", \"alias\": 1}]}\n";
    MienAuthorVocabulary *vocabulary = NULL;
    CHECK_STATUS(mien_author_vocabulary_read(text, sizeof text - 1, NULL, &vocabulary, NULL), MIEN_OK);
    if (vocabulary == NULL)
        return;
    CHECK_INT(vocabulary->name_count, 2);
    CHECK_INT(vocabulary->names[0].alias_count, 2);
    CHECK_STR(vocabulary->names[0].aliases[0], "\xE7\xAC\x91\xE3\x81\x84");
    CHECK_STR(vocabulary->names[0].about, "both");
    CHECK_INT(vocabulary->names[1].alias_count, 0);
    CHECK(vocabulary->names[1].about == NULL);
    mien_author_vocabulary_destroy(vocabulary);
}

TEST(refused)
{
#define HEAD "{\"kind\":\"vocabulary\",\"version\":1,\"id\":\"x\",\"title\":\"X\",\"uri\":\"u\",\n\"names\":"
    static const struct {
        const char *text;
        MienStatus status;
        const char *place;
    } rows[] = {
        {"", MIEN_ERROR_CORRUPT, "line 1, column 1"},
        {"[]", MIEN_ERROR_DATA, "line 1"},
        {"{\"kind\":\"map\",\"version\":1}", MIEN_ERROR_KIND, "line 1, kind"},
        {"{\"kind\":\"vocabulary\",\n\"version\":2}", MIEN_ERROR_VERSION, "line 2, version"},
        {"{\"kind\":\"vocabulary\"}", MIEN_ERROR_DATA, "line 1"},
        {"{\"kind\":\"vocabulary\",\"version\":1}", MIEN_ERROR_DATA, "line 1"},
        {"{\"kind\":\"vocabulary\",\"version\":1,\"id\":\"x\",\n\"title\":3}", MIEN_ERROR_DATA,
         "line 2, title"},
        {"{\"kind\":\"vocabulary\",\"version\":1,\"id\":\"x\",\"title\":\"t\",\"uri\":\"\"}", MIEN_ERROR_DATA,
         "line 1, uri"},
        {HEAD "3}", MIEN_ERROR_DATA, "line 2, names"},
        {HEAD "[3]}", MIEN_ERROR_DATA, "line 2, names[0]"},
        {HEAD "[{}]}", MIEN_ERROR_DATA, "line 2, names[0]"},
        {HEAD "[{\"name\":\"a\"},\n{\"name\":\"a\"}]}", MIEN_ERROR_DATA, "line 3, names[1]"},
        {HEAD "[{\"name\":\"a\"},\n{\"name\":\" b\"}]}", MIEN_ERROR_DATA, "line 3, names[1].name"},
        {HEAD "[{\"name\":\"a\",\"aliases\":\"b\"}]}", MIEN_ERROR_DATA, "line 2, names[0].aliases"},
        {HEAD "[{\"name\":\"a\",\"aliases\":{\"b\":1}}]}", MIEN_ERROR_DATA, "line 2, names[0].aliases"},
        {HEAD "[{\"name\":\"a\",\"aliases\":[\"b\",\n4]}]}", MIEN_ERROR_DATA, "line 3, names[0].aliases[1]"},
        {HEAD "[{\"name\":\"a\",\"about\":1}]}", MIEN_ERROR_DATA, "line 2, names[0].about"},
        {HEAD "[{\"name\":\"a\"},\n{\"name\":\"b\",\"aliases\":[\"a\"]}]}", MIEN_ERROR_DATA, "line 3, a"},
        {HEAD "[{\"name\":\"a\",\"aliases\":[\"c\",\n\"c\"]}]}", MIEN_ERROR_DATA,
         "line 3, names[0].aliases[1]"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        MienAuthorVocabulary *vocabulary = NULL;
        MienError error = {0};
        CHECK_STATUS(
            mien_author_vocabulary_read(rows[i].text, strlen(rows[i].text), NULL, &vocabulary, &error),
            rows[i].status);
        CHECK_STR(error.location, rows[i].place);
        CHECK(error.message[0] != '\0' && vocabulary == NULL);
    }
    MienAuthorVocabulary *vocabulary = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_author_vocabulary_load("klingon", NULL, &vocabulary, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "klingon");
    CHECK_STATUS(mien_author_vocabulary_load(NULL, NULL, &vocabulary, NULL), MIEN_ERROR_DATA);
    CHECK_STATUS(mien_author_vocabulary_read(NULL, 4, NULL, &vocabulary, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_author_vocabulary_read("", 0, NULL, NULL, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_author_vocabulary_load("arkit", NULL, NULL, NULL), MIEN_ERROR_ARGUMENT);
}

static MienStatus load(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                       MienError *error)
{
    MienAuthorVocabulary *vocabulary = NULL;
    const MienStatus status = mien_author_vocabulary_load(given, allocator, &vocabulary, error);
    *out_is_empty = vocabulary == NULL;
    mien_author_vocabulary_destroy(vocabulary);
    return status;
}

TEST(no_memory) { check_call("vocabulary", load, "facs"); }

CHECK_MAIN
{
    RUN(what_is_built_in);
    RUN(text_and_list_agree);
    RUN(no_name_is_near_another);
    RUN(one_of_ones_own);
    RUN(refused);
    RUN(no_memory);
}
