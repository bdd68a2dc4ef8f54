// SPDX-License-Identifier: MIT
//
// A delta on a pose, in both modes. Numbers of Unreal's are what its formulas give,
// worked out apart from this library; each stands beside the name of its vector.

#include "support/graph/slots.h"

static const double printed = 1e-5;         ///< Numbers are given to six digits.
static const double printed_degrees = 1e-4; ///< Angles to four.

static MienTransform delta_of(double degrees, float move, float grow)
{
    MienTransform delta = {.rotation = turned(0, degrees), .translation = {move, 0.0f, 0.0f}};
    delta.rotation.w -= 1.0f;
    delta.scale.x = grow;
    return delta;
}

static MienTransform applied(double degrees, float move, float grow, float k, bool is_unreal)
{
    const MienTransform base = mien_transform_identity(), delta = delta_of(degrees, move, grow);
    MienTransform out;
    if (is_unreal)
        mieni_apply_bone_unreal(&base, &delta, k, &out);
    else
        mieni_apply_bone(&base, &delta, k, &out);
    return out;
}

TEST(unreal_vectors)
{
    static const struct {
        const char *name;
        double degrees;
        float move, grow, k;
        MienQuat q;
        float t, s;
        double turned;
    } rows[] = {
        {"V14_apply_alpha1", 20.0, 1.0f, 0.1f, 1.0f, {0.173648f, 0.0f, 0.0f, 0.984808f}, 1.0f, 1.1f, 20.0},
        {"V14_apply_alpha1.5", 20.0, 1.0f, 0.1f, 1.5f, {0.0f, 0.0f, 0.0f, 1.0f}, 1.5f, 1.15f, 0.0},
        {"V14_apply_alpha1.5_rot170",
         170.0,
         0.0f,
         0.0f,
         1.5f,
         {0.996195f, 0.0f, 0.0f, 0.087156f},
         0.0f,
         1.0f,
         170.0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        const int before = check_state.faults;
        const MienTransform out = applied(rows[i].degrees, rows[i].move, rows[i].grow, rows[i].k, true);
        for (int k = 0; k < 4; ++k)
            CHECK_NEAR(nth(&out.rotation.x, k), nth(&rows[i].q.x, k), printed);
        CHECK_NEAR(out.translation.x, rows[i].t, printed);
        CHECK_NEAR(out.scale.x, rows[i].s, printed);
        CHECK_NEAR(degrees_of(out.rotation), rows[i].turned, printed_degrees);
        if (check_state.faults > before)
            printf("that was %s\n", rows[i].name);
    }
}

/// V14 from assets: Pose by Name, then Apply Additive.
TEST(unreal_vectors_of_assets)
{
    static const double degrees[] = {20.0, 170.0};
    static const double turned_by[2][2] = {{20.0, 0.0}, {170.0, 170.0}};
    for (int i = 0; i < 2; ++i) {
        Rig rig;
        GraphRig g;
        rig_begin(&rig, 1);
        rig.asset.is_unreal = true;
        rig_pose(&rig, "A");
        rig.posed[0][0].rotation = turned(0, degrees[i]);
        rig.posed[0][0].translation.x = 1.0f;
        rig.posed[0][0].scale.x = 1.1f;
        graph_begin(&g, &rig.skeleton);
        graph_poses(&g, "a.poses.json", &rig.asset);
        graph_make(&g,
                   GRAPH_WITH("{'name': 'k', 'type': 'float', 'value': 1}",
                              "{'id': 'a', 'node': 'rest_pose'}, {'id': 'd', 'node': 'pose',"
                              " 'poses': 'a.poses.json', 'pose': 'A'}, {'id': 'on', 'node': 'apply_additive',"
                              " 'base': 'a', 'delta': 'd', 'mode': 'unreal', 'alpha':"
                              " {'parameter': 'k'}}, {'id': 'out', 'node': 'output', 'input': 'on'}"));
        for (int k = 0; k < 2; ++k) {
            const double alpha = k == 0 ? 1.0 : 1.5;
            graph_set(&g, "k", (float)alpha);
            graph_run(&g);
            CHECK_NEAR(degrees_of(g.bones[0].rotation), turned_by[i][k], printed_degrees);
            CHECK_NEAR(g.bones[0].translation.x, alpha, printed);
            CHECK_NEAR(g.bones[0].scale.x, 1.0 + 0.1 * alpha, printed);
        }
        graph_end(&g);
    }
}

TEST(unreal_blends_from_nothing_below_one)
{
    // Half of 90 degrees about one axis is 45, by symmetry.
    const MienTransform out = applied(90.0, 2.0f, 1.0f, 0.5f, true);
    CHECK_NEAR(degrees_of(out.rotation), 45.0, printed_degrees);
    CHECK_NEAR(out.translation.x, 1.0, printed);
    CHECK_NEAR(out.scale.x, 1.5, printed);
    // The smallest turn that is kept has half an angle whose sine is 1e-5.
    CHECK(applied(0.0012, 0.0f, 0.0f, 1.0f, true).rotation.x > 0.0f);
    CHECK(applied(0.0011, 0.0f, 0.0f, 1.0f, true).rotation.x == 0.0f);
}

TEST(mien_extrapolates)
{
    // d scaled by 1.5: the angle of (1.5 sin, 1 + 1.5 (cos - 1)).
    const MienTransform out = applied(30.0, 1.0f, 0.1f, 1.5f, false);
    CHECK_NEAR(degrees_of(out.rotation), 44.50, 0.01);
    CHECK_NEAR(out.translation.x, 1.5, printed);
    CHECK_NEAR(out.scale.x, 1.15, printed);
    const MienTransform back = applied(30.0, 1.0f, 0.1f, -1.0f, false);
    CHECK(back.rotation.x < 0.0f);
    CHECK_NEAR(back.translation.x, -1.0, printed);
    // Half of a half turn and its opposite leave nothing to normalise: the base stays.
    const MienTransform none = applied(360.0, 0.0f, 0.0f, 0.5f, false);
    CHECK_NEAR(none.rotation.w, 1.0, printed);
}

/// Random bases, deltas and alphas against the formula in double.
TEST(mien_formula)
{
    uint64_t random = property_seed(71);
    Tally t = {.cases = property_cases(20000), .limit = 2e-6};
    for (int i = 0; i < t.cases; ++i) {
        Given base, delta;
        given_random(&base, &random, false);
        given_random(&delta, &random, true);
        const float k = mien_random_between(&random, -2.0f, 3.0f);
        MienTransform out;
        mieni_apply_bone(base.bones, delta.bones, k, &out);
        const float *d = &delta.bones[0].rotation.x, *q = &base.bones[0].rotation.x;
        const double x = k * (double)d[0], y = k * (double)d[1], z = k * (double)d[2],
                     w = 1.0 + k * (double)d[3], n = sqrt(x * x + y * y + z * z + w * w);
        const double want[4] = {
            w * q[0] + x * q[3] + y * q[2] - z * q[1], w * q[1] + y * q[3] + z * q[0] - x * q[2],
            w * q[2] + z * q[3] + x * q[1] - y * q[0], w * q[3] - x * q[0] - y * q[1] - z * q[2]};
        for (int c = 0; c < 4; ++c)
            tally(&t, n < 0.01 ? 0.0 : fabs(want[c] / n - (double)nth(&out.rotation.x, c)) * fmin(n, 1.0));
        const double move = base.bones[0].translation.y + k * (double)delta.bones[0].translation.y;
        const double grow = base.bones[0].scale.z * (1.0 + k * (double)delta.bones[0].scale.z);
        tally(&t, fabs(move - (double)out.translation.y) / 8.0);
        tally(&t, fabs(grow - (double)out.scale.z) / 14.0);
    }
    tally_close(&t, "apply");
}

static const char *const graph = GRAPH_WITH(
    "{'name': 'k', 'type': 'float', 'value': 1}",
    "{'id': 'a', 'node': 'input_pose'}, {'id': 'd', 'node': 'input_pose', 'type': 'delta'},"
    "{'id': 'both', 'node': 'apply_additive', 'base': 'a', 'delta': 'd', 'alpha': {'parameter': 'k'}},"
    "{'id': 'out', 'node': 'output', 'input': 'both'}");

TEST(a_node)
{
    GivenSkeleton s;
    given_skeleton(&s);
    GraphRig g;
    graph_begin(&g, &s.skeleton);
    graph_make(&g, graph);
    uint64_t random = property_seed(72);
    const int cases = property_cases(400);
    for (int i = 0; i < cases; ++i) {
        Given base, delta, out;
        given_random(&base, &random, false);
        given_random(&delta, &random, true);
        const int still = mien_random_index(&random, GIVEN_BONES);
        delta.bones[still] = (MienTransform){0};
        given_to_slot(&g, "a", &base);
        given_to_slot(&g, "d", &delta);
        const float k = i % 4 == 0 ? random_weight(&random) : mien_random_between(&random, -2.0f, 3.0f);
        graph_set(&g, "k", k);
        const float counts = k != k ? 0.0f : k < -1000.0f ? -1000.0f : k > 1000.0f ? 1000.0f : k;
        step_both_ways(&g, 0.0, &out);
        CHECK(same_transform(&out.bones[still], &base.bones[still]));
        for (int b = 0; b < GIVEN_BONES; ++b) {
            MienTransform want = base.bones[b];
            if (counts != 0.0f)
                mieni_apply_bone(&base.bones[b], &delta.bones[b], counts, &want);
            CHECK(same_transform(&out.bones[b], &want));
        }
        for (int c = 0; c < GIVEN_CURVES; ++c) {
            const bool adds = counts != 0.0f && mien_curve_set_has(&delta.curves, c);
            const float before = mien_curve_set_value(&base.curves, c);
            const float want = adds ? before + counts * delta.values[c] : before;
            CHECK(same_float(out.values[c], want));
            CHECK(mien_curve_set_has(&out.curves, c) == (adds || mien_curve_set_has(&base.curves, c)));
        }
    }
    printf("apply: %d graphs\n", cases);
    graph_end(&g);
}

TEST(at_nothing_the_delta_is_dead)
{
    GivenSkeleton s;
    given_skeleton(&s);
    GraphRig g;
    graph_begin(&g, &s.skeleton);
    graph_make(&g, graph);
    graph_trace(&g);
    graph_run(&g);
    const int delta = mien_graph_find_node(g.graph, "d");
    CHECK(mien_graph_trace_node(g.trace, delta).is_live);
    graph_set(&g, "k", 0.0f);
    graph_run(&g);
    CHECK(!mien_graph_trace_node(g.trace, delta).is_live);
    graph_set(&g, "k", -0.25f);
    graph_run(&g);
    CHECK_NEAR(mien_graph_trace_node(g.trace, delta).weight, 0.25, 0.0);
    graph_end(&g);
}

TEST(a_node_of_unreal)
{
    GivenSkeleton s;
    given_skeleton(&s);
    GraphRig g;
    graph_begin(&g, &s.skeleton);
    graph_make(
        &g,
        GRAPH_WITH("{'name': 'k', 'type': 'float', 'value': 1}",
                   "{'id': 'a', 'node': 'input_pose'}, {'id': 'd', 'node': 'input_pose', 'type': 'delta'},"
                   "{'id': 'both', 'node': 'apply_additive', 'base': 'a', 'delta': 'd',"
                   " 'alpha': {'parameter': 'k'}, 'mode': 'unreal'},"
                   "{'id': 'out', 'node': 'output', 'input': 'both'}"));
    Given base, delta, out;
    given_nothing(&base, false);
    given_nothing(&delta, true);
    delta.bones[2] = delta_of(20.0, 1.0f, 0.1f);
    mien_curve_set_put(&delta.curves, 7, 0.5f);
    given_to_slot(&g, "a", &base);
    given_to_slot(&g, "d", &delta);
    static const float alphas[] = {1.0f, 1.5f, 0.5f, 1e-6f, -1.0f};
    static const double angles[] = {20.0, 0.0, 10.0, 0.0, 0.0}, moves[] = {1.0, 1.5, 0.5, 0.0, 0.0};
    for (int i = 0; i < 5; ++i) {
        graph_set(&g, "k", alphas[i]);
        step_both_ways(&g, 0.0, &out);
        CHECK_NEAR(degrees_of(out.bones[2].rotation), angles[i], printed_degrees);
        CHECK_NEAR(out.bones[2].translation.x, moves[i], printed);
        CHECK_NEAR(out.values[7], 0.5 * moves[i], printed);
        CHECK(mien_curve_set_has(&out.curves, 7) == (i < 3));
    }
    graph_end(&g);
}

/// One pose through a poses node, and by name through apply: the same bits.
TEST(a_pose_by_name_is_the_pose_blender)
{
    uint64_t random = property_seed(73);
    const int cases = property_cases(60);
    for (int i = 0; i < cases; ++i) {
        MienSampleOptions options = random_scene(&random);
        options.is_absolute = false;
        MienSample *sample = mien_sample_create(&options);
        const MienAuthorPoseAsset *asset = mien_sample_asset(sample);
        const char *name = asset->poses[mien_random_index(&random, asset->pose_count)].name;
        const float weight = mien_random_between(&random, 0.0f, 1.0f);
        char text[2048];
        snprintf(text, sizeof text,
                 GRAPH_WITH("{'name': 'w', 'type': 'float', 'value': 0}",
                            "{'id': 'a', 'node': 'rest_pose'},"
                            "{'id': 'set', 'node': 'modify_curve', 'input': 'a', 'changes': [{'curve': '%s',"
                            " 'do': 'set', 'value': {'parameter': 'w'}}]},"
                            "{'id': 'face', 'node': 'poses', 'input': 'set', 'poses': 'a.poses.json'},"
                            "{'id': 'out', 'node': 'output', 'input': 'face'}"),
                 name);
        GraphRig blender, by_name;
        graph_begin(&blender, asset->skeleton);
        graph_poses(&blender, "a.poses.json", asset);
        graph_make(&blender, text);
        snprintf(text, sizeof text,
                 GRAPH_WITH("{'name': 'w', 'type': 'float', 'value': 0}",
                            "{'id': 'a', 'node': 'rest_pose'}, {'id': 'd', 'node': 'pose',"
                            " 'poses': 'a.poses.json', 'pose': '%s', 'weight': {'parameter': 'w'}},"
                            "{'id': 'face', 'node': 'apply_additive', 'base': 'a', 'delta': 'd'},"
                            "{'id': 'out', 'node': 'output', 'input': 'face'}"),
                 name);
        graph_begin(&by_name, asset->skeleton);
        graph_poses(&by_name, "a.poses.json", asset);
        graph_make(&by_name, text);
        graph_set(&blender, "w", weight);
        graph_set(&by_name, "w", weight);
        graph_run(&blender);
        graph_run(&by_name);
        for (int b = 0; b < blender.bone_count; ++b)
            CHECK(same_transform(&blender.bones[b], &by_name.bones[b]));
        graph_end(&blender);
        graph_end(&by_name);
        mien_sample_destroy(sample);
    }
    printf("pose by name: %d assets\n", cases);
}

CHECK_MAIN
{
    RUN(unreal_vectors);
    RUN(unreal_vectors_of_assets);
    RUN(unreal_blends_from_nothing_below_one);
    RUN(mien_extrapolates);
    RUN(mien_formula);
    RUN(a_node);
    RUN(at_nothing_the_delta_is_dead);
    RUN(a_node_of_unreal);
    RUN(a_pose_by_name_is_the_pose_blender);
}
