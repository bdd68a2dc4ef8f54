// SPDX-License-Identifier: MIT
//
// From curves to weights, step by step, in cases small enough to work out by
// hand. All poses move the same bone; only weights are looked at.

#include "support/posing.h"

enum { MAX_CONTROLS = 8 };

/// Values of the controls in order, then a run; without a binding curve i drives
/// control i.
static void drive(Stage *s, const float *values, int count)
{
    mien_curve_set_clear(&s->job.curves);
    for (int i = 0; i < count; ++i) {
        mien_curve_set_put(&s->job.curves, i, values[i]);
        s->curves[i] = values[i]; // putting makes not-a-number 0
    }
    stage_run(s);
}

static bool is_minus_zero(float value) { return same_float(value, -0.0f); }

static void check_numbers(const char *what, const float *out, const float *expected, int count, int line)
{
    for (int i = 0; i < count; ++i) {
        if (fabsf(out[i] - expected[i]) <= 1e-6f * (fabsf(expected[i]) + 1.0f) && !is_minus_zero(out[i]))
            continue;
        printf("%s:%d: %s[%d] is %.9g, not %.9g\n", __FILE__, line, what, i, out[i], expected[i]);
        check_state.faults++;
    }
}

#define CHECK_ASKED(...)                                                                                     \
    check_numbers("asked", s.asked, (const float[]){__VA_ARGS__},                                            \
                  (int)(sizeof((float[]){__VA_ARGS__}) / sizeof(float)), __LINE__)
#define CHECK_APPLIED(...)                                                                                   \
    check_numbers("applied", s.applied, (const float[]){__VA_ARGS__},                                        \
                  (int)(sizeof((float[]){__VA_ARGS__}) / sizeof(float)), __LINE__)
#define CHECK_WEIGHTS(...)                                                                                   \
    check_numbers("weights", s.weights, (const float[]){__VA_ARGS__},                                        \
                  (int)(sizeof((float[]){__VA_ARGS__}) / sizeof(float)), __LINE__)
#define DRIVE(...)                                                                                           \
    drive(&s, (const float[]){__VA_ARGS__}, (int)(sizeof((float[]){__VA_ARGS__}) / sizeof(float)))

static const char *const names[MAX_CONTROLS] = {"a", "b", "c", "d", "e", "f", "g", "h"};

/// This many curve-driven poses with the range [-2, 3], or [0, 3] in an absolute asset.
static void make_controls(Rig *rig, int count, bool is_absolute)
{
    rig_begin(rig, 1);
    rig->asset.is_absolute = is_absolute;
    for (int i = 0; i < count; ++i) {
        MienAuthorPose *pose = rig_mover(rig, names[i], 0, 1.0f + (float)i);
        pose->driven_settings =
            (MienAuthorDrivenPose){.has_range = true, .min = is_absolute ? 0.0f : -2.0f, .max = 3.0f};
    }
}

static MienAuthorPose *add_inbetween(Rig *rig, const char *name, int control, float position)
{
    MienAuthorPose *pose = rig_mover(rig, name, 0, 10.0f);
    pose->role = MIEN_AUTHOR_INBETWEEN;
    pose->driven_pose = control;
    pose->position = position;
    return pose;
}

static MienAuthorPose *add_combination(Rig *rig, const char *name, const int *inputs, int count)
{
    MienAuthorPose *pose = rig_mover(rig, name, 0, 20.0f);
    pose->role = MIEN_AUTHOR_COMBINATION;
    pose->inputs = inputs;
    pose->input_count = count;
    return pose;
}

static void add_group(Rig *rig, MienAuthorGroupKind kind, const int *members, int count, float limit)
{
    rig->groups[rig->asset.group_count++] = (MienAuthorGroup){
        .kind = kind, .members = members, .member_count = count, .limit = limit, .keep = (int)limit};
}

TEST(range_and_remap)
{
    static const MienAuthorDrivenPose settings[MAX_CONTROLS] = {
        {0}, // range [0, 1]
        {.has_range = true, .min = -2.0f, .max = 3.0f},
        {.has_remap = true, .gain = 2.0f, .offset = -0.25f},
        {.has_remap = true, .gain = -1.0f, .offset = 1.0f},
        {.is_smooth = true},
        {.is_smooth = true,
         .has_remap = true,
         .gain = 4.0f,
         .offset = -1.0f,
         .has_range = true,
         .min = -0.5f,
         .max = 2.0f},
        {.is_binary = true},
        {.has_range = true}, // [0, 0]
    };
    static const struct {
        float value, asked[MAX_CONTROLS];
    } rows[] = {
        {-3.0f, {0.0f, -2.0f, 0.0f, 1.0f, 0.0f, -0.5f, 0.0f, 0.0f}},
        {-0.3f, {0.0f, -0.3f, 0.0f, 1.0f, 0.0f, -0.5f, 0.0f, 0.0f}},
        {-0.0f, {0.0f, 0.0f, 0.0f, 1.0f, 0.0f, -0.5f, 0.0f, 0.0f}},
        {0.0f, {0.0f, 0.0f, 0.0f, 1.0f, 0.0f, -0.5f, 0.0f, 0.0f}},
        {0.25f, {0.25f, 0.25f, 0.25f, 0.75f, 0.15625f, -0.375f, 0.0f, 0.0f}},
        {0.5f, {0.5f, 0.5f, 0.75f, 0.5f, 0.5f, 1.0f, 0.0f, 0.0f}},
        {0.75f, {0.75f, 0.75f, 1.0f, 0.25f, 0.84375f, 2.0f, 1.0f, 0.0f}},
        {1.4f, {1.0f, 1.4f, 1.0f, 0.0f, 1.0f, 2.0f, 1.0f, 0.0f}},
        {9.0f, {1.0f, 3.0f, 1.0f, 0.0f, 1.0f, 2.0f, 1.0f, 0.0f}},
        {NAN, {0.0f, 0.0f, 0.0f, 1.0f, 0.0f, -0.5f, 0.0f, 0.0f}},
        {INFINITY, {1.0f, 3.0f, 1.0f, 0.0f, 1.0f, 2.0f, 1.0f, 0.0f}},
        {-INFINITY, {0.0f, -2.0f, 0.0f, 1.0f, 0.0f, -0.5f, 0.0f, 0.0f}},
    };
    Rig rig;
    make_controls(&rig, MAX_CONTROLS, false);
    for (int i = 0; i < MAX_CONTROLS; ++i)
        rig.poses[i].driven_settings = settings[i];
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL);
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; ++r) {
        float values[MAX_CONTROLS];
        for (int i = 0; i < MAX_CONTROLS; ++i)
            values[i] = rows[r].value;
        drive(&s, values, MAX_CONTROLS);
        check_numbers("asked", s.asked, rows[r].asked, MAX_CONTROLS, (int)r);
        check_numbers("applied", s.applied, rows[r].asked, MAX_CONTROLS, (int)r);
        check_numbers("weights", s.weights, rows[r].asked, MAX_CONTROLS, (int)r);
    }
    stage_destroy(&s);
    unload(&l);
}

TEST(binary_is_above_a_half)
{
    Rig rig;
    make_controls(&rig, 1, false);
    rig.poses[0].driven_settings = (MienAuthorDrivenPose){.is_binary = true};
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL);
    DRIVE(0.5f);
    CHECK_WEIGHTS(0.0f);
    DRIVE(nextafterf(0.5f, 1.0f));
    CHECK_WEIGHTS(1.0f);
    stage_destroy(&s);
    unload(&l);
}

/// A gain of 0 makes an infinite value no number; that is 0 too.
TEST(infinity_times_nothing)
{
    Rig rig;
    make_controls(&rig, 1, false);
    rig.poses[0].driven_settings = (MienAuthorDrivenPose){.has_remap = true, .gain = 0.0f, .offset = 0.5f};
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL);
    DRIVE(7.0f);
    CHECK_WEIGHTS(0.5f);
    DRIVE(INFINITY);
    CHECK_WEIGHTS(0.0f);
    stage_destroy(&s);
    unload(&l);
}

/// Denormal weights count like any other: nothing is flushed.
TEST(small_weights_stay)
{
    Rig rig;
    make_controls(&rig, 2, false);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL);
    DRIVE(1e-40f, -1e-45f);
    CHECK(same_float(s.weights[0], 1e-40f) && same_float(s.weights[1], -1e-45f));
    stage_destroy(&s);
    unload(&l);
}

TEST(multiplying_masks)
{
    Rig rig;
    make_controls(&rig, 4, false);
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_MULTIPLY, 0, 1, 0.5f);
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_MULTIPLY, 0, 2, 1.0f);
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_MULTIPLY, 1, 2, 1.0f); // a chain: c weakens b weakens a
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_MULTIPLY, 2, 1, 1.0f); // and a circle
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL);
    DRIVE(1.0f, 0.5f, 0.25f, 1.0f);
    CHECK_ASKED(1.0f, 0.5f, 0.25f, 1.0f);
    CHECK_APPLIED(0.75f * 0.75f, 0.5f * 0.75f, 0.25f * 0.5f, 1.0f);
    CHECK_WEIGHTS(0.75f * 0.75f, 0.5f * 0.75f, 0.25f * 0.5f, 1.0f);
    // Sources count from 0 to 1 only; what is masked keeps its sign and size.
    DRIVE(-2.0f, 3.0f, -2.0f);
    CHECK_APPLIED(-1.0f, 3.0f, 0.0f, 0.0f);
    DRIVE(-2.0f, 0.0f, 1.0f); // all of it gone, and not as -0
    CHECK_APPLIED(0.0f, 0.0f, 1.0f, 0.0f);
    stage_destroy(&s);
    unload(&l);
}

TEST(summing_and_blocking_masks)
{
    Rig rig;
    make_controls(&rig, 4, false);
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_SUM, 0, 1, 0.75f);
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_SUM, 0, 2, 0.75f);
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_BLOCK, 3, 1, 0.75f)->threshold = 0.25f;
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_BLOCK, 3, 2, 1.0f)->threshold = -1.0f;
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL);
    DRIVE(1.0f, 0.5f, -2.0f, 1.0f);
    CHECK_APPLIED(0.625f, 0.5f, -2.0f, 0.25f);
    DRIVE(1.0f, 0.25f, -2.0f, 1.0f); // at the threshold is not above it
    CHECK_APPLIED(1.0f - 0.1875f, 0.25f, -2.0f, 1.0f);
    DRIVE(2.0f, 1.0f, 1.0f, 1.0f); // the sum saturates
    CHECK_APPLIED(0.0f, 1.0f, 1.0f, 0.0f);
    stage_destroy(&s);
    unload(&l);
}

TEST(kinds_of_masks_mix)
{
    Rig rig;
    make_controls(&rig, 4, false);
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_SUM, 0, 1, 0.5f);
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_MULTIPLY, 0, 2, 0.5f);
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_BLOCK, 0, 3, 0.5f)->threshold = 0.5f;
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL);
    DRIVE(1.0f, 0.5f, 0.5f, 0.75f);
    CHECK_APPLIED(0.75f * 0.75f * 0.5f, 0.5f, 0.5f, 0.75f);
    stage_destroy(&s);
    unload(&l);
}

TEST(cap)
{
    static const int members[] = {2, 0};
    Rig rig;
    make_controls(&rig, 3, false);
    add_group(&rig, MIEN_AUTHOR_GROUP_CAP, members, 2, 1.5f);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL);
    DRIVE(0.7f, 3.0f, -0.8f); // exactly the limit: nothing changes
    CHECK(same_float(s.applied[0], 0.7f) && same_float(s.applied[2], -0.8f));
    DRIVE(2.0f, 3.0f, -1.0f); // 3 in size, halved
    CHECK_ASKED(2.0f, 3.0f, -1.0f);
    CHECK_APPLIED(1.0f, 3.0f, -0.5f);
    CHECK_INT(mien_pose_asset_driven_pose(l.asset, 0).group, 0);
    CHECK_INT(mien_pose_asset_driven_pose(l.asset, 1).group, -1);
    stage_destroy(&s);
    unload(&l);
}

TEST(normalise)
{
    static const int members[] = {0, 1};
    Rig rig;
    make_controls(&rig, 3, false);
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_MULTIPLY, 0, 2, 1.0f);
    add_group(&rig, MIEN_AUTHOR_GROUP_NORMALISE, members, 2, 2.0f);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL);
    DRIVE(0.25f, -0.25f, 0.0f);
    CHECK_APPLIED(1.0f, -1.0f, 0.0f);
    DRIVE(1.0f, 3.0f, 0.0f);
    CHECK_APPLIED(0.5f, 1.5f, 0.0f);
    DRIVE(0.5f, 0.5f, 0.5f); // masks come first: 0.25 and 0.5 are normalised
    CHECK_APPLIED(2.0f / 3.0f, 4.0f / 3.0f, 0.5f);
    DRIVE(0.03125f, 0.0f, 0.0f); // below 1/16 the scale stays: no jump at 0
    CHECK_APPLIED(1.0f, 0.0f, 0.0f);
    DRIVE(-0.0f, -1e-45f, 0.0f);
    CHECK_APPLIED(0.0f, -32e-45f, 0.0f);
    DRIVE(0.0f, 0.0f, 0.0f);
    CHECK_APPLIED(0.0f, 0.0f, 0.0f);
    stage_destroy(&s);
    unload(&l);
}

TEST(top)
{
    static const int members[] = {3, 1, 0, 2};
    Rig rig;
    make_controls(&rig, 5, false);
    add_group(&rig, MIEN_AUTHOR_GROUP_TOP, members, 4, 2.0f);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL);
    DRIVE(0.1f, -0.9f, 0.3f, 0.2f, 1.0f);
    CHECK_APPLIED(0.0f, -0.9f, 0.3f, 0.0f, 1.0f);
    DRIVE(0.5f, -0.5f, 0.5f, 0.5f, 0.1f); // a tie goes to the lower index
    CHECK_APPLIED(0.5f, -0.5f, 0.0f, 0.0f, 0.1f);
    DRIVE(0.5f, 0.25f, 0.25f, -0.25f, 0.0f);
    CHECK_APPLIED(0.5f, 0.25f, 0.0f, 0.0f, 0.0f);
    stage_destroy(&s);
    unload(&l);
}

TEST(inbetweens)
{
    Rig rig;
    make_controls(&rig, 2, false);
    add_inbetween(&rig, "half", 0, 0.5f);
    add_inbetween(&rig, "under", 0, -1.0f);
    add_inbetween(&rig, "over", 1, 2.0f);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL);
    // Weights are of: a, b, half, under, over.
    DRIVE(0.0f, 0.0f);
    CHECK_WEIGHTS(0.0f, 0.0f, 0.0f, 0.0f, 0.0f);
    DRIVE(0.25f, 0.5f);
    CHECK_WEIGHTS(0.0f, 0.5f, 0.5f, 0.0f, 0.0f);
    DRIVE(0.5f, 1.0f);
    CHECK_WEIGHTS(0.0f, 1.0f, 1.0f, 0.0f, 0.0f);
    DRIVE(0.75f, 1.25f);
    CHECK_WEIGHTS(0.5f, 0.75f, 0.5f, 0.0f, 0.25f);
    DRIVE(1.0f, 2.0f);
    CHECK_WEIGHTS(1.0f, 0.0f, 0.0f, 0.0f, 1.0f);
    DRIVE(2.0f, 3.0f); // beyond the last knot its segment goes on
    CHECK_WEIGHTS(3.0f, -1.0f, -2.0f, 0.0f, 2.0f);
    DRIVE(-0.5f, -1.0f); // for b too, whose lowest knot is the base
    CHECK_WEIGHTS(0.0f, -1.0f, 0.0f, 0.5f, 0.0f);
    DRIVE(-1.0f, 0.0f);
    CHECK_WEIGHTS(0.0f, 0.0f, 0.0f, 1.0f, 0.0f);
    DRIVE(-1.5f, 0.0f);
    CHECK_WEIGHTS(0.0f, 0.0f, 0.0f, 1.5f, 0.0f);
    CHECK_APPLIED(-1.5f, 0.0f);
    CHECK(mien_pose_asset_pose(l.asset, 3).is_inbetween &&
          mien_pose_asset_pose(l.asset, 3).position == -1.0f);
    CHECK_INT(mien_pose_asset_pose(l.asset, 4).driven_pose, 1);
    stage_destroy(&s);
    unload(&l);
}

/// Absolute weights are never negative, whatever the segment says.
TEST(inbetweens_of_absolute_assets)
{
    Rig rig;
    make_controls(&rig, 1, true);
    add_inbetween(&rig, "half", 0, 0.5f);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL);
    DRIVE(0.75f);
    CHECK_WEIGHTS(0.5f, 0.5f);
    DRIVE(2.0f);
    CHECK_WEIGHTS(3.0f, 0.0f);
    DRIVE(-1.0f);
    CHECK_WEIGHTS(0.0f, 0.0f);
    stage_destroy(&s);
    unload(&l);
}

TEST(combinations)
{
    static const int both[] = {1, 0}, with_half[] = {3, 1}, one[] = {0};
    Rig rig;
    make_controls(&rig, 3, false);
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_MULTIPLY, 1, 2, 0.5f);
    add_inbetween(&rig, "half", 0, 0.5f);
    add_combination(&rig, "both", both, 2);
    add_combination(&rig, "with half", with_half, 2);
    add_combination(&rig, "one", one, 1);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL);
    // Weights are of: a, b, c, half, both, with half, one.
    DRIVE(0.25f, 0.5f, 0.0f); // the control's value, not its own pose's weight
    CHECK_WEIGHTS(0.0f, 0.5f, 0.0f, 0.5f, 0.125f, 0.25f, 0.25f);
    DRIVE(0.75f, 0.5f, 1.0f); // and what masks left of it
    CHECK_WEIGHTS(0.5f, 0.25f, 1.0f, 0.5f, 0.1875f, 0.125f, 0.75f);
    DRIVE(3.0f, 3.0f, 0.0f); // between 0 and 1: half is at -4, both at 3
    CHECK_WEIGHTS(5.0f, 3.0f, 0.0f, -4.0f, 1.0f, 0.0f, 1.0f);
    DRIVE(-1.0f, 1.0f, 0.0f);
    CHECK_WEIGHTS(0.0f, 1.0f, 0.0f, -2.0f, 0.0f, 0.0f, 0.0f);
    CHECK_INT(mien_pose_asset_pose(l.asset, 4).driven_pose, -1);
    CHECK_INT(mien_pose_asset_find_driven_pose(l.asset, "both"), -1);
    stage_destroy(&s);
    unload(&l);
}

/// Every way to a weight, with values that make -0 on the way.
TEST(no_weight_is_minus_zero)
{
    static const float values[] = {-0.0f, -1e-45f, -1e-39f, -1.0f, 0.0f, 1e-45f, 1.0f, NAN};
    static const int capped[] = {0, 1}, normal[] = {2, 3}, inputs[] = {0, 2};
    Rig rig;
    make_controls(&rig, 5, false);
    rig.poses[4].driven_settings = (MienAuthorDrivenPose){
        .has_remap = true, .gain = -1.0f, .has_range = true, .min = -1.0f, .max = 1.0f};
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_MULTIPLY, 0, 1, 1.0f);
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_SUM, 2, 1, 1.0f);
    rig_mask(&rig, MIEN_AUTHOR_OVERRIDE_BLOCK, 3, 1, 1.0f);
    add_group(&rig, MIEN_AUTHOR_GROUP_CAP, capped, 2, 0.25f);
    add_group(&rig, MIEN_AUTHOR_GROUP_NORMALISE, normal, 2, 0.01f);
    add_inbetween(&rig, "half", 4, 0.5f);
    add_combination(&rig, "both", inputs, 2);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage s = stage_create(&l, NULL);
    for (int i = 0; i < 8 * 8 * 8; ++i) {
        const float a = values[i % 8], b = values[i / 8 % 8], c = values[i / 64];
        DRIVE(a, b, a, c, b);
        for (int k = 0; k < l.info.driven_pose_count; ++k)
            CHECK(!is_minus_zero(s.asked[k]) && !is_minus_zero(s.applied[k]));
        for (int p = 0; p < l.info.pose_count; ++p)
            CHECK(!is_minus_zero(s.weights[p]) && s.weights[p] == s.weights[p]);
        const MienPoseWeight list[] = {{0, a}, {1, b}, {1, c}};
        stage_run_list(&s, list, 3);
        for (int p = 0; p < l.info.pose_count; ++p)
            CHECK(!is_minus_zero(s.weights[p]) && s.weights[p] == s.weights[p]);
    }
    stage_destroy(&s);
    unload(&l);
}

CHECK_MAIN
{
    RUN(range_and_remap);
    RUN(binary_is_above_a_half);
    RUN(infinity_times_nothing);
    RUN(small_weights_stay);
    RUN(multiplying_masks);
    RUN(summing_and_blocking_masks);
    RUN(kinds_of_masks_mix);
    RUN(cap);
    RUN(normalise);
    RUN(top);
    RUN(inbetweens);
    RUN(inbetweens_of_absolute_assets);
    RUN(combinations);
    RUN(no_weight_is_minus_zero);
}
