// SPDX-License-Identifier: MIT
//
// Nodes that play clips: time, loops, ends, events.

#include "support/graphs.h"

/// A clip of four seconds under "a.clip.json" that moves curve "smile" and bone1 with its
/// time, in a graph of one node with such settings.
typedef struct Player {
    Rig rig;
    Ramp ramp;
    GraphRig g;
    int node;
} Player;

static const MienAuthorClipEvent player_events[] = {{"before", -1.0}, {"start", 0.0}, {"one", 1.0},
                                                    {"three", 3.0},   {"end", 4.0},   {"after", 5.0}};

static void play(Player *p, const char *parameters, const char *settings)
{
    char text[1024];
    rig_begin(&p->rig, 2);
    rig_mover(&p->rig, "smile", 1, 1.0f);
    ramp_clip(&p->ramp, 4.0, "smile", "bone1", p->rig.bones[1].rest);
    p->ramp.clip.events = player_events;
    p->ramp.clip.event_count = 6;
    graph_begin(&p->g, &p->rig.skeleton);
    graph_clip(&p->g, "a.clip.json", &p->ramp.clip);
    snprintf(text, sizeof text,
             GRAPH_WITH("%s", "{'id': 'play', 'node': 'clip', 'clip': 'a.clip.json'%s},"
                              "{'id': 'out', 'node': 'output', 'input': 'play'}"),
             parameters, settings);
    graph_make(&p->g, text);
    p->node = mien_graph_find_node(p->g.graph, "play");
}

/// Where the clip was sampled, told by curve and bone alike.
static void check_at(const Player *p, double time, int line)
{
    check_near(graph_curve(&p->g, "smile"), time, 1e-6, __FILE__, line, "the curve");
    check_near(p->g.bones[1].translation.x, time, 1e-6, __FILE__, line, "the bone");
    check_near(mien_graph_instance_time(p->g.instance, p->node), time, 1e-12, __FILE__, line, "the time");
}

/// The events of the last step, as "one three ".
static void check_events(const Player *p, const char *expected, int line)
{
    char text[512] = "";
    for (int i = 0; i < p->g.event_count && i < GRAPH_RIG_EVENTS; ++i) {
        CHECK_INT(p->g.events[i].node, p->node);
        CHECK(p->g.events[i].weight == 1.0f);
        strncat(text, p->g.events[i].name, 64);
        strcat(text, " ");
    }
    check_str(text, expected, __FILE__, line, "events");
}

#define AT(time)         check_at(&p, time, __LINE__)
#define EVENTS(expected) check_events(&p, expected, __LINE__)

static void step(Player *p, double seconds) { graph_step(&p->g, seconds); }

TEST(time_passes_before_sampling)
{
    Player p;
    play(&p, "", "");
    CHECK_NEAR(mien_graph_instance_time(p.g.instance, p.node), 0.0, 0.0);
    step(&p, 0.0);
    AT(0.0);
    step(&p, 0.5);
    AT(0.5);
    step(&p, 0.25);
    AT(0.75);
    CHECK(same_transform(&p.g.bones[0], &p.rig.bones[0].rest));
    graph_end(&p.g);
}

TEST(rate_and_start_count)
{
    Player p;
    play(&p, "{'name': 'speed', 'type': 'float', 'value': 2}",
         ", 'rate': {'parameter': 'speed'}, 'start': 1.5");
    CHECK_NEAR(mien_graph_instance_time(p.g.instance, p.node), 1.5, 0.0);
    step(&p, 0.5);
    AT(2.5);
    graph_set(&p.g, "speed", -1.0f);
    step(&p, 0.5);
    AT(2.0);
    graph_set(&p.g, "speed", INFINITY);
    step(&p, 0.0);
    AT(2.0);
    graph_set(&p.g, "speed", NAN);
    step(&p, 1.0);
    AT(2.0);
    graph_end(&p.g);
}

TEST(loops_wrap_in_both_directions)
{
    Player p;
    play(&p, "", "");
    step(&p, 3.5);
    AT(3.5);
    step(&p, 1.0);
    AT(0.5);
    step(&p, 3.5);
    AT(0.0);
    step(&p, 40.25);
    AT(0.25);
    graph_end(&p.g);
    play(&p, "", ", 'reverse': true");
    step(&p, 0.0);
    AT(4.0); // backwards from the end
    step(&p, 1.5);
    AT(2.5);
    step(&p, 3.0);
    AT(3.5);
    step(&p, 43.5);
    AT(0.0);
    graph_end(&p.g);
}

TEST(what_does_not_loop_stops)
{
    Player p;
    play(&p, "", ", 'loop': false");
    step(&p, 3.5);
    AT(3.5);
    step(&p, 1.0);
    AT(4.0);
    step(&p, 1e300);
    AT(4.0);
    graph_end(&p.g);
    play(&p, "", ", 'loop': false, 'reverse': true, 'start': 1");
    step(&p, 0.75);
    AT(0.25);
    step(&p, 7.0);
    AT(0.0);
    graph_end(&p.g);
    play(&p, "", ", 'loop': false, 'start': 9");
    step(&p, 0.0);
    AT(4.0);
    graph_end(&p.g);
}

TEST(splitting_a_step_changes_nothing)
{
    Player p;
    play(&p, "", "");
    for (int i = 0; i < 1000; ++i)
        step(&p, 0.125);
    AT(1.0); // 125 seconds
    const MienTransform bone = p.g.bones[1];
    graph_end(&p.g);
    play(&p, "", "");
    step(&p, 125.0);
    AT(1.0);
    CHECK(same_transform(&bone, &p.g.bones[1]));
    graph_end(&p.g);
}

TEST(time_can_be_set)
{
    Player p;
    play(&p, "", "");
    CHECK_STATUS(mien_graph_instance_set_time(p.g.instance, p.node, 2.0), MIEN_OK);
    step(&p, 0.0);
    AT(2.0);
    EVENTS("");
    CHECK_STATUS(mien_graph_instance_set_time(p.g.instance, p.node, 9.0), MIEN_OK);
    step(&p, 0.0);
    AT(1.0);
    CHECK_STATUS(mien_graph_instance_set_time(p.g.instance, p.node, NAN), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_graph_instance_set_time(p.g.instance, p.node + 1, 0.0), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_graph_instance_set_time(p.g.instance, -1, 0.0), MIEN_ERROR_ARGUMENT);
    CHECK_NEAR(mien_graph_instance_time(p.g.instance, p.node + 1), 0.0, 0.0);
    graph_end(&p.g);
}

TEST(steps_of_no_time)
{
    static const double steps[] = {-1.0, NAN, INFINITY, -INFINITY, -0.0};
    Player p;
    play(&p, "", "");
    step(&p, 1.5);
    for (int i = 0; i < 5; ++i) {
        step(&p, steps[i]);
        AT(1.5);
        EVENTS("");
    }
    graph_end(&p.g);
}

TEST(events_are_crossed_once)
{
    Player p;
    play(&p, "", "");
    step(&p, 0.0);
    EVENTS("");
    step(&p, 1.0); // [0, 1)
    EVENTS("start ");
    step(&p, 1.0);
    EVENTS("one ");
    step(&p, 2.0); // to the very end, which is the start
    EVENTS("three end ");
    AT(0.0);
    step(&p, 5.0);
    EVENTS("start one three end start ");
    graph_end(&p.g);
    play(&p, "", ", 'loop': false");
    step(&p, 4.0);
    EVENTS("start one three ");
    step(&p, 1.0);
    EVENTS("end ");
    step(&p, 1.0);
    EVENTS("");
    graph_end(&p.g);
    play(&p, "", ", 'loop': false");
    step(&p, 9.0);
    EVENTS("start one three end ");
    step(&p, 9.0);
    EVENTS("");
    graph_end(&p.g);
}

TEST(events_backwards)
{
    Player p;
    play(&p, "", ", 'reverse': true");
    step(&p, 1.0); // (3, 4]
    EVENTS("end ");
    step(&p, 2.0);
    EVENTS("three ");
    step(&p, 1.0); // (0, 1]
    EVENTS("one ");
    step(&p, 9.0);
    EVENTS("start end three one start end three one start end ");
    AT(3.0);
    graph_end(&p.g);
    play(&p, "", ", 'reverse': true, 'loop': false");
    step(&p, 4.0);
    EVENTS("end three one ");
    step(&p, 1.0);
    EVENTS("start ");
    step(&p, 1.0);
    EVENTS("");
    graph_end(&p.g);
}

TEST(huge_steps_count_events)
{
    Player p;
    play(&p, "", "");
    step(&p, 4.0e6); // a million rounds
    CHECK_INT(p.g.event_count, 4000000);
    CHECK_STR(p.g.events[GRAPH_RIG_EVENTS - 1].name, "end");
    step(&p, 1e300);
    CHECK_INT(p.g.event_count, INT32_MAX);
    p.g.job.out_events = NULL;
    step(&p, 8.0);
    CHECK_INT(p.g.event_count, 8);
    p.g.job.out_event_count = NULL;
    step(&p, 8.0);
    graph_end(&p.g);
}

TEST(without_a_clip_it_is_the_reference)
{
    Player p;
    play(&p, "", "");
    p.g.assets[0].path = "elsewhere.clip.json";
    MienGraphBinding *bare = NULL;
    CHECK_STATUS(graph_bind(&p.g, p.g.graph, NULL, &bare, NULL), MIEN_OK);
    CHECK_INT(mien_graph_binding_report_count(bare), 1);
    CHECK_INT(mien_graph_binding_report(bare, 0).kind, MIEN_FINDING_MISSING_ASSET);
    CHECK_STR(mien_graph_binding_report(bare, 0).name, "a.clip.json");
    CHECK_INT(mien_graph_binding_report(bare, 0).node, p.node);
    graph_free_instance(&p.g);
    MienGraphBinding *whole = p.g.binding;
    p.g.binding = bare;
    graph_start(&p.g);
    p.g.trace = NULL;
    step(&p, 1.0);
    for (int b = 0; b < 2; ++b)
        CHECK(same_transform(&p.g.bones[b], &p.rig.bones[b].rest));
    CHECK(!graph_has_curve(&p.g, "smile"));
    // The time is kept for the clip that may come.
    CHECK_STATUS(mien_graph_instance_set_time(p.g.instance, p.node, 2.5), MIEN_OK);
    CHECK_NEAR(mien_graph_instance_time(p.g.instance, p.node), 2.5, 0.0);
    mien_graph_binding_destroy(whole);
    graph_end(&p.g);
}

TEST(a_clip_of_curves_leaves_bones_alone)
{
    Rig rig;
    Ramp ramp;
    GraphRig g;
    rig_begin(&rig, 2);
    rig_mover(&rig, "smile", 1, 1.0f);
    graph_begin(&g, &rig.skeleton);
    graph_clip(&g, "a.clip.json", ramp_clip(&ramp, 2.0, "smile", NULL, mien_transform_identity()));
    MienTransform own[2] = {rig.bones[0].rest, rig.bones[1].rest};
    own[1].translation.y = 3.0f;
    g.mesh_rest_pose = own;
    graph_make(&g, GRAPH("{'id': 'play', 'node': 'clip', 'clip': 'a.clip.json'},"
                         "{'id': 'out', 'node': 'output', 'input': 'play'}"));
    graph_step(&g, 0.5);
    CHECK(same_transform(&g.bones[0], &own[0]));
    CHECK(same_transform(&g.bones[1], &own[1]));
    CHECK_NEAR(graph_curve(&g, "smile"), 0.5, 1e-6);
    CHECK(memcmp(mien_graph_binding_rest_pose(g.binding), own, sizeof own) == 0);
    graph_end(&g);
}

CHECK_MAIN
{
    RUN(time_passes_before_sampling);
    RUN(rate_and_start_count);
    RUN(loops_wrap_in_both_directions);
    RUN(what_does_not_loop_stops);
    RUN(splitting_a_step_changes_nothing);
    RUN(time_can_be_set);
    RUN(steps_of_no_time);
    RUN(events_are_crossed_once);
    RUN(events_backwards);
    RUN(huge_steps_count_events);
    RUN(without_a_clip_it_is_the_reference);
    RUN(a_clip_of_curves_leaves_bones_alone);
}
