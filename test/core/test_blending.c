// SPDX-License-Identifier: MIT
//
// From weights to bones and curves, in cases small enough to work out by hand:
// additive offsets, absolute poses and their shares, curves that poses define.

#include "support/posing.h"

/// A list of weights of poses 0, 1, 2, ..., then a run.
static void weigh(Stage *s, const float *weights, int count)
{
    MienPoseWeight list[RIG_POSES];
    for (int i = 0; i < count; ++i)
        list[i] = (MienPoseWeight){i, weights[i]};
    stage_run_list(s, list, count);
}

#define WEIGH(...)                                                                                           \
    weigh(&s, (const float[]){__VA_ARGS__}, (int)(sizeof((float[]){__VA_ARGS__}) / sizeof(float)))

static void check_quat(MienQuat out, MienQuat expected, double tolerance, int line)
{
    for (int k = 0; k < 4; ++k)
        check_near(nth(&out.x, k), nth(&expected.x, k), tolerance, __FILE__, line, "a rotation");
}

static void check_vec(MienVec3 out, float x, float y, float z, int line)
{
    check_near(out.x, x, 1e-6, __FILE__, line, "x");
    check_near(out.y, y, 1e-6, __FILE__, line, "y");
    check_near(out.z, z, 1e-6, __FILE__, line, "z");
}

#define CHECK_QUAT(out, expected)  check_quat(out, expected, 1e-6, __LINE__)
#define CHECK_VEC(out, x, y, z)    check_vec(out, x, y, z, __LINE__)
#define CHECK_SAME(out, transform) CHECK(same_transform(&(out), &(transform)))

TEST(additive_offsets_add_up)
{
    Rig rig;
    rig_begin(&rig, 3);
    rig_mover(&rig, "a", 0, 0.5f);
    rig_mover(&rig, "b", 0, -0.25f);
    rig_mover(&rig, "c", 1, 1.0f);
    rig.posed[0][0].scale = (MienVec3){2.0f, 1.0f, 0.5f};
    rig.posed[1][0].scale = (MienVec3){1.5f, 1.0f, 1.0f};
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, l.binding);
    s.input[0].translation = (MienVec3){1.0f, 2.0f, 3.0f};
    s.input[0].scale = (MienVec3){1.0f, 2.0f, 4.0f};
    s.input[2].translation.x = -0.0f;
    WEIGH(1.0f, 2.0f, 0.0f);
    CHECK_VEC(s.out[0].translation, 1.0f, 2.0f, 3.0f);
    CHECK_VEC(s.out[0].scale, 3.0f, 2.0f, 2.0f); // the deltas 1 and 2 * 0.5 add, then multiply
    CHECK_SAME(s.out[1], s.input[1]);
    WEIGH(-1.0f, 0.0f, 2.0f); // below 0 and above 1 go on in a straight line
    CHECK_VEC(s.out[0].translation, 0.5f, 2.0f, 3.0f);
    CHECK_VEC(s.out[0].scale, 0.0f, 2.0f, 6.0f);
    CHECK_VEC(s.out[1].translation, 2.0f, 1.0f, 0.0f);
    CHECK_SAME(s.out[2], s.input[2]); // a bone no pose knows
    stage_destroy(&s);
    unload(&l);
}

TEST(additive_rotations)
{
    Rig rig;
    rig_begin(&rig, 1);
    rig_pose(&rig, "x");
    rig_pose(&rig, "y");
    rig.posed[0][0].rotation = turned(0, 90.0);
    rig.posed[1][0].rotation = turned(1, 90.0);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL);
    WEIGH(1.0f, 0.0f);
    CHECK_QUAT(s.out[0].rotation, turned(0, 90.0));
    WEIGH(0.25f, 0.0f); // from the identity in a straight line, then normalised
    CHECK_NEAR(degrees_of(s.out[0].rotation), 21.5982, 1e-4);
    WEIGH(1.0f, 1.0f); // S = (r, r, 0, 2r - 1), r the root of a half; either order gives it
    const double r = sqrt(0.5), w = 2.0 * r - 1.0, n = sqrt(1.0 + w * w);
    CHECK_QUAT(s.out[0].rotation, ((MienQuat){(float)(r / n), (float)(r / n), 0.0f, (float)(w / n)}));
    // The offset is on the left: turned about x after whatever the input was.
    s.input[0].rotation = turned(1, 90.0);
    WEIGH(1.0f, 0.0f);
    CHECK_QUAT(s.out[0].rotation, ((MienQuat){0.5f, 0.5f, 0.5f, 0.5f}));
    // Of which sign the input is does not matter to the rotation: the result has it.
    s.input[0].rotation = (MienQuat){0.0f, -s.input[0].rotation.y, 0.0f, -s.input[0].rotation.w};
    WEIGH(1.0f, 0.0f);
    CHECK_QUAT(s.out[0].rotation, ((MienQuat){-0.5f, -0.5f, -0.5f, -0.5f}));
    stage_destroy(&s);
    unload(&l);
}

/// Offsets can cancel to nothing, and then there is no rotation to speak of.
TEST(additive_rotations_that_vanish)
{
    Rig rig;
    rig_begin(&rig, 1);
    rig_mover(&rig, "half turn", 0, 1.0f);
    rig_mover(&rig, "quarter turn", 0, 1.0f);
    rig.posed[0][0].rotation = turned(0, 180.0);
    rig.posed[1][0].rotation = turned(0, 90.0);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL);
    s.input[0].rotation = turned(2, 33.0);
    // With r the root of a half: x = a + b r and w = 1 - a - b (1 - r) are both 0
    // for b = -1 / (2 r - 1), a = -b r.
    const double r = sqrt(0.5), b = -1.0 / (2.0 * r - 1.0), a = -b * r;
    WEIGH((float)a, (float)b);
    CHECK(memcmp(&s.out[0].rotation, &s.input[0].rotation, sizeof(MienQuat)) == 0);
    CHECK_NEAR(s.out[0].translation.x, a + b, 1e-6); // the rest is as always
    // Just above 2^-20 it is a rotation again, just below it is not.
    WEIGH((float)(a + 0.00098), (float)b);
    CHECK(memcmp(&s.out[0].rotation, &s.input[0].rotation, sizeof(MienQuat)) != 0);
    WEIGH((float)(a + 0.0006), (float)b);
    CHECK(memcmp(&s.out[0].rotation, &s.input[0].rotation, sizeof(MienQuat)) == 0);
    stage_destroy(&s);
    unload(&l);
}

static void begin_absolute(Rig *rig, int bones)
{
    rig_begin(rig, bones);
    rig->asset.is_absolute = true;
}

TEST(absolute_poses_share_with_the_input)
{
    Rig rig;
    begin_absolute(&rig, 2);
    rig_mover(&rig, "a", 0, 4.0f);
    rig_mover(&rig, "b", 0, 8.0f);
    rig_mover(&rig, "c", 1, 1.0f);
    rig.posed[0][0].scale.x = 2.0f;
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, l.binding);
    s.input[0].translation = (MienVec3){100.0f, 0.0f, 0.0f};
    s.input[0].scale.x = 5.0f;
    WEIGH(0.25f, 0.25f, 0.0f); // half is left to the input
    CHECK_VEC(s.out[0].translation, 53.0f, 0.0f, 0.0f);
    CHECK_VEC(s.out[0].scale, 3.25f, 1.0f, 1.0f);
    CHECK_SAME(s.out[1], s.input[1]);
    WEIGH(1.0f, 0.0f, 0.0f);
    CHECK_VEC(s.out[0].translation, 4.0f, 0.0f, 0.0f);
    // A pose that leaves a bone alone does not weaken it there.
    WEIGH(1.0f, 0.0f, 1.0f);
    CHECK_VEC(s.out[0].translation, 4.0f, 0.0f, 0.0f);
    CHECK_VEC(s.out[1].translation, 1.0f, 1.0f, 0.0f);
    WEIGH(0.5f, 0.0f, 3.0f);
    CHECK_VEC(s.out[0].translation, 52.0f, 0.0f, 0.0f);
    CHECK_VEC(s.out[1].translation, 1.0f, 1.0f, 0.0f);
    // Above 1 in all, bone by bone, nothing of the input is left: not a trace of
    // a number a billion times as large.
    s.input[0].translation.x = 1e15f;
    WEIGH(3.0f, 1.0f, 0.5f);
    CHECK_VEC(s.out[0].translation, 5.0f, 0.0f, 0.0f);
    CHECK_VEC(s.out[0].scale, 1.75f, 1.0f, 1.0f);
    CHECK_VEC(s.out[1].translation, 0.5f, 1.0f, 0.0f);
    // Negative weights do not exist here.
    WEIGH(-1.0f, 1.0f, 0.0f);
    CHECK_VEC(s.out[0].translation, 8.0f, 0.0f, 0.0f);
    CHECK(s.weights[0] == 0.0f);
    stage_destroy(&s);
    unload(&l);
}

TEST(absolute_rotations)
{
    Rig rig;
    begin_absolute(&rig, 1);
    rig_pose(&rig, "x");
    rig_pose(&rig, "minus x");
    rig.posed[0][0].rotation = turned(0, 60.0);
    // The same rotation from the other half of the sphere is the same pose.
    rig.posed[1][0].rotation = (MienQuat){-0.5f, 0.0f, 0.0f, -rig.posed[0][0].rotation.w};
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL);
    for (int pose = 0; pose < 2; ++pose) {
        for (int sign = 0; sign < 2; ++sign) {
            s.input[0].rotation = (MienQuat){0.0f, 0.0f, 0.0f, sign ? -1.0f : 1.0f};
            const MienPoseWeight quarter = {pose, 0.25f};
            stage_run_list(&s, &quarter, 1);
            CHECK_NEAR(degrees_of(s.out[0].rotation), 14.7385, 1e-4);
            CHECK(s.out[0].rotation.w > 0.0f);
        }
    }
    WEIGH(0.5f, 0.5f);
    CHECK_QUAT(s.out[0].rotation, turned(0, 60.0));
    // At a right angle to the base, w and then the first of x, y, z decide.
    s.input[0].rotation = (MienQuat){-1.0f, 0.0f, 0.0f, 0.0f};
    WEIGH(0.5f, 0.0f);
    const double x = 0.75, w = 0.5 * sqrt(0.75), n = sqrt(x * x + w * w);
    CHECK_QUAT(s.out[0].rotation, ((MienQuat){(float)(x / n), 0.0f, 0.0f, (float)(w / n)}));
    stage_destroy(&s);
    unload(&l);
}

TEST(held_bones)
{
    static const int hold[] = {1};
    for (int has_bones = 0; has_bones < 2; ++has_bones) {
        Rig rig;
        begin_absolute(&rig, 2);
        rig_mover(&rig, "a", 1, 1.0f);
        MienAuthorPose *rest = rig_pose(&rig, "rest");
        rest->hold = hold;
        rest->hold_count = 1;
        if (!has_bones)
            rest->bones = NULL; // all as the base
        Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
        Stage s = stage_create(&l, l.binding);
        CHECK_INT(l.info.entry_count, 2);
        CHECK_INT(mien_pose_asset_pose(l.asset, 1).bone_count, 1);
        s.input[0].translation.x = s.input[1].translation.x = 8.0f;
        WEIGH(0.0f, 0.75f);
        CHECK_VEC(s.out[1].translation, 2.0f, 1.0f, 0.0f);
        CHECK_SAME(s.out[0], s.input[0]);
        WEIGH(1.0f, 1.0f); // it takes its share, as any other
        CHECK_VEC(s.out[1].translation, 0.5f, 1.0f, 0.0f);
        stage_destroy(&s);
        unload(&l);
    }
}

/// A bone that the base hides (scale 0) is moved only by poses that show it.
TEST(hidden_bones)
{
    Rig rig;
    begin_absolute(&rig, 2);
    rig.bones[1].rest.scale = (MienVec3){0.0f, 0.0f, 0.0f};
    rig_mover(&rig, "elsewhere", 0, 1.0f);
    rig_pose(&rig, "shown");
    rig.posed[1][1].scale = (MienVec3){1.0f, 1.0f, 1.0f};
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, l.binding);
    CHECK_INT(l.info.entry_count, 2);
    CHECK_INT(mien_pose_asset_pose(l.asset, 0).bone_count, 1);
    WEIGH(1.0f, 1.0f);
    CHECK_VEC(s.out[1].scale, 1.0f, 1.0f, 1.0f);
    stage_destroy(&s);
    unload(&l);
}

/// Two poses, three curves: "both" of both, "one" of the first, "none" of none.
static void make_curves(Rig *rig, bool is_absolute)
{
    static const float base_curves[] = {0.25f, 0.0f, 0.5f};
    rig_begin(rig, 1);
    rig->asset.is_absolute = is_absolute;
    rig->asset.base_curves = base_curves;
    rig_mover(rig, "a", 0, 1.0f);
    rig_mover(rig, "b", 0, 2.0f);
    rig_curve(rig, "both");
    rig_curve(rig, "one");
    rig_curve(rig, "none");
    rig_value(rig, 0, 1, 0.0f);
    rig_value(rig, 0, 0, 0.75f);
    rig_value(rig, 1, 0, 1.25f);
}

TEST(additive_curves)
{
    Rig rig;
    make_curves(&rig, false);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, l.binding);
    const MienCurveSet *out = &s.job.out_curves;
    mien_curve_set_put(&s.job.curves, 0, 0.5f);
    mien_curve_set_put(&s.job.curves, 4, -7.0f);
    stage_run(&s);
    CHECK_NEAR(s.out_curves[2], 0.25, 1e-6); // 0.5 * (0.75 - 0.25)
    CHECK(mien_curve_set_has(out, 2) && mien_curve_set_has(out, 3) && s.out_curves[3] == 0.0f);
    CHECK(s.out_curves[4] == -7.0f && mien_curve_set_has(out, 4)); // passes through
    CHECK(s.out_curves[0] == 0.5f && mien_curve_set_has(out, 0));  // driving curves too
    CHECK(!mien_curve_set_has(out, 1));
    mien_curve_set_put(&s.job.curves, 0, 0.0f);
    mien_curve_set_put(&s.job.curves, 1, 1.0f);
    mien_curve_set_put(&s.job.curves, 2, 2.0f);
    stage_run(&s);
    CHECK_NEAR(s.out_curves[2], 3.0, 1e-6);
    CHECK(!mien_curve_set_has(out, 3)); // only what active poses define
    const MienPoseWeight over[] = {{0, 2.0f}, {1, -1.0f}};
    stage_run_list(&s, over, 2);
    CHECK_NEAR(s.out_curves[2], 2.0, 1e-6); // unclamped
    stage_destroy(&s);
    unload(&l);
}

TEST(absolute_curves)
{
    Rig rig;
    make_curves(&rig, true);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, l.binding);
    mien_curve_set_put(&s.job.curves, 2, 8.0f);
    mien_curve_set_put(&s.job.curves, 3, 4.0f);
    WEIGH(0.5f, 0.25f);
    CHECK_NEAR(s.out_curves[2], 0.25 * 8.0 + 0.5 * 0.75 + 0.25 * 1.25, 1e-6);
    CHECK_NEAR(s.out_curves[3], 2.0, 1e-6);
    WEIGH(1.0f, 0.0f); // a pose that says 0 means 0
    CHECK(s.out_curves[3] == 0.0f && mien_curve_set_has(&s.job.out_curves, 3));
    WEIGH(1.0f, 3.0f); // shares are per curve, as they are per bone
    CHECK_NEAR(s.out_curves[2], 0.25 * 0.75 + 0.75 * 1.25, 1e-6);
    CHECK(s.out_curves[3] == 0.0f);
    stage_destroy(&s);
    unload(&l);
}

/// Curves may hold anything; what is no number counts as 0, and of infinity too
/// nothing is left where the poses take all.
TEST(curves_that_are_no_numbers)
{
    static const float odd[] = {NAN, INFINITY, -INFINITY};
    for (int is_absolute = 0; is_absolute < 2; ++is_absolute) {
        Rig rig;
        make_curves(&rig, is_absolute != 0);
        Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
        Stage s = stage_create(&l, l.binding);
        for (int i = 0; i < 3; ++i) {
            mien_curve_set_put(&s.job.curves, 2, 1.0f);
            mien_curve_set_put(&s.job.curves, 4, 1.0f);
            s.curves[2] = s.curves[4] = odd[i];
            WEIGH(0.5f, 1.5f);
            if (is_absolute || i == 0)
                CHECK_NEAR(s.out_curves[2], is_absolute ? 0.25 * 0.75 + 0.75 * 1.25 : 1.75, 1e-6);
            else
                CHECK(same_float(s.out_curves[2], odd[i]));
            CHECK(same_float(s.out_curves[4], odd[i]));
        }
        stage_destroy(&s);
        unload(&l);
    }
}

/// All ways to give and to take curves.
TEST(curve_arrays)
{
    Rig rig;
    make_curves(&rig, false);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, l.binding);
    const MienPoseWeight a = {0, 1.0f};
    // No input: only what poses define is there.
    memset(s.out_curves, 0xEE, 5 * sizeof(float));
    s.job.curves = (MienCurveSet){0};
    stage_run_list(&s, &a, 1);
    CHECK(s.out_curves[2] == 0.5f && s.out_curves[4] == 0.0f);
    CHECK_INT(s.out_present[0], 0xC);
    // Without bits of presence, what is not 0 is there.
    s.job.curves = (MienCurveSet){5, s.curves, NULL};
    s.curves[4] = 3.0f;
    stage_run_list(&s, &a, 1);
    CHECK_INT(s.out_present[0], 0x1C);
    CHECK(s.out_curves[4] == 3.0f);
    // In place.
    s.job.curves.present = s.present;
    mien_curve_set_clear(&s.job.curves);
    mien_curve_set_put(&s.job.curves, 0, 1.0f);
    s.job.out_curves = s.job.curves;
    stage_run(&s);
    CHECK(s.curves[0] == 1.0f && s.curves[2] == 0.5f);
    CHECK_INT(s.present[0], 0xD);
    // Not wanted.
    memset(s.out_curves, 0xEE, 5 * sizeof(float));
    s.job.out_curves = (MienCurveSet){0, s.out_curves, s.out_present};
    s.out_present[0] = 0x77;
    stage_run(&s);
    float untouched;
    memset(&untouched, 0xEE, sizeof untouched);
    CHECK(same_float(s.out_curves[2], untouched) && s.out_present[0] == 0x77);
    stage_destroy(&s);
    unload(&l);
}

CHECK_MAIN
{
    RUN(additive_offsets_add_up);
    RUN(additive_rotations);
    RUN(additive_rotations_that_vanish);
    RUN(absolute_poses_share_with_the_input);
    RUN(absolute_rotations);
    RUN(held_bones);
    RUN(hidden_bones);
    RUN(additive_curves);
    RUN(absolute_curves);
    RUN(curves_that_are_no_numbers);
    RUN(curve_arrays);
}
