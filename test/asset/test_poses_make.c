// SPDX-License-Identifier: MIT
//
// Making pose assets from takes and by hand: names, ids, hashes, skipped frames.

#include "support/ledger.h"
#include "support/pose_texts.h"

#include "asset/edit/poses.h"
#include "asset/poses_parts.h"

static HeadTake take;
static const int numbers[4] = {0, 1, 0, 3};

static MieniPosesPlan plan_of(MieniPosesFrom from)
{
    head_take(&take, numbers, 4);
    return (MieniPosesPlan){.take = {"ada.bvh", "", &take.clip}, .from = from};
}

static MieniAsset make(const MieniPosesPlan *plan, const char *base)
{
    MieniAsset asset;
    MienError error = {0};
    CHECK_STATUS(mieni_poses_make(&asset, "ada.skeleton.json", false, base, plan, NULL, &error), MIEN_OK);
    CHECK_STR(error.message, "");
    return asset;
}

static const MieniJson *row_of(const MieniAsset *asset, const char *list, int index)
{
    const MieniJson *rows = mieni_json_get(asset->json.root, list);
    return rows != NULL && index < rows->count ? rows->items[index] : NULL;
}

static const char *text_of(const MieniAsset *asset, const char *list, int index, const char *key)
{
    return mieni_json_get_string(row_of(asset, list, index), key, "none");
}

TEST(every_frame)
{
    static const char *const names[] = {"Rest", NULL, "x"};
    static const bool skipped[] = {false, false, true};
    MieniPosesPlan plan = plan_of(MIENI_POSES_FRAMES);
    plan.names = names;
    plan.is_skipped = skipped;
    plan.name_count = 3;
    MieniAsset asset = make(&plan, "Rest");
    // The digits are SHA-256's of what docs/poses.md says.
    CHECK_TEXT(
        &asset,
        "{\n"
        "  \"kind\": \"poses\",\n"
        "  \"version\": 1,\n"
        "  \"skeleton\": \"ada.skeleton.json\",\n"
        "  \"source\": {\"file\": \"ada.bvh\"},\n"
        "  \"follow\": \"frames\",\n"
        "  \"mode\": \"additive\",\n"
        "  \"base\": \"Rest\",\n"
        "  \"poses\": [\n"
        "    {\"name\": \"Rest\", \"id\": \"e9316b84\", \"frame\": 0, \"hash\": \"1011ea304a29bad7\"},\n"
        "    {\"name\": \"Pose_1\", \"id\": \"13379175\", \"frame\": 1, \"hash\": \"7e8ce0a2f7bee928\"},\n"
        "    {\"name\": \"Pose_3\", \"id\": \"50ea0648\", \"frame\": 3, \"hash\": \"e01ecc2280940f98\"}\n"
        "  ],\n"
        "  \"skipped\": [\n"
        "    {\"frame\": 2, \"hash\": \"1011ea304a29bad7\"}\n"
        "  ]\n"
        "}\n");
    mieni_asset_release(&asset);
}

/// What a file's tracks are listed in does not matter, what they are called does.
TEST(hashes)
{
    MieniPosesPlan plan = plan_of(MIENI_POSES_FRAMES);
    MieniAsset asset = make(&plan, NULL), other;
    const MienAuthorClipTrack first = take.tracks[0];
    take.tracks[0] = take.tracks[2];
    take.tracks[2] = first;
    other = make(&plan, NULL);
    CHECK_STR(text_of(&other, "poses", 1, "hash"), text_of(&asset, "poses", 1, "hash"));
    mieni_asset_release(&other);
    take.tracks[0].bone = "trunk";
    other = make(&plan, NULL);
    CHECK(strcmp(text_of(&other, "poses", 1, "hash"), text_of(&asset, "poses", 1, "hash")) != 0);
    mieni_asset_release(&other);
    take.tracks[0].bone = "tail";
    take.keys[1].value = 0.25f; // a curve counts
    other = make(&plan, NULL);
    CHECK_STR(text_of(&other, "poses", 0, "hash"), text_of(&asset, "poses", 0, "hash"));
    CHECK(strcmp(text_of(&other, "poses", 1, "hash"), text_of(&asset, "poses", 1, "hash")) != 0);
    CHECK_STR(text_of(&other, "poses", 1, "id"), text_of(&asset, "poses", 1, "id"));
    mieni_asset_release(&other);
    mieni_asset_release(&asset);
}

/// Leaves no zeros where the next call has its variables.
static void soil_stack(void)
{
    volatile unsigned char bytes[8192];
    for (size_t i = 0; i < sizeof bytes; ++i)
        bytes[i] = 0xA5;
}

TEST(one_frame)
{
    MieniPosesPlan plan = plan_of(MIENI_POSES_FRAMES);
    plan.first = 3;
    plan.count = 1;
    MieniAsset asset = make(&plan, NULL);
    CHECK_STR(text_of(&asset, "poses", 0, "name"), "Pose_3");
    CHECK(mieni_json_get(asset.json.root, "follow") == NULL);
    mieni_asset_release(&asset);
}

TEST(times)
{
    static const double times[] = {0.12, 0.05, 0.12};
    MieniPosesPlan plan = plan_of(MIENI_POSES_TIMES);
    plan.take.take = "two";
    plan.times = times;
    plan.time_count = 3;
    soil_stack();
    MieniAsset asset = make(&plan, NULL);
    const MieniJson *source = mieni_json_get(asset.json.root, "source");
    CHECK_STR(mieni_json_get_string(source, "take", ""), "two");
    CHECK_STR(text_of(&asset, "poses", 0, "name"), "Pose_0");
    CHECK_STR(text_of(&asset, "poses", 0, "file"), "none");
    CHECK_STR(text_of(&asset, "poses", 0, "marker"), "none");
    CHECK_NEAR(mieni_json_get_number(row_of(&asset, "poses", 0), "time", -1), 0.12, 0);
    CHECK_STR(text_of(&asset, "poses", 1, "name"), "Pose_1");
    // The same time again: its id goes on.
    char id[32];
    snprintf(id, sizeof id, "%s-2", text_of(&asset, "poses", 0, "id"));
    CHECK_STR(text_of(&asset, "poses", 2, "id"), id);
    mieni_asset_release(&asset);
}

TEST(markers_in_order_of_time)
{
    static const char *const names[] = {NULL, "Pose_3"};
    MieniPosesPlan plan = plan_of(MIENI_POSES_MARKERS);
    take.events[0] = (MienAuthorClipEvent){"smile", 0.08};
    take.events[1] = (MienAuthorClipEvent){"Pose_3", 0.04};
    take.clip.event_count = 2;
    MieniAsset asset = make(&plan, NULL);
    CHECK_STR(mieni_json_get_string(asset.json.root, "follow", ""), "markers");
    CHECK_STR(text_of(&asset, "poses", 0, "name"), "Pose_3");
    CHECK_STR(text_of(&asset, "poses", 1, "name"), "smile");
    mieni_asset_release(&asset);
    plan.names = names;
    plan.name_count = 2;
    asset = make(&plan, NULL);
    CHECK_STR(text_of(&asset, "poses", 0, "name"), "Pose_0"); // its marker's name is taken
    CHECK_STR(text_of(&asset, "poses", 0, "marker"), "Pose_3");
    CHECK_STR(text_of(&asset, "poses", 1, "name"), "Pose_3");
    mieni_asset_release(&asset);
}

TEST(times_of_frames)
{
    MienAuthorClip clip = {.rate = 30000, .rate_divisor = 1001};
    CHECK_NEAR(mieni_take_frame_time(&clip, 30), 1.001, 1e-12);
    clip.rate_divisor = 0;
    CHECK_NEAR(mieni_take_frame_time(&clip, 30), 0.001, 1e-12);
    clip.rate = 0;
    CHECK_NEAR(mieni_take_frame_time(&clip, 30), 0, 0);
}

TEST(by_hand)
{
    MieniPosesPlan plan = plan_of(MIENI_POSES_FRAMES);
    MieniAsset asset = make(&plan, NULL);
    MienTransform bones[HEAD_BONES];
    static const char *const curves[] = {"blush"};
    static const float values[] = {0.1f};
    for (int b = 0; b < HEAD_BONES; ++b)
        bones[b] = head_bones[b].rest;
    bones[1].translation.y = 0.25f;
    bones[3].scale.x = 2;
    CHECK_STATUS(mieni_poses_add_made(&asset, "hand", &head_skeleton, bones, NULL, curves, values, 1, NULL),
                 MIEN_OK);
    MieniTextOut out = {0};
    mieni_text_put_json(&out, row_of(&asset, "poses", 4));
    CHECK_STR(out.bytes, "{\"name\": \"hand\", \"id\": \"1b001706\", \"bones\": [{\"t\": [0, 0.25, 0.03], "
                         "\"bone\": \"jaw\"}, {\"s\": [2, 1, 1], \"bone\": \"lid_r\"}], \"curves\": "
                         "{\"blush\": 0.1}}");
    mieni_text_release(&out);
    MienError error = {0};
    CHECK_STATUS(mieni_poses_add_made(&asset, "hand", &head_skeleton, bones, NULL, NULL, NULL, 0, &error),
                 MIEN_ERROR_DATA);
    CHECK_ERROR(&error, "hand", "already");
    CHECK(row_of(&asset, "poses", 5) == NULL);
    mieni_asset_release(&asset);
}

TEST(refused)
{
    static const char *const twice[] = {"a", "a"}, *const in_the_way[] = {"Pose_1"}, *const bad[] = {" a"},
                             *const many[] = {"a", "b", "c", "d", "e"};
    static const double late[] = {0, 99};
    MieniPosesPlan plans[7];
    static const char *const places[] = {"names[1]", "names[1]", "names[0]", "names",
                                         "frame",    "times[1]", "markers"};
    static const char *const parts[] = {"\"a\" is there", "Pose_1 is given", "white space", "5 names for 4",
                                        "has 4 frames",   "within the take", "two markers"};
    for (int i = 0; i < 7; ++i)
        plans[i] = plan_of(i == 5 ? MIENI_POSES_TIMES : i == 6 ? MIENI_POSES_MARKERS : MIENI_POSES_FRAMES);
    plans[0].names = twice, plans[0].name_count = 2;
    plans[1].names = in_the_way, plans[1].name_count = 1;
    plans[2].names = bad, plans[2].name_count = 1;
    plans[3].names = many, plans[3].name_count = 5;
    plans[4].first = 2, plans[4].count = 3;
    plans[5].times = late, plans[5].time_count = 2;
    take.events[0] = take.events[1] = (MienAuthorClipEvent){"m", 0.08};
    take.clip.event_count = 2;
    for (int i = 0; i < 7; ++i) {
        MieniAsset asset;
        MienError error = {0};
        CHECK_STATUS(mieni_poses_make(&asset, "a.skeleton.json", false, NULL, &plans[i], NULL, &error),
                     MIEN_ERROR_DATA);
        CHECK_ERROR(&error, places[i], parts[i]);
        CHECK(asset.json.root == NULL);
    }
    MieniPosesPlan plan = plan_of(MIENI_POSES_FRAMES);
    MieniAsset asset;
    MienError error = {0};
    CHECK_STATUS(mieni_poses_make(&asset, "a.skeleton.json", false, "none", &plan, NULL, &error),
                 MIEN_ERROR_DATA);
    CHECK_ERROR(&error, "base", "no pose \"none\"");
}

static MienStatus make_with(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    MieniAsset asset;
    const MienStatus status =
        mieni_poses_make(&asset, "a.skeleton.json", false, NULL, given, allocator, error);
    *out_is_empty = asset.json.root == NULL;
    if (status == MIEN_OK)
        mieni_asset_release(&asset);
    return status;
}

TEST(without_memory)
{
    MieniPosesPlan plan = plan_of(MIENI_POSES_MARKERS);
    take.events[0] = (MienAuthorClipEvent){"smile", 0.08};
    take.clip.event_count = 1;
    check_call("make at markers", make_with, &plan);
    plan = plan_of(MIENI_POSES_FRAMES);
    check_call("make of frames", make_with, &plan);
}

CHECK_MAIN
{
    RUN(every_frame);
    RUN(hashes);
    RUN(one_frame);
    RUN(times);
    RUN(markers_in_order_of_time);
    RUN(times_of_frames);
    RUN(by_hand);
    RUN(refused);
    RUN(without_memory);
}
