// SPDX-License-Identifier: MIT
//
// Two results blended: bones, and every rule by which curves meet.

#include "support/graph/slots.h"

#include <float.h>

static const char *const rules[] = {"lerp", "valid", "override", "keep", "normalise",
                                    "add",  "max",   "min",      "base"};
enum { RULES = sizeof rules / sizeof *rules };

/// What a rule must give, in double. NAN: absent.
static double expected(MieniCurveRule rule, double m, double a, double b)
{
    const bool has_a = a == a, has_b = b == b;
    const double va = has_a ? a : 0.0, vb = has_b ? b : 0.0;
    if (m == 0.0)
        return a;
    switch (rule) {
    case MIENI_CURVES_LERP:
        return m == 1.0 ? b : has_a || has_b ? (1.0 - m) * va + m * vb : NAN;
    case MIENI_CURVES_VALID:
        return has_a && has_b ? (1.0 - m) * a + m * b : has_a ? a : b;
    case MIENI_CURVES_OVERRIDE:
        return has_b ? b : a;
    case MIENI_CURVES_KEEP:
        return has_a ? a : b;
    case MIENI_CURVES_NORMALISE:
        return has_a || has_b ? (va + m * vb) / (1.0 + m) : NAN;
    case MIENI_CURVES_ADD:
        return has_a || has_b ? va + m * vb : NAN;
    case MIENI_CURVES_MAX:
        return has_a && has_b ? fmax(a, b) : has_a ? a : b;
    case MIENI_CURVES_MIN:
        return has_a && has_b ? fmin(a, b) : has_a ? a : b;
    case MIENI_CURVES_BASE:
        return a;
    }
    return NAN;
}

static double curve(const Given *given, int c)
{
    return mien_curve_set_has(&given->curves, c) ? (double)given->values[c] : NAN;
}

/// How far a set is from what a rule must give; infinite where presence differs.
static double off_rule(MieniCurveRule rule, float m, const Given *a, const Given *b, const Given *out)
{
    double worst = 0.0;
    for (int c = 0; c < GIVEN_CURVES; ++c) {
        const double want = expected(rule, (double)m, curve(a, c), curve(b, c)), got = curve(out, c);
        if ((want == want) != (got == got))
            return INFINITY;
        if (want != want && out->values[c] != 0.0f)
            return INFINITY;
        worst = want == want ? fmax(worst, fabs(want - got)) : worst;
    }
    return worst;
}

static float share(uint64_t *random)
{
    const int pick = mien_random_index(random, 6);
    return pick == 0 ? 0.0f : pick == 1 ? 1.0f : mien_random_unit(random);
}

TEST(rules_of_two)
{
    uint64_t random = property_seed(81);
    Tally t = {.cases = property_cases(5000), .limit = 1e-6};
    for (int i = 0; i < t.cases; ++i) {
        Given a, b, out, in_place;
        given_random(&a, &random, false);
        given_random(&b, &random, false);
        given_nothing(&out, false);
        const float m = share(&random);
        for (int rule = 0; rule < RULES; ++rule) {
            mieni_curves_mix((MieniCurveRule)rule, m, &a.curves, &b.curves, &out.curves);
            tally(&t, off_rule((MieniCurveRule)rule, m, &a, &b, &out));
            for (int side = 0; side < 2; ++side) {
                in_place = side == 0 ? a : b;
                in_place.curves = (MienCurveSet){GIVEN_CURVES, in_place.values, in_place.present};
                mieni_curves_mix((MieniCurveRule)rule, m, side == 0 ? &in_place.curves : &a.curves,
                                 side == 0 ? &b.curves : &in_place.curves, &in_place.curves);
                CHECK(same_curves(&in_place, &out));
            }
        }
    }
    tally_close(&t, "curves of two");
}

/// Curves may hold anything: what has no share leaves no trace, and no sum is
/// not-a-number.
TEST(infinities)
{
    Given a, b, out;
    given_nothing(&a, false);
    given_nothing(&b, false);
    given_nothing(&out, false);
    mien_curve_set_put(&a.curves, 0, INFINITY);
    mien_curve_set_put(&b.curves, 0, 0.5f);
    mieni_curves_mix(MIENI_CURVES_VALID, 1.0f, &a.curves, &b.curves, &out.curves);
    CHECK_NEAR(out.values[0], 0.5, 0.0);
    mieni_curves_mix(MIENI_CURVES_LERP, 1.0f, &a.curves, &b.curves, &out.curves);
    CHECK_NEAR(out.values[0], 0.5, 0.0);
    mien_curve_set_put(&b.curves, 0, -INFINITY);
    mieni_curves_mix(MIENI_CURVES_ADD, 1.0f, &a.curves, &b.curves, &out.curves);
    CHECK(mien_curve_set_has(&out.curves, 0) && out.values[0] == 0.0f);
    const MieniPart parts[] = {{a.bones, &a.curves, 0.5f}, {b.bones, &b.curves, 0.5f}};
    mieni_curves_sum(MIENI_CURVES_LERP, parts, 2, &out.curves);
    CHECK(mien_curve_set_has(&out.curves, 0) && out.values[0] == 0.0f);
}

/// Sums of several agree with rules of two where both say something, and leave out no
/// one and nothing.
TEST(rules_of_many)
{
    uint64_t random = property_seed(82);
    Tally t = {.cases = property_cases(5000), .limit = 2e-6};
    for (int i = 0; i < t.cases; ++i) {
        Given given[4], out, two;
        MieniPart parts[4];
        const int count = 2 + mien_random_index(&random, 3);
        float weights[4], total = 0.0f;
        for (int p = 0; p < count; ++p) {
            given_random(&given[p], &random, false);
            total += weights[p] = 0.05f + mien_random_unit(&random);
        }
        for (int p = 0; p < count; ++p)
            parts[p] = (MieniPart){given[p].bones, &given[p].curves, weights[p] / total};
        given_nothing(&out, false);
        given_nothing(&two, false);
        for (int rule = 0; rule < RULES; ++rule) {
            mieni_curves_sum((MieniCurveRule)rule, parts, count, &out.curves);
            const bool is_sum = rule == MIENI_CURVES_NORMALISE || rule == MIENI_CURVES_ADD;
            if (count == 2) {
                mieni_curves_mix(is_sum ? MIENI_CURVES_LERP : (MieniCurveRule)rule, parts[1].weight,
                                 &given[0].curves, &given[1].curves, &two.curves);
                CHECK(memcmp(out.present, two.present, sizeof out.present) == 0);
                for (int c = 0; c < GIVEN_CURVES; ++c)
                    tally(&t, fabs((double)out.values[c] - (double)two.values[c]));
            }
            for (int c = 0; c < GIVEN_CURVES; ++c) {
                double least = INFINITY, most = -INFINITY, sum = 0.0;
                for (int p = 0; p < count; ++p) {
                    const double value = curve(&given[p], c);
                    least = fmin(least, value == value ? value : INFINITY);
                    most = fmax(most, value == value ? value : -INFINITY);
                    sum += value == value ? (double)parts[p].weight * value : 0.0;
                }
                CHECK(rule == MIENI_CURVES_BASE || mien_curve_set_has(&out.curves, c) == (least <= most));
                if (rule == MIENI_CURVES_LERP)
                    tally(&t, fabs(sum - (double)out.values[c]));
                else if (!is_sum && mien_curve_set_has(&out.curves, c)) // chosen, or between
                    CHECK(out.values[c] >= (float)least - 1e-6f && out.values[c] <= (float)most + 1e-6f);
            }
        }
    }
    tally_close(&t, "curves of many");
}

TEST(bones)
{
    uint64_t random = property_seed(83);
    Tally t = {.cases = property_cases(20000), .limit = 1e-6}, turned_about = {t.cases, 0.0, 2e-6};
    for (int i = 0; i < t.cases; ++i) {
        Given a, b;
        const bool is_delta = i % 4 == 0;
        given_random(&a, &random, is_delta);
        given_random(&b, &random, is_delta);
        const float m = share(&random);
        MienTransform out, about;
        mieni_mix_bone(a.bones, b.bones, m, is_delta, &out);
        if (m == 0.0f || m == 1.0f) {
            CHECK(same_transform(&out, m == 0.0f ? a.bones : b.bones));
            continue;
        }
        const MienTransform *both[2] = {a.bones, b.bones};
        const double weights[2] = {1.0 - (double)m, (double)m};
        tally(&t, off_sum(&out, both, weights, 2, is_delta));
        // From the other side: the same turn, whatever its sign.
        mieni_mix_bone(b.bones, a.bones, 1.0f - m, is_delta, &about);
        const double dot = dot4(&out.rotation.x, &about.rotation.x);
        if (!is_delta && fabs(dot4(&a.bones[0].rotation.x, &b.bones[0].rotation.x)) > 1e-3)
            tally(&turned_about, 1.0 - fabs(dot));
        MienTransform in_place = b.bones[0];
        mieni_mix_bone(a.bones, &in_place, m, is_delta, &in_place);
        CHECK(same_transform(&in_place, &out));
    }
    tally_close(&t, "bones of two");
    tally_close(&turned_about, "bones from the other side");
}

TEST(bones_of_many)
{
    uint64_t random = property_seed(84);
    Tally t = {.cases = property_cases(20000), .limit = 1e-6};
    for (int i = 0; i < t.cases; ++i) {
        Given given[4];
        MieniPart parts[4];
        const MienTransform *bones[4];
        double weights[4];
        const bool is_delta = i % 4 == 0;
        const int count = 1 + mien_random_index(&random, 4);
        float total = 0.0f, raw[4];
        for (int p = 0; p < count; ++p) {
            given_random(&given[p], &random, is_delta);
            total += raw[p] = 0.05f + mien_random_unit(&random);
        }
        for (int p = 0; p < count; ++p) {
            parts[p] = (MieniPart){given[p].bones, &given[p].curves, count == 1 ? 1.0f : raw[p] / total};
            bones[p] = &given[p].bones[3];
            weights[p] = (double)parts[p].weight;
        }
        MienTransform out;
        mieni_mix_parts(parts, count, 3, is_delta, &out);
        tally(&t, off_sum(&out, bones, weights, count, is_delta));
        if (count == 1)
            CHECK(same_transform(&out, bones[0]));
        // In the place of any of them.
        const int place = mien_random_index(&random, count);
        mieni_mix_parts(parts, count, 3, is_delta, &given[place].bones[3]);
        CHECK(same_transform(&out, &given[place].bones[3]));
    }
    tally_close(&t, "bones of many");
}

TEST(rotations_that_cancel)
{
    // Sides are chosen so that nothing cancels, except exactly at a right angle, where
    // nothing does either.
    MienTransform a = mien_transform_identity(), b = a, out;
    b.rotation = (MienQuat){0.0f, 0.0f, 0.0f, -1.0f};
    mieni_mix_bone(&a, &b, 0.5f, false, &out);
    CHECK_NEAR(out.rotation.w, 1.0, 0.0);
    b.rotation = (MienQuat){1.0f, 0.0f, 0.0f, 0.0f};
    mieni_mix_bone(&a, &b, 0.5f, false, &out);
    CHECK_NEAR(degrees_of(out.rotation), 90.0, 1e-4);
    // Made-up bones without length keep a's.
    a.rotation = b.rotation = (MienQuat){0.0f, 1e-6f, 0.0f, 0.0f};
    mieni_mix_bone(&a, &b, 0.5f, false, &out);
    CHECK(same_transform(&out, &a));
}

static void make(GraphRig *g, const GivenSkeleton *s, const char *rule, bool is_delta)
{
    char text[1024];
    const char *type = is_delta ? "'delta'" : "'absolute'";
    snprintf(
        text, sizeof text,
        GRAPH_WITH(
            "{'name': 'm', 'type': 'float', 'value': 0}",
            "{'id': 'a', 'node': 'input_pose', 'type': %s}, {'id': 'b', 'node': 'input_pose', 'type': %s},"
            "{'id': 'both', 'node': 'blend', 'a': 'a', 'b': 'b', 'alpha': {'parameter': 'm'},"
            " 'curves': '%s'}, %s {'id': 'out', 'node': 'output', 'input': '%s'}"),
        type, type, rule,
        is_delta ? "{'id': 'r', 'node': 'input_pose'},"
                   "{'id': 'on', 'node': 'apply_additive', 'base': 'r', 'delta': 'both'},"
                 : "",
        is_delta ? "on" : "both");
    graph_begin(g, &s->skeleton);
    graph_make(g, text);
}

TEST(a_node)
{
    GivenSkeleton s;
    given_skeleton(&s);
    uint64_t random = property_seed(85);
    const int cases = property_cases(100);
    for (int rule = 0; rule < RULES; ++rule) {
        GraphRig g;
        make(&g, &s, rules[rule], false);
        for (int i = 0; i < cases; ++i) {
            Given a, b, out, want;
            given_random(&a, &random, false);
            given_random(&b, &random, false);
            given_to_slot(&g, "a", &a);
            given_to_slot(&g, "b", &b);
            float m = i % 3 == 0 ? random_weight(&random) : share(&random);
            graph_set(&g, "m", m);
            m = !(m > 0.0f) ? 0.0f : m < 1.0f ? m : 1.0f;
            step_both_ways(&g, 0.0, &out);
            given_nothing(&want, false);
            for (int bone = 0; bone < GIVEN_BONES; ++bone)
                mieni_mix_bone(&a.bones[bone], &b.bones[bone], m, false, &want.bones[bone]);
            mieni_curves_mix((MieniCurveRule)rule, m, &a.curves, &b.curves, &want.curves);
            CHECK(same_given(&out, &want));
        }
        graph_end(&g);
    }
    printf("blend: %d graphs of each rule\n", cases);
}

TEST(deltas_in_a_node)
{
    GivenSkeleton s;
    given_skeleton(&s);
    GraphRig g;
    make(&g, &s, "lerp", true);
    uint64_t random = property_seed(86);
    const int cases = property_cases(200);
    for (int i = 0; i < cases; ++i) {
        Given a, b, base, out, want;
        given_random(&a, &random, true);
        given_random(&b, &random, true);
        given_random(&base, &random, false);
        given_to_slot(&g, "a", &a);
        given_to_slot(&g, "b", &b);
        given_to_slot(&g, "r", &base);
        const float m = mien_random_unit(&random);
        graph_set(&g, "m", m);
        step_both_ways(&g, 0.0, &out);
        given_nothing(&want, false);
        for (int bone = 0; bone < GIVEN_BONES; ++bone) {
            MienTransform delta;
            mieni_mix_bone(&a.bones[bone], &b.bones[bone], m, true, &delta);
            mieni_apply_bone(&base.bones[bone], &delta, 1.0f, &want.bones[bone]);
        }
        CHECK(same_bones(&out, &want));
    }
    printf("deltas: %d graphs\n", cases);
    graph_end(&g);
}

TEST(sides_that_do_not_count_are_dead)
{
    GivenSkeleton s;
    given_skeleton(&s);
    static const struct {
        const char *rule;
        float m;
        float a, b; ///< How much of them is needed; 0: not live.
    } rows[] = {{"lerp", 0.0f, 1.0f, 0.0f},  {"lerp", 1.0f, 0.0f, 1.0f},  {"lerp", 0.25f, 0.75f, 0.25f},
                {"valid", 0.0f, 1.0f, 0.0f}, {"valid", 1.0f, 1.0f, 1.0f}, {"add", 0.5f, 1.0f, 0.5f}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        GraphRig g;
        make(&g, &s, rows[i].rule, false);
        graph_trace(&g);
        graph_set(&g, "m", rows[i].m);
        graph_run(&g);
        const MienGraphNodeTrace a = mien_graph_trace_node(g.trace, mien_graph_find_node(g.graph, "a"));
        const MienGraphNodeTrace b = mien_graph_trace_node(g.trace, mien_graph_find_node(g.graph, "b"));
        CHECK(a.is_live == (rows[i].a > 0.0f));
        CHECK(b.is_live == (rows[i].b > 0.0f));
        CHECK_NEAR(a.weight, rows[i].a, 0.0);
        CHECK_NEAR(b.weight, rows[i].b, 0.0);
        graph_end(&g);
    }
}

/// A part of a part that is too small for a number is played all the same.
TEST(next_to_nothing_is_still_live)
{
    GivenSkeleton s;
    GraphRig g;
    given_skeleton(&s);
    graph_begin(&g, &s.skeleton);
    counting_clip(&g, "a.clip.json");
    graph_make(&g, GRAPH("{'id': 'r', 'node': 'rest_pose'}, {'id': 'q', 'node': 'rest_pose'},"
                         "{'id': 'play', 'node': 'clip', 'clip': 'a.clip.json'},"
                         "{'id': 'inner', 'node': 'blend', 'a': 'q', 'b': 'play', 'alpha': 1e-30},"
                         "{'id': 'outer', 'node': 'blend', 'a': 'r', 'b': 'inner', 'alpha': 1e-30},"
                         "{'id': 'out', 'node': 'output', 'input': 'outer'}"));
    graph_trace(&g);
    graph_step(&g, 0.5);
    const int play = mien_graph_find_node(g.graph, "play");
    CHECK(mien_graph_trace_node(g.trace, play).is_live);
    CHECK(mien_graph_trace_node(g.trace, play).weight == FLT_MIN);
    CHECK_NEAR(mien_graph_instance_time(g.instance, play), 0.5, 0.0);
    for (int b = 0; b < GIVEN_BONES; ++b)
        CHECK(same_transform(&g.bones[b], &s.bones[b].rest));
    graph_end(&g);
}

CHECK_MAIN
{
    RUN(rules_of_two);
    RUN(infinities);
    RUN(rules_of_many);
    RUN(bones);
    RUN(bones_of_many);
    RUN(rotations_that_cancel);
    RUN(a_node);
    RUN(deltas_in_a_node);
    RUN(sides_that_do_not_count_are_dead);
    RUN(next_to_nothing_is_still_live);
}
