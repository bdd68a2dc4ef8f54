// SPDX-License-Identifier: MIT
//
// Curves that the host gives, over those of the input.

#include "support/graph/slots.h"

#define SOURCE(more)                                                                                         \
    GRAPH_WITH("{'name': 'alpha', 'type': 'float', 'value': 1}",                                             \
               "{'id': 'a', 'node': 'input_pose'}, {'id': 'live', 'node': 'live_input', 'input': 'a',"       \
               " 'alpha': {'parameter': 'alpha'}" more                                                       \
               "}, {'id': 'out', 'node': 'output', 'input': 'live'}")

static void begin(GraphRig *g, GivenSkeleton *s, const char *text)
{
    graph_begin(g, &s->skeleton);
    graph_make(g, text);
}

static void give(GraphRig *g, const char *id, const MienCurveSet *curves)
{
    CHECK_STATUS(
        mien_graph_instance_set_live_input(g->instance, mien_graph_find_live_input(g->graph, id), curves),
        MIEN_OK);
}

/// Curves of a host may hold anything.
static void draw_host(Given *host, uint64_t *random)
{
    given_nothing(host, false);
    for (int c = 0; c < GIVEN_CURVES; ++c) {
        const float value = random_weight(random);
        if (mien_random_index(random, 2) != 0)
            continue;
        mien_curve_set_put(&host->curves, c, value);
        host->values[c] = value; // also if it is not a number
    }
}

TEST(a_node)
{
    GivenSkeleton s;
    given_skeleton(&s);
    GraphRig all, some;
    begin(&all, &s, SOURCE(""));
    begin(&some, &s, SOURCE(", 'names': ['c1', 'c5', 'c33', 'gone']"));
    CHECK_INT(mien_graph_binding_report_count(all.binding), 0);
    CHECK_INT(mien_graph_binding_report_count(some.binding), 1);
    CHECK_INT(mien_graph_binding_report(some.binding, 0).kind, MIEN_FINDING_MISSING_CURVE);
    CHECK_STR(mien_graph_binding_report(some.binding, 0).name, "gone");
    uint64_t random = property_seed(141);
    const int cases = property_cases(1000);
    for (int i = 0; i < cases; ++i) {
        GraphRig *g = i % 2 == 0 ? &all : &some;
        Given a, host, out;
        given_random(&a, &random, false);
        draw_host(&host, &random);
        given_to_slot(g, "a", &a);
        const MienCurveSet bare = {GIVEN_CURVES, host.values, NULL};
        give(g, "live", i % 5 == 0 ? &bare : &host.curves);
        float alpha = i % 3 == 0 ? 1.0f : i % 3 == 1 ? mien_random_unit(&random) : random_weight(&random);
        graph_set(g, "alpha", alpha);
        alpha = !(alpha > 0.0f) ? 0.0f : alpha < 1.0f ? alpha : 1.0f;
        step_both_ways(g, 0.1, &out);
        CHECK(same_bones(&out, &a));
        for (int c = 0; c < GIVEN_CURVES; ++c) {
            const bool wanted = g == &all || c == 1 || c == 5 || c == 33;
            const bool given =
                wanted && alpha > 0.0f && mien_curve_set_has(i % 5 == 0 ? &bare : &host.curves, c);
            const float value = host.values[c] == host.values[c] ? host.values[c] : 0.0f;
            const float mixed = (1.0f - alpha) * a.values[c] + alpha * value;
            CHECK(mien_curve_set_has(&out.curves, c) == (given || mien_curve_set_has(&a.curves, c)));
            CHECK(out.values[c] == (!given ? a.values[c] : alpha == 1.0f ? value : mixed));
        }
    }
    printf("source: %d graphs\n", cases);
    give(&all, "live", NULL);
    Given out, none;
    given_nothing(&none, false);
    given_to_slot(&all, "a", &none);
    graph_set(&all, "alpha", 1.0f);
    step_both_ways(&all, 0.1, &out);
    CHECK(same_given(&out, &none));
    graph_end(&all);
    graph_end(&some);
}

TEST(without_an_input)
{
    GivenSkeleton s;
    given_skeleton(&s);
    GraphRig g;
    begin(&g, &s,
          GRAPH("{'id': 'live', 'node': 'live_input'}, {'id': 'out', 'node': 'output', 'input': 'live'}"));
    Given host, out;
    given_nothing(&host, false);
    mien_curve_set_put(&host.curves, 39, 0.5f);
    give(&g, "live", &host.curves);
    step_both_ways(&g, 0.0, &out);
    for (int b = 0; b < GIVEN_BONES; ++b)
        CHECK(same_transform(&out.bones[b], &s.bones[b].rest));
    CHECK(same_float(out.values[39], 0.5f));
    mien_curve_set_put(&host.curves, 39, 0.25f); // read when jobs run
    step_both_ways(&g, 0.0, &out);
    CHECK(same_float(out.values[39], 0.25f));
    graph_end(&g);
}

/// A curve that an LOD removes is removed, whatever its source.
TEST(levels)
{
    GivenSkeleton s;
    given_skeleton(&s);
    s.curves[3].max_lod = 0;
    GraphRig g;
    begin(&g, &s,
          GRAPH("{'id': 'live', 'node': 'live_input'},"
                "{'id': 'm', 'node': 'modify_curve', 'input': 'live', 'changes':"
                " [{'curve': 'c3', 'do': 'add', 'value': 1}, {'curve': 'c4', 'do': 'set', 'value': 1}]},"
                "{'id': 'out', 'node': 'output', 'input': 'm'}"));
    Given host, out;
    given_nothing(&host, false);
    mien_curve_set_put(&host.curves, mien_skeleton_find_curve(g.skeleton, "c3"), 0.5f);
    give(&g, "live", &host.curves);
    step_both_ways(&g, 0.0, &out);
    CHECK_NEAR(graph_curve(&g, "c3"), 1.5, 0.0);
    g.job.lod = 1;
    step_both_ways(&g, 0.0, &out);
    CHECK(!graph_has_curve(&g, "c3"));
    CHECK_NEAR(graph_curve(&g, "c4"), 1.0, 0.0);
    graph_end(&g);
}

CHECK_MAIN
{
    RUN(a_node);
    RUN(without_an_input);
    RUN(levels);
}
