// SPDX-License-Identifier: MIT
//
// Every allocation of every call fails once: the call returns an error and no result, and
// leaks nothing.

#include "support/ledger.h"
#include "support/posing.h"
#include "support/takes.h"

/// What the calls under test work on.
typedef struct Given {
    const MienAuthorPoseAsset *source;
    MienAuthorPack skeleton_pack, pack;
    const MienSkeleton *skeleton;
    const MienPoseAsset *asset;
} Given;

static MienStatus cook_skeleton(const void *user, const MienAllocator *allocator, bool *out_is_empty,
                                MienError *error)
{
    const Given *given = user;
    MienAuthorPack pack = {(uint8_t *)&pack, 1, NULL};
    const MienStatus status = mien_author_skeleton_cook(given->source->skeleton, allocator, &pack, error);
    *out_is_empty = pack.data == NULL && pack.size == 0;
    mien_author_pack_release(&pack);
    return status;
}

static MienStatus cook_asset(const void *user, const MienAllocator *allocator, bool *out_is_empty,
                             MienError *error)
{
    const Given *given = user;
    MienAuthorPack pack = {(uint8_t *)&pack, 1, NULL};
    const MienStatus status = mien_author_pose_asset_cook(given->source, allocator, &pack, NULL, error);
    *out_is_empty = pack.data == NULL && pack.size == 0;
    mien_author_pack_release(&pack);
    return status;
}

static MienStatus load_skeleton(const void *user, const MienAllocator *allocator, bool *out_is_empty,
                                MienError *error)
{
    const Given *given = user;
    const MienLoadOptions options = {.allocator = allocator};
    MienSkeleton *skeleton = (MienSkeleton *)(uintptr_t)given;
    const MienStatus status =
        mien_skeleton_load(given->skeleton_pack.data, given->skeleton_pack.size, &options, &skeleton, error);
    *out_is_empty = skeleton == NULL;
    mien_skeleton_destroy(skeleton);
    return status;
}

static MienStatus load_asset_of(const Given *given, const MienLoadOptions *options, bool *out_is_empty,
                                MienError *error)
{
    MienPoseAsset *asset = (MienPoseAsset *)(uintptr_t)given;
    const MienStatus status =
        mien_pose_asset_load(given->pack.data, given->pack.size, options, &asset, error);
    *out_is_empty = asset == NULL;
    mien_pose_asset_destroy(asset);
    return status;
}

static MienStatus load_asset(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                             MienError *error)
{
    const MienLoadOptions options = {.allocator = allocator};
    return load_asset_of(given, &options, out_is_empty, error);
}

static MienStatus load_borrowed(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                                MienError *error)
{
    const MienLoadOptions options = {.allocator = allocator, .borrow_data = true};
    return load_asset_of(given, &options, out_is_empty, error);
}

static MienStatus bind(const void *user, const MienAllocator *allocator, bool *out_is_empty, MienError *error)
{
    const Given *given = user;
    const MienPoseBindingOptions options = {.allocator = allocator};
    MienPoseBinding *binding = (MienPoseBinding *)(uintptr_t)given;
    const MienStatus status =
        mien_pose_binding_create(given->asset, given->skeleton, &options, &binding, error);
    *out_is_empty = binding == NULL;
    mien_pose_binding_destroy(binding);
    return status;
}

static MienStatus modify_clip(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                              MienError *error)
{
    static const char *const all[] = {"*"}, *const some[] = {"head", "missing"}, *const renamed[] = {"c.*"};
    static const MienAuthorModifier items[] = {
        {.kind = MIEN_AUTHOR_REMOVE_BONES, .names = some, .name_count = 2, .with_children = true},
        {.kind = MIEN_AUTHOR_SCALE_CURVES, .names = all, .name_count = 1, .gain = 2.0f},
        {.kind = MIEN_AUTHOR_CLAMP_CURVES, .names = all, .name_count = 1, .max = 1.0f},
        {.kind = MIEN_AUTHOR_SMOOTH_CURVES, .names = all, .name_count = 1, .time_constant = 0.1},
        {.kind = MIEN_AUTHOR_RESAMPLE_CURVES, .names = all, .name_count = 1, .rate = 10},
        {.kind = MIEN_AUTHOR_RESAMPLE_TRACKS, .names = all, .name_count = 1, .rate = 10},
        {.kind = MIEN_AUTHOR_RENAME_CURVES, .names = all, .name_count = 1, .new_names = renamed},
        {.kind = MIEN_AUTHOR_MIRROR_SIDES},
        {.kind = MIEN_AUTHOR_REMOVE_CURVES, .names = some, .name_count = 1}};
    static const MienAuthorModifiers list = {sizeof items / sizeof items[0], items}, *const lists[] = {&list};
    const Take *take = take_make();
    MienAuthorClip *clip = (MienAuthorClip *)(uintptr_t)given;
    const MienAuthorModifying modifying = {.clip = &take->clip,
                                           .lists = lists,
                                           .list_count = 1,
                                           .skeleton = &take->skeleton,
                                           .allocator = allocator};
    const MienStatus status = mien_author_modifiers_apply(&modifying, &clip, NULL, error);
    *out_is_empty = clip == NULL;
    mien_author_clip_destroy(clip);
    return status;
}

/// A scene with every rule, bound to a skeleton that lacks much of it.
TEST(every_allocation_fails)
{
    for (int kind = 0; kind < 3; ++kind) {
        const MienSampleOptions options = {.seed = 8,
                                           .bone_count = 20,
                                           .pose_count = 24,
                                           .bones_per_pose = 6,
                                           .curve_count = 6,
                                           .has_scale = true,
                                           .is_absolute = kind == 1,
                                           .is_unreal = kind == 2,
                                           .has_rules = true,
                                           .has_jumps = true,
                                           .has_levels = true};
        Loaded l = load_sample(&options, MIEN_ISA_BEST);
        MienAuthorSkeleton fewer = *l.source->skeleton;
        fewer.bone_count = 5;
        fewer.curve_count = 7;
        const MienAuthorPoseAsset on_fewer = {.skeleton = &fewer};
        Loaded small = load_source(&on_fewer, MIEN_ISA_BEST);
        const Given given = {.source = l.source,
                             .skeleton_pack = l.skeleton_pack,
                             .pack = l.pack,
                             .skeleton = small.skeleton,
                             .asset = l.asset};
        check_call("cooking a skeleton", cook_skeleton, &given);
        check_call("cooking an asset", cook_asset, &given);
        check_call("loading a skeleton", load_skeleton, &given);
        check_call("loading an asset", load_asset, &given);
        check_call("loading an asset in place", load_borrowed, &given);
        check_call("binding", bind, &given);
        unload(&small);
        unload(&l);
    }
}

TEST(every_allocation_of_modifiers_fails)
{
    const Given given = {0};
    check_call("modifying a clip", modify_clip, &given);
}

/// What is refused leaves nothing behind either.
TEST(nothing_leaks_on_errors)
{
    const MienSampleOptions options = {.seed = 9, .bone_count = 6, .pose_count = 6, .curve_count = 3};
    MienSample *sample = mien_sample_create(&options);
    MienAuthorPoseAsset asset = *mien_sample_asset(sample);
    MienAuthorPose poses[6];
    memcpy(poses, asset.poses, sizeof poses);
    asset.poses = poses;
    poses[5].name = poses[4].name; // found late, after most of the work
    Ledger ledger = {0};
    const MienAllocator allocator = {&ledger, ledger_allocate, ledger_free};
    MienAuthorPack pack;
    CHECK_STATUS(mien_author_pose_asset_cook(&asset, &allocator, &pack, NULL, NULL), MIEN_ERROR_DATA);
    CHECK(ledger.allocations > 0 && ledger.live == 0 && !ledger.is_broken);
    poses[5].name = "fine";
    CHECK_STATUS(mien_author_pose_asset_cook(&asset, NULL, &pack, NULL, NULL), MIEN_OK);
    const MienLoadOptions load = {.allocator = &allocator};
    MienPoseAsset *loaded;
    pack.data[pack.size - 1] ^= 1;
    CHECK_STATUS(mien_pose_asset_load(pack.data, pack.size, &load, &loaded, NULL), MIEN_ERROR_HASH);
    CHECK(loaded == NULL && ledger.live == 0 && !ledger.is_broken);
    mien_author_pack_release(&pack);
    mien_sample_destroy(sample);
}

CHECK_MAIN
{
    RUN(every_allocation_fails);
    RUN(every_allocation_of_modifiers_fails);
    RUN(nothing_leaks_on_errors);
}
