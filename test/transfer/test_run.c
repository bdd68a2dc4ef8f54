// SPDX-License-Identifier: MIT
//
// Transfers of small faces: a face to itself, bones that are missing, pins, refusals, memory.

#include "support/ledger.h"
#include "support/transferring.h"

enum { BONES = 40, POSES = 12 };

static MienSample *make_face(uint64_t seed)
{
    const MienSampleOptions options = {.seed = seed,
                                       .bone_count = BONES,
                                       .pose_count = POSES,
                                       .bones_per_pose = 8,
                                       .curve_count = 4,
                                       .has_scale = true,
                                       .has_rules = true};
    return mien_sample_create(&options);
}

static double largest_difference(const MienTransform *a, const MienTransform *b, int count)
{
    double worst = 0.0;
    for (int i = 0; i < count; ++i) {
        float x[12], y[12];
        memcpy(x, &a[i], sizeof x);
        memcpy(y, &b[i], sizeof y);
        for (int k = 0; k < 11; ++k) {
            const double off = fabs((double)x[k] - (double)y[k]) / (1.0 + fabs((double)x[k]));
            worst = k != 7 && !(off <= worst) ? off : worst;
        }
    }
    return worst;
}

TEST(a_face_gives_itself_its_own_poses)
{
    MienSample *face = make_face(3);
    const MienAuthorPoseAsset *asset = mien_sample_asset(face);
    const MienTransferDesc desc = {.source = asset, .target = asset->skeleton};
    MienTransfer *made = NULL;
    MienError error = {0};
    double worst = 0.0;
    require_ok(mien_transfer_run(&desc, &made, &error), &error, __LINE__);
    const MienAuthorPoseAsset *poses = mien_transfer_poses(made);
    CHECK_INT(poses->pose_count, asset->pose_count);
    CHECK_INT(poses->override_count, asset->override_count);
    CHECK(poses->curves == asset->curves);
    for (int p = 0; p < asset->pose_count; ++p) {
        CHECK((poses->poses[p].bones == NULL) == (asset->poses[p].bones == NULL));
        CHECK(poses->poses[p].curves == asset->poses[p].curves);
        CHECK_INT(mien_transfer_pose(made, p).lost_bones, 0);
        if (asset->poses[p].bones == NULL)
            continue;
        const double off = largest_difference(poses->poses[p].bones, asset->poses[p].bones, BONES);
        worst = off > worst ? off : worst;
    }
    printf("largest difference %.2g\n", worst);
    CHECK(worst <= 1e-6);
    mien_transfer_destroy(made);
    mien_sample_destroy(face);
}

/// The same bones, but twice as large and turned as a whole: poses are as large and turned as well.
TEST(a_larger_face_gets_larger_poses)
{
    MienSample *face = make_face(4);
    const MienAuthorPoseAsset *asset = mien_sample_asset(face);
    MienAuthorBone bones[BONES];
    MienAuthorSkeleton larger = *asset->skeleton;
    MienTransfer *made = NULL;
    MienError error = {0};
    for (int b = 0; b < BONES; ++b) {
        bones[b] = asset->skeleton->bones[b];
        bones[b].rest.translation.x *= 2.0f;
        bones[b].rest.translation.y *= 2.0f;
        bones[b].rest.translation.z *= 2.0f;
    }
    larger.bones = bones;
    const MienTransferDesc desc = {.source = asset, .target = &larger};
    require_ok(mien_transfer_run(&desc, &made, &error), &error, __LINE__);
    const MienAuthorPoseAsset *poses = mien_transfer_poses(made);
    for (int p = 0; p < POSES; ++p)
        for (int b = 0; poses->poses[p].bones != NULL && b < BONES; ++b) {
            MienTransform doubled = asset->poses[p].bones[b];
            doubled.translation.x *= 2.0f;
            doubled.translation.y *= 2.0f;
            doubled.translation.z *= 2.0f;
            CHECK(largest_difference(&doubled, &poses->poses[p].bones[b], 1) <= 2e-6);
        }
    mien_transfer_destroy(made);
    mien_sample_destroy(face);
}

/// Poses that move a bone.
static int count_moves(const MienAuthorPoseAsset *asset, int bone)
{
    const MienTransform *base = asset->base != NULL ? &asset->base[bone] : &asset->skeleton->bones[bone].rest;
    int moves = 0;
    for (int p = 0; p < asset->pose_count; ++p)
        moves +=
            asset->poses[p].bones != NULL && memcmp(&asset->poses[p].bones[bone], base, sizeof *base) != 0;
    return moves;
}

TEST(bones_that_are_missing_are_counted)
{
    MienSample *face = make_face(5);
    const MienAuthorPoseAsset *asset = mien_sample_asset(face);
    MienAuthorBone bones[BONES];
    MienAuthorSkeleton other = *asset->skeleton;
    MienTransfer *made = NULL;
    MienError error = {0};
    int lost = 0, missing = BONES - 1;
    while (missing > 0 && count_moves(asset, missing) == 0)
        --missing;
    memcpy(bones, asset->skeleton->bones, sizeof bones);
    bones[missing].name = "another";
    other.bones = bones;
    const MienTransferDesc desc = {.source = asset, .target = &other};
    require_ok(mien_transfer_run(&desc, &made, &error), &error, __LINE__);
    for (int p = 0; p < POSES; ++p) {
        const MienTransform *posed = mien_transfer_poses(made)->poses[p].bones;
        lost += mien_transfer_pose(made, p).lost_bones;
        CHECK(posed == NULL || memcmp(&posed[missing], &bones[missing].rest, sizeof *posed) == 0);
    }
    CHECK(lost > 0);
    CHECK_INT(lost, count_moves(asset, missing));
    mien_transfer_destroy(made);
    mien_sample_destroy(face);
}

TEST(pins_stay_as_they_are)
{
    MienSample *face = make_face(6);
    const MienAuthorPoseAsset *asset = mien_sample_asset(face);
    MienTransform bones[BONES];
    bool has_bone[BONES] = {false};
    MienTransfer *made = NULL;
    MienError error = {0};
    int pinned = 0;
    while (asset->poses[pinned].bones == NULL)
        ++pinned;
    memcpy(bones, asset->poses[pinned].bones, sizeof bones);
    for (int b = 0; b < BONES; ++b)
        bones[b].translation.x += 0.01f * (float)b;
    has_bone[7] = true;
    for (int i = 0; i < 2; ++i) {
        const MienTransferPin pin = {pinned, bones, i == 0 ? NULL : has_bone};
        const MienTransferDesc desc = {
            .source = asset, .target = asset->skeleton, .pins = &pin, .pin_count = 1};
        require_ok(mien_transfer_run(&desc, &made, &error), &error, __LINE__);
        const MienTransform *out = mien_transfer_poses(made)->poses[pinned].bones;
        for (int b = 0; b < BONES; ++b)
            CHECK((i == 1 && b != 7) || memcmp(&out[b], &bones[b], sizeof *out) == 0);
        CHECK(i == 0 || memcmp(&out[9], &bones[9], sizeof *out) != 0);
        for (int p = 0; p < POSES; ++p)
            CHECK(mien_transfer_pose(made, p).is_pinned == (p == pinned));
        mien_transfer_destroy(made);
    }
    mien_sample_destroy(face);
}

TEST(numbers_that_are_none_are_refused)
{
    MienSample *face = make_face(7);
    const MienAuthorPoseAsset *asset = mien_sample_asset(face);
    MienAuthorBone bones[BONES];
    MienAuthorSkeleton other = *asset->skeleton;
    MienTransform posed[BONES];
    MienAuthorPose pose = {.name = "pose", .bones = posed};
    MienAuthorPoseAsset broken = {.skeleton = asset->skeleton, .pose_count = 1, .poses = &pose};
    MienTransfer *made = NULL;
    MienError error = {0};
    memcpy(bones, asset->skeleton->bones, sizeof bones);
    other.bones = bones;
    bones[3].rest.rotation.w = NAN;
    const MienTransferDesc target = {.source = asset, .target = &other};
    CHECK_STATUS(mien_transfer_run(&target, &made, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "target.bones[3].rest");
    CHECK(made == NULL);
    bones[3] = asset->skeleton->bones[3];
    bones[3].parent = 3;
    CHECK_STATUS(mien_transfer_run(&target, &made, &error), MIEN_ERROR_DATA);
    for (int b = 0; b < BONES; ++b)
        posed[b] = asset->skeleton->bones[b].rest;
    posed[5].translation.y = INFINITY;
    const MienTransferDesc source = {.source = &broken, .target = asset->skeleton};
    CHECK_STATUS(mien_transfer_run(&source, &made, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "source.poses[0]");
    const MienTransferPin pin = {1, posed, NULL};
    posed[5].translation.y = 0.0f;
    const MienTransferDesc pins = {
        .source = &broken, .target = asset->skeleton, .pins = &pin, .pin_count = 1};
    CHECK_STATUS(mien_transfer_run(&pins, &made, &error), MIEN_ERROR_ARGUMENT);
    mien_sample_destroy(face);
}

static bool stops_at_half(void *user, double done)
{
    *(double *)user = done;
    return done < 0.5;
}

TEST(a_transfer_can_be_cancelled)
{
    MienSample *face = make_face(8);
    const MienAuthorPoseAsset *asset = mien_sample_asset(face);
    MienTransfer *made = NULL;
    MienError error = {0};
    double done = 0.0;
    const MienTransferDesc desc = {
        .source = asset, .target = asset->skeleton, .user = &done, .progress = stops_at_half};
    CHECK_STATUS(mien_transfer_run(&desc, &made, &error), MIEN_ERROR_CANCELLED);
    CHECK(made == NULL && done >= 0.5 && done < 0.7);
    mien_sample_destroy(face);
}

static MienStatus run_with_memory(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                                  MienError *error)
{
    MienTransferDesc desc = *(const MienTransferDesc *)given;
    MienTransfer *made = NULL;
    desc.allocator = allocator;
    const MienStatus status = mien_transfer_run(&desc, &made, error);
    *out_is_empty = made == NULL;
    mien_transfer_destroy(made);
    return status;
}

TEST(memory_may_fail_anywhere)
{
    MienSample *face = make_face(9);
    const MienAuthorPoseAsset *asset = mien_sample_asset(face);
    MienTransform bones[BONES];
    for (int b = 0; b < BONES; ++b)
        bones[b] = asset->skeleton->bones[b].rest;
    const MienTransferPin pin = {1, bones, NULL};
    const MienTransferDesc desc = {.source = asset, .target = asset->skeleton, .pins = &pin, .pin_count = 1};
    check_call("a transfer with a pin", run_with_memory, &desc);
    mien_sample_destroy(face);
}

CHECK_MAIN
{
    RUN(a_face_gives_itself_its_own_poses);
    RUN(a_larger_face_gets_larger_poses);
    RUN(bones_that_are_missing_are_counted);
    RUN(pins_stay_as_they_are);
    RUN(numbers_that_are_none_are_refused);
    RUN(a_transfer_can_be_cancelled);
    RUN(memory_may_fail_anywhere);
}
