// SPDX-License-Identifier: MIT
//
// Mirroring, flipping and splitting poses.

#include "core/float_rules.h"

#include "support/ledger.h"
#include "support/pose_texts.h"

#include "asset/edit/poses.h"

#define TEXT                                                                                                 \
    POSES_HEAD POSES_SOURCE                                                                                  \
        "\"mode\": \"additive\", \"poses\": [{\"name\": \"wink_l\", \"id\": \"01\", \"bones\": ["            \
        "{\"bone\": \"lid_l\", \"t\": [0.04, 0.01, 0.06], \"q\": [0.1, 0.2, 0.3, 0.9273618]}, "              \
        "{\"bone\": \"jaw\", \"t\": [0.01, -0.05, 0.03]}], \"curves\": {\"eyeBlinkLeft\": 1, \"puff\": "     \
        "0.5}},\n"                                                                                           \
        "{\"name\": \"Rest\", \"id\": \"02\", \"frame\": 0, \"hash\": \"aa\", \"range\": [0, 2]}]}"

static HeadTake take;

static MieniPosesWorld world_of(const MienAuthorSkeleton *skeleton)
{
    static const int numbers[1] = {0};
    static MieniPosesTake takes[1];
    takes[0] = (MieniPosesTake){"ada.bvh", "", head_take(&take, numbers, 1)};
    return (MieniPosesWorld){skeleton, takes, 1};
}

static void check_row(const MieniAsset *asset, int index, const char *expected)
{
    MieniTextOut out = {0};
    const MieniJson *poses = mieni_json_get(asset->json.root, "poses");
    CHECK(index < poses->count);
    if (index < poses->count)
        mieni_text_put_json(&out, poses->items[index]);
    CHECK_STR(out.bytes, expected);
    mieni_text_release(&out);
}

TEST(mirror)
{
    MieniAsset asset = read_asset(MIENI_ASSET_POSES, TEXT);
    const MieniPosesWorld world = world_of(&head_skeleton);
    MienError error = {0};
    CHECK_STATUS(mieni_poses_mirror(&asset, &world, "wink_l", "wink_r", &error), MIEN_OK);
    CHECK_STR(error.message, "");
    // X is swapped, Y and Z of the axis turn; the centre is mirrored in place.
    check_row(&asset, 1,
              "{\"name\": \"wink_r\", \"id\": \"f07c868c\", \"bones\": [{\"t\": [-0.01, -0.05, 0.03], "
              "\"bone\": \"jaw\"}, {\"t\": [-0.04, 0.01, 0.06], \"q\": [0.1, -0.2, -0.3, 0.9273618], "
              "\"bone\": \"lid_r\"}], \"curves\": {\"eyeBlinkRight\": 1, \"puff\": 0.5}}");
    mieni_asset_release(&asset);
}

/// Twice is nothing, to the bit.
TEST(flip)
{
    MieniAsset asset = read_asset(MIENI_ASSET_POSES, TEXT), before = read_asset(MIENI_ASSET_POSES, TEXT);
    const MieniPosesWorld world = world_of(&head_skeleton);
    CHECK_STATUS(mieni_poses_mirror(&asset, &world, "wink_l", "wink_l", NULL), MIEN_OK);
    CHECK(!mieni_json_equal(asset.json.root, before.json.root));
    CHECK_STATUS(mieni_poses_mirror(&asset, &world, "wink_l", "wink_l", NULL), MIEN_OK);
    const MieniJson *row = mieni_json_get(asset.json.root, "poses")->items[0];
    const MieniJson *old = mieni_json_get(before.json.root, "poses")->items[0];
    CHECK(mieni_json_equal(mieni_json_get(row, "curves"), mieni_json_get(old, "curves")));
    const MieniJson *lid = mieni_json_get(row, "bones")->items[1];
    CHECK(mieni_json_equal(lid, mieni_json_get(old, "bones")->items[0]));
    mieni_asset_release(&asset);
    mieni_asset_release(&before);
}

/// Over a pose with a source: the frame is skipped from now on, settings stay.
TEST(mirror_over)
{
    MieniAsset asset = read_asset(MIENI_ASSET_POSES, TEXT);
    const MieniPosesWorld world = world_of(&head_skeleton);
    MienError error = {0};
    CHECK_STATUS(mieni_poses_mirror(&asset, &world, "wink_l", "Rest", NULL), MIEN_OK);
    const MieniJson *row = mieni_json_get(asset.json.root, "poses")->items[1];
    CHECK(mieni_json_get(row, "frame") == NULL && mieni_json_get(row, "hash") == NULL);
    CHECK(mieni_json_get(row, "range") != NULL && mieni_json_get(row, "bones") != NULL);
    CHECK_STR(mieni_json_get_string(row, "id", ""), "02");
    CHECK_NEAR(mieni_json_get_number(mieni_json_get(asset.json.root, "skipped")->items[0], "frame", -1), 0,
               0);
    CHECK_STATUS(mieni_poses_set_base(&asset, "Rest", NULL), MIEN_OK);
    CHECK_STATUS(mieni_poses_mirror(&asset, &world, "wink_l", "Rest", &error), MIEN_ERROR_DATA);
    CHECK_ERROR(&error, "base", "is the base");
    CHECK_STATUS(mieni_poses_mirror(&asset, &world, "none", "x", &error), MIEN_ERROR_DATA);
    mieni_asset_release(&asset);
}

/// Bones whose own axes are not mirrored: the offset in the parent's frame is.
TEST(other_axes)
{
    MienAuthorBone bones[HEAD_BONES];
    memcpy(bones, head_bones, sizeof bones);
    const MienAuthorSkeleton skeleton = {HEAD_BONES, bones, 0, NULL};
    const MieniPosesWorld world = world_of(&skeleton);
    bones[3].rest.rotation = (MienQuat){0, 1, 0, 0}; // turned about Y by half
    MieniAsset asset = read_asset(
        MIENI_ASSET_POSES, POSES_HEAD
        "\"mode\": \"additive\", \"poses\": [{\"name\": \"a_l\", \"bones\": [{\"bone\": \"lid_l\", "
        "\"t\": [0.04, 0.02, 0.06], \"q\": [0.1, 0.2, 0.3, 0.9273618]}]}]}");
    MieniArena arena = {0};
    MienAuthorPoseAsset out;
    CHECK_STATUS(mieni_poses_mirror(&asset, &world, "a_l", "a_r", NULL), MIEN_OK);
    CHECK_STATUS(mieni_poses_describe(&asset, &skeleton, NULL, 0, &arena, &out, NULL, NULL), MIEN_OK);
    // The turn in the parent's frame is mirrored.
    const MienQuat turn = {0.1f, -0.2f, -0.3f, 0.9273618f};
    const MienQuat expected = mien_quat_multiply(turn, bones[3].rest.rotation);
    const MienQuat got = out.poses[1].bones[3].rotation;
    CHECK_NEAR(got.x, expected.x, 1e-6);
    CHECK_NEAR(got.y, expected.y, 1e-6);
    CHECK_NEAR(got.z, expected.z, 1e-6);
    CHECK_NEAR(got.w, expected.w, 1e-6);
    CHECK_NEAR(out.poses[1].bones[3].translation.x, -0.04, 1e-6);
    mieni_arena_release(&arena);
    mieni_asset_release(&asset);
}

/// The halves add up to the whole.
TEST(split)
{
    MieniAsset asset = read_asset(
        MIENI_ASSET_POSES, POSES_HEAD
        "\"mode\": \"additive\", \"base_curves\": {\"puff\": 0.5}, \"poses\": [{\"name\": \"smile\", "
        "\"bones\": [{\"bone\": \"lid_l\", \"t\": [1, 0, 0]}, {\"bone\": \"lid_r\", \"t\": [-1, 0, 0]}, "
        "{\"bone\": \"jaw\", \"t\": [0, 1, 0], \"q\": [0.28, 0, 0, 0.96], \"s\": [3, 1, 1]}], "
        "\"curves\": {\"mouthLeft\": 1, \"mouthRight\": 0.75, \"puff\": 1}}]}");
    const MieniPosesWorld world = world_of(&head_skeleton);
    MieniArena arena = {0};
    MienAuthorPoseAsset out;
    MienError error = {0};
    CHECK_STATUS(mieni_poses_split(&asset, &world, "smile", "smile_L", "smile_R", 0, &error), MIEN_OK);
    CHECK_STATUS(mieni_poses_describe(&asset, &head_skeleton, NULL, 0, &arena, &out, NULL, &error), MIEN_OK);
    CHECK_INT(out.pose_count, 3);
    const MienTransform *whole = out.poses[0].bones, *left = out.poses[1].bones, *right = out.poses[2].bones;
    CHECK_STR(out.poses[1].name, "smile_L");
    CHECK(memcmp(&left[2], &whole[2], sizeof *left) == 0);
    CHECK(memcmp(&left[3], &head_bones[3].rest, sizeof *left) == 0);
    CHECK(memcmp(&right[3], &whole[3], sizeof *left) == 0);
    CHECK(memcmp(&right[2], &head_bones[2].rest, sizeof *left) == 0);
    CHECK_NEAR(left[1].translation.y, 0.475, 1e-7);
    CHECK_NEAR(right[1].scale.x, 2, 0);
    const MienQuat twice = mien_quat_multiply(left[1].rotation, right[1].rotation);
    CHECK_NEAR(twice.x, 0.28, 1e-6);
    // Curves: one side each, the centre from its base by halves.
    CHECK_INT(out.poses[1].curve_count, 2);
    CHECK_INT(out.poses[2].curve_count, 2);
    CHECK_STR(out.curves[out.poses[1].curves[0].curve].name, "mouthLeft");
    CHECK_STR(out.curves[out.poses[2].curves[0].curve].name, "mouthRight");
    CHECK_NEAR(out.poses[2].curves[0].value, 0.75, 0);
    CHECK_NEAR(out.poses[1].curves[1].value, 0.75, 0);
    CHECK_STATUS(mieni_poses_split(&asset, &world, "smile", "x", "x", 0, &error), MIEN_ERROR_DATA);
    CHECK_ERROR(&error, "name", "there already");
    CHECK_INT(mieni_poses_find(&asset, "x"), -1);
    mieni_arena_release(&arena);
    mieni_asset_release(&asset);
}

/// Over the falloff's width bones are shared by where they are, and both shares are the whole.
TEST(split_softly)
{
    static const char text[] =
        POSES_HEAD "\"mode\": \"additive\", \"poses\": [{\"name\": \"smile\", "
                   "\"bones\": [{\"bone\": \"lid_l\", \"t\": [1.03, 0, 0], \"q\": [0, 0.6, 0, 0.8]}, "
                   "{\"bone\": \"lid_r\", \"t\": [-1.03, 0, 0]}, {\"bone\": \"jaw\", \"t\": [0, 1, 0]}]}]}";
    const MieniPosesWorld world = world_of(&head_skeleton);
    MienError error = {0};
    for (int narrow = 0; narrow < 2; ++narrow) {
        MieniAsset asset = read_asset(MIENI_ASSET_POSES, text);
        MieniArena arena = {0};
        MienAuthorPoseAsset out;
        CHECK_STATUS(
            mieni_poses_split(&asset, &world, "smile", "smile_L", "smile_R", narrow ? 0.05 : 0.12, &error),
            MIEN_OK);
        CHECK_STATUS(mieni_poses_describe(&asset, &head_skeleton, NULL, 0, &arena, &out, NULL, &error),
                     MIEN_OK);
        const MienTransform *whole = out.poses[0].bones, *left = out.poses[1].bones,
                            *right = out.poses[2].bones;
        // The lid is 3 cm to the left: a quarter of 12 cm from the middle, beyond half of 5 cm.
        const double share = narrow ? 1.0 : 0.75 * 0.75 * (3.0 - 2.0 * 0.75);
        CHECK_NEAR(left[2].translation.x - 0.03f, share, 1e-6);
        CHECK_NEAR(right[3].translation.x + 0.03f, -share, 1e-6);
        CHECK_NEAR(left[1].translation.y, 0.475, 1e-6); // of the middle, half
        for (int b = 1; b < 4; ++b) {
            const MienQuat both = mien_quat_multiply(left[b].rotation, right[b].rotation);
            CHECK_NEAR(left[b].translation.x + right[b].translation.x,
                       whole[b].translation.x + head_bones[b].rest.translation.x, 1e-6);
            CHECK_NEAR(both.y, whole[b].rotation.y, 1e-6);
        }
        mieni_arena_release(&arena);
        mieni_asset_release(&asset);
    }
    MieniAsset asset = read_asset(MIENI_ASSET_POSES, text);
    CHECK_STATUS(mieni_poses_split(&asset, &world, "smile", "a", "b", -1, &error), MIEN_ERROR_DATA);
    CHECK_ERROR(&error, "falloff", "from 0 to 1000");
    mieni_asset_release(&asset);
}

/// One half becomes the other's mirror image, the middle the mean of both; doing it again changes
/// nothing.
TEST(symmetrise)
{
    MieniAsset asset = read_asset(
        MIENI_ASSET_POSES, POSES_HEAD
        "\"mode\": \"additive\", \"poses\": [{\"name\": \"smirk\", "
        "\"bones\": [{\"bone\": \"lid_l\", \"t\": [0.5, 0.25, 0]}, {\"bone\": \"lid_r\", \"t\": [-4, 0, 0]}, "
        "{\"bone\": \"jaw\", \"t\": [1, 0.5, 0]}], \"curves\": {\"mouthLeft\": 1, \"mouthRight\": 0.75, "
        "\"puff\": 0.25}}]}");
    const MieniPosesWorld world = world_of(&head_skeleton);
    MieniTextOut first = {0}, second = {0};
    MienError error = {0};
    CHECK_STATUS(mieni_poses_symmetrise(&asset, &world, "smirk", true, &error), MIEN_OK);
    mieni_asset_write(&asset, &first);
    CHECK(strstr(
              first.bytes,
              "\"bones\": [{\"bone\": \"jaw\", \"t\": [0, 0.5, 0]}, {\"bone\": \"lid_l\", \"t\": [0.5, 0.25, "
              "0]}, {\"bone\": \"lid_r\", \"t\": [-0.5, 0.25, 0]}], \"curves\": {\"mouthLeft\": 1, "
              "\"mouthRight\": 1, \"puff\": 0.25}}") != NULL);
    CHECK_STATUS(mieni_poses_symmetrise(&asset, &world, "smirk", false, &error), MIEN_OK);
    mieni_asset_write(&asset, &second);
    CHECK_STR(second.bytes, first.bytes);
    CHECK_STATUS(mieni_poses_symmetrise(&asset, &world, "none", true, &error), MIEN_ERROR_DATA);
    mieni_text_release(&first);
    mieni_text_release(&second);
    mieni_asset_release(&asset);
}

/// What splits a pose may run out of memory anywhere; the asset is then as it was.
TEST(split_without_memory)
{
    const MieniPosesWorld world = world_of(&head_skeleton);
    for (int fails = 1, is_done = 0; !is_done; ++fails) {
        Ledger ledger = {0};
        const MienAllocator allocator = {&ledger, ledger_allocate, ledger_free};
        MieniAsset asset;
        CHECK_STATUS(mieni_asset_read(&asset, MIENI_ASSET_POSES, TEXT, sizeof TEXT - 1, &allocator, NULL),
                     MIEN_OK);
        asset.json.pool_left = 0;
        ledger.allocations = 0;
        ledger.fails = fails;
        const MienStatus status = mieni_poses_split(&asset, &world, "wink_l", "a", "b", 0.1, NULL);
        is_done = ledger.allocations < fails;
        CHECK_STATUS(status, is_done ? MIEN_OK : MIEN_ERROR_MEMORY);
        CHECK_INT(mieni_json_get(asset.json.root, "poses")->count, is_done ? 4 : 2);
        mieni_asset_release(&asset);
        CHECK_INT(ledger.live, 0);
    }
}

TEST(without_memory)
{
    const MieniPosesWorld world = world_of(&head_skeleton);
    for (int fails = 1, is_done = 0; !is_done; ++fails) {
        Ledger ledger = {0};
        const MienAllocator allocator = {&ledger, ledger_allocate, ledger_free};
        MieniAsset asset;
        CHECK_STATUS(mieni_asset_read(&asset, MIENI_ASSET_POSES, TEXT, sizeof TEXT - 1, &allocator, NULL),
                     MIEN_OK);
        asset.json.pool_left = 0;
        ledger.allocations = 0;
        ledger.fails = fails;
        const MienStatus status = mieni_poses_mirror(&asset, &world, "wink_l", "Rest", NULL);
        is_done = ledger.allocations < fails;
        CHECK_STATUS(status, is_done ? MIEN_OK : MIEN_ERROR_MEMORY);
        CHECK(is_done == (mieni_json_get(asset.json.root, "skipped") != NULL));
        mieni_asset_release(&asset);
        CHECK_INT(ledger.live, 0);
    }
}

CHECK_MAIN
{
    RUN(mirror);
    RUN(flip);
    RUN(mirror_over);
    RUN(other_axes);
    RUN(split);
    RUN(split_softly);
    RUN(symmetrise);
    RUN(split_without_memory);
    RUN(without_memory);
}
