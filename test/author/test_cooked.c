// SPDX-License-Identifier: MIT
//
// What comes out of cooking: what is kept and what dropped, signs, order, and
// that the same description gives the same bytes.

#include "support/posing.h"

static MienAuthorPack cook(const MienAuthorPoseAsset *asset)
{
    MienAuthorPack pack = {0};
    MienError error = {0};
    CHECK_STATUS(mien_author_pose_asset_cook(asset, NULL, &pack, NULL, &error), MIEN_OK);
    return pack;
}

/// Whether two descriptions give the same bytes.
static bool same_bytes(const MienAuthorPoseAsset *a, const MienAuthorPoseAsset *b)
{
    MienAuthorPack first = cook(a), second = cook(b);
    const bool same = first.size == second.size && memcmp(first.data, second.data, first.size) == 0;
    mien_author_pack_release(&first);
    mien_author_pack_release(&second);
    return same;
}

/// How many entries one pose of one bone gives, and what is reported about it.
/// size scales the reference pose, which is 1 without.
static MienAuthorCookReport cook_one(const MienTransform *change, float size, bool is_absolute,
                                     bool is_unreal)
{
    Rig rig;
    rig_begin(&rig, 2);
    rig.asset.is_absolute = is_absolute;
    rig.asset.is_unreal = is_unreal;
    rig.bones[1].rest.translation = (MienVec3){0.0f, size, 0.0f};
    rig_pose(&rig, "a");
    MienTransform *bone = &rig.posed[0][0]; // at the origin, so that little is not rounded away
    bone->rotation = change->rotation;
    bone->translation = change->translation;
    bone->scale.x += change->scale.x;
    bone->scale.y += change->scale.y;
    MienAuthorPack pack;
    MienAuthorCookReport report;
    CHECK_STATUS(mien_author_pose_asset_cook(&rig.asset, NULL, &pack, &report, NULL), MIEN_OK);
    mien_author_pack_release(&pack);
    return report;
}

TEST(thresholds)
{
    static const struct {
        MienQuat q;
        MienVec3 t, s; ///< s: added to a scale of 1.
        float size;
        int entries, dropped;
    } rows[] = {
        {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, 1.0f, 0, 0},
        {{0.0f, 0.0f, 0.0f, -1.0f}, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, 1.0f, 0, 0},
        {{9.9e-6f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, 1.0f, 0, 1},
        {{1.01e-5f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, 1.0f, 1, 0},
        {{8e-6f, 8e-6f, 0.0f, -1.0f}, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, 1.0f, 1, 0}, // as a vector
        {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 9.9e-6f, 0.0f}, {0.0f, 0.0f, 0.0f}, 1.0f, 0, 1},
        {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 1.01e-5f, 0.0f}, {0.0f, 0.0f, 0.0f}, 1.0f, 1, 0},
        {{0.0f, 0.0f, 0.0f, 1.0f}, {8e-6f, 8e-6f, 0.0f}, {0.0f, 0.0f, 0.0f}, 1.0f, 1, 0},
        {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 9.9e-4f, 0.0f}, {0.0f, 0.0f, 0.0f}, 100.0f, 0, 1},
        {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 1.01e-3f, 0.0f}, {0.0f, 0.0f, 0.0f}, 100.0f, 1, 0},
        {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 1e-20f, 0.0f}, {0.0f, 0.0f, 0.0f}, 0.0f, 1, 0}, // no extent
        {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 0.0f}, {9.8e-6f, 0.0f, 0.0f}, 1.0f, 0, 1},
        {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 0.0f}, {1.02e-5f, 0.0f, 0.0f}, 1.0f, 1, 0},
        {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 0.0f}, {8e-6f, -8e-6f, 0.0f}, 1.0f, 1, 0},
        {{9e-6f, 0.0f, 0.0f, 1.0f}, {0.0f, 9e-6f, 0.0f}, {9e-6f, 0.0f, 0.0f}, 1.0f, 0, 1}, // each by itself
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        for (int is_absolute = 0; is_absolute < 2; ++is_absolute) {
            const MienTransform change = {
                .rotation = rows[i].q, .translation = rows[i].t, .scale = rows[i].s};
            const MienAuthorCookReport report = cook_one(&change, rows[i].size, is_absolute != 0, false);
            const int before = check_state.faults;
            CHECK_INT(report.entries, rows[i].entries);
            CHECK_INT(report.dropped, rows[i].dropped);
            CHECK_NEAR(report.extent, rows[i].size, 1e-6);
            if (check_state.faults > before)
                printf("that was row %d\n", (int)i);
        }
    }
}

/// Unreal asks every component by itself, in centimetres.
TEST(unreal_thresholds)
{
    static const struct {
        MienQuat q;
        MienVec3 t, s;
        int entries;
    } rows[] = {
        {{9e-5f, 9e-5f, 0.0f, 1.0f}, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, 0},
        {{1.1e-4f, 0.0f, 0.0f, -1.0f}, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, 1},
        {{0.0f, 0.0f, 0.0f, 1.0f}, {9e-7f, 9e-7f, 0.0f}, {0.0f, 0.0f, 0.0f}, 0},
        {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, -1.1e-6f, 0.0f}, {0.0f, 0.0f, 0.0f}, 1},
        {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 0.0f}, {9e-5f, 9e-5f, 0.0f}, 0},
        {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 0.0f}, {0.0f, -1.1e-4f, 0.0f}, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        for (int is_absolute = 0; is_absolute < 2; ++is_absolute) {
            const MienTransform change = {
                .rotation = rows[i].q, .translation = rows[i].t, .scale = rows[i].s};
            CHECK_INT(cook_one(&change, 1.0f, is_absolute != 0, true).entries, rows[i].entries);
        }
    }
}

TEST(report)
{
    Rig rig;
    rig_begin(&rig, 4);
    rig_pose(&rig, "a");
    rig_pose(&rig, "b");
    rig.posed[0][0].rotation.x = 4e-6f;
    rig.posed[0][1].rotation.y = -7e-6f;
    rig.posed[0][2].translation.y += 0x1p-18f; // 3.8e-6
    rig.posed[0][3].translation.y += 1.0f;
    rig.posed[1][2].translation.y -= 0x1p-17f; // 7.6e-6
    rig.posed[1][0].scale.z = 1.0f + 0x1p-18f;
    rig.posed[1][1].scale = (MienVec3){1.0f + 0x1p-19f, 1.0f, 1.0f};
    rig_curve(&rig, "smile");
    rig_value(&rig, 1, 0, 0.0f);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    CHECK_INT(l.report.entries, 1);
    CHECK_INT(l.report.dropped, 6);
    CHECK_NEAR(l.report.largest_dropped_rotation, 7e-6, 1e-10);
    CHECK_NEAR(l.report.largest_dropped_translation, 0x1p-17, 1e-10);
    CHECK_NEAR(l.report.largest_dropped_scale, 0x1p-18, 1e-10);
    CHECK_INT(l.report.curve_entries, 1); // as given, even if it is the base's value
    CHECK(!l.report.has_scale && !l.info.has_scale);
    CHECK_NEAR(l.report.extent, 1.0, 0.0);
    CHECK_INT(l.info.bone_count, 1); // bones that no pose moves are not in the asset
    CHECK_STR(mien_pose_asset_bone_name(l.asset, 0), "bone3");
    unload(&l);
    rig.posed[1][1].scale.x = 2.0f;
    l = load_source(&rig.asset, MIEN_ISA_BEST);
    CHECK(l.report.has_scale && l.info.has_scale);
    unload(&l);
    rig.asset.is_unreal = true; // there all are
    l = load_source(&rig.asset, MIEN_ISA_BEST);
    CHECK_INT(l.info.bone_count, 4);
    CHECK_INT(l.report.curve_entries, 2); // and every pose defines every curve
    unload(&l);
}

/// The extent is the longest side of the box, in model space.
TEST(extent)
{
    Rig rig;
    rig_begin(&rig, 4);
    rig.bones[0].rest.translation = (MienVec3){5.0f, 5.0f, 5.0f}; // where it is does not matter
    rig.bones[0].rest.rotation = turned(2, 90.0);
    rig.bones[0].rest.scale = (MienVec3){1.0f, 2.0f, 1.0f};
    rig.bones[1].rest.translation = (MienVec3){1.0f, 0.0f, 0.0f};
    rig.bones[2].parent = 1;
    rig.bones[2].rest.translation = (MienVec3){1.0f, 1.0f, 0.0f};
    rig.bones[3].rest.translation = (MienVec3){0.0f, -0.5f, 0.25f};
    rig_mover(&rig, "a", 1, 1.0f);
    // Turned a quarter: bone2 is 2 up and 2 to the left, bone3 1 to the right.
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    CHECK_NEAR(l.info.extent, 3.0, 1e-6);
    unload(&l);
}

/// A rotation has two quaternions; which one the author gave must not matter.
TEST(signs)
{
    static const MienQuat half_turns[] = {
        {0.6f, -0.8f, 0.0f, 0.0f}, {0.0f, 0.6f, -0.8f, 0.0f}, {0.0f, 0.0f, 1.0f, 0.0f}};
    static const float weights[] = {0.5f, 1.0f, 0.3f, 2.0f};
    for (int i = 0; i < 10; ++i) {
        Rig rig;
        rig_begin(&rig, 1);
        rig.asset.is_absolute = i % 2 == 0;
        rig_pose(&rig, "given");
        rig_pose(&rig, "its negative");
        const MienQuat q = i < 6 ? half_turns[i / 2] : turned(i / 2 - 3, 170.0);
        rig.posed[0][0].rotation = q;
        rig.posed[1][0].rotation = (MienQuat){-q.x, -q.y, -q.z, -q.w};
        Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
        Stage s = stage_create(&l, NULL);
        for (int w = 0; w < 4; ++w) {
            const MienPoseWeight given = {0, weights[w]}, other = {1, weights[w]};
            stage_run_list(&s, &given, 1);
            const MienTransform first = s.out[0];
            stage_run_list(&s, &other, 1);
            CHECK(same_transform(&first, &s.out[0]));
            // Half of half a turn shows which one is stored: the one whose first
            // of w, x, y, z that is not 0 is positive.
            const float scale = 1.0f / sqrtf(2.0f);
            for (int k = 0; k < 4 && w == 0 && i < 6; ++k)
                CHECK_NEAR(nth(&first.rotation.x, k), nth(&q.x, k) * scale + (k == 3 ? scale : 0.0f), 1e-6);
        }
        stage_destroy(&s);
        unload(&l);
    }
}

TEST(order_of_levels)
{
    Rig rig;
    rig_begin(&rig, 6);
    static const int levels[] = {MIEN_ALL_LODS, 0, 3, 3, 15, 0};
    static const char *const expected[] = {"bone0", "bone4", "bone2", "bone3", "bone1", "bone5"};
    rig_pose(&rig, "a");
    for (int b = 0; b < 6; ++b) {
        rig.bones[b].max_lod = levels[b];
        rig.posed[0][b].translation.z = (float)b + 1.0f;
    }
    rig.bones[3].parent = 2;
    rig.bones[5].parent = 4;
    for (int c = 0; c < 3; ++c)
        rig_curve(&rig, c == 0 ? "early" : c == 1 ? "late" : "always");
    rig.curves[0].max_lod = rig.skeleton_curves[1].max_lod = 1;
    rig.curves[1].max_lod = rig.skeleton_curves[2].max_lod = 2;
    rig_value(&rig, 0, 0, 1.0f);
    rig_value(&rig, 0, 2, 3.0f);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL);
    stage_run_curve(&s, 0, 1.0f);
    for (int b = 0; b < 6; ++b) {
        CHECK_STR(mien_skeleton_bone_name(l.skeleton, b), expected[b]);
        CHECK_STR(mien_pose_asset_bone_name(l.asset, b), expected[b]);
        CHECK_NEAR(s.out[b].translation.z, expected[b][4] - '0' + 1, 0.0);
    }
    CHECK_INT(mien_skeleton_bone_parent(l.skeleton, 3), 2);
    CHECK_INT(mien_skeleton_bone_parent(l.skeleton, 5), 1);
    CHECK_STR(mien_pose_asset_curve_name(l.asset, 0), "always");
    CHECK_STR(mien_pose_asset_curve_name(l.asset, 1), "late");
    CHECK_STR(mien_pose_asset_curve_name(l.asset, 2), "early");
    CHECK(s.out_curves[1] == 3.0f && s.out_curves[2] == 0.0f && s.out_curves[3] == 1.0f);
    stage_destroy(&s);
    unload(&l);
}

/// Memory full of rubbish, which must not show in packs.
static void *dirty_allocate(void *user, size_t size, size_t alignment)
{
    void *memory = mieni_allocate(NULL, size, alignment);
    memset(memory, *(const int *)user, size);
    return memory;
}

static void dirty_free(void *user, void *memory, size_t size, size_t alignment)
{
    memset(memory, *(const int *)user, size);
    mieni_free(NULL, memory, size, alignment);
}

TEST(same_bytes_again)
{
    for (int i = 0; i < mien_sample_scene_count(); ++i) {
        MienSampleOptions options = mien_sample_scene(i)->options;
        options.bone_count = options.bone_count > 100 ? 100 : options.bone_count;
        MienSample *sample = mien_sample_create(&options), *again = mien_sample_create(&options);
        const MienAuthorPoseAsset *asset = mien_sample_asset(sample);
        CHECK(same_bytes(asset, mien_sample_asset(again)));
        int fill = 0xCD;
        const MienAllocator dirty = {&fill, dirty_allocate, dirty_free};
        MienAuthorPack clean = cook(asset), soiled, skeleton, soiled_skeleton;
        CHECK_STATUS(mien_author_pose_asset_cook(asset, &dirty, &soiled, NULL, NULL), MIEN_OK);
        CHECK_STATUS(mien_author_skeleton_cook(asset->skeleton, NULL, &skeleton, NULL), MIEN_OK);
        CHECK_STATUS(mien_author_skeleton_cook(asset->skeleton, &dirty, &soiled_skeleton, NULL), MIEN_OK);
        CHECK(clean.size == soiled.size && memcmp(clean.data, soiled.data, clean.size) == 0);
        CHECK(skeleton.size == soiled_skeleton.size &&
              memcmp(skeleton.data, soiled_skeleton.data, skeleton.size) == 0);
        MienAuthorPack *const packs[] = {&clean, &soiled, &skeleton, &soiled_skeleton};
        for (int k = 0; k < 4; ++k)
            mien_author_pack_release(packs[k]);
        mien_sample_destroy(sample);
        mien_sample_destroy(again);
    }
}

/// Lists that are sets may be given in any order; reserved floats say nothing.
TEST(order_that_does_not_matter)
{
    static const int forth[] = {0, 1, 2}, back[] = {2, 1, 0};
    Rig a, b;
    Rig *const rigs[] = {&a, &b};
    for (int k = 0; k < 2; ++k) {
        Rig *rig = rigs[k];
        rig_begin(rig, 2);
        for (int p = 0; p < 3; ++p)
            rig_mover(rig, p == 0 ? "a" : p == 1 ? "b" : "c", p % 2, 1.0f);
        MienAuthorPose *all = rig_mover(rig, "all", 1, 2.0f);
        all->role = MIEN_AUTHOR_COMBINATION;
        all->inputs = k == 0 ? forth : back;
        all->input_count = 3;
        for (int c = 0; c < 3; ++c)
            rig_curve(rig, c == 0 ? "x" : c == 1 ? "y" : "z");
        for (int c = 0; c < 3; ++c)
            rig_value(rig, 1, k == 0 ? c : 2 - c, k == 0 ? (float)c : (float)(2 - c));
        for (int i = 0; i < 3; ++i) {
            const int target = k == 0 ? i : 2 - i;
            rig_mask(rig, MIEN_AUTHOR_OVERRIDE_SUM, target, (target + 1) % 3, 0.5f);
        }
        rig->groups[0] =
            (MienAuthorGroup){.members = k == 0 ? forth : back, .member_count = 3, .limit = 1.0f};
        rig->asset.group_count = 1;
        rig->bones[1].rest.reserved0 = rig->posed[0][1].reserved1 = (float)k;
        // Settings that are not switched on say nothing either.
        rig->poses[0].driven_settings.gain = rig->poses[0].driven_settings.min = (float)k;
    }
    CHECK(same_bytes(&a.asset, &b.asset));
    b.masks[0].amount = 0.25f;
    CHECK(!same_bytes(&a.asset, &b.asset));
}

/// Nothing at all is an asset too.
TEST(empty_assets)
{
    Rig rig;
    rig_begin(&rig, 0);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL), bound = stage_create(&l, l.binding);
    stage_run(&s);
    stage_run(&bound);
    stage_destroy(&s);
    stage_destroy(&bound);
    unload(&l);
    rig_begin(&rig, 2); // a pose that moves nothing, and one that only has a curve
    rig_pose(&rig, "still");
    rig_pose(&rig, "curve only")->bones = NULL;
    rig_curve(&rig, "smile");
    rig_value(&rig, 1, 0, 1.0f);
    l = load_source(&rig.asset, MIEN_ISA_BEST);
    s = stage_create(&l, l.binding);
    CHECK_INT(l.info.entry_count, 0);
    stage_run_curve(&s, 1, 0.5f);
    CHECK(s.out_curves[2] == 0.5f && same_transform(&s.out[1], &s.input[1]));
    stage_destroy(&s);
    unload(&l);
}

CHECK_MAIN
{
    RUN(thresholds);
    RUN(unreal_thresholds);
    RUN(report);
    RUN(extent);
    RUN(signs);
    RUN(order_of_levels);
    RUN(same_bytes_again);
    RUN(order_that_does_not_matter);
    RUN(empty_assets);
}
