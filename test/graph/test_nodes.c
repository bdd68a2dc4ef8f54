// SPDX-License-Identifier: MIT
//
// All nodes that mix results, in one graph: memory, other assets in mid-course.

#include "support/graph/slots.h"
#include "support/ledger.h"

static const char *const graph = GRAPH_HEAD
    "'parameters': [{'name': 'which', 'type': 'int'}, {'name': 'on', 'type': 'bool'}, {'name': 'part',"
    " 'type': 'mask', 'value': 'x'}], 'masks': [{'name': 'x', 'bones': [{'bone': 'spine', 'depth': 3}]},"
    " {'name': 'y', 'bones': [{'bone': 'arm'}]}], 'nodes': ["
    "{'id': 'a', 'node': 'input_pose'}, {'id': 'd', 'node': 'input_pose', 'type': 'delta'},"
    "{'id': 'line', 'node': 'clip', 'clip': 'a.clip.json', 'loop': false},"
    "{'id': 'on', 'node': 'apply_additive', 'base': 'a', 'delta': 'd', 'alpha': 0.5},"
    "{'id': 'mix', 'node': 'blend', 'a': 'on', 'b': 'line', 'alpha': 0.25},"
    "{'id': 'over', 'node': 'layered_blend', 'base': 'mix', 'layer': 'line', 'mask': {'parameter': 'part'}},"
    "{'id': 'live', 'node': 'live_input', 'input': 'over', 'names': ['c2', 'gone']},"
    "{'id': 'one', 'node': 'blend_by_int', 'inputs': ['live', 'a'], 'index': {'parameter': 'which'}, 'fade': "
    "1},"
    "{'id': 'mood', 'node': 'state_machine', 'states': [{'name': 'x', 'input': 'one'}, {'name': 'y', 'input':"
    " 'line'}], 'transitions': [{'to': 'y', 'when': [{'parameter': 'on', 'equal': 1}], 'fade': 1}]},"
    "{'id': 'words', 'node': 'map', 'input': 'mood', 'map': 'own.map.json'},"
    "{'id': 'soft', 'node': 'modify_curve', 'input': 'words', 'changes': [{'curve': 'c0', 'do': 'smooth',"
    " 'value': 0.5}, {'curve': 'c9', 'do': 'add', 'value': 1}]},"
    "{'id': 'out', 'node': 'output', 'input': 'soft'}]}";

static const MienAuthorMapRow rows[] = {{"c1", "c3", 0.5f}, {"lost", "c3", 1.0f}};
static const MienAuthorMap map = {.from = "x", .to = "y", .row_count = 2, .rows = rows};

static void begin(GraphRig *g)
{
    GivenSkeleton s;
    given_skeleton(&s);
    graph_begin(g, &s.skeleton);
    g->map = &map;
    counting_clip(g, "a.clip.json");
    graph_make(g, graph);
}

static MienStatus bind(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                       MienError *error)
{
    GraphRig *g = (GraphRig *)(uintptr_t)given;
    MienGraphBinding *binding = NULL;
    const MienStatus status = graph_bind(g, g->graph, allocator, &binding, error);
    *out_is_empty = binding == NULL;
    mien_graph_binding_destroy(binding);
    return status;
}

TEST(memory_that_runs_out)
{
    GraphRig g;
    begin(&g);
    CHECK_INT(mien_graph_binding_report_count(g.binding), 2);
    check_call("binding nodes that mix", bind, &g);
    graph_end(&g);
}

/// A course of steps; half way, one of two characters goes on with a new binding.
TEST(a_new_binding_in_mid_course)
{
    GraphRig a, b;
    Given base, delta, x, y;
    uint64_t random = property_seed(151);
    begin(&a);
    begin(&b);
    given_random(&base, &random, false);
    given_random(&delta, &random, true);
    GraphRig *const both[] = {&a, &b};
    for (int i = 0; i < 12; ++i) {
        for (int k = 0; k < 2; ++k) {
            if (i == 0) {
                given_to_slot(both[k], "a", &base);
                given_to_slot(both[k], "d", &delta);
            }
            graph_set(both[k], "which", i >= 2 ? 1.0f : 0.0f);
            graph_set(both[k], "on", i >= 4 ? 1.0f : 0.0f);
        }
        if (i == 6) { // all fades are under way
            MienGraphBinding *binding = NULL;
            CHECK_STATUS(graph_bind(&b, b.graph, NULL, &binding, NULL), MIEN_OK);
            const size_t size = mien_graph_instance_size(binding);
            MienGraphInstance *next =
                mien_graph_instance_rebind(b.instance, binding, aligned_take(size), size);
            aligned_free(b.instance);
            mien_graph_binding_destroy(b.binding);
            b.binding = binding;
            b.instance = next;
            b.job.binding = binding;
            b.job.instance = next;
        }
        graph_step(&a, 0.2);
        graph_step(&b, 0.2);
        given_take(&x, &a);
        given_take(&y, &b);
        CHECK(same_given(&x, &y));
    }
    graph_end(&a);
    graph_end(&b);
}

CHECK_MAIN
{
    RUN(memory_that_runs_out);
    RUN(a_new_binding_in_mid_course);
}
