// SPDX-License-Identifier: MIT
//
// Editing pose assets: renaming, deleting, reordering, duplicating. Each edit changes
// what it says and nothing else, or nothing at all.

#include "support/ledger.h"
#include "support/pose_texts.h"

#include "asset/edit/poses.h"

#define TOP                                                                                                  \
    "{\n"                                                                                                    \
    "  \"kind\": \"poses\",\n"                                                                               \
    "  \"version\": 1,\n"                                                                                    \
    "  \"skeleton\": \"ada.skeleton.json\",\n"                                                               \
    "  \"source\": {\"file\": \"ada.bvh\"},\n"                                                               \
    "  \"mode\": \"additive\",\n"

static const char text[] =
    TOP "  \"base\": \"Rest\",\n"
        "  \"poses\": [\n"
        "    {\"name\": \"Rest\", \"id\": \"00000000\", \"frame\": 0, \"hash\": \"aa\"},\n"
        "    {\"name\": \"open\", \"id\": \"11111111\", \"frame\": 1, \"hash\": \"bb\"},\n"
        "    {\"name\": \"half\", \"target\": \"open\", \"position\": 0.5},\n"
        "    {\"name\": \"both\", \"corrective\": [\"open\", \"half\"]},\n"
        "    {\"name\": \"free\", \"tint\": 3}\n"
        "  ],\n"
        "  \"overrides\": [\n"
        "    {\"target\": \"open\", \"source\": \"free\", \"amount\": 0.5}\n"
        "  ],\n"
        "  \"groups\": [\n"
        "    {\"kind\": \"top\", \"members\": [\"open\", \"free\"], \"keep\": 2}\n"
        "  ]\n"
        "}\n";

static MieniAsset begin(void) { return read_asset(MIENI_ASSET_POSES, text); }

TEST(renaming)
{
    static const char *const from[] = {"open", "Rest"}, *const to[] = {"Rest", "open"};
    static const char *const one[] = {"free"}, *const new_one[] = {"frei"};
    MieniAsset asset = begin();
    MienError error = {0};
    CHECK_STATUS(mieni_poses_rename(&asset, from, to, 2, &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_rename(&asset, one, new_one, 1, &error), MIEN_OK);
    CHECK_TEXT(&asset, TOP "  \"base\": \"open\",\n"
                           "  \"poses\": [\n"
                           "    {\"name\": \"open\", \"id\": \"00000000\", \"frame\": 0, \"hash\": \"aa\"},\n"
                           "    {\"name\": \"Rest\", \"id\": \"11111111\", \"frame\": 1, \"hash\": \"bb\"},\n"
                           "    {\"name\": \"half\", \"target\": \"Rest\", \"position\": 0.5},\n"
                           "    {\"name\": \"both\", \"corrective\": [\"Rest\", \"half\"]},\n"
                           "    {\"name\": \"frei\", \"tint\": 3}\n"
                           "  ],\n"
                           "  \"overrides\": [\n"
                           "    {\"target\": \"Rest\", \"source\": \"frei\", \"amount\": 0.5}\n"
                           "  ],\n"
                           "  \"groups\": [\n"
                           "    {\"kind\": \"top\", \"members\": [\"Rest\", \"frei\"], \"keep\": 2}\n"
                           "  ]\n"
                           "}\n");
    // And back: the bytes of before.
    CHECK_STATUS(mieni_poses_rename(&asset, to, from, 2, &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_rename(&asset, new_one, one, 1, &error), MIEN_OK);
    CHECK_TEXT(&asset, text);
    CHECK_STR(error.message, "");
    mieni_asset_release(&asset);
}

TEST(rename_refused)
{
    static const struct {
        const char *from[2], *to[2], *place, *part;
    } rows[] = {
        {{"open", "none"}, {"a", "b"}, "none", "No pose with this name"},
        {{"open", "open"}, {"a", "b"}, "open", "renamed twice"},
        {{"open", "half"}, {"a", "free"}, "free", "has this name already"},
        {{"open", "half"}, {"a", "a"}, "a", "has this name already"},
        {{"open", "half"}, {"b", " a"}, " a", "white space"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        MieniAsset asset = begin();
        MienError error = {0};
        CHECK_STATUS(mieni_poses_rename(&asset, rows[i].from, rows[i].to, 2, &error), MIEN_ERROR_DATA);
        CHECK_ERROR(&error, rows[i].place, rows[i].part);
        CHECK_TEXT(&asset, text);
        mieni_asset_release(&asset);
    }
}

TEST(delete_refused)
{
    static const struct {
        const char *name, *place, *part;
    } rows[] = {{"Rest", "poses", "\"Rest\" is the base"},
                {"open", "poses", "\"open\" is used by half, both, overrides[0], groups[0]"},
                {"half", "poses", "\"half\" is used by both"},
                {"none", "none", "No pose with this name"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        MieniAsset asset = begin();
        MienError error = {0};
        CHECK_STATUS(mieni_poses_delete(&asset, &rows[i].name, 1, false, &error), MIEN_ERROR_DATA);
        CHECK_ERROR(&error, rows[i].place, rows[i].part);
        CHECK_TEXT(&asset, text);
        mieni_asset_release(&asset);
    }
}

TEST(delete_forced)
{
    static const char *const names[] = {"open"}, *const all[] = {"both", "half"};
    MieniAsset asset = begin();
    MienError error = {0};
    CHECK_STATUS(mieni_poses_delete(&asset, names, 1, true, &error), MIEN_OK);
    CHECK_TEXT(&asset, TOP "  \"base\": \"Rest\",\n"
                           "  \"poses\": [\n"
                           "    {\"name\": \"Rest\", \"id\": \"00000000\", \"frame\": 0, \"hash\": \"aa\"},\n"
                           "    {\"name\": \"half\"},\n"
                           "    {\"name\": \"both\", \"corrective\": [\"half\"]},\n"
                           "    {\"name\": \"free\", \"tint\": 3}\n"
                           "  ],\n"
                           "  \"skipped\": [\n"
                           "    {\"frame\": 1, \"hash\": \"bb\"}\n"
                           "  ],\n"
                           "  \"groups\": [\n"
                           "    {\"kind\": \"top\", \"members\": [\"free\"], \"keep\": 1}\n"
                           "  ]\n"
                           "}\n");
    mieni_asset_release(&asset);
    // Those that go together need no force.
    asset = begin();
    CHECK_STATUS(mieni_poses_delete(&asset, all, 2, false, &error), MIEN_OK);
    CHECK_INT(mieni_poses_find(&asset, "half"), -1);
    CHECK_INT(mieni_poses_find(&asset, "free"), 2);
    mieni_asset_release(&asset);
}

static void check_order(const MieniAsset *asset, const char *expected)
{
    char order[200] = "";
    const MieniJson *poses = mieni_json_get(asset->json.root, "poses");
    for (int i = 0; i < poses->count; ++i) {
        strcat(order, i > 0 ? " " : "");
        strcat(order, mieni_json_get_string(poses->items[i], "name", "?"));
    }
    CHECK_STR(order, expected);
}

TEST(order)
{
    MieniAsset asset = begin();
    MienError error = {0};
    CHECK_STATUS(mieni_poses_move(&asset, "free", MIENI_POSES_AT, 0, NULL, &error), MIEN_OK);
    check_order(&asset, "free Rest open half both");
    CHECK_STATUS(mieni_poses_move(&asset, "free", MIENI_POSES_AT, 4, NULL, &error), MIEN_OK);
    check_order(&asset, "Rest open half both free");
    CHECK_STATUS(mieni_poses_move(&asset, "Rest", MIENI_POSES_BEFORE, 0, "both", &error), MIEN_OK);
    check_order(&asset, "open half Rest both free");
    CHECK_STATUS(mieni_poses_move(&asset, "free", MIENI_POSES_AFTER, 0, "open", &error), MIEN_OK);
    check_order(&asset, "open free half Rest both");
    CHECK_STATUS(mieni_poses_move(&asset, "free", MIENI_POSES_AT, 5, NULL, &error), MIEN_ERROR_DATA);
    CHECK_ERROR(&error, "index", "5 poses");
    CHECK_STATUS(mieni_poses_move(&asset, "free", MIENI_POSES_AFTER, 0, "free", &error), MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_poses_move(&asset, "free", MIENI_POSES_AFTER, 0, "none", &error), MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_poses_move(&asset, "none", MIENI_POSES_AT, 0, NULL, &error), MIEN_ERROR_DATA);
    check_order(&asset, "open free half Rest both");
    CHECK_STATUS(mieni_poses_sort(&asset, &error), MIEN_OK);
    check_order(&asset, "Rest both free half open");
    mieni_asset_release(&asset);
}

TEST(duplicate)
{
    MieniAsset asset = begin();
    MienError error = {0};
    CHECK_STATUS(mieni_poses_duplicate(&asset, "open", "open2", &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_duplicate(&asset, "open", "open3", &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_duplicate(&asset, "half", "hand", &error), MIEN_OK);
    check_order(&asset, "Rest open open3 open2 half hand both free");
    const MieniJson *poses = mieni_json_get(asset.json.root, "poses");
    CHECK_STR(mieni_json_get_string(poses->items[1], "id", ""), "11111111");
    CHECK_STR(mieni_json_get_string(poses->items[3], "id", ""), "11111111-2");
    CHECK_STR(mieni_json_get_string(poses->items[2], "id", ""), "11111111-3");
    CHECK_STR(mieni_json_get_string(poses->items[5], "id", ""), "1b001706"); // of its name
    CHECK(mieni_json_get(poses->items[5], "target") == NULL &&
          mieni_json_get(poses->items[5], "position") == NULL);
    CHECK_STATUS(mieni_poses_duplicate(&asset, "half", "open", &error), MIEN_ERROR_DATA);
    CHECK_ERROR(&error, "name", "there already");
    mieni_asset_release(&asset);
}

/// A frame is skipped once no pose is from there any more, and once only.
TEST(delete_of_several)
{
    static const char *const copy[] = {"open2"}, *const rest[] = {"open", "open3"};
    MieniAsset asset = begin();
    CHECK_STATUS(mieni_poses_duplicate(&asset, "open", "open2", NULL), MIEN_OK);
    CHECK_STATUS(mieni_poses_duplicate(&asset, "open", "open3", NULL), MIEN_OK);
    CHECK_STATUS(mieni_poses_delete(&asset, copy, 1, false, NULL), MIEN_OK);
    CHECK(mieni_json_get(asset.json.root, "skipped") == NULL);
    CHECK_STATUS(mieni_poses_delete(&asset, rest, 2, true, NULL), MIEN_OK);
    CHECK_INT(mieni_json_get(asset.json.root, "skipped")->count, 1);
    mieni_asset_release(&asset);
}

/// An asset that is invalid from the start may be edited, so that it can be fixed.
TEST(invalid_assets_can_be_edited)
{
    static const char *const names[] = {"a"}, *const to[] = {"b"};
    MieniAsset asset =
        read_asset(MIENI_ASSET_POSES,
                   POSES_HEAD "\"mode\": \"additive\", \"base\": \"none\", \"poses\": [{\"name\": \"a\"}]}");
    CHECK_STATUS(mieni_poses_rename(&asset, names, to, 1, NULL), MIEN_OK);
    CHECK_STATUS(mieni_poses_set_base(&asset, "b", NULL), MIEN_OK);
    mieni_asset_release(&asset);
}

typedef MienStatus (*Edit)(MieniAsset *asset, MienError *error);

static MienStatus do_rename(MieniAsset *asset, MienError *error)
{
    static const char *const from[] = {"open", "Rest"}, *const to[] = {"Rest", "open"};
    return mieni_poses_rename(asset, from, to, 2, error);
}

static MienStatus do_delete(MieniAsset *asset, MienError *error)
{
    static const char *const names[] = {"open"};
    return mieni_poses_delete(asset, names, 1, true, error);
}

static MienStatus do_move(MieniAsset *asset, MienError *error)
{
    return mieni_poses_move(asset, "free", MIENI_POSES_AT, 0, NULL, error);
}

static MienStatus do_duplicate(MieniAsset *asset, MienError *error)
{
    return mieni_poses_duplicate(asset, "open", "other", error);
}

static MienStatus do_mask(MieniAsset *asset, MienError *error)
{
    return mieni_poses_set_override(asset, "free", "open", MIEN_AUTHOR_OVERRIDE_BLOCK, 0.5f, 0.25f, error);
}

/// Each allocation fails in turn; whatever fails, the asset is as it was.
TEST(without_memory)
{
    static const Edit edits[] = {do_rename, do_delete, do_move, do_duplicate, do_mask};
    for (size_t i = 0; i < sizeof edits / sizeof *edits; ++i) {
        for (int fails = 1, is_done = 0; !is_done; ++fails) {
            Ledger ledger = {0};
            const MienAllocator allocator = {&ledger, ledger_allocate, ledger_free};
            MieniAsset asset;
            MienError error = {0};
            CHECK_STATUS(mieni_asset_read(&asset, MIENI_ASSET_POSES, text, sizeof text - 1, &allocator, NULL),
                         MIEN_OK);
            asset.json.pool_left = 0; // so that the edit takes memory of its own
            ledger.allocations = 0;
            ledger.fails = fails;
            const MienStatus status = edits[i](&asset, &error);
            is_done = ledger.allocations < fails;
            ledger.fails = 0;
            CHECK_STATUS(status, is_done ? MIEN_OK : MIEN_ERROR_MEMORY);
            if (!is_done) {
                CHECK_TEXT(&asset, text);
                CHECK_STATUS(error.status, MIEN_ERROR_MEMORY);
                CHECK_STATUS(edits[i](&asset, NULL), MIEN_OK); // with memory again it works
            }
            mieni_asset_release(&asset);
            CHECK_INT(ledger.live, 0);
            CHECK(!ledger.is_broken);
        }
    }
}

CHECK_MAIN
{
    RUN(renaming);
    RUN(rename_refused);
    RUN(delete_refused);
    RUN(delete_forced);
    RUN(order);
    RUN(duplicate);
    RUN(delete_of_several);
    RUN(invalid_assets_can_be_edited);
    RUN(without_memory);
}
