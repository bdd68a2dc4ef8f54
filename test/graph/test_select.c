// SPDX-License-Identifier: MIT
//
// Fades, and one of several inputs with them.

#include "support/graph/slots.h"

#include "core/graph/fade.h"

enum { MOST = 6 };

/// A fade over up to six inputs.
typedef union Room {
    MieniFade fade;
    char bytes[sizeof(MieniFade) + 2 * MOST * sizeof(float)];
} Room;

static double total(const MieniFade *fade)
{
    double sum = 0.0;
    for (int i = 0; i < fade->count; ++i)
        sum += (double)fade->weights[i];
    return sum;
}

/// The largest difference between the weights of two fades.
static double apart(const MieniFade *a, const MieniFade *b)
{
    double worst = 0.0;
    // Not by fmax: gcc 12 for Arm stumbles over the loop that it makes of it.
    for (int i = 0; i < a->count; ++i) {
        const double difference = fabs((double)a->weights[i] - (double)b->weights[i]);
        worst = difference > worst ? difference : worst;
    }
    return worst;
}

TEST(a_fade)
{
    Room room;
    MieniFade *fade = &room.fade;
    mieni_fade_begin(fade, 3, 1);
    CHECK_NEAR(fade->weights[1], 1.0, 0.0);
    mieni_fade_to(fade, 2, 2.0, MIENI_SHAPE_LINEAR);
    CHECK_NEAR(fade->weights[1], 1.0, 0.0);
    mieni_fade_advance(fade, 0.5);
    CHECK_NEAR(fade->weights[0], 0.0, 0.0);
    CHECK_NEAR(fade->weights[1], 0.75, 1e-7);
    CHECK_NEAR(fade->weights[2], 0.25, 1e-7);
    // Away again: each keeps its part of what is left.
    mieni_fade_to(fade, 0, 1.0, MIENI_SHAPE_SMOOTH);
    mieni_fade_advance(fade, 0.25);
    CHECK_NEAR(fade->weights[0], 0.15625, 1e-7);
    CHECK_NEAR(fade->weights[1], 0.75 * 0.84375, 1e-7);
    CHECK_NEAR(fade->weights[2], 0.25 * 0.84375, 1e-7);
    CHECK_NEAR(fade->lasted, 0.25, 0.0);
    mieni_fade_advance(fade, 0.75);
    CHECK(same_float(fade->weights[0], 1.0f) && fade->weights[1] == 0.0f && fade->weights[2] == 0.0f);
    CHECK_INT(fade->is_fading, 0);
    mieni_fade_to(fade, 2, 0.0, MIENI_SHAPE_LINEAR);
    CHECK(same_float(fade->weights[2], 1.0f) && fade->weights[0] == 0.0f);
    // Times that make no sense.
    mieni_fade_to(fade, 1, -1.0, MIENI_SHAPE_LINEAR);
    CHECK(same_float(fade->weights[1], 1.0f));
    mieni_fade_to(fade, 0, INFINITY, MIENI_SHAPE_LINEAR);
    mieni_fade_advance(fade, 1e300);
    CHECK(same_float(fade->weights[1], 1.0f) && fade->weights[0] == 0.0f);
}

/// Random changes of target: in steps of any length the same, continuous, and in sum 1.
TEST(fades)
{
    uint64_t random = property_seed(101);
    Tally split = {.cases = property_cases(4000), .limit = 1e-6};
    Tally sum = {split.cases, 0.0, 3e-7}, step = {split.cases, 0.0, 1e-6};
    for (int i = 0; i < split.cases; ++i) {
        Room coarse, fine;
        const int count = 1 + mien_random_index(&random, MOST), changes = 1 + mien_random_index(&random, 12);
        mieni_fade_begin(&coarse.fade, count, mien_random_index(&random, count));
        memcpy(&fine, &coarse, sizeof fine);
        for (int c = 0; c < changes; ++c) {
            const int target = mien_random_index(&random, count), shape = mien_random_index(&random, 2);
            const double duration =
                mien_random_index(&random, 8) == 0 ? 0.0 : (double)mien_random_unit(&random);
            if (target != coarse.fade.target) {
                Room before = coarse;
                mieni_fade_to(&coarse.fade, target, duration, shape);
                mieni_fade_to(&fine.fade, target, duration, shape);
                if (duration > 0.0) {
                    tally(&step, apart(&before.fade, &coarse.fade));
                    before = coarse; // and a moment later
                    mieni_fade_advance(&before.fade, 1e-9 * duration);
                    tally(&step, apart(&before.fade, &coarse.fade));
                }
            }
            const double seconds = 0.7 * (double)mien_random_unit(&random);
            const double first = seconds * (double)mien_random_unit(&random);
            mieni_fade_advance(&coarse.fade, seconds);
            mieni_fade_advance(&fine.fade, first);
            mieni_fade_advance(&fine.fade, seconds - first);
            tally(&split, apart(&coarse.fade, &fine.fade));
            tally(&sum, fabs(total(&coarse.fade) - 1.0));
            for (int k = 0; k < count; ++k)
                CHECK(coarse.fade.weights[k] >= 0.0f && coarse.fade.weights[k] <= 1.0f);
        }
    }
    tally_close(&split, "a step in two");
    tally_close(&sum, "sum of weights");
    tally_close(&step, "a change of target");
}

/// Fades that never arrive: rounding does not add up.
TEST(many_changes)
{
    Room room;
    uint64_t random = property_seed(103);
    Tally sum = {.cases = property_cases(200000), .limit = 3e-7};
    mieni_fade_begin(&room.fade, MOST, 0);
    for (int i = 0; i < sum.cases; ++i) {
        mieni_fade_to(&room.fade, mien_random_index(&random, MOST), 1.0, MIENI_SHAPE_SMOOTH);
        mieni_fade_advance(&room.fade, 0.002 * (double)mien_random_unit(&random));
        tally(&sum, fabs(total(&room.fade) - 1.0));
    }
    tally_close(&sum, "sum of weights after many changes");
}

#define SLOTS                                                                                                \
    "{'id': 'a', 'node': 'input_pose'}, {'id': 'b', 'node': 'input_pose'}, {'id': 'c', 'node': "             \
    "'input_pose'},"
#define SELECT(more)                                                                                         \
    "{'id': 'one', 'node': 'blend_by_int', 'inputs': ['a', 'b', 'c'], 'index': {'parameter': 'which'}" more  \
    "},"                                                                                                     \
    "{'id': 'out', 'node': 'output', 'input': 'one'}"
#define WHICH "{'name': 'which', 'type': 'int', 'value': 0}, {'name': 'fade', 'type': 'float', 'value': 1}"

static void begin(GraphRig *g, const char *text, int count, Given *given)
{
    static const char *const ids[] = {"a", "b", "c"};
    GivenSkeleton s;
    given_skeleton(&s);
    graph_begin(g, &s.skeleton);
    graph_make(g, text);
    graph_trace(g);
    uint64_t random = 5;
    for (int i = 0; i < count; ++i) {
        given_random(&given[i], &random, false);
        given_to_slot(g, ids[i], &given[i]);
    }
}

/// What the trace of the select node says.
static MienGraphNodeTrace traced(const GraphRig *g, const char *id)
{
    return mien_graph_trace_node(g->trace, mien_graph_find_node(g->graph, id));
}

TEST(a_node)
{
    GraphRig g;
    Given given[3], out;
    begin(&g, GRAPH_WITH(WHICH, SLOTS SELECT(", 'fade': {'parameter': 'fade'}")), 3, given);
    step_both_ways(&g, 0.25, &out); // it begins without a fade
    CHECK(same_given(&out, &given[0]));
    CHECK(traced(&g, "a").is_live && !traced(&g, "b").is_live && !traced(&g, "c").is_live);
    graph_set(&g, "which", 1.0f);
    step_both_ways(&g, 0.25, &out);
    const MieniPart parts[] = {{given[0].bones, &given[0].curves, 0.75f},
                               {given[1].bones, &given[1].curves, 0.25f}};
    Given want;
    given_nothing(&want, false);
    for (int b = 0; b < GIVEN_BONES; ++b)
        mieni_mix_parts(parts, 2, b, false, &want.bones[b]);
    mieni_curves_sum(MIENI_CURVES_LERP, parts, 2, &want.curves);
    CHECK(same_given(&out, &want));
    graph_step(&g, 0.0);
    const MienGraphNodeTrace node = traced(&g, "one");
    CHECK_INT(node.weight_count, 3);
    for (int i = 0; i < node.weight_count && i < 3; ++i)
        CHECK_NEAR(node.weights[i], i == 0 ? 0.75 : i == 1 ? 0.25 : 0.0, 1e-7);
    CHECK_NEAR(traced(&g, "b").weight, 0.25, 1e-7);
    // A change of the time does not touch the fade under way.
    graph_set(&g, "fade", 0.0f);
    graph_step(&g, 0.5);
    CHECK_NEAR(traced(&g, "b").weight, 0.75, 1e-7);
    graph_set(&g, "which", 7.0f); // the last
    step_both_ways(&g, 0.0, &out);
    CHECK(same_given(&out, &given[2]));
    graph_set(&g, "which", -3.0f); // the first
    step_both_ways(&g, 0.0, &out);
    CHECK(same_given(&out, &given[0]));
    graph_end(&g);
}

TEST(rules_for_curves)
{
    static const char *const rules[] = {"lerp", "valid", "override", "keep", "normalise",
                                        "add",  "max",   "min",      "base"};
    for (int rule = 0; rule < 9; ++rule) {
        char text[1024];
        snprintf(text, sizeof text, GRAPH_WITH(WHICH, SLOTS SELECT(", 'fade': 1, 'curves': '%s'")),
                 rules[rule]);
        GraphRig g;
        Given given[3], out, want;
        begin(&g, text, 3, given);
        graph_step(&g, 0.0);
        graph_set(&g, "which", 2.0f);
        step_both_ways(&g, 0.5, &out);
        const MieniPart parts[] = {{given[0].bones, &given[0].curves, 0.5f},
                                   {given[2].bones, &given[2].curves, 0.5f}};
        given_nothing(&want, false);
        mieni_curves_sum((MieniCurveRule)rule, parts, 2, &want.curves);
        CHECK(same_curves(&out, &want));
        graph_end(&g);
    }
}

/// Deltas fade into each other as they are.
TEST(deltas)
{
    GivenSkeleton s;
    given_skeleton(&s);
    GraphRig g;
    graph_begin(&g, &s.skeleton);
    graph_make(&g, GRAPH_WITH(WHICH, "{'id': 'a', 'node': 'input_pose', 'type': 'delta'},"
                                     "{'id': 'b', 'node': 'input_pose', 'type': 'delta'},"
                                     "{'id': 'one', 'node': 'blend_by_int', 'inputs': ['a', 'b'], 'fade': 1,"
                                     " 'index': {'parameter': 'which'}}, {'id': 'r', 'node': 'rest_pose'},"
                                     "{'id': 'on', 'node': 'apply_additive', 'base': 'r', 'delta': 'one'},"
                                     "{'id': 'out', 'node': 'output', 'input': 'on'}"));
    Given a, b, out;
    uint64_t random = 7;
    given_random(&a, &random, true);
    given_random(&b, &random, true);
    given_to_slot(&g, "a", &a);
    given_to_slot(&g, "b", &b);
    graph_step(&g, 0.0);
    graph_set(&g, "which", 1.0f);
    step_both_ways(&g, 0.5, &out);
    const MieniPart parts[] = {{a.bones, &a.curves, 0.5f}, {b.bones, &b.curves, 0.5f}};
    for (int bone = 0; bone < GIVEN_BONES; ++bone) {
        MienTransform delta, want;
        mieni_mix_parts(parts, 2, bone, true, &delta);
        mieni_apply_bone(&s.bones[bone].rest, &delta, 1.0f, &want);
        CHECK(same_transform(&out.bones[bone], &want));
    }
    graph_end(&g);
}

/// A bool chooses between two; without a fade at once.
TEST(by_a_bool)
{
    GraphRig g;
    Given given[3], out;
    begin(&g,
          GRAPH_WITH("{'name': 'talking', 'type': 'bool', 'value': true}",
                     "{'id': 'a', 'node': 'input_pose'}, {'id': 'b', 'node': 'input_pose'},"
                     "{'id': 'one', 'node': 'blend_by_int', 'inputs': ['a', 'b'],"
                     " 'index': {'parameter': 'talking'}, 'fade': 0},"
                     "{'id': 'out', 'node': 'output', 'input': 'one'}"),
          2, given);
    step_both_ways(&g, 0.1, &out);
    CHECK(same_given(&out, &given[1]));
    graph_set(&g, "talking", 0.0f);
    step_both_ways(&g, 0.1, &out);
    CHECK(same_given(&out, &given[0]));
    graph_end(&g);
}

/// Random changes through the node: steps of any length lead to the same pose.
TEST(frame_rates)
{
    GraphRig coarse, fine;
    Given given[3], a, b;
    begin(&coarse, GRAPH_WITH(WHICH, SLOTS SELECT(", 'fade': {'parameter': 'fade'}, 'shape': 'smooth'")), 3,
          given);
    begin(&fine, GRAPH_WITH(WHICH, SLOTS SELECT(", 'fade': {'parameter': 'fade'}, 'shape': 'smooth'")), 3,
          given);
    uint64_t random = property_seed(102);
    Tally t = {.cases = property_cases(1000), .limit = 1e-5};
    for (int i = 0; i < t.cases; ++i) {
        const float which = (float)mien_random_index(&random, 3), fade = mien_random_unit(&random);
        const double seconds = 0.5 * (double)mien_random_unit(&random);
        graph_set(&coarse, "which", which);
        graph_set(&coarse, "fade", fade);
        graph_set(&fine, "which", which);
        graph_set(&fine, "fade", fade);
        graph_step(&coarse, seconds);
        for (int k = 0; k < 4; ++k)
            graph_step(&fine, seconds / 4.0);
        given_take(&a, &coarse);
        given_take(&b, &fine);
        for (int bone = 0; bone < GIVEN_BONES; ++bone) {
            tally(&t, fabs((double)a.bones[bone].translation.x - (double)b.bones[bone].translation.x));
            tally(&t, 1.0 - fabs(dot4(&a.bones[bone].rotation.x, &b.bones[bone].rotation.x)));
        }
        for (int c = 0; c < GIVEN_CURVES; ++c)
            tally(&t, fabs((double)a.values[c] - (double)b.values[c]));
    }
    tally_close(&t, "one step or four");
    graph_end(&coarse);
    graph_end(&fine);
}

/// What is not chosen stands still; with restart it begins again.
TEST(inputs_stand_still_or_restart)
{
    for (int restart = 0; restart < 2; ++restart) {
        GivenSkeleton s;
        GraphRig g;
        char text[1024];
        given_skeleton(&s);
        graph_begin(&g, &s.skeleton);
        counting_clip(&g, "a.clip.json");
        snprintf(text, sizeof text,
                 GRAPH_WITH(WHICH, "{'id': 'a', 'node': 'clip', 'clip': 'a.clip.json', 'loop': false},"
                                   "{'id': 'b', 'node': 'rest_pose'},"
                                   "{'id': 'one', 'node': 'blend_by_int', 'inputs': ['a', 'b'], 'fade': 0,"
                                   " 'index': {'parameter': 'which'}, 'restart': %s},"
                                   "{'id': 'out', 'node': 'output', 'input': 'one'}"),
                 restart ? "true" : "false");
        graph_make(&g, text);
        graph_step(&g, 1.0);
        CHECK_NEAR(graph_curve(&g, "c0"), 1.0, 1e-5);
        graph_set(&g, "which", 1.0f);
        graph_step(&g, 1.0);
        CHECK(!graph_has_curve(&g, "c0"));
        graph_set(&g, "which", 0.0f);
        graph_step(&g, 0.5);
        CHECK_NEAR(graph_curve(&g, "c0"), restart ? 0.5 : 1.5, 1e-5);
        graph_end(&g);
    }
}

CHECK_MAIN
{
    RUN(a_fade);
    RUN(fades);
    RUN(many_changes);
    RUN(a_node);
    RUN(rules_for_curves);
    RUN(deltas);
    RUN(by_a_bool);
    RUN(frame_rates);
    RUN(inputs_stand_still_or_restart);
}
