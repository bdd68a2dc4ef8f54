// SPDX-License-Identifier: MIT
//
// Text assets: the canonical form of every kind, what is refused and where, and
// that nothing depends on the locale.

#include "support/check.h"
#include "support/ledger.h"

#include "asset/asset.h"

#include <locale.h>

/// Each is as it would be written.
static const struct {
    MieniAssetKind kind;
    const char *text;
} assets[] = {
    {MIENI_ASSET_PROJECT, "{\n"
                          "  \"kind\": \"project\",\n"
                          "  \"version\": 1,\n"
                          "  \"name\": \"Cast\",\n"
                          "  \"build\": \".mien\",\n"
                          "  \"ignore\": [\"attic/*\"],\n"
                          "  \"lint\": {\"off\": [\"M014\"]}\n"
                          "}\n"},
    {MIENI_ASSET_SKELETON, "{\n"
                           "  \"kind\": \"skeleton\",\n"
                           "  \"version\": 1,\n"
                           "  \"source\": {\"file\": \"ada.bvh\", \"unit\": 0.1, \"up\": \"z\"},\n"
                           "  \"bones\": [\n"
                           "    {\"name\": \"head\", \"t\": [0, 1.5, 0]},\n"
                           "    {\"name\": \"jaw\", \"parent\": \"head\", \"t\": [0, -0.05, 0.03], \"q\": "
                           "[0, 0, 0, 1], \"max_lod\": 1}\n"
                           "  ],\n"
                           "  \"curves\": [\n"
                           "    {\"name\": \"jawOpen\"}\n"
                           "  ]\n"
                           "}\n"},
    {MIENI_ASSET_CLIP, "{\n"
                       "  \"kind\": \"clip\",\n"
                       "  \"version\": 1,\n"
                       "  \"preview\": \"ada.poses.json\",\n"
                       "  \"curves\": {\"file\": \"take.csv\", \"offset\": -0.25},\n"
                       "  \"rate\": \"30000/1001\",\n"
                       "  \"modifiers\": [\n"
                       "    {\"list\": \"strip.modifiers.json\"},\n"
                       "    {\"do\": \"remove_bones\", \"names\": [\"jaw\"], \"with_children\": true}\n"
                       "  ],\n"
                       "  \"keyed\": [\n"
                       "    {\"curve\": \"jawOpen\", \"after\": \"cycle\", \"keys\": [\n"
                       "      {\"time\": 0, \"value\": 0.1},\n"
                       "      {\"time\": 0.5, \"value\": 1, \"type\": \"cubic\", \"auto\": true}\n"
                       "    ]}\n"
                       "  ]\n"
                       "}\n"},
    {MIENI_ASSET_POSES,
     "{\n"
     "  \"kind\": \"poses\",\n"
     "  \"version\": 1,\n"
     "  \"skeleton\": \"ada.skeleton.json\",\n"
     "  \"mode\": \"additive\",\n"
     "  \"base\": \"Rest\",\n"
     "  \"poses\": [\n"
     "    {\"name\": \"Rest\", \"id\": \"0011aabb\", \"frame\": 0, \"hash\": \"00\"},\n"
     "    {\"name\": \"jaw_open\", \"range\": [-0.5, 1.5], \"bones\": [{\"bone\": \"jaw\", "
     "\"t\": [0, 0.1, 0]}], \"curves\": {\"blush\": 0.3}}\n"
     "  ],\n"
     "  \"overrides\": [\n"
     "    {\"target\": \"jaw_open\", \"source\": \"Rest\", \"amount\": 0.5}\n"
     "  ]\n"
     "}\n"},
    {MIENI_ASSET_GRAPH, "{\n"
                        "  \"kind\": \"graph\",\n"
                        "  \"version\": 1,\n"
                        "  \"parameters\": [\n"
                        "    {\"name\": \"near\", \"type\": \"bool\", \"value\": true}\n"
                        "  ],\n"
                        "  \"nodes\": [\n"
                        "    {\"id\": \"talk\", \"node\": \"clip\", \"clip\": \"a.clip.json\", "
                        "\"loop\": {\"parameter\": \"near\"}, \"at\": [1, 2]},\n"
                        "    {\"id\": \"mood\", \"node\": \"state_machine\", \"states\": [\n"
                        "      {\"name\": \"calm\", \"input\": \"talk\"}\n"
                        "    ], \"transitions\": [\n"
                        "      {\"to\": \"calm\", \"when\": [{\"parameter\": \"near\", \"equal\": false}]}\n"
                        "    ]}\n"
                        "  ],\n"
                        "  \"out\": 1\n"
                        "}\n"},
    {MIENI_ASSET_MAP, "{\n"
                      "  \"kind\": \"map\",\n"
                      "  \"version\": 1,\n"
                      "  \"from\": \"a\",\n"
                      "  \"to\": \"b\",\n"
                      "  \"rows\": [\n"
                      "    {\"from\": \"x\", \"to\": \"y\", \"weight\": 0.5},\n"
                      "    {\"from\": \"x\", \"to\": \"z\"}\n"
                      "  ],\n"
                      "  \"unmapped\": [\n"
                      "    \"u\",\n"
                      "    \"v\"\n"
                      "  ]\n"
                      "}\n"},
    {MIENI_ASSET_CALIBRATION, "{\n"
                              "  \"kind\": \"calibration\",\n"
                              "  \"version\": 1,\n"
                              "  \"curves\": [\n"
                              "    {\"name\": \"x\", \"neutral\": 0.1, \"full\": 0.9, \"dead\": 0.02, "
                              "\"noise\": 0.001},\n"
                              "    {\"name\": \"y\", \"lid\": true}\n"
                              "  ],\n"
                              "  \"poses\": [\n"
                              "    {\"curve\": \"x\", \"values\": {\"x\": 0.5}}\n"
                              "  ]\n"
                              "}\n"},
};

static void check_rewrites(MieniAssetKind kind, const char *text, const char *expected)
{
    MieniAsset asset;
    MienError error = {0};
    MieniTextOut out = {0};
    CHECK_STATUS(mieni_asset_read(&asset, kind, text, strlen(text), NULL, &error), MIEN_OK);
    if (asset.json.root == NULL) {
        printf("%s: %s\n", error.location, error.message);
        return;
    }
    mieni_asset_write(&asset, &out);
    CHECK_STR(out.bytes, expected);
    mieni_text_release(&out);
    mieni_asset_release(&asset);
}

TEST(canonical)
{
    for (size_t i = 0; i < sizeof assets / sizeof *assets; ++i)
        check_rewrites(assets[i].kind, assets[i].text, assets[i].text);
}

TEST(put_in_order)
{
    check_rewrites(
        MIENI_ASSET_CHARACTER,
        "{\"hat\": {\"size\": [1, 2]}, \"poses\": \"a.poses.json\", \"version\": 1.0, \"glove\": 1,"
        "\"kind\": \"character\", \"curves\": {\"b\": 1e-1, \"a\": 2}}",
        "{\n"
        "  \"kind\": \"character\",\n"
        "  \"version\": 1,\n"
        "  \"poses\": \"a.poses.json\",\n"
        "  \"curves\": {\"b\": 0.1, \"a\": 2},\n"
        "  \"hat\": {\"size\": [1, 2]},\n"
        "  \"glove\": 1\n"
        "}\n");
}

/// What a row holds depends on what it is.
TEST(variants_in_order)
{
    check_rewrites(
        MIENI_ASSET_GRAPH,
        "{\"kind\": \"graph\", \"version\": 1, \"nodes\": ["
        "{\"curves\": \"max\", \"mask\": \"m\", \"x\": 1, \"layer\": \"b\", \"base\": \"a\","
        " \"node\": \"layered_blend\", \"id\": \"l\"},"
        "{\"curves\": \"max\", \"alpha\": 0.25, \"b\": \"b\", \"a\": \"a\", \"id\": \"m\","
        " \"node\": \"blend\"}]}",
        "{\n"
        "  \"kind\": \"graph\",\n"
        "  \"version\": 1,\n"
        "  \"nodes\": [\n"
        "    {\"id\": \"l\", \"node\": \"layered_blend\", \"base\": \"a\", \"layer\": \"b\", \"mask\": "
        "\"m\", \"curves\": \"max\", \"x\": 1},\n"
        "    {\"id\": \"m\", \"node\": \"blend\", \"a\": \"a\", \"b\": \"b\", \"alpha\": 0.25, "
        "\"curves\": \"max\"}\n"
        "  ]\n"
        "}\n");
}

TEST(other_locale)
{
    if (setlocale(LC_ALL, "de_DE.UTF-8") == NULL || localeconv()->decimal_point[0] != ',')
        SKIP("there is no de_DE here");
    canonical();
    setlocale(LC_ALL, "C");
}

TEST(refused)
{
#define POSES                                                                                                \
    "{\"kind\": \"poses\", \"version\": 1, \"skeleton\": \"a.skeleton.json\", \"mode\": \"additive\""
#define GRAPH "{\"kind\": \"graph\", \"version\": 1, "
    static const struct {
        MieniAssetKind kind;
        const char *text, *place, *part;
    } rows[] = {
        {MIENI_ASSET_POSES, "[]", "line 1", "object"},
        {MIENI_ASSET_POSES, "{}", "line 1", "\"kind\" is missing"},
        {MIENI_ASSET_CLIP, POSES "}", "line 1, kind", "read as \"clip\""},
        {MIENI_ASSET_POSES, "{\"kind\": \"poses\",\n\"version\": 2}", "line 2, version", "later version"},
        {MIENI_ASSET_POSES, POSES ",\n\"poses\": {}}", "line 2, poses", "list"},
        {MIENI_ASSET_POSES, POSES ",\"poses\": [\n{\"name\": 3}]}", "line 2, poses[0].name", "string"},
        {MIENI_ASSET_POSES, POSES ",\"poses\": [\n{\"name\": \"a \"}]}", "line 2, poses[0].name",
         "white space"},
        {MIENI_ASSET_POSES, POSES ",\"poses\": [\n{\"name\": \"a\"},\n{\"name\": \"a\"}]}",
         "line 3, poses[1]", "\"a\" is there already, in line 2"},
        {MIENI_ASSET_POSES, POSES ",\"poses\": [{\"name\": \"a\", \"range\": [0]}]}",
         "line 1, poses[0].range", "2 numbers"},
        {MIENI_ASSET_POSES, POSES ",\"poses\": [{\"name\": \"a\", \"frame\": 1.5}]}",
         "line 1, poses[0].frame", "whole number"},
        {MIENI_ASSET_POSES, POSES ",\"poses\": [{\"name\": \"a\", \"frame\": -1}]}", "line 1, poses[0].frame",
         "from 0 to 100000000"},
        {MIENI_ASSET_POSES, POSES ",\"blending\": \"unity\"}", "line 1, blending", "mien|unreal"},
        {MIENI_ASSET_POSES, POSES ",\"base_curves\": {\"a\": true}}", "line 1, base_curves.a", "number"},
        {MIENI_ASSET_POSES, POSES ",\"overrides\": [{\"target\": \"a\", \"source\": \"b\", \"amount\": 2}]}",
         "line 1, overrides[0].amount", "from 0 to 1"},
        {MIENI_ASSET_CLIP, "{\"kind\": \"clip\", \"version\": 1, \"skeleton\": \"../a\"}", "line 1, skeleton",
         "relative"},
        {MIENI_ASSET_CLIP, "{\"kind\": \"clip\", \"version\": 1, \"rate\": \"30/0\"}", "line 1, rate",
         "30000/1001"},
        {MIENI_ASSET_CLIP, "{\"kind\": \"clip\", \"version\": 1, \"curves\": {}}", "line 1, curves",
         "\"file\" is missing"},
        {MIENI_ASSET_CLIP, "{\"kind\": \"clip\", \"version\": 1, \"modifiers\": [{\"off\": 0}]}",
         "line 1, modifiers[0].off", "true or false"},
        {MIENI_ASSET_GRAPH, GRAPH "\"nodes\": [{\"id\": \"a\"}]}", "line 1, nodes[0]", "\"node\" is missing"},
        {MIENI_ASSET_GRAPH, GRAPH "\"nodes\": [{\"id\": \"a\", \"node\": \"posse\"}]}",
         "line 1, nodes[0].node", "did you mean \"poses\"?"},
        {MIENI_ASSET_GRAPH, GRAPH "\"nodes\": [{\"id\": \"a\", \"node\": \"xylophone\"}]}",
         "line 1, nodes[0].node", "clip|rest_pose|poses"},
        {MIENI_ASSET_GRAPH,
         GRAPH "\"nodes\": [{\"id\": \"a\", \"node\": \"poses\", \"input\": \"b\","
               "\n\"remap\": \"sinne\"}]}",
         "line 2, nodes[0].remap", "did you mean \"sine\"?"},
        {MIENI_ASSET_GRAPH, GRAPH "\"nodes\": [{\"id\": \"a\", \"node\": \"clip\", \"rate\": {}}]}",
         "line 1, nodes[0].rate", "\"parameter\" is missing"},
        {MIENI_ASSET_GRAPH, GRAPH "\"nodes\": [{\"id\": \"a\", \"node\": \"input_pose\", \"type\": {}}]}",
         "line 1, nodes[0].type", "string"},
        {MIENI_ASSET_GRAPH, GRAPH "\"parameters\": [{\"name\": \"a\", \"type\": \"bool\", \"value\": 1}]}",
         "line 1, parameters[0].value", "true or false"},
        {MIENI_ASSET_GRAPH, GRAPH "\"overrides\": [{\"parameter\": \"a\", \"value\": []}]}",
         "line 1, overrides[0].value", "number, true or false, or a string"},
        {MIENI_ASSET_GRAPH,
         GRAPH "\"overrides\": [{\"id\": \"a\", \"targets\": [{\"name\": \"n\", \"curve\": "
               "[[0, 0], [1]]}]}]}",
         "line 1, overrides[0].targets[0].curve[1]", "2 numbers"},
        {MIENI_ASSET_GRAPH,
         GRAPH "\"overrides\": [{\"id\": \"a\", \"targets\": [{\"name\": \"n\", \"curve\": "
               "[1]}]}]}",
         "line 1, overrides[0].targets[0].curve[0]", "two numbers"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        MieniAsset asset;
        MienError error = {0};
        CHECK(mieni_asset_read(&asset, rows[i].kind, rows[i].text, strlen(rows[i].text), NULL, &error) !=
              MIEN_OK);
        CHECK_STR(error.location, rows[i].place);
        if (strstr(error.message, rows[i].part) == NULL)
            printf("\"%s\" does not say \"%s\"\n", error.message, rows[i].part);
        CHECK(strstr(error.message, rows[i].part) != NULL);
    }
}

TEST(paths)
{
    static const char *const good[] = {"a", "a/b.c", "\xC3\xA9/\xE3\x81\x82.json", "..a/b", "a/.b", "a b/c"};
    static const char *const bad[] = {"",    "/a",   "a/",   "a//b",  "..",   "a/../b", ".",
                                      "./a", "a\\b", "C:/a", "a/\nb", "a/ b", "a/\xFF"};
    for (size_t i = 0; i < sizeof good / sizeof *good; ++i)
        CHECK(mieni_path_is_valid(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        if (mieni_path_is_valid(bad[i]))
            printf("taken for a path: %s\n", bad[i]);
        CHECK(!mieni_path_is_valid(bad[i]));
    }
}

TEST(kinds_of_paths)
{
    CHECK_INT(mieni_asset_kind_of_path("faces/ada.poses.json"), MIENI_ASSET_POSES);
    CHECK_INT(mieni_asset_kind_of_path("a.clips.json"), MIENI_ASSET_CLIPS);
    CHECK_INT(mieni_asset_kind_of_path("mien.json"), MIENI_ASSET_PROJECT);
    CHECK_INT(mieni_asset_kind_of_path("poses.json"), MIENI_ASSET_NONE);
    CHECK_INT(mieni_asset_kind_of_path(".poses.json"), MIENI_ASSET_NONE);
    CHECK_INT(mieni_asset_kind_of_path("a.poses.json/b"), MIENI_ASSET_NONE);
}

static void count_unknown(void *user, const char *place, int line)
{
    char *seen = user;
    snprintf(seen + strlen(seen), 200 - strlen(seen), "%d:%s ", line, place);
}

TEST(unknown_keys)
{
    static const char text[] =
        POSES ",\n\"colour\": 1, \"poses\": [{\"name\": \"a\",\n \"tint\": {\"x\": 1}}]}";
    char seen[200] = "";
    MieniAsset asset;
    CHECK_STATUS(mieni_asset_read(&asset, MIENI_ASSET_POSES, text, sizeof text - 1, NULL, NULL), MIEN_OK);
    mieni_asset_unknown_keys(&asset, count_unknown, seen);
    CHECK_STR(seen, "2:colour 3:poses[0].tint ");
    mieni_asset_release(&asset);
    // alpha is a blend's, mask a layer's; a parameter is a name and nothing else
    static const char graph[] = GRAPH
        "\"nodes\": [{\"id\": \"l\", \"node\": \"layered_blend\", \"base\": \"a\", \"layer\": \"b\","
        " \"mask\": \"m\",\n\"alpha\": 1,\n\"weight\": {\"parameter\": \"p\", \"y\": 1}},"
        "{\"id\": \"b\", \"node\": \"blend\", \"a\": \"a\", \"b\": \"b\", \"alpha\": 1,\n\"mask\": 1}]}";
    seen[0] = '\0';
    CHECK_STATUS(mieni_asset_read(&asset, MIENI_ASSET_GRAPH, graph, sizeof graph - 1, NULL, NULL), MIEN_OK);
    mieni_asset_unknown_keys(&asset, count_unknown, seen);
    CHECK_STR(seen, "2:nodes[0].alpha 3:nodes[0].weight.y 4:nodes[1].mask ");
    mieni_asset_release(&asset);
}

TEST(without_memory)
{
    for (int fails = 1;; ++fails) {
        Ledger ledger = {.fails = fails};
        const MienAllocator allocator = {&ledger, ledger_allocate, ledger_free};
        MieniAsset asset;
        const MienStatus status = mieni_asset_read(&asset, assets[3].kind, assets[3].text,
                                                   strlen(assets[3].text), &allocator, NULL);
        if (status == MIEN_OK)
            mieni_asset_release(&asset);
        else
            CHECK_STATUS(status, MIEN_ERROR_MEMORY);
        CHECK_INT(ledger.live, 0);
        if (status == MIEN_OK) {
            CHECK(fails > 2);
            return;
        }
    }
}

CHECK_MAIN
{
    RUN(canonical);
    RUN(put_in_order);
    RUN(variants_in_order);
    RUN(other_locale);
    RUN(refused);
    RUN(paths);
    RUN(kinds_of_paths);
    RUN(unknown_keys);
    RUN(without_memory);
}
