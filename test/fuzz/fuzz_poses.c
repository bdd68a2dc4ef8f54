// SPDX-License-Identifier: MIT
//
// Fuzzes pose assets as text: described, edited and updated against a small take.
// What an edit leaves is an asset, and after an update nothing is left to update.

#include "asset/edit/poses.h"
#include "asset/edit/poses_match.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const MienAuthorBone bones[] = {
    {"head", -1, {{0, 0, 0, 1}, {0, 1, 0}, 0, {1, 1, 1}, 0}, MIEN_ALL_LODS},
    {"lid_l", 0, {{0, 0, 0, 1}, {1, 0, 0}, 0, {1, 1, 1}, 0}, MIEN_ALL_LODS},
    {"lid_r", 0, {{0, 0, 0, 1}, {-1, 0, 0}, 0, {1, 1, 1}, 0}, MIEN_ALL_LODS},
};
static const MienAuthorSkeleton skeleton = {3, bones, 0, NULL};
static const MienTransform samples[3] = {{{0, 0, 0, 1}, {1, 0, 0}, 0, {1, 1, 1}, 0},
                                         {{0, 0, 0, 1}, {2, 0, 0}, 0, {1, 1, 1}, 0},
                                         {{0, 0, 0, 1}, {1, 0, 0}, 0, {1, 1, 1}, 0}};
static const MienAuthorClipTrack track = {"lid_l", 3, samples, NULL, false};
static const MienAuthorKey key = {.time = 0, .value = 1};
static const MienAuthorClipCurve curve = {.name = "smileLeft", .key_count = 1, .keys = &key};
static const MienAuthorClipEvent event = {"m", 1.0};
static const MienAuthorClip clip = {.rate = 1,
                                    .length = 2,
                                    .curve_count = 1,
                                    .curves = &curve,
                                    .track_count = 1,
                                    .tracks = &track,
                                    .event_count = 1,
                                    .events = &event};

static void check_asset(const MieniAsset *asset)
{
    if (mieni_asset_check(asset, NULL) != MIEN_OK)
        abort();
}

static void edit(MieniAsset *asset, const MieniPosesWorld *world)
{
    const MieniJson *poses = mieni_json_get(asset->json.root, "poses");
    const char *first =
        poses != NULL && poses->count > 0 ? mieni_json_get_string(poses->items[0], "name", "") : "none";
    mieni_poses_duplicate(asset, first, "a copy", NULL);
    mieni_poses_mirror(asset, world, first, "a mirror", NULL);
    mieni_poses_split(asset, world, first, "a left", "a right", 0, NULL);
    mieni_poses_split(asset, world, first, "b left", "b right", 0.1, NULL);
    mieni_poses_symmetrise(asset, world, first, true, NULL);
    mieni_poses_rename(asset, &first, (const char *const[]){"another"}, 1, NULL);
    check_asset(asset);
    mieni_poses_delete(asset, (const char *const[]){"another"}, 1, true, NULL);
    mieni_poses_set_mode(asset, true, NULL);
    check_asset(asset);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MieniAsset asset;
    MieniArena arena = {0};
    MieniPosesTake *takes;
    int count;
    if (mieni_asset_read(&asset, MIENI_ASSET_POSES, data, size, NULL, NULL) != MIEN_OK)
        return 0;
    if (mieni_poses_takes(&asset, &arena, &takes, &count, NULL) == MIEN_OK) {
        MienAuthorPoseAsset out;
        MieniPosesMatch match;
        for (int t = 0; t < count; ++t)
            takes[t].clip = &clip;
        const MieniPosesWorld world = {&skeleton, takes, count};
        mieni_poses_describe(&asset, &skeleton, takes, count, &arena, &out, NULL, NULL);
        if (mieni_poses_update(&asset, takes, count, &arena, &match, NULL) == MIEN_OK) {
            check_asset(&asset);
            if (mieni_poses_follow(&asset, takes, count, &arena, &match, NULL) != MIEN_OK ||
                match.counts[MIENI_MATCH_CHANGED] > 0)
                abort();
        }
        edit(&asset, &world);
    }
    mieni_arena_release(&arena);
    mieni_asset_release(&asset);
    return 0;
}
