// SPDX-License-Identifier: MIT
//
// Instances: parameters, equal results from equal states, and going on with other
// assets or another version of the graph.

#include "support/graphs.h"

#include "core/graph/data.h"

#define FACE_NODES                                                                                           \
    "{'id': 'talk', 'node': 'clip', 'clip': {'parameter': 'line'}, 'rate': {'parameter': 'rate'}},"          \
    "{'id': 'host', 'node': 'input_pose', 'input': 'talk', 'weight': {'parameter': 'share'}},"               \
    "{'id': 'face', 'node': 'poses', 'input': 'host', 'poses': 'a.poses.json', 'sticky': true},"             \
    "{'id': 'mood', 'node': 'pose', 'poses': 'a.poses.json', 'pose': {'parameter': 'mood'}},"                \
    "{'id': 'sum', 'node': 'apply_additive', 'base': 'face', 'delta': 'mood'},"
#define FACE_PARAMETERS                                                                                      \
    "{'name': 'line', 'type': 'clip', 'value': 'a.clip.json'}, {'name': 'rate', 'type': 'float', 'value': "  \
    "1},"                                                                                                    \
    "{'name': 'share', 'type': 'float', 'value': 0}, {'name': 'mood', 'type': 'name', 'value': 'smile'}"
#define FACE GRAPH_WITH(FACE_PARAMETERS, FACE_NODES "{'id': 'out', 'node': 'output', 'input': 'sum'}")

typedef struct Face {
    Rig rig;
    Ramp ramp, other;
    GraphRig g;
} Face;

static void face_begin(Face *f, const char *text)
{
    rig_begin(&f->rig, 3);
    rig_mover(&f->rig, "smile", 1, 1.0f);
    rig_mover(&f->rig, "frown", 2, 1.0f);
    ramp_clip(&f->ramp, 4.0, "frown", NULL, mien_transform_identity());
    ramp_clip(&f->other, 8.0, "frown", "bone1", f->rig.bones[1].rest);
    graph_begin(&f->g, &f->rig.skeleton);
    graph_clip(&f->g, "a.clip.json", &f->ramp.clip);
    graph_clip(&f->g, "b.clip.json", &f->other.clip);
    graph_poses(&f->g, "a.poses.json", &f->rig.asset);
    graph_make(&f->g, text);
}

TEST(memory_must_be_enough)
{
    Face f;
    face_begin(&f, FACE);
    const size_t size = mien_graph_instance_size(f.g.binding);
    uint8_t *memory = aligned_take(size + 64);
    CHECK(mien_graph_instance_init(f.g.binding, memory, size - 1) == NULL);
    CHECK(mien_graph_instance_init(f.g.binding, memory + 8, size) == NULL);
    CHECK(mien_graph_instance_init(f.g.binding, NULL, size) == NULL);
    CHECK(mien_graph_instance_init(NULL, memory, size) == NULL);
    CHECK(mien_graph_instance_init(f.g.binding, memory, size) != NULL);
    CHECK(mien_graph_instance_rebind(NULL, f.g.binding, memory, size) == NULL);
    CHECK(mien_graph_instance_rebind(f.g.instance, f.g.binding, memory, size - 1) == NULL);
    CHECK(mien_graph_instance_rebind(f.g.instance, f.g.binding, f.g.instance, size) == NULL);
    aligned_free(memory);
    graph_end(&f.g);
}

TEST(parameters_keep_to_their_type)
{
    Face f;
    face_begin(&f, GRAPH_HEAD
               "'parameters': [{'name': 'f', 'type': 'float'}, {'name': 'i', 'type': 'int'},"
               "{'name': 'b', 'type': 'bool'}, {'name': 'm', 'type': 'mask', 'value': 'all'},"
               "{'name': 'c', 'type': 'clip'}], 'masks': [{'name': 'all', 'bones': [{'bone': 'bone0'}]},"
               "{'name': 'one', 'bones': [{'bone': 'bone1'}]}],"
               "'nodes': [{'id': 'r', 'node': 'rest_pose'}, {'id': 'out', 'node': 'output', 'input': 'r'}]}");
    MienGraphInstance *i = f.g.instance;
    const int number = mien_graph_find_parameter(f.g.graph, "f"),
              mask = mien_graph_find_parameter(f.g.graph, "m");
    CHECK_INT(mien_graph_find_parameter(f.g.graph, "nothing"), -1);
    CHECK_STATUS(mien_graph_instance_set_number(i, number, NAN), MIEN_OK);
    CHECK_STATUS(mien_graph_instance_set_number(i, mien_graph_find_parameter(f.g.graph, "i"), 2.75f),
                 MIEN_OK);
    CHECK_STATUS(mien_graph_instance_set_number(i, mien_graph_find_parameter(f.g.graph, "b"), -3.0f),
                 MIEN_OK);
    CHECK_STATUS(mien_graph_instance_set_number(i, mask, 1.0f), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_graph_instance_set_number(i, mien_graph_find_parameter(f.g.graph, "c"), 1.0f),
                 MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_graph_instance_set_number(i, -1, 1.0f), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_graph_instance_set_number(i, 5, 1.0f), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_graph_instance_set_number(NULL, 0, 1.0f), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_graph_instance_set_text(i, mask, "one"), MIEN_OK);
    CHECK_STATUS(mien_graph_instance_set_text(i, mask, "none"), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_graph_instance_set_text(i, number, "one"), MIEN_ERROR_ARGUMENT);
    CHECK(same_float(i->parameters[number].number, 0.0f));
    CHECK(i->parameters[mien_graph_find_parameter(f.g.graph, "i")].number == 2.0f);
    CHECK(i->parameters[mien_graph_find_parameter(f.g.graph, "b")].number == 1.0f);
    CHECK_INT(i->parameters[mask].mask, mien_graph_find_mask(f.g.graph, "one"));
    graph_end(&f.g);
}

/// Two characters on different memory, scratch and output that hold different rubbish.
TEST(equal_states_give_equal_bits)
{
    Face a, b;
    uint64_t random = 5;
    face_begin(&a, FACE);
    face_begin(&b, FACE);
    for (int i = 0; i < 200; ++i) {
        const double step = (double)mien_random_unit(&random) / 10.0;
        const float rate = mien_random_between(&random, -2.0f, 3.0f);
        graph_set(&a.g, "rate", rate);
        graph_set(&b.g, "rate", rate);
        memset(b.g.bones, i, (size_t)b.g.bone_count * sizeof *b.g.bones);
        graph_step(&a.g, step);
        memset(b.g.job.scratch, i, b.g.job.scratch_size);
        b.g.job.step = step;
        CHECK_STATUS(mien_graph_job_run(&b.g.job), MIEN_OK);
        for (int k = 0; k < 3; ++k)
            CHECK(same_transform(&a.g.bones[k], &b.g.bones[k]));
        CHECK(memcmp(a.g.curves.values, b.g.curves.values, 2 * sizeof(float)) == 0);
        CHECK_INT(a.g.curves.present[0], b.g.curves.present[0]);
        CHECK(a.g.event_count == b.g.event_count);
    }
    CHECK(mien_graph_instance_time(a.g.instance, 0) == mien_graph_instance_time(b.g.instance, 0));
    graph_end(&a.g);
    graph_end(&b.g);
}

/// Goes on with another binding of the same rig.
static void go_on(GraphRig *g, MienGraph *graph, MienGraphBinding *binding)
{
    const size_t size = mien_graph_instance_size(binding);
    MienGraphInstance *next = mien_graph_instance_rebind(g->instance, binding, aligned_take(size), size);
    CHECK(next != NULL);
    aligned_free(g->instance);
    aligned_free(g->job.scratch);
    mien_graph_binding_destroy(g->binding);
    if (graph != NULL) {
        mien_graph_destroy(g->graph);
        g->graph = graph;
    }
    g->instance = g->job.instance = next;
    g->binding = binding;
    g->job.binding = binding;
    g->job.scratch_size = mien_graph_job_scratch_size(binding);
    g->job.scratch = aligned_take(g->job.scratch_size);
}

TEST(another_asset_keeps_the_state)
{
    Face f;
    face_begin(&f, FACE);
    graph_set(&f.g, "rate", 2.0f);
    graph_step(&f.g, 1.5); // 3 of 4 seconds
    CHECK_NEAR(f.g.bones[2].translation.x, 1.0, 0.0);
    // The other clip, under the path that the parameter names.
    MienGraphBinding *binding = NULL;
    f.g.assets[0].path = "c.clip.json";
    f.g.assets[1].path = "a.clip.json";
    CHECK_STATUS(graph_bind(&f.g, f.g.graph, NULL, &binding, NULL), MIEN_OK);
    go_on(&f.g, NULL, binding);
    CHECK_NEAR(mien_graph_instance_time(f.g.instance, 0), 3.0, 0.0);
    graph_step(&f.g, 1.0);
    CHECK_NEAR(mien_graph_instance_time(f.g.instance, 0), 5.0, 0.0); // no wrap: eight seconds long
    CHECK_NEAR(f.g.bones[1].translation.x, 5.0 + 1.0, 1e-6);         // and the mood's smile
    // And back to the shorter one: the time wraps.
    f.g.assets[0].path = "a.clip.json";
    f.g.assets[1].path = "c.clip.json";
    CHECK_STATUS(graph_bind(&f.g, f.g.graph, NULL, &binding, NULL), MIEN_OK);
    go_on(&f.g, NULL, binding);
    graph_step(&f.g, 0.0);
    CHECK_NEAR(mien_graph_instance_time(f.g.instance, 0), 1.0, 0.0);
    graph_end(&f.g);
}

TEST(another_version_keeps_what_has_the_same_id)
{
    Face f;
    MienTransform host[3];
    Pack pack;
    MienGraph *graph = NULL;
    MienGraphBinding *binding = NULL;
    MienError error = {0};
    face_begin(&f, FACE);
    for (int b = 0; b < 3; ++b) {
        host[b] = f.rig.bones[b].rest;
        host[b].translation.z = 9.0f;
    }
    CHECK_STATUS(mien_graph_instance_set_input_pose(f.g.instance, 0, host, NULL, 1.0f), MIEN_OK);
    graph_set(&f.g, "share", 1.0f);
    CHECK_STATUS(
        mien_graph_instance_set_text(f.g.instance, mien_graph_find_parameter(f.g.graph, "mood"), "frown"),
        MIEN_OK);
    graph_step(&f.g, 2.5);
    CHECK_NEAR(f.g.bones[2].translation.z, 9.0, 0.0);
    // Other order, one more node before, a parameter of another type, another clip node.
    const MienStatus status = graph_cook(
        &f.g,
        GRAPH_WITH(
            "{'name': 'rate', 'type': 'int', 'value': 1},"
            "{'name': 'mood', 'type': 'name', 'value': 'smile'}, {'name': 'share', 'type': 'float', "
            "'value': 0}",
            "{'id': 'more', 'node': 'input_pose'}, {'id': 'first', 'node': 'clip', 'clip': 'a.clip.json'},"
            "{'id': 'talk', 'node': 'clip', 'clip': 'a.clip.json'},"
            "{'id': 'mood', 'node': 'pose', 'poses': 'a.poses.json', 'pose': {'parameter': 'mood'}},"
            "{'id': 'host', 'node': 'input_pose', 'input': 'talk', 'weight': {'parameter': 'share'}},"
            "{'id': 'sum', 'node': 'apply_additive', 'base': 'host', 'delta': 'mood'},"
            "{'id': 'out', 'node': 'output', 'input': 'sum'}"),
        &pack, &error);
    require_ok(status, &error, __LINE__);
    CHECK_STATUS(mien_graph_load(pack.data, pack.size, NULL, &graph, NULL), MIEN_OK);
    pack_free(&pack);
    CHECK_STATUS(graph_bind(&f.g, graph, NULL, &binding, NULL), MIEN_OK);
    go_on(&f.g, graph, binding);
    CHECK_NEAR(mien_graph_instance_time(f.g.instance, mien_graph_find_node(graph, "talk")), 2.5, 0.0);
    CHECK_NEAR(mien_graph_instance_time(f.g.instance, mien_graph_find_node(graph, "first")), 0.0, 0.0);
    graph_run(&f.g);
    CHECK_NEAR(f.g.bones[2].translation.z, 9.0, 0.0);
    CHECK_NEAR(f.g.bones[2].translation.x, 1.0, 0.0); // frown
    CHECK_NEAR(f.g.bones[1].translation.x, 0.0, 0.0); // not smile
    graph_end(&f.g);
}

TEST(jobs_that_do_not_fit_are_refused)
{
    Face f;
    face_begin(&f, FACE);
    Face other;
    face_begin(&other, FACE);
    memset(f.g.bones, 0xA5, 3 * sizeof *f.g.bones);
    const MienTransform before = f.g.bones[0];
    for (int i = 0; i < 14; ++i) {
        MienGraphJob job = f.g.job;
        switch (i) {
        case 0:
            job.binding = NULL;
            break;
        case 1:
            job.instance = NULL;
            break;
        case 2:
            job.instance = other.g.instance;
            break;
        case 3:
            job.lod = -1;
            break;
        case 4:
            job.bone_count = 4;
            break;
        case 5:
            job.bone_count = 2;
            break;
        case 6:
            job.out_bones = NULL;
            break;
        case 7:
            job.out_curves.count = 1;
            break;
        case 8:
            job.out_curves.values = NULL;
            break;
        case 9:
            job.event_capacity = -1;
            break;
        case 10:
            job.scratch = NULL;
            break;
        case 11:
            job.scratch = (uint8_t *)job.scratch + 4;
            break;
        case 12:
            job.scratch_size -= 1;
            break;
        default:
            graph_trace(&other.g);
            job.trace = other.g.trace;
            break;
        }
        CHECK_STATUS(mien_graph_job_run(&job), MIEN_ERROR_ARGUMENT);
    }
    CHECK_STATUS(mien_graph_job_run(NULL), MIEN_ERROR_ARGUMENT);
    CHECK(same_transform(&before, &f.g.bones[0]));
    graph_run(&f.g);
    const MienTransform with = f.g.bones[1];
    f.g.job.out_curves = (MienCurveSet){0};
    f.g.job.out_events = NULL;
    graph_run(&f.g);
    CHECK(same_transform(&with, &f.g.bones[1]));
    f.g.job.out_curves = (MienCurveSet){2, f.g.curves.values, NULL};
    graph_run(&f.g);
    CHECK(same_transform(&with, &f.g.bones[1]));
    graph_end(&f.g);
    graph_end(&other.g);
}

CHECK_MAIN
{
    RUN(memory_must_be_enough);
    RUN(parameters_keep_to_their_type);
    RUN(equal_states_give_equal_bits);
    RUN(another_asset_keeps_the_state);
    RUN(another_version_keeps_what_has_the_same_id);
    RUN(jobs_that_do_not_fit_are_refused);
}
