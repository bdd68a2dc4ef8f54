// SPDX-License-Identifier: MIT
//
// Maps: those that are built in against their vocabularies, reading any, two in one.

#include "support/check.h"
#include "support/ledger.h"

#include "mien_author/map.h"
#include "mien_author/vocabulary.h"

static MienAuthorMap *load_map(const char *id)
{
    MienAuthorMap *map = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_author_map_load(id, NULL, &map, &error), MIEN_OK);
    CHECK_STR(error.message, "");
    return map;
}

static bool has_name(const char *vocabulary, const char *name)
{
    const MienAuthorVocabularyInfo info =
        mien_author_vocabulary_info(mien_author_vocabulary_find(vocabulary));
    for (int n = 0; n < info.name_count; ++n) {
        if (strcmp(info.names[n], name) == 0)
            return true;
    }
    printf("%s has no %s\n", vocabulary, name);
    return false;
}

/// A row of a map, or NULL.
static const MienAuthorMapRow *find_row(const MienAuthorMap *map, const char *from, const char *to)
{
    for (int r = 0; map != NULL && r < map->row_count; ++r) {
        if (strcmp(map->rows[r].from, from) == 0 && (to == NULL || strcmp(map->rows[r].to, to) == 0))
            return &map->rows[r];
    }
    return NULL;
}

static bool is_unmapped(const MienAuthorMap *map, const char *name)
{
    for (int u = 0; u < map->unmapped_count; ++u) {
        if (strcmp(map->unmapped[u], name) == 0)
            return true;
    }
    return false;
}

TEST(what_is_built_in)
{
    static const char *const ids[] = {
        "arkit-to-ifacialmocap", "arkit-to-livelink",       "arkit-to-makehuman", "arkit-to-mediapipe",
        "arkit-to-roblox",       "arkit-to-unified",        "arkit-to-vrm1",      "audio2face-to-arkit",
        "facs-to-arkit",         "ifacialmocap-to-arkit",   "livelink-to-arkit",  "livelink-to-vrm1",
        "makehuman-to-arkit",    "mediapipe-to-arkit",      "oculus-to-arkit",    "oculus-to-vrm1",
        "openface-to-facs",      "prestonblair-to-rhubarb", "rhubarb-to-arkit",   "rhubarb-to-oculus",
        "roblox-to-arkit",       "unified-to-arkit",        "vrm0-to-vrm1",       "vrm1-to-vrm0",
    };
    enum { IDS = sizeof ids / sizeof ids[0] };
    CHECK_INT(mien_author_map_count(), IDS);
    for (int i = 0; i < IDS; ++i) {
        const MienAuthorMapInfo info = mien_author_map_info(i);
        char id[80];
        CHECK_STR(info.id, ids[i]);
        snprintf(id, sizeof id, "%s-to-%s", info.from, info.to);
        CHECK_STR(info.id, id);
    }
    CHECK_STR(mien_author_map_info(-1).id, "");
    CHECK_STR(mien_author_map_info(IDS).id, "");
}

/// Every source is mapped or called unmapped, and every name is one of its vocabulary.
TEST(maps_fit_their_vocabularies)
{
    for (int i = 0; i < mien_author_map_count(); ++i) {
        const MienAuthorMapInfo info = mien_author_map_info(i);
        MienAuthorMap *map = load_map(info.id);
        if (map == NULL)
            continue;
        CHECK_STR(map->from, info.from);
        CHECK_STR(map->to, info.to);
        for (int r = 0; r < map->row_count; ++r) {
            CHECK(has_name(map->from, map->rows[r].from));
            CHECK(has_name(map->to, map->rows[r].to));
            CHECK(map->rows[r].weight != 0.0f && map->rows[r].weight >= -1.0f && map->rows[r].weight <= 1.0f);
        }
        for (int u = 0; u < map->unmapped_count; ++u)
            CHECK(has_name(map->from, map->unmapped[u]));
        const MienAuthorVocabularyInfo from =
            mien_author_vocabulary_info(mien_author_vocabulary_find(info.from));
        CHECK(from.name_count > 0);
        for (int n = 0; n < from.name_count; ++n) {
            if (find_row(map, from.names[n], NULL) == NULL && !is_unmapped(map, from.names[n])) {
                printf("%s: %s\n", info.id, from.names[n]);
                CHECK(false);
            }
        }
        mien_author_map_destroy(map);
    }
}

/// In maps of whole faces what is left stays left, and each side gets what the other gets.
TEST(sides_are_kept)
{
    static const char *const ids[] = {"livelink-to-arkit",  "audio2face-to-arkit",   "facs-to-arkit",
                                      "oculus-to-arkit",    "rhubarb-to-arkit",      "unified-to-arkit",
                                      "mediapipe-to-arkit", "ifacialmocap-to-arkit", "roblox-to-arkit"};
    for (int i = 0; i < (int)(sizeof ids / sizeof *ids); ++i) {
        MienAuthorMap *map = load_map(ids[i]);
        for (int r = 0; map != NULL && r < map->row_count; ++r) {
            char to[MIEN_MAX_NAME + 1];
            const MienAuthorMapRow *row = &map->rows[r];
            const char *left = strstr(row->to, "Left");
            if (left == NULL || strstr(row->from, "ook") != NULL || strstr(row->from, "lide") != NULL ||
                strstr(row->from, "AU6") == row->from || strcmp(row->to, "jawLeft") == 0 ||
                strcmp(row->to, "mouthLeft") == 0)
                continue; // where left is a direction
            snprintf(to, sizeof to, "%.*sRight", (int)(left - row->to), row->to);
            char from[MIEN_MAX_NAME + 1];
            const size_t size = strlen(row->from);
            snprintf(from, sizeof from, "%s", row->from);
            const char *side = strstr(row->from, "Left");
            if (side != NULL)
                snprintf(from, sizeof from, "%.*sRight%s", (int)(side - row->from), row->from, side + 4);
            else if (size > 1 && from[size - 1] == 'L')
                from[size - 1] = 'R';
            const MienAuthorMapRow *other = find_row(map, from, to);
            if (other == NULL)
                printf("%s: no %s to %s\n", ids[i], from, to);
            CHECK(other != NULL && other->weight == row->weight);
        }
        mien_author_map_destroy(map);
    }
}

TEST(some_rows)
{
    static const struct {
        const char *id, *from, *to;
        float weight;
    } rows[] = {
        {"livelink-to-arkit", "JawLeft", "jawLeft", 1.0f},
        {"arkit-to-livelink", "tongueOut", "TongueOut", 1.0f},
        {"vrm0-to-vrm1", "Fun", "relaxed", 1.0f},
        {"vrm0-to-vrm1", "U", "ou", 1.0f},
        {"vrm1-to-vrm0", "blinkLeft", "Blink_L", 1.0f},
        {"oculus-to-vrm1", "I", "ih", 1.0f},
        {"arkit-to-vrm1", "jawOpen", "aa", 1.0f},
        {"arkit-to-vrm1", "eyeLookInRight", "lookLeft", 0.5f},
        {"livelink-to-vrm1", "EyeBlinkLeft", "blinkLeft", 1.0f},
        {"audio2face-to-arkit", "eyesLookLeft", "eyeLookOutLeft", 1.0f},
        {"audio2face-to-arkit", "eyesLookLeft", "eyeLookInRight", 1.0f},
        {"facs-to-arkit", "AU12L", "mouthSmileLeft", 1.0f},
        {"arkit-to-makehuman", "eyeLookInLeft", "LeftEyeturnRight", 1.0f},
        {"arkit-to-makehuman", "mouthClose", "JawDrop", -0.8f},
        {"makehuman-to-arkit", "RightEyeturnLeft", "eyeLookInRight", 1.0f},
        {"facs-to-arkit", "AU1R", "browInnerUp", 0.5f},
        {"openface-to-facs", "AU45_r", "AU45", 0.2f},
        {"prestonblair-to-rhubarb", "E", "C", 1.0f},
        {"arkit-to-unified", "mouthFunnel", "LipFunnelLowerLeft", 1.0f},
        {"unified-to-arkit", "BrowPinchRight", "browDownRight", 0.25f},
        {"arkit-to-ifacialmocap", "eyeBlinkLeft", "eyeBlink_L", 1.0f},
        {"ifacialmocap-to-arkit", "mouthLeft", "mouthLeft", 1.0f},
        {"mediapipe-to-arkit", "jawOpen", "jawOpen", 1.0f},
        {"arkit-to-roblox", "eyeLookInLeft", "EyesLookRight", 0.5f},
        {"roblox-to-arkit", "EyesLookRight", "eyeLookInLeft", 1.0f},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        MienAuthorMap *map = load_map(rows[i].id);
        const MienAuthorMapRow *row = find_row(map, rows[i].from, rows[i].to);
        CHECK(row != NULL && row->weight == rows[i].weight);
        mien_author_map_destroy(map);
    }
    MienAuthorMap *map = load_map("livelink-to-arkit");
    CHECK_INT(map->unmapped_count, 9);
    CHECK(is_unmapped(map, "HeadYaw"));
    mien_author_map_destroy(map);
}

static void check_same(const MienAuthorMap *a, const MienAuthorMap *b)
{
    CHECK_STR(a->from, b->from);
    CHECK_STR(a->to, b->to);
    CHECK_INT(a->row_count, b->row_count);
    CHECK_INT(a->unmapped_count, b->unmapped_count);
    for (int r = 0; r < a->row_count && r < b->row_count; ++r) {
        CHECK_STR(a->rows[r].from, b->rows[r].from);
        CHECK_STR(a->rows[r].to, b->rows[r].to);
        CHECK_NEAR(a->rows[r].weight, b->rows[r].weight, 0.0);
    }
    for (int u = 0; u < a->unmapped_count && u < b->unmapped_count; ++u)
        CHECK_STR(a->unmapped[u], b->unmapped[u]);
}

TEST(rhubarb_to_arkit_is_composed)
{
    MienAuthorMap *first = load_map("rhubarb-to-oculus"), *second = load_map("oculus-to-arkit");
    MienAuthorMap *shipped = load_map("rhubarb-to-arkit"), *map = NULL;
    CHECK_STATUS(mien_author_map_compose(first, second, NULL, &map, NULL), MIEN_OK);
    mien_author_map_destroy(first);
    mien_author_map_destroy(second);
    if (map != NULL && shipped != NULL)
        check_same(map, shipped);
    mien_author_map_destroy(map);
    mien_author_map_destroy(shipped);
}

TEST(there_and_back)
{
    MienAuthorMap *first = load_map("vrm1-to-vrm0"), *second = load_map("vrm0-to-vrm1"), *map = NULL;
    CHECK_STATUS(mien_author_map_compose(first, second, NULL, &map, NULL), MIEN_OK);
    CHECK(map != NULL && map->row_count == 17);
    for (int r = 0; map != NULL && r < map->row_count; ++r) {
        CHECK_STR(map->rows[r].from, map->rows[r].to);
        CHECK(map->rows[r].weight == 1.0f);
    }
    CHECK(map != NULL && map->unmapped_count == 1 && strcmp(map->unmapped[0], "surprised") == 0);
    mien_author_map_destroy(map);
    MienError error = {0};
    CHECK_STATUS(mien_author_map_compose(first, first, NULL, &map, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "vrm0, vrm1");
    CHECK(map == NULL);
    mien_author_map_destroy(first);
    mien_author_map_destroy(second);
}

/// A face that goes to another vocabulary and comes back is the same, but for shapes that the other lacks.
TEST(arkit_comes_back)
{
    static const struct {
        const char *to;
        int row_count;
    } ways[] = {{"unified", 52}, {"ifacialmocap", 52}, {"mediapipe", 51}, {"livelink", 52}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; ++i) {
        char id[80];
        snprintf(id, sizeof id, "arkit-to-%s", ways[i].to);
        MienAuthorMap *there = load_map(id), *map = NULL;
        snprintf(id, sizeof id, "%s-to-arkit", ways[i].to);
        MienAuthorMap *back = load_map(id);
        CHECK_STATUS(mien_author_map_compose(there, back, NULL, &map, NULL), MIEN_OK);
        CHECK(map != NULL && map->row_count == ways[i].row_count);
        for (int r = 0; map != NULL && r < map->row_count; ++r) {
            CHECK_STR(map->rows[r].from, map->rows[r].to);
            CHECK_NEAR((double)map->rows[r].weight, 1.0, 1e-6);
        }
        mien_author_map_destroy(there);
        mien_author_map_destroy(back);
        mien_author_map_destroy(map);
    }
}

TEST(composing_sums)
{
    static const MienAuthorMapRow ab[] = {
        {"x", "p", 0.5f}, {"y", "p", 2.0f}, {"x", "q", -1.0f}, {"z", "lost", 1.0f}, {"w", "q", 1.0f}};
    static const MienAuthorMapRow bc[] = {
        {"q", "n", 3.0f}, {"p", "m", 4.0f}, {"p", "n", 1.0f}, {"other", "m", 9.0f}};
    static const char *const never[] = {"v"};
    const MienAuthorMap first = {"a", "b", 5, ab, 1, never}, second = {"b", "c", 4, bc, 0, NULL};
    static const MienAuthorMapRow expected[] = {
        {"x", "n", -2.5f}, {"x", "m", 2.0f}, {"y", "n", 2.0f}, {"y", "m", 8.0f}, {"w", "n", 3.0f}};
    static const char *const unmapped[] = {"z", "v"};
    const MienAuthorMap wanted = {"a", "c", 5, expected, 2, unmapped};
    MienAuthorMap *map = NULL;
    CHECK_STATUS(mien_author_map_compose(&first, &second, NULL, &map, NULL), MIEN_OK);
    if (map != NULL)
        check_same(map, &wanted);
    mien_author_map_destroy(map);

    const MienAuthorMapRow large[] = {{"x", "p", 999.0f}};
    const MienAuthorMap steep = {"a", "b", 1, large, 0, NULL};
    MienError error = {0};
    CHECK_STATUS(mien_author_map_compose(&steep, &second, NULL, &map, &error), MIEN_ERROR_LIMIT);
    CHECK_STR(error.location, "x to m");
    const MienAuthorMapRow wrong[] = {{"x", "p", 1001.0f}};
    const MienAuthorMap bad = {"a", "b", 1, wrong, 0, NULL};
    CHECK_STATUS(mien_author_map_compose(&bad, &second, NULL, &map, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "first.rows[0]");
    CHECK_STATUS(mien_author_map_compose(&first, NULL, NULL, &map, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_author_map_compose(&first, &second, NULL, NULL, &error), MIEN_ERROR_ARGUMENT);
}

/// Keys that are not known are for those who know them.
TEST(unknown_keys)
{
    static const char text[] = "{\"kind\":\"map\",\"version\":1,\"from\":\"a\",\"to\":\"b\",\"hat\":1,\n"
                               "\"rows\":[{\"from\":\"x\",\"to\":\"y\",\"wieght\":2}]}";
    const MienAuthorMapRow row = {"x", "y", 1.0f};
    const MienAuthorMap wanted = {"a", "b", 1, &row, 0, NULL};
    MienAuthorMap *map = NULL;
    CHECK_STATUS(mien_author_map_read(text, sizeof text - 1, NULL, &map, NULL), MIEN_OK);
    if (map != NULL)
        check_same(map, &wanted);
    mien_author_map_destroy(map);
}

TEST(refused)
{
#define HEAD "{\"kind\":\"map\",\"version\":1,\"from\":\"a\",\"to\":\"b\",\n\"rows\":"
    static const struct {
        const char *text;
        MienStatus status;
        const char *place;
    } rows[] = {
        {"", MIEN_ERROR_CORRUPT, "line 1, column 1"},
        {"{\"kind\":\"vocabulary\",\"version\":1}", MIEN_ERROR_KIND, "line 1, kind"},
        {"{\"kind\":\"map\",\"version\":2}", MIEN_ERROR_VERSION, "line 1, version"},
        {"{\"kind\":\"map\",\"version\":1}", MIEN_ERROR_DATA, "line 1, from"},
        {"{\"kind\":\"map\",\"version\":1,\"from\":\"a\"}", MIEN_ERROR_DATA, "line 1, to"},
        {"{\"kind\":\"map\",\"version\":1,\"from\":\"a\",\"to\":\"b\"}", MIEN_ERROR_DATA, "line 1, rows"},
        {HEAD "{}}", MIEN_ERROR_DATA, "line 2, rows"},
        {HEAD "[],\n\"unmapped\":\"x\"}", MIEN_ERROR_DATA, "line 3, unmapped"},
        {HEAD "[],\n\"unmapped\":[\"x\",\n1]}", MIEN_ERROR_DATA, "line 4, unmapped[1]"},
        {HEAD "[],\"unmapped\":[\"x\",\n\"x\"]}", MIEN_ERROR_DATA, "line 3, unmapped[1]"},
        {HEAD "[[]]}", MIEN_ERROR_DATA, "line 2, rows[0]"},
        {HEAD "[{\"from\":\"x\"}]}", MIEN_ERROR_DATA, "line 2, rows[0]"},
        {HEAD "[{\"from\":\"\",\"to\":\"y\"}]}", MIEN_ERROR_DATA, "line 2, rows[0].from"},
        {HEAD "[{\"from\":\"x\",\"to\":\"y\",\"weight\":\"1\"}]}", MIEN_ERROR_DATA, "line 2, rows[0].weight"},
        {HEAD "[{\"from\":\"x\",\"to\":\"y\",\"weight\":-1001}]}", MIEN_ERROR_DATA, "line 2, rows[0].weight"},
        {HEAD
         "[{\"from\":\"x\",\"to\":\"y\"},\n{\"from\":\"z\",\"to\":\"y\"},\n{\"from\":\"x\",\"to\":\"y\"}]}",
         MIEN_ERROR_DATA, "line 4, rows[2]"},
        {HEAD "[{\"from\":\"x\",\"to\":\"y\"}],\n\"unmapped\":[\"x\"]}", MIEN_ERROR_DATA,
         "line 3, unmapped[0]"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        MienAuthorMap *map = NULL;
        MienError error = {0};
        CHECK_STATUS(mien_author_map_read(rows[i].text, strlen(rows[i].text), NULL, &map, &error),
                     rows[i].status);
        CHECK_STR(error.location, rows[i].place);
        CHECK(error.message[0] != '\0' && map == NULL);
    }
    MienAuthorMap *map = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_author_map_load("a-to-b", NULL, &map, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "a-to-b");
    CHECK_STATUS(mien_author_map_load("vrm0-to-vrm1", NULL, NULL, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_author_map_read(NULL, 4, NULL, &map, NULL), MIEN_ERROR_ARGUMENT);
}

static MienStatus load(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                       MienError *error)
{
    MienAuthorMap *map = NULL;
    const MienStatus status = mien_author_map_load(given, allocator, &map, error);
    *out_is_empty = map == NULL;
    mien_author_map_destroy(map);
    return status;
}

static MienStatus compose(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                          MienError *error)
{
    const MienAuthorMap *const *maps = given;
    MienAuthorMap *map = NULL;
    const MienStatus status = mien_author_map_compose(maps[0], maps[1], allocator, &map, error);
    *out_is_empty = map == NULL;
    mien_author_map_destroy(map);
    return status;
}

TEST(no_memory)
{
    check_call("reading", load, "livelink-to-arkit");
    MienAuthorMap *first = load_map("rhubarb-to-oculus"), *second = load_map("oculus-to-arkit");
    const MienAuthorMap *const maps[] = {first, second};
    check_call("composing", compose, maps);
    mien_author_map_destroy(first);
    mien_author_map_destroy(second);
}

CHECK_MAIN
{
    RUN(what_is_built_in);
    RUN(maps_fit_their_vocabularies);
    RUN(sides_are_kept);
    RUN(some_rows);
    RUN(rhubarb_to_arkit_is_composed);
    RUN(there_and_back);
    RUN(arkit_comes_back);
    RUN(composing_sums);
    RUN(unknown_keys);
    RUN(refused);
    RUN(no_memory);
}
