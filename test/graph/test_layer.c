// SPDX-License-Identifier: MIT
//
// One result over the other, bone by bone: masks, shares, and what becomes of curves.
// Numbers of Unreal's are what its formulas give, worked out apart from this library;
// each stands beside the name of its vector.

#include "support/graph/slots.h"

#include "core/graph/mask.h"

enum { ROOT, SPINE, NECK, HEAD, BROW, ARM, HAND, THUMB };

static void check_mask(const MienSkeleton *skeleton, const MieniGraphMaskRow *rows, const int *bones,
                       int count, const float expected[GIVEN_BONES])
{
    int distances[GIVEN_BONES];
    float shares[GIVEN_BONES] = {0.0f};
    for (int r = 0; r < count; ++r)
        mieni_mask_add(skeleton, bones[r], &rows[r], distances, shares);
    for (int b = 0; b < GIVEN_BONES; ++b)
        CHECK_NEAR(shares[b], expected[b], 1e-6);
}

TEST(masks)
{
    GivenSkeleton s;
    given_skeleton(&s);
    GraphRig g;
    graph_begin(&g, &s.skeleton);
    const int spine[2] = {SPINE, HEAD}, arm[2] = {ROOT, ARM};
    // A branch, with a ramp of three.
    check_mask(g.skeleton, (MieniGraphMaskRow[]){{.depth = 0, .weight = 1.0f}}, spine, 1,
               (float[]){0, 1, 1, 1, 1, 0, 0, 0});
    check_mask(g.skeleton, (MieniGraphMaskRow[]){{.depth = 1, .weight = 1.0f}}, spine, 1,
               (float[]){0, 1, 1, 1, 1, 0, 0, 0});
    check_mask(g.skeleton, (MieniGraphMaskRow[]){{.depth = 3, .weight = 1.0f}}, spine, 1,
               (float[]){0, 1.0f / 3.0f, 2.0f / 3.0f, 1, 1, 0, 0, 0});
    check_mask(g.skeleton, (MieniGraphMaskRow[]){{.depth = 3, .weight = 0.5f}}, spine, 1,
               (float[]){0, 0.5f / 3.0f, 1.0f / 3.0f, 0.5f, 0.5f, 0, 0, 0});
    // Rows add up, a negative depth or weight takes away, and nothing leaves 0 to 1.
    check_mask(g.skeleton, (MieniGraphMaskRow[]){{.depth = 2, .weight = 1.0f}, {.depth = -2, .weight = 1.0f}},
               spine, 2, (float[]){0, 0.5f, 1, 0.5f, 0, 0, 0, 0});
    check_mask(g.skeleton,
               (MieniGraphMaskRow[]){{.depth = 0, .weight = 1.0f}, {.depth = 0, .weight = -0.75f}}, arm, 2,
               (float[]){1, 1, 1, 1, 1, 0.25f, 0.25f, 0.25f});
    check_mask(g.skeleton, (MieniGraphMaskRow[]){{.depth = 0, .weight = 1.0f}, {.depth = 0, .weight = 1.0f}},
               arm, 2, (float[]){1, 1, 1, 1, 1, 1, 1, 1});
    check_mask(g.skeleton, (MieniGraphMaskRow[]){{.depth = 0, .weight = -1.0f}}, spine, 1,
               (float[]){0, 0, 0, 0, 0, 0, 0, 0});
    // Only the bone itself.
    check_mask(g.skeleton,
               (MieniGraphMaskRow[]){{.depth = 0, .weight = 1.0f}, {.depth = 0, .weight = -1.0f, .only = 1}},
               spine, 2, (float[]){0, 1, 1, 0, 1, 0, 0, 0});
    graph_end(&g);
}

#define TWO_SLOTS "{'id': 'a', 'node': 'input_pose'}, {'id': 'b', 'node': 'input_pose'},"
#define MASKED(masks, parameters, nodes)                                                                     \
    GRAPH_HEAD "'parameters': [" parameters "], 'masks': [" masks "], 'nodes': [" nodes "]}"
#define MASKS                                                                                                \
    "{'name': 'face', 'bones': [{'bone': 'neck', 'depth': 2}, {'bone': 'brow', 'weight': -1, 'only': "       \
    "true}]},"                                                                                               \
    "{'name': 'arm', 'bones': [{'bone': 'arm', 'depth': 0}]}, {'name': 'none', 'bones': []}"
#define LAYER                                                                                                \
    "{'id': 'both', 'node': 'layered_blend', 'base': 'a', 'layer': 'b', 'mask': {'parameter': 'part'},"      \
    " 'weight': {'parameter': 'm'}, 'curves': '%s'}, {'id': 'out', 'node': 'output', 'input': 'both'}"
#define PARAMETERS                                                                                           \
    "{'name': 'm', 'type': 'float', 'value': 1}, {'name': 'part', 'type': 'mask', 'value': 'face'}"

static void make(GraphRig *g, const GivenSkeleton *s, const char *rule)
{
    char text[2048];
    snprintf(text, sizeof text, MASKED(MASKS, PARAMETERS, TWO_SLOTS LAYER), rule);
    graph_begin(g, &s->skeleton);
    graph_make(g, text);
}

static void set_mask(GraphRig *g, const char *name)
{
    CHECK_STATUS(mien_graph_instance_set_text(g->instance, mien_graph_find_parameter(g->graph, "part"), name),
                 MIEN_OK);
}

TEST(shares_of_bones)
{
    static const struct {
        const char *name;
        float shares[GIVEN_BONES];
    } masks[] = {{"face", {0, 0, 0.5f, 1, 0, 0, 0, 0}},
                 {"arm", {0, 0, 0, 0, 0, 1, 1, 1}},
                 {"none", {0, 0, 0, 0, 0, 0, 0, 0}}};
    GivenSkeleton s;
    given_skeleton(&s);
    GraphRig g;
    make(&g, &s, "valid");
    uint64_t random = property_seed(91);
    const int cases = property_cases(600);
    for (int i = 0; i < cases; ++i) {
        Given a, b, out, want;
        given_random(&a, &random, false);
        given_random(&b, &random, false);
        given_to_slot(&g, "a", &a);
        given_to_slot(&g, "b", &b);
        const int mask = mien_random_index(&random, 3);
        float m = i % 3 == 0 ? 1.0f : random_weight(&random);
        set_mask(&g, masks[mask].name);
        graph_set(&g, "m", m);
        m = !(m > 0.0f) ? 0.0f : m < 1.0f ? m : 1.0f;
        step_both_ways(&g, 0.0, &out);
        given_nothing(&want, false);
        for (int bone = 0; bone < GIVEN_BONES; ++bone) {
            const float share = masks[mask].shares[bone] * m;
            mieni_mix_bone(&a.bones[bone], &b.bones[bone], share, false, &want.bones[bone]);
        }
        mieni_curves_mix(MIENI_CURVES_VALID, m, &a.curves, &b.curves, &want.curves);
        CHECK(same_given(&out, &want));
    }
    printf("layer: %d graphs\n", cases);
    graph_end(&g);
}

/// A layer of deltas, applied to a pose.
TEST(deltas)
{
    GivenSkeleton s;
    given_skeleton(&s);
    GraphRig g;
    graph_begin(&g, &s.skeleton);
    graph_make(&g,
               MASKED(MASKS, "",
                      "{'id': 'a', 'node': 'input_pose', 'type': 'delta'},"
                      "{'id': 'b', 'node': 'input_pose', 'type': 'delta'}, {'id': 'r', 'node': 'input_pose'},"
                      "{'id': 'both', 'node': 'layered_blend', 'base': 'a', 'layer': 'b', 'mask': 'face'},"
                      "{'id': 'on', 'node': 'apply_additive', 'base': 'r', 'delta': 'both'},"
                      "{'id': 'out', 'node': 'output', 'input': 'on'}"));
    uint64_t random = property_seed(92);
    const int cases = property_cases(100);
    for (int i = 0; i < cases; ++i) {
        Given a, b, base, out;
        MienTransform delta, want;
        given_random(&a, &random, true);
        given_random(&b, &random, true);
        given_random(&base, &random, false);
        given_to_slot(&g, "a", &a);
        given_to_slot(&g, "b", &b);
        given_to_slot(&g, "r", &base);
        step_both_ways(&g, 0.0, &out);
        mieni_mix_bone(&a.bones[NECK], &b.bones[NECK], 0.5f, true, &delta);
        mieni_apply_bone(&base.bones[NECK], &delta, 1.0f, &want);
        CHECK(same_transform(&out.bones[NECK], &want));
    }
    printf("layers of deltas: %d graphs\n", cases);
    graph_end(&g);
}

/// One curve of the base at 0.8 and the layer's at 0.6, and one of each side alone.
static void run_curves(const char *rule, const char *mask, float m, Given *out)
{
    GivenSkeleton s;
    given_skeleton(&s);
    GraphRig g;
    Given a, b;
    make(&g, &s, rule);
    given_nothing(&a, false);
    given_nothing(&b, false);
    mien_curve_set_put(&a.curves, 0, 0.8f);
    mien_curve_set_put(&b.curves, 0, 0.6f);
    mien_curve_set_put(&a.curves, 1, 0.8f);
    mien_curve_set_put(&b.curves, 2, 0.6f);
    given_to_slot(&g, "a", &a);
    given_to_slot(&g, "b", &b);
    set_mask(&g, mask);
    graph_set(&g, "m", m);
    step_both_ways(&g, 0.0, out);
    graph_end(&g);
}

TEST(unreal_vectors)
{
    static const struct {
        const char *name, *rule;
        double expected;
    } rows[] = {{"V16 Override", "override", 0.6}, {"V16 DoNotOverride", "keep", 0.8},
                {"V16 BlendByWeight", "add", 1.1}, {"V16 NormalizeByWeight", "normalise", 0.733333},
                {"V16 UseMax", "max", 0.8},        {"V16 UseMin", "min", 0.6},
                {"V16 UseBase", "base", 0.8}};
    Given out;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        const int before = check_state.faults;
        run_curves(rows[i].rule, "arm", 0.5f, &out);
        CHECK_NEAR(out.values[0], rows[i].expected, 1e-6);
        if (check_state.faults > before)
            printf("that was %s\n", rows[i].name);
    }
    // V16_layer_w1_disjoint_curves_normalize
    run_curves("normalise", "arm", 1.0f, &out);
    CHECK_NEAR(out.values[1], 0.4, 1e-6);
    CHECK_NEAR(out.values[2], 0.3, 1e-6);
    // Its weight is the most that any bone has: here half of it.
    run_curves("add", "arm", 0.25f, &out);
    CHECK_NEAR(out.values[0], 0.95, 1e-6);
    run_curves("add", "none", 1.0f, &out);
    CHECK_NEAR(out.values[0], 0.8, 0.0000001);
    CHECK(!mien_curve_set_has(&out.curves, 2));
}

TEST(curves_of_one_side_pass_untouched)
{
    static const char *const masks[] = {"face", "arm", "none"};
    Given out;
    for (int i = 0; i < 3; ++i) {
        run_curves("valid", masks[i], 0.5f, &out);
        CHECK_NEAR(out.values[0], 0.7, 1e-6);
        CHECK(same_float(out.values[1], 0.8f));
        CHECK(same_float(out.values[2], 0.6f));
        run_curves("lerp", masks[i], 0.5f, &out);
        CHECK_NEAR(out.values[1], 0.4, 1e-6);
        CHECK_NEAR(out.values[2], 0.3, 1e-6);
        run_curves("valid", masks[i], 0.0f, &out);
        CHECK(same_float(out.values[0], 0.8f));
        CHECK(!mien_curve_set_has(&out.curves, 2));
    }
}

TEST(a_layer_that_does_not_count_is_dead)
{
    static const struct {
        const char *rule, *mask;
        float m, weight;
    } rows[] = {{"valid", "face", 0.0f, 0.0f},
                {"valid", "none", 0.5f, 0.5f},
                {"add", "none", 0.5f, 0.0f},
                {"add", "arm", 0.5f, 0.5f},
                {"override", "face", 1.0f, 1.0f}};
    GivenSkeleton s;
    given_skeleton(&s);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        GraphRig g;
        make(&g, &s, rows[i].rule);
        graph_trace(&g);
        set_mask(&g, rows[i].mask);
        graph_set(&g, "m", rows[i].m);
        graph_run(&g);
        const MienGraphNodeTrace layer = mien_graph_trace_node(g.trace, mien_graph_find_node(g.graph, "b"));
        CHECK(layer.is_live == (rows[i].weight > 0.0f));
        CHECK_NEAR(layer.weight, rows[i].weight, 0.0);
        CHECK(mien_graph_trace_node(g.trace, mien_graph_find_node(g.graph, "a")).is_live);
        graph_end(&g);
    }
}

TEST(missing_bones_are_reported_once)
{
    GivenSkeleton s;
    given_skeleton(&s);
    GraphRig g;
    graph_begin(&g, &s.skeleton);
    graph_make(&g, MASKED("{'name': 'x', 'bones': [{'bone': 'tail'}, {'bone': 'hand'}]}", "",
                          TWO_SLOTS
                          "{'id': 'one', 'node': 'layered_blend', 'base': 'a', 'layer': 'b', 'mask': 'x'},"
                          "{'id': 'two', 'node': 'layered_blend', 'base': 'one', 'layer': 'b', 'mask': 'x'},"
                          "{'id': 'out', 'node': 'output', 'input': 'two'}"));
    CHECK_INT(mien_graph_binding_report_count(g.binding), 1);
    const MienFinding report = mien_graph_binding_report(g.binding, 0);
    CHECK_INT(report.kind, MIEN_FINDING_MISSING_BONE);
    CHECK_STR(report.name, "tail");
    CHECK_INT(report.node, mien_graph_find_node(g.graph, "one"));
    Given a, b, out;
    given_nothing(&a, false);
    given_nothing(&b, false);
    for (int i = 0; i < GIVEN_BONES; ++i)
        b.bones[i].translation.x = 1.0f;
    given_to_slot(&g, "a", &a);
    given_to_slot(&g, "b", &b);
    step_both_ways(&g, 0.0, &out);
    for (int i = 0; i < GIVEN_BONES; ++i)
        CHECK_NEAR(out.bones[i].translation.x, i >= HAND ? 1.0 : 0.0, 0.0);
    graph_end(&g);
}

CHECK_MAIN
{
    RUN(masks);
    RUN(shares_of_bones);
    RUN(deltas);
    RUN(unreal_vectors);
    RUN(curves_of_one_side_pass_untouched);
    RUN(a_layer_that_does_not_count_is_dead);
    RUN(missing_bones_are_reported_once);
}
