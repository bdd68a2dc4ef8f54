// SPDX-License-Identifier: MIT
//
// Slots: poses and deltas from the host, over an input.

#include "support/graphs.h"

enum { BONES = 3 };

typedef struct Host {
    Rig rig;
    Ramp ramp;
    GraphRig g;
    MienTransform bones[BONES];
    float values[2];
    uint32_t present[1];
    MienCurveSet curves;
} Host;

static void host_begin(Host *h, const char *text)
{
    rig_begin(&h->rig, BONES);
    rig_mover(&h->rig, "smile", 1, 1.0f);
    rig_mover(&h->rig, "frown", 1, 1.0f);
    ramp_clip(&h->ramp, 2.0, "smile", "bone1", h->rig.bones[1].rest);
    graph_begin(&h->g, &h->rig.skeleton);
    graph_clip(&h->g, "a.clip.json", &h->ramp.clip);
    graph_poses(&h->g, "a.poses.json", &h->rig.asset);
    graph_make(&h->g, text);
    for (int b = 0; b < BONES; ++b) {
        h->bones[b] = h->rig.bones[b].rest;
        h->bones[b].rotation = turned(b, 80.0);
        h->bones[b].translation.z = -0.0f;
    }
    h->curves = (MienCurveSet){2, h->values, h->present};
    memset(h->values, 0, sizeof h->values);
    memset(h->present, 0, sizeof h->present);
    mien_curve_set_put(&h->curves, mien_skeleton_find_curve(h->g.skeleton, "frown"), 0.5f);
}

static void give(Host *h, const MienTransform *bones, const MienCurveSet *curves, float weight)
{
    CHECK_STATUS(mien_graph_instance_set_input_pose(h->g.instance, 0, bones, curves, weight), MIEN_OK);
    graph_run(&h->g);
}

#define OPEN GRAPH("{'id': 'host', 'node': 'input_pose'}, {'id': 'out', 'node': 'output', 'input': 'host'}")
#define OVER                                                                                                 \
    GRAPH("{'id': 'clip', 'node': 'clip', 'clip': 'a.clip.json', 'start': 1},"                               \
          "{'id': 'host', 'node': 'input_pose', 'input': 'clip'},"                                           \
          "{'id': 'out', 'node': 'output', 'input': 'host'}")
#define DELTAS                                                                                               \
    GRAPH("{'id': 'clip', 'node': 'clip', 'clip': 'a.clip.json', 'start': 1},"                               \
          "{'id': 'host', 'node': 'input_pose', 'type': 'delta', 'weight': 0.5},"                            \
          "{'id': 'sum', 'node': 'apply_additive', 'base': 'clip', 'delta': 'host'},"                        \
          "{'id': 'out', 'node': 'output', 'input': 'sum'}")

TEST(an_empty_slot_passes_its_input)
{
    Host h;
    host_begin(&h, OPEN);
    CHECK_INT(mien_graph_find_input_pose(h.g.graph, "host"), 0);
    CHECK_INT(mien_graph_find_input_pose(h.g.graph, "out"), -1);
    graph_run(&h.g);
    for (int b = 0; b < BONES; ++b)
        CHECK(same_transform(&h.g.bones[b], &h.rig.bones[b].rest));
    CHECK(!graph_has_curve(&h.g, "frown"));
    graph_end(&h.g);
    host_begin(&h, OVER);
    graph_run(&h.g);
    CHECK_NEAR(h.g.bones[1].translation.x, 1.0, 1e-6);
    give(&h, h.bones, &h.curves, 0.0f);
    CHECK_NEAR(h.g.bones[1].translation.x, 1.0, 1e-6);
    CHECK(graph_has_curve(&h.g, "smile") && !graph_has_curve(&h.g, "frown"));
    give(&h, h.bones, &h.curves, NAN);
    CHECK_NEAR(h.g.bones[1].translation.x, 1.0, 1e-6);
    give(&h, NULL, &h.curves, 1.0f);
    CHECK_NEAR(h.g.bones[1].translation.x, 1.0, 1e-6);
    graph_end(&h.g);
}

TEST(a_full_slot_is_the_hosts_bits)
{
    Host h;
    host_begin(&h, OVER);
    for (int i = 0; i < 3; ++i) {
        give(&h, h.bones, i == 0 ? &h.curves : NULL, i == 1 ? 7.0f : 1.0f);
        for (int b = 0; b < BONES; ++b)
            CHECK(same_transform(&h.g.bones[b], &h.bones[b]));
        // Curves of the input as long as the host has none.
        CHECK(graph_has_curve(&h.g, "smile") == (i > 0));
        CHECK(graph_has_curve(&h.g, "frown") == (i == 0));
    }
    give(&h, h.bones, &h.curves, 1.0f);
    CHECK_NEAR(graph_curve(&h.g, "frown"), 0.5, 0.0);
    // What is not needed stands still.
    graph_step(&h.g, 0.5);
    CHECK_NEAR(mien_graph_instance_time(h.g.instance, 0), 1.0, 0.0);
    graph_end(&h.g);
}

TEST(a_share_lies_between)
{
    Host h;
    host_begin(&h, OVER);
    give(&h, h.bones, &h.curves, 0.25f);
    CHECK_NEAR(h.g.bones[1].translation.x, 0.75, 1e-6);
    CHECK_NEAR(graph_curve(&h.g, "smile"), 0.75, 1e-6);
    CHECK_NEAR(graph_curve(&h.g, "frown"), 0.125, 1e-6);
    give(&h, h.bones, &h.curves, 0.5f);
    CHECK_NEAR(degrees_of(h.g.bones[2].rotation), 40.0, 1e-4);
    graph_step(&h.g, 0.5);
    CHECK_NEAR(mien_graph_instance_time(h.g.instance, 0), 1.5, 0.0);
    graph_end(&h.g);
}

TEST(deltas_have_weights_too)
{
    Host h;
    host_begin(&h, DELTAS);
    memset(h.bones, 0, sizeof h.bones);
    h.bones[1].translation.x = 1.0f;
    h.bones[2].scale.x = 1.0f;
    give(&h, h.bones, &h.curves, 1.0f);
    CHECK_NEAR(h.g.bones[1].translation.x, 1.5, 1e-6); // half of it, by the node
    CHECK_NEAR(h.g.bones[2].scale.x, 1.5, 1e-6);
    CHECK_NEAR(graph_curve(&h.g, "frown"), 0.25, 1e-6);
    CHECK(same_transform(&h.g.bones[0], &h.rig.bones[0].rest));
    give(&h, h.bones, NULL, 0.5f);
    CHECK_NEAR(h.g.bones[1].translation.x, 1.25, 1e-6);
    give(&h, NULL, NULL, 1.0f);
    CHECK_NEAR(h.g.bones[1].translation.x, 1.0, 1e-6);
    graph_end(&h.g);
}

TEST(what_does_not_fit_is_refused)
{
    Host h;
    host_begin(&h, OVER);
    const MienCurveSet fewer = {1, h.values, NULL}, none = {2, NULL, NULL};
    CHECK_STATUS(mien_graph_instance_set_input_pose(h.g.instance, 1, h.bones, NULL, 1.0f),
                 MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_graph_instance_set_input_pose(h.g.instance, -1, h.bones, NULL, 1.0f),
                 MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_graph_instance_set_input_pose(h.g.instance, 0, h.bones, &fewer, 1.0f),
                 MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_graph_instance_set_input_pose(h.g.instance, 0, h.bones, &none, 1.0f),
                 MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_graph_instance_set_input_pose(NULL, 0, h.bones, NULL, 1.0f), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_graph_instance_set_live_input(h.g.instance, 0, &h.curves), MIEN_ERROR_ARGUMENT);
    graph_end(&h.g);
}

CHECK_MAIN
{
    RUN(an_empty_slot_passes_its_input);
    RUN(a_full_slot_is_the_hosts_bits);
    RUN(a_share_lies_between);
    RUN(deltas_have_weights_too);
    RUN(what_does_not_fit_is_refused);
}
