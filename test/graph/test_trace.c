// SPDX-License-Identifier: MIT
//
// Traces: every node's result in a step, and no other result for it.

#include "support/graph/every.h"

static MienGraphNodeTrace node_of(const GraphRig *g, const char *id)
{
    return mien_graph_trace_node(g->trace, mien_graph_find_node(g->graph, id));
}

TEST(memory_must_be_enough)
{
    static Every e;
    every_begin(&e);
    graph_make(&e.g, EVERY_NODE);
    const size_t size = mien_graph_trace_size(e.g.binding);
    uint8_t *memory = aligned_take(size + 64);
    CHECK(mien_graph_trace_init(e.g.binding, memory, size - 1) == NULL);
    CHECK(mien_graph_trace_init(e.g.binding, memory + 8, size) == NULL);
    CHECK(mien_graph_trace_init(e.g.binding, NULL, size) == NULL);
    CHECK(mien_graph_trace_init(NULL, memory, size) == NULL);
    const MienGraphTrace *trace = mien_graph_trace_init(e.g.binding, memory, size);
    CHECK(trace != NULL);
    CHECK(!mien_graph_trace_node(trace, 0).is_live); // nothing ran yet
    CHECK(!mien_graph_trace_node(trace, -1).is_live);
    CHECK(!mien_graph_trace_node(trace, 1000).is_live);
    CHECK(!mien_graph_trace_node(NULL, 0).is_live);
    aligned_free(memory);
    graph_end(&e.g);
}

/// Two characters alike, one of them traced.
TEST(tracing_changes_nothing)
{
    static Every traced, plain;
    every_begin(&traced);
    every_begin(&plain);
    graph_make(&traced.g, EVERY_NODE);
    graph_make(&plain.g, EVERY_NODE);
    graph_trace(&traced.g);
    CHECK(mien_graph_info(plain.g.graph).buffer_count < 6); // so results share places
    for (int i = 0; i < 60; ++i) {
        every_fill(&traced, traced.g.graph, traced.g.instance, i);
        every_fill(&plain, plain.g.graph, plain.g.instance, i);
        graph_step(&traced.g, 0.05 * (i % 9));
        graph_step(&plain.g, 0.05 * (i % 9));
        for (int b = 0; b < 4; ++b)
            CHECK(same_transform(&traced.g.bones[b], &plain.g.bones[b]));
        CHECK(memcmp(traced.g.curves.values, plain.g.curves.values, 3 * sizeof(float)) == 0);
        CHECK_INT(traced.g.curves.present[0], plain.g.curves.present[0]);
        CHECK_INT(traced.g.event_count, plain.g.event_count);
        const MienGraphNodeTrace out = node_of(&traced.g, "out");
        CHECK(out.is_live && out.weight == 1.0f);
        for (int b = 0; b < 4; ++b)
            CHECK(same_transform(&out.bones[b], &plain.g.bones[b]));
        CHECK(memcmp(out.curves.values, plain.g.curves.values, 3 * sizeof(float)) == 0);
    }
    CHECK(!node_of(&traced.g, "lost").is_live);
    graph_end(&traced.g);
    graph_end(&plain.g);
}

/// Two clips blended, then a pose asset: who gave what.
TEST(nodes_say_what_they_gave)
{
    Rig rig;
    Ramp first, second;
    GraphRig g;
    rig_begin(&rig, 2);
    rig_mover(&rig, "smile", 1, 1.0f);
    rig_mover(&rig, "frown", 1, 1.0f);
    graph_begin(&g, &rig.skeleton);
    graph_clip(&g, "a.clip.json", ramp_clip(&first, 1.0, "smile", NULL, mien_transform_identity()));
    graph_clip(&g, "b.clip.json", ramp_clip(&second, 1.0, "smile", "bone1", rig.bones[1].rest));
    graph_poses(&g, "a.poses.json", &rig.asset);
    graph_make(
        &g, GRAPH_WITH("{'name': 'share', 'type': 'float', 'value': 0.25}",
                       "{'id': 'a', 'node': 'clip', 'clip': 'a.clip.json', 'start': 0.5},"
                       "{'id': 'b', 'node': 'clip', 'clip': 'b.clip.json', 'start': 0.75},"
                       "{'id': 'ab', 'node': 'blend', 'a': 'a', 'b': 'b', 'alpha': {'parameter': 'share'}},"
                       "{'id': 'face', 'node': 'poses', 'input': 'ab', 'poses': 'a.poses.json'},"
                       "{'id': 'out', 'node': 'output', 'input': 'face'}"));
    graph_trace(&g);
    graph_run(&g);
    const int smile = mien_skeleton_find_curve(g.skeleton, "smile");
    CHECK_NEAR(node_of(&g, "a").weight, 0.75, 0.0);
    CHECK_NEAR(node_of(&g, "b").weight, 0.25, 0.0);
    CHECK_NEAR(node_of(&g, "a").time, 0.5, 0.0);
    CHECK_NEAR(node_of(&g, "b").time, 0.75, 0.0);
    CHECK_NEAR(node_of(&g, "b").bones[1].translation.x, 0.75, 1e-6);
    CHECK_NEAR(node_of(&g, "a").curves.values[smile], 0.5, 1e-6);
    CHECK_NEAR(node_of(&g, "ab").curves.values[smile], 0.5625, 1e-6);
    CHECK_NEAR(node_of(&g, "ab").bones[1].translation.x, 0.1875, 1e-6);
    const MienGraphNodeTrace face = node_of(&g, "face");
    CHECK_INT(face.weight_count, 2);
    CHECK_NEAR(face.weights[mien_pose_asset_find_pose(g.assets[2].poses, "smile")], 0.5625, 1e-6);
    CHECK_NEAR(face.bones[1].translation.x, 0.1875 + 0.5625, 1e-6);
    CHECK_INT(node_of(&g, "a").weight_count, 0);
    graph_set(&g, "share", 0.0f); // then b is dead
    graph_run(&g);
    CHECK(!node_of(&g, "b").is_live && node_of(&g, "b").bones == NULL);
    CHECK_NEAR(node_of(&g, "a").weight, 1.0, 0.0);
    graph_end(&g);
}

/// The most that anybody needs of a node counts.
TEST(a_node_that_several_need)
{
    static Every e;
    every_begin(&e);
    graph_make(&e.g,
               GRAPH("{'id': 'r', 'node': 'rest_pose'}, {'id': 's', 'node': 'input_pose', 'input': 'r'},"
                     "{'id': 'ab', 'node': 'blend', 'a': 'r', 'b': 's', 'alpha': 0.25},"
                     "{'id': 'o', 'node': 'output', 'input': 'ab'}"));
    graph_trace(&e.g);
    graph_run(&e.g);
    CHECK_NEAR(node_of(&e.g, "r").weight, 0.75, 0.0);
    CHECK_NEAR(node_of(&e.g, "s").weight, 0.25, 0.0);
    graph_end(&e.g);
    every_begin(&e);
    graph_make(&e.g,
               GRAPH("{'id': 'r', 'node': 'rest_pose'}, {'id': 's', 'node': 'input_pose', 'input': 'r'},"
                     "{'id': 'ab', 'node': 'blend', 'a': 'r', 'b': 's', 'alpha': 0.75},"
                     "{'id': 'o', 'node': 'output', 'input': 'ab'}"));
    graph_trace(&e.g);
    graph_run(&e.g);
    CHECK_NEAR(node_of(&e.g, "r").weight, 0.75, 0.0);
    graph_end(&e.g);
}

CHECK_MAIN
{
    RUN(a_node_that_several_need);
    RUN(memory_must_be_enough);
    RUN(tracing_changes_nothing);
    RUN(nodes_say_what_they_gave);
}
