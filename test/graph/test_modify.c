// SPDX-License-Identifier: MIT
//
// Curves changed one by one. Numbers of Unreal's are what its formulas give, worked
// out apart from this library; each stands beside the name of its vector.

#include "support/graph/slots.h"

#include "core/graph/node_modify_curve.h"

TEST(unreal_vectors)
{
    // V18_remapcurve_thr0.5_in0.51_0.75_1.2
    static const float in[] = {0.51f, 0.75f, 1.2f}, out[] = {0.02f, 0.5f, 1.0f};
    for (int i = 0; i < 3; ++i)
        CHECK_NEAR(mieni_modified(MIENI_DO_REMAP, in[i], 0.5f), out[i], 1e-6);
    CHECK_NEAR(mieni_modified(MIENI_DO_REMAP, 0.4f, 0.5f), 0.0, 0.0);
    // Where almost no room is left, a hundredth is.
    CHECK_NEAR(mieni_modified(MIENI_DO_REMAP, 1.005f, 1.0f), 0.5, 1e-4);
    CHECK_NEAR(mieni_modified(MIENI_DO_REMAP, INFINITY, 0.5f), 1.0, 0.0);
}

TEST(plain_changes)
{
    CHECK_NEAR(mieni_modified(MIENI_DO_ADD, 0.25f, 0.5f), 0.75, 0.0);
    CHECK_NEAR(mieni_modified(MIENI_DO_SCALE, 0.25f, 0.5f), 0.125, 0.0);
    CHECK_NEAR(mieni_modified(MIENI_DO_SET, 0.25f, 0.5f), 0.5, 0.0);
}

/// A step or two: the same. After one time constant, 1 - 1/e of the way is done.
TEST(smoothing)
{
    CHECK_NEAR(mieni_smoothed(0.0, 1.0, 0.1, 0.1), 1.0 - exp(-1.0), 1e-12);
    CHECK_NEAR(mieni_smoothed(0.0, 1.0, 0.0, 0.1), 0.0, 0.0);
    CHECK_NEAR(mieni_smoothed(0.0, 1.0, 0.1, 0.0), 1.0, 0.0);
    CHECK_NEAR(mieni_smoothed(0.0, 1.0, 0.1, -1.0), 1.0, 0.0);
    CHECK_NEAR(mieni_smoothed(0.0, 1.0, 1e300, 1e-30), 1.0, 0.0);
    uint64_t random = property_seed(121);
    Tally t = {.cases = property_cases(20000), .limit = 1e-14};
    for (int i = 0; i < t.cases; ++i) {
        const double from = (double)mien_random_between(&random, -2.0f, 3.0f),
                     goal = (double)mien_random_between(&random, -2.0f, 3.0f),
                     seconds = (double)mien_random_unit(&random), part = (double)mien_random_unit(&random),
                     constant = (double)mien_random_unit(&random);
        const double once = mieni_smoothed(from, goal, seconds, constant);
        const double half = mieni_smoothed(from, goal, seconds * part, constant);
        tally(&t, fabs(once - mieni_smoothed(half, goal, seconds - seconds * part, constant)) / 8.0);
        CHECK((once - from) * (goal - from) >= 0.0 && fabs(once - goal) <= fabs(from - goal));
    }
    tally_close(&t, "smoothing in two steps");
}

#define CHANGES(changes)                                                                                     \
    GRAPH_WITH("{'name': 'alpha', 'type': 'float', 'value': 1},"                                             \
               "{'name': 'by', 'type': 'float', 'value': 0.5}",                                              \
               "{'id': 'a', 'node': 'input_pose'},"                                                          \
               "{'id': 'm', 'node': 'modify_curve', 'input': 'a', 'alpha': {'parameter': 'alpha'},"          \
               " 'changes': [" changes "]}, {'id': 'out', 'node': 'output', 'input': 'm'}")

static void begin(GraphRig *g, const char *text)
{
    GivenSkeleton s;
    given_skeleton(&s);
    graph_begin(g, &s.skeleton);
    graph_make(g, text);
}

TEST(a_node)
{
    static const MieniModifyDo what[] = {MIENI_DO_ADD, MIENI_DO_SCALE, MIENI_DO_SET, MIENI_DO_REMAP};
    GraphRig g;
    begin(&g, CHANGES("{'curve': 'c1', 'do': 'add', 'value': {'parameter': 'by'}},"
                      "{'curve': 'c2', 'do': 'scale', 'value': {'parameter': 'by'}},"
                      "{'curve': 'c3', 'do': 'set', 'value': {'parameter': 'by'}},"
                      "{'curve': 'c34', 'do': 'remap', 'value': {'parameter': 'by'}}"));
    static const int curves[] = {1, 2, 3, 34};
    uint64_t random = property_seed(122);
    const int cases = property_cases(1000);
    for (int i = 0; i < cases; ++i) {
        Given a, out;
        given_random(&a, &random, false);
        given_to_slot(&g, "a", &a);
        float alpha = i % 3 == 0 ? random_weight(&random) : i % 3 == 1 ? 1.0f : mien_random_unit(&random);
        const float by = mien_random_between(&random, -2.0f, 3.0f);
        graph_set(&g, "alpha", alpha);
        graph_set(&g, "by", by);
        alpha = !(alpha > 0.0f) ? 0.0f : alpha < 1.0f ? alpha : 1.0f;
        step_both_ways(&g, 0.1, &out);
        CHECK(same_bones(&out, &a));
        for (int k = 0; k < 4; ++k) {
            const int c = curves[k];
            const bool had = mien_curve_set_has(&a.curves, c);
            const double changed = (double)mieni_modified(what[k], a.values[c], by);
            const double want = (1.0 - (double)alpha) * (double)a.values[c] + (double)alpha * changed;
            // To scale what is not there makes nothing of it.
            CHECK(mien_curve_set_has(&out.curves, c) == (had || (alpha > 0.0f && what[k] != MIENI_DO_SCALE)));
            CHECK_NEAR(out.values[c], want, 2e-6);
            if (alpha == 1.0f)
                CHECK_NEAR(out.values[c], changed, 0.0);
            if (alpha == 0.0f)
                CHECK(same_float(out.values[c], a.values[c]));
            out.values[c] = a.values[c];
            out.present[c / 32] =
                (out.present[c / 32] & ~(1u << c % 32)) | (a.present[c / 32] & 1u << c % 32);
        }
        CHECK(same_curves(&out, &a)); // all others
    }
    printf("modify: %d graphs\n", cases);
    graph_end(&g);
}

TEST(in_order_on_one_curve)
{
    GraphRig g;
    begin(&g,
          CHANGES("{'curve': 'c1', 'do': 'set', 'value': 0.5}, {'curve': 'c1', 'do': 'scale', 'value': 3},"
                  "{'curve': 'c1', 'do': 'add', 'value': 0.25}, {'curve': 'gone', 'do': 'set', 'value': 1}"));
    graph_step(&g, 0.0);
    CHECK_NEAR(graph_curve(&g, "c1"), 1.75, 0.0);
    CHECK_INT(mien_graph_binding_report_count(g.binding), 1);
    CHECK_INT(mien_graph_binding_report(g.binding, 0).kind, MIEN_FINDING_MISSING_CURVE);
    CHECK_STR(mien_graph_binding_report(g.binding, 0).name, "gone");
    graph_end(&g);
}

#define SMOOTH                                                                                               \
    CHANGES("{'curve': 'c1', 'do': 'smooth', 'value': 0.5}, {'curve': 'c33', 'do': 'smooth', 'value': 0}")

TEST(smooth_begins_where_the_curve_is)
{
    GraphRig g;
    begin(&g, SMOOTH);
    Given a, out;
    given_nothing(&a, false);
    mien_curve_set_put(&a.curves, 1, 2.0f);
    mien_curve_set_put(&a.curves, 33, 2.0f);
    given_to_slot(&g, "a", &a);
    step_both_ways(&g, 0.1, &out);
    CHECK_NEAR(out.values[1], 2.0, 0.0);
    a.values[1] = a.values[33] = 1.0f;
    step_both_ways(&g, 0.5, &out);
    CHECK_NEAR(out.values[1], 1.0 + exp(-1.0), 1e-6);
    CHECK_NEAR(out.values[33], 1.0, 0.0);
    // While alpha is 0 the curve is as it was, but is followed.
    graph_set(&g, "alpha", 0.0f);
    step_both_ways(&g, 0.5, &out);
    CHECK_NEAR(out.values[1], 1.0, 0.0);
    graph_set(&g, "alpha", 0.5f);
    step_both_ways(&g, 0.0, &out);
    CHECK_NEAR(out.values[1], 1.0 + 0.5 * exp(-2.0), 1e-6);
    graph_end(&g);
}

TEST(smooth_lets_curves_go)
{
    GraphRig g;
    begin(&g, SMOOTH);
    Given a, out;
    given_nothing(&a, false);
    given_to_slot(&g, "a", &a);
    step_both_ways(&g, 0.1, &out);
    CHECK(!mien_curve_set_has(&out.curves, 1)); // nothing comes of nothing
    mien_curve_set_put(&a.curves, 1, 1.0f);
    step_both_ways(&g, 0.5, &out);
    CHECK_NEAR(out.values[1], 1.0 - exp(-1.0), 1e-6); // from nothing
    mien_curve_set_remove(&a.curves, 1);
    step_both_ways(&g, 0.5, &out);
    CHECK(mien_curve_set_has(&out.curves, 1));
    CHECK_NEAR(out.values[1], exp(-1.0) - exp(-2.0), 1e-6);
    step_both_ways(&g, 5.0, &out);
    CHECK(mien_curve_set_has(&out.curves, 1));
    step_both_ways(&g, 5.0, &out); // less than a millionth
    CHECK(!mien_curve_set_has(&out.curves, 1));
    graph_end(&g);
}

TEST(smooth_survives_infinities)
{
    GraphRig g;
    begin(&g, SMOOTH);
    Given a, out;
    given_nothing(&a, false);
    mien_curve_set_put(&a.curves, 1, INFINITY);
    given_to_slot(&g, "a", &a);
    step_both_ways(&g, 0.1, &out);
    a.values[1] = -INFINITY;
    step_both_ways(&g, 0.1, &out);
    a.values[1] = 1.0f;
    step_both_ways(&g, 100.0, &out);
    CHECK_NEAR(out.values[1], 1.0, 1e-6);
    graph_end(&g);
}

/// Steps of any length: the same, as long as the curve holds.
TEST(frame_rates)
{
    GraphRig coarse, fine;
    begin(&coarse, SMOOTH);
    begin(&fine, SMOOTH);
    Given a;
    given_nothing(&a, false);
    given_to_slot(&coarse, "a", &a);
    given_to_slot(&fine, "a", &a);
    uint64_t random = property_seed(123);
    Tally t = {.cases = property_cases(1000), .limit = 1e-6};
    graph_step(&coarse, 0.0);
    graph_step(&fine, 0.0);
    for (int i = 0; i < t.cases; ++i) {
        const double seconds = 0.3 * (double)mien_random_unit(&random);
        mien_curve_set_put(&a.curves, 1, mien_random_between(&random, -2.0f, 3.0f));
        graph_step(&coarse, seconds);
        for (int k = 0; k < 5; ++k)
            graph_step(&fine, seconds / 5.0);
        tally(&t, fabs((double)graph_curve(&coarse, "c1") - (double)graph_curve(&fine, "c1")));
    }
    tally_close(&t, "one step or five");
    graph_end(&coarse);
    graph_end(&fine);
}

CHECK_MAIN
{
    RUN(unreal_vectors);
    RUN(plain_changes);
    RUN(smoothing);
    RUN(a_node);
    RUN(in_order_on_one_curve);
    RUN(smooth_begins_where_the_curve_is);
    RUN(smooth_lets_curves_go);
    RUN(smooth_survives_infinities);
    RUN(frame_rates);
}
