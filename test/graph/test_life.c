// SPDX-License-Identifier: MIT
//
// Life nodes: what the generator gives at the node's time, over the curves of the input, at every
// frame rate.

#include "support/graphs.h"

#include "core/life/life.h"

#define LIFE(more)                                                                                           \
    GRAPH_WITH(                                                                                              \
        "{'name': 'who', 'type': 'int', 'value': 5}, {'name': 'talking', 'type': 'float'},"                  \
        "{'name': 'alpha', 'type': 'float', 'value': 1}, {'name': 'x', 'type': 'float', 'value': 0.2}",      \
        "{'id': 'life', 'node': 'life', 'seed': {'parameter': 'who'}, 'speaking': {'parameter': "            \
        "'talking'}, 'alpha': {'parameter': 'alpha'}, 'look_x': {'parameter': 'x'}" more                     \
        "}, {'id': 'out', 'node': 'output', 'input': 'life'}")

enum { CURVES = MIEN_LIFE_CURVES };

static MienAuthorBone bone = {.name = "root", .parent = -1};
static MienAuthorCurve curves[CURVES];

static MienAuthorSkeleton skeleton_of(bool is_live_link)
{
    static const char *const heads[] = {"HeadYaw", "HeadPitch", "HeadRoll"};
    bone.rest = mien_transform_identity();
    for (int c = 0; c < CURVES; ++c) {
        const bool is_head = c >= MIENI_LIFE_HEAD_YAW && c <= MIENI_LIFE_HEAD_ROLL;
        curves[c] = (MienAuthorCurve){.name = is_live_link && is_head ? heads[c - MIENI_LIFE_HEAD_YAW]
                                                                      : mien_life_curve_name(c),
                                      .max_lod = MIEN_ALL_LODS};
    }
    return (MienAuthorSkeleton){.bones = &bone, .bone_count = 1, .curves = curves, .curve_count = CURVES};
}

/// What the generator gives, with another blink rate.
static void expect(double time, float speaking, float x, float out[CURVES])
{
    MienLifeSettings s = mien_life_default_settings();
    MienLife *life = NULL;
    const MienVec3 at = {x, 0.0f, 1.0f};
    s.seed = 5;
    s.listening.blink_rate = 50.0f;
    CHECK_STATUS(mien_life_create(&s, NULL, &life, NULL), MIEN_OK);
    const MienLifeJob job = {.life = life,
                             .time = time,
                             .speaking = speaking,
                             .target_count = 1,
                             .targets = &at,
                             .out_values = out};
    CHECK_STATUS(mien_life_job_run(&job), MIEN_OK);
    mien_life_destroy(life);
}

static void check_curves(const GraphRig *g, const float expected[CURVES])
{
    for (int c = 0; c < CURVES; ++c)
        CHECK_NEAR((double)graph_curve(g, mien_life_curve_name(c)), (double)expected[c], 1e-5);
}

TEST(frame_rates_end_alike)
{
    const MienAuthorSkeleton s = skeleton_of(false);
    float expected[CURVES];
    for (int rate = 24; rate <= 240; rate = rate == 24 ? 60 : rate * 4) {
        GraphRig g;
        graph_begin(&g, &s);
        graph_make(&g, LIFE(", 'blink_rate': 50"));
        CHECK_INT(mien_graph_binding_report_count(g.binding), 0);
        for (int second = 1; second <= 20; ++second) {
            for (int frame = 0; frame < rate; ++frame)
                graph_step(&g, 1.0 / rate);
            expect(second, 0.0f, 0.2f, expected);
            check_curves(&g, expected);
        }
        graph_end(&g);
    }
}

TEST(parameters_and_fades)
{
    const MienAuthorSkeleton s = skeleton_of(false);
    float expected[CURVES];
    GraphRig g;
    graph_begin(&g, &s);
    graph_make(&g, LIFE(", 'blink_rate': 50"));
    graph_step(&g, 3.0);
    graph_set(&g, "talking", 1.0f);
    graph_set(&g, "x", -0.4f);
    graph_step(&g, 0.1); // a time constant later
    expect(3.1, (float)(1.0 - mien_exp(-1.0)), -0.4f, expected);
    check_curves(&g, expected);
    graph_step(&g, 10.0);
    expect(13.1, 1.0f, -0.4f, expected);
    check_curves(&g, expected);
    graph_set(&g, "alpha", 0.0f);
    graph_step(&g, 0.0);
    for (int c = 0; c < CURVES; ++c)
        CHECK(!graph_has_curve(&g, mien_life_curve_name(c)));
    graph_end(&g);
}

/// Lids take the larger value, all else the sum.
TEST(over_an_input)
{
    const MienAuthorSkeleton s = skeleton_of(false);
    GraphRig g;
    graph_begin(&g, &s);
    graph_make(
        &g,
        GRAPH(
            "{'id': 'live', 'node': 'live_input'}, {'id': 'life', 'node': 'life', 'input': 'live', 'seed': 5,"
            " 'blink_rate': 50, 'look_x': 0.2}, {'id': 'out', 'node': 'output', 'input': 'life'}"));
    float values[CURVES], expected[CURVES];
    for (int c = 0; c < CURVES; ++c)
        values[c] = 0.125f;
    const MienCurveSet given = {CURVES, values, NULL};
    CHECK_STATUS(mien_graph_instance_set_live_input(g.instance, 0, &given), MIEN_OK);
    int larger = 0;
    for (int i = 1; i <= 200; ++i) {
        graph_step(&g, 0.05);
        expect(i * 0.05, 0.0f, 0.2f, expected);
        larger += expected[0] > 0.125f;
        expected[0] = expected[1] = expected[0] > 0.125f ? expected[0] : 0.125f;
        for (int c = 2; c < CURVES; ++c)
            expected[c] += 0.125f;
        check_curves(&g, expected);
    }
    CHECK(larger > 0 && larger < 200);
    graph_end(&g);
}

TEST(heads_of_live_link_are_in_radians)
{
    const MienAuthorSkeleton s = skeleton_of(true);
    GraphRig g;
    graph_begin(&g, &s);
    graph_make(&g, LIFE(", 'blink_rate': 50"));
    CHECK_INT(mien_graph_binding_report_count(g.binding), 0);
    graph_step(&g, 7.0);
    float expected[CURVES];
    expect(7.0, 0.0f, 0.2f, expected);
    const double radians = 0.017453292519943295;
    CHECK_NEAR((double)graph_curve(&g, "HeadYaw"), (double)expected[MIENI_LIFE_HEAD_YAW] * 22.0 * radians,
               1e-6);
    CHECK_NEAR((double)graph_curve(&g, "HeadPitch"), (double)expected[MIENI_LIFE_HEAD_PITCH] * 17.0 * radians,
               1e-6);
    CHECK_NEAR((double)graph_curve(&g, "HeadRoll"), (double)expected[MIENI_LIFE_HEAD_ROLL] * -16.0 * radians,
               1e-6);
    graph_end(&g);
}

CHECK_MAIN
{
    RUN(frame_rates_end_alike);
    RUN(parameters_and_fades);
    RUN(over_an_input);
    RUN(heads_of_live_link_are_in_radians);
}
