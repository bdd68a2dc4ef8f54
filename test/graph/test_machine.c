// SPDX-License-Identifier: MIT
//
// The state machine: which state it is in, and how it gets there.

#include "support/graph/slots.h"

/// Three states that differ in one curve each, c1 to c3.
#define STATES                                                                                               \
    "{'id': 'r', 'node': 'rest_pose'},"                                                                      \
    "{'id': 'a', 'node': 'modify_curve', 'input': 'r', 'changes': [{'curve': 'c1', 'do': 'set', 'value': "   \
    "1}]},"                                                                                                  \
    "{'id': 'b', 'node': 'modify_curve', 'input': 'r', 'changes': [{'curve': 'c2', 'do': 'set', 'value': "   \
    "1}]},"                                                                                                  \
    "{'id': 'c', 'node': 'modify_curve', 'input': 'r', 'changes': [{'curve': 'c3', 'do': 'set', 'value': "   \
    "1}]},"
#define MACHINE(transitions)                                                                                 \
    STATES "{'id': 'mood', 'node': 'state_machine', 'states': [{'name': 'calm', 'input': 'a'},"              \
           " {'name': 'smile', 'input': 'b'}, {'name': 'frown', 'input': 'c'}],"                             \
           " 'transitions': [" transitions "]}, {'id': 'out', 'node': 'output', 'input': 'mood'}"
#define DISTANCE "{'name': 'distance', 'type': 'float', 'value': 3}, {'name': 'on', 'type': 'bool'}"

static void begin(GraphRig *g, const char *text)
{
    GivenSkeleton s;
    given_skeleton(&s);
    graph_begin(g, &s.skeleton);
    graph_make(g, text);
}

static void check_weights(const GraphRig *g, double calm, double smile, double frown)
{
    CHECK_NEAR(graph_curve(g, "c1"), calm, 1e-6);
    CHECK_NEAR(graph_curve(g, "c2"), smile, 1e-6);
    CHECK_NEAR(graph_curve(g, "c3"), frown, 1e-6);
}

TEST(smile_when_near_frown_when_far)
{
    GraphRig g;
    begin(&g,
          GRAPH_WITH(DISTANCE, MACHINE("{'from': 'calm', 'to': 'smile', 'when': [{'parameter': 'distance',"
                                       " 'below': 1}], 'fade': 0.4, 'shape': 'linear'},"
                                       "{'from': 'smile', 'to': 'calm', 'when': [{'parameter': 'distance',"
                                       " 'above': 2}], 'fade': 0.2, 'shape': 'linear'},"
                                       "{'to': 'frown', 'when': [{'parameter': 'distance', 'above': 10}],"
                                       " 'fade': 0}")));
    graph_step(&g, 1.0);
    check_weights(&g, 1.0, 0.0, 0.0);
    graph_set(&g, "distance", 0.5f);
    graph_step(&g, 0.1);
    check_weights(&g, 0.75, 0.25, 0.0);
    graph_set(&g, "distance", 1.5f); // neither near nor far: it goes on
    graph_step(&g, 0.2);
    check_weights(&g, 0.25, 0.75, 0.0);
    graph_set(&g, "distance", 3.0f); // back from where it is
    graph_step(&g, 0.1);
    check_weights(&g, 0.625, 0.375, 0.0);
    graph_step(&g, 0.1);
    check_weights(&g, 1.0, 0.0, 0.0);
    graph_set(&g, "distance", 11.0f); // from any state, at once
    graph_step(&g, 0.0);
    check_weights(&g, 0.0, 0.0, 1.0);
    graph_step(&g, 0.1); // not again into the state it is in
    check_weights(&g, 0.0, 0.0, 1.0);
    graph_end(&g);
}

TEST(only_states_that_count_are_live)
{
    GraphRig g;
    begin(&g, GRAPH_WITH(DISTANCE, MACHINE("{'to': 'smile', 'when': [{'parameter': 'on', 'equal': 1}],"
                                           " 'fade': 1, 'shape': 'smooth'}")));
    graph_trace(&g);
    graph_step(&g, 0.0);
    const int b = mien_graph_find_node(g.graph, "b"), mood = mien_graph_find_node(g.graph, "mood");
    CHECK(!mien_graph_trace_node(g.trace, b).is_live);
    graph_set(&g, "on", 1.0f);
    graph_step(&g, 0.25);
    CHECK(mien_graph_trace_node(g.trace, b).is_live);
    CHECK_NEAR(mien_graph_trace_node(g.trace, b).weight, 0.15625, 1e-7);
    const MienGraphNodeTrace node = mien_graph_trace_node(g.trace, mood);
    CHECK_INT(node.weight_count, 3);
    CHECK_NEAR(node.weight_count == 3 ? node.weights[0] : 0.0f, 0.84375, 1e-7);
    CHECK(!mien_graph_trace_node(g.trace, mien_graph_find_node(g.graph, "c")).is_live);
    graph_end(&g);
}

TEST(comparisons)
{
    static const struct {
        const char *is;
        float value;
        bool holds;
    } rows[] = {{"above", 2.0f, false}, {"above", 2.5f, true}, {"below", 2.0f, false},
                {"below", 1.5f, true},  {"equal", 2.0f, true}, {"equal", 1.0f, false},
                {"other", 2.0f, false}, {"other", 3.0f, true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        char text[2048];
        GraphRig g;
        snprintf(text, sizeof text,
                 GRAPH_WITH(DISTANCE, MACHINE("{'to': 'smile', 'when': [{'parameter': 'distance', '%s': 2}],"
                                              " 'fade': 0}")),
                 rows[i].is);
        begin(&g, text);
        graph_set(&g, "distance", rows[i].value);
        graph_step(&g, 0.0);
        check_weights(&g, rows[i].holds ? 0.0 : 1.0, rows[i].holds ? 1.0 : 0.0, 0.0);
        graph_end(&g);
    }
}

TEST(all_conditions_and_the_first_transition)
{
    GraphRig g;
    begin(&g,
          GRAPH_WITH(DISTANCE, MACHINE("{'from': 'calm', 'to': 'frown', 'when': [{'parameter': 'distance',"
                                       " 'below': 1}, {'parameter': 'on', 'equal': 1}], 'fade': 0},"
                                       "{'from': 'calm', 'to': 'smile', 'when': [{'parameter': 'distance',"
                                       " 'below': 2}], 'fade': 0}")));
    graph_set(&g, "on", 1.0f);
    graph_step(&g, 0.1);
    check_weights(&g, 1.0, 0.0, 0.0);
    graph_set(&g, "distance", 0.5f); // both hold
    graph_step(&g, 0.1);
    check_weights(&g, 0.0, 0.0, 1.0);
    graph_end(&g);
    begin(&g,
          GRAPH_WITH(DISTANCE, MACHINE("{'from': 'calm', 'to': 'frown', 'when': [{'parameter': 'distance',"
                                       " 'below': 1}, {'parameter': 'on', 'equal': 1}], 'fade': 0},"
                                       "{'from': 'calm', 'to': 'smile', 'when': [{'parameter': 'distance',"
                                       " 'below': 2}], 'fade': 0}")));
    graph_set(&g, "distance", 0.5f); // one of two
    graph_step(&g, 0.1);
    check_weights(&g, 0.0, 1.0, 0.0);
    graph_end(&g);
}

TEST(after_a_time)
{
    GraphRig g;
    begin(&g, GRAPH_WITH(DISTANCE, MACHINE("{'from': 'calm', 'to': 'smile', 'after': 0.5, 'fade': 0},"
                                           "{'from': 'smile', 'to': 'frown', 'after': 0.25, 'fade': 0}")));
    graph_step(&g, 0.4);
    check_weights(&g, 1.0, 0.0, 0.0);
    graph_step(&g, 0.1); // what a step sees is what the last one left
    check_weights(&g, 1.0, 0.0, 0.0);
    graph_step(&g, 0.1);
    check_weights(&g, 0.0, 1.0, 0.0);
    graph_step(&g, 0.1);
    check_weights(&g, 0.0, 1.0, 0.0);
    graph_step(&g, 0.2);
    check_weights(&g, 0.0, 1.0, 0.0);
    graph_step(&g, 0.0);
    check_weights(&g, 0.0, 0.0, 1.0);
    graph_end(&g);
}

/// Several transitions in one step, but no state twice.
TEST(chains_end)
{
    GraphRig g;
    begin(&g, GRAPH_WITH(DISTANCE, MACHINE("{'from': 'calm', 'to': 'smile', 'fade': 0},"
                                           "{'from': 'smile', 'to': 'frown', 'fade': 1, 'shape': 'linear'},"
                                           "{'from': 'frown', 'to': 'calm', 'fade': 0, 'when':"
                                           " [{'parameter': 'on', 'equal': 1}]}")));
    graph_step(&g, 0.25); // through smile, which is there at once, towards frown
    check_weights(&g, 0.0, 0.75, 0.25);
    graph_step(&g, 0.25);
    check_weights(&g, 0.0, 0.5, 0.5);
    graph_set(&g, "on", 1.0f); // round once, and from where it was: frown is taken
    graph_step(&g, 0.25);
    check_weights(&g, 0.0, 1.0, 0.0);
    graph_end(&g);
}

/// A state of a clip that ends, and one that begins again.
TEST(at_the_end_of_a_clip)
{
    for (int restart = 0; restart < 2; ++restart) {
        GivenSkeleton s;
        GraphRig g;
        char text[2048];
        given_skeleton(&s);
        graph_begin(&g, &s.skeleton);
        counting_clip(&g, "a.clip.json");
        snprintf(
            text, sizeof text,
            GRAPH_WITH("{'name': 'on', 'type': 'bool'}",
                       "{'id': 'a', 'node': 'rest_pose'},"
                       "{'id': 'b', 'node': 'clip', 'clip': 'a.clip.json', 'loop': false},"
                       "{'id': 'mood', 'node': 'state_machine', 'states': [{'name': 'calm', 'input': 'a'},"
                       " {'name': 'line', 'input': 'b', 'restart': %s}], 'transitions': ["
                       "{'from': 'calm', 'to': 'line', 'when': [{'parameter': 'on', 'equal': 1}],"
                       " 'fade': 0}, {'from': 'line', 'to': 'calm', 'at_end': true, 'fade': 0}]},"
                       "{'id': 'out', 'node': 'output', 'input': 'mood'}"),
            restart ? "true" : "false");
        graph_make(&g, text);
        graph_step(&g, 1.0);
        CHECK(!graph_has_curve(&g, "c0"));
        graph_set(&g, "on", 1.0f);
        graph_step(&g, 1.5);
        CHECK_NEAR(graph_curve(&g, "c0"), 1.5, 1e-5);
        graph_set(&g, "on", 0.0f);
        graph_step(&g, 2.5); // plays to the end
        CHECK_NEAR(graph_curve(&g, "c0"), 4.0, 1e-5);
        graph_step(&g, 0.1);
        CHECK(!graph_has_curve(&g, "c0"));
        graph_set(&g, "on", 1.0f);
        graph_step(&g, 0.5); // without a restart it is where it ended
        CHECK_NEAR(graph_curve(&g, "c0"), restart ? 0.5 : 4.0, 1e-5);
        graph_end(&g);
    }
}

/// A clip that stands still never ends, but where it ended it has.
TEST(at_the_end_of_a_clip_that_stands_still)
{
    for (int is_over = 0; is_over < 2; ++is_over) {
        GivenSkeleton s;
        GraphRig g;
        given_skeleton(&s);
        graph_begin(&g, &s.skeleton);
        counting_clip(&g, "a.clip.json");
        graph_make(&g, GRAPH_WITH("{'name': 'speed', 'type': 'float', 'value': 1}",
                                  "{'id': 'a', 'node': 'rest_pose'},"
                                  "{'id': 'b', 'node': 'clip', 'clip': 'a.clip.json', 'loop': false,"
                                  " 'rate': {'parameter': 'speed'}},"
                                  "{'id': 'mood', 'node': 'state_machine', 'states': [{'name': 'line',"
                                  " 'input': 'b'}, {'name': 'calm', 'input': 'a'}], 'transitions': ["
                                  "{'from': 'line', 'to': 'calm', 'at_end': true, 'fade': 0}]},"
                                  "{'id': 'out', 'node': 'output', 'input': 'mood'}"));
        graph_step(&g, is_over ? 4.0 : 3.5);
        CHECK_NEAR(graph_curve(&g, "c0"), is_over ? 4.0 : 3.5, 1e-5);
        graph_set(&g, "speed", 0.0f);
        graph_step(&g, 100.0);
        CHECK(graph_has_curve(&g, "c0") == !is_over);
        graph_end(&g);
    }
}

/// Random distances: weights sum to 1, do not jump, and only two states are live at
/// most where no fade is interrupted.
TEST(random_walks)
{
    GraphRig g;
    begin(&g,
          GRAPH_WITH(DISTANCE, MACHINE("{'from': 'calm', 'to': 'smile', 'when': [{'parameter': 'distance',"
                                       " 'below': 1}], 'fade': 0.3, 'shape': 'smooth'},"
                                       "{'from': 'smile', 'to': 'calm', 'when': [{'parameter': 'distance',"
                                       " 'above': 1.5}], 'fade': 0.3, 'shape': 'linear'},"
                                       "{'to': 'frown', 'when': [{'parameter': 'distance', 'above': 3}],"
                                       " 'fade': 0.5}, {'from': 'frown', 'to': 'calm', 'when': [{'parameter':"
                                       " 'distance', 'below': 2.5}], 'after': 0.2, 'fade': 0.1}")));
    uint64_t random = property_seed(111);
    Tally sum = {.cases = property_cases(4000), .limit = 1e-6}, jump = {sum.cases, 0.0, 1.0};
    double before[3] = {1.0, 0.0, 0.0};
    graph_set(&g, "distance", 1.2f);
    for (int i = 0; i < sum.cases; ++i) {
        const double step = 0.05 * (double)mien_random_unit(&random);
        if (mien_random_index(&random, 4) == 0)
            graph_set(&g, "distance", mien_random_between(&random, 0.0f, 5.0f));
        graph_step(&g, step);
        const double now[3] = {graph_curve(&g, "c1"), graph_curve(&g, "c2"), graph_curve(&g, "c3")};
        tally(&sum, fabs(now[0] + now[1] + now[2] - 1.0));
        for (int k = 0; k < 3; ++k) // the fastest fade takes a tenth of a second, smooth ones 1.5 times that
            tally(&jump, fabs(now[k] - before[k]) / (1.5 * step / 0.1 + 1e-6));
        memcpy(before, now, sizeof before);
    }
    tally_close(&sum, "sum of states");
    tally_close(&jump, "steps of states");
    graph_end(&g);
}

CHECK_MAIN
{
    RUN(smile_when_near_frown_when_far);
    RUN(only_states_that_count_are_live);
    RUN(comparisons);
    RUN(all_conditions_and_the_first_transition);
    RUN(after_a_time);
    RUN(chains_end);
    RUN(at_the_end_of_a_clip);
    RUN(at_the_end_of_a_clip_that_stands_still);
    RUN(random_walks);
}
