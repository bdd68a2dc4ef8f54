// SPDX-License-Identifier: MIT
//
// Assets evaluated as Unreal does. The numbers are what its formulas give, worked
// out apart from this library; each stands beside the name of its vector.

#include "support/posing.h"

static const double printed = 1e-5;         ///< Numbers are given to six digits.
static const double printed_degrees = 1e-4; ///< Angles to four.

typedef struct Vector {
    MienQuat q;
    MienVec3 t, s;
    double degrees;
} Vector;

static void check_vector(const char *name, const MienTransform *out, const Vector *expected)
{
    const int before = check_state.faults;
    const float *q = &out->rotation.x, *want_q = &expected->q.x, *t = &out->translation.x,
                *want_t = &expected->t.x, *s = &out->scale.x, *want_s = &expected->s.x;
    for (int k = 0; k < 4; ++k)
        CHECK_NEAR(q[k], want_q[k], printed);
    for (int k = 0; k < 3; ++k) {
        CHECK_NEAR(t[k], want_t[k], printed);
        CHECK_NEAR(s[k], want_s[k], printed);
    }
    CHECK_NEAR(degrees_of(out->rotation), expected->degrees, printed_degrees);
    if (check_state.faults > before)
        printf("that was %s\n", name);
}

static void begin(Rig *rig, int bones, bool is_absolute)
{
    rig_begin(rig, bones);
    rig->asset.is_unreal = true;
    rig->asset.is_absolute = is_absolute;
}

/// Adds a pose that turns the first bone about an axis.
static void add_turn(Rig *rig, const char *name, int axis, double degrees)
{
    rig_pose(rig, name);
    rig->posed[rig->asset.pose_count - 1][0].rotation = turned(axis, degrees);
}

/// The additive offset of the first bone for a list of weights.
static MienTransform offset_of(const Loaded *l, const MienPoseWeight *list, int count, bool allow_negative)
{
    Stage s = stage_create(l, NULL);
    s.job.write_delta = true;
    s.job.allow_negative = allow_negative;
    stage_run_list(&s, list, count);
    const MienTransform out = s.out[0];
    stage_destroy(&s);
    return out;
}

TEST(one_additive_pose)
{
    static const struct {
        const char *name;
        float weight;
        Vector expected;
    } rows[] = {
        {"V1_add_w0.5_rotX90_t2_s2",
         0.5f,
         {{0.382683f, 0.0f, 0.0f, 0.92388f}, {1.0f, 0.0f, 0.0f}, {0.5f, 0.0f, 0.0f}, 45.0}},
        {"V1b_add_w0.25",
         0.25f,
         {{0.187366f, 0.0f, 0.0f, 0.98229f}, {0.5f, 0.0f, 0.0f}, {0.25f, 0.0f, 0.0f}, 21.5982}},
        {"V2_add_w2_saturates",
         2.0f,
         {{0.707107f, 0.0f, 0.0f, 0.707107f}, {2.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, 90.0}},
        {"V3_add_w-0.5",
         -0.5f,
         {{-0.294695f, 0.0f, 0.0f, 0.955591f}, {-1.0f, 0.0f, 0.0f}, {-0.5f, 0.0f, 0.0f}, 34.2785}},
    };
    Rig rig;
    begin(&rig, 1, false);
    add_turn(&rig, "A", 0, 90.0);
    rig.posed[0][0].translation.x = 2.0f;
    rig.posed[0][0].scale.x = 2.0f;
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const MienPoseWeight list = {0, rows[i].weight};
        const MienTransform out = offset_of(&l, &list, 1, rows[i].weight < 0.0f);
        check_vector(rows[i].name, &out, &rows[i].expected);
    }
    // Without leave, a negative weight does not count.
    const MienPoseWeight negative = {0, -0.5f};
    const Vector nothing = {.q = {0.0f, 0.0f, 0.0f, 1.0f}};
    const MienTransform out = offset_of(&l, &negative, 1, false);
    check_vector("a negative weight", &out, &nothing);
    unload(&l);
}

/// Two poses at weight 1, in the order given. The list names them the other way
/// round: it is the asset's order that counts.
static MienQuat two_turns(int first_axis, double first, int second_axis, double second)
{
    static const MienPoseWeight list[] = {{1, 1.0f}, {0, 1.0f}};
    Rig rig;
    begin(&rig, 1, false);
    add_turn(&rig, "first", first_axis, first);
    add_turn(&rig, "second", second_axis, second);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    const MienTransform out = offset_of(&l, list, 2, false);
    for (int k = 0; k < 3; ++k) {
        CHECK_NEAR(nth(&out.translation.x, k), 0.0, printed);
        CHECK_NEAR(nth(&out.scale.x, k), 0.0, printed);
    }
    unload(&l);
    return out.rotation;
}

TEST(additive_rotations_do_not_commute)
{
    const MienQuat x_first = two_turns(0, 90.0, 1, 90.0), y_first = two_turns(1, 90.0, 0, 90.0);
    const MienTransform out_x = {.rotation = x_first}, out_y = {.rotation = y_first};
    const Vector expected_x = {.q = {0.5f, 0.5f, -0.5f, 0.5f}, .degrees = 120.0};
    const Vector expected_y = {.q = {0.5f, 0.5f, 0.5f, 0.5f}, .degrees = 120.0};
    check_vector("V4_X90_then_Y90", &out_x, &expected_x);
    check_vector("V4_Y90_then_X90", &out_y, &expected_y);
    CHECK_NEAR(degrees_between(x_first, y_first), 120.0, printed_degrees); // V4_diff_deg

    const MienQuat a = two_turns(0, 20.0, 1, 15.0), b = two_turns(1, 15.0, 0, 20.0);
    CHECK_NEAR(degrees_between(a, b), 5.195, 1e-3); // V4b_X20_Y15_diff_deg

    // The sum of logarithms lies between the two orders: its rotation vector is
    // (20, 15, 0) degrees, 25 long.
    const double half = mien_atan2(0.0, -1.0) / 360.0, x = 20.0 * half, y = 15.0 * half;
    const double length = sqrt(x * x + y * y);
    double sine, cosine;
    mien_sincos(length, &sine, &cosine);
    const MienQuat log_sum = {(float)(x / length * sine), (float)(y / length * sine), 0.0f, (float)cosine};
    CHECK_NEAR(degrees_of(log_sum), 25.0, printed_degrees);
    CHECK_NEAR(degrees_between(log_sum, a), 2.6042, printed_degrees); // V4c_logsum_vs_orderA_deg
    CHECK_NEAR(degrees_between(log_sum, b), 2.6042, printed_degrees); // V4c_logsum_vs_orderB_deg
}

/// One pose per scale given, all at weight 1 on an input; the scale that comes
/// out, and the input for the next asset in *bone.
static void grow(MienTransform *bone, const float *scales, int count)
{
    static const char *const names[] = {"A", "B"};
    static const MienPoseWeight list[] = {{0, 1.0f}, {1, 1.0f}};
    Rig rig;
    begin(&rig, 1, false);
    for (int i = 0; i < count; ++i) {
        rig_pose(&rig, names[i]);
        rig.posed[i][0].scale.x = scales[i];
    }
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL);
    s.input[0] = *bone;
    stage_run_list(&s, list, count);
    *bone = s.out[0];
    stage_destroy(&s);
    unload(&l);
}

TEST(scales_add_within_an_asset_and_multiply_across)
{
    static const float in_one[3] = {1.7f, 1.0f, 1.0f};  // V5_scale_two_poses_in_one_asset
    static const float chained[3] = {1.8f, 1.0f, 1.0f}; // V5_scale_two_assets_chained
    static const float scales[2] = {1.5f, 1.2f};
    MienTransform bone = mien_transform_identity();
    grow(&bone, scales, 2);
    for (int k = 0; k < 3; ++k)
        CHECK_NEAR(nth(&bone.scale.x, k), in_one[k], printed);
    bone = mien_transform_identity();
    grow(&bone, &scales[0], 1);
    grow(&bone, &scales[1], 1);
    for (int k = 0; k < 3; ++k)
        CHECK_NEAR(nth(&bone.scale.x, k), chained[k], printed);
}

/// A turns the first bone, B too, C only the second.
static void make_full_body(Rig *rig)
{
    begin(rig, 2, true);
    add_turn(rig, "A", 0, 60.0);
    add_turn(rig, "B", 1, 90.0);
    rig_mover(rig, "C", 1, 1.0f);
    rig->posed[0][0].translation.x = 4.0f;
    rig->posed[1][0].translation.y = 8.0f;
}

TEST(absolute_poses)
{
    static const struct {
        const char *name;
        float a, b, c;
        Vector expected;
    } rows[] = {
        {"V6_full_A0.25",
         0.25f,
         0.0f,
         0.0f,
         {{0.128264f, 0.0f, 0.0f, 0.99174f}, {1.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}, 14.7385}},
        {"V6_full_A0.5_B0.25",
         0.5f,
         0.25f,
         0.0f,
         {{0.273918f, 0.193689f, 0.0f, 0.942047f}, {2.0f, 2.0f, 0.0f}, {1.0f, 1.0f, 1.0f}, 39.2034}},
        {"V6_full_A1_B1_normalised",
         1.0f,
         1.0f,
         0.0f,
         {{0.278434f, 0.393765f, 0.0f, 0.876027f}, {2.0f, 4.0f, 0.0f}, {1.0f, 1.0f, 1.0f}, 57.6665}},
        {"V6_full_A1_C1_where_C_equals_ref_here",
         1.0f,
         0.0f,
         1.0f,
         {{0.258819f, 0.0f, 0.0f, 0.965926f}, {2.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}, 30.0}},
        {"V6_full_A3_only_of_two",
         3.0f,
         0.0f,
         0.0f,
         {{0.5f, 0.0f, 0.0f, 0.866025f}, {4.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}, 60.0}},
    };
    Rig rig;
    make_full_body(&rig);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, l.binding);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const MienPoseWeight list[] = {{0, rows[i].a}, {1, rows[i].b}, {2, rows[i].c}};
        // The input does not matter: what is missing comes from the reference pose.
        s.input[0] = (MienTransform){.rotation = turned(2, 45.0), .translation = {7.0f, 7.0f, 7.0f}};
        stage_run_list(&s, list, 3);
        check_vector(rows[i].name, &s.out[0], &rows[i].expected);
    }
    stage_destroy(&s);
    unload(&l);
}

/// Parts of a pose and of the reference add up, axis by axis.
TEST(absolute_scales_add_up)
{
    static const MienPoseWeight list[] = {{0, 0.5f}, {1, 0.25f}};
    Rig rig;
    begin(&rig, 1, true);
    rig_pose(&rig, "large");
    rig_pose(&rig, "small");
    rig.posed[0][0].scale = (MienVec3){2.0f, 4.0f, 8.0f};
    rig.posed[1][0].scale = (MienVec3){0.5f, 0.25f, 0.125f};
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL);
    stage_run_list(&s, list, 2);
    CHECK_NEAR(s.out[0].scale.x, 0.5 * 2.0 + 0.25 * 0.5 + 0.25, 1e-6);
    CHECK_NEAR(s.out[0].scale.y, 0.5 * 4.0 + 0.25 * 0.25 + 0.25, 1e-6);
    CHECK_NEAR(s.out[0].scale.z, 0.5 * 8.0 + 0.25 * 0.125 + 0.25, 1e-6);
    stage_destroy(&s);
    unload(&l);
}

static double three_turns(double first, double second, double third)
{
    const double degrees[3] = {first, second, third};
    static const char *const names[3] = {"first", "second", "third"};
    static const float w = 1.0f / 3.0f;
    static const MienPoseWeight list[] = {{0, w}, {1, w}, {2, w}};
    Rig rig;
    begin(&rig, 1, true);
    for (int i = 0; i < 3; ++i) {
        add_turn(&rig, names[i], 0, degrees[i]);
        // Off the reference, so that the pose at 0 degrees counts where it stands.
        rig.posed[i][0].translation.x = 1.0f;
    }
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL);
    stage_run_list(&s, list, 3);
    const double angle = degrees_of(s.out[0].rotation);
    stage_destroy(&s);
    unload(&l);
    return angle;
}

TEST(order_of_far_rotations_matters)
{
    CHECK_NEAR(three_turns(0.0, 130.0, 250.0), 5.0, printed_degrees);      // V7_full_three_far_rot_order012
    CHECK_NEAR(three_turns(130.0, 250.0, 0.0), 112.5899, printed_degrees); // V7_full_three_far_rot_order120
}

TEST(a_pose_listed_twice)
{
    static const MienPoseWeight list[] = {{0, 0.8f}, {0, 0.6f}};
    for (int is_unreal = 0; is_unreal < 2; ++is_unreal) {
        Rig rig;
        begin(&rig, 1, true);
        rig.asset.is_unreal = is_unreal != 0;
        rig_mover(&rig, "A", 0, 1.0f);
        rig_curve(&rig, "curve");
        rig_value(&rig, 0, 0, 1.0f);
        Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
        Stage s = stage_create(&l, NULL);
        stage_run_list(&s, list, 2);
        // V15_duplicate_target_effective_pose_weight, V15_curve_multiplier_sum; and
        // V15_sane_sum_clamped, which is what Mien's own rules give.
        CHECK_NEAR(s.out[0].translation.x, is_unreal ? 0.306122 : 1.0, printed);
        CHECK_NEAR(s.out_curves[1], is_unreal ? 0.734694 : 1.0, printed);
        CHECK_NEAR(s.weights[0], is_unreal ? 0.306122 : 1.4, printed);
        stage_destroy(&s);
        unload(&l);
    }
}

TEST(a_single_absolute_pose_is_clamped)
{
    Rig rig;
    make_full_body(&rig);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, l.binding);
    const MienPoseWeight three = {0, 3.0f}, minus = {0, -1.0f};
    stage_run_list(&s, &three, 1);
    CHECK_NEAR(degrees_of(s.out[0].rotation), 60.0, printed_degrees);
    CHECK(s.out[0].translation.x == 4.0f && s.weights[0] == 1.0f);
    // Whole from one minus the least weight on, and not before.
    const float least_whole = 1.0f - 1e-5f;
    const MienPoseWeight whole = {0, least_whole}, less = {0, nextafterf(least_whole, 0.0f)};
    stage_run_list(&s, &whole, 1);
    CHECK(s.out[0].translation.x == 4.0f);
    stage_run_list(&s, &less, 1);
    CHECK(s.out[0].translation.x < 4.0f);
    // No active pose: the input's bits, even those of -0, and its curves.
    s.input[0].rotation = turned(2, 45.0);
    s.input[0].translation.x = -0.0f;
    mien_curve_set_put(&s.job.curves, 1, 0.75f);
    for (int allow = 0; allow < 2; ++allow) {
        s.job.allow_negative = allow != 0;
        stage_run_list(&s, &minus, 1);
        CHECK(same_transform(&s.out[0], &s.input[0]) && same_transform(&s.out[1], &s.input[1]));
        CHECK(s.weights[0] == 0.0f && s.out_curves[1] == 0.75f);
    }
    stage_destroy(&s);
    unload(&l);
}

TEST(an_absolute_asset_jumps)
{
    static const struct {
        float weight;
        double degrees;
    } rows[] = {
        {0.0f, 45.0},      // V19_poseblender_nonadditive_w0
        {9e-6f, 45.0},     // V19_poseblender_nonadditive_w9e-06
        {1.1e-5f, 0.0006}, // V19_poseblender_nonadditive_w1.1e-05
        {0.01f, 0.5737},   // V19_poseblender_nonadditive_w0.01
        {1.0f, 60.0},      // V19_poseblender_nonadditive_w1
    };
    Rig rig;
    make_full_body(&rig);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, l.binding);
    s.input[0].rotation = turned(0, 45.0);
    s.input[1].rotation = turned(1, 30.0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        stage_run_curve(&s, 0, rows[i].weight);
        CHECK_NEAR(degrees_of(s.out[0].rotation), rows[i].degrees, printed_degrees);
        if (rows[i].degrees == 45.0)
            CHECK(same_transform(&s.out[0], &s.input[0]) && same_transform(&s.out[1], &s.input[1]));
        else // a track that no active pose moves becomes the reference too
            CHECK(same_transform(&s.out[1], &rig.bones[1].rest));
    }
    stage_destroy(&s);
    unload(&l);
}

TEST(an_absolute_asset_overwrites_curves)
{
    Rig rig;
    make_full_body(&rig);
    rig_curve(&rig, "smile");
    rig_curve(&rig, "other");
    rig_value(&rig, 1, 0, 0.5f); // only B says anything about it
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, l.binding);
    mien_curve_set_put(&s.job.curves, 0, 1.0f); // A
    mien_curve_set_put(&s.job.curves, 3, 0.9f); // smile
    stage_run(&s);
    CHECK(mien_curve_set_has(&s.job.out_curves, 3) && s.out_curves[3] == 0.0f);
    CHECK(mien_curve_set_has(&s.job.out_curves, 4) && s.out_curves[4] == 0.0f);
    CHECK(s.out_curves[0] == 1.0f);             // the driving curve is not consumed
    mien_curve_set_put(&s.job.curves, 1, 1.0f); // and B: half of each
    stage_run(&s);
    CHECK_NEAR(s.out_curves[3], 0.25, printed);
    stage_destroy(&s);
    unload(&l);
}

/// Below 1e-5 in half an angle an offset is not applied, above it is, also where
/// float no longer tells its w from 1.
TEST(small_additive_rotations)
{
    static const struct {
        float weight;
        bool is_applied;
    } rows[] = {{0.02f, false}, {0.035f, false}, {0.042f, true}, {0.5f, true}, {1.0f, true}};
    Rig rig;
    begin(&rig, 1, false);
    add_turn(&rig, "A", 0, 0.03); // half of it: 2.618e-4
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const MienPoseWeight list = {0, rows[i].weight};
        stage_run_list(&s, &list, 1);
        CHECK_NEAR(s.out[0].rotation.x, rows[i].is_applied ? rows[i].weight * 2.618e-4 : 0.0, 1e-7);
    }
    stage_destroy(&s);
    unload(&l);
}

TEST(additive_curves_keep_growing_where_bones_saturate)
{
    static const MienPoseWeight list = {0, 2.0f};
    Rig rig;
    begin(&rig, 1, false);
    rig_mover(&rig, "A", 0, 1.0f);
    rig_curve(&rig, "curve");
    rig_value(&rig, 0, 0, 0.5f);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL);
    mien_curve_set_put(&s.job.curves, 1, 0.25f);
    stage_run_list(&s, &list, 1);
    CHECK(s.out[0].translation.x == 1.0f && s.out_curves[1] == 1.25f);
    stage_destroy(&s);
    unload(&l);
}

TEST(the_base_pose_does_nothing)
{
    Rig rig;
    begin(&rig, 2, false);
    rig_mover(&rig, "neutral", 0, 0.5f);
    rig_mover(&rig, "A", 0, 1.0f);
    rig_curve(&rig, "curve");
    rig_value(&rig, 0, 0, 0.5f);
    static const float base_curves[] = {0.5f};
    rig.asset.base = rig.posed[0];
    rig.asset.base_curves = base_curves;
    rig.asset.base_pose = 1;
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, l.binding);
    s.input[0].rotation = turned(2, 45.0);
    s.input[0].translation.z = -0.0f;
    mien_curve_set_put(&s.job.curves, 2, 0.25f);
    const MienPoseWeight neutral = {0, 1.0f};
    stage_run_list(&s, &neutral, 1);
    CHECK(same_transform(&s.out[0], &s.input[0]) && same_transform(&s.out[1], &s.input[1]));
    CHECK(s.out_curves[2] == 0.25f && s.weights[0] == 0.0f);
    stage_run_curve(&s, 0, 1.0f);
    CHECK(same_transform(&s.out[0], &s.input[0]) && same_transform(&s.out[1], &s.input[1]));
    // The other pose is relative to it, and leaves the second bone's bits alone.
    s.input[1].translation.z = -0.0f;
    stage_run_curve(&s, 1, 1.0f);
    CHECK_NEAR(s.out[0].translation.x, 0.5, printed);
    CHECK(same_transform(&s.out[1], &s.input[1]));
    stage_destroy(&s);
    unload(&l);
}

TEST(asked_is_what_the_curves_say)
{
    Rig rig;
    make_full_body(&rig);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, l.binding);
    mien_curve_set_put(&s.job.curves, 0, 1.5f);
    mien_curve_set_put(&s.job.curves, 1, 1.0f);
    mien_curve_set_put(&s.job.curves, 2, 5e-6f);
    stage_run(&s);
    CHECK(s.asked[0] == 1.0f && s.asked[1] == 1.0f && s.asked[2] == 5e-6f);
    CHECK(s.applied[0] == 1.0f && s.applied[1] == 1.0f && s.applied[2] == 5e-6f);
    CHECK(s.weights[0] == 0.5f && s.weights[1] == 0.5f && s.weights[2] == 0.0f);
    stage_destroy(&s);
    unload(&l);
}

TEST(names_bind_whatever_their_case)
{
    for (int is_unreal = 0; is_unreal < 2; ++is_unreal) {
        Rig rig;
        begin(&rig, 1, false);
        rig.asset.is_unreal = is_unreal != 0;
        rig_mover(&rig, "jawOpen", 0, 1.0f);
        rig_curve(&rig, "mouthSmile");
        rig_value(&rig, 0, 0, 1.0f);
        Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
        const MienAuthorBone bone = {
            .name = "BONE0", .parent = -1, .rest = rig.bones[0].rest, .max_lod = MIEN_ALL_LODS};
        const MienAuthorCurve curves[] = {{"MOUTHSMILE", MIEN_ALL_LODS}, {"JawOpen", MIEN_ALL_LODS}};
        const MienAuthorSkeleton loud = {1, &bone, 2, curves};
        MienAuthorPack pack;
        MienSkeleton *skeleton;
        MienPoseBinding *binding;
        CHECK_STATUS(mien_author_skeleton_cook(&loud, NULL, &pack, NULL), MIEN_OK);
        CHECK_STATUS(mien_skeleton_load(pack.data, pack.size, NULL, &skeleton, NULL), MIEN_OK);
        CHECK_STATUS(mien_pose_binding_create(l.asset, skeleton, NULL, &binding, NULL), MIEN_OK);
        Stage s = stage_create(&l, l.binding); // same counts, other order of curves
        s.job.binding = binding;
        stage_run_curve(&s, 1, 1.0f);
        CHECK(s.out[0].translation.x == (is_unreal ? 1.0f : 0.0f));
        CHECK(s.out_curves[0] == (is_unreal ? 1.0f : 0.0f));
        CHECK_INT(mien_pose_binding_report_count(binding), is_unreal ? 0 : 3);
        CHECK_INT(mien_pose_asset_find_driven_pose(l.asset, "JAWOPEN"), is_unreal ? 0 : -1);
        CHECK_INT(mien_pose_asset_find_pose(l.asset, "JAWOPEN"), is_unreal ? 0 : -1);
        CHECK_INT(mien_pose_asset_find_bone(l.asset, "Bone0"), is_unreal ? 0 : -1);
        CHECK_INT(mien_pose_asset_find_curve(l.asset, "MouthSmile"), is_unreal ? 0 : -1);
        stage_destroy(&s);
        mien_pose_binding_destroy(binding);
        mien_skeleton_destroy(skeleton);
        mien_author_pack_release(&pack);
        unload(&l);
    }
}

CHECK_MAIN
{
    RUN(one_additive_pose);
    RUN(additive_rotations_do_not_commute);
    RUN(scales_add_within_an_asset_and_multiply_across);
    RUN(absolute_poses);
    RUN(absolute_scales_add_up);
    RUN(order_of_far_rotations_matters);
    RUN(a_pose_listed_twice);
    RUN(a_single_absolute_pose_is_clamped);
    RUN(an_absolute_asset_jumps);
    RUN(an_absolute_asset_overwrites_curves);
    RUN(small_additive_rotations);
    RUN(additive_curves_keep_growing_where_bones_saturate);
    RUN(the_base_pose_does_nothing);
    RUN(asked_is_what_the_curves_say);
    RUN(names_bind_whatever_their_case);
}
